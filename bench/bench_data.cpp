// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "market/book_composer.h"
#include "market/instrument_registry.h"
#include "venue/hyperliquid/frame_decoder.h"
#include "venue/hyperliquid/info_decoder.h"
#include "workload.h"

#include <benchmark/benchmark.h>

#include <cstdlib>

namespace hl::bench {
namespace {

using benchmark::State;

/// The markets the seeded inputs speak of: BTC and C0 to C399.
const market::InstrumentRegistry &markets()
{
    static const market::InstrumentRegistry registry = [] {
        std::vector<market::Instrument> instruments;
        for (std::uint32_t i = 0; i <= 400; ++i) {
            market::Instrument instrument;
            instrument.coin = i == 400 ? "BTC" : "C" + std::to_string(i);
            instrument.asset = i;
            instrument.grid = {MarketKind::Perp, static_cast<std::uint8_t>(i == 400 ? 5 : 3)};
            instruments.push_back(std::move(instrument));
        }
        market::InstrumentRegistry built;
        if (!built.reload(std::move(instruments)))
            std::abort();
        return built;
    }();
    return registry;
}

/// One answer of /info through its decoder; `count` says how many units came out.
template <class Decode, class Count>
void answer(State &state, const char *key, Decode decode, Count count)
{
    const std::string text = inputJson(key);
    venue::InfoDecoder decoder(markets());
    std::size_t units = 0;
    for (auto _ : state) {
        auto result = decode(decoder, text);
        if (!result) {
            state.SkipWithError(result.error().detail.c_str());
            return;
        }
        units = count(*result);
        benchmark::DoNotOptimize(result);
    }
    state.SetItemsProcessed(static_cast<std::int64_t>(units) * state.iterations());
}

void parseBook(State &state)
{
    answer(
        state, "l2_book", [](auto &d, const std::string &text) { return d.l2Book(text); },
        [](const auto &book) { return book->bids.size() + book->asks.size(); });
}

void parseMids(State &state)
{
    answer(
        state, "all_mids", [](auto &d, const std::string &text) { return d.allMids(text); },
        [](const auto &mids) { return mids.size(); });
}

void parseAccount(State &state)
{
    answer(
        state, "clearinghouse_state",
        [](auto &d, const std::string &text) { return d.clearinghouseState(text, ""); },
        [](const auto &account) { return account.positions.size(); });
}

void parseMeta(State &state)
{
    answer(
        state, "meta_and_asset_ctxs",
        [](auto &d, const std::string &text) { return d.metaAndAssetCtxs(text); },
        [](const auto &both) { return both.second.size(); });
}

/// A frame's text to the composed book, as the engine thread does for each.
void composeFrames(State &state)
{
    std::string text = R"({"channel":"l2Book","data":)" + inputJson("l2_book") + "}";
    text.reserve(text.size() + 64); // the padding the decoder asks for
    venue::FrameDecoder decoder(markets());
    venue::Frame frame;
    market::BookComposer composer("BTC", Grid{MarketKind::Perp, 5});
    for (auto _ : state) {
        if (decoder.decode(text, frame) != venue::FrameKind::Data) {
            state.SkipWithError(frame.reason.c_str());
            return;
        }
        benchmark::DoNotOptimize(composer.apply(frame.book, 1));
    }
    if (composer.counters().accepted == 0)
        state.SkipWithError("no book was accepted");
    state.SetItemsProcessed(state.iterations());
}

void lookUpSymbols(State &state)
{
    std::vector<std::string> names;
    for (int i = 0; i < 202; ++i)
        names.push_back("C" + std::to_string(i));
    for (auto _ : state) {
        for (const std::string &name : names)
            benchmark::DoNotOptimize(markets().find(name)->asset);
    }
    state.SetItemsProcessed(static_cast<std::int64_t>(names.size()) * state.iterations());
}

void lookUpSzDecimals(State &state)
{
    std::vector<std::string> names;
    for (int i = 0; i < 202; ++i)
        names.push_back("C" + std::to_string(i));
    for (auto _ : state) {
        for (const std::string &name : names)
            benchmark::DoNotOptimize(markets().find(name)->grid.szDecimals);
    }
    state.SetItemsProcessed(static_cast<std::int64_t>(names.size()) * state.iterations());
}

/// "T7/USDC" to "@7".
void lookUpSpotPairs(State &state)
{
    market::MetaSet meta;
    market::SpotMeta &spot = meta.spot.emplace();
    spot.tokens.push_back({"USDC", 8, 8, 0, "", "", true});
    std::vector<std::string> names;
    for (int i = 1; i <= 100; ++i) {
        const std::string token = "T" + std::to_string(i);
        spot.tokens.push_back({token, 2, 8, i, "", "", false});
        spot.universe.push_back({"@" + std::to_string(i), i, 0, i, false});
        names.push_back(token + "/USDC");
    }
    market::InstrumentRegistry registry;
    if (!registry.reload(meta))
        std::abort();
    for (auto _ : state) {
        for (const std::string &name : names)
            benchmark::DoNotOptimize((*registry.resolve(name))->coin.data());
    }
    state.SetItemsProcessed(static_cast<std::int64_t>(names.size()) * state.iterations());
}

[[maybe_unused]] const bool kRegistered = [] {
    benchmark::RegisterBenchmark("data/parse_l2_book", parseBook);
    benchmark::RegisterBenchmark("data/parse_all_mids", parseMids);
    benchmark::RegisterBenchmark("data/parse_clearinghouse_state", parseAccount);
    benchmark::RegisterBenchmark("data/parse_meta_and_asset_ctxs", parseMeta);
    benchmark::RegisterBenchmark("data/frame_to_composed_book", composeFrames);
    benchmark::RegisterBenchmark("utils/symbol_get_asset_id", lookUpSymbols);
    benchmark::RegisterBenchmark("utils/symbol_get_sz_decimals", lookUpSzDecimals);
    benchmark::RegisterBenchmark("utils/symbol_get_spot_pair_id", lookUpSpotPairs);
    return true;
}();

} // namespace
} // namespace hl::bench
