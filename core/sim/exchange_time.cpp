// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "num/tick_rule.h"
#include "sim/exchange.h"

#include <algorithm>
#include <cstdlib>

namespace hl::sim {
namespace {

constexpr TimeMs kSliceMs = 30'000;
constexpr TimeMs kHourMs = 3'600'000;

/// `mark` moved by per mille, on the tick rule, never below the smallest price.
Px boundary(Px mark, Side side, std::int64_t perMille, Grid grid)
{
    const bool up = side == Side::Buy;
    const Int128 moved = Int128{mark.ticks} * (up ? 1000 + perMille : 1000 - perMille);
    return nearestValidPx(Decimal(moved, grid.pxDecimals() + 3), grid,
                          up ? Rounding::Up : Rounding::Down)
        .value_or(mark);
}

} // namespace

void Exchange::participantTake(UserId who, MarketId market, Side side, Px limit, Sz sz)
{
    takeFrom(market, who, nullptr, side, limit, sz);
}

Oid Exchange::participantRest(UserId who, MarketId market, Side side, Px px, Sz sz)
{
    const Sz left = takeFrom(market, who, nullptr, side, px, sz);
    if (left.lots == 0)
        return 0;
    const Oid oid = ++m_lastOid;
    m_markets[market].book.add({oid, who, side, px, left});
    return oid;
}

void Exchange::updateMark(MarketId id)
{
    MarketState &market = m_markets[id];
    const RestingOrder *bid = market.book.best(Side::Buy);
    const RestingOrder *ask = market.book.best(Side::Sell);
    if (bid == nullptr || ask == nullptr)
        return;
    // Median of best bid, best ask and last trade.
    const Px last = market.lastTrade.value_or(market.mark);
    market.mark = std::clamp(last, bid->px, ask->px);
}

void Exchange::settle()
{
    followUps();
    // A trigger's own trades move the mark again; the loop ends because each trigger fires once.
    for (int round = 0; round < 64 && !m_marketsTouched.empty(); ++round) {
        const std::set<MarketId> touched = std::exchange(m_marketsTouched, {});
        for (const MarketId id : touched) {
            updateMark(id);
            fireTriggers(id);
        }
        followUps();
    }
}

void Exchange::fireTriggers(MarketId market)
{
    const Px mark = markOf(market);
    std::vector<std::pair<Oid, UserId>> due;
    for (const auto &[oid, user] : m_triggers[market]) {
        const auto &open = m_accounts.at(user).open;
        const auto it = open.find(oid);
        if (it == open.end())
            continue;
        const SimOrder &order = it->second;
        const bool above = (order.side == Side::Sell) == order.isTp;
        if (above ? mark >= order.triggerPx : mark <= order.triggerPx)
            due.emplace_back(oid, user);
    }
    for (const auto &[oid, user] : due)
        fire(m_accounts.at(user), oid);
}

void Exchange::fire(SimAccount &account, Oid oid)
{
    const auto it = account.open.find(oid);
    if (it == account.open.end())
        return;
    SimOrder order = it->second;
    account.open.erase(it);
    m_triggers[order.market].erase({oid, order.user});
    order.isTrigger = false;
    const MarketSpec &spec = m_universe.market(order.market);
    const PerpPosition *pos = account.position(order.market, m_universe);
    const bool opposes = pos != nullptr && (pos->szi.lots > 0) == (order.side == Side::Sell);
    if (order.reduceOnly && !opposes) {
        announce(order, OrderStatus::ReduceOnlyCanceled);
        return;
    }
    if (order.tracksPosition)
        order.sz = order.origSz = Sz{std::abs(pos->szi.lots)};
    announce(order, OrderStatus::Triggered);
    if (const auto refusal = checkFunds(order, 0)) {
        announce(order, refusal->status);
        return;
    }
    if (order.isMarket) {
        // The venue bounds a triggered market order at 10 % from the mark.
        order.tif = WireTif::FrontendMarket;
        order.limitPx = boundary(markOf(order.market), order.side, 100, spec.grid);
    } else {
        order.tif = WireTif::Gtc;
    }
    admit(order);
    followUps();
}

// ----------------------------------------------------------------------------------------------

Result<std::int64_t> Exchange::startTwap(UserId user, const TwapRequest &request)
{
    const std::string asset = " asset=" + std::to_string(request.asset);
    const MarketId id = m_universe.findAsset(request.asset);
    if (id == kNoMarket || m_universe.market(id).isDelisted)
        return fail(ErrorKind::VenueRejected, "Invalid asset." + asset);
    if (request.minutes < 5 || request.minutes > 1440)
        return fail(ErrorKind::VenueRejected,
                    "Invalid TWAP duration: " + std::to_string(request.minutes) + " min(s)");
    const MarketSpec &spec = m_universe.market(id);
    const auto sz = parseSz(request.sz, spec.grid);
    if (!sz || sz->lots <= 0)
        return fail(ErrorKind::VenueRejected, "Order has invalid size." + asset);
    Int128 least = 100;
    for (int i = 0; i < spec.grid.ntlDecimals(); ++i)
        least *= 10;
    if ((markOf(id) * *sz).units < least)
        return fail(ErrorKind::VenueRejected, "TWAP must have minimum value of $100." + asset);
    // Each slice is an order of its own, the largest of which is $500,000 anywhere.
    const std::int64_t slices = request.minutes * (60'000 / kSliceMs) + 1;
    if ((markOf(id) * *sz).units > least * 5'000 * slices)
        return fail(ErrorKind::VenueRejected, "Order value too large." + asset);
    SimAccount &account = m_accounts.at(user);
    if (request.reduceOnly) {
        const PerpPosition *pos = account.position(id, m_universe);
        if (pos == nullptr || (pos->szi.lots > 0) == request.isBuy)
            return fail(ErrorKind::VenueRejected,
                        "Reduce only order would increase position." + asset);
    }
    SimTwap twap;
    twap.id = ++m_lastTwap;
    twap.user = user;
    twap.market = id;
    twap.side = request.isBuy ? Side::Buy : Side::Sell;
    twap.sz = *sz;
    twap.minutes = static_cast<int>(request.minutes);
    twap.reduceOnly = request.reduceOnly;
    twap.randomise = request.randomise;
    twap.timestamp = twap.stateTime = now();
    twap.nextSlice = now();
    twap.slices = static_cast<int>(slices);
    account.twaps[twap.id] = twap;
    m_outbox.twaps.emplace_back(user, twap);
    touch(user);
    return twap.id;
}

std::string Exchange::cancelTwap(UserId user, std::uint64_t asset, std::int64_t twapId)
{
    SimAccount &account = m_accounts.at(user);
    const auto it = account.twaps.find(twapId);
    if (it == account.twaps.end() || it->second.state != TwapState::Activated ||
        m_universe.market(it->second.market).asset != asset) {
        return "TWAP was never placed, already canceled, or filled.";
    }
    endTwap(it->second, TwapState::Terminated);
    return {};
}

void Exchange::endTwap(SimTwap &twap, TwapState state, std::string error)
{
    twap.state = state;
    twap.error = std::move(error);
    twap.stateTime = now();
    m_outbox.twaps.emplace_back(twap.user, twap);
    touch(twap.user);
}

void Exchange::runTwaps()
{
    for (UserId user = 0; user < m_accounts.size(); ++user) {
        SimAccount &account = m_accounts.at(user);
        for (auto &[id, twap] : account.twaps) {
            if (twap.state == TwapState::Activated && now() >= twap.nextSlice)
                runSlice(account, twap);
        }
    }
}

void Exchange::runSlice(SimAccount &account, SimTwap &twap)
{
    const MarketSpec &spec = m_universe.market(twap.market);
    const Sz left = twap.sz - twap.executedSz;
    const std::int64_t normal = std::max<std::int64_t>(1, twap.sz.lots / twap.slices);
    // Behind schedule a slice may be up to three times the usual one.
    const auto due =
        static_cast<std::int64_t>(Int128{twap.sz.lots} * (twap.slicesDone + 1) / twap.slices);
    std::int64_t lots = std::clamp(due - twap.executedSz.lots, std::int64_t{0}, 3 * normal);
    if (twap.randomise)
        lots = lots * m_rng.range(80, 120) / 100;
    if (twap.slicesDone + 1 >= twap.slices)
        lots = left.lots;
    lots = std::min(lots, left.lots);
    ++twap.slicesDone;
    twap.nextSlice += kSliceMs;
    if (lots > 0) {
        SimOrder order;
        order.oid = ++m_lastOid;
        order.user = account.id;
        order.market = twap.market;
        order.side = twap.side;
        order.sz = order.origSz = {lots};
        order.tif = WireTif::Ioc;
        order.reduceOnly = twap.reduceOnly;
        order.timestamp = now();
        order.twapId = twap.id;
        order.limitPx = boundary(markOf(twap.market), twap.side, 30, spec.grid);
        if (const auto refusal = checkFunds(order, 0)) {
            endTwap(twap, TwapState::Error,
                    spec.isPerp() ? "Insufficient margin" : "Insufficient spot balance");
            return;
        }
        match(order, order.limitPx);
        twap.executedSz = twap.executedSz + order.filled();
        twap.executedNtl = twap.executedNtl + order.filledNtl;
        order.status = order.sz.lots == 0 ? OrderStatus::Filled : OrderStatus::Canceled;
        order.statusTime = now();
        account.record(order);
        touch(account.id);
    }
    if (twap.executedSz == twap.sz || twap.slicesDone >= twap.slices)
        endTwap(twap, TwapState::Finished);
}

// ----------------------------------------------------------------------------------------------

void Exchange::payFunding()
{
    const std::int64_t hour = now() / kHourMs;
    if (hour <= m_lastFundingHour)
        return;
    m_lastFundingHour = hour;
    for (UserId user = 0; user < m_accounts.size(); ++user) {
        SimAccount &account = m_accounts.at(user);
        for (PerpLedger &ledger : account.perps) {
            for (auto &[id, pos] : ledger.positions) {
                const MarketState &market = m_markets[id];
                // size · oracle · rate, paid by longs where the rate is above zero
                const Micros ntl = perpNotional(market.oracle, pos.szi);
                const auto paid =
                    static_cast<Micros>(Int128{ntl} * market.fundingE10 / 10'000'000'000);
                (pos.isCross ? ledger.raw : pos.isolatedRaw) -= paid;
                account.realised -= paid;
                pos.fundingAllTime += paid;
                pos.fundingSinceOpen += paid;
                pos.fundingSinceChange += paid;
                FundingPayment payment{now(), id, -paid, pos.szi, Decimal(market.fundingE10, 10)};
                account.fundings.push_back(payment);
                m_outbox.fundings.emplace_back(user, payment);
                touch(user);
            }
        }
    }
}

void Exchange::liquidate()
{
    for (UserId user = 0; user < m_accounts.size(); ++user) {
        SimAccount &account = m_accounts.at(user);
        for (std::size_t dex = 0; dex < account.perps.size(); ++dex) {
            if (account.perps[dex].positions.empty())
                continue;
            const PerpSummary sum = summary(account, static_cast<int>(dex));
            std::vector<MarketId> doomed;
            for (const auto &[id, pos] : account.perps[dex].positions) {
                if (pos.isCross) {
                    if (sum.crossValue < sum.crossMaintenance)
                        doomed.push_back(id);
                    continue;
                }
                const PositionView view =
                    viewPosition(account.perps[dex], id, sum, m_universe, markOf(id));
                if (view.marginUsed <
                    m_universe.tableOf(m_universe.market(id)).maintenance(view.value))
                    doomed.push_back(id);
            }
            for (const MarketId id : doomed)
                liquidatePosition(account, id);
        }
    }
}

void Exchange::liquidatePosition(SimAccount &account, MarketId market)
{
    std::vector<Oid> resting;
    codec::Array cancelled;
    for (const auto &[oid, order] : account.open) {
        if (order.market == market) {
            resting.push_back(oid);
            cancelled.push_back(
                codec::Object{{"coin", m_universe.market(market).coin}, {"oid", oid}});
        }
    }
    for (const Oid oid : resting)
        finish(account, oid, OrderStatus::LiquidatedCanceled);
    if (!cancelled.empty())
        m_outbox.userEvents.emplace_back(account.id,
                                         codec::Object{{"nonUserCancel", std::move(cancelled)}});
    const PerpPosition *pos = account.position(market, m_universe);
    if (pos == nullptr)
        return;
    const MarketSpec &spec = m_universe.market(market);
    const PerpSummary sum = summary(account, spec.dex);
    const Micros value = initialMargin(markOf(market), pos->szi, 1);
    m_outbox.userEvents.emplace_back(
        account.id,
        codec::Object{
            {"liquidation",
             codec::Object{{"lid", m_lastOid},
                           {"liquidator", addressOf(kFirstParticipant).toString()},
                           {"liquidated_user", account.address.toString()},
                           {"liquidated_ntl_pos", usd(value).toString()},
                           {"liquidated_account_value", usd(sum.accountValue).toString()}}}});
    SimOrder order;
    order.oid = ++m_lastOid;
    order.user = account.id;
    order.market = market;
    order.side = pos->szi.lots > 0 ? Side::Sell : Side::Buy;
    order.sz = order.origSz = {std::abs(pos->szi.lots)};
    order.tif = WireTif::LiquidationMarket;
    order.reduceOnly = true;
    order.timestamp = now();
    order.limitPx = boundary(markOf(market), order.side, 100, spec.grid);
    match(order, order.limitPx);
    announce(order, order.sz.lots == 0 ? OrderStatus::Filled : OrderStatus::Canceled);
}

void Exchange::tick()
{
    for (UserId user = 0; user < m_accounts.size(); ++user) {
        SimAccount &account = m_accounts.at(user);
        if (!account.scheduledCancel || *account.scheduledCancel > now())
            continue;
        account.scheduledCancel.reset();
        const std::int64_t day = now() / 86'400'000;
        account.scheduledToday = account.scheduleDay == day ? account.scheduledToday + 1 : 1;
        account.scheduleDay = day;
        std::vector<Oid> all;
        for (const auto &[oid, order] : account.open)
            all.push_back(oid);
        for (const Oid oid : all)
            finish(account, oid, OrderStatus::ScheduledCancel);
    }
    runTwaps();
    payFunding();
    liquidate();
    for (MarketState &market : m_markets)
        market.candles.roll(now());
    settle();
}

} // namespace hl::sim
