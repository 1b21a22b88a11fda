// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "sim/participants.h"

#include "num/tick_rule.h"

#include <algorithm>
#include <cstdlib>

namespace hl::sim {
namespace {

constexpr std::int64_t kUnit = 10'000;  ///< fair price units in one grid tick
constexpr std::int64_t kDepth = 34;     ///< price levels a side that makers keep
constexpr std::int64_t kKeep = 70;      ///< levels beyond which a quote is taken back
constexpr std::size_t kFarQuotes = 140; ///< a side
constexpr UserId kMakersPerMarket = 12;
constexpr UserId kTakersPerMarket = 5;
constexpr UserId kIdsPerMarket = 32;

} // namespace

Participants::Participants(Exchange &exchange, std::uint64_t seed) : m_exchange(exchange)
{
    const auto &markets = exchange.universe().markets();
    for (MarketId id = 0; id < markets.size(); ++id) {
        if (markets[id].isDelisted)
            continue;
        Market market{id, Rng(seed * 1'000'003 + seedOf(markets[id].coin))};
        market.fair = markets[id].startPx.ticks * kUnit + kUnit / 2;
        m_markets.push_back(std::move(market));
    }
}

UserId Participants::maker(Market &market, std::int64_t slot) const
{
    return kFirstParticipant + market.id * kIdsPerMarket +
           static_cast<UserId>(slot) % kMakersPerMarket;
}

void Participants::open()
{
    for (Market &market : m_markets)
        quote(market, true);
    m_exchange.settle();
}

void Participants::step()
{
    for (Market &market : m_markets) {
        move(market);
        quote(market, false);
        take(market);
    }
}

void Participants::move(Market &market)
{
    const MarketSpec &spec = m_exchange.universe().market(market.id);
    const auto deviation = [&](std::int64_t ppm) {
        return static_cast<std::int64_t>(Int128{market.fair} * ppm / 1'000'000);
    };
    // A slowly changing drift gives runs; a weak pull home keeps the price in its decade.
    market.drift = market.drift * 98 / 100 + market.rng.bell(deviation(spec.volatility) / 22);
    const std::int64_t home = spec.startPx.ticks * kUnit;
    const std::int64_t pull = (home - market.fair) / 40'000;
    market.fair += market.drift + pull + market.rng.bell(deviation(spec.volatility));
    market.fair = std::clamp(market.fair, home / 4, home * 4);
    MarketState &state = m_exchange.market(market.id);
    state.oracle = {market.fair / kUnit};
    if (market.rng.chance(2))
        state.fundingE10 = 125'000 + market.rng.bell(60'000);
}

Sz Participants::orderSize(Market &market, std::int64_t depth)
{
    const std::int64_t typical = m_exchange.universe().market(market.id).typicalLots;
    // Deeper levels are thicker, and now and then one is thick.
    std::int64_t permille = market.rng.range(120, 1400) + depth * 35;
    if (market.rng.chance(40))
        permille *= 5;
    return {
        std::max<std::int64_t>(1, static_cast<std::int64_t>(Int128{typical} * permille / 1000))};
}

void Participants::quote(Market &market, bool opening)
{
    const Grid grid = m_exchange.universe().market(market.id).grid;
    const Px fair{market.fair / kUnit};
    const std::int64_t tick = tickAt(fair, grid);
    const Px bid{fair.ticks - fair.ticks % tick};
    const Px ask{bid.ticks + tick};
    // The side that must give way goes first, so that makers do not trade among themselves.
    const bool rising = !market.bids.empty() && bid > market.bids.front().px;
    quoteSide(market, rising ? Side::Sell : Side::Buy, rising ? ask : bid, tick, opening);
    quoteSide(market, rising ? Side::Buy : Side::Sell, rising ? bid : ask, tick, opening);
    // What is far away needs no look at every step.
    if (opening || ++market.steps % 5 == 0) {
        quoteFar(market, Side::Buy, bid, tick, opening);
        quoteFar(market, Side::Sell, ask, tick, opening);
    }
}

