// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "num/tick_rule.h"
#include "sim/exchange.h"

#include <algorithm>
#include <cstdlib>

namespace hl::sim {
namespace {

std::string suffix(const MarketSpec &spec)
{
    return " asset=" + std::to_string(spec.asset);
}

/// Largest value of one order by the market's leverage (spot: as the lowest): market orders; limit
/// orders take ten times as much.
std::int64_t maxOrderUsd(const MarketSpec &spec, WireTif tif)
{
    std::int64_t most = 500'000;
    if (spec.maxLeverage >= 25)
        most = 15'000'000;
    else if (spec.maxLeverage >= 20)
        most = 5'000'000;
    else if (spec.maxLeverage >= 10)
        most = 2'000'000;
    return tif == WireTif::FrontendMarket ? most : most * 10;
}

Int128 notionalOf(std::int64_t dollars, Grid grid)
{
    Int128 units = dollars;
    for (int i = 0; i < grid.ntlDecimals(); ++i)
        units *= 10;
    return units;
}

} // namespace

Result<SimOrder> Exchange::build(UserId user, const OrderRequest &request, Grouping grouping,
                                 Refusal &refusal) const
{
    SimOrder order;
    order.user = user;
    order.market = m_universe.findAsset(request.asset);
    order.cloid = request.cloid;
    order.side = request.isBuy ? Side::Buy : Side::Sell;
    order.reduceOnly = request.reduceOnly;
    order.tif = request.isTrigger ? WireTif::None : request.tif;
    order.isTrigger = request.isTrigger;
    order.isMarket = request.isMarket;
    order.isTp = request.isTp;
    order.isPositionTpsl = grouping == Grouping::PositionTpsl;
    order.timestamp = order.statusTime = now();

    const auto refuse = [&](OrderStatus status, std::string text, bool whole = false) {
        refusal = {status, text, whole};
        return fail(ErrorKind::VenueRejected, std::move(text));
    };
    const std::string asset = " asset=" + std::to_string(request.asset);
    if (order.market == kNoMarket)
        return refuse(OrderStatus::Rejected, "Invalid asset." + asset, true);
    const MarketSpec &spec = m_universe.market(order.market);
    if (spec.isDelisted)
        return refuse(OrderStatus::Rejected, "Trading is halted." + asset, true);
    const auto sz = parseSz(request.sz, spec.grid);
    if (!sz || sz->lots < 0)
        return refuse(OrderStatus::Rejected, "Order has invalid size." + asset);
    order.sz = order.origSz = *sz;
    const auto px = parsePx(request.px, spec.grid);
    if (!px || !isValidPx(*px, spec.grid))
        return refuse(OrderStatus::TickRejected, "Price must be divisible by tick size." + asset);
    order.limitPx = *px;
    if (order.isTrigger) {
        const auto trigger = parsePx(request.triggerPx, spec.grid);
        if (!trigger || !isValidPx(*trigger, spec.grid)) {
            return refuse(OrderStatus::TickRejected,
                          "Price must be divisible by tick size." + asset);
        }
        order.triggerPx = *trigger;
    }
    if (order.isPositionTpsl) {
        const SimAccount &account = m_accounts.at(user);
        const PerpPosition *pos = account.position(order.market, m_universe);
        order.tracksPosition =
            order.sz.lots == 0 || (pos != nullptr && order.sz.lots >= std::abs(pos->szi.lots));
    }
    if (order.sz.lots == 0 && !order.isPositionTpsl)
        return refuse(OrderStatus::Rejected, "Order has zero size." + asset);
    return order;
}

std::optional<Exchange::Refusal> Exchange::preValidate(const SimOrder &order) const
{
    const MarketSpec &spec = m_universe.market(order.market);
    const std::int64_t mark = markOf(order.market).ticks;
    if (order.isPositionTpsl && (!order.isTrigger || !order.reduceOnly))
        return Refusal{OrderStatus::Rejected, "TP/SL orders must be reduce only.", true};
    if (order.isTrigger && !spec.isPerp())
        return Refusal{OrderStatus::Rejected, "Trigger orders are not supported on spot.", true};
    const bool priced = !(order.isTrigger && order.isMarket);
    if (priced && (Int128{order.limitPx.ticks} * 100 < Int128{mark} * 5 ||
                   Int128{order.limitPx.ticks} * 100 > Int128{mark} * 195)) {
        return Refusal{OrderStatus::OracleRejected,
                       "Order price cannot be more than 95% away from the reference price", true};
    }
    // A market order that waits for its trigger has no price of its own yet.
    const Px reference = priced ? order.limitPx : std::max(order.limitPx, markOf(order.market));
    const std::int64_t most = maxOrderUsd(spec, order.tif);
    if ((reference * order.sz).units > notionalOf(most, spec.grid)) {
        return Refusal{OrderStatus::Rejected,
                       "Order value too large. Max is $" + std::to_string(most) + ".", true};
    }
    return std::nullopt;
}

std::optional<Exchange::Refusal> Exchange::checkTrigger(const SimOrder &order) const
{
    const Px mark = markOf(order.market);
    // Fires above: take profit of a long, stop of a short. On the wrong side it would fire at once.
    const bool above = (order.side == Side::Sell) == order.isTp;
    if (above ? order.triggerPx <= mark : order.triggerPx >= mark) {
        return Refusal{OrderStatus::BadTriggerPxRejected,
                       "Invalid TP/SL price." + suffix(m_universe.market(order.market))};
    }
    return std::nullopt;
}

std::optional<Exchange::Refusal> Exchange::check(const SimOrder &order, Oid replaced) const
{
    const MarketSpec &spec = m_universe.market(order.market);
    const SimAccount &account = m_accounts.at(order.user);
    const PerpPosition *pos = account.position(order.market, m_universe);
    const bool opposes = pos != nullptr && (pos->szi.lots > 0) != (order.side == Side::Buy);
    const bool closesAll = opposes && order.reduceOnly && order.sz.lots >= std::abs(pos->szi.lots);

    if (order.cloid) {
        const auto twin = account.openByCloid(*order.cloid);
        if (twin && *twin != replaced)
            return Refusal{OrderStatus::Rejected,
                           "Cloid already used by an open order." + suffix(spec)};
    }
    if (!closesAll && !order.isPositionTpsl &&
        (order.limitPx * order.sz).units < notionalOf(10, spec.grid)) {
        const std::string least =
            spec.isPerp() ? "$10." : "10 " + m_universe.findToken(spec.quoteToken)->name + ".";
        return Refusal{OrderStatus::MinTradeNtlRejected,
                       "Order must have minimum value of " + least + suffix(spec)};
    }
    if (order.reduceOnly && !spec.isPerp())
        return Refusal{OrderStatus::ReduceOnlyRejected,
                       "Reduce only order would increase position." + suffix(spec)};
    // Children of a bracket and plain triggers may wait for the position they will close.
    if (order.reduceOnly && !opposes && (!order.isTrigger || order.isPositionTpsl))
        return Refusal{OrderStatus::ReduceOnlyRejected,
                       "Reduce only order would increase position." + suffix(spec)};
    if (order.isTrigger)
        return checkTrigger(order);
    const MarketState &market = m_markets[order.market];
    if (order.tif == WireTif::Alo && market.book.crosses(order.side, order.limitPx)) {
        const RestingOrder *bid = market.book.best(Side::Buy);
        const RestingOrder *ask = market.book.best(Side::Sell);
        return Refusal{OrderStatus::BadAloPxRejected,
                       "Post only order would have immediately matched, bbo was " +
                           (bid != nullptr ? pxText(bid->px, spec.grid) : "none") + "@" +
                           (ask != nullptr ? pxText(ask->px, spec.grid) : "none") + "." +
                           suffix(spec)};
    }
    if (auto refusal = checkFunds(order, replaced))
        return refusal;
    const bool takesNow = order.tif == WireTif::Ioc || order.tif == WireTif::FrontendMarket;
    if (takesNow && market.book.isEmpty(opposite(order.side)))
        return Refusal{OrderStatus::MarketOrderNoLiquidityRejected,
                       "No liquidity available for market order." + suffix(spec)};
    if (takesNow && !market.book.crosses(order.side, order.limitPx))
        return Refusal{OrderStatus::IocCancelRejected,
                       "Order could not immediately match against any resting orders." +
                           suffix(spec)};
    return std::nullopt;
}

std::optional<Exchange::Refusal> Exchange::checkFunds(const SimOrder &order, Oid replaced) const
{
    const MarketSpec &spec = m_universe.market(order.market);
    const SimAccount &account = m_accounts.at(order.user);
    if (spec.isPerp()) {
        if (order.reduceOnly)
            return std::nullopt;
        const auto &ledger = account.perps[static_cast<std::size_t>(spec.dex)];
        const Micros needed =
            marginNeeded(ledger, order.market, account.leverageOf(order.market, m_universe),
                         order.side, order.sz, markOf(order.market));
        if (needed > 0 && needed > summary(account, spec.dex).available)
            return Refusal{OrderStatus::PerpMarginRejected,
                           "Insufficient margin to place order." + suffix(spec)};
        return std::nullopt;
    }
    const bool buys = order.side == Side::Buy;
    const Int128 needed =
        buys ? (order.limitPx * order.sz).units : spotUnitsOf(order.sz, spec.grid);
    const int token = buys ? spec.quoteToken : spec.baseToken;
    if (needed > account.spotAvailable(token, m_universe, replaced))
        return Refusal{OrderStatus::InsufficientSpotBalanceRejected,
                       "Order has insufficient spot balance to trade." + suffix(spec)};
    return std::nullopt;
}

} // namespace hl::sim
