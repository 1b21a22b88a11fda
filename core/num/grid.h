// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "num/decimal.h"

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

namespace hl {

/// Decides the number of price decimals (protocol/prices.md 1). Perps of builder dexes are Perp.
enum class MarketKind : std::uint8_t { Perp, Spot, Outcome };

/// The steps on which an instrument's prices and sizes lie. Px and Sz mean nothing without it.
struct Grid
{
    MarketKind kind = MarketKind::Perp;
    std::uint8_t szDecimals = 0;

    /// max(6 | 8 − szDecimals, 0): one Px tick is 10^−pxDecimals.
    constexpr int pxDecimals() const
    {
        const int most = kind == MarketKind::Perp ? 6 : 8;
        return most > szDecimals ? most - szDecimals : 0;
    }
    /// Decimals of px × sz.
    constexpr int ntlDecimals() const { return pxDecimals() + szDecimals; }

    friend constexpr auto operator<=>(const Grid &, const Grid &) = default;
};

/// A price in ticks of its instrument's grid.
struct Px
{
    std::int64_t ticks = 0;

    friend constexpr auto operator<=>(const Px &, const Px &) = default;
    friend constexpr Px operator+(Px a, Px b) { return {a.ticks + b.ticks}; }
    friend constexpr Px operator-(Px a, Px b) { return {a.ticks - b.ticks}; }
};

/// A size in lots of its instrument's grid (one lot is 10^−szDecimals). Signed where it is a
/// position.
struct Sz
{
    std::int64_t lots = 0;

    friend constexpr auto operator<=>(const Sz &, const Sz &) = default;
    friend constexpr Sz operator+(Sz a, Sz b) { return {a.lots + b.lots}; }
    friend constexpr Sz operator-(Sz a, Sz b) { return {a.lots - b.lots}; }
    constexpr Sz operator-() const { return {-lots}; }
};

/// px × sz, exact, with Grid::ntlDecimals() decimals.
struct Ntl
{
    Int128 units = 0;

    friend constexpr auto operator<=>(const Ntl &, const Ntl &) = default;
    friend constexpr Ntl operator+(Ntl a, Ntl b) { return {a.units + b.units}; }
};

constexpr Ntl operator*(Px px, Sz sz)
{
    return {static_cast<Int128>(px.ticks) * sz.lots};
}

/// Venue or canonical text to grid. Digits after the grid's last decimal must be zeros; anything
/// else, an exponent or an overflow is an error. Never rounds.
Result<Px> parsePx(std::string_view text, Grid grid);
Result<Sz> parseSz(std::string_view text, Grid grid);

/// Same for a Decimal.
Result<Px> toPx(const Decimal &value, Grid grid);
Result<Sz> toSz(const Decimal &value, Grid grid);

Decimal toDecimal(Px px, Grid grid);
Decimal toDecimal(Sz sz, Grid grid);
Decimal toDecimal(Ntl ntl, Grid grid);

/// Canonical wire text ("30000", "0.1").
std::string pxText(Px px, Grid grid);
std::string szText(Sz sz, Grid grid);

} // namespace hl
