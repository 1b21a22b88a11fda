// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/delegates/action_delegate.h"

#include "ui/common/theme.h"
#include "ui/models/table_model.h"

#include <QAbstractItemView>
#include <QCursor>
#include <QMouseEvent>
#include <QPainter>

namespace hl::ui {

namespace {

constexpr int kGap = 14;

QStringList wordsOf(const QModelIndex &index)
{
    return index.data(Qt::DisplayRole).toString().split(QLatin1Char('\t'), Qt::SkipEmptyParts);
}

int wordAt(const QRect &cell, const QModelIndex &index, const QPoint &pos)
{
    const QString words = index.data(Qt::DisplayRole).toString();
    const int count = static_cast<int>(wordsOf(index).size());
    for (int word = 0; word < count; ++word) {
        if (ActionDelegate::wordRect(cell, words, word).adjusted(-4, 0, 4, 0).contains(pos))
            return word;
    }
    return -1;
}

} // namespace

QRect ActionDelegate::wordRect(const QRect &cell, const QString &words, int word)
{
    const QFontMetrics metrics(Theme::instance().font(FontRole::Text));
    const QStringList list = words.split(QLatin1Char('\t'), Qt::SkipEmptyParts);
    int right = cell.right() - kMargin;
    for (qsizetype i = list.size() - 1, at = 0; i >= 0; --i, ++at) {
        const int width = metrics.horizontalAdvance(list[i]);
        if (at == word)
            return {right - width, cell.top(), width, cell.height()};
        right -= width + kGap;
    }
    return {};
}

void ActionDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                           const QModelIndex &index) const
{
    const Theme &theme = Theme::instance();
    painter->save();
    paintGround(*painter, option, index);
    const QString text = index.data(Qt::DisplayRole).toString();
    const QStringList words = wordsOf(index);
    QPoint pointer(-1, -1);
    if (const auto *view = qobject_cast<const QAbstractItemView *>(option.widget);
        view && isHoveredRow(option, index))
        pointer = view->viewport()->mapFromGlobal(QCursor::pos());
    const int count = static_cast<int>(words.size());
    for (int word = 0; word < count; ++word) {
        const QRect rect = wordRect(option.rect, text, word);
        const bool isHot = rect.adjusted(-4, 0, 4, 0).contains(pointer);
        QFont font = theme.font(FontRole::Text);
        font.setUnderline(isHot);
        painter->setFont(font);
        painter->setPen(theme.color(isHot ? Tone::Accent : Tone::TextDim));
        painter->drawText(rect, Qt::AlignLeft | Qt::AlignVCenter, words[count - 1 - word]);
    }
    painter->restore();
}

QSize ActionDelegate::sizeHint(const QStyleOptionViewItem &, const QModelIndex &index) const
{
    const QFontMetrics metrics(Theme::instance().font(FontRole::Text));
    int width = 2 * kMargin;
    for (const QString &word : wordsOf(index))
        width += metrics.horizontalAdvance(word) + kGap;
    return {width, Theme::instance().rowHeight()};
}

bool ActionDelegate::editorEvent(QEvent *event, QAbstractItemModel *,
                                 const QStyleOptionViewItem &option, const QModelIndex &index)
{
    if (event->type() != QEvent::MouseButtonPress && event->type() != QEvent::MouseButtonRelease)
        return false;
    const auto *mouse = static_cast<QMouseEvent *>(event);
    if (mouse->button() != Qt::LeftButton)
        return false;
    const int word = wordAt(option.rect, index, mouse->position().toPoint());
    const QVariant key = index.data(TableModel::KeyRole);
    if (event->type() == QEvent::MouseButtonPress) {
        m_pressedKey = key;
        m_pressedWord = word;
        return false; // the row is selected as by any click
    }
    const bool isSame = word >= 0 && word == m_pressedWord && key == m_pressedKey;
    m_pressedWord = -1;
    if (isSame)
        Q_EMIT triggered(key, word);
    return isSame;
}

} // namespace hl::ui
