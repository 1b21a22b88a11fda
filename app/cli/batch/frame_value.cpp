// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/batch/frame_value.h"

#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace hl::cli {

namespace {

using codec::Array;
using codec::Object;
using codec::Value;

Value text(const Decimal &value)
{
    return value.toString();
}

Value text(const std::optional<Decimal> &value)
{
    return value ? text(*value) : Value();
}

template <class T, class Print>
Array listOf(const std::vector<T> &items, Print print)
{
    Array list;
    list.reserve(items.size());
    for (const T &item : items)
        list.emplace_back(print(item));
    return list;
}

/// JSON kept as text, as a value again.
Value parsed(const std::string &json)
{
    return codec::parseJson(json).value_or(Value());
}

std::string sideLetter(bool isBuy)
{
    return isBuy ? "B" : "A";
}

Value levelValue(const market::DepthLevel &level, Grid grid)
{
    return Object{{"px", pxText(level.px, grid)}, {"sz", szText(level.sz, grid)}, {"n", level.n}};
}

Value bookValue(const market::BookUpdate &book)
{
    const auto print = [&](const market::DepthLevel &level) {
        return levelValue(level, book.grid);
    };
    Object value{{"coin", book.coin},
                 {"time", book.time},
                 {"levels", Array{listOf(book.bids, print), listOf(book.asks, print)}}};
    if (book.isFast)
        value.emplace_back("fast", true);
    value.emplace_back("grouped", book.isAggregated);
    return value;
}

Value bboValue(const market::BboUpdate &bbo)
{
    const auto print = [&](const std::optional<market::DepthLevel> &level) {
        return level ? levelValue(*level, bbo.grid) : Value();
    };
    return Object{
        {"coin", bbo.coin}, {"time", bbo.time}, {"bbo", Array{print(bbo.bid), print(bbo.ask)}}};
}

Value tradesValue(const venue::TradesFrame &frame)
{
    return listOf(frame.trades, [&](const market::Trade &trade) -> Value {
        return Object{{"coin", frame.coin},
                      {"side", sideLetter(trade.isBuy)},
                      {"px", pxText(trade.px, frame.grid)},
                      {"sz", szText(trade.sz, frame.grid)},
                      {"time", trade.time},
                      {"tid", trade.tid}};
    });
}

Value contextValue(const market::AssetCtx &ctx)
{
    return Object{{"coin", ctx.coin.empty() ? Value() : Value(ctx.coin)},
                  {"markPx", text(ctx.mark)},
                  {"midPx", text(ctx.mid)},
                  {"oraclePx", text(ctx.oracle)},
                  {"prevDayPx", text(ctx.prevDayPx)},
                  {"dayNtlVlm", text(ctx.dayNtlVlm)},
                  {"openInterest", text(ctx.openInterest)},
                  {"funding", text(ctx.funding)},
                  {"premium", text(ctx.premium)}};
}

Value fillValue(const model::Fill &fill)
{
    return Object{{"coin", fill.coin},
                  {"px", pxText(fill.px, fill.grid)},
                  {"sz", szText(fill.sz, fill.grid)},
                  {"side", sideLetter(fill.side == model::Side::Buy)},
                  {"time", fill.time},
                  {"startPosition", text(fill.startPosition)},
                  {"dir", fill.dir},
                  {"closedPnl", text(fill.closedPnl)},
                  {"oid", fill.oid},
                  {"crossed", fill.isTaker},
                  {"fee", text(fill.fee)},
                  {"tid", fill.tid},
                  {"feeToken", fill.feeToken},
                  {"cloid", fill.cloid ? Value(fill.cloid->toString()) : Value()},
                  {"liquidation", fill.isLiquidation}};
}

Value sliceValue(const venue::SliceFill &slice)
{
    return Object{{"fill", fillValue(slice.fill)}, {"twapId", slice.twapId}};
}

Value orderValue(const venue::WireOrder &order)
{
    Object value{{"coin", order.coin},
                 {"side", sideLetter(order.side == model::Side::Buy)},
                 {"limitPx", pxText(order.limitPx, order.grid)},
                 {"sz", szText(order.sz, order.grid)},
                 {"oid", order.oid},
                 {"timestamp", order.timestamp},
                 {"origSz", szText(order.origSz, order.grid)},
                 {"cloid", order.cloid ? Value(order.cloid->toString()) : Value()}};
    // Absent is not false.
    if (order.reduceOnly)
        value.emplace_back("reduceOnly", *order.reduceOnly);
    if (order.isTrigger)
        value.emplace_back("isTrigger", *order.isTrigger);
    if (order.isPositionTpsl)
        value.emplace_back("isPositionTpsl", *order.isPositionTpsl);
    if (order.triggerPx)
        value.emplace_back("triggerPx", pxText(*order.triggerPx, order.grid));
    if (!order.orderType.empty())
        value.emplace_back("orderType", order.orderType);
    if (!order.tif.empty())
        value.emplace_back("tif", order.tif);
    if (!order.children.empty())
        value.emplace_back("children", listOf(order.children, orderValue));
    return value;
}

Value updateValue(const venue::OrderUpdate &update)
{
    return Object{{"order", orderValue(update.order)},
                  {"status", update.status},
                  {"statusTimestamp", update.statusTimestamp}};
}

Value fundingValue(const venue::FundingPayment &payment)
{
    return Object{{"time", payment.time},
                  {"coin", payment.coin},
                  {"usdc", text(payment.usdc)},
                  {"szi", text(payment.szi)},
                  {"fundingRate", text(payment.fundingRate)},
                  {"nSamples", payment.nSamples ? Value(*payment.nSamples) : Value()}};
}

Value twapValue(const venue::Twap &twap)
{
    return Object{{"twapId", twap.twapId},
                  {"coin", twap.coin},
                  {"user", twap.user.toString()},
                  {"side", sideLetter(twap.side == model::Side::Buy)},
                  {"sz", szText(twap.sz, twap.grid)},
                  {"executedSz", text(twap.executedSz)},
                  {"executedNtl", text(twap.executedNtl)},
                  {"minutes", twap.minutes},
                  {"reduceOnly", twap.reduceOnly},
                  {"randomize", twap.randomize},
                  {"timestamp", twap.timestamp},
                  {"triggerPx", text(twap.triggerPx)},
                  {"stopPx", text(twap.stopPx)}};
}

Value historyValue(const venue::TwapHistoryEntry &entry)
{
    return Object{{"timeSeconds", entry.timeSeconds},
                  {"state", twapValue(entry.twap)},
                  {"status", entry.status},
                  {"description", entry.description}};
}

Value positionValue(const model::Position &position)
{
    return Object{{"coin", position.coin},
                  {"szi", szText(position.szi, position.grid)},
                  {"entryPx", text(position.entryPx)},
                  {"positionValue", text(position.positionValue)},
                  {"unrealizedPnl", text(position.unrealizedPnl)},
                  {"returnOnEquity", text(position.returnOnEquity)},
                  {"liquidationPx", text(position.liquidationPx)},
                  {"marginUsed", text(position.marginUsed)},
                  {"leverage", position.leverage},
                  {"isCross", position.isCross},
                  {"maxLeverage", position.maxLeverage},
                  {"collateral", position.collateral}};
}

Value accountValue(const venue::PerpAccount &account)
{
    return Object{{"dex", account.margin.dex},
                  {"accountValue", text(account.margin.accountValue)},
                  {"totalNtlPos", text(account.margin.totalNtlPos)},
                  {"totalMarginUsed", text(account.margin.totalMarginUsed)},
                  {"withdrawable", text(account.margin.withdrawable)},
                  {"maintenanceMargin", text(account.margin.maintenanceMargin)},
                  {"time", account.margin.time},
                  {"positions", listOf(account.positions, positionValue)}};
}

Value balanceValue(const model::Balance &balance)
{
    return Object{{"coin", balance.coin},
                  {"token", balance.token < 0 ? Value() : Value(balance.token)},
                  {"total", text(balance.total)},
                  {"hold", text(balance.hold)},
                  {"entryNtl", text(balance.entryNtl)}};
}

Value outcomeUpdateValue(const venue::OutcomeMetaUpdate &update)
{
    Object value{{"type", update.type}};
    if (update.created)
        value.emplace_back("outcome", update.created->outcome);
    if (update.question)
        value.emplace_back("question", update.question->question);
    if (update.settled)
        value.emplace_back("settled", *update.settled);
    return value;
}

/// One printer for each content of a frame that is not book, bbo or trades.
struct PayloadPrinter
{
    Value operator()(const std::monostate &) const { return {}; }

