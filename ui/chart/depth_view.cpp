// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/chart/depth_view.h"

#include "ui/common/book_liveness.h"
#include "ui/common/formatters.h"

#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace hl::ui {

DepthView::DepthView(WorkspaceState &state, QWidget *parent) : QWidget(parent), m_state(state)
{
    setObjectName(QStringLiteral("depthView"));
    setAttribute(Qt::WA_OpaquePaintEvent);
    setMouseTracking(true);
    setAccessibleName(tr("Depth"));
    connect(&state, &WorkspaceState::heartbeat, this, [this] {
        if (isVisible())
            rebuild();
    });
    connect(&state, &WorkspaceState::bookChanged, this,
            [this](const market::BookSnapshotPtr &book) {
                // The first one at once, the others on the heartbeat.
                if (!m_book && isVisible() && book->coin == m_coin)
                    rebuild();
            });
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

void DepthView::setCoin(const std::string &coin)
{
    m_coin = coin;
    m_book = nullptr;
    m_builtRevision = 0;
    m_lease.reset();
    if (isVisible())
        m_lease = MarketLease(m_state, coin);
    rebuild();
    update();
}

void DepthView::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    if (!m_lease && !m_coin.empty())
        m_lease = MarketLease(m_state, m_coin);
    rebuild();
}

void DepthView::hideEvent(QHideEvent *event)
{
    m_lease.reset();
    QWidget::hideEvent(event);
}

QSize DepthView::minimumSizeHint() const
{
    return {160, 70};
}

void DepthView::rebuild()
{
    const auto book = m_state.book(m_coin);
    const bool live = bookLiveness(book.get(), m_state.clock().monoNs()).isLive;
    if (book == m_book && live == m_live && (!book || book->revision == m_builtRevision))
        return;
    m_book = book;
    m_live = live;
    m_builtRevision = book ? book->revision : 0;
    m_bids.clear();
    m_asks.clear();
    if (book) {
        const auto cumulate = [](const std::vector<market::BookLevel> &levels,
                                 std::vector<Step> &steps) {
            Sz sum;
            for (const auto &level : levels) {
                sum = sum + level.sz;
                steps.push_back({level.px, sum});
            }
        };
        cumulate(book->bids, m_bids);
        cumulate(book->asks, m_asks);
        m_most = 1;
        for (const auto *side : {&m_bids, &m_asks}) {
            if (!side->empty())
                m_most = std::max(m_most, side->back().sum.lots);
        }
        if (!m_bids.empty() && !m_asks.empty()) {
            m_midTwice = m_bids.front().px.ticks + m_asks.front().px.ticks;
            m_reach = std::max<std::int64_t>({1, m_midTwice / 2 - m_bids.back().px.ticks,
                                              m_asks.back().px.ticks - m_midTwice / 2});
        }
    }
    Q_EMIT coverageChanged(coverage());
    update();
}

