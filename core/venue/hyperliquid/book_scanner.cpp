// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "venue/hyperliquid/book_scanner.h"

#include "num/unit_scan.h"

#include <cstring>
#include <limits>

namespace hl::venue {

namespace {

class Scanner
{
public:
    explicit Scanner(std::string_view text) : m_at(text.data()), m_end(text.data() + text.size()) {}

    bool atEnd() const { return m_at == m_end; }
    bool peek(char c) const { return m_at != m_end && *m_at == c; }

    template <std::size_t N>
    bool take(const char (&literal)[N])
    {
        constexpr std::size_t size = N - 1;
        if (static_cast<std::size_t>(m_end - m_at) < size || std::memcmp(m_at, literal, size) != 0)
            return false;
        m_at += size;
        return true;
    }

    /// A name of plain ASCII, the opening quote being read already.
    bool name(std::string_view &out)
    {
        const char *const start = m_at;
        for (; m_at != m_end; ++m_at) {
            const char c = *m_at;
            if (c == '"') {
                out = {start, static_cast<std::size_t>(m_at - start)};
                ++m_at;
                return true;
            }
            if (c < 0x20 || c == '\\' || c == 0x7f) // also everything beyond ASCII
                return false;
        }
        return false;
    }

    /// A JSON number without sign, fraction or exponent.
    bool whole(std::int64_t &out)
    {
        const char *const start = m_at;
        std::int64_t value = 0;
        for (; m_at != m_end && *m_at >= '0' && *m_at <= '9'; ++m_at) {
            if (m_at - start == 18)
                return false;
            value = value * 10 + (*m_at - '0');
        }
        if (m_at == start || (*start == '0' && m_at - start > 1))
            return false;
        out = value;
        return true;
    }

    bool units(int decimals, std::int64_t &out)
    {
        return scanUnits(m_at, m_end, decimals, out) == UnitScan::Done;
    }

private:
    const char *m_at;
    const char *m_end;
};

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
        if (!readLevel(in, pxDecimals, grid.szDecimals, levels.emplace_back()))
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
