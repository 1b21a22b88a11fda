// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/common/glyph_atlas.h"
#include "ui/common/panel.h"
#include "ui/common/workspace_state.h"

#include <cstdint>
#include <vector>

class QMenu;
class QPushButton;

namespace hl::ui {

/// The list of trades, newest on top: side by colour and by arrow, size, time. Only what is on
/// screen is looked at; scrolled back, the rows stay where they are. GUI thread.
class TapeView : public QWidget
{
    Q_OBJECT

public:
    /// A trade is large where it is among the largest twentieth of the last ones, and at least
    /// twice the usual size (their median).
    static constexpr std::size_t kLargeShare = 20;
    static constexpr std::size_t kSample = 400;

    explicit TapeView(WorkspaceState &state, QWidget *parent = nullptr);

    void setCoin(const std::string &coin);
    const std::string &coin() const { return m_coin; }
    /// Trades below this value in quote units are not listed; 0 lists all.
    void setMinimumValue(int value);
    int minimumValue() const { return m_minimumValue; }

    int visibleRows() const;
    /// The trades on screen, top first.
    const std::vector<market::Trade> &shown() const { return m_shown; }
    bool isLarge(const market::Trade &trade) const;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    void onTape();
    void refreshShown();
    void scrollBy(std::int64_t rows);
    bool passes(const market::Trade &trade, Grid grid) const;

    WorkspaceState &m_state;
    std::string m_coin;
    MarketLease m_lease;
    int m_minimumValue = 0;
    /// Serial of the trade on top while scrolled back; 0: follows the newest.
    std::uint64_t m_topSerial = 0;
    std::uint64_t m_seenSerial = 0;
    Sz m_large{INT64_MAX}; ///< from this size on
    std::vector<market::Trade> m_shown;
    GlyphAtlas m_digits;
    GlyphAtlas m_small;
    int m_wheelRest = 0;
};

class TapePanel : public Panel
{
    Q_OBJECT

public:
    explicit TapePanel(WorkspaceState &state, QWidget *parent = nullptr);

    TapeView &view() { return *m_view; }

private:
    void makeFilter();

    TapeView *m_view;
    QPushButton *m_filterButton = nullptr;
};

} // namespace hl::ui
