// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/delegates/cell_delegate.h"

namespace hl::ui {

/// A market's name with the venue's id behind it, fainter, and a star for favourites: always there
/// where it is one, under the pointer where it could become one.
class MarketDelegate final : public CellDelegate
{
    Q_OBJECT

public:
    using CellDelegate::CellDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override;
    bool editorEvent(QEvent *event, QAbstractItemModel *model, const QStyleOptionViewItem &option,
                     const QModelIndex &index) override;
    static QRect starRect(const QRect &cell);

Q_SIGNALS:
    void starClicked(const QVariant &key);
};

} // namespace hl::ui
