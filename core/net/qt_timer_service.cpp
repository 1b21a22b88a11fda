// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "net/qt_timer_service.h"

#include <QTimer>

#include <algorithm>
#include <limits>
#include <utility>

namespace hl::net {

TimerService::Handle QtTimerService::after(std::chrono::milliseconds delay,
                                           std::function<void()> fn)
{
    const Handle handle = ++m_lastHandle;
    QTimer *timer = take();
    connect(timer, &QTimer::timeout, this, [this, handle] { fire(handle); });
    const auto ms = std::clamp<std::int64_t>(delay.count(), 0, std::numeric_limits<int>::max());
    // Past a second QTimer may be 5 % early by default; deadlines must not be.
    timer->setTimerType(Qt::PreciseTimer);
    timer->setSingleShot(true);
    timer->start(static_cast<int>(ms));
    m_timers.emplace(handle, Pending{timer, std::move(fn)});
    return handle;
}

QTimer *QtTimerService::take()
{
    if (m_spare.empty())
        return new QTimer(this);
    QTimer *timer = m_spare.back();
    m_spare.pop_back();
    return timer;
}

void QtTimerService::fire(Handle handle)
{
    auto node = m_timers.extract(handle);
    if (node.empty())
        return;
    // The timer is in the middle of its signal: it is spare only after the connections are gone.
    node.mapped().timer->disconnect(this);
    m_spare.push_back(node.mapped().timer);
    node.mapped().fn();
}

void QtTimerService::cancel(Handle handle)
{
    auto node = m_timers.extract(handle);
    if (node.empty())
        return;
    node.mapped().timer->stop();
    node.mapped().timer->disconnect(this);
    m_spare.push_back(node.mapped().timer);
}

} // namespace hl::net
