// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace hl {

enum class DecimalSign : std::uint8_t { Unsigned, Signed };

/// Brings decimal text to the form that is hashed and posted (protocol/prices.md 3a): exponent
/// expanded, no leading or trailing zeros, no dot at the end, "-0" is "0". False where it is no
/// decimal, or negative and must not be. No rounding and no limit of digits; an exponent beyond
/// ±10,000 is refused. Text that is canonical already is copied.
bool normaliseDecimal(std::string_view text, DecimalSign sign, std::string &out);
Result<std::string> normaliseDecimal(std::string_view text, DecimalSign sign);

/// A whole number between ±(2^53−1) from any spelling other clients accept ("01", " 5 ", "1e3",
/// "1.0", "0x10", "" for 0).
Result<std::int64_t> normaliseInteger(std::string_view text);

/// Digits, an optional fraction and "%".
bool isPercent(std::string_view text);

} // namespace hl