void Participants::quoteFar(Market &market, Side side, Px touch, std::int64_t tick, bool opening)
{
    const bool buys = side == Side::Buy;
    std::vector<Quote> &quotes = buys ? market.farBids : market.farAsks;
    const OrderBook &book = m_exchange.market(market.id).book;
    // Up to 6 % away, denser towards the touch.
    const std::int64_t reach = std::max<std::int64_t>(kDepth * 4, touch.ticks / tick * 6 / 100);
    std::erase_if(quotes, [&](const Quote &quote) {
        if (book.find(quote.oid) == nullptr)
            return true;
        const std::int64_t away =
            (buys ? touch.ticks - quote.px.ticks : quote.px.ticks - touch.ticks) / tick;
        if (away >= kDepth / 2 && away <= reach * 2 && !market.rng.chance(1))
            return false;
        m_exchange.participantCancel(market.id, quote.oid);
        return true;
    });
    const std::size_t most = opening ? kFarQuotes : 2;
    for (std::size_t i = 0; i < most && quotes.size() < kFarQuotes; ++i) {
        const std::int64_t draw = market.rng.range(0, 1000);
        const std::int64_t away = kDepth + reach * draw * draw / 1'000'000;
        const Px wanted{buys ? touch.ticks - away * tick : touch.ticks + away * tick};
        // Far away the tick may be another one.
        const std::int64_t step =
            std::max(tick, tickAt(wanted, m_exchange.universe().market(market.id).grid));
        const Px px{wanted.ticks - wanted.ticks % step};
        if (px.ticks <= 0)
            continue;
        const Oid oid = m_exchange.participantRest(maker(market, market.rng.range(0, 11)),
                                                   market.id, side, px, orderSize(market, 60));
        if (oid != 0)
            quotes.push_back({oid, px});
    }
}

void Participants::quoteSide(Market &market, Side side, Px touch, std::int64_t tick, bool opening)
{
    const bool buys = side == Side::Buy;
    std::vector<Quote> &quotes = buys ? market.bids : market.asks;
    const OrderBook &book = m_exchange.market(market.id).book;
    std::vector<std::int64_t> count(kDepth, 0);
    std::vector<Quote> kept;
    kept.reserve(quotes.size() + 16);
    for (const Quote &quote : quotes) {
        if (book.find(quote.oid) == nullptr)
            continue;
        const std::int64_t away =
            (buys ? touch.ticks - quote.px.ticks : quote.px.ticks - touch.ticks) / tick;
        const bool beyondTouch = buys ? quote.px > touch : quote.px < touch;
        const bool churned = market.rng.chance(away < 4 ? 25 : 12);
        if (beyondTouch || away > kKeep || churned) {
            m_exchange.participantCancel(market.id, quote.oid);
            continue;
        }
        if (away < kDepth)
            ++count[static_cast<std::size_t>(away)];
        kept.push_back(quote);
    }
    for (std::int64_t level = 0; level < kDepth; ++level) {
        const std::int64_t have = count[static_cast<std::size_t>(level)];
        std::uint64_t chance = level == 0 ? 1000 : 620;
        if (have > 0)
            chance = have < 5 ? 18 : 2;
        const std::int64_t orders = opening ? market.rng.range(1, 4) : 1;
        for (std::int64_t i = 0; i < orders; ++i) {
            if (!market.rng.chance(opening ? 820 : chance) && !(opening && level == 0))
                continue;
            const Px px{buys ? touch.ticks - level * tick : touch.ticks + level * tick};
            if (px.ticks <= 0)
                continue;
            const Oid oid =
                m_exchange.participantRest(maker(market, market.rng.range(0, 11)), market.id, side,
                                           px, orderSize(market, level));
            if (oid != 0)
                kept.push_back({oid, px});
        }
    }
    std::sort(kept.begin(), kept.end(), [&](const Quote &a, const Quote &b) {
        return a.px == b.px ? a.oid < b.oid : (buys ? a.px > b.px : a.px < b.px);
    });
    quotes = std::move(kept);
}

void Participants::take(Market &market)
{
    const MarketSpec &spec = m_exchange.universe().market(market.id);
    if (!market.rng.chance(static_cast<std::uint64_t>(spec.tradesPerMille)))
        return;
    const Side side = market.rng.chance(500) ? Side::Buy : Side::Sell;
    const OrderBook &book = m_exchange.market(market.id).book;
    const RestingOrder *best = book.best(opposite(side));
    if (best == nullptr)
        return;
    const std::int64_t tick = tickAt(best->px, spec.grid);
    // Mostly inside the first level, sometimes through a few.
    const std::int64_t reach = market.rng.chance(120) ? market.rng.range(1, 4) : 0;
    const Px limit{best->px.ticks + (side == Side::Buy ? reach * tick : -reach * tick)};
    std::int64_t lots = spec.typicalLots * market.rng.range(4, 420) / 1000;
    if (reach > 0)
        lots = spec.typicalLots * market.rng.range(800, 4200) / 1000;
    const UserId taker = kFirstParticipant + market.id * kIdsPerMarket + kMakersPerMarket +
                         static_cast<UserId>(market.rng.below(kTakersPerMarket));
    m_exchange.participantTake(taker, market.id, side, limit, {std::max<std::int64_t>(1, lots)});
}

} // namespace hl::sim
