// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/common/panel.h"
#include "ui/common/workspace_state.h"

#include <string>

class QButtonGroup;

namespace hl::ui {

class CandleView;
class DepthView;

/// Candles of the selected market with the choice of interval in the header.
class ChartPanel : public Panel
{
    Q_OBJECT

public:
    explicit ChartPanel(WorkspaceState &state, QWidget *parent = nullptr);

    CandleView &view() { return *m_view; }
    void setInterval(const std::string &interval);
    const std::string &interval() const { return m_interval; }

    void saveSettings(QSettings &settings) const override;
    void restoreSettings(QSettings &settings) override;

private:
    void makeIntervals();
    void apply();

    WorkspaceState &m_state;
    CandleView *m_view;
    QButtonGroup *m_buttons = nullptr;
    std::string m_interval = "1m";
};

/// Cumulated depth of the selected market and how far the book covers it.
class DepthPanel : public Panel
{
    Q_OBJECT

public:
    explicit DepthPanel(WorkspaceState &state, QWidget *parent = nullptr);

    DepthView &view() { return *m_view; }

private:
    DepthView *m_view;
};

} // namespace hl::ui
