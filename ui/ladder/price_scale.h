// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "model/order.h"
#include "num/grid.h"

#include <array>
#include <cstdint>

namespace hl::ui {

/// Numbers the rows of a ladder: row n of group 1 is the n-th valid price of the instrument
/// (num/tick_rule.h), so the step changes by itself where five significant figures do; a group of
/// m takes m neighbours. A buy belongs to the row at or below its price, a sell to the row at or
/// above: a grouped row never promises a better price than what is in it.
class PriceScale
{
public:
    static constexpr std::array<int, 10> kGroups{1, 2, 5, 10, 20, 50, 100, 200, 500, 1000};

    PriceScale() = default;
    PriceScale(Grid grid, int group) : m_grid(grid), m_group(group) {}

    Grid grid() const { return m_grid; }
    int group() const { return m_group; }

    std::int64_t rowFor(Px px, model::Side side) const;
    /// The price a row stands for; always valid for row ≥ 1.
    Px pxAt(std::int64_t row) const;
    /// Distance between this row and the next one up, in ticks of the grid.
    std::int64_t stepAt(std::int64_t row) const;

    friend bool operator==(const PriceScale &, const PriceScale &) = default;

private:
    /// How many valid prices are at or below `px`; `exact` says whether px is one of them.
    std::int64_t indexBelow(Px px, bool &exact) const;

    Grid m_grid;
    int m_group = 1;
};

} // namespace hl::ui
