// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "sim/render.h"

#include <algorithm>

namespace hl::sim {

using codec::Array;
using codec::Object;
using codec::Value;

namespace {

Value level(const LevelView &view, Grid grid)
{
    return Object{{"px", wireDec(toDecimal(view.px, grid))},
                  {"sz", wireDec(toDecimal(view.sz, grid))},
                  {"n", view.n}};
}

/// Width of a bucket in ticks of the grid, for a price of that size.
std::int64_t bucketTicks(std::int64_t ticks, const BookView &view)
{
    int digits = 0;
    for (std::int64_t t = ticks; t > 0; t /= 10)
        ++digits;
    std::int64_t step = 1;
    for (int i = *view.nSigFigs; i < digits; ++i)
        step *= 10;
    return step * view.mantissa.value_or(1);
}

Array bookSide(const OrderBook &book, Side side, const BookView &view, Grid grid)
{
    Array out;
    const std::size_t most = view.fast ? 5 : 20;
    if (!view.nSigFigs) {
        for (const LevelView &l : book.levels(side, most))
            out.push_back(level(l, grid));
        return out;
    }
    std::vector<LevelView> buckets;
    book.eachLevel(side, [&](const LevelView &l) {
        const std::int64_t step = bucketTicks(l.px.ticks, view);
        // Bids go down to their bucket, asks up: a bucket never looks better than what is in it.
        const std::int64_t down = l.px.ticks - l.px.ticks % step;
        const Px px{side == Side::Buy || down == l.px.ticks ? down : down + step};
        if (buckets.empty() || buckets.back().px != px) {
            if (buckets.size() == most)
                return false;
            buckets.push_back({px, l.sz, l.n});
        } else {
            buckets.back().sz = buckets.back().sz + l.sz;
            buckets.back().n += l.n;
        }
        return true;
    });
    for (const LevelView &bucket : buckets)
        out.push_back(level(bucket, grid));
    return out;
}

} // namespace

std::string wireDec(const Decimal &value)
{
    std::string text = value.toString();
    if (text.find('.') == std::string::npos)
        text += ".0";
    return text;
}

std::string Renderer::pxDec(MarketId market, Px px) const
{
    return wireDec(toDecimal(px, universe().market(market).grid));
}

std::string Renderer::szDec(MarketId market, Sz sz) const
{
    return wireDec(toDecimal(sz, universe().market(market).grid));
}

Value Renderer::meta(int dex) const
{
    Array listed;
    for (const MarketSpec &spec : universe().markets()) {
        if (!spec.isPerp() || spec.dex != dex)
            continue;
        Object row{{"szDecimals", int{spec.grid.szDecimals}},
                   {"name", spec.coin},
                   {"maxLeverage", spec.maxLeverage},
                   {"marginTableId", spec.marginTableId}};
        if (spec.isDelisted)
            row.emplace_back("isDelisted", true);
        listed.push_back(std::move(row));
    }
    Array tables;
    for (const MarginTable &table : universe().marginTables()) {
        Array tiers;
        for (const MarginTier &tier : table.tiers)
            tiers.push_back(Object{{"lowerBound", wireDec(Decimal::fromInt(tier.lowerBoundUsd))},
                                   {"maxLeverage", tier.maxLeverage}});
        tables.push_back(Array{table.id, Object{{"description", table.description},
                                                {"marginTiers", std::move(tiers)}}});
    }
    return Object{{"universe", std::move(listed)},
                  {"marginTables", std::move(tables)},
                  {"collateralToken", 0}};
}

Value Renderer::perpDexs() const
{
    Array out{nullptr};
    for (std::size_t i = 1; i < universe().dexes().size(); ++i) {
        Array caps;
        for (const MarketSpec &spec : universe().markets()) {
            if (spec.dex == static_cast<int>(i))
                caps.push_back(Array{spec.coin, "150000000.0"});
        }
        const std::string &name = universe().dexes()[i];
        std::string full = name;
        std::transform(full.begin(), full.end(), full.begin(),
                       [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; });
        out.push_back(
            Object{{"name", name},
                   {"fullName", full},
                   {"deployer", m_exchange.addressOf(kFirstParticipant + 9000).toString()},
                   {"oracleUpdater", nullptr},
                   {"feeRecipient", nullptr},
                   {"assetToStreamingOiCap", std::move(caps)},
                   {"subDeployers", Array{}},
                   {"deployerFeeScale", "1.0"},
                   {"lastDeployerFeeScaleChangeTime", "1970-01-01T00:00:00"},
                   {"assetToFundingMultiplier", Array{}},
                   {"assetToFundingInterestRate", Array{}}});
    }
    return out;
}

Value Renderer::spotMeta() const
{
    Array pairs;
    for (const MarketSpec &spec : universe().markets()) {
        if (spec.isPerp())
            continue;
        pairs.push_back(Object{{"tokens", Array{spec.baseToken, spec.quoteToken}},
                               {"name", spec.coin},
                               {"index", spec.position},
                               {"isCanonical", spec.isCanonical}});
    }
    Array tokens;
    for (const TokenSpec &token : universe().tokens()) {
        tokens.push_back(
            Object{{"name", token.name},
                   {"szDecimals", token.szDecimals},
                   {"weiDecimals", token.weiDecimals},
                   {"index", token.index},
                   {"tokenId", token.tokenId},
                   {"isCanonical", token.index < 2},
                   {"evmContract", nullptr},
                   {"fullName", token.fullName.empty() ? Value(nullptr) : Value(token.fullName)},
                   {"deployerTradingFeeShare", "0.0"}});
    }
    return Object{{"universe", std::move(pairs)}, {"tokens", std::move(tokens)}};
}

Value Renderer::outcomeMeta() const
{
    return Object{{"outcomes", Array{}}, {"questions", Array{}}};
}

Value Renderer::perpCtx(MarketId id) const
{
    const MarketState &market = m_exchange.market(id);
    const MarketSpec &spec = universe().market(id);
    const RestingOrder *bid = market.book.best(Side::Buy);
    const RestingOrder *ask = market.book.best(Side::Sell);
    const bool twoSided = bid != nullptr && ask != nullptr && !spec.isDelisted;
    const Decimal oracle = toDecimal(market.oracle, spec.grid);
    Value premium = nullptr;
    Value mid = nullptr;
    Value impact = nullptr;
    if (twoSided) {
        const Decimal value = m_exchange.midOf(id).value_or(oracle);
        mid = wireDec(value);
        impact = Array{pxDec(id, bid->px), pxDec(id, ask->px)};
        premium = wireDec(
            Decimal::div(value - oracle, oracle, 10, Rounding::HalfEven).value_or(Decimal()));
    }
    return Object{
        {"funding",
         wireDec(spec.isDelisted ? Decimal() : Decimal(market.fundingE10, 10).normalised())},
        {"openInterest", szDec(id, {market.openInterest})},
        {"prevDayPx", pxDec(id, market.prevDayPx)},
        {"dayNtlVlm", wireDec(Decimal(market.dayNtl, spec.grid.ntlDecimals()))},
        {"premium", std::move(premium)},
        {"oraclePx", wireDec(oracle)},
        {"markPx", pxDec(id, market.mark)},
        {"midPx", std::move(mid)},
        {"impactPxs", std::move(impact)},
        {"dayBaseVlm", szDec(id, {market.dayLots})}};
}

Value Renderer::spotCtx(MarketId id) const
{
    const MarketState &market = m_exchange.market(id);
    const MarketSpec &spec = universe().market(id);
    const auto mid = m_exchange.midOf(id);
    return Object{{"prevDayPx", pxDec(id, market.prevDayPx)},
                  {"dayNtlVlm", wireDec(Decimal(market.dayNtl, spec.grid.ntlDecimals()))},
                  {"markPx", pxDec(id, market.mark)},
                  {"midPx", mid ? Value(wireDec(*mid)) : Value(nullptr)},
                  {"circulatingSupply", "298462370.4079165459"},
                  {"coin", spec.coin},
                  {"totalSupply", "998882916.6303099394"},
                  {"dayBaseVlm", szDec(id, {market.dayLots})}};
}

Value Renderer::perpCtxs(int dex) const
{
    Array out;
    for (MarketId id = 0; id < m_exchange.marketCount(); ++id) {
        const MarketSpec &spec = universe().market(id);
        if (spec.isPerp() && spec.dex == dex)
            out.push_back(perpCtx(id));
    }
    return out;
}

Value Renderer::spotCtxs() const
{
    Array out;
    for (MarketId id = 0; id < m_exchange.marketCount(); ++id) {
        if (!universe().market(id).isPerp())
            out.push_back(spotCtx(id));
    }
    return out;
}

Value Renderer::allMids(int dex) const
{
    Object out;
    for (MarketId id = 0; id < m_exchange.marketCount(); ++id) {
        const MarketSpec &spec = universe().market(id);
        const bool belongs = spec.isPerp() ? spec.dex == dex : dex == 0;
        if (!belongs || spec.isDelisted)
            continue;
        if (const auto mid = m_exchange.midOf(id))
            out.emplace_back(spec.coin, wireDec(*mid));
    }
    return out;
}

Value Renderer::book(MarketId id, const BookView &view) const
{
    const OrderBook &book = m_exchange.market(id).book;
    const Grid grid = universe().market(id).grid;
    Object out{{"coin", universe().market(id).coin},
               {"time", m_exchange.now()},
               {"levels", Array{bookSide(book, Side::Buy, view, grid),
                                bookSide(book, Side::Sell, view, grid)}}};
    const RestingOrder *bid = book.best(Side::Buy);
    const RestingOrder *ask = book.best(Side::Sell);
    if (view.nSigFigs && bid != nullptr && ask != nullptr)
        out.emplace_back("spread", pxDec(id, ask->px - bid->px));
    if (view.fast)
        out.emplace_back("fast", true);
    return out;
}

Value Renderer::bbo(MarketId id) const
{
    const OrderBook &book = m_exchange.market(id).book;
    const Grid grid = universe().market(id).grid;
    Array out;
    for (const Side side : {Side::Buy, Side::Sell}) {
        const auto best = book.levels(side, 1);
        out.push_back(best.empty() ? Value(nullptr) : level(best.front(), grid));
    }
    return out;
}

Value Renderer::trade(const TradeEvent &trade) const
{
    return Object{{"coin", universe().market(trade.market).coin},
                  {"side", trade.side == Side::Buy ? "B" : "A"},
                  {"px", pxDec(trade.market, trade.px)},
                  {"sz", szDec(trade.market, trade.sz)},
                  {"time", trade.time},
                  {"hash", trade.hash},
                  {"tid", trade.tid},
                  {"users", Array{trade.buyer.toString(), trade.seller.toString()}}};
}

Value Renderer::trades(const std::vector<TradeEvent> &trades) const
{
    Array out;
    for (const TradeEvent &event : trades)
        out.push_back(trade(event));
    return out;
}

Value Renderer::candle(MarketId id, const std::string &interval, const Candle &c) const
{
    return Object{{"t", c.openTime},
                  {"T", c.closeTime},
                  {"s", universe().market(id).coin},
                  {"i", interval},
                  {"o", pxDec(id, c.open)},
                  {"c", pxDec(id, c.close)},
                  {"h", pxDec(id, c.high)},
                  {"l", pxDec(id, c.low)},
                  {"v", szDec(id, c.volume)},
                  {"n", c.n}};
}

Value Renderer::fundingHistory(MarketId id, TimeMs from, TimeMs to) const
{
    constexpr TimeMs kHour = 3'600'000;
    Array out;
    const std::string &coin = universe().market(id).coin;
    const TimeMs oldest = m_exchange.now() - 90 * 24 * kHour;
    const TimeMs first = (std::max(from, oldest) + kHour - 1) / kHour * kHour;
    for (TimeMs t = first; t <= std::min(to, m_exchange.now()) && out.size() < 500; t += kHour) {
        // An hour's rate is drawn from the hour and the market alone, so that it never changes.
        Rng rng(static_cast<std::uint64_t>(t / kHour) * 7919 + id);
        const std::int64_t rate = 125'000 + rng.bell(60'000);
        out.push_back(Object{{"coin", coin},
                             {"fundingRate", wireDec(Decimal(rate, 10).normalised())},
                             {"premium", wireDec(Decimal(rng.bell(2'000'000), 10).normalised())},
                             {"time", t + rng.range(0, 90)}});
    }
    return out;
}

} // namespace hl::sim
