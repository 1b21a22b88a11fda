// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/chart/candle_view.h"

#include "ui/common/formatters.h"

#include <QDateTime>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace hl::ui {

CandleView::CandleView(WorkspaceState &state, QWidget *parent) : QWidget(parent), m_state(state)
{
    setObjectName(QStringLiteral("candleView"));
    setAttribute(Qt::WA_OpaquePaintEvent);
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Candles"));
    connect(&state.engine(), &engine::EngineApi::candlesChanged, this,
            [this](const engine::CandleBatch &batch) {
                const bool wasEmpty = m_series.isEmpty();
                const std::size_t before = m_series.candles().size();
                if (!m_series.apply(batch))
                    return;
                // Looking back, the picture stays where it is while candles are added.
                if (m_back > 0 && !batch.isHistory && m_series.candles().size() > before)
                    m_back += static_cast<double>(m_series.candles().size() - before);
                m_dirty = true;
                if (wasEmpty || batch.isHistory)
                    update();
            });
    const auto later = [this] { m_dirty = true; };
    connect(&state, &WorkspaceState::ordersChanged, this, later);
    connect(&state, &WorkspaceState::fillsAppended, this, later);
    connect(&state, &WorkspaceState::heartbeat, this, [this] {
        if (std::exchange(m_dirty, false))
            update();
    });
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

CandleView::~CandleView()
{
    follow(false);
}

void CandleView::follow(bool on)
{
    if (on == m_following || (on && m_series.coin().empty()))
        return;
    m_following = on;
    if (on)
        m_state.engine().followCandles(m_series.coin(), m_series.interval());
    else
        m_state.engine().releaseCandles(m_series.coin(), m_series.interval());
}

void CandleView::setMarket(const std::string &coin, const std::string &interval)
{
    if (coin == m_series.coin() && interval == m_series.interval())
        return;
    follow(false);
    m_series.reset(coin, interval);
    m_back = 0;
    setAccessibleName(tr("Candles of %1, %2").arg(fmt::fromUtf8(coin), fmt::fromUtf8(interval)));
    if (isVisible())
        follow(true);
    update();
}

void CandleView::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    follow(true);
}

void CandleView::hideEvent(QHideEvent *event)
{
    follow(false);
    QWidget::hideEvent(event);
}

QSize CandleView::minimumSizeHint() const
{
    return {200, 120};
}

// --- geometry

QRectF CandleView::plotRect() const
{
    const int axis = QFontMetrics(Theme::instance().font(FontRole::DigitsSmall)).height() + 10;
    return QRectF(rect()).adjusted(6, 10, -m_axisWidth, -axis);
}

double CandleView::xOf(std::size_t candle) const
{
    const double fromEnd =
        static_cast<double>(m_series.candles().size()) - 1 - static_cast<double>(candle);
    return plotRect().right() - (fromEnd - m_back + 1) * m_bar;
}

double CandleView::yOf(Px px) const
{
    const QRectF plot = plotRect();
    // The lowest sixth is for volume.
    const double height = plot.height() * 0.84;
    const double span = std::max<double>(1, static_cast<double>((m_high - m_low).ticks));
    return plot.top() + height * static_cast<double>((m_high - px).ticks) / span;
}

Px CandleView::pxAt(double y) const
{
    const QRectF plot = plotRect();
    const double share = (y - plot.top()) / (plot.height() * 0.84);
    return {m_high.ticks - std::llround(share * static_cast<double>((m_high - m_low).ticks))};
}

std::pair<std::size_t, std::size_t> CandleView::visible() const
{
    const auto count = static_cast<double>(m_series.candles().size());
    const double fit = plotRect().width() / m_bar;
    const double last = std::clamp(count - m_back + 1, 0.0, count);
    const double first = std::clamp(std::floor(count - m_back - fit), 0.0, last);
    return {static_cast<std::size_t>(first), static_cast<std::size_t>(last)};
}

void CandleView::clampScroll()
{
    const auto count = static_cast<double>(m_series.candles().size());
    m_back = std::clamp(m_back, 0.0, std::max(0.0, count - 5));
}

void CandleView::zoom(double factor, double aroundX)
{
    const double old = m_bar;
    m_bar = std::clamp(m_bar * factor, kMinBar, kMaxBar);
    // The candle under the pointer stays there.
    const double fromRight = plotRect().right() - aroundX;
    m_back += fromRight / old - fromRight / m_bar;
    clampScroll();
    update();
}

void CandleView::pan(double candles)
{
    m_back += candles;
    clampScroll();
    update();
}

void CandleView::showNewest()
{
    m_back = 0;
    update();
}

// --- input

void CandleView::mousePressEvent(QMouseEvent *event)
{
    if (event->button() == Qt::LeftButton) {
        m_drag = event->position();
        setCursor(Qt::ClosedHandCursor);
    }
}

void CandleView::mouseMoveEvent(QMouseEvent *event)
{
    m_hover = event->position();
    if (m_drag) {
        pan((event->position().x() - m_drag->x()) / m_bar);
        m_drag = event->position();
    }
    update();
}

void CandleView::mouseReleaseEvent(QMouseEvent *)
{
    m_drag.reset();
    unsetCursor();
}

void CandleView::mouseDoubleClickEvent(QMouseEvent *)
{
    m_bar = 9;
    showNewest();
}

void CandleView::leaveEvent(QEvent *event)
{
    m_hover.reset();
    update();
    QWidget::leaveEvent(event);
}

void CandleView::wheelEvent(QWheelEvent *event)
{
    const double notches = event->angleDelta().y() / 120.0;
    event->accept();
    if (event->modifiers().testFlag(Qt::ShiftModifier))
        pan(notches * 5);
    else
        zoom(std::pow(1.12, notches), event->position().x());
}

void CandleView::keyPressEvent(QKeyEvent *event)
{
    switch (event->key()) {
    case Qt::Key_Left:
        return pan(3);
    case Qt::Key_Right:
        return pan(-3);
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        return zoom(1.2, plotRect().right());
    case Qt::Key_Minus:
        return zoom(1 / 1.2, plotRect().right());
    case Qt::Key_End:
    case Qt::Key_Home:
        return showNewest();
    default:
        QWidget::keyPressEvent(event);
    }
}

} // namespace hl::ui
