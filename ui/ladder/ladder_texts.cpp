// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/ladder/ladder_texts.h"

#include "ui/common/formatters.h"

namespace hl::ui {

namespace {

QString sizeWords(Sz sz, Px px, Grid grid, SizeMode mode, int maxChars)
{
    if (mode == SizeMode::Quote) {
        const Decimal value = toDecimal(px * sz, grid);
        const QString text = fmt::money(value, 0);
        return text.size() <= maxChars ? text : fmt::compact(value);
    }
    const QString exact = fmt::szText(sz, grid);
    if (exact.size() <= maxChars)
        return exact;
    for (int decimals = 3; decimals >= 0; --decimals) {
        const QString text = fmt::szShort(sz, grid, decimals);
        if (text.size() <= maxChars)
            return text;
    }
    return fmt::compact(toDecimal(sz, grid));
}

} // namespace

LadderTexts::Entry &LadderTexts::entryFor(Kind kind, Grid grid, int maxChars, std::int64_t px,
                                          std::int64_t lots, bool &isNew)
{
    const auto mixed = [](std::int64_t value, std::uint64_t factor) {
        return static_cast<std::uint64_t>(value) * factor;
    };
    const std::uint64_t hash = mixed(px, 0x9E37'79B9'7F4A'7C15) ^
                               mixed(lots, 0xC2B2'AE3D'27D4'EB4F) ^
                               mixed(maxChars, 0x1656'67B1'9E37'79F9) ^
                               mixed(static_cast<int>(kind), 0x0000'0200'0000'0000);
    Entry &entry = m_entries[(hash >> 40) % m_entries.size()];
    isNew = entry.kind != kind || entry.grid != grid || entry.maxChars != maxChars ||
            entry.px != px || entry.lots != lots;
    if (isNew) {
        entry.kind = kind;
        entry.grid = grid;
        entry.maxChars = maxChars;
        entry.px = px;
        entry.lots = lots;
    }
    return entry;
}

const QString &LadderTexts::price(Px px, Grid grid)
{
    bool isNew = false;
    Entry &entry = entryFor(Kind::Price, grid, 0, px.ticks, 0, isNew);
    if (isNew)
        entry.text = fmt::pxText(px, grid);
    return entry.text;
}

const QString &LadderTexts::size(Sz sz, Px px, Grid grid, SizeMode mode, int maxChars)
{
    const bool isQuote = mode == SizeMode::Quote;
    bool isNew = false;
    Entry &entry = entryFor(isQuote ? Kind::Quote : Kind::Lot, grid, maxChars,
                            isQuote ? px.ticks : 0, sz.lots, isNew);
    if (isNew)
        entry.text = sizeWords(sz, px, grid, mode, maxChars);
    return entry.text;
}

} // namespace hl::ui
