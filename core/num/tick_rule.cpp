// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "num/tick_rule.h"

#include <algorithm>
#include <limits>

namespace hl {

namespace {

constexpr int kSignificant = 5;
constexpr std::int64_t kMaxTicks = 999'999'999'999'999'999; // what parsePx can hold

template <class Int>
int digitCount(Int value)
{
    int digits = 0;
    for (; value != 0; value /= 10)
        ++digits;
    return digits;
}

std::int64_t power10(int exponent)
{
    std::int64_t value = 1;
    while (exponent-- > 0)
        value *= 10;
    return value;
}

/// Exponent of the step in grid ticks, for a price of that many digits. Whole numbers are always
/// valid, so a step is never above one unit.
int stepExponent(int digits, Grid grid)
{
    return std::min(std::max(digits - kSignificant, 0), grid.pxDecimals());
}

Error tooSmall()
{
    return {ErrorKind::Validation, "the price is too small and rounds to 0", "px"};
}

} // namespace

std::int64_t tickAt(Px px, Grid grid)
{
    return power10(stepExponent(digitCount(px.ticks), grid));
}

bool isValidPx(Px px, Grid grid)
{
    return px.ticks > 0 && px.ticks % tickAt(px, grid) == 0;
}

Result<Px> nearestValidPx(const Decimal &value, Grid grid, Rounding rounding)
{
    if (value.sign() <= 0)
        return fail(ErrorKind::Validation, "a price must be above zero", "px");
    const Decimal whole = value.rounded(grid.pxDecimals(), Rounding::Down);
    const int digits = digitCount(whole.coefficient()) + grid.pxDecimals() - whole.scale();
    const int decimals = grid.pxDecimals() - stepExponent(whole.isZero() ? 0 : digits, grid);
    // Rounding up may reach the next power of ten, which is valid as well.
    const Decimal rounded = value.rounded(decimals, rounding);
    if (rounded.isZero())
        return fail(tooSmall());
    return toPx(rounded, grid);
}

std::optional<Px> nextPxUp(Px px, Grid grid)
{
    if (px.ticks <= 0)
        return Px{1};
    const std::int64_t step = tickAt(px, grid);
    const std::int64_t next = px.ticks - px.ticks % step + step;
    if (next > kMaxTicks)
        return std::nullopt;
    return Px{next};
}

std::optional<Px> nextPxDown(Px px, Grid grid)
{
    if (px.ticks <= 1)
        return std::nullopt;
    // Just below a power of ten the step is that of the decade below.
    const std::int64_t below = std::min(px.ticks, kMaxTicks) - 1;
    const std::int64_t step = tickAt(Px{below}, grid);
    return Px{below - below % step};
}

Px stepPx(Px px, std::int64_t steps, Grid grid)
{
    // A decade at a time: prices inside one are evenly spaced.
    while (steps > 0) {
        const auto next = nextPxUp(px, grid);
        if (!next)
            return px;
        px = *next;
        --steps;
        const std::int64_t step = tickAt(px, grid);
        const int digits = digitCount(px.ticks);
        const std::int64_t end = digits >= 18 ? kMaxTicks : power10(digits);
        const std::int64_t jump = std::min(steps, (end - px.ticks) / step);
        px.ticks += jump * step;
        steps -= jump;
    }
    while (steps < 0) {
        const auto next = nextPxDown(px, grid);
        if (!next)
            return px;
        px = *next;
        ++steps;
        const std::int64_t step = tickAt(px, grid);
        const std::int64_t end = power10(digitCount(px.ticks) - 1);
        const std::int64_t jump = std::min(-steps, (px.ticks - end) / step);
        px.ticks -= jump * step;
        steps += jump;
    }
    return px;
}

Result<std::pair<Px, Px>> validNeighbours(const Decimal &value, Grid grid)
{
    HL_TRY(up, nearestValidPx(value, grid, Rounding::Up));
    const auto down = nearestValidPx(value, grid, Rounding::Down);
    return std::pair(down.value_or(up), up);
}

Result<Px> slippagePx(const Decimal &mid, bool isBuy, const Decimal &slippage, Grid grid)
{
    if (slippage.isNegative() || slippage >= Decimal::fromInt(1))
        return fail(ErrorKind::Validation, "must be at least 0 and below 1", "slippage");
    HL_TRY(factor, isBuy ? Decimal::add(Decimal::fromInt(1), slippage)
                         : Decimal::sub(Decimal::fromInt(1), slippage));
    HL_TRY(bound, Decimal::mul(mid, factor));
    return nearestValidPx(bound, grid, isBuy ? Rounding::Up : Rounding::Down);
}

} // namespace hl
