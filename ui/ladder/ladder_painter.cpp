// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/common/formatters.h"
#include "ui/ladder/ladder_frame.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace hl::ui {

using model::Side;

namespace {

constexpr int kPad = kLadderPad;
constexpr int kBarPercent = 13;
constexpr int kBarPercentLight = 16;

} // namespace

/// A book that is not live and a ladder that is held have no colours (L4, L27): side and own
/// colours fall back to grey.
QColor LadderView::tone(Tone normal) const
{
    const Theme &theme = Theme::instance();
    if (m_live && armState() != ArmState::Held)
        return theme.color(normal);
    switch (normal) {
    case Tone::Bid:
    case Tone::Ask:
    case Tone::Text:
    case Tone::TextDim:
        return theme.color(Tone::TextFaint);
    default:
        return theme.color(normal);
    }
}

void LadderView::paintEvent(QPaintEvent *)
{
    const std::int64_t begin = m_state.clock().monoNs();
    const Theme &theme = Theme::instance();
    const qreal dpr = viewport()->devicePixelRatioF();
    m_digits.prepare(theme.font(FontRole::Digits), dpr);
    m_strong.prepare(theme.font(FontRole::DigitsStrong), dpr);
    m_small.prepare(theme.font(FontRole::DigitsSmall), dpr);

    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), theme.color(Tone::Panel));
    Frame frame;
    frame.c = columns();
    frame.rowHeight = theme.denseRowHeight();
    frame.header = headerHeight();
    frame.width = viewport()->width();
    frame.height = viewport()->height();
    frame.bid = m_rows.bestBidRow();
    frame.ask = m_rows.bestAskRow();
    if (m_hover)
        frame.hoverRow = rowAt(m_hover->y());

    paintHeader(painter, frame.c);
    const bool hasBook = m_rows.book() && m_rows.midRow();
    if (hasBook) {
        frame.lowest = m_topRow - (frame.height - frame.header) / frame.rowHeight - 1;
        LadderRows::tradedRows(m_state.tape(m_coin), m_rows.scale(),
                               std::max<std::int64_t>(1, frame.lowest), m_topRow, m_traded);
        for (const auto &[row, sz] : m_traded)
            frame.mostTraded = std::max(frame.mostTraded, sz);
        painter.save();
        painter.setClipRect(0, frame.header, frame.width, frame.height - frame.header);
        paintRows(painter, frame);
        paintHairlines(painter, frame);
        paintMarks(painter, frame);
        paintOwn(painter, frame);
        paintPointer(painter, frame);
        painter.restore();
    } else {
        theme.paintEmpty(
            painter, viewport()->rect(), m_coin.empty() ? tr("No market selected") : m_reason,
            m_coin.empty()
                ? tr("Choose one in the markets list.")
                : tr("The ladder of %1 appears with its first book.").arg(fmt::fromUtf8(m_coin)));
    }
    paintArm(painter);
    painter.end();

    const std::int64_t end = m_state.clock().monoNs();
    auto &series = m_state.paintStats().series("ladder");
    series.paint.record(end - begin);
    if (hasBook && m_hasUnpainted) {
        m_hasUnpainted = false;
        const auto &book = *m_rows.book();
        ++series.pictures;
        if (book.receivedMonoNs != 0)
            series.frameToPaint.record(end - book.receivedMonoNs);
        if (m_state.paintStats().firstBookMonoNs == 0)
            m_state.paintStats().firstBookMonoNs = end;
    }
    m_lease.painted();
}

