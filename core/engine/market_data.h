// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/clock.h"
#include "engine/event_sink.h"
#include "engine/feed_throttle.h"
#include "engine/streams.h"
#include "market/book_composer.h"
#include "market/candle_series.h"
#include "market/instrument_registry.h"
#include "market/trade_tape.h"
#include "venue/hyperliquid/frame.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace hl::engine {

/// Books, trades, candles and contexts: what is followed, what came, and what goes to the window.
/// Engine thread. Frames of markets that nobody follows move nothing but contexts.
class MarketData
{
public:
    struct Hooks
    {
        /// History of a venue interval, newest last; `done` later, with nothing where it failed.
        /// Answers a number for cancelCandles, 0 where there is nothing to cancel.
        std::function<std::uint64_t(
            const std::string &coin, const std::string &interval,
            std::function<void(std::optional<std::vector<market::Candle>>)> done)>
            loadCandles;
        std::function<void(Notice)> notice;
        /// Why a frame cannot be dated so; empty: it can. No hook: every date is taken.
        std::function<std::string(TimeMs time, std::int64_t receivedNs, bool mayBeOld)> dateProblem;
        /// Nobody waits for that history any more.
        std::function<void(std::uint64_t)> cancelCandles = {};
    };

    /// `streams` is null in a replay: candles are then built from trades, and nothing is renewed.
    MarketData(const Clock &clock, TimerService &timers, const market::InstrumentRegistry &registry,
               EventSink &sink, Streams *streams, Hooks hooks);
    ~MarketData();
    MarketData(const MarketData &) = delete;
    MarketData &operator=(const MarketData &) = delete;

    void follow(const std::string &coin);
    void release(const std::string &coin);
    void followCandles(const std::string &coin, const std::string &interval);
    void releaseCandles(const std::string &coin, const std::string &interval);
    void returnBookCredit(const std::string &coin) { m_throttle.returnBookCredit(coin); }
    void returnTradeCredit(const std::string &coin) { m_throttle.returnTradeCredit(coin); }

    /// Marks and mids of all markets; once, when there is a list of markets.
    void followContexts();

    /// l2Book, bbo, trades, candle and every kind of contexts; others are ignored. Which of our
    /// subscriptions brought a frame does not matter: a book of the venue's own grouping is never
    /// mixed in, and what an earlier subscription of a market still sends is news of that market.
    void apply(const venue::Frame &frame, std::int64_t receivedNs);
    /// A frame that could not be read: the book it was of is not live until a good one comes, and a
    /// book that is kept from changes has lost one.
    void refused(const venue::Frame &frame);
    /// Books come from the undocumented `l2` channel instead of deep l2Book (cases.md B35).
    void useDeltaBooks(bool isOn) { m_usesDeltas = isOn; }
    /// Of markets that are listed; what else a frame names is dropped.
    void setContexts(std::vector<market::AssetCtx> contexts);
    void setMids(const std::vector<std::pair<std::string, Decimal>> &mids);

    /// The list of markets is new: what waited for it starts, what is gone ends.
    void registryChanged();
    void connectionLost(const std::string &why);
    void connectionOpened();
    /// Everything known goes out again.
    void sendState();

    /// Null: nothing is known. Without mark and oracle where they are too old to judge an order by.
    /// Good until the next call.
    const market::AssetCtx *context(const std::string &coin) const;
    /// The book at this moment; null where the market is not followed.
    std::shared_ptr<const market::BookSnapshot> book(const std::string &coin) const;
    bool isBackedUp() const { return m_throttle.isBackedUp(); }
    bool isIdle() const { return m_throttle.isIdle() && m_changedContexts.empty(); }
    const FeedThrottle &throttle() const { return m_throttle; }

private:
    struct Market;
    struct Candles;
    struct Context
    {
        market::AssetCtx values;
        std::int64_t markNs = 0; ///< when its mark came
    };
    /// A stream of figures of many markets.
    struct ContextFeed
    {
        session::Subscription subscription;
        Streams::Handle stream = 0;
        std::int64_t frameNs = 0; ///< of the newest one, or since when it is waited for
        std::int64_t renewedNs = 0;
        bool isOld = false; ///< and said so
    };
    using CandleKey = std::pair<std::string, std::string>;

    void start(const std::string &coin, Market &market);
    void stop(Market &market);
    Streams::Handle subscribe(const session::Subscription &subscription);
    void startCandles(const CandleKey &key, Candles &candles);
    void loadHistory(const CandleKey &key, Candles &candles);
    void historyLoaded(const CandleKey &key, std::optional<std::vector<market::Candle>> history);
    void stopCandles(Candles &candles);
    void sendBook(const std::string &coin, std::int64_t oldestNs);
    void applyDelta(const market::DeltaUpdate &update, std::int64_t receivedNs);
    void applyTrades(const venue::TradesFrame &frame, std::int64_t receivedNs);
    void applyCandles(const venue::CandleFrame &frame);
    void candlesFromTrades(const std::string &coin, std::span<const market::Trade> trades);
    void contextChanged(const std::string &coin);
    void flushContexts();
    void flushCandles();
    void watchAges();
    void watchContextAges(std::int64_t now);
    void contextsCame(session::StreamType type, std::int64_t receivedNs);
    market::AssetCtx *contextOf(const std::string &coin);
    void renew(Market &market);
    /// A change of it is lost: nothing but a new picture tells what it is.
    void deltaLost(const std::string &coin, Market &market, const std::string &why,
                   bool isCrossed = false);
    void notice(NoticeLevel level, std::string text, std::string key) const;

    const Clock &m_clock;
    const market::InstrumentRegistry &m_registry;
    EventSink &m_sink;
    Streams *m_streams;
    Hooks m_hooks;
    FeedThrottle m_throttle;
    std::map<std::string, std::unique_ptr<Market>> m_markets;
    std::map<CandleKey, std::unique_ptr<Candles>> m_candles;
    std::unordered_map<std::string, Context> m_contexts;
    std::vector<ContextFeed> m_contextFeeds;
    mutable market::AssetCtx m_judged; ///< what context() gives where the mark is old
    std::set<std::string> m_changedContexts;
    bool m_usesDeltas = false;
    bool m_isConnected = false;
    bool m_wasConnected = false;
    Timer m_contextTimer;
    Timer m_candleTimer;
    Timer m_ageTimer;
    std::shared_ptr<bool> m_isAlive;
};

} // namespace hl::engine
