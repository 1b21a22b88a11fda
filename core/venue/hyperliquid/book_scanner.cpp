// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "venue/hyperliquid/book_scanner.h"

#include "venue/hyperliquid/layout_scanner.h"

#include <limits>

namespace hl::venue {

namespace {

using Scanner = LayoutScanner;

bool readLevel(Scanner &in, int pxDecimals, int szDecimals, market::DepthLevel &level)
{
    std::int64_t n = 0;
    if (!in.take("{\"px\":\"") || !in.units(pxDecimals, level.px.ticks) || level.px.ticks < 0 ||
        !in.take("\",\"sz\":\"") || !in.units(szDecimals, level.sz.lots) || !in.take("\",\"n\":") ||
        !in.whole(n) || !in.take("}") || n > std::numeric_limits<std::int32_t>::max())
        return false;
    level.n = static_cast<std::int32_t>(n);
    return true;
}

bool readSide(Scanner &in, Grid grid, std::vector<market::DepthLevel> &levels)
{
    levels.clear();
    if (!in.take("["))
        return false;
    if (in.take("]"))
        return true;
    const int pxDecimals = grid.pxDecimals();
    do {
        if (levels.size() == market::kMostBookLevels ||
            !readLevel(in, pxDecimals, grid.szDecimals, levels.emplace_back()))
            return false;
    } while (in.take(","));
    return in.take("]");
}

/// Coin, time and the market's grid, which both layouts begin with.
template <class Update>
bool readHead(Scanner &in, const market::InstrumentRegistry &registry, Update &update)
{
    std::string_view coin;
    if (!in.take("{\"coin\":\"") || !in.name(coin) || !in.take(",\"time\":") ||
        !in.whole(update.time))
        return false;
    const market::Instrument *instrument = registry.find(coin);
    if (!instrument)
        return false;
    update.coin.assign(coin);
    update.grid = instrument->grid;
    return true;
}

bool readBook(Scanner &in, const market::InstrumentRegistry &registry, market::BookUpdate &book)
{
    if (!readHead(in, registry, book) || !in.take(",\"levels\":[") ||
        !readSide(in, book.grid, book.bids) || !in.take(",") ||
        !readSide(in, book.grid, book.asks) || !in.take("]"))
        return false;
    book.isFast = in.take(",\"fast\":true");
    book.isDelta = false;
    book.isAggregated = false;
    return in.take("}");
}

bool readBboSide(Scanner &in, Grid grid, std::optional<market::DepthLevel> &side)
{
    side.reset();
    if (in.take("null"))
        return true;
    return readLevel(in, grid.pxDecimals(), grid.szDecimals, side.emplace());
}

bool readBbo(Scanner &in, const market::InstrumentRegistry &registry, market::BboUpdate &bbo)
{
    return readHead(in, registry, bbo) && in.take(",\"bbo\":[") &&
           readBboSide(in, bbo.grid, bbo.bid) && in.take(",") &&
           readBboSide(in, bbo.grid, bbo.ask) && in.take("]}}") && in.atEnd();
}

} // namespace

ScanResult scanBookFrame(std::string_view text, const market::InstrumentRegistry &registry,
                         market::BookUpdate &book, market::BboUpdate &bbo)
{
    Scanner in(text);
    if (!in.take("{\"channel\":\""))
        return ScanResult::Surprise;
    if (in.take("l2Book\",\"data\":"))
        return readBook(in, registry, book) && in.take("}") && in.atEnd() ? ScanResult::Book
                                                                          : ScanResult::Surprise;
    if (in.take("bbo\",\"data\":"))
        return readBbo(in, registry, bbo) ? ScanResult::Bbo : ScanResult::Surprise;
    return ScanResult::Surprise;
}

bool scanBookAnswer(std::string_view text, const market::InstrumentRegistry &registry,
                    market::BookUpdate &book)
{
    Scanner in(text);
    return readBook(in, registry, book) && in.atEnd();
}

} // namespace hl::venue
