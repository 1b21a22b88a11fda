// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/common/formatters.h"
#include "ui/ladder/ladder_frame.h"

#include <QPainter>

#include <algorithm>
#include <cstdlib>

namespace hl::ui {

using model::Side;

namespace {

constexpr int kPad = kLadderPad;

} // namespace

void LadderView::paintMarker(QPainter &painter, const Frame &frame, const OwnCell &own)
{
    const Theme &theme = Theme::instance();
    const int y = frame.y(m_topRow, own.row);
    const int column = own.side == Side::Buy ? 0 : 4;
    const QRectF cell(frame.c.x[column] + 2, y + 2, frame.c.x[column + 1] - frame.c.x[column] - 4,
                      frame.rowHeight - 4);
    const QColor color = theme.color(own.isUnknown ? Tone::Unknown : Tone::Own);
    const bool isSolid = !own.isTrigger && !own.isPending && !own.isUnknown;
    const Px px = m_rows.scale().pxAt(own.row);
    const double cross = m_isButtonMode ? cell.height() : 0;
    const int chars =
        std::max(3, static_cast<int>((cell.width() - cross - 6) / m_strong.advance()));
    QString text = sizeText(own.sz, px, own.isTrigger ? chars - 1 : chars);
    if (own.isTrigger)
        text = QStringLiteral("T") + text;
    QPen pen(color, 1);
    if (own.isPending)
        pen.setStyle(Qt::DashLine);
    painter.setPen(pen);
    painter.setBrush(isSolid ? QBrush(color) : QBrush(theme.color(Tone::Panel)));
    painter.drawRoundedRect(cell.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
    const QColor ink = isSolid ? theme.color(Tone::OnColour) : color;
    const double middle = cell.center().x() - cross / 2;
    m_strong.drawLeft(painter, middle - m_strong.width(text) / 2, cell.y(), cell.height(), text,
                      ink);
    if (m_isButtonMode) {
        painter.setPen(QPen(ink, 1.5));
        const QPointF at(cell.right() - cross / 2, cell.center().y());
        painter.drawLine(at + QPointF(-3, -3), at + QPointF(3, 3));
        painter.drawLine(at + QPointF(-3, 3), at + QPointF(3, -3));
    }
    // How much lies before it: on the other side, which is empty in this row (L22).
    const bool isBuy = own.side == Side::Buy;
    const bool isFree = !(isBuy ? m_rows.askAt(own.row) : m_rows.bidAt(own.row)) &&
                        !m_rows.ownAt(own.row, model::opposite(own.side));
    if (const QString queue = queueText(own); isFree && !queue.isEmpty() && m_live) {
        const int left = isBuy ? frame.c.x[3] : 0;
        const int right = isBuy ? frame.c.x[5] : frame.c.x[2];
        const QRect place(left + kPad, y, right - left - 2 * kPad, frame.rowHeight);
        painter.setFont(theme.font(FontRole::Label));
        painter.setPen(theme.color(Tone::TextFaint));
        const Qt::Alignment end = isBuy ? Qt::AlignLeft : Qt::AlignRight;
        if (painter.fontMetrics().horizontalAdvance(queue) <= place.width())
            painter.drawText(place, static_cast<int>(end | Qt::AlignVCenter), queue);
    }
}

void LadderView::paintOwn(QPainter &painter, const Frame &frame)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    for (const auto &own : m_rows.own()) {
        const int y = frame.y(m_topRow, own.row);
        if (y + frame.rowHeight >= frame.header && y <= frame.height)
            paintMarker(painter, frame, own);
    }
    paintGhosts(painter, frame);
    painter.restore();
}

/// A dashed marker where an order would be, or is asked to be.
void LadderView::paintGhost(QPainter &painter, const Frame &frame, std::int64_t row, Side side,
                            const QString &text, Tone tone)
{
    const Theme &theme = Theme::instance();
    const int column = side == Side::Buy ? 0 : 4;
    const QRectF cell(frame.c.x[column] + 2, frame.y(m_topRow, row) + 2,
                      frame.c.x[column + 1] - frame.c.x[column] - 4, frame.rowHeight - 4);
    painter.setPen(QPen(theme.color(tone), 1, Qt::DashLine));
    painter.setBrush(theme.over(tone, 14));
    painter.drawRoundedRect(cell.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
    m_small.drawLeft(painter, cell.center().x() - m_small.width(text) / 2, cell.y(), cell.height(),
                     text, theme.color(tone));
}

void LadderView::paintGhosts(QPainter &painter, const Frame &frame)
{
    for (const auto &move : m_desk.mover().moves()) {
        if (move.coin != m_coin || move.step == OrderMove::Step::Dropping)
            continue; // of another market; or the new one has a marker of its own
        const bool isUnknown = move.step == OrderMove::Step::Unknown;
        paintGhost(painter, frame, m_rows.scale().rowFor(move.to, move.side), move.side,
                   isUnknown ? tr("unknown") : tr("moving"), isUnknown ? Tone::Unknown : Tone::Own);
    }
    if (!m_drag || !m_drag->hasStarted || m_drag->to == m_drag->from)
        return;
    const Side side = m_drag->side;
    const auto touch = side == Side::Buy ? frame.bid : frame.ask;
    QString text = tr("here");
    if (touch) {
        const std::int64_t ticks = (side == Side::Buy ? *touch - m_drag->to : m_drag->to - *touch) *
                                   m_rows.scale().group();
        text = ticks == 0 ? tr("touch") : tr("%1 t").arg(-ticks);
    }
    paintGhost(painter, frame, m_drag->to, side, text,
               m_drag->refusal.isEmpty() ? Tone::Own : Tone::TextFaint);
    // What a drop costs, beside the pointer's row.
    const QString label = m_drag->refusal.isEmpty() ? tr("back of the queue") : m_drag->refusal;
    const QFontMetrics metrics(Theme::instance().font(FontRole::Label));
    const int y = frame.y(m_topRow, m_drag->to);
    const int left = side == Side::Buy ? frame.c.x[3] : 0;
    const int right = side == Side::Buy ? frame.width : frame.c.x[2];
    painter.setFont(Theme::instance().font(FontRole::Label));
    painter.setPen(Theme::instance().color(Tone::Text));
    const QString shown = metrics.elidedText(label, Qt::ElideRight, right - left - 2 * kPad);
    const QRect place(left + kPad, y, right - left - 2 * kPad, frame.rowHeight);
    painter.fillRect(place.adjusted(-2, 2, 2, -2), Theme::instance().color(Tone::Raised));
    painter.drawText(place, Qt::AlignVCenter | Qt::AlignLeft, shown);
}

/// What was added to or pulled from a level a moment ago, at the outer end of its cell (L22).
void LadderView::paintChange(QPainter &painter, const Frame &frame, Side side, std::int64_t row,
                             int y)
{
    if (!m_showsChanges || !m_live || m_rows.scale().group() != 1)
        return;
    const Px px = m_rows.scale().pxAt(row);
    const auto change = m_changes.at(side, px, m_state.clock().monoNs());
    if (!change)
        return;
    const int column = side == Side::Buy ? 1 : 3;
    const double free = frame.c.x[column + 1] - frame.c.x[column] - 8 * m_digits.advance() - kPad;
    const int chars = static_cast<int>(free / m_small.advance()) - 1;
    if (chars < 4)
        return;
    QString text = sizeText(Sz{std::llabs(change->lots)}, px, chars);
    text.prepend(change->lots > 0 ? QChar(u'+') : QChar(fmt::kMinus));
    const QColor color = Theme::instance().color(Tone::TextFaint);
    if (side == Side::Buy)
        m_small.drawLeft(painter, frame.c.x[1] + 3, y, frame.rowHeight, text, color);
    else
        m_small.drawLeft(painter, frame.c.x[3] + 3, y, frame.rowHeight, text, color);
}

} // namespace hl::ui
