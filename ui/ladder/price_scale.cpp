// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/ladder/price_scale.h"

#include <algorithm>

namespace hl::ui {

namespace {

/// One stretch of prices with the same step: from `start` (inclusive), whose index is `index`.
struct Stretch
{
    std::int64_t start;
    std::int64_t index;
    std::int64_t tick;
};

/// Calls `fn(stretch, endPx)` from the lowest prices up until it returns true. Prices below 10^5
/// ticks step by one; each further power of ten by ten times more, but never by more than one
/// whole unit, for whole numbers are always valid.
template <class Fn>
void walk(Grid grid, Fn fn)
{
    std::int64_t unit = 1;
    for (int i = 0; i < grid.pxDecimals(); ++i)
        unit *= 10;
    Stretch s{0, 0, 1};
    std::int64_t end = 100'000;
    constexpr std::int64_t kEnd = INT64_MAX;
    while (true) {
        const bool isLast = s.tick >= unit || end > kEnd / 10;
        if (fn(s, isLast ? kEnd : end) || isLast)
            return;
        s = {end, s.index + (end - s.start) / s.tick, std::min(s.tick * 10, unit)};
        end *= 10;
    }
}

} // namespace

std::int64_t PriceScale::indexBelow(Px px, bool &exact) const
{
    std::int64_t index = 0;
    exact = true;
    walk(m_grid, [&](const Stretch &s, std::int64_t end) {
        if (px.ticks >= end)
            return false;
        const std::int64_t off = std::max<std::int64_t>(px.ticks, 0) - s.start;
        index = s.index + off / s.tick;
        exact = off % s.tick == 0;
        return true;
    });
    return index;
}

std::int64_t PriceScale::rowFor(Px px, model::Side side) const
{
    bool exact = true;
    const std::int64_t index = indexBelow(px, exact);
    const std::int64_t row = index / m_group;
    if (side == model::Side::Buy)
        return row;
    return exact && index % m_group == 0 ? row : row + 1;
}

Px PriceScale::pxAt(std::int64_t row) const
{
    const std::int64_t index = std::max<std::int64_t>(row, 0) * m_group;
    Px px;
    walk(m_grid, [&](const Stretch &s, std::int64_t end) {
        const std::int64_t candidate = s.start + (index - s.index) * s.tick;
        px = {candidate};
        return candidate < end;
    });
    return px;
}

std::int64_t PriceScale::stepAt(std::int64_t row) const
{
    return pxAt(row + 1).ticks - pxAt(row).ticks;
}

} // namespace hl::ui
