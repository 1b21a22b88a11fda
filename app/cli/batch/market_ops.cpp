// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/batch/batch_registry.h"
#include "app/cli/batch/frame_value.h"
#include "app/cli/batch/op_arguments.h"
#include "app/cli/batch/ops.h"
#include "market/book_composer.h"
#include "market/book_state_name.h"
#include "market/delta_book.h"
#include "market/instrument_registry.h"
#include "venue/hyperliquid/frame_decoder.h"
#include "venue/hyperliquid/meta_collector.h"

#include <algorithm>
#include <string>
#include <utility>

namespace hl::cli {

namespace {

using codec::Array;
using codec::Object;
using codec::Value;

std::string_view kindName(MarketKind kind)
{
    switch (kind) {
    case MarketKind::Perp:
        return "perp";
    case MarketKind::Spot:
        return "spot";
    case MarketKind::Outcome:
        return "outcome";
    }
    return "perp";
}

Result<Value> symbolValue(const market::InstrumentRegistry &markets, const std::string &name)
{
    auto found = markets.resolve(name);
    if (!found)
        return fail(found.error().kind, found.error().detail, "lookup");
    const market::Instrument &instrument = **found;
    const bool isSpot = instrument.grid.kind == MarketKind::Spot;
    return Value(Object{{"asset", instrument.asset},
                        {"szDecimals", int{instrument.grid.szDecimals}},
                        {"kind", kindName(instrument.grid.kind)},
                        {"dex", instrument.dex},
                        {"quote", instrument.quoteToken},
                        {"pairId", isSpot ? Value(instrument.coin) : Value()},
                        {"coin", instrument.coin},
                        {"displayName", instrument.displayName},
                        {"isDelisted", instrument.isDelisted}});
}

Result<Value> symbols(const Value &request)
{
    venue::MetaCollector collector;
    Object bundle;
    for (const char *key : {"meta", "perpDexs", "spotMeta", "outcomeMeta"}) {
        if (const Value *given = request.find(key); given != nullptr && !given->isNull())
            bundle.emplace_back(key, *given);
    }
    HL_CHECK(collector.add(codec::toJson(bundle)));
    market::InstrumentRegistry markets;
    HL_CHECK(markets.reload(collector.build()));
    const Value *lookup = request.find("lookup");
    if (lookup != nullptr && lookup->asArray() != nullptr) {
        Array results;
        for (const Value &name : *lookup->asArray()) {
            if (name.asString() == nullptr)
                return fail(ErrorKind::Validation, "must be a name or a list of names", "lookup");
            const auto found = symbolValue(markets, *name.asString());
            results.emplace_back(found ? *found : Value(Object{{"error", found.error().detail}}));
        }
        return Value(Object{{"results", std::move(results)}});
    }
    if (lookup == nullptr || lookup->asString() == nullptr)
        return fail(ErrorKind::Validation, "must be a name or a list of names", "lookup");
    return symbolValue(markets, *lookup->asString());
}

/// A frame as text; an object is printed.
Result<std::string> rawText(const Value &raw)
{
    if (raw.asString() != nullptr)
        return *raw.asString();
    if (raw.asObject() != nullptr || raw.asArray() != nullptr)
        return codec::toJson(raw);
    return fail(ErrorKind::Validation, "must be one inbound frame as text", "raw");
}

Result<Value> frame(const Value &request)
{
    const Value *raw = request.find("raw");
    if (raw == nullptr)
        return fail(ErrorKind::Validation, "is missing", "raw");
    HL_TRY(text, rawText(*raw));
    // One frame by itself, without metadata: its own sizes decide the grids.
    const market::InstrumentRegistry none;
    venue::FrameDecoder decoder(none, venue::FrameDecoder::UnknownCoins::Infer);
    venue::Frame decoded;
    decoder.decodeCopy(text, decoded);
    Object result{{"channel", decoded.channelText.empty() ? Value() : Value(decoded.channelText)},
                  {"kind", venue::frameKindName(decoded.kind)}};
    if (!decoded.reason.empty())
        result.emplace_back("reason", decoded.reason);
    result.emplace_back("content", frameContent(decoded));
    if (!decoded.skipped.empty()) {
        Array skipped;
        for (const std::string &row : decoded.skipped)
            skipped.emplace_back(row);
        result.emplace_back("skipped", std::move(skipped));
    }
    return Value(std::move(result));
}

constexpr std::int64_t kMs = 1'000'000;

/// One book fed with the frames of a request; their times stand for the clock.
class BookRun
{
public:
    BookRun(const std::string &coin, Grid grid)
        : m_decoder(m_markets)
        , m_composer(coin, grid)
        , m_delta(coin, grid)
    {
        market::Instrument instrument;
        instrument.coin = coin;
        instrument.grid = grid;
        static_cast<void>(m_markets.reload({instrument})); // one name cannot repeat
    }