void LadderView::paintHeader(QPainter &painter, const Columns &c)
{
    const Theme &theme = Theme::instance();
    painter.setFont(theme.font(FontRole::Label));
    painter.setPen(theme.color(Tone::TextFaint));
    const int height = headerHeight();
    const auto label = [&](int i, const QString &text, Qt::Alignment side) {
        painter.drawText(QRect(c.x[i] + kPad, 0, c.x[i + 1] - c.x[i] - 2 * kPad, height),
                         static_cast<int>(side | Qt::AlignVCenter), text);
    };
    label(0, tr("own"), Qt::AlignLeft);
    label(1, tr("bids"), Qt::AlignRight);
    label(2, tr("price"), Qt::AlignHCenter);
    label(3, tr("asks"), Qt::AlignRight);
    label(4, tr("own"), Qt::AlignRight);
    const int traded = painter.fontMetrics().horizontalAdvance(tr("traded")) + 4;
    painter.drawText(QRect(c.x[6] - kPad - traded, 0, traded, height),
                     Qt::AlignRight | Qt::AlignVCenter, tr("traded"));
}

const QString &LadderView::sizeText(Sz sz, Px px, int maxChars)
{
    return m_texts.size(sz, px, m_rows.scale().grid(), m_sizeMode, maxChars);
}

void LadderView::paintRows(QPainter &painter, Frame &frame)
{
    int y = frame.header;
    for (std::int64_t row = m_topRow; y < frame.height && row >= 1; --row, y += frame.rowHeight)
        paintRow(painter, frame, row, y);
}

void LadderView::paintRow(QPainter &painter, Frame &frame, std::int64_t row, int y)
{
    const Theme &theme = Theme::instance();
    const Columns &c = frame.c;
    const int h = frame.rowHeight;
    const bool isTouch = row == frame.bid || row == frame.ask;
    const bool isHover = row == frame.hoverRow;
    if (m_flashRow == row)
        painter.fillRect(0, y, frame.width, h, theme.color(Tone::Line));
    else if (isTouch || isHover)
        painter.fillRect(0, y, frame.width, h, theme.color(Tone::Raised));

    const Px px = m_rows.scale().pxAt(row);
    const LadderCell *bid = m_rows.bidAt(row);
    const LadderCell *ask = m_rows.askAt(row);
    const double largest = static_cast<double>(std::max<std::int64_t>(1, m_rows.largest().lots));
    const int percent = theme.isDark() ? kBarPercent : kBarPercentLight;
    const auto bar = [&](const LadderCell &cell, Tone side, int left, int right, bool fromRight) {
        const double share = static_cast<double>(cell.sz.lots) / largest;
        const int width = std::max(1, static_cast<int>(std::lround((right - left) * share)));
        QColor color = tone(side);
        color.setAlphaF(static_cast<float>(percent) / 100.0F);
        painter.fillRect(fromRight ? right - width : left, y + 1, width, h - 2, color);
        // The bar's end, so that a short one is still seen.
        color.setAlphaF(0.55F);
        painter.fillRect(fromRight ? right - 1 : left, y + 1, 1, h - 2, color);
    };
    const auto size = [&](const LadderCell &cell, int left, int right) {
        const int chars = static_cast<int>((right - left - kPad) / m_digits.advance());
        const QColor color =
            cell.source == market::BookSource::Deep ? tone(Tone::TextDim) : tone(Tone::Text);
        m_digits.drawRight(painter, right - kPad, y, h, sizeText(cell.sz, px, chars), color);
    };
    if (bid) {
        bar(*bid, Tone::Bid, c.x[1], c.x[2], true);
        size(*bid, c.x[1], c.x[2]);
    }
    if (ask) {
        bar(*ask, Tone::Ask, c.x[3], c.x[4], false);
        size(*ask, c.x[3], c.x[4]);
    }
    paintChange(painter, frame, Side::Buy, row, y);
    paintChange(painter, frame, Side::Sell, row, y);

    // The price: coloured by the side it lies on, dim inside the spread.
    Tone side = Tone::TextDim;
    if (frame.bid && row <= *frame.bid)
        side = Tone::Bid;
    else if (frame.ask && row >= *frame.ask)
        side = Tone::Ask;
    const QString &text = m_texts.price(px, m_rows.scale().grid());
    GlyphAtlas &atlas = isTouch ? m_strong : m_digits;
    QColor color = tone(side);
    if (!bid && !ask && !isTouch && m_live)
        color = tone(Tone::TextDim);
    const double centre = (c.x[2] + c.x[3]) / 2.0;
    atlas.drawLeft(painter, centre - atlas.width(text) / 2, y, h, text, color);

    if (row >= frame.lowest && !m_traded.empty() && row >= m_traded.front().first) {
        const auto &traded = m_traded[static_cast<std::size_t>(row - m_traded.front().first)];
        if (traded.second.lots > 0) {
            const double share = static_cast<double>(traded.second.lots) /
                                 static_cast<double>(frame.mostTraded.lots);
            const int width = std::max(1, static_cast<int>(std::lround((c.x[6] - c.x[5]) * share)));
            QColor ground = theme.color(Tone::TextFaint);
            ground.setAlphaF(0.16F);
            painter.fillRect(c.x[6] - width, y + 1, width, h - 2, ground);
            const int chars = static_cast<int>((c.x[6] - c.x[5] - kPad) / m_small.advance());
            m_small.drawRight(painter, c.x[6] - kPad, y, h, sizeText(traded.second, px, chars),
                              theme.color(Tone::TextFaint));
        }
    }
}

