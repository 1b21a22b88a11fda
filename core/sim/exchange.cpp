// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "sim/exchange.h"

#include "base/hex.h"

#include <algorithm>

namespace hl::sim {

Exchange::Exchange(const Universe &universe, const Clock &clock, std::uint64_t seed)
    : m_universe(universe)
    , m_clock(clock)
    , m_rng(seed)
    , m_accounts(universe)
    , m_markets(universe.markets().size())
    , m_triggers(universe.markets().size())
    , m_lastFundingHour(clock.wallMs() / 3'600'000)
{
    for (MarketId id = 0; id < m_markets.size(); ++id) {
        const MarketSpec &spec = m_universe.market(id);
        MarketState &market = m_markets[id];
        market.mark = market.oracle = market.prevDayPx = spec.startPx;
        if (spec.isDelisted)
            continue;
        market.openInterest = spec.openInterest;
        // Each market draws from its own stream: a market more or less changes no other one.
        Rng past(seed ^ seedOf(spec.coin));
        market.candles.seed(past, spec.grid, spec.startPx, now(), spec.volatility,
                            spec.typicalLots);
        market.prevDayPx = market.candles.priceAt(now() - 86'400'000);
        for (const Candle &c : market.candles.range("1m", now() - 86'400'000, now())) {
            market.dayLots += c.volume.lots;
            market.dayNtl += (c.close * c.volume).units;
        }
    }
}

Outbox Exchange::takeOutbox()
{
    Outbox out;
    std::swap(out, m_outbox);
    return out;
}

std::optional<Decimal> Exchange::midOf(MarketId id) const
{
    const MarketState &market = m_markets[id];
    const RestingOrder *bid = market.book.best(Side::Buy);
    const RestingOrder *ask = market.book.best(Side::Sell);
    const Grid grid = m_universe.market(id).grid;
    if (bid == nullptr || ask == nullptr) {
        // The venue answers the last trade where a book has no two sides.
        if (!market.lastTrade)
            return std::nullopt;
        return toDecimal(*market.lastTrade, grid);
    }
    return Decimal(Int128{bid->px.ticks + ask->px.ticks} * 5, grid.pxDecimals() + 1).normalised();
}

PerpSummary Exchange::summary(const SimAccount &account, int dex) const
{
    return summarise(account.perps[static_cast<std::size_t>(dex)], m_universe, marks());
}

SimAccount::ValueSample Exchange::valueOf(const SimAccount &account) const
{
    SimAccount::ValueSample now{this->now(), 0, account.realised};
    for (std::size_t dex = 0; dex < account.perps.size(); ++dex) {
        now.value += summary(account, static_cast<int>(dex)).accountValue;
        for (const auto &[id, position] : account.perps[dex].positions)
            now.pnl += perpNotional(markOf(id), position.szi) -
                       (position.szi.lots < 0 ? -position.entryNtl : position.entryNtl);
    }
    return now;
}

Address Exchange::addressOf(UserId user) const
{
    if (!isParticipant(user))
        return m_accounts.at(user).address;
    Address address;
    Rng rng(user);
    for (auto &byte : address.bytes)
        byte = static_cast<std::uint8_t>(rng.next());
    return address;
}

std::string Exchange::newHash()
{
    Hash32 hash;
    for (std::size_t i = 0; i < hash.size(); i += 8) {
        const std::uint64_t word = m_rng.next();
        for (std::size_t j = 0; j < 8; ++j)
            hash[i + j] = static_cast<std::uint8_t>(word >> (8 * j));
    }
    return toHex0x(hash);
}

std::string Exchange::updateLeverage(UserId user, std::uint64_t asset, bool isCross,
                                     std::int64_t leverage)
{
    const MarketId id = m_universe.findAsset(asset);
    if (id == kNoMarket || !m_universe.market(id).isPerp())
        return "Invalid asset. asset=" + std::to_string(asset);
    const MarketSpec &spec = m_universe.market(id);
    if (leverage < 1 || leverage > spec.maxLeverage)
        return "Invalid leverage value. asset=" + std::to_string(asset);
    SimAccount &account = m_accounts.at(user);
    PerpLedger &ledger = account.perps[static_cast<std::size_t>(spec.dex)];
    const int value = static_cast<int>(leverage);
    const auto it = ledger.positions.find(id);
    if (it != ledger.positions.end()) {
        PerpPosition &pos = it->second;
        if (pos.isCross != isCross)
            return "Cannot switch leverage type with open position.";
        const Px mark = markOf(id);
        const Micros needed = initialMargin(mark, pos.szi, value);
        const PerpSummary sum = summary(account, spec.dex);
        if (pos.isCross) {
            const Micros more = needed - initialMargin(mark, pos.szi, pos.leverage);
            if (more > sum.available)
                return "Cannot decrease leverage: insufficient margin. asset=" +
                       std::to_string(asset);
        } else {
            const PositionView view = viewPosition(ledger, id, sum, m_universe, mark);
            const Micros more = std::max<Micros>(0, needed - view.marginUsed);
            if (more > sum.available)
                return "Cannot decrease leverage: insufficient margin. asset=" +
                       std::to_string(asset);
            ledger.raw -= more;
            pos.isolatedRaw += more;
        }
        pos.leverage = value;
    }
    account.leverage[id] = {value, isCross};
    touch(user);
    return {};
}

std::string Exchange::updateIsolatedMargin(UserId user, std::uint64_t asset, Micros delta)
{
    const MarketId id = m_universe.findAsset(asset);
    if (id == kNoMarket || !m_universe.market(id).isPerp())
        return "Invalid asset. asset=" + std::to_string(asset);
    const MarketSpec &spec = m_universe.market(id);
    SimAccount &account = m_accounts.at(user);
    PerpLedger &ledger = account.perps[static_cast<std::size_t>(spec.dex)];
    const auto it = ledger.positions.find(id);
    if (it == ledger.positions.end() || it->second.isCross)
        return "No isolated position to change the margin of. asset=" + std::to_string(asset);
    const PerpSummary sum = summary(account, spec.dex);
    if (delta > 0 && delta > sum.withdrawable)
        return "Insufficient margin to add. asset=" + std::to_string(asset);
    if (delta < 0) {
        const PositionView view = viewPosition(ledger, id, sum, m_universe, markOf(id));
        const Micros keep = std::max(initialMargin(markOf(id), it->second.szi, it->second.leverage),
                                     view.value / 10);
        if (Int128{view.marginUsed} + delta < keep)
            return "Cannot remove margin below the initial margin. asset=" + std::to_string(asset);
    }
    ledger.raw -= delta;
    it->second.isolatedRaw += delta;
    touch(user);
    return {};
}

std::string Exchange::scheduleCancel(UserId user, std::optional<TimeMs> time)
{
    SimAccount &account = m_accounts.at(user);
    if (!time) {
        account.scheduledCancel.reset();
        return {};
    }
    if (*time < now() + 5000)
        return "Scheduled cancel time too early, must be at least 5 seconds from now.";
    const std::int64_t day = now() / 86'400'000;
    if (account.scheduleDay == day && account.scheduledToday >= 10)
        return "Cannot set scheduled cancel: already triggered 10 times today.";
    account.scheduledCancel = time;
    return {};
}

} // namespace hl::sim
