// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "sim/render.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>

namespace hl::sim {

using codec::Array;
using codec::Object;
using codec::Value;

namespace {

std::string usdDec(Micros micros)
{
    return wireDec(usd(micros));
}

const char *sideLetter(Side side)
{
    return side == Side::Buy ? "B" : "A";
}

std::string orderTypeText(const SimOrder &order)
{
    if (order.triggerPx.ticks == 0)
        return order.tif == WireTif::FrontendMarket || order.tif == WireTif::LiquidationMarket
                   ? "Market"
                   : "Limit";
    return std::string(order.isTp ? "Take Profit" : "Stop") +
           (order.isMarket ? " Market" : " Limit");
}

Value cloidOrNull(const std::optional<Cloid> &cloid)
{
    return cloid ? Value(cloid->toString()) : Value(nullptr);
}

std::string dateText(std::int64_t day)
{
    const std::chrono::year_month_day date{std::chrono::sys_days(std::chrono::days(day))};
    const auto two = [](unsigned n) { return (n < 10 ? "0" : "") + std::to_string(n); };
    return std::to_string(static_cast<int>(date.year())) + "-" +
           two(static_cast<unsigned>(date.month())) + "-" + two(static_cast<unsigned>(date.day()));
}

} // namespace

Value Renderer::orderShort(const SimOrder &order) const
{
    Object out{{"coin", universe().market(order.market).coin},
               {"side", sideLetter(order.side)},
               {"limitPx", pxDec(order.market, order.limitPx)},
               {"sz", szDec(order.market, order.sz)},
               {"oid", order.oid},
               {"timestamp", order.timestamp},
               {"origSz", szDec(order.market, order.origSz)}};
    if (order.cloid)
        out.emplace_back("cloid", order.cloid->toString());
    if (order.reduceOnly)
        out.emplace_back("reduceOnly", true);
    return out;
}

Value Renderer::orderFull(const SimOrder &order) const
{
    Array children;
    const SimAccount &account = m_exchange.accounts().at(order.user);
    for (const Oid oid : order.children) {
        const auto it = account.open.find(oid);
        if (it != account.open.end() && it->second.waitsForParent)
            children.push_back(orderFull(it->second));
    }
    const bool hasTrigger = order.triggerPx.ticks != 0;
    std::string condition = "N/A";
    if (order.isTrigger) {
        const bool above = (order.side == Side::Sell) == order.isTp;
        condition = std::string("Price ") + (above ? "above " : "below ") +
                    pxText(order.triggerPx, universe().market(order.market).grid);
    } else if (hasTrigger) {
        condition = "Triggered";
    }
    const bool whole = order.isTrigger && order.tracksPosition;
    return Object{{"coin", universe().market(order.market).coin},
                  {"side", sideLetter(order.side)},
                  {"limitPx", pxDec(order.market, order.limitPx)},
                  {"sz", whole ? "0.0" : szDec(order.market, order.sz)},
                  {"oid", order.oid},
                  {"timestamp", order.timestamp},
                  {"triggerCondition", condition},
                  {"isTrigger", order.isTrigger},
                  {"triggerPx", hasTrigger ? pxDec(order.market, order.triggerPx) : "0.0"},
                  {"children", std::move(children)},
                  {"isPositionTpsl", order.isPositionTpsl},
                  {"reduceOnly", order.reduceOnly},
                  {"orderType", orderTypeText(order)},
                  {"origSz", whole ? "0.0" : szDec(order.market, order.origSz)},
                  {"tif", order.tif == WireTif::None ? Value(nullptr) : Value(tifText(order.tif))},
                  {"cloid", cloidOrNull(order.cloid)}};
}

Value Renderer::orderRecord(const OrderRecord &record) const
{
    return Object{{"order", orderFull(record.order)},
                  {"status", statusText(record.status)},
                  {"statusTimestamp", record.time}};
}

Value Renderer::orderUpdate(const SimOrder &order) const
{
    return Object{{"order", orderShort(order)},
                  {"status", statusText(order.status)},
                  {"statusTimestamp", order.statusTime}};
}

Value Renderer::openOrders(const SimAccount &account, int dex, bool full) const
{
    Array out;
    // Newest first; a bracket's waiting children stand in their parent.
    for (auto it = account.open.rbegin(); it != account.open.rend(); ++it) {
        const SimOrder &order = it->second;
        const MarketSpec &spec = universe().market(order.market);
        const bool belongs = spec.isPerp() ? spec.dex == dex : dex == 0;
        if (belongs && !order.waitsForParent)
            out.push_back(full ? orderFull(order) : orderShort(order));
    }
    return out;
}

Value Renderer::historicalOrders(const SimAccount &account) const
{
    std::vector<const OrderRecord *> newest;
    newest.reserve(account.records.size());
    for (const auto &[oid, record] : account.records)
        newest.push_back(&record);
    std::sort(newest.begin(), newest.end(), [](const OrderRecord *a, const OrderRecord *b) {
        return a->time != b->time ? a->time > b->time : a->order.oid > b->order.oid;
    });
    Array out;
    for (const OrderRecord *record : newest) {
        if (out.size() == 2000)
            break;
        out.push_back(orderRecord(*record));
    }
    return out;
}

Value Renderer::fill(const SimFill &fill) const
{
    Object out{{"coin", universe().market(fill.market).coin},
               {"px", pxDec(fill.market, fill.px)},
               {"sz", szDec(fill.market, fill.sz)},
               {"side", sideLetter(fill.side)},
               {"time", fill.time},
               {"startPosition", wireDec(fill.startPosition)},
               {"dir", fill.dir},
               {"closedPnl", wireDec(fill.closedPnl)},
               {"hash", fill.hash},
               {"oid", fill.oid},
               {"crossed", fill.isTaker},
               {"fee", wireDec(fill.fee)},
               {"tid", fill.tid}};
    if (fill.cloid)
        out.emplace_back("cloid", fill.cloid->toString());
    if (fill.builderFee)
        out.emplace_back("builderFee", wireDec(*fill.builderFee));
    if (fill.liquidationMark)
        out.emplace_back(
            "liquidation",
            Object{{"markPx", pxDec(fill.market, *fill.liquidationMark)}, {"method", "market"}});
    out.emplace_back("feeToken", fill.feeToken);
    out.emplace_back("twapId", fill.twapId ? Value(*fill.twapId) : Value(nullptr));
    return out;
}

Array Renderer::fills(const std::vector<SimFill> &list, bool aggregate) const
{
    Array out;
    if (!aggregate) {
        for (const SimFill &f : list)
            out.push_back(fill(f));
        return out;
    }
    std::vector<SimFill> merged;
    Ntl ntl;
    for (const SimFill &f : list) {
        if (!merged.empty() && merged.back().oid == f.oid && merged.back().time == f.time &&
            merged.back().isTaker == f.isTaker) {
            SimFill &sum = merged.back();
            ntl = ntl + f.px * f.sz;
            sum.sz = sum.sz + f.sz;
            sum.px = {static_cast<std::int64_t>(ntl.units / sum.sz.lots)};
            sum.fee = sum.fee + f.fee;
            sum.closedPnl = sum.closedPnl + f.closedPnl;
            sum.dir = f.dir;
        } else {
            merged.push_back(f);
            ntl = f.px * f.sz;
        }
    }
    for (const SimFill &f : merged)
        out.push_back(fill(f));
    return out;
}

Value Renderer::leverage(const SimAccount &account, MarketId market) const
{
    const PerpPosition *pos = account.position(market, universe());
    const LeverageSetting setting = account.leverageOf(market, universe());
    const bool isCross = pos != nullptr ? pos->isCross : setting.isCross;
    Object out{{"type", isCross ? "cross" : "isolated"},
               {"value", pos != nullptr ? pos->leverage : setting.value}};
    if (!isCross)
        out.emplace_back("rawUsd", usdDec(pos != nullptr ? pos->isolatedRaw : 0));
    return out;
}

Value Renderer::clearinghouse(const SimAccount &account, int dex) const
{
    const PerpSummary sum = m_exchange.summary(account, dex);
    const PerpLedger &ledger = account.perps[static_cast<std::size_t>(dex)];
    Array positions;
    for (const auto &[id, pos] : ledger.positions) {
        const MarketSpec &spec = universe().market(id);
        const PositionView view = viewPosition(ledger, id, sum, universe(), m_exchange.markOf(id));
        positions.push_back(Object{
            {"type", "oneWay"},
            {"position",
             Object{{"coin", spec.coin},
                    {"szi", szDec(id, pos.szi)},
                    {"leverage", leverage(account, id)},
                    {"entryPx", wireDec(view.entryPx)},
                    {"positionValue", usdDec(view.value)},
                    {"unrealizedPnl", usdDec(view.unrealizedPnl)},
                    {"returnOnEquity", wireDec(view.returnOnEquity)},
                    {"liquidationPx",
                     view.liquidationPx ? Value(wireDec(*view.liquidationPx)) : Value(nullptr)},
                    {"marginUsed", usdDec(view.marginUsed)},
                    {"maxLeverage", spec.maxLeverage},
                    {"cumFunding", Object{{"allTime", usdDec(pos.fundingAllTime)},
                                          {"sinceOpen", usdDec(pos.fundingSinceOpen)},
                                          {"sinceChange", usdDec(pos.fundingSinceChange)}}}}}});
    }
    Micros crossRaw = ledger.raw;
    return Object{{"marginSummary", Object{{"accountValue", usdDec(sum.accountValue)},
                                           {"totalNtlPos", usdDec(sum.totalNtl)},
                                           {"totalRawUsd", usdDec(sum.totalRaw)},
                                           {"totalMarginUsed", usdDec(sum.marginUsed)}}},
                  {"crossMarginSummary", Object{{"accountValue", usdDec(sum.crossValue)},
                                                {"totalNtlPos", usdDec(sum.crossNtl)},
                                                {"totalRawUsd", usdDec(crossRaw)},
                                                {"totalMarginUsed", usdDec(sum.crossMarginUsed)}}},
                  {"crossMaintenanceMarginUsed", usdDec(sum.crossMaintenance)},
                  {"withdrawable", usdDec(sum.withdrawable)},
                  {"assetPositions", std::move(positions)},
                  {"time", m_exchange.now()}};
}

Value Renderer::spotState(const SimAccount &account) const
{
    Array balances;
    for (const TokenSpec &token : universe().tokens()) {
        const auto it = account.spot.find(token.index);
        if (it == account.spot.end() && token.index != 0)
            continue;
        const SpotBalance balance = it == account.spot.end() ? SpotBalance{} : it->second;
        balances.push_back(
            Object{{"coin", token.name},
                   {"token", token.index},
                   {"total", wireDec(spotAmount(balance.total))},
                   {"hold", wireDec(spotAmount(account.hold(token.index, universe())))},
                   {"entryNtl", wireDec(spotAmount(balance.entryNtl))}});
    }
    return Object{{"balances", std::move(balances)}};
}

Value Renderer::activeAssetData(const SimAccount &account, MarketId market) const
{
    const MarketSpec &spec = universe().market(market);
    const PerpSummary sum = m_exchange.summary(account, spec.dex);
    const PerpPosition *pos = account.position(market, universe());
    const LeverageSetting setting = account.leverageOf(market, universe());
    const int leverageValue = pos != nullptr ? pos->leverage : setting.value;
    const Px mark = m_exchange.markOf(market);
    // The side that closes a position may also use the margin that closing frees.
    const Micros freed =
        pos != nullptr && pos->isCross ? 2 * initialMargin(mark, pos->szi, pos->leverage) : 0;
    const Micros buy = sum.available + (pos != nullptr && pos->szi.lots < 0 ? freed : 0);
    const Micros sell = sum.available + (pos != nullptr && pos->szi.lots > 0 ? freed : 0);
    const auto most = [&](Micros available) {
        return Sz{static_cast<std::int64_t>(Int128{available} * leverageValue /
                                            std::max<std::int64_t>(1, mark.ticks))};
    };
    return Object{{"user", account.address.toString()},
                  {"coin", spec.coin},
                  {"leverage", leverage(account, market)},
                  {"maxTradeSzs", Array{szDec(market, most(buy)), szDec(market, most(sell))}},
                  {"availableToTrade", Array{usdDec(buy), usdDec(sell)}},
                  {"markPx", pxDec(market, mark)}};
}

Value Renderer::funding(const FundingPayment &payment) const
{
    return Object{{"time", payment.time},
                  {"coin", universe().market(payment.market).coin},
                  {"usdc", usdDec(payment.usdc)},
                  {"szi", szDec(payment.market, payment.szi)},
                  {"fundingRate", wireDec(payment.rate.normalised())},
                  {"nSamples", nullptr}};
}

Value Renderer::twap(const SimTwap &twap) const
{
    const Grid grid = universe().market(twap.market).grid;
    return Object{{"coin", universe().market(twap.market).coin},
                  {"user", m_exchange.addressOf(twap.user).toString()},
                  {"side", sideLetter(twap.side)},
                  {"sz", szDec(twap.market, twap.sz)},
                  {"executedSz", szDec(twap.market, twap.executedSz)},
                  {"executedNtl", wireDec(toDecimal(twap.executedNtl, grid))},
                  {"minutes", twap.minutes},
                  {"reduceOnly", twap.reduceOnly},
                  {"randomize", twap.randomise},
                  {"timestamp", twap.timestamp},
                  {"trigger", nullptr},
                  {"stopPx", nullptr}};
}

Value Renderer::twapHistory(const SimTwap &state) const
{
    static constexpr std::array kWords{"activated", "finished", "terminated", "error"};
    Object status{{"status", kWords[static_cast<std::size_t>(state.state)]}};
    if (state.state == TwapState::Error)
        status.emplace_back("description", state.error);
    return Object{{"time", state.stateTime / 1000}, // seconds, unlike everything else
                  {"state", twap(state)},
                  {"status", std::move(status)},
                  {"twapId", state.id}};
}

Value Renderer::twapStates(const SimAccount &account, int dex) const
{
    Array out;
    for (const auto &[id, state] : account.twaps) {
        const MarketSpec &spec = universe().market(state.market);
        const bool belongs = spec.isPerp() ? spec.dex == dex : dex == 0;
        if (belongs && state.state == TwapState::Activated)
            out.push_back(Array{id, twap(state)});
    }
    return out;
}

Value Renderer::ledgerUpdate(const LedgerUpdate &update) const
{
    return Object{{"time", update.time}, {"hash", update.hash}, {"delta", update.delta}};
}

Value Renderer::userState(const SimAccount &account) const
{
    Value agent = nullptr;
    Value until = nullptr;
    for (const SimAgent &known : account.agents) {
        if (known.name.empty()) {
            agent = known.address.toString();
            until = known.validUntil ? Value(*known.validUntil) : Value(nullptr);
        }
    }
    Object state{{"agentAddress", std::move(agent)},
                 {"agentValidUntil", std::move(until)},
                 {"cumLedger", "0.0"},
                 {"serverTime", m_exchange.now()},
                 {"isVault", account.isVault},
                 {"user", account.address.toString()}};
    if (account.abstraction != "default")
        state.emplace_back("abstraction", account.abstraction);
    Array dexes;
    for (std::size_t i = 0; i < universe().dexes().size(); ++i)
        dexes.push_back(Object{{"totalVaultEquity", "0.0"}, {"perpsAtOpenInterestCap", Array{}}});
    return Object{{"userState", std::move(state)}, {"perpDexStates", std::move(dexes)}};
}

Value Renderer::portfolio(const SimAccount &account) const
{
    static constexpr std::array kPeriods{std::pair{"day", 1},        std::pair{"week", 7},
                                         std::pair{"month", 30},     std::pair{"allTime", 0},
                                         std::pair{"perpDay", 1},    std::pair{"perpWeek", 7},
                                         std::pair{"perpMonth", 30}, std::pair{"perpAllTime", 0}};
    Array out;
    for (const auto &[name, days] : kPeriods) {
        const TimeMs from = days == 0 ? 0 : m_exchange.now() - TimeMs{days} * 86'400'000;
        Array values;
        Array pnl;
        std::optional<Micros> base;
        const auto add = [&](const SimAccount::ValueSample &at) {
            if (at.time < from)
                return;
            if (!base)
                base = at.pnl;
            values.push_back(Array{at.time, usdDec(at.value)});
            pnl.push_back(Array{at.time, usdDec(at.pnl - *base)});
        };
        for (const auto &sample : account.valueHistory)
            add(sample);
        add(m_exchange.valueOf(account)); // the last point is the moment of the answer
        out.push_back(Array{name, Object{{"accountValueHistory", std::move(values)},
                                         {"pnlHistory", std::move(pnl)},
                                         {"vlm", usdDec(account.cumVlm)}}});
    }
    return out;
}

Value Renderer::userFees(const SimAccount &account) const
{
    Array days;
    const std::int64_t today = m_exchange.now() / 86'400'000;
    for (std::int64_t day = today - 14; day <= today; ++day) {
        const auto it = account.dayVlm.find(day);
        const auto [taker, maker] =
            it == account.dayVlm.end() ? std::pair<Micros, Micros>{} : it->second;
        days.push_back(Object{{"date", dateText(day)},
                              {"userCross", usdDec(taker)},
                              {"userAdd", usdDec(maker)},
                              {"exchange", "4574204.83"}});
    }
    const Object vip{{"ntlCutoff", "5000000.0"},
                     {"cross", "0.0004"},
                     {"add", "0.00012"},
                     {"spotCross", "0.0006"},
                     {"spotAdd", "0.0003"}};
    return Object{
        {"dailyUserVlm", std::move(days)},
        {"feeSchedule",
         Object{{"cross", "0.00045"},
                {"add", "0.00015"},
                {"spotCross", "0.0007"},
                {"spotAdd", "0.0004"},
                {"tiers", Object{{"vip", Array{vip}},
                                 {"mm", Array{Object{{"makerFractionCutoff", "0.005"},
                                                     {"add", "-0.00001"}}}}}},
                {"referralDiscount", "0.04"},
                {"stakingDiscountTiers",
                 Array{Object{{"bpsOfMaxSupply", "0.0"}, {"discount", "0.0"}}}}}},
        {"userCrossRate", "0.00045"},
        {"userAddRate", "0.00015"},
        {"userSpotCrossRate", "0.0007"},
        {"userSpotAddRate", "0.0004"},
        {"activeReferralDiscount", "0.0"},
        {"trial", nullptr},
        {"feeTrialEscrow", "0.0"},
        {"nextTrialAvailableTimestamp", nullptr},
        {"stakingLink", nullptr},
        {"activeStakingDiscount", Object{{"bpsOfMaxSupply", "0.0"}, {"discount", "0.0"}}}};
}

} // namespace hl::sim
