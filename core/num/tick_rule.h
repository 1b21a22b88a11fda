// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "num/grid.h"

#include <optional>
#include <utility>

namespace hl {

/// The venue's price rule (protocol/prices.md 1): above zero, and either a whole number or at most
/// five significant figures. The grid already bounds the decimals.
bool isValidPx(Px px, Grid grid);

/// Step between valid prices around `px`, in ticks of the grid: at 65,000.5 one unit, at 0.0123
/// 10^−6 if the grid has that many decimals.
std::int64_t tickAt(Px px, Grid grid);

/// The valid price nearest to an exact value in the named direction. Down below the smallest price
/// is an error.
Result<Px> nearestValidPx(const Decimal &value, Grid grid, Rounding rounding);

/// The next valid price above or below a valid one (crossing powers of ten correctly); none below
/// the smallest.
std::optional<Px> nextPxUp(Px px, Grid grid);
std::optional<Px> nextPxDown(Px px, Grid grid);

/// `steps` valid prices up (positive) or down, stopping at the smallest.
Px stepPx(Px px, std::int64_t steps, Grid grid);

/// The two valid neighbours of an exact value that is not itself valid (equal where it is).
Result<std::pair<Px, Px>> validNeighbours(const Decimal &value, Grid grid);

/// Bound of a market order: mid × (1 ± slippage), rounded after slippage and outward (buys up,
/// sells down) to the tick rule (cases.md B04, B06).
Result<Px> slippagePx(const Decimal &mid, bool isBuy, const Decimal &slippage, Grid grid);

} // namespace hl
