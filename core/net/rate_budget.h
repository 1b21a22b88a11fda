// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/clock.h"

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>

namespace hl::net {

/// Who may still take from a nearly empty budget (interaction.md G14). The later ones are shed
/// first; Exit (cancels, closes, order lookups) never is.
enum class Priority : std::uint8_t { Exit, Account, Market, Candles, History };

/// A token bucket on the monotonic clock (protocol/limits.md 5): starts full, refills
/// continuously, may go into debt. One for each limit of an IP, shared by everything that sends.
class RateBudget
{
public:
    struct Limits
    {
        int capacity = 0;  ///< above zero
        int perMinute = 0; ///< above zero
        /// Tokens that only Exit may take; the shed classes keep as much again and more.
        int exitReserve = 0;
    };
    using Ticket = std::uint64_t;

    /// What is spent belongs to the IP and not to a session: this outlives the budgets that count
    /// in it, one after another, whichever thread each of them lives on.
    struct Memory
    {
        std::atomic<std::int64_t> missingUnits = 0;
        std::atomic<std::int64_t> readAtNs = 0; ///< 0: nothing has been counted yet
        std::atomic<std::int64_t> pausedUntilNs = 0;
    };

    /// `memory` outlives this and has its times from the same clock; null: none, it starts full.
    RateBudget(const Clock &clock, TimerService &timers, Limits limits, Memory *memory = nullptr);
    RateBudget(const RateBudget &) = delete;
    RateBudget &operator=(const RateBudget &) = delete;

    /// Takes `weight` and calls `granted`: inside this call (answer 0) where nobody waits and there
    /// is enough, else later in strict first-in-first-out order within a priority; a small request
    /// never overtakes a big one. More than the capacity is served from a full bucket into debt.
    Ticket acquire(int weight, Priority priority, std::function<void()> granted);
    /// As acquire without waiting; fails where somebody of this priority or a better one waits.
    bool tryAcquire(int weight, Priority priority);
    /// Takes at once, into debt where need be: surcharges, posts, pings.
    void charge(int weight);
    /// The waiter leaves the queue and takes nothing. Unknown and zero tickets are ignored.
    void abort(Ticket ticket);
    /// Nothing but Exit is granted for this long (a 429, or the venue's own sentence).
    void pause(std::chrono::milliseconds time);
    bool isPaused() const;

    /// Whole tokens, negative in debt.
    std::int64_t available() const;
    /// Tokens missing from a full bucket, never below zero.
    int used() const;
    std::size_t waiting() const;
    const Limits &limits() const { return m_limits; }

private:
    struct Waiter
    {
        Ticket ticket;
        int weight;
        std::function<void()> granted;
    };
    static constexpr std::size_t kPriorities = 5;

    void refill() const;
    std::int64_t reserveFor(Priority priority) const;
    std::int64_t needFor(int weight, Priority priority) const;
    bool isBehindOthers(Priority priority) const;
    std::int64_t waitNs(int weight, Priority priority) const;
    void spend(int weight);
    void remember() const;
    void serve();
    void arm();

    const Clock &m_clock;
    Limits m_limits;
    // In units of 1/60e9 token, so that one nanosecond refills perMinute units exactly.
    mutable std::int64_t m_units;
    mutable std::int64_t m_readAtNs;
    std::int64_t m_pausedUntilNs = 0;
    std::array<std::deque<Waiter>, kPriorities> m_waiting;
    Ticket m_lastTicket = 0;
    bool m_isServing = false;
    Memory *m_memory;
    Timer m_timer;
};

/// REST weight an IP may spend (protocol/limits.md 1); a fifth is kept for exits.
inline constexpr RateBudget::Limits kIpWeightLimits{1200, 1200, 240};
/// Messages client → server over all WebSockets of an IP (protocol/websocket.md 6).
inline constexpr RateBudget::Limits kMessageLimits{2000, 2000, 100};
/// New WebSocket connections of an IP.
inline constexpr RateBudget::Limits kConnectLimits{30, 30, 0};

} // namespace hl::net
