// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "fuzz/fuzz_target.h"
#include "market/book_composer.h"
#include "market/bundled_instruments.h"
#include "market/delta_book.h"
#include "market/trade_tape.h"
#include "venue/hyperliquid/frame_decoder.h"

#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

using namespace hl;

namespace {

const market::InstrumentRegistry &markets()
{
    static const market::InstrumentRegistry registry = [] {
        market::InstrumentRegistry built;
        fuzz::require(built.reload(market::bundledInstruments()).has_value(), "the bundle loads");
        return built;
    }();
    return registry;
}

bool isSorted(const market::BookUpdate &book)
{
    const auto falls = [](const auto &a, const auto &b) { return a.px > b.px; };
    const auto rises = [](const auto &a, const auto &b) { return a.px < b.px; };
    return std::ranges::adjacent_find(book.bids, std::not_fn(falls)) == book.bids.end() &&
           std::ranges::adjacent_find(book.asks, std::not_fn(rises)) == book.asks.end();
}

/// The plain way to the same side: one level after the other.
std::map<std::int64_t, std::int64_t> changed(const std::vector<market::DepthLevel> &side,
                                             const std::vector<market::DepthLevel> &levels,
                                             const std::vector<std::uint64_t> &removed)
{
    std::map<std::int64_t, std::int64_t> out;
    for (std::size_t i = 0; i < side.size(); ++i)
        if (std::ranges::find(removed, i) == removed.end() && side[i].sz.lots != 0)
            out[side[i].px.ticks] = side[i].sz.lots;
    for (const auto &level : levels)
        out[level.px.ticks] = level.sz.lots;
    return out;
}

std::map<std::int64_t, std::int64_t> asMap(const std::vector<market::DepthLevel> &side)
{
    std::map<std::int64_t, std::int64_t> out;
    for (const auto &level : side)
        out[level.px.ticks] = level.sz.lots;
    return out;
}

} // namespace

/// A feed of BTC, one frame a line, into what keeps books from changes and trades: never a book
/// out of order that is called valid, never a trade twice, and what a change makes of a book is
/// what one level after the other makes of it.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    static venue::FrameDecoder decoder(markets());
    static venue::Frame frame;
    const Grid grid = markets().find("BTC")->grid;
    market::DeltaBook book("BTC", grid);
    market::TradeTape tape(50);
    market::BookComposer composer("BTC", grid);
    std::int64_t now = 0;
    std::string_view rest = fuzz::textOf(data, size);
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        const std::string text(rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
        now += 100'000'000;
        decoder.decodeCopy(text, frame);
        if (frame.kind == venue::FrameKind::Refused) {
            book.invalidate("a frame could not be read");
            continue;
        }
        if (const auto *update = std::get_if<market::DeltaUpdate>(&frame.payload)) {
            const market::BookUpdate before = book.book();
            const bool isChange = book.isValid() && !update->isSnapshot;
            const auto applied = book.apply(*update);
            fuzz::require(applied != market::DeltaBook::Applied::Invalid || !book.isValid(),
                          "invalid is invalid");
            if (applied != market::DeltaBook::Applied::Accepted)
                continue;
            fuzz::require(std::max(book.book().bids.size(), book.book().asks.size()) <=
                              market::DeltaBook::kMostLevels,
                          "it is bounded");
            if (isChange) {
                fuzz::require(asMap(book.book().bids) ==
                                      changed(before.bids, update->bids, update->removedBids) &&
                                  asMap(book.book().asks) ==
                                      changed(before.asks, update->asks, update->removedAsks),
                              "a change is what its levels say");
            }
            if (composer.apply(book.book(), now) == market::BookComposer::Applied::Accepted)
                fuzz::require(isSorted(book.book()), "a book that is shown is in order");
        } else if (frame.channel == venue::Channel::Trades) {
            const auto fresh = tape.append(frame.trades.trades);
            fuzz::require(tape.size() <= 50, "the tape is bounded");
            fuzz::require(std::ranges::is_sorted(fresh, {}, &market::Trade::time),
                          "trades come in order");
            const auto again = tape.append(frame.trades.trades);
            fuzz::require(fresh.size() > 50 || again.empty(), "no trade comes twice");
        } else if (frame.channel == venue::Channel::L2Book) {
            composer.apply(frame.book, now);
        } else if (frame.channel == venue::Channel::Bbo) {
            composer.apply(frame.bbo, now);
        }
    }
    return 0;
}
