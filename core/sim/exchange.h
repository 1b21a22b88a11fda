// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/clock.h"
#include "sim/accounts.h"
#include "sim/candle_store.h"
#include "sim/order_book.h"
#include "sim/rng.h"
#include "sim/universe.h"

#include <set>
#include <string>
#include <variant>
#include <vector>

namespace hl::sim {

/// One order as it arrives, its numbers still text: what is off the grid must be said.
struct OrderRequest
{
    std::uint64_t asset = 0;
    bool isBuy = true;
    std::string px;
    std::string sz;
    bool reduceOnly = false;
    WireTif tif = WireTif::Gtc;
    bool isTrigger = false;
    bool isMarket = false;
    bool isTp = false;
    std::string triggerPx;
    std::optional<Cloid> cloid;
};

enum class Grouping : std::uint8_t { Na, NormalTpsl, PositionTpsl };

struct BuilderFee
{
    Address builder;
    std::int64_t tenthsOfBp = 0;
};

struct OrderAnswer
{
    enum class Kind : std::uint8_t { Resting, Filled, Error, WaitingForFill, WaitingForTrigger };
    Kind kind = Kind::Error;
    Oid oid = 0;
    std::optional<Cloid> cloid;
    Decimal totalSz;
    Decimal avgPx;
    std::string error;

    static OrderAnswer refused(std::string text)
    {
        OrderAnswer answer;
        answer.error = std::move(text);
        return answer;
    }
};

struct TradeEvent
{
    MarketId market = kNoMarket;
    Side side = Side::Buy; ///< of the taker
    Px px;
    Sz sz;
    TimeMs time = 0;
    Tid tid = 0;
    std::string hash;
    Address buyer;
    Address seller;
};

struct OrderEvent
{
    UserId user = kNoUser;
    SimOrder order;
};

struct FillEvent
{
    UserId user = kNoUser;
    SimFill fill;
};

/// What happened since it was last taken, in order.
struct Outbox
{
    std::vector<TradeEvent> trades;
    std::vector<OrderEvent> orders;
    std::vector<FillEvent> fills;
    std::vector<std::pair<UserId, FundingPayment>> fundings;
    std::vector<std::pair<UserId, LedgerUpdate>> ledger;
    std::vector<std::pair<UserId, SimTwap>> twaps;
    std::vector<std::pair<UserId, std::string>> notifications;
    std::vector<std::pair<UserId, codec::Value>> userEvents; ///< nonUserCancel, liquidation
    std::set<UserId> touched; ///< balances, positions or open orders differ
};

struct MarketState
{
    OrderBook book;
    Px mark;
    Px oracle;
    std::optional<Px> lastTrade;
    std::deque<TradeEvent> recent; ///< oldest first
    CandleStore candles;
    Px prevDayPx;
    Int128 dayNtl = 0; ///< in the grid's notional units
    std::int64_t dayLots = 0;
    std::int64_t openInterest = 0;     ///< lots
    std::int64_t fundingE10 = 125'000; ///< hourly rate × 10^10
};

/// Books, accounts and the venue's rules for orders, Qt-free. One thread; time from the clock. The
/// texts of refusals are the venue's (protocol/exchange-actions.md 7, data/INDEX.md).
class Exchange
{
public:
    Exchange(const Universe &universe, const Clock &clock, std::uint64_t seed);

    const Universe &universe() const { return m_universe; }
    AccountStore &accounts() { return m_accounts; }
    const AccountStore &accounts() const { return m_accounts; }
    const MarketState &market(MarketId id) const { return m_markets[id]; }
    MarketState &market(MarketId id) { return m_markets[id]; }
    std::size_t marketCount() const { return m_markets.size(); }
    TimeMs now() const { return m_clock.wallMs(); }
    Rng &rng() { return m_rng; }
    Outbox &outbox() { return m_outbox; }
    Outbox takeOutbox();

    /// One answer for each request, or one for all where a pre-validation rule is broken.
    std::vector<OrderAnswer> place(UserId user, const std::vector<OrderRequest> &requests,
                                   Grouping grouping, const std::optional<BuilderFee> &builder);
    /// Empty text: done.
    std::string cancel(UserId user, std::uint64_t asset, Oid oid);
    std::string cancelByCloid(UserId user, std::uint64_t asset, const Cloid &cloid);
    OrderAnswer modify(UserId user, const std::variant<Oid, Cloid> &target,
                       const OrderRequest &request, bool alwaysPlace);
    /// Empty text: done. `time` absent: no schedule any more.
    std::string scheduleCancel(UserId user, std::optional<TimeMs> time);
    std::string updateLeverage(UserId user, std::uint64_t asset, bool isCross,
                               std::int64_t leverage);
    std::string updateIsolatedMargin(UserId user, std::uint64_t asset, Micros delta);

