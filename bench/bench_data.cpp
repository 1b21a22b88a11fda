// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "checks.h"
#include "market/book_composer.h"
#include "markets.h"
#include "scenario.h"
#include "venue/hyperliquid/frame_decoder.h"
#include "venue/hyperliquid/info_decoder.h"
#include "workload.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <string_view>

namespace hl::bench {
namespace {

using benchmark::State;

/// One answer of /info through its decoder; every value of the last one must be the text's.
template <class Decode, class Check>
void answer(State &state, const char *key, std::size_t units, Decode decode, Check isRight)
{
    const std::string text = inputJson(key);
    venue::InfoDecoder decoder(markets());
    bool right = false;
    for (auto _ : state) {
        auto result = decode(decoder, text);
        if (!result) {
            state.SkipWithError(result.error().detail.c_str());
            return;
        }
        benchmark::DoNotOptimize(result);
    }
    if (const auto result = decode(decoder, text))
        right = isRight(*result);
    if (!right)
        state.SkipWithError("a value is not the text's");
    state.SetItemsProcessed(static_cast<std::int64_t>(units) * state.iterations());
}

void parseBook(State &state)
{
    answer(
        state, "l2_book", 40, [](auto &d, const std::string &text) { return d.l2Book(text); },
        [](const auto &book) { return book && isWorkloadBook(*book); });
}

void parseMids(State &state)
{
    answer(
        state, "all_mids", 350, [](auto &d, const std::string &text) { return d.allMids(text); },
        areWorkloadMids);
}

void parseAccount(State &state)
{
    answer(
        state, "clearinghouse_state", 20,
        [](auto &d, const std::string &text) { return d.clearinghouseState(text, ""); },
        isWorkloadAccount);
}

void parseMeta(State &state)
{
    answer(
        state, "meta_and_asset_ctxs", 200,
        [](auto &d, const std::string &text) { return d.metaAndAssetCtxs(text); },
        [](const auto &both) { return areWorkloadContexts(both.second); });
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
    if (composer.counters().accepted != static_cast<std::uint64_t>(state.iterations()))
        state.SkipWithError("a book was not accepted");
    const market::BookSnapshot picture = composer.snapshot(1);
    const auto isSide = [](const auto &levels, const auto &shown) {
        return std::ranges::equal(levels, shown, [](const auto &meant, const auto &is) {
            return meant.px == is.px && meant.sz == is.sz && meant.n == is.n;
        });
    };
    if (!isWorkloadBook(frame.book) || !isSide(frame.book.bids, picture.bids) ||
        !isSide(frame.book.asks, picture.asks))
        state.SkipWithError("the picture is not the frame's");
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
template <class Read, class Meant>
void lookUp(State &state, std::size_t from, Read read, Meant meant)
{
    std::vector<std::string> names = inputTexts("symbol_names");
    names.erase(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(from));
    const market::InstrumentRegistry &registry = symbols();
    for (auto _ : state) {
        for (const std::string &name : names)
            benchmark::DoNotOptimize(read(**registry.resolve(name)));
    }
    std::string all;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const auto found = read(**registry.resolve(names[i]));
        if (found != meant(from + i))
            state.SkipWithError("the wrong market was found");
        std::ostringstream text;
        text << (all.empty() ? "" : " ") << found;
        all += text.str();
    }
    gave(all);
    state.SetItemsProcessed(static_cast<std::int64_t>(names.size()) * state.iterations());
}

void lookUpSymbols(State &state)
{
    lookUp(
        state, 0, [](const market::Instrument &i) { return i.asset; },
        [](std::size_t i) { return i < 102 ? i : 10'001 + i - 102; });
}

void lookUpSzDecimals(State &state)
{
    lookUp(
        state, 0, [](const market::Instrument &i) { return unsigned{i.grid.szDecimals}; },
        [](std::size_t i) { return i < 102 ? i % 6 : (i - 101) % 5; });
}

/// "T7/USDC" to "@7".
void lookUpSpotPairs(State &state)
{
    lookUp(
        state, 102, [](const market::Instrument &i) { return std::string_view(i.coin); },
        [](std::size_t i) { return "@" + std::to_string(i - 101); });
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