/// L3: one hairline with the deep age where fast levels end, not a number on every row.
void LadderView::paintHairlines(QPainter &painter, const Frame &frame)
{
    const auto &book = m_rows.book();
    if (!book || book->deepMonoNs == 0)
        return;
    const Theme &theme = Theme::instance();
    const QString label =
        tr("deep %1").arg(fmt::ageText(m_state.clock().monoNs(), book->deepMonoNs));
    painter.setFont(theme.font(FontRole::Label));
    // Its label lies where that side of the book has nothing: over the bids for the asks' line.
    const auto line = [&](int y, int left, int right, bool labelBelow) {
        painter.fillRect(0, y, frame.width, 1, theme.color(Tone::Line));
        const int height = painter.fontMetrics().height();
        const QRect place(left + kPad, labelBelow ? y + 2 : y - height - 1, right - left - 2 * kPad,
                          height);
        painter.setPen(theme.color(Tone::TextFaint));
        const Qt::Alignment end = labelBelow ? Qt::AlignLeft : Qt::AlignRight;
        painter.drawText(place, static_cast<int>(end | Qt::AlignVCenter), label);
    };
    if (const auto row = m_rows.firstDeepAsk())
        line(frame.y(m_topRow, *row) + frame.rowHeight, 0, frame.c.x[2], false);
    if (const auto row = m_rows.firstDeepBid())
        line(frame.y(m_topRow, *row), frame.c.x[3], frame.c.x[5], true);
}

std::optional<double> LadderView::yOf(const Decimal &price) const
{
    const PriceScale &scale = m_rows.scale();
    const Grid grid = scale.grid();
    const auto below = toPx(price.rounded(grid.pxDecimals(), Rounding::Down), grid);
    if (!below || below->ticks <= 0)
        return std::nullopt;
    const std::int64_t row = scale.rowFor(*below, Side::Buy);
    const double step = static_cast<double>(scale.stepAt(row));
    const double into = static_cast<double>((*below - scale.pxAt(row)).ticks) / step;
    const int h = Theme::instance().denseRowHeight();
    return headerHeight() + (static_cast<double>(m_topRow - row) + 0.5 - into) * h;
}

void LadderView::paintMark(QPainter &painter, const Frame &frame, const Decimal &price, Tone tone,
                           const QString &label, bool dotted)
{
    const auto at = yOf(price);
    if (!at || *at < frame.header || *at > frame.height)
        return;
    const Theme &theme = Theme::instance();
    const double y = std::floor(*at) + 0.5;
    painter.save();
    painter.setFont(theme.font(FontRole::Label));
    const int width = painter.fontMetrics().horizontalAdvance(label) + 4;
    QPen pen(theme.color(m_live ? tone : Tone::TextFaint), 1, dotted ? Qt::DotLine : Qt::SolidLine);
    pen.setDashPattern(dotted ? QList<qreal>{1, 3} : QList<qreal>{4, 2});
    painter.setPen(pen);
    painter.drawLine(QPointF(kPad + width, y), QPointF(frame.width - kPad, y));
    painter.drawText(QRectF(kPad, y - frame.rowHeight / 2.0, width, frame.rowHeight),
                     Qt::AlignLeft | Qt::AlignVCenter, label);
    painter.restore();
}