    void feed(const std::string &text, std::optional<TimeMs> receivedMs)
    {
        m_decoder.decodeCopy(text, m_frame);
        // Frames of the delta channel are also taken without their envelope.
        if (m_frame.kind == venue::FrameKind::Ignored && m_frame.channelText.empty() &&
            text.starts_with('{'))
            m_decoder.decodeCopy(R"({"channel":"l2","data":)" + text + "}", m_frame);
        const auto stamp = [&](TimeMs own) {
            const TimeMs received = receivedMs.value_or(own);
            m_newestMs = std::max(m_newestMs, received);
            return received * kMs;
        };
        if (m_frame.channel == venue::Channel::L2Delta) {
            if (m_frame.kind == venue::FrameKind::Data)
                feedDelta(std::get<market::DeltaUpdate>(m_frame.payload), stamp);
            return;
        }
        const bool isOurs = [&] {
            switch (m_frame.channel) {
            case venue::Channel::L2Book:
                return m_frame.book.coin == m_composer.coin();
            case venue::Channel::Bbo:
                return m_frame.bbo.coin == m_composer.coin();
            case venue::Channel::Trades:
                return m_frame.trades.coin == m_composer.coin();
            default:
                return false;
            }
        }();
        if (!isOurs)
            return; // another market, another channel: moves nothing here
        if (m_frame.kind == venue::FrameKind::Refused) {
            if (m_frame.channel != venue::Channel::Trades)
                m_composer.markInvalid(m_frame.reason);
            return;
        }
        if (m_frame.channel == venue::Channel::L2Book)
            m_composer.apply(m_frame.book, stamp(m_frame.book.time));
        else if (m_frame.channel == venue::Channel::Bbo)
            m_composer.apply(m_frame.bbo, stamp(m_frame.bbo.time));
        else
            m_composer.noteTrades(m_frame.trades.trades);
    }

    template <class Stamp>
    void feedDelta(const market::DeltaUpdate &update, Stamp stamp)
    {
        switch (m_delta.apply(update)) {
        case market::DeltaBook::Applied::Accepted:
            m_composer.apply(m_delta.book(), stamp(update.time));
            break;
        case market::DeltaBook::Applied::Invalid:
            m_composer.markInvalid(m_delta.problem(), m_delta.isCrossed());
            break;
        default:
            break;
        }
    }

    Value result(std::optional<TimeMs> nowMs) const
    {
        const std::int64_t now = nowMs.value_or(m_newestMs) * kMs;
        const market::BookSnapshot book = m_composer.snapshot(now);
        const auto print = [&](const std::vector<market::BookLevel> &levels) {
            Array side;
            for (const market::BookLevel &level : levels) {
                const std::int64_t received =
                    level.source == market::BookSource::Bbo    ? book.bboMonoNs
                    : level.source == market::BookSource::Fast ? book.fastMonoNs
                                                               : book.deepMonoNs;
                side.emplace_back(Array{pxText(level.px, book.grid), szText(level.sz, book.grid),
                                        level.n, (now - received) / kMs});
            }
            return side;
        };
        const bool isShownCrossed = !book.bids.empty() && !book.asks.empty() &&
                                    book.bids.front().px >= book.asks.front().px;
        return Object{{"bids", print(book.bids)},
                      {"asks", print(book.asks)},
                      {"state", market::bookStateName(book.state)},
                      {"reason", book.reason},
                      {"crossed", isShownCrossed || m_composer.sawCrossed()},
                      {"tradable", book.isTradable()}};
    }

private:
    market::InstrumentRegistry m_markets;
    venue::FrameDecoder m_decoder;
    venue::Frame m_frame;
    market::BookComposer m_composer;
    market::DeltaBook m_delta;
    TimeMs m_newestMs = 0;
};

Result<std::optional<TimeMs>> optionalTime(const Value &object, std::string_view key)
{
    const Value *given = object.find(key);
    if (given == nullptr || given->isNull())
        return std::optional<TimeMs>();
    const auto time = given->toInt();
    if (!time || *time < 0 || *time > 9'000'000'000'000)
        return fail(ErrorKind::Validation, "must be a time in ms", std::string(key));
    return std::optional<TimeMs>(*time);
}

Result<Value> book(const Value &request)
{
    HL_TRY(coin, request.string("coin"));
    HL_TRY(decimals, szDecimals(request));
    HL_TRY(kind, market(request));
    HL_TRY(nowMs, optionalTime(request, "nowMs"));
    const Value *frames = request.find("frames");
    if (frames == nullptr || frames->asArray() == nullptr)
        return fail(ErrorKind::Validation, "must be a list of frames", "frames");
    BookRun run(coin, Grid{kind, static_cast<std::uint8_t>(decimals)});
    for (const Value &entry : *frames->asArray()) {
        const Value *raw = entry.find("raw");
        HL_TRY(text, rawText(raw == nullptr ? entry : *raw));
        HL_TRY(receivedMs, raw == nullptr ? Result<std::optional<TimeMs>>(std::nullopt)
                                          : optionalTime(entry, "receivedMs"));
        run.feed(text, receivedMs);
    }
    return run.result(nowMs);
}

} // namespace

void registerMarketOps(BatchRegistry &registry)
{
    registry.add("symbols", symbols);
    registry.add("frame", frame);
    registry.add("book", book);
}

} // namespace hl::cli
