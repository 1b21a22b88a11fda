// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/clock.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <unordered_map>

namespace hl::net {

/// Many time-outs on one timer (protocol/sdk-internals.md 2): deadlines in order, the same deadline
/// in the order of adding. Ids are never 0.
class DeadlineQueue
{
public:
    using Id = std::uint64_t;

    DeadlineQueue(const Clock &clock, TimerService &timers) : m_clock(clock), m_timer(timers) {}

    Id add(std::chrono::milliseconds delay, std::function<void()> fn);
    /// Unknown, fired and zero ids are ignored.
    void cancel(Id id);
    void clear();
    std::size_t size() const { return m_due.size(); }

private:
    using Key = std::pair<std::int64_t, Id>;

    void fire();
    void arm();

    const Clock &m_clock;
    std::map<Key, std::function<void()>> m_due;
    std::unordered_map<Id, std::int64_t> m_when;
    Id m_lastId = 0;
    std::int64_t m_armedForNs = 0;
    Timer m_timer;
};

} // namespace hl::net
