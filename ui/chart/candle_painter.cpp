// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/chart/candle_view.h"
#include "ui/common/formatters.h"

#include <QDateTime>
#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>

namespace hl::ui {

using model::Side;

namespace {

constexpr TimeMs kDayMs = 86'400'000;
constexpr double kVolumeShare = 0.13;
constexpr int kMinTimeGap = 84;

/// Tag text of an own order: "buy 0.0500 · Alo".
QString orderText(const model::Order &order)
{
    const QString side = order.side == Side::Buy ? CandleView::tr("buy") : CandleView::tr("sell");
    QString kind = fmt::fromUtf8(model::tifName(order.tif));
    if (order.trigger)
        kind = order.trigger->tpsl == model::TpSl::Sl ? CandleView::tr("stop")
                                                      : CandleView::tr("take profit");
    return QStringLiteral("%1 %2 · %3")
        .arg(side, fmt::szPlain(order.remaining(), order.grid), kind);
}

} // namespace

void CandleView::paintEvent(QPaintEvent *)
{
    const std::int64_t begin = m_state.clock().monoNs();
    const Theme &theme = Theme::instance();
    m_dirty = false;
    QPainter painter(this);
    painter.fillRect(rect(), theme.color(Tone::Panel));
    if (m_series.isEmpty()) {
        theme.paintEmpty(painter, rect(), tr("No candles yet"),
                         tr("History comes from the venue; intervals below a minute are built from "
                            "trades since the start."));
    } else {
        const auto [first, last] = visible();
        const auto [low, high] = m_series.range(first, last);
        const std::int64_t pad = std::max<std::int64_t>(1, (high - low).ticks / 14);
        m_low = {low.ticks - pad};
        m_high = {high.ticks + pad};
        const QFontMetrics digits(theme.font(FontRole::DigitsSmall));
        m_axisWidth = digits.horizontalAdvance(fmt::pxText(
                          m_high, m_series.grid(), fmt::pxDecimals(high, m_series.grid()))) +
                      24;
        paintGrid(painter);
        painter.save();
        painter.setClipRect(plotRect().adjusted(-6, -10, 0, 0));
        paintCandles(painter);
        paintFills(painter);
        painter.restore();
        paintOrders(painter);
        paintLast(painter);
        paintCrosshair(painter);
    }
    if (hasFocus()) {
        painter.setPen(theme.color(Tone::Accent));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
    painter.end();
    m_state.paintStats().series("chart").paint.record(m_state.clock().monoNs() - begin);
}

QString CandleView::timeLabel(TimeMs time, bool full) const
{
    const auto when = QDateTime::fromMSecsSinceEpoch(time);
    const TimeMs length = CandleSeries::lengthMs(m_series.interval());
    if (full)
        return length >= kDayMs  ? when.toString(u"d MMM yyyy")
               : length < 60'000 ? when.toString(u"HH:mm:ss")
                                 : when.toString(u"d MMM HH:mm");
    if (length >= kDayMs)
        return when.toString(u"d MMM");
    return length < 15'000 ? when.toString(u"HH:mm:ss") : when.toString(u"HH:mm");
}

void CandleView::paintGrid(QPainter &painter)
{
    const Theme &theme = Theme::instance();
    const QRectF plot = plotRect();
    const Grid grid = m_series.grid();
    painter.setFont(theme.font(FontRole::DigitsSmall));
    const QFontMetrics digits = painter.fontMetrics();
    QColor line = theme.color(Tone::Line);
    line.setAlphaF(0.6F);

    const int wanted = std::max(2, static_cast<int>(plot.height() / 64));
    const std::int64_t step = niceStep((m_high - m_low).ticks, wanted);
    const int decimals = fmt::pxDecimals(m_high, grid);
    for (std::int64_t t = (m_low.ticks / step + 1) * step; t < m_high.ticks; t += step) {
        const double y = std::floor(yOf({t}));
        if (y > plot.bottom())
            continue;
        painter.fillRect(QRectF(0, y, plot.right(), 1), line);
        painter.setPen(theme.color(Tone::TextFaint));
        painter.drawText(
            QRectF(plot.right() + 8, y - digits.height() / 2.0, m_axisWidth - 12, digits.height()),
            Qt::AlignLeft | Qt::AlignVCenter, fmt::pxText({t}, grid, decimals));
    }

    // Time labels at round candles, never closer than they are wide.
    const auto [first, last] = visible();
    const TimeMs length = std::max<TimeMs>(1, CandleSeries::lengthMs(m_series.interval()));
    constexpr std::array<TimeMs, 22> kSteps{
        1'000,       5'000,         10'000,        15'000,       30'000,     60'000,
        120'000,     300'000,       600'000,       900'000,      1'800'000,  3'600'000,
        7'200'000,   14'400'000,    21'600'000,    43'200'000,   86'400'000, 172'800'000,
        604'800'000, 1'209'600'000, 2'592'000'000, 7'776'000'000};
    TimeMs timeStep = kSteps.back();
    for (const TimeMs s : kSteps) {
        if (static_cast<double>(s) / static_cast<double>(length) * m_bar >= kMinTimeGap) {
            timeStep = s;
            break;
        }
    }
    for (std::size_t i = first; i < last; ++i) {
        const TimeMs time = m_series.candles()[i].openTime;
        const TimeMs local =
            time + QDateTime::fromMSecsSinceEpoch(time).offsetFromUtc() * TimeMs{1000};
        if (local % timeStep != 0)
            continue;
        const double x = xOf(i);
        if (x < plot.left() + 20 || x > plot.right() - 20)
            continue;
        painter.setPen(theme.color(Tone::TextFaint));
        painter.drawText(QRectF(x - 60, plot.bottom() + 4, 120, digits.height()), Qt::AlignHCenter,
                         timeLabel(time, false));
    }
}

void CandleView::paintCandles(QPainter &painter)
{
    const Theme &theme = Theme::instance();
    const QRectF plot = plotRect();
    const auto [first, last] = visible();
    const qreal dpr = devicePixelRatioF();
    const auto snap = [dpr](double v) { return std::round(v * dpr) / dpr; };
    const double body = std::max(1.0, std::round(m_bar * 0.7));
    std::int64_t most = 1;
    for (std::size_t i = first; i < last; ++i)
        most = std::max(most, m_series.candles()[i].volume.lots);
    const double volumeHeight = plot.height() * kVolumeShare;
    for (std::size_t i = first; i < last; ++i) {
        const auto &c = m_series.candles()[i];
        const Tone side = c.close >= c.open ? Tone::Bid : Tone::Ask;
        const QColor color = theme.color(side);
        const double x = snap(xOf(i) - body / 2);
        const double volume =
            volumeHeight * static_cast<double>(c.volume.lots) / static_cast<double>(most);
        painter.fillRect(QRectF(x, snap(plot.bottom() - volume), body,
                                plot.bottom() - snap(plot.bottom() - volume)),
                         theme.over(side, 34));
        const double middle = snap(x + body / 2 - 0.5);
        const double high = snap(yOf(c.high));
        const double low = snap(yOf(c.low));
        painter.fillRect(QRectF(middle, high, 1, std::max(1.0, low - high)), color);
        if (body >= 2) {
            const double top = snap(yOf(std::max(c.open, c.close)));
            const double bottom = snap(yOf(std::min(c.open, c.close)));
            painter.fillRect(QRectF(x, top, body, std::max(1.0, bottom - top)), color);
        }
    }
}

void CandleView::paintFills(QPainter &painter)
{
    const auto &candles = m_series.candles();
    const auto [first, last] = visible();
    if (first >= last)
        return;
    const Theme &theme = Theme::instance();
    painter.setRenderHint(QPainter::Antialiasing);
    const TimeMs from = candles[first].openTime;
    for (auto it = m_state.fills().rbegin(); it != m_state.fills().rend(); ++it) {
        if (it->time < from)
            break;
        if (it->coin != m_series.coin())
            continue;
        const auto at = std::upper_bound(
            candles.begin(), candles.end(), it->time,
            [](TimeMs time, const market::Candle &c) { return time < c.openTime; });
        if (at == candles.begin())
            continue;
        const double x = xOf(static_cast<std::size_t>(at - candles.begin()) - 1);
        const double y = yOf(it->px);
        // Own is amber; the arrow says which way.
        const double d = it->side == Side::Buy ? 1 : -1;
        const QPointF arrow[3] = {{x, y + d}, {x - 4.5, y + d * 9}, {x + 4.5, y + d * 9}};
        painter.setPen(QPen(theme.color(Tone::Panel), 1));
        painter.setBrush(theme.color(Tone::Own));
        painter.drawPolygon(arrow, 3);
    }
}

void CandleView::paintOrders(QPainter &painter)
{
    const Theme &theme = Theme::instance();
    const QRectF plot = plotRect();
    painter.save();
    painter.setClipRect(QRectF(0, plot.top() - 8, plot.right(), plot.height() + 8));
    std::vector<QRectF> tags;
    for (const auto &order : m_state.ordersFor(m_series.coin())) {
        if (order.kind == model::OrderKind::Market)
            continue;
        const Px px = order.trigger ? order.trigger->triggerPx : order.px;
        const double y = std::floor(yOf(px)) + 0.5;
        if (y < plot.top() - 8 || y > plot.bottom())
            continue;
        const bool isUnknown = order.phase == model::OrderPhase::Unknown;
        const QColor color = theme.color(isUnknown ? Tone::Unknown : Tone::Own);
        QPen pen(color, 1, Qt::DashLine);
        pen.setDashPattern({4, 3});
        painter.setPen(pen);
        painter.drawLine(QPointF(0, y), QPointF(plot.right(), y));
        const QString text = orderText(order);
        painter.setFont(theme.font(FontRole::DigitsSmall));
        const double w = painter.fontMetrics().horizontalAdvance(text) + 14;
        QRectF tag(14, y - 10, w, 19);
        // Orders close to each other stand side by side, and below where that is too narrow.
        for (const auto &other : tags) {
            if (!tag.intersects(other))
                continue;
            tag.moveLeft(other.right() + 4);
            if (tag.right() > plot.right() - 4) {
                tag.moveLeft(14);
                tag.moveTop(other.bottom() + 2);
            }
        }
        tags.push_back(tag);
        painter.setRenderHint(QPainter::Antialiasing);
        const bool isHollow = order.trigger.has_value() || isUnknown;
        painter.setPen(QPen(color, 1));
        painter.setBrush(isHollow ? theme.color(Tone::Panel) : color);
        painter.drawRoundedRect(tag.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
        painter.setPen(isHollow ? color : theme.color(Tone::OnColour));
        painter.drawText(tag, Qt::AlignCenter, text);
        painter.setRenderHint(QPainter::Antialiasing, false);
    }
    painter.restore();
}

void CandleView::paintTag(QPainter &painter, double y, const QString &text, const QColor &ground,
                          const QColor &ink)
{
    const QRectF plot = plotRect();
    const QRectF tag(plot.right() + 2, y - 10, m_axisWidth - 6, 20);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(ground);
    painter.drawRoundedRect(tag, 3, 3);
    painter.setPen(ink);
    painter.drawText(tag.adjusted(6, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, text);
    painter.restore();
}

void CandleView::paintLast(QPainter &painter)
{
    const Theme &theme = Theme::instance();
    const QRectF plot = plotRect();
    const auto &c = m_series.candles().back();
    const double y = yOf(c.close);
    if (y < plot.top() - 10 || y > plot.bottom())
        return;
    const QColor color = theme.color(c.close >= c.open ? Tone::Bid : Tone::Ask);
    QPen pen(color, 1);
    pen.setDashPattern({1, 3});
    painter.setPen(pen);
    const double start = std::max(0.0, xOf(m_series.candles().size() - 1));
    painter.drawLine(QPointF(start, std::floor(y) + 0.5),
                     QPointF(plot.right(), std::floor(y) + 0.5));
    painter.setFont(theme.font(FontRole::DigitsSmall));
    paintTag(painter, y, fmt::pxText(c.close, m_series.grid()), color, theme.color(Tone::OnColour));
}

void CandleView::paintCrosshair(QPainter &painter)
{
    const QRectF plot = plotRect();
    if (!m_hover || m_hover->x() > plot.right() || m_hover->y() > plot.bottom() || m_drag)
        return;
    const Theme &theme = Theme::instance();
    const auto [first, last] = visible();
    if (first >= last)
        return;
    const double fromEnd = (plot.right() - m_hover->x()) / m_bar + m_back - 1;
    const auto count = static_cast<double>(m_series.candles().size());
    const double index = std::round(count - 1 - fromEnd);
    const auto i = static_cast<std::size_t>(
        std::clamp(index, static_cast<double>(first), static_cast<double>(last - 1)));
    const auto &c = m_series.candles()[i];
    const double x = std::floor(xOf(i)) + 0.5;
    const double y = std::floor(m_hover->y()) + 0.5;
    QPen pen(theme.color(Tone::TextFaint), 1);
    pen.setDashPattern({3, 3});
    painter.setPen(pen);
    painter.drawLine(QPointF(x, 0), QPointF(x, plot.bottom()));
    painter.drawLine(QPointF(0, y), QPointF(plot.right(), y));

    painter.setFont(theme.font(FontRole::DigitsSmall));
    const Grid grid = m_series.grid();
    const int decimals = fmt::pxDecimals(c.close, grid);
    Px at = pxAt(m_hover->y());
    // The label names a price as coarse as the market's own.
    std::int64_t unit = 1;
    for (int d = grid.pxDecimals(); d > decimals; --d)
        unit *= 10;
    at.ticks -= at.ticks % unit;
    paintTag(painter, y, fmt::pxText(at, grid, decimals), theme.color(Tone::Line),
             theme.color(Tone::Text));
    const QString time = timeLabel(c.openTime, true);
    const double w = painter.fontMetrics().horizontalAdvance(time) + 14;
    const QRectF box(std::clamp(x - w / 2, 0.0, plot.right() - w), plot.bottom() + 1, w, 19);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.color(Tone::Line));
    painter.drawRoundedRect(box, 3, 3);
    painter.setPen(theme.color(Tone::Text));
    painter.drawText(box, Qt::AlignCenter, time);
    painter.restore();

    const auto px = [&](Px p) { return fmt::pxText(p, grid, decimals); };
    const QString read =
        tr("O %1  H %2  L %3  C %4  V %5")
            .arg(px(c.open), px(c.high), px(c.low), px(c.close), fmt::szShort(c.volume, grid));
    const double readWidth = painter.fontMetrics().horizontalAdvance(read) + 12;
    painter.fillRect(QRectF(8, 4, readWidth, painter.fontMetrics().height() + 4),
                     theme.tint(Tone::Panel, 85));
    painter.setPen(theme.color(Tone::TextDim));
    painter.drawText(QRectF(14, 6, readWidth, painter.fontMetrics().height()), Qt::AlignLeft, read);
}

} // namespace hl::ui