QString DepthView::coverage() const
{
    if (!m_book || m_bids.empty() || m_asks.empty())
        return {};
    if (!m_live)
        return tr("not live");
    const std::int64_t covered =
        std::min(m_midTwice / 2 - m_bids.back().px.ticks, m_asks.back().px.ticks - m_midTwice / 2);
    const auto bp = Decimal::div(Decimal::fromInt(covered * 20'000), Decimal::fromInt(m_midTwice),
                                 1, Rounding::Down);
    const bool hasFast = m_book->fastMonoNs != 0;
    const bool hasDeep = m_book->deepMonoNs != 0;
    const QString feeds =
        hasFast && hasDeep ? tr("fast + deep") : (hasFast ? tr("fast") : tr("deep"));
    return bp ? tr("%1 · covers %2 bp").arg(feeds, fmt::decimalText(*bp)) : feeds;
}

double DepthView::xOf(Px px, const QRectF &plot) const
{
    const double off = static_cast<double>(px.ticks) - static_cast<double>(m_midTwice) / 2.0;
    return plot.center().x() + off / static_cast<double>(m_reach) * plot.width() / 2 * 0.98;
}

double DepthView::yOf(Sz sum, const QRectF &plot) const
{
    return plot.bottom() -
           static_cast<double>(sum.lots) / static_cast<double>(m_most) * plot.height();
}

void DepthView::paintSide(QPainter &painter, const QRectF &plot, const std::vector<Step> &steps,
                          Tone tone, bool leftwards)
{
    if (steps.empty())
        return;
    const Theme &theme = Theme::instance();
    const QColor color = theme.color(m_live ? tone : Tone::TextFaint);
    QPainterPath line;
    const double start = xOf(steps.front().px, plot);
    line.moveTo(start, plot.bottom());
    double y = plot.bottom();
    for (const auto &step : steps) {
        const double x = xOf(step.px, plot);
        line.lineTo(x, y);
        y = yOf(step.sum, plot);
        line.lineTo(x, y);
    }
    // A short lead-out, so that the last level is seen as a step.
    const double end = xOf(steps.back().px, plot) + (leftwards ? -4 : 4);
    line.lineTo(end, y);
    QPainterPath area = line;
    area.lineTo(end, plot.bottom());
    area.closeSubpath();
    QColor fill = color;
    fill.setAlphaF(0.15F);
    painter.fillPath(area, fill);
    painter.setPen(QPen(color, 1.5, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin));
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(line);
}

void DepthView::paintHover(QPainter &painter, const QRectF &plot)
{
    if (!m_hover || !plot.contains(*m_hover))
        return;
    const bool onBids = m_hover->x() < plot.center().x();
    const auto &steps = onBids ? m_bids : m_asks;
    const Step *found = nullptr;
    for (const auto &step : steps) {
        const double x = xOf(step.px, plot);
        if (onBids ? x >= m_hover->x() : x <= m_hover->x())
            found = &step;
    }
    if (!found)
        return;
    const Theme &theme = Theme::instance();
    const double x = std::floor(xOf(found->px, plot)) + 0.5;
    QPen pen(theme.color(Tone::TextFaint), 1);
    pen.setDashPattern({3, 3});
    painter.setPen(pen);
    painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
    const Grid grid = m_book->grid;
    const QString text =
        tr("%1 to %2").arg(fmt::szText(found->sum, grid), fmt::pxText(found->px, grid));
    painter.setFont(theme.font(FontRole::DigitsSmall));
    const double w = painter.fontMetrics().horizontalAdvance(text) + 16;
    const QRectF box(onBids ? std::max(4.0, x - w - 6) : std::min(width() - w - 4, x + 6),
                     plot.top() + 2, w, 20);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme.color(Tone::Line), 1));
    painter.setBrush(theme.color(Tone::Raised));
    painter.drawRoundedRect(box, 4, 4);
    painter.setPen(theme.color(Tone::Text));
    painter.drawText(box, Qt::AlignCenter, text);
}

void DepthView::paintEvent(QPaintEvent *)
{
    const std::int64_t begin = m_state.clock().monoNs();
    const Theme &theme = Theme::instance();
    QPainter painter(this);
    painter.fillRect(rect(), theme.color(Tone::Panel));
    if (!m_book || m_bids.empty() || m_asks.empty()) {
        theme.paintEmpty(painter, rect(), tr("No depth yet"),
                         tr("It is drawn from the book of the selected market."));
    } else {
        painter.setFont(theme.font(FontRole::DigitsSmall));
        const QFontMetrics digits = painter.fontMetrics();
        const QRectF plot =
            QRectF(rect()).adjusted(12, digits.height() + 8, -12, -digits.height() - 10);
        painter.setRenderHint(QPainter::Antialiasing, false);
        painter.fillRect(QRectF(0, plot.bottom(), width(), 1), theme.color(Tone::Line));
        paintSide(painter, plot, m_bids, Tone::Bid, true);
        paintSide(painter, plot, m_asks, Tone::Ask, false);
        const Grid grid = m_book->grid;
        const int decimals = fmt::pxDecimals(m_asks.front().px, grid);
        const Decimal mid = Decimal(Int128{m_midTwice} * 5, grid.pxDecimals() + 1);
        painter.setPen(theme.color(Tone::TextDim));
        painter.drawText(QRectF(0, 4, width(), digits.height()), Qt::AlignHCenter,
                         fmt::decimalText(mid, decimals + 1));
        painter.setPen(theme.color(Tone::TextFaint));
        // Two prices a side, at half and at nearly the whole reach.
        const double label = digits.horizontalAdvance(fmt::pxText(m_asks.front().px, grid)) + 12;
        const bool isWide = plot.width() * 0.2 > label;
        for (const double share : {-0.8, -0.4, 0.4, 0.8}) {
            if (!isWide && std::abs(share) < 0.5)
                continue;
            std::int64_t ticks =
                m_midTwice / 2 + std::llround(share * static_cast<double>(m_reach));
            std::int64_t unit = 1;
            for (int d = grid.pxDecimals(); d > decimals; --d)
                unit *= 10;
            ticks -= ticks % unit;
            const double x = xOf({ticks}, plot);
            painter.drawText(QRectF(x - 60, plot.bottom() + 4, 120, digits.height()),
                             Qt::AlignHCenter, fmt::pxText({ticks}, grid, decimals));
        }
        paintHover(painter, plot);
    }
    painter.end();
    m_state.paintStats().series("depth").paint.record(m_state.clock().monoNs() - begin);
}

void DepthView::mouseMoveEvent(QMouseEvent *event)
{
    m_hover = event->position();
    update();
}

void DepthView::leaveEvent(QEvent *event)
{
    m_hover.reset();
    update();
    QWidget::leaveEvent(event);
}

} // namespace hl::ui