    Value operator()(const market::DeltaUpdate &f) const
    {
        const auto level = [&](const market::DepthLevel &l) { return levelValue(l, f.grid); };
        const auto place = [](std::uint64_t at) { return Value(at); };
        return Object{
            {"coin", f.coin},
            {"time", f.time},
            {"snapshot", f.isSnapshot},
            {"levels", Array{listOf(f.bids, level), listOf(f.asks, level)}},
            {"removed", Array{listOf(f.removedBids, place), listOf(f.removedAsks, place)}}};
    }

    Value operator()(const venue::CandleFrame &f) const
    {
        return listOf(f.candles, [&](const market::Candle &candle) -> Value {
            return Object{{"t", candle.openTime},
                          {"T", candle.closeTime},
                          {"s", f.coin},
                          {"i", f.interval},
                          {"o", pxText(candle.open, f.grid)},
                          {"c", pxText(candle.close, f.grid)},
                          {"h", pxText(candle.high, f.grid)},
                          {"l", pxText(candle.low, f.grid)},
                          {"v", szText(candle.volume, f.grid)},
                          {"n", candle.n}};
        });
    }

    Value operator()(const venue::AllMidsFrame &f) const
    {
        Object mids;
        for (const auto &[coin, mid] : f.mids)
            mids.emplace_back(coin, text(mid));
        return Object{{"dex", f.dex}, {"mids", std::move(mids)}};
    }

