// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine/feed_throttle.h"

#include <algorithm>
#include <utility>

namespace hl::engine {

FeedThrottle::FeedThrottle(TimerService &timers, Hooks hooks)
    : m_hooks(std::move(hooks))
    , m_timer(timers)
{}

void FeedThrottle::add(const std::string &coin, Grid grid)
{
    m_feeds[coin].grid = grid;
}

void FeedThrottle::remove(const std::string &coin)
{
    m_feeds.erase(coin);
}

void FeedThrottle::bookDirty(const std::string &coin, std::int64_t receivedNs)
{
    const auto it = m_feeds.find(coin);
    if (it == m_feeds.end())
        return;
    Feed &feed = it->second;
    if (feed.isBookDirty) {
        ++m_superseded;
    } else {
        feed.isBookDirty = true;
        feed.oldestBookNs = receivedNs;
    }
    arm();
}

void FeedThrottle::trades(const std::string &coin, std::span<const market::Trade> trades,
                          bool isSnapshot, std::int64_t receivedNs)
{
    const auto it = m_feeds.find(coin);
    if (it == m_feeds.end() || trades.empty())
        return;
    TradeBatch &pending = it->second.pending;
    if (pending.trades.empty()) {
        pending.isSnapshot = isSnapshot;
        pending.receivedMonoNs = receivedNs;
    }
    pending.trades.insert(pending.trades.end(), trades.begin(), trades.end());
    if (pending.trades.size() > kMostPending) {
        const std::size_t excess = pending.trades.size() - kMostPending;
        pending.trades.erase(pending.trades.begin(),
                             pending.trades.begin() + static_cast<std::ptrdiff_t>(excess));
        pending.missed += excess;
        m_missed += excess;
    }
    arm();
}

void FeedThrottle::dropTrades(const std::string &coin)
{
    if (const auto it = m_feeds.find(coin); it != m_feeds.end())
        it->second.pending = {};
}

void FeedThrottle::returnBookCredit(const std::string &coin)
{
    if (const auto it = m_feeds.find(coin); it != m_feeds.end()) {
        it->second.hasBookCredit = true;
        if (it->second.isBookDirty)
            arm();
    }
}

void FeedThrottle::returnTradeCredit(const std::string &coin)
{
    if (const auto it = m_feeds.find(coin); it != m_feeds.end()) {
        it->second.hasTradeCredit = true;
        if (!it->second.pending.trades.empty())
            arm();
    }
}

void FeedThrottle::resetCredits()
{
    for (auto &[coin, feed] : m_feeds) {
        feed.hasBookCredit = true;
        feed.hasTradeCredit = true;
    }
    arm();
}

void FeedThrottle::arm()
{
    // After a pause at once, but not from inside the frame that is being read.
    if (!m_timer.isActive())
        m_timer.start(std::chrono::milliseconds{0}, [this] { tick(); });
}

void FeedThrottle::tick()
{
    bool hasSent = false;
    for (auto &[coin, feed] : m_feeds) {
        hasSent |= flushBook(coin, feed);
        hasSent |= flushTrades(coin, feed);
    }
    if (hasSent)
        m_timer.start(kPeriod, [this] { tick(); });
}

bool FeedThrottle::flushBook(const std::string &coin, Feed &feed)
{
    if (!feed.isBookDirty || !feed.hasBookCredit)
        return false;
    feed.isBookDirty = false;
    feed.hasBookCredit = false;
    m_hooks.sendBook(coin, std::exchange(feed.oldestBookNs, 0));
    return true;
}

bool FeedThrottle::flushTrades(const std::string &coin, Feed &feed)
{
    if (feed.pending.trades.empty() || !feed.hasTradeCredit)
        return false;
    feed.hasTradeCredit = false;
    TradeBatch batch = std::exchange(feed.pending, {});
    batch.coin = coin;
    batch.grid = feed.grid;
    m_hooks.sendTrades(std::move(batch));
    return true;
}

bool FeedThrottle::isBackedUp() const
{
    return std::ranges::any_of(m_feeds, [](const auto &entry) {
        return entry.second.pending.trades.size() > kMostPending / 2;
    });
}

bool FeedThrottle::isIdle() const
{
    return std::ranges::none_of(m_feeds, [](const auto &entry) {
        return entry.second.isBookDirty || !entry.second.pending.trades.empty();
    });
}

} // namespace hl::engine
