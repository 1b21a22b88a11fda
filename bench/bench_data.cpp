// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "market/book_composer.h"
#include "markets.h"
#include "scenario.h"
#include "venue/hyperliquid/frame_decoder.h"
#include "venue/hyperliquid/info_decoder.h"
#include "workload.h"

#include <benchmark/benchmark.h>

#include <cstdlib>

namespace hl::bench {
namespace {

using benchmark::State;

/// One answer of /info through its decoder; `count` says how many units came out.
template <class Decode, class Count>
void answer(State &state, const char *key, std::size_t expected, Decode decode, Count count)
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
    if (units != expected)
        state.SkipWithError("not all of it was decoded");
    state.SetItemsProcessed(static_cast<std::int64_t>(units) * state.iterations());
}

void parseBook(State &state)
{
    answer(
        state, "l2_book", 40, [](auto &d, const std::string &text) { return d.l2Book(text); },
        [](const auto &book) { return book->bids.size() + book->asks.size(); });
}

void parseMids(State &state)
{
    answer(
        state, "all_mids", 350, [](auto &d, const std::string &text) { return d.allMids(text); },
        [](const auto &mids) { return mids.size(); });
}

void parseAccount(State &state)
{
    answer(
        state, "clearinghouse_state", 20,
        [](auto &d, const std::string &text) { return d.clearinghouseState(text, ""); },
        [](const auto &account) { return account.positions.size(); });
}

void parseMeta(State &state)
{
    answer(
        state, "meta_and_asset_ctxs", 200,
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

/// The registry that the metadata answers make: 102 perps, 100 spot pairs.
const market::InstrumentRegistry &symbols()
{
    static const market::InstrumentRegistry registry = [] {
        market::InstrumentRegistry built;
        venue::InfoDecoder decoder(built);
        auto perps = decoder.meta(inputJson("symbol_meta"));
        auto spot = decoder.spotMeta(inputJson("symbol_spot_meta"));
        market::MetaSet meta;
        if (perps && spot) {
            meta.perps.emplace_back(std::move(*perps));
            meta.spot = std::move(*spot);
        }
        if (!built.reload(meta))
            std::abort();
        return built;
    }();
    return registry;
}

/// A name as a person or a program gives it ("C7", "T7/USDC") to what is asked of its market.
template <class Read>
void lookUp(State &state, std::size_t from, Read read)
{
    std::vector<std::string> names = inputTexts("symbol_names");
    names.erase(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(from));
    const market::InstrumentRegistry &registry = symbols();
    for (auto _ : state) {
        for (const std::string &name : names)
            benchmark::DoNotOptimize(read(**registry.resolve(name)));
    }
    if ((*registry.resolve(names.back()))->coin != "@100" ||
        (*registry.resolve(names.back()))->asset != 10'100)
        state.SkipWithError("the wrong market was found");
    state.SetItemsProcessed(static_cast<std::int64_t>(names.size()) * state.iterations());
}

void lookUpSymbols(State &state)
{
    lookUp(state, 0, [](const market::Instrument &i) { return i.asset; });
}

void lookUpSzDecimals(State &state)
{
    lookUp(state, 0, [](const market::Instrument &i) { return i.grid.szDecimals; });
}

/// "T7/USDC" to "@7".
void lookUpSpotPairs(State &state)
{
    lookUp(state, 102, [](const market::Instrument &i) { return i.coin.data(); });
}

[[maybe_unused]] const bool kRegistered = [] {
    scenario("data/parse_l2_book", parseBook);
    scenario("data/parse_all_mids", parseMids);
    scenario("data/parse_clearinghouse_state", parseAccount);
    scenario("data/parse_meta_and_asset_ctxs", parseMeta);
    scenario("data/frame_to_composed_book", composeFrames);
    scenario("utils/symbol_get_asset_id", lookUpSymbols);
    scenario("utils/symbol_get_sz_decimals", lookUpSzDecimals);
    scenario("utils/symbol_get_spot_pair_id", lookUpSpotPairs);
    return true;
}();

} // namespace
} // namespace hl::bench
