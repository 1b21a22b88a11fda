// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/clock.h"
#include "engine/api/events.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace hl::engine {

/// Decides when pictures and trades go to the window: after a pause at once, then at most every 33
/// ms, and for each coin only when the one before was taken (credit). Of pictures the newest state
/// wins; trades wait in a bounded list and come in batches, and what did not fit is told as
/// `missed`. Memory does not grow with a window that stands still. Engine thread.
class FeedThrottle
{
public:
    static constexpr std::chrono::milliseconds kPeriod{33};
    static constexpr std::size_t kMostPending = 2'000;

    struct Hooks
    {
        /// Make and send the newest picture of that coin; `oldestNs`: receive time of the oldest
        /// frame in it that was not sent before.
        std::function<void(const std::string &coin, std::int64_t oldestNs)> sendBook;
        std::function<void(TradeBatch)> sendTrades;
    };

    FeedThrottle(TimerService &timers, Hooks hooks);

    void add(const std::string &coin, Grid grid);
    void remove(const std::string &coin);

    void bookDirty(const std::string &coin, std::int64_t receivedNs);
    void trades(const std::string &coin, std::span<const market::Trade> trades, bool isSnapshot,
                std::int64_t receivedNs);

    /// What waits of that coin goes another way.
    void dropTrades(const std::string &coin);

    void returnBookCredit(const std::string &coin);
    void returnTradeCredit(const std::string &coin);
    /// A window was built anew: whatever was in flight is not coming back.
    void resetCredits();

    /// Would a batch of trades of any coin be cut short? A replay waits then.
    bool isBackedUp() const;
    /// Nothing is waiting to be sent.
    bool isIdle() const;
    std::uint64_t superseded() const { return m_superseded; }
    std::uint64_t missed() const { return m_missed; }

private:
    struct Feed
    {
        Grid grid;
        bool hasBookCredit = true;
        bool isBookDirty = false;
        std::int64_t oldestBookNs = 0;
        bool hasTradeCredit = true;
        TradeBatch pending;
    };

    void arm();
    void tick();
    /// Whether something went.
    bool flushBook(const std::string &coin, Feed &feed);
    bool flushTrades(const std::string &coin, Feed &feed);

    Hooks m_hooks;
    std::unordered_map<std::string, Feed> m_feeds;
    std::uint64_t m_superseded = 0;
    std::uint64_t m_missed = 0;
    Timer m_timer;
};

} // namespace hl::engine
