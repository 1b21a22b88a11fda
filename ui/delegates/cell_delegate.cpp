// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/delegates/cell_delegate.h"

#include "ui/common/theme.h"
#include "ui/models/table_model.h"

#include <QAbstractItemView>
#include <QAbstractProxyModel>
#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

namespace hl::ui {

namespace {

const TableModel *tableOf(const QModelIndex &index, int *sourceRow = nullptr)
{
    QModelIndex at = index;
    const QAbstractItemModel *model = index.model();
    while (const auto *proxy = qobject_cast<const QAbstractProxyModel *>(model)) {
        at = proxy->mapToSource(at);
        model = proxy->sourceModel();
    }
    if (sourceRow)
        *sourceRow = at.row();
    return qobject_cast<const TableModel *>(model);
}

const ColumnSpec *specOf(const QModelIndex &index)
{
    const TableModel *table = tableOf(index);
    return table ? &table->columns()[static_cast<std::size_t>(index.column())] : nullptr;
}

bool isId(const ColumnSpec &spec)
{
    return spec.isMono && !spec.isNumber;
}

} // namespace

QFont CellDelegate::fontFor(const QModelIndex &index)
{
    const Theme &theme = Theme::instance();
    const ColumnSpec *spec = specOf(index);
    if (spec && (spec->isMono || spec->isNumber))
        return theme.font(FontRole::Digits);
    if (spec && spec->isStrong)
        return theme.font(FontRole::TextStrong);
    return theme.font(FontRole::Text);
}

bool CellDelegate::isHoveredRow(const QStyleOptionViewItem &option, const QModelIndex &index)
{
    const QVariant row = option.widget ? option.widget->property("hlHoverRow") : QVariant();
    return row.isValid() && row.toInt() == index.row();
}

void CellDelegate::paintGround(QPainter &painter, const QStyleOptionViewItem &option,
                               const QModelIndex &index) const
{
    const Theme &theme = Theme::instance();
    int row = 0;
    const TableModel *table = tableOf(index, &row);
    const Tone tone = table ? table->rowTone(row) : Tone::Text;
    if (tone != Tone::Text)
        painter.fillRect(option.rect, theme.tint(tone, 14));
    // The view has painted selection and alternate rows already.
    if (tone == Tone::Text && !option.state.testFlag(QStyle::State_Selected) &&
        isHoveredRow(option, index))
        painter.fillRect(option.rect, theme.color(Tone::Raised));
}

void CellDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                         const QModelIndex &index) const
{
    painter->save();
    paintGround(*painter, option, index);
    const Theme &theme = Theme::instance();
    painter->setFont(fontFor(index));
    painter->setPen(theme.color(static_cast<Tone>(index.data(TableModel::ToneRole).toInt())));
    const QRect rect = option.rect.adjusted(kMargin, 0, -kMargin, 0);
    const ColumnSpec *spec = specOf(index);
    const QString text = painter->fontMetrics().elidedText(
        index.data(Qt::DisplayRole).toString(),
        spec && isId(*spec) ? Qt::ElideMiddle : Qt::ElideRight, rect.width());
    painter->drawText(
        rect, static_cast<int>(index.data(Qt::TextAlignmentRole).value<Qt::Alignment>()), text);
    painter->restore();
}

QSize CellDelegate::sizeHint(const QStyleOptionViewItem &, const QModelIndex &index) const
{
    const QFontMetrics metrics(fontFor(index));
    return {metrics.horizontalAdvance(index.data(Qt::DisplayRole).toString()) + 2 * kMargin,
            Theme::instance().rowHeight()};
}

bool CellDelegate::helpEvent(QHelpEvent *event, QAbstractItemView *view,
                             const QStyleOptionViewItem &option, const QModelIndex &index)
{
    if (event && event->type() == QEvent::ToolTip && index.isValid() &&
        !index.data(Qt::ToolTipRole).isValid() &&
        sizeHint(option, index).width() > option.rect.width()) {
        QToolTip::showText(event->globalPos(), index.data(Qt::DisplayRole).toString(), view);
        return true;
    }
    return QStyledItemDelegate::helpEvent(event, view, option, index);
}

} // namespace hl::ui
