// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/ids.h"
#include "base/result.h"
#include "num/grid.h"

#include <string>
#include <string_view>

/// Numbers in the texts other clients of the venue make of them, reproduced to the character for
/// their test vectors (protocol/prices.md 1 to 3). Tickets use num/tick_rule.h and Decimal instead.
/// Decimal input is text of any length; no double is involved unless a function says so.
namespace hl::wire {

/// What the helpers accept: decimals as in normaliseDecimal, a leading '+' and '_' between digits.
/// Truncates to the market's decimals and five significant figures, integers kept whole. Zero is
/// refused.
Result<std::string> formatPrice(std::string_view value, int szDecimals, MarketKind kind);
/// Truncates to szDecimals. Zero is refused.
Result<std::string> formatSize(std::string_view value, int szDecimals);

struct RoundedPrice
{
    std::string tick; ///< the step at this price
    std::string wire;
};
/// To the tick rule in the named direction; ties of HalfEven go to the even step. Values must be
/// above zero; a result of zero is refused.
Result<RoundedPrice> roundToTick(std::string_view value, int szDecimals, MarketKind kind,
                                 Rounding rounding);
/// Maker-safe: buys down, sells up; aggressive the other way round.
Result<RoundedPrice> roundPrice(std::string_view value, int szDecimals, MarketKind kind, bool isBuy,
                                bool isAggressive);

/// A double as the official SDK prints it: eight decimals, half-even on the exact binary value,
/// refused where that moves it by 1e-12 or more, at most 28 significant digits.
Result<std::string> floatToWire(double value);

/// float_to_usd_int (six decimals) and float_to_int_for_hashing (eight) of the official SDK: the
/// scaled value as a whole number, refused where rounding moves it by 1e-3 or more. Whole-number
/// text is scaled exactly, other text as the double it stands for.
Result<std::string> floatToInt(std::string_view value, int decimals);

/// The official SDK's bound of a market order in doubles: px × (1 ± slippage), half-even to five
/// significant figures, then to the decimals of `kind`, which it takes as Spot for every asset from
/// 10000 on. For its vectors only; the product uses slippagePx.
Result<std::string> officialSlippagePrice(double px, bool isBuy, double slippage, int szDecimals,
                                          MarketKind kind);

/// A whole number from 0 to 2^128−1 as a cloid.
Result<Cloid> cloidFromInteger(std::string_view value);

} // namespace hl::wire
