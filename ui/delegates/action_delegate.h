// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/delegates/cell_delegate.h"

namespace hl::ui {

/// Paints the words of a row's actions ("move   cancel", given tab-separated as display text) and
/// reports a click on one. What a click means is bound at press: row key and word must still be
/// the same under the pointer at release.
class ActionDelegate final : public CellDelegate
{
    Q_OBJECT

public:
    using CellDelegate::CellDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    bool editorEvent(QEvent *event, QAbstractItemModel *model, const QStyleOptionViewItem &option,
                     const QModelIndex &index) override;

    /// Where a word is painted in a cell; an empty rectangle where it is not.
    static QRect wordRect(const QRect &cell, const QString &words, int word);

Q_SIGNALS:
    /// `key` is the row's KeyRole at press; `word` counts from the last one, which is 0, so that
    /// "cancel" is the same whether "move" stands before it or not.
    void triggered(const QVariant &key, int word);

private:
    QVariant m_pressedKey;
    int m_pressedWord = -1;
};

} // namespace hl::ui
