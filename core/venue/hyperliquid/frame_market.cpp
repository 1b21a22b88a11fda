// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "venue/hyperliquid/answer_scanner.h"
#include "venue/hyperliquid/frame_decoder.h"
#include "venue/hyperliquid/frame_parts.h"
#include "venue/hyperliquid/inflate.h"

#include <algorithm>
#include <string>

namespace hl::venue {

namespace {

/// Ten times and more what the venue sends: a longer list is no news but an attack on our time.
constexpr std::size_t kMostTrades = 5'000;

void readTrades(WireReader &reader, const JsonValue &data, TradesFrame &out)
{
    out.coin.clear();
    out.trades.clear();
    if (data.type() != JsonType::Array) {
        reader.problem("data", "a list is needed");
        return;
    }
    if (data.size() > kMostTrades) {
        reader.problem("data", "a batch has at most " + std::to_string(kMostTrades) + " trades");
        return;
    }
    for (JsonValue::Elements at(data); at && reader.ok(); at.next()) {
        const JsonValue row = at.value();
        if (out.trades.empty())
            reader.coin(row, "coin", out.coin, out.grid);
        else if (reader.text(row, "coin") != out.coin)
            reader.problem("coin", "a batch holds trades of one market only");
        reader.trade(row, out.grid, out.trades.emplace_back());
    }
}

void readCandles(WireReader &reader, const JsonValue &data, CandleFrame &out)
{
    const auto read = [&](const JsonValue &row) {
        reader.coin(row, "s", out.coin, out.grid);
        out.interval.assign(reader.text(row, "i"));
        if (reader.ok())
            reader.candle(row, out.grid, out.candles.emplace_back());
    };
    if (data.type() == JsonType::Object)
        read(data);
    for (JsonValue::Elements at(data); at && reader.ok(); at.next())
        read(at.value());
    if (out.candles.empty())
        reader.problem("data", "a candle is needed");
}

void readMids(WireReader &reader, const JsonValue &data, AllMidsFrame &out)
{
    out.dex.assign(reader.textOr(data, "dex"));
    const JsonValue mids = reader.object(data, "mids");
    out.mids.reserve(mids.size());
    for (JsonValue::Members at(mids); at && reader.ok(); at.next())
        out.mids.emplace_back(at.key(), reader.decimalOf(at.value(), at.key()));
}

std::vector<market::AssetCtx> readDexContexts(WireReader &reader, const JsonValue &list,
                                              std::string_view dex)
{
    if (list.type() != JsonType::Array)
        reader.problem("ctxs", "a list is needed");
    const auto index = reader.registry().dexIndex(dex);
    const std::uint32_t base = !index || *index == 0 ? 0 : 100'000 + *index * 10'000;
    std::vector<market::AssetCtx> contexts;
    contexts.reserve(list.size());
    for (JsonValue::Elements at(list); at && reader.ok(); at.next()) {
        const auto place = static_cast<std::uint32_t>(contexts.size());
        market::AssetCtx &context = contexts.emplace_back();
        reader.context(at.value(), context);
        const market::Instrument *instrument =
            index ? reader.registry().findAsset(base + place) : nullptr;
        if (instrument && instrument->dex == dex)
            context.coin = instrument->coin;
    }
    return contexts;
}

void readAllDexContexts(WireReader &reader, const JsonValue &data, DexContextsFrame &out)
{
    for (JsonValue::Elements at(reader.array(data, "ctxs")); at && reader.ok(); at.next()) {
        const auto dex = at.value().at(0).string();
        if (!dex || at.value().size() != 2) {
            reader.problem("ctxs", "a pair of dex and list is needed");
            return;
        }
        out.dexes.emplace_back(*dex, readDexContexts(reader, at.value().at(1), *dex));
    }
}

void readFastContexts(WireReader &reader, const JsonValue &data, FastContextsFrame &out)
{
    const auto packed = data.string();
    if (!packed) {
        reader.problem("data", "a base64 text is needed");
        return;
    }
    const auto text = inflateBase64(*packed, kMaxInflated);
    if (!text) {
        reader.problem("data", text.error().detail);
        return;
    }
    if (scanFastContexts(*text, out.contexts))
        return;
    out.contexts.clear();
    JsonParser parser; // the outer document is still in use
    const auto root = parser.parse(*text);
    if (!root || root->type() != JsonType::Object) {
        reader.problem("data", root ? "an object is needed" : root.error().detail);
        return;
    }
    for (JsonValue::Members at(*root); at && reader.ok(); at.next()) {
        FastContext &context = out.contexts.emplace_back();
        context.coin.assign(at.key());
        context.mark = reader.decimalIf(at.value(), "markPx");
        if (!at.value().find("midPx").isAbsent())
            context.mid = reader.decimalIf(at.value(), "midPx");
    }
}

void readOutcomeUpdates(WireReader &reader, const JsonValue &data, OutcomeMetaFrame &out)
{
    // The documents show a bare list, the venue an object around it.
    const JsonValue list = data.type() == JsonType::Array ? data : reader.array(data, "updates");
    for (JsonValue::Elements at(list); at && reader.ok(); at.next()) {
        for (JsonValue::Members member(at.value()); member; member.next()) {
            OutcomeMetaUpdate &update = out.updates.emplace_back();
            update.type.assign(member.key());
            const JsonValue body = member.value();
            if (update.type == "outcomeCreated")
                reader.outcome(body, update.created.emplace());
            else if (update.type == "questionUpdated")
                reader.question(body, update.question.emplace());
            else if (update.type == "outcomeSettled")
                update.settled = body.type() == JsonType::Object ? reader.integer(body, "outcome")
                                                                 : body.integer();
            else if (update.type == "questionSettled")
                update.settled = body.type() == JsonType::Object ? reader.integer(body, "question")
                                                                 : body.integer();
        }
    }
}

void readContextList(WireReader &reader, const JsonValue &list, ContextsFrame &out)
{
    if (list.type() != JsonType::Array)
        reader.problem("data", "a list is needed");
    for (JsonValue::Elements at(list); at && reader.ok(); at.next())
        reader.context(at.value(), out.contexts.emplace_back());
}

} // namespace

bool readMarketFrame(WireReader &reader, const JsonValue &data, Frame &out,
                     std::uint64_t &unknownFields)
{
    switch (out.channel) {
    case Channel::L2Book:
        reader.book(data, out.book, unknownFields);
        if (std::max(out.book.bids.size(), out.book.asks.size()) > market::kMostBookLevels)
            reader.problem("levels", "a side has at most " +
                                         std::to_string(market::kMostBookLevels) + " levels");
        return true;
    case Channel::L2Delta:
        readDelta(reader, data, out.payload.emplace<market::DeltaUpdate>());
        return true;
    case Channel::Bbo:
        reader.bbo(data, out.bbo, unknownFields);
        return true;
    case Channel::Trades:
        readTrades(reader, data, out.trades);
        return true;
    case Channel::Candle:
        readCandles(reader, data, out.payload.emplace<CandleFrame>());
        return true;
    case Channel::AllMids:
        readMids(reader, data, out.payload.emplace<AllMidsFrame>());
        return true;
    case Channel::ActiveAssetCtx:
    case Channel::ActiveSpotAssetCtx: {
        market::AssetCtx &context = out.payload.emplace<ContextsFrame>().contexts.emplace_back();
        context.coin.assign(reader.text(data, "coin"));
        reader.context(reader.object(data, "ctx"), context);
        context.coin.assign(reader.text(data, "coin"));
        return true;
    }
    case Channel::AssetCtxs: {
        DexContextsFrame &frame = out.payload.emplace<DexContextsFrame>();
        const std::string dex(reader.textOr(data, "dex"));
        frame.dexes.emplace_back(dex, readDexContexts(reader, reader.array(data, "ctxs"), dex));
        return true;
    }
    case Channel::SpotAssetCtxs:
        readContextList(reader, data, out.payload.emplace<ContextsFrame>());
        return true;
    case Channel::AllDexsAssetCtxs:
        readAllDexContexts(reader, data, out.payload.emplace<DexContextsFrame>());
        return true;
    case Channel::FastAssetCtxs:
        readFastContexts(reader, data, out.payload.emplace<FastContextsFrame>());
        return true;
    case Channel::OutcomeMetaUpdates:
        readOutcomeUpdates(reader, data, out.payload.emplace<OutcomeMetaFrame>());
        return true;
    default:
        return false;
    }
}

} // namespace hl::venue
