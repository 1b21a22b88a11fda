// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/clock.h"

#include <map>

namespace hl::test {

/// A clock and its timers that move only when told.
class ManualClock final : public Clock, public TimerService
{
public:
    explicit ManualClock(TimeMs startWallMs = 1'700'000'000'000) : m_wallMs(startWallMs) {}

    TimeMs wallMs() const override { return m_wallMs; }
    std::int64_t monoNs() const override { return m_monoNs; }

    Handle after(std::chrono::milliseconds delay, std::function<void()> fn) override
    {
        const Handle handle = ++m_lastHandle;
        m_due.emplace(std::pair{m_monoNs + delay.count() * 1'000'000, handle}, std::move(fn));
        return handle;
    }

    void cancel(Handle handle) override
    {
        std::erase_if(m_due, [&](const auto &entry) { return entry.first.second == handle; });
    }

    /// Moves both clocks, calling what falls due at its own time, in order.
    void advance(std::chrono::milliseconds by)
    {
        const std::int64_t until = m_monoNs + by.count() * 1'000'000;
        while (!m_due.empty() && m_due.begin()->first.first <= until) {
            auto node = m_due.extract(m_due.begin());
            moveTo(node.key().first);
            node.mapped()();
        }
        moveTo(until);
    }

    /// A step of the wall clock alone, as by NTP.
    void stepWall(TimeMs by) { m_wallMs += by; }
    std::size_t pendingTimers() const { return m_due.size(); }

private:
    void moveTo(std::int64_t monoNs)
    {
        m_remainderNs += monoNs - m_monoNs;
        m_wallMs += m_remainderNs / 1'000'000;
        m_remainderNs %= 1'000'000;
        m_monoNs = monoNs;
    }

    TimeMs m_wallMs;
    std::int64_t m_monoNs = 1'000'000'000;
    std::int64_t m_remainderNs = 0;
    Handle m_lastHandle = 0;
    std::map<std::pair<std::int64_t, Handle>, std::function<void()>> m_due;
};

} // namespace hl::test