    Value operator()(const venue::ContextsFrame &f) const
    {
        return listOf(f.contexts, contextValue);
    }

    Value operator()(const venue::DexContextsFrame &f) const
    {
        return listOf(f.dexes, [](const auto &dex) -> Value {
            return Object{{"dex", dex.first}, {"ctxs", listOf(dex.second, contextValue)}};
        });
    }

    Value operator()(const venue::FastContextsFrame &f) const
    {
        Object coins;
        for (const venue::FastContext &context : f.contexts) {
            Object fields;
            if (context.mark)
                fields.emplace_back("markPx", text(*context.mark));
            if (context.mid)
                fields.emplace_back("midPx", text(*context.mid));
            coins.emplace_back(context.coin, std::move(fields));
        }
        return coins;
    }

    Value operator()(const venue::OutcomeMetaFrame &f) const
    {
        return listOf(f.updates, outcomeUpdateValue);
    }

    Value operator()(const venue::OrderUpdatesFrame &f) const
    {
        return listOf(f.updates, updateValue);
    }

    Value operator()(const venue::FillsFrame &f) const
    {
        return Object{{"user", f.user.toString()}, {"fills", listOf(f.fills, fillValue)}};
    }

    Value operator()(const venue::UserEventsFrame &f) const
    {
        Object value;
        if (!f.fills.empty())
            value.emplace_back("fills", listOf(f.fills, fillValue));
        if (!f.sliceFills.empty())
            value.emplace_back("twapSliceFills", listOf(f.sliceFills, sliceValue));
        if (!f.twapHistory.empty())
            value.emplace_back("twapHistory", listOf(f.twapHistory, historyValue));
        if (!f.nonUserCancels.empty())
            value.emplace_back("nonUserCancel",
                               listOf(f.nonUserCancels, [](const auto &cancel) -> Value {
                                   return Object{{"coin", cancel.coin}, {"oid", cancel.oid}};
                               }));
        if (f.funding)
            value.emplace_back("funding", fundingValue(*f.funding));
        if (f.liquidation)
            value.emplace_back(
                "liquidation",
                Object{{"lid", f.liquidation->lid},
                       {"liquidator", f.liquidation->liquidator},
                       {"liquidatedUser", f.liquidation->liquidatedUser},
                       {"liquidatedNtlPos", text(f.liquidation->liquidatedNtlPos)},
                       {"liquidatedAccountValue", text(f.liquidation->liquidatedAccountValue)}});
        if (!f.unknown.empty())
            value.emplace_back(
                "unknown", listOf(f.unknown, [](const std::string &name) { return Value(name); }));
        return value;
    }

