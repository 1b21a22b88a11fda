// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/clock.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <unordered_map>
#include <utility>

namespace hl::bench {

/// A clock that moves only when told, with its timers: work is measured, never waiting.
class VirtualTime final : public Clock, public TimerService
{
public:
    explicit VirtualTime(TimeMs startWallMs = 1'700'000'000'000) : m_startWallMs(startWallMs) {}

    TimeMs wallMs() const override { return m_startWallMs + m_nowNs / 1'000'000; }
    std::int64_t monoNs() const override { return m_nowNs; }

    Handle after(std::chrono::milliseconds delay, std::function<void()> fn) override
    {
        const Handle handle = ++m_lastHandle;
        const Key key{m_nowNs + delay.count() * 1'000'000, handle};
        m_due.emplace(key, std::move(fn));
        m_when.emplace(handle, key.first);
        return handle;
    }
    void cancel(Handle handle) override
    {
        if (const auto node = m_when.extract(handle); !node.empty())
            m_due.erase({node.mapped(), handle});
    }

    /// Calls what falls due, each at its own time.
    void advance(std::chrono::nanoseconds by)
    {
        const std::int64_t until = m_nowNs + by.count();
        while (!m_due.empty() && m_due.begin()->first.first <= until) {
            auto node = m_due.extract(m_due.begin());
            m_nowNs = std::max(m_nowNs, node.key().first);
            m_when.erase(node.key().second);
            node.mapped()();
        }
        m_nowNs = until;
    }
    void settle() { advance(std::chrono::nanoseconds{0}); }

private:
    using Key = std::pair<std::int64_t, Handle>;

    TimeMs m_startWallMs;
    std::int64_t m_nowNs = 1'000'000'000;
    Handle m_lastHandle = 0;
    std::map<Key, std::function<void()>> m_due;
    std::unordered_map<Handle, std::int64_t> m_when;
};

} // namespace hl::bench