    struct TwapRequest
    {
        std::uint64_t asset = 0;
        bool isBuy = true;
        std::string sz;
        bool reduceOnly = false;
        std::int64_t minutes = 0;
        bool randomise = false;
    };
    Result<std::int64_t> startTwap(UserId user, const TwapRequest &request);
    std::string cancelTwap(UserId user, std::uint64_t asset, std::int64_t twapId);

    // --- participants: no account, no checks
    Oid participantRest(UserId who, MarketId market, Side side, Px px, Sz sz);
    void participantTake(UserId who, MarketId market, Side side, Px limit, Sz sz);
    void participantCancel(MarketId market, Oid oid) { m_markets[market].book.remove(oid); }

    /// Marks, triggers, what follows fills; call at the end of an action and of a step.
    void settle();
    /// settle(), and what time alone does: schedules, slices, funding, liquidations.
    void tick();

    Px markOf(MarketId market) const { return m_markets[market].mark; }
    std::optional<Decimal> midOf(MarketId market) const;
    MarkOf marks() const
    {
        return [this](MarketId id) { return m_markets[id].mark; };
    }
    PerpSummary summary(const SimAccount &account, int dex) const;
    SimAccount::ValueSample valueOf(const SimAccount &account) const;
    Address addressOf(UserId user) const;
    std::string newHash();
    void touch(UserId user) { m_outbox.touched.insert(user); }

    static constexpr std::int64_t kTakerPpm = 450;
    static constexpr std::int64_t kMakerPpm = 150;
    static constexpr std::int64_t kSpotTakerPpm = 700;
    static constexpr std::int64_t kSpotMakerPpm = 400;

private:
    struct Refusal
    {
        OrderStatus status = OrderStatus::Rejected;
        std::string text;
        bool wholeBatch = false; ///< a pre-validation rule
    };
    struct FollowUp
    {
        UserId user;
        MarketId market;
    };

    // exchange_validate.cpp
    Result<SimOrder> build(UserId user, const OrderRequest &request, Grouping grouping,
                           Refusal &refusal) const;
    std::optional<Refusal> preValidate(const SimOrder &order) const;
    std::optional<Refusal> check(const SimOrder &order, Oid replaced) const;
    std::optional<Refusal> checkFunds(const SimOrder &order, Oid replaced) const;
    std::optional<Refusal> checkTrigger(const SimOrder &order) const;

    // exchange_place.cpp
    OrderAnswer admit(SimOrder order);
    OrderAnswer reject(SimOrder order, const Refusal &refusal);
    std::vector<OrderAnswer> placeBracket(std::vector<SimOrder> orders);
    void finish(SimAccount &account, Oid oid, OrderStatus status);
    void cancelChildren(SimAccount &account, const SimOrder &parent, OrderStatus status);
    void announce(SimOrder &order, OrderStatus status);

    // exchange_match.cpp
    /// Trades `order` against the book down to its limit; what is left stays in order.sz.
    void match(SimOrder &order, Px limit);
    Sz takeFrom(MarketId market, UserId taker, SimOrder *order, Side side, Px limit, Sz sz);
    bool makerMayTrade(const RestingOrder &maker, MarketId market, Sz &sz);
    void recordTrade(MarketId market, UserId maker, UserId taker, Side takerSide, Px px, Sz sz);
    void bookFill(SimOrder &order, Px px, Sz sz, bool isTaker, const TradeEvent &trade);
    void bookSpotFill(SimAccount &account, SimFill &fill, const SimOrder &order, bool isTaker);
    void bookPerpFill(SimAccount &account, SimFill &fill, const SimOrder &order, bool isTaker);
    void makerFilled(const RestingOrder &maker, MarketId market, Sz sz, const TradeEvent &trade);
    void followUps();
    void followPosition(SimAccount &account, MarketId market);
    void activateChildren(SimAccount &account, const SimOrder &parent);
    void cancelSiblings(SimAccount &account, const SimOrder &child);

    // exchange_time.cpp
    void updateMark(MarketId market);
    void fireTriggers(MarketId market);
    void fire(SimAccount &account, Oid oid);
    void runTwaps();
    void runSlice(SimAccount &account, SimTwap &twap);
    void endTwap(SimTwap &twap, TwapState state, std::string error = {});
    void payFunding();
    void liquidate();
    void liquidatePosition(SimAccount &account, MarketId market);

    const Universe &m_universe;
    const Clock &m_clock;
    Rng m_rng;
    AccountStore m_accounts;
    std::vector<MarketState> m_markets;
    std::vector<std::set<std::pair<Oid, UserId>>> m_triggers; ///< by market
    std::vector<FollowUp> m_followUps;
    std::vector<std::pair<UserId, SimOrder>> m_parentsFilled;
    std::vector<std::pair<UserId, SimOrder>> m_childrenFilled;
    std::set<MarketId> m_marketsTouched;
    Outbox m_outbox;
    Oid m_lastOid = 91'400'000'000;
    std::int64_t m_lastTwap = 1'500'000;
    TimeMs m_lastFundingHour = 0;
};

} // namespace hl::sim
