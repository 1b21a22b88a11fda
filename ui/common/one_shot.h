// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/common/workspace_state.h"

#include <QTimer>

#include <chrono>
#include <functional>
#include <memory>
#include <utility>

namespace hl::ui {

/// A delay of the window, on the timers the window was given (so that tests can set the time), else
/// on Qt's. Ends with its owner; started again, the earlier one is forgotten. GUI thread.
class OneShot
{
public:
    explicit OneShot(const WorkspaceState &state)
    {
        if (state.timers())
            m_timer = std::make_unique<Timer>(*state.timers());
        else
            m_qt.setSingleShot(true);
    }

    void start(std::chrono::milliseconds delay, std::function<void()> fn)
    {
        if (m_timer) {
            m_timer->start(delay, std::move(fn));
            return;
        }
        m_qt.disconnect();
        QObject::connect(&m_qt, &QTimer::timeout, &m_qt, std::move(fn));
        m_qt.start(delay);
    }
    void stop()
    {
        if (m_timer)
            m_timer->stop();
        else
            m_qt.stop();
    }
    bool isActive() const { return m_timer ? m_timer->isActive() : m_qt.isActive(); }

private:
    std::unique_ptr<Timer> m_timer;
    QTimer m_qt;
};

} // namespace hl::ui