    Value operator()(const venue::FundingsFrame &f) const
    {
        return Object{{"user", f.user.toString()}, {"fundings", listOf(f.fundings, fundingValue)}};
    }

    Value operator()(const venue::LedgerFrame &f) const
    {
        return Object{{"user", f.user.toString()},
                      {"nonFundingLedgerUpdates",
                       listOf(f.entries, [](const venue::LedgerEntry &entry) -> Value {
                           return Object{{"time", entry.time},
                                         {"hash", entry.hash},
                                         {"delta", parsed(entry.deltaJson)}};
                       })}};
    }

    Value operator()(const venue::SliceFillsFrame &f) const
    {
        return Object{{"user", f.user.toString()}, {"twapSliceFills", listOf(f.fills, sliceValue)}};
    }

    Value operator()(const venue::TwapHistoryFrame &f) const
    {
        return Object{{"user", f.user.toString()}, {"history", listOf(f.history, historyValue)}};
    }

    Value operator()(const venue::NotificationFrame &f) const
    {
        return Object{{"notification", f.text}};
    }

    Value operator()(const venue::PerpAccountsFrame &f) const
    {
        return Object{{"user", f.user.toString()}, {"accounts", listOf(f.accounts, accountValue)}};
    }

    Value operator()(const venue::OpenOrdersFrame &f) const
    {
        return Object{
            {"user", f.user.toString()}, {"dex", f.dex}, {"orders", listOf(f.orders, orderValue)}};
    }

    Value operator()(const venue::TwapStatesFrame &f) const
    {
        return Object{
            {"user", f.user.toString()}, {"dex", f.dex}, {"states", listOf(f.states, twapValue)}};
    }

    Value operator()(const venue::SpotStateFrame &f) const
    {
        return Object{{"user", f.user.toString()},
                      {"balances", listOf(f.account.balances, balanceValue)}};
    }

    Value operator()(const venue::ActiveAsset &f) const
    {
        return Object{
            {"user", f.user.toString()},
            {"coin", f.coin},
            {"leverage", f.leverage},
            {"isCross", f.isCross},
            {"maxTradeSzs", Array{szText(f.maxBuySz, f.grid), szText(f.maxSellSz, f.grid)}},
            {"availableToTrade", Array{text(f.availableToBuy), text(f.availableToSell)}},
            {"markPx", text(f.markPx)}};
    }

    Value operator()(const venue::WebData3Frame &f) const
    {
        return Object{{"user", f.user.toString()},
                      {"agentAddress", f.agent ? Value(f.agent->toString()) : Value()},
                      {"agentValidUntil", f.agentValidUntil ? Value(*f.agentValidUntil) : Value()},
                      {"cumLedger", text(f.cumLedger)},
                      {"serverTime", f.serverTime},
                      {"isVault", f.isVault},
                      {"abstraction", f.abstraction}};
    }

    Value operator()(const venue::AckFrame &f) const
    {
        return Object{{"method", f.method}, {"subscription", parsed(f.subscriptionJson)}};
    }

    Value operator()(const venue::PostFrame &f) const
    {
        const bool isJson =
            f.postKind == venue::PostKind::Info || f.postKind == venue::PostKind::Action;
        const char *type = f.postKind == venue::PostKind::Info     ? "info"
                           : f.postKind == venue::PostKind::Action ? "action"
                           : f.postKind == venue::PostKind::Error  ? "error"
                                                                   : "malformed";
        return Object{{"id", f.id},
                      {"type", type},
                      {"payload", isJson ? parsed(f.payload) : Value(f.payload)}};
    }

    Value operator()(const venue::ErrorFrame &f) const { return f.text; }
};

} // namespace

Value frameContent(const venue::Frame &frame)
{
    switch (frame.kind) {
    case venue::FrameKind::Ignored:
    case venue::FrameKind::Refused:
    case venue::FrameKind::Pong:
        return {};
    default:
        break;
    }
    switch (frame.channel) {
    case venue::Channel::L2Book:
        return bookValue(frame.book);
    case venue::Channel::Bbo:
        return bboValue(frame.bbo);
    case venue::Channel::Trades:
        return tradesValue(frame.trades);
    default:
        return std::visit(PayloadPrinter{}, frame.payload);
    }
}

} // namespace hl::cli
