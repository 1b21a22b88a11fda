// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "model/order.h"
#include "num/decimal.h"

#include <vector>

namespace hl::guard {

/// A size spread over a range of prices.
struct ScalePlan
{
    model::Side side = model::Side::Buy;
    Px from;
    Px to;
    Sz sz;              ///< of all together
    int orders = 0;     ///< 2 to 50
    Decimal skew{1, 0}; ///< size at `to` over size at `from`: 1 is even, 2 twice as much
};
struct ScaleRow
{
    Px px;
    Sz sz;

    friend bool operator==(const ScaleRow &, const ScaleRow &) = default;
};

/// Evenly spaced prices, each on the tick and never more aggressive than the even one; sizes that
/// grow or fall linearly, each a whole lot. Their sum is `sz` exactly: the last takes the rest.
/// A sentence where a size would be zero or two prices fall on one tick; the error's field is
/// "from", "to", "orders", "skew" or "sz". Pure.
Result<std::vector<ScaleRow>> scaleRows(const ScalePlan &plan, Grid grid);

inline constexpr int kLeastScale = 2;
inline constexpr int kMostScale = 50;

} // namespace hl::guard
