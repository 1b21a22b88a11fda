// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "net/qt_timer_service.h"

#include <algorithm>
#include <chrono>
#include <limits>

namespace hl::net {

namespace {

constexpr std::int64_t kNsPerMs = 1'000'000;

std::int64_t monotonicNs()
{
    return std::chrono::duration_cast<std::chrono::nanoseconds>(
               std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

} // namespace

QtTimerService::QtTimerService(QObject *parent) : QObject(parent), m_timer(this)
{
    // Past a second QTimer may be 5 % early by default; deadlines must not be.
    m_timer.setTimerType(Qt::PreciseTimer);
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, [this] { fire(); });
}

TimerService::Handle QtTimerService::after(std::chrono::milliseconds delay,
                                           std::function<void()> fn)
{
    const Handle handle = ++m_lastHandle;
    const std::int64_t ms =
        std::clamp<std::int64_t>(delay.count(), 0, std::numeric_limits<int>::max());
    const std::int64_t now = monotonicNs();
    const Key key{now + ms * kNsPerMs, handle};
    m_due.emplace(key, std::move(fn));
    m_when.emplace(handle, key.first);
    arm(now);
    return handle;
}

void QtTimerService::arm(std::int64_t nowNs)
{
    if (m_due.empty())
        return;
    const std::int64_t due = m_due.begin()->first.first;
    if (m_timer.isActive() && m_armedForNs <= due)
        return;
    m_armedForNs = due;
    const std::int64_t ms = (std::max<std::int64_t>(due - nowNs, 0) + kNsPerMs - 1) / kNsPerMs;
    m_timer.start(static_cast<int>(std::min<std::int64_t>(ms, std::numeric_limits<int>::max())));
}

void QtTimerService::fire()
{
    const std::int64_t now = monotonicNs();
    if (m_due.empty() || m_due.begin()->first.first > now) {
        arm(now);
        return;
    }
    auto node = m_due.extract(m_due.begin());
    m_when.erase(node.key().second);
    // One a turn of the loop, and the next is armed before: the function may run for long, add
    // timers of its own or end this object.
    arm(now);
    node.mapped()();
}

void QtTimerService::cancel(Handle handle)
{
    if (const auto node = m_when.extract(handle); !node.empty())
        m_due.erase({node.mapped(), handle});
}

} // namespace hl::net
