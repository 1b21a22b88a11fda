// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "sim/margin.h"

#include <algorithm>
#include <cstdlib>

namespace hl::sim {
namespace {

Sz magnitude(Sz sz)
{
    return {std::abs(sz.lots)};
}

/// a × b / c, to the nearest, ties to even.
Micros mulDivNearest(Int128 a, Int128 b, Int128 c)
{
    const Int128 product = a * b;
    Int128 q = product / c;
    const Int128 twice = (product % c) * 2;
    if (twice > c || (twice == c && q % 2 != 0))
        ++q;
    return static_cast<Micros>(q);
}

std::string dirOf(Sz before, Sz after, Side side)
{
    if (before.lots > 0 && after.lots < 0)
        return "Long > Short";
    if (before.lots < 0 && after.lots > 0)
        return "Short > Long";
    const bool buys = side == Side::Buy;
    if (before.lots == 0 || (before.lots > 0) == buys)
        return buys ? "Open Long" : "Open Short";
    return buys ? "Close Short" : "Close Long";
}

} // namespace

Micros feeOf(Micros notional, std::int64_t ppm)
{
    return static_cast<Micros>(Int128{notional} * ppm / 1'000'000);
}

Micros initialMargin(Px mark, Sz sz, int leverage)
{
    return saturated((mark * magnitude(sz)).units / std::max(leverage, 1));
}

FillEffect applyFill(PerpLedger &ledger, MarketId market, const LeverageSetting &setting, Side side,
                     Px px, Sz sz, Micros fee)
{
    FillEffect effect;
    const auto [it, isNew] = ledger.positions.try_emplace(market);
    PerpPosition &pos = it->second;
    if (isNew) {
        pos.isCross = setting.isCross;
        pos.leverage = setting.value;
    }
    effect.startPosition = pos.szi;
    const int sign = side == Side::Buy ? 1 : -1;
    const Sz before = pos.szi;
    const bool reduces = before.lots != 0 && (before.lots > 0) != (sign > 0);
    const Sz closed = reduces ? std::min(magnitude(before), sz) : Sz{};
    const Sz opened = sz - closed;
    const Micros feeOnClose = opened.lots > 0 ? 0 : fee;
    pos.fundingSinceChange = 0;

    if (closed.lots > 0) {
        const Sz held = magnitude(before);
        const Micros ntl = perpNotional(px, closed);
        const Micros entry =
            closed == held ? pos.entryNtl : mulDivNearest(pos.entryNtl, closed.lots, held.lots);
        effect.closedPnl = before.lots > 0 ? ntl - entry : entry - ntl;
        pos.entryNtl -= entry;
        pos.szi = {pos.szi.lots + sign * closed.lots};
        if (pos.isCross) {
            ledger.raw += -sign * ntl - feeOnClose;
        } else {
            pos.isolatedRaw += -sign * ntl - feeOnClose;
            // The closed share of the position's equity goes back to the cross side.
            const Micros left = (pos.szi.lots > 0 ? 1 : -1) * perpNotional(px, magnitude(pos.szi));
            const Micros equity = pos.isolatedRaw + (pos.szi.lots == 0 ? 0 : left);
            const Micros release =
                closed == held ? equity
                               : static_cast<Micros>(Int128{equity} * closed.lots / held.lots);
            pos.isolatedRaw -= release;
            ledger.raw += release;
        }
        if (pos.szi.lots == 0)
            pos.fundingSinceOpen = 0;
    }
    if (opened.lots > 0) {
        const Micros ntl = perpNotional(px, opened);
        const Micros feeHere = fee - feeOnClose;
        if (pos.szi.lots == 0) {
            pos.isCross = setting.isCross;
            pos.leverage = setting.value;
        }
        pos.entryNtl += ntl;
        pos.szi = {pos.szi.lots + sign * opened.lots};
        if (pos.isCross) {
            ledger.raw += -sign * ntl - feeHere;
        } else {
            const Micros margin = ntl / std::max(pos.leverage, 1);
            ledger.raw -= margin;
            pos.isolatedRaw += margin - sign * ntl - feeHere;
        }
    }
    effect.dir = dirOf(before, pos.szi, side);
    if (pos.szi.lots == 0)
        ledger.positions.erase(it);
    return effect;
}

PerpSummary summarise(const PerpLedger &ledger, const Universe &universe, const MarkOf &markOf)
{
    PerpSummary s;
    s.totalRaw = ledger.raw;
    s.crossValue = ledger.raw;
    s.accountValue = ledger.raw;
    for (const auto &[market, pos] : ledger.positions) {
        const Px mark = markOf(market);
        const Micros value = perpNotional(mark, magnitude(pos.szi));
        const Micros signedValue = pos.szi.lots > 0 ? value : -value;
        s.totalNtl += value;
        s.accountValue += signedValue;
        if (pos.isCross) {
            const Micros margin = value / std::max(pos.leverage, 1);
            s.crossValue += signedValue;
            s.crossNtl += value;
            s.crossMarginUsed += margin;
            s.marginUsed += margin;
            s.crossMaintenance += universe.tableOf(universe.market(market)).maintenance(value);
        } else {
            s.totalRaw += pos.isolatedRaw;
            s.accountValue += pos.isolatedRaw;
            s.marginUsed += signedValue + pos.isolatedRaw;
        }
    }
    s.available = std::max<Micros>(0, s.crossValue - s.crossMarginUsed);
    s.withdrawable =
        std::max<Micros>(0, s.crossValue - std::max(s.crossMarginUsed, s.crossNtl / 10));
    return s;
}

PositionView viewPosition(const PerpLedger &ledger, MarketId market, const PerpSummary &summary,
                          const Universe &universe, Px mark)
{
    PositionView view;
    const auto it = ledger.positions.find(market);
    if (it == ledger.positions.end())
        return view;
    const PerpPosition &pos = it->second;
    const MarketSpec &spec = universe.market(market);
    const Sz held = magnitude(pos.szi);
    const int side = pos.szi.lots > 0 ? 1 : -1;
    view.value = perpNotional(mark, held);
    view.unrealizedPnl = side > 0 ? view.value - pos.entryNtl : pos.entryNtl - view.value;
    view.marginUsed =
        pos.isCross ? view.value / std::max(pos.leverage, 1) : side * view.value + pos.isolatedRaw;
    const Decimal size = toDecimal(held, spec.grid);
    // The venue cuts the entry price to the grid and rounds the return (seen in its answers).
    view.entryPx =
        Decimal::div(usd(pos.entryNtl), size, spec.grid.pxDecimals(), Rounding::TowardZero)
            .value_or(Decimal());
    view.returnOnEquity = Decimal::div(usd(view.unrealizedPnl) * Decimal::fromInt(pos.leverage),
                                       usd(pos.entryNtl), 10, Rounding::HalfEven)
                              .value_or(Decimal());

    // px − side · margin_available / size / (1 − l · side) with l = 1 / (2 · max leverage), written
    // over one denominator.
    const MarginTable &table = universe.tableOf(spec);
    const std::int64_t twice = 2 * table.tierOf(view.value).maxLeverage;
    const Micros buffer = pos.isCross ? summary.crossValue - summary.crossMaintenance
                                      : view.marginUsed - table.maintenance(view.value);
    const auto distance =
        Decimal::div(usd(buffer) * Decimal::fromInt(twice), size * Decimal::fromInt(twice - side),
                     10, Rounding::HalfEven);
    if (distance) {
        const Decimal px = toDecimal(mark, spec.grid);
        const Decimal liquidation = side > 0 ? px - *distance : px + *distance;
        if (liquidation.sign() > 0)
            view.liquidationPx = liquidation;
    }
    return view;
}

Micros marginNeeded(const PerpLedger &ledger, MarketId market, const LeverageSetting &setting,
                    Side side, Sz sz, Px mark)
{
    const auto it = ledger.positions.find(market);
    const Sz before = it == ledger.positions.end() ? Sz{} : it->second.szi;
    const Sz after{before.lots + (side == Side::Buy ? sz.lots : -sz.lots)};
    const bool isCross = it == ledger.positions.end() ? setting.isCross : it->second.isCross;
    const int leverage = it == ledger.positions.end() ? setting.value : it->second.leverage;
    if (isCross)
        return initialMargin(mark, after, leverage) - initialMargin(mark, before, leverage);
    const bool reduces = before.lots != 0 && (before.lots > 0) != (side == Side::Buy);
    const Sz opened = reduces ? Sz{std::max<std::int64_t>(0, sz.lots - std::abs(before.lots))} : sz;
    return initialMargin(mark, opened, leverage);
}

} // namespace hl::sim
