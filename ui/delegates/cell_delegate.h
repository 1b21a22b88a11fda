// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QStyledItemDelegate>

namespace hl::ui {

/// Paints a cell of a TableModel (through any proxy): figures in the digits font, colour by tone,
/// ground by selection, row tone and pointer. Reads nothing but roles.
class CellDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    static constexpr int kMargin = 8;

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

    /// The tooltip, or the whole text where the cell shows only a part of it.
    bool helpEvent(QHelpEvent *event, QAbstractItemView *view, const QStyleOptionViewItem &option,
                   const QModelIndex &index) override;

protected:
    void paintGround(QPainter &painter, const QStyleOptionViewItem &option,
                     const QModelIndex &index) const;
    static QFont fontFor(const QModelIndex &index);
    /// Is the pointer over this row, whichever cell?
    static bool isHoveredRow(const QStyleOptionViewItem &option, const QModelIndex &index);
};

} // namespace hl::ui