void LadderView::paintMarks(QPainter &painter, const Frame &frame)
{
    const Theme &theme = Theme::instance();
    if (const auto *position = m_state.position(m_coin); position && position->szi.lots != 0) {
        paintMark(painter, frame, position->entryPx, Tone::Own, tr("entry"), true);
        if (const auto even = breakEven(*position, m_state.fees()))
            paintMark(painter, frame, *even, Tone::Own, tr("b/e"), true);
        if (position->liquidationPx)
            paintMark(painter, frame, *position->liquidationPx, Tone::Own, tr("liq."), false);
    }
    // Last trade: a solid pointer at the left of its price, in the colour of who took; mark price:
    // a hollow one at the right.
    const auto pointer = [&](double y, bool atLeft, const QColor &color, bool filled) {
        const double x = atLeft ? frame.c.x[2] + 2.0 : frame.c.x[3] - 2.0;
        const double d = atLeft ? 5.0 : -5.0;
        QPainterPath path;
        path.moveTo(x, y - 3.5);
        path.lineTo(x + d, y);
        path.lineTo(x, y + 3.5);
        path.closeSubpath();
        painter.save();
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(filled ? QPen(Qt::NoPen) : QPen(color, 1));
        painter.setBrush(filled ? QBrush(color) : QBrush(Qt::NoBrush));
        painter.drawPath(path);
        painter.restore();
    };
    const TradeTape &tape = m_state.tape(m_coin);
    if (!tape.trades.empty()) {
        const auto &last = tape.trades.back();
        const std::int64_t row =
            m_rows.scale().rowFor(last.px, last.isBuy ? Side::Sell : Side::Buy);
        pointer(frame.y(m_topRow, row) + frame.rowHeight / 2.0, true,
                tone(last.isBuy ? Tone::Bid : Tone::Ask), true);
    }
    if (const auto *context = m_state.context(m_coin); context && context->mark) {
        if (const auto y = yOf(*context->mark))
            pointer(*y, false, theme.color(Tone::TextDim), false);
    }
}

void LadderView::paintPointer(QPainter &painter, const Frame &frame)
{
    const Theme &theme = Theme::instance();
    if (m_cursor && hasFocus()) {
        painter.setPen(QPen(theme.color(Tone::Accent), 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(
            QRectF(0.5, frame.y(m_topRow, *m_cursor) + 0.5, frame.width - 1, frame.rowHeight - 1));
    }
    if (frame.hoverRow && m_hover) {
        const auto column = columnAt(m_hover->x());
        if (column != LadderColumn::None && column != LadderColumn::Traded) {
            const QRect cell = cellRect(*frame.hoverRow, column);
            painter.setPen(QPen(theme.color(m_live ? Tone::TextFaint : Tone::Line), 1));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(QRectF(cell).adjusted(0.5, 0.5, -0.5, -0.5));
        }
    }
}

/// L4: the three states differ without colour: a heavy frame, a hatch, or neither.
void LadderView::paintArm(QPainter &painter)
{
    const Theme &theme = Theme::instance();
    const QRectF all = viewport()->rect();
    if (armState() == ArmState::Armed) {
        painter.setPen(QPen(theme.color(Tone::Own), 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(all.adjusted(1, 1, -1, -1));
    } else if (armState() == ArmState::Held) {
        painter.fillRect(all, QBrush(theme.tint(Tone::TextFaint, 30), Qt::BDiagPattern));
    }
}

} // namespace hl::ui
