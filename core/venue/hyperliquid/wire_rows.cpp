// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "venue/hyperliquid/wire_reader.h"

#include <algorithm>
#include <limits>

namespace hl::venue {

namespace {

constexpr int kMaxChildren = 4; // a child order has no children of its own in practice

std::int32_t smallCount(std::int64_t value)
{
    return static_cast<std::int32_t>(
        std::clamp<std::int64_t>(value, 0, std::numeric_limits<std::int32_t>::max()));
}

int leverageOf(std::int64_t value)
{
    return static_cast<int>(std::clamp<std::int64_t>(value, 0, 1'000'000));
}

} // namespace

void WireReader::level(const JsonValue &value, Grid grid, market::DepthLevel &out)
{
    out.px = px(value, "px", grid);
    out.sz = sz(value, "sz", grid);
    out.n = smallCount(integer(value, "n"));
}

void WireReader::book(const JsonValue &data, market::BookUpdate &out, std::uint64_t &unknownFields)
{
    coin(data, "coin", out.coin, out.grid);
    out.time = integer(data, "time");
    out.isFast = booleanIf(data, "fast").value_or(false);
    out.isDelta = false;
    out.isAggregated = !data.find("spread").isNone();
    out.bids.clear();
    out.asks.clear();
    const JsonValue levels = array(data, "levels");
    if (ok() && levels.size() != 2)
        problem("levels", "two sides are needed, " + std::to_string(levels.size()) + " came");
    bool bids = true;
    for (JsonValue::Elements side(levels); side && ok(); side.next()) {
        const JsonValue list = side.value();
        if (list.type() != JsonType::Array)
            problem("levels", "a list is needed");
        for (JsonValue::Elements at(list); at && ok(); at.next())
            level(at.value(), out.grid, (bids ? out.bids : out.asks).emplace_back());
        bids = false;
    }
    for (JsonValue::Members at(data); at; at.next()) {
        const std::string_view key = at.key();
        if (key != "coin" && key != "time" && key != "levels" && key != "fast" && key != "spread")
            ++unknownFields;
    }
}

void WireReader::bbo(const JsonValue &data, market::BboUpdate &out, std::uint64_t &unknownFields)
{
    coin(data, "coin", out.coin, out.grid);
    out.time = integer(data, "time");
    const JsonValue sides = array(data, "bbo");
    if (ok() && sides.size() != 2)
        problem("bbo", "two sides are needed, " + std::to_string(sides.size()) + " came");
    const auto read = [&](std::size_t index) -> std::optional<market::DepthLevel> {
        const JsonValue side = sides.at(index);
        if (!ok() || side.isNone())
            return std::nullopt;
        market::DepthLevel found;
        level(side, out.grid, found);
        return found;
    };
    out.bid = read(0);
    out.ask = read(1);
    for (JsonValue::Members at(data); at; at.next()) {
        if (at.key() != "coin" && at.key() != "time" && at.key() != "bbo")
            ++unknownFields;
    }
}

void WireReader::trade(const JsonValue &row, Grid grid, market::Trade &out)
{
    out.px = px(row, "px", grid);
    out.sz = sz(row, "sz", grid);
    out.time = integer(row, "time");
    out.tid = uinteger(row, "tid");
    out.isBuy = side(row, "side") == model::Side::Buy;
}

void WireReader::candle(const JsonValue &row, Grid grid, market::Candle &out)
{
    out.openTime = integer(row, "t");
    out.closeTime = integer(row, "T");
    out.open = px(row, "o", grid);
    out.close = px(row, "c", grid);
    out.high = px(row, "h", grid);
    out.low = px(row, "l", grid);
    // A sum the venue keeps as a double, so it may be a hair off its lot.
    out.volume = szWithResidue(row, "v", grid);
    out.n = integer(row, "n");
}

void WireReader::context(const JsonValue &ctx, market::AssetCtx &out)
{
    if (ctx.type() != JsonType::Object)
        problem("ctx", "an object is needed");
    out.coin.assign(textOr(ctx, "coin", out.coin));
    out.mark = decimalIf(ctx, "markPx");
    out.mid = decimalIf(ctx, "midPx");
    out.oracle = decimalIf(ctx, "oraclePx");
    out.prevDayPx = decimalIf(ctx, "prevDayPx");
    out.dayNtlVlm = decimalIf(ctx, "dayNtlVlm");
    out.openInterest = decimalIf(ctx, "openInterest");
    out.funding = decimalIf(ctx, "funding");
    out.premium = decimalIf(ctx, "premium");
}

void WireReader::fill(const JsonValue &row, model::Fill &out)
{
    coin(row, "coin", out.coin, out.grid);
    out.tid = uinteger(row, "tid");
    out.oid = uinteger(row, "oid");
    out.cloid = cloidIf(row, "cloid");
    out.side = side(row, "side");
    out.px = px(row, "px", out.grid);
    out.sz = sz(row, "sz", out.grid);
    out.time = integer(row, "time");
    out.fee = decimal(row, "fee");
    out.feeToken.assign(textOr(row, "feeToken"));
    out.closedPnl = decimal(row, "closedPnl");
    out.startPosition = decimal(row, "startPosition");
    out.dir.assign(textOr(row, "dir"));
    out.isTaker = booleanIf(row, "crossed").value_or(false);
    out.isLiquidation = !row.find("liquidation").isNone();
}

void WireReader::order(const JsonValue &row, WireOrder &out, int depth)
{
    coin(row, "coin", out.coin, out.grid);
    out.side = side(row, "side");
    out.limitPx = px(row, "limitPx", out.grid);
    out.sz = sz(row, "sz", out.grid);
    out.origSz = row.find("origSz").isNone() ? out.sz : sz(row, "origSz", out.grid);
    out.oid = uinteger(row, "oid");
    out.timestamp = integer(row, "timestamp");
    out.cloid = cloidIf(row, "cloid");
    out.reduceOnly = booleanIf(row, "reduceOnly");
    out.isTrigger = booleanIf(row, "isTrigger");
    out.isPositionTpsl = booleanIf(row, "isPositionTpsl");
    if (!row.find("triggerPx").isNone()) {
        const Px trigger = px(row, "triggerPx", out.grid);
        if (trigger.ticks != 0)
            out.triggerPx = trigger;
    }
    out.triggerCondition.assign(textOr(row, "triggerCondition"));
    out.orderType.assign(textOr(row, "orderType"));
    out.tif.assign(textOr(row, "tif"));
    const JsonValue children = row.find("children");
    if (children.size() > 0 && depth < kMaxChildren) {
        for (JsonValue::Elements at(children); at && ok(); at.next())
            order(at.value(), out.children.emplace_back(), depth + 1);
    }
}

void WireReader::orderUpdate(const JsonValue &row, OrderUpdate &out)
{
    order(object(row, "order"), out.order);
    out.status.assign(text(row, "status"));
    out.statusTimestamp = integer(row, "statusTimestamp");
}

void WireReader::sliceFill(const JsonValue &row, SliceFill &out)
{
    fill(object(row, "fill"), out.fill);
    out.twapId = uinteger(row, "twapId");
}

void WireReader::twap(const JsonValue &row, Twap &out)
{
    coin(row, "coin", out.coin, out.grid);
    out.user = address(row, "user");
    out.side = side(row, "side");
    out.sz = szWithResidue(row, "sz", out.grid);
    out.executedSz = decimal(row, "executedSz");
    out.executedNtl = decimal(row, "executedNtl");
    out.minutes = integer(row, "minutes");
    out.reduceOnly = booleanIf(row, "reduceOnly").value_or(false);
    out.randomize = booleanIf(row, "randomize").value_or(false);
    out.timestamp = integer(row, "timestamp");
    const JsonValue trigger = row.find("trigger");
    if (!trigger.isNone()) {
        out.triggerPx = decimalIf(trigger, "px");
        out.triggerAbove = booleanIf(trigger, "above");
    }
    out.stopPx = decimalIf(row, "stopPx");
}

void WireReader::twapHistory(const JsonValue &row, TwapHistoryEntry &out)
{
    out.timeSeconds = integer(row, "time");
    twap(object(row, "state"), out.twap);
    out.twap.twapId = static_cast<std::uint64_t>(integerIf(row, "twapId").value_or(0));
    const JsonValue status = object(row, "status");
    out.status.assign(text(status, "status"));
    out.description.assign(textOr(status, "description"));
}

void WireReader::funding(const JsonValue &row, FundingPayment &out)
{
    // Info answers wrap the same fields in `delta`.
    const JsonValue delta = row.find("delta").isAbsent() ? row : row.find("delta");
    out.time = integer(row, "time");
    out.hash.assign(textOr(row, "hash"));
    out.coin.assign(text(delta, "coin"));
    out.usdc = decimal(delta, "usdc");
    out.szi = decimal(delta, "szi");
    out.fundingRate = decimal(delta, "fundingRate");
    out.nSamples = integerIf(delta, "nSamples");
}

void WireReader::ledgerEntry(const JsonValue &row, LedgerEntry &out)
{
    out.time = integer(row, "time");
    out.hash.assign(textOr(row, "hash"));
    const JsonValue delta = object(row, "delta");
    out.type.assign(text(delta, "type"));
    out.deltaJson = delta.toJson();
}

void WireReader::perpAccount(const JsonValue &state, std::string_view dex, PerpAccount &out)
{
    const JsonValue summary = object(state, "marginSummary");
    out.margin.dex.assign(dex);
    out.margin.collateral = m_registry.collateralOf(dex);
    out.margin.accountValue = decimal(summary, "accountValue");
    out.margin.totalNtlPos = decimal(summary, "totalNtlPos");
    out.margin.totalMarginUsed = decimal(summary, "totalMarginUsed");
    out.margin.withdrawable = decimal(state, "withdrawable");
    out.margin.maintenanceMargin =
        decimalIf(state, "crossMaintenanceMarginUsed").value_or(Decimal());
    out.margin.time = integerIf(state, "time").value_or(0);
    const JsonValue positions = array(state, "assetPositions");
    if (!ok())
        return;
    const auto read = [&](const JsonValue &row, model::Position &position) {
        const JsonValue data = object(row, "position");
        coin(data, "coin", position.coin, position.grid);
        position.dex.assign(dex);
        position.collateral = out.margin.collateral;
        position.szi = szWithResidue(data, "szi", position.grid);
        position.entryPx = decimalIf(data, "entryPx").value_or(Decimal());
        position.positionValue = decimal(data, "positionValue");
        position.unrealizedPnl = decimal(data, "unrealizedPnl");
        position.returnOnEquity = decimal(data, "returnOnEquity");
        position.liquidationPx = decimalIf(data, "liquidationPx");
        position.marginUsed = decimal(data, "marginUsed");
        const JsonValue leverage = object(data, "leverage");
        position.isCross = text(leverage, "type") == "cross";
        position.leverage = leverageOf(integer(leverage, "value"));
        position.maxLeverage = leverageOf(integerIf(data, "maxLeverage").value_or(0));
        const JsonValue funding = data.find("cumFunding");
        position.fundingSinceOpen = decimalIf(funding, "sinceOpen").value_or(Decimal());
        if (!ok())
            out.skippedCoins.push_back(position.coin);
    };
    // A position that cannot be read must not hide the balance, so this is told, never refused.
    out.positions = rowsOrNone<model::Position>(positions, out.skipped, read);
}

void WireReader::spotAccount(const JsonValue &state, SpotAccount &out)
{
    out.portfolioMarginEnabled = booleanIf(state, "portfolioMarginEnabled").value_or(false);
    for (JsonValue::Elements at(array(state, "balances")); at && ok(); at.next()) {
        const JsonValue row = at.value();
        model::Balance &balance = out.balances.emplace_back();
        balance.coin.assign(text(row, "coin"));
        balance.token = integerIf(row, "token").value_or(-1);
        balance.total = decimal(row, "total");
        balance.hold = decimal(row, "hold");
        balance.entryNtl = decimalIf(row, "entryNtl").value_or(Decimal());
    }
}

void WireReader::activeAsset(const JsonValue &data, ActiveAsset &out)
{
    out.user = address(data, "user");
    coin(data, "coin", out.coin, out.grid);
    const JsonValue leverage = object(data, "leverage");
    out.isCross = text(leverage, "type") == "cross";
    out.leverage = leverageOf(integer(leverage, "value"));
    const JsonValue sizes = array(data, "maxTradeSzs");
    const JsonValue funds = array(data, "availableToTrade");
    if (ok() && (sizes.size() != 2 || funds.size() != 2))
        problem("maxTradeSzs", "a buy and a sell figure are needed");
    if (!ok())
        return;
    const auto size = [&](std::size_t index) {
        // A bound, so down to the lot.
        const auto lots = toSz(
            decimalOf(sizes.at(index), "maxTradeSzs").rounded(out.grid.szDecimals, Rounding::Down),
            out.grid);
        if (!lots)
            problem("maxTradeSzs", lots.error().detail);
        return lots.value_or(Sz{});
    };
    out.maxBuySz = size(0);
    out.maxSellSz = size(1);
    out.availableToBuy = decimalOf(funds.at(0), "availableToTrade");
    out.availableToSell = decimalOf(funds.at(1), "availableToTrade");
    out.markPx = decimal(data, "markPx");
}

void WireReader::outcome(const JsonValue &row, market::Outcome &out)
{
    out.outcome = integer(row, "outcome");
    out.name.assign(textOr(row, "name"));
    out.description.assign(textOr(row, "description"));
    out.quoteToken.assign(textOr(row, "quoteToken"));
    for (JsonValue::Elements at(row.find("sideSpecs")); at; at.next())
        out.sides.emplace_back(text(at.value(), "name"));
    for (JsonValue::Elements at(row.find("sides")); at; at.next())
        out.sides.emplace_back(at.value().string().value_or(std::string_view{}));
    if (out.sides.empty())
        out.sides = {"Yes", "No"};
}

void WireReader::question(const JsonValue &row, market::OutcomeQuestion &out)
{
    out.question = integer(row, "question");
    out.name.assign(textOr(row, "name"));
    out.description.assign(textOr(row, "description"));
    out.fallbackOutcome = integerIf(row, "fallbackOutcome");
    for (JsonValue::Elements at(row.find("namedOutcomes")); at; at.next())
        out.namedOutcomes.push_back(at.value().integer().value_or(-1));
    for (JsonValue::Elements at(row.find("settledNamedOutcomes")); at; at.next())
        out.settledNamedOutcomes.push_back(at.value().integer().value_or(-1));
}

} // namespace hl::venue
