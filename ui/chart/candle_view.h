// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/chart/candle_series.h"
#include "ui/common/theme.h"
#include "ui/common/workspace_state.h"

#include <QWidget>

#include <optional>

namespace hl::ui {

/// Candles with volume, own orders and own fills: drag pans, the wheel zooms about the pointer,
/// arrows, plus and minus do the same. New candles are painted on the heartbeat; only what the
/// pointer does is painted at once. Hidden, it follows nothing. GUI thread.
class CandleView : public QWidget
{
    Q_OBJECT

public:
    static constexpr double kMinBar = 2;
    static constexpr double kMaxBar = 60;

    explicit CandleView(WorkspaceState &state, QWidget *parent = nullptr);
    ~CandleView() override;

    void setMarket(const std::string &coin, const std::string &interval);
    const CandleSeries &series() const { return m_series; }
    double barWidth() const { return m_bar; }
    /// How many candles the view is scrolled back; 0: the newest is at the right.
    double scrolledBack() const { return m_back; }

    // Geometry, for painting and tests.
    QRectF plotRect() const;
    double xOf(std::size_t candle) const; ///< centre of its body
    double yOf(Px px) const;              ///< valid after a paint
    QSize minimumSizeHint() const override;

public Q_SLOTS:
    void zoom(double factor, double aroundX);
    void pan(double candles);
    void showNewest();

protected:
    void paintEvent(QPaintEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    void follow(bool on);
    void clampScroll();
    std::pair<std::size_t, std::size_t> visible() const; ///< first, one past last
    Px pxAt(double y) const;

    void paintGrid(QPainter &painter);
    void paintCandles(QPainter &painter);
    void paintOrders(QPainter &painter);
    void paintFills(QPainter &painter);
    void paintLast(QPainter &painter);
    void paintCrosshair(QPainter &painter);
    void paintTag(QPainter &painter, double y, const QString &text, const QColor &ground,
                  const QColor &ink);
    QString timeLabel(TimeMs time, bool full) const;

    WorkspaceState &m_state;
    CandleSeries m_series;
    bool m_following = false;
    bool m_dirty = false;
    double m_bar = 9;  ///< pixels for one candle
    double m_back = 0; ///< candles
    Px m_low;
    Px m_high;
    int m_axisWidth = 70;
    std::optional<QPointF> m_hover;
    std::optional<QPointF> m_drag;
};

} // namespace hl::ui
