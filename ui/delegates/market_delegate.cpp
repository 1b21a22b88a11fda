// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/delegates/market_delegate.h"

#include "ui/common/theme.h"
#include "ui/models/markets_model.h"

#include <QMouseEvent>
#include <QPainter>

namespace hl::ui {

QRect MarketDelegate::starRect(const QRect &cell)
{
    return {cell.right() - 18, cell.top(), 18, cell.height()};
}

void MarketDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                           const QModelIndex &index) const
{
    const Theme &theme = Theme::instance();
    painter->save();
    paintGround(*painter, option, index);
    const bool isFavourite = index.data(MarketsModel::FavouriteRole).toBool();
    const bool isSelected = option.state.testFlag(QStyle::State_Selected);
    QRect rect = option.rect.adjusted(kMargin + 2, 0, -kMargin, 0);
    if (isFavourite || isHoveredRow(option, index)) {
        painter->setFont(theme.font(FontRole::Text));
        painter->setPen(theme.color(isFavourite ? Tone::TextDim : Tone::TextFaint));
        painter->drawText(starRect(option.rect), Qt::AlignCenter,
                          isFavourite ? QStringLiteral("★") : QStringLiteral("☆"));
        rect.setRight(starRect(option.rect).left());
    }
    const QString label = index.data(Qt::DisplayRole).toString();
    const QString id = index.data(TableModel::KeyRole).toString();
    const bool hasId = label.endsWith(QLatin1Char(' ') + id);
    const QString name = hasId ? label.chopped(id.size() + 1) : label;
    painter->setFont(theme.font(isSelected ? FontRole::TextStrong : FontRole::Text));
    painter->setPen(theme.color(Tone::Text));
    const QString shown = painter->fontMetrics().elidedText(name, Qt::ElideRight, rect.width());
    painter->drawText(rect, Qt::AlignLeft | Qt::AlignVCenter, shown);
    if (hasId) {
        rect.setLeft(rect.left() + painter->fontMetrics().horizontalAdvance(shown) + 5);
        painter->setFont(theme.font(FontRole::Label));
        painter->setPen(theme.color(Tone::TextFaint));
        painter->drawText(rect, Qt::AlignLeft | Qt::AlignVCenter,
                          painter->fontMetrics().elidedText(id, Qt::ElideRight, rect.width()));
    }
    painter->restore();
}

bool MarketDelegate::editorEvent(QEvent *event, QAbstractItemModel *,
                                 const QStyleOptionViewItem &option, const QModelIndex &index)
{
    if (event->type() != QEvent::MouseButtonPress && event->type() != QEvent::MouseButtonRelease)
        return false;
    const auto *mouse = static_cast<QMouseEvent *>(event);
    if (mouse->button() != Qt::LeftButton ||
        !starRect(option.rect).contains(mouse->position().toPoint()))
        return false;
    if (event->type() == QEvent::MouseButtonRelease)
        Q_EMIT starClicked(index.data(TableModel::KeyRole));
    return true;
}

} // namespace hl::ui
