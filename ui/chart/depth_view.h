// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/common/theme.h"
#include "ui/common/workspace_state.h"

#include <QWidget>

#include <optional>
#include <vector>

namespace hl::ui {

/// Cumulated size against price, both sides, with honest edges: the curve ends where the book does
/// and the note says how far that is. Painted on the heartbeat; never holds up the ladder's data.
class DepthView : public QWidget
{
    Q_OBJECT

public:
    struct Step
    {
        Px px;
        Sz sum; ///< from the touch to here, exact
    };

    explicit DepthView(WorkspaceState &state, QWidget *parent = nullptr);

    void setCoin(const std::string &coin);
    const std::vector<Step> &bids() const { return m_bids; }
    const std::vector<Step> &asks() const { return m_asks; }
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    /// "fast + deep · covers 4 bp", or why there is none.
    void coverageChanged(const QString &text);

protected:
    void paintEvent(QPaintEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;

private:
    void rebuild();
    QString coverage() const;
    void paintSide(QPainter &painter, const QRectF &plot, const std::vector<Step> &steps, Tone tone,
                   bool leftwards);
    void paintHover(QPainter &painter, const QRectF &plot);
    double xOf(Px px, const QRectF &plot) const;
    double yOf(Sz sum, const QRectF &plot) const;

    WorkspaceState &m_state;
    std::string m_coin;
    MarketLease m_lease;
    market::BookSnapshotPtr m_book;
    std::uint64_t m_builtRevision = 0;
    bool m_live = false;
    std::vector<Step> m_bids;
    std::vector<Step> m_asks;
    std::int64_t m_midTwice = 0; ///< best bid + best ask, in ticks
    std::int64_t m_reach = 1;    ///< half width shown, in ticks
    std::int64_t m_most = 1;
    std::optional<QPointF> m_hover;
};

} // namespace hl::ui
