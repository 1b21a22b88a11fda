// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "sim/exchange.h"

#include <algorithm>
#include <cstdlib>

namespace hl::sim {
namespace {

/// Cut to the token's own decimals.
SpotUnits cutTo(SpotUnits units, int decimals)
{
    SpotUnits step = 1;
    for (int i = decimals; i < 8; ++i)
        step *= 10;
    return units - units % step;
}

} // namespace

void Exchange::match(SimOrder &order, Px limit)
{
    takeFrom(order.market, order.user, &order, order.side, limit, order.sz);
}

bool Exchange::makerMayTrade(const RestingOrder &maker, MarketId market, Sz &sz)
{
    if (isParticipant(maker.owner))
        return true;
    SimAccount &account = m_accounts.at(maker.owner);
    const SimOrder &order = account.open.at(maker.oid);
    const MarketSpec &spec = m_universe.market(market);
    if (!spec.isPerp())
        return true; // its hold guarantees it
    const PerpPosition *pos = account.position(market, m_universe);
    if (order.reduceOnly) {
        const bool opposes = pos != nullptr && (pos->szi.lots > 0) == (maker.side == Side::Sell);
        if (!opposes) {
            finish(account, maker.oid, OrderStatus::ReduceOnlyCanceled);
            return false;
        }
        sz = std::min(sz, Sz{std::abs(pos->szi.lots)});
        return true;
    }
    const Micros needed =
        marginNeeded(account.perps[static_cast<std::size_t>(spec.dex)], market,
                     account.leverageOf(market, m_universe), maker.side, sz, markOf(market));
    if (needed > 0 && needed > summary(account, spec.dex).available) {
        finish(account, maker.oid, OrderStatus::MarginCanceled);
        return false;
    }
    return true;
}

Sz Exchange::takeFrom(MarketId market, UserId taker, SimOrder *order, Side side, Px limit, Sz sz)
{
    OrderBook &book = m_markets[market].book;
    Sz left = sz;
    while (left.lots > 0 && book.crosses(side, limit)) {
        const RestingOrder maker = *book.best(opposite(side));
        if (maker.owner == taker) {
            // The venue never lets an account trade with itself: the resting order goes.
            if (isParticipant(taker))
                book.remove(maker.oid);
            else
                finish(m_accounts.at(taker), maker.oid, OrderStatus::SelfTradeCanceled);
            continue;
        }
        Sz fill = std::min(left, maker.sz);
        if (order != nullptr && order->reduceOnly) {
            const PerpPosition *pos = m_accounts.at(taker).position(market, m_universe);
            if (pos == nullptr || (pos->szi.lots > 0) == (side == Side::Buy))
                break;
            fill = std::min(fill, Sz{std::abs(pos->szi.lots)});
        }
        if (!makerMayTrade(maker, market, fill))
            continue;
        recordTrade(market, maker.owner, taker, side, maker.px, fill);
        const TradeEvent trade = m_outbox.trades.back();
        if (order != nullptr)
            bookFill(*order, maker.px, fill, true, trade);
        if (isParticipant(maker.owner))
            book.reduce(maker.oid, fill);
        else
            makerFilled(maker, market, fill, trade);
        left = left - fill;
    }
    m_marketsTouched.insert(market);
    return left;
}

void Exchange::recordTrade(MarketId id, UserId maker, UserId taker, Side takerSide, Px px, Sz sz)
{
    MarketState &market = m_markets[id];
    TradeEvent trade;
    trade.market = id;
    trade.side = takerSide;
    trade.px = px;
    trade.sz = sz;
    trade.time = now();
    trade.tid = m_rng.next() >> 14;
    trade.hash = newHash();
    trade.buyer = addressOf(takerSide == Side::Buy ? taker : maker);
    trade.seller = addressOf(takerSide == Side::Buy ? maker : taker);
    market.lastTrade = px;
    market.dayLots += sz.lots;
    market.dayNtl += (px * sz).units;
    market.candles.addTrade(px, sz, trade.time);
    market.recent.push_back(trade);
    if (market.recent.size() > 30)
        market.recent.pop_front();
    m_outbox.trades.push_back(std::move(trade));
}

void Exchange::makerFilled(const RestingOrder &maker, MarketId market, Sz sz,
                           const TradeEvent &trade)
{
    SimAccount &account = m_accounts.at(maker.owner);
    SimOrder &order = account.open.at(maker.oid);
    bookFill(order, maker.px, sz, false, trade);
    m_markets[market].book.reduce(maker.oid, sz);
    const MarketSpec &spec = m_universe.market(market);
    m_outbox.notifications.emplace_back(
        maker.owner, std::string("Resting order filled: ") +
                         (maker.side == Side::Buy ? "Bought " : "Sold ") + szText(sz, spec.grid) +
                         " " + spec.coin + " at $" + pxText(maker.px, spec.grid));
    if (order.sz.lots > 0) {
        announce(order, OrderStatus::Open);
        return;
    }
    const SimOrder done = order;
    account.open.erase(maker.oid);
    SimOrder copy = done;
    announce(copy, OrderStatus::Filled);
    if (!done.children.empty())
        m_parentsFilled.emplace_back(done.user, done);
    if (done.parent != 0)
        m_childrenFilled.emplace_back(done.user, done);
}

void Exchange::bookFill(SimOrder &order, Px px, Sz sz, bool isTaker, const TradeEvent &trade)
{
    SimAccount &account = m_accounts.at(order.user);
    order.sz = order.sz - sz;
    order.filledNtl = order.filledNtl + px * sz;
    SimFill fill;
    fill.tid = trade.tid;
    fill.oid = order.oid;
    fill.cloid = order.cloid;
    fill.market = order.market;
    fill.side = order.side;
    fill.px = px;
    fill.sz = sz;
    fill.time = trade.time;
    fill.hash = order.twapId ? "0x" + std::string(64, '0') : trade.hash;
    fill.isTaker = isTaker;
    fill.twapId = order.twapId;
    if (order.tif == WireTif::LiquidationMarket)
        fill.liquidationMark = markOf(order.market);
    const MarketSpec &spec = m_universe.market(order.market);
    if (spec.isPerp())
        bookPerpFill(account, fill, order, isTaker);
    else
        bookSpotFill(account, fill, order, isTaker);
    const auto volume = static_cast<Micros>((px * sz).units / (spec.isPerp() ? 1 : 100));
    account.cumVlm += volume;
    auto &day = account.dayVlm[fill.time / 86'400'000];
    (isTaker ? day.first : day.second) += volume;
    account.addFill(fill);
    m_outbox.fills.push_back({order.user, fill});
    m_followUps.push_back({order.user, order.market});
    touch(order.user);
}

void Exchange::bookPerpFill(SimAccount &account, SimFill &fill, const SimOrder &order, bool isTaker)
{
    const MarketSpec &spec = m_universe.market(order.market);
    PerpLedger &ledger = account.perps[static_cast<std::size_t>(spec.dex)];
    const Micros ntl = perpNotional(fill.px, fill.sz);
    Micros fee = feeOf(ntl, isTaker ? kTakerPpm : kMakerPpm);
    if (order.builder && order.builderFee > 0) {
        const Micros extra = feeOf(ntl, order.builderFee * 10);
        fee += extra;
        fill.builderFee = usd(extra);
    }
    const FillEffect effect =
        applyFill(ledger, order.market, account.leverageOf(order.market, m_universe), order.side,
                  fill.px, fill.sz, fee);
    account.realised += effect.closedPnl - fee;
    fill.fee = usd(fee);
    fill.closedPnl = usd(effect.closedPnl);
    fill.startPosition = toDecimal(effect.startPosition, spec.grid);
    fill.dir = fill.liquidationMark
                   ? (order.side == Side::Sell ? "Liquidated Cross Long" : "Liquidated Cross Short")
                   : effect.dir;
}

void Exchange::bookSpotFill(SimAccount &account, SimFill &fill, const SimOrder &order, bool isTaker)
{
    const MarketSpec &spec = m_universe.market(order.market);
    const TokenSpec &base = *m_universe.findToken(spec.baseToken);
    const TokenSpec &quote = *m_universe.findToken(spec.quoteToken);
    SpotBalance &have = account.spot[base.index];
    SpotBalance &money = account.spot[quote.index];
    const auto ntl = static_cast<SpotUnits>((fill.px * fill.sz).units);
    const auto amount = static_cast<SpotUnits>(spotUnitsOf(fill.sz, spec.grid));
    const std::int64_t ppm = isTaker ? kSpotTakerPpm : kSpotMakerPpm;
    fill.startPosition = spotAmount(have.total);
    if (order.side == Side::Buy) {
        // A buyer pays the fee in what he bought.
        const SpotUnits fee = cutTo(feeOf(amount, ppm), base.weiDecimals);
        have.total += amount - fee;
        have.entryNtl += ntl;
        money.total -= ntl;
        fill.fee = spotAmount(fee);
        fill.feeToken = base.name;
        fill.dir = "Buy";
        return;
    }
    const SpotUnits fee = cutTo(feeOf(ntl, ppm), quote.weiDecimals);
    const SpotUnits entry =
        have.total == 0 ? 0 : static_cast<SpotUnits>(Int128{have.entryNtl} * amount / have.total);
    have.total -= amount;
    have.entryNtl -= entry;
    money.total += ntl - fee;
    fill.closedPnl = spotAmount(ntl - entry);
    fill.fee = spotAmount(fee);
    fill.feeToken = quote.name;
    fill.dir = "Sell";
}

// ----------------------------------------------------------------------------------------------
// What follows a fill: reduce-only orders shrink or go, brackets wake, siblings are cancelled.

void Exchange::followUps()
{
    while (!m_followUps.empty() || !m_parentsFilled.empty() || !m_childrenFilled.empty()) {
        const auto parents = std::exchange(m_parentsFilled, {});
        const auto children = std::exchange(m_childrenFilled, {});
        const auto positions = std::exchange(m_followUps, {});
        for (const auto &[user, parent] : parents)
            activateChildren(m_accounts.at(user), parent);
        for (const auto &[user, child] : children)
            cancelSiblings(m_accounts.at(user), child);
        for (const FollowUp &follow : positions)
            followPosition(m_accounts.at(follow.user), follow.market);
    }
}

void Exchange::activateChildren(SimAccount &account, const SimOrder &parent)
{
    for (const Oid oid : parent.children) {
        const auto it = account.open.find(oid);
        if (it == account.open.end() || !it->second.waitsForParent)
            continue;
        it->second.waitsForParent = false;
        m_triggers[it->second.market].emplace(oid, account.id);
        announce(it->second, OrderStatus::Open);
    }
}

void Exchange::cancelSiblings(SimAccount &account, const SimOrder &child)
{
    std::vector<Oid> siblings;
    for (const auto &[oid, order] : account.open) {
        if (order.parent == child.parent && oid != child.oid)
            siblings.push_back(oid);
    }
    for (const Oid oid : siblings)
        finish(account, oid, OrderStatus::SiblingFilledCanceled);
}

void Exchange::followPosition(SimAccount &account, MarketId market)
{
    const MarketSpec &spec = m_universe.market(market);
    if (!spec.isPerp())
        return;
    const PerpPosition *pos = account.position(market, m_universe);
    std::vector<Oid> gone;
    for (auto &[oid, order] : account.open) {
        if (order.market != market || !order.reduceOnly || order.waitsForParent)
            continue;
        const bool opposes = pos != nullptr && (pos->szi.lots > 0) == (order.side == Side::Sell);
        if (order.isTrigger) {
            if (!opposes && (order.isPositionTpsl || order.parent != 0))
                gone.push_back(oid);
            continue;
        }
        if (!opposes) {
            gone.push_back(oid);
            continue;
        }
        const std::int64_t extra = order.sz.lots - std::abs(pos->szi.lots);
        if (extra > 0) {
            m_markets[market].book.reduce(oid, {extra});
            order.sz = order.sz - Sz{extra};
            order.origSz = order.origSz - Sz{extra};
            announce(order, OrderStatus::Open);
        }
    }
    for (const Oid oid : gone)
        finish(account, oid, OrderStatus::ReduceOnlyCanceled);
}

} // namespace hl::sim
