// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

namespace hl {

__extension__ using Int128 = __int128;
__extension__ using UInt128 = unsigned __int128;

/// Named by the caller wherever a value does not fit: nothing rounds silently.
enum class Rounding : std::uint8_t {
    Down /* to −∞ */,
    Up /* to +∞ */,
    TowardZero,
    AwayFromZero,
    HalfEven
};

/// An exact decimal number: coefficient × 10^−scale, up to 38 digits, scale 0…38. Used for
/// balances, margin, funding, mark, mid and what people type; books, orders and fills use the
/// instrument's grid (num/grid.h). Operations that cannot be exact within 38 digits fail.
class Decimal
{
public:
    static constexpr int kMaxScale = 38;

    constexpr Decimal() = default;
    constexpr Decimal(Int128 coefficient, int scale)
        : m_coefficient(coefficient)
        , m_scale(static_cast<std::int8_t>(scale))
    {}
    static constexpr Decimal fromInt(std::int64_t value) { return {value, 0}; }

    /// Plain decimal text: optional '-', digits, optional '.' and digits ("5.", ".5" are refused;
    /// "007" and "1.50" are read). No exponent, no blanks, no locale.
    static Result<Decimal> parse(std::string_view text);
    /// As parse, for numbers of at most 18 digits in the usual shape; false: parse() must look.
    static bool parseShort(std::string_view text, Decimal &out);

    constexpr Int128 coefficient() const { return m_coefficient; }
    constexpr int scale() const { return m_scale; }

    constexpr bool isZero() const { return m_coefficient == 0; }
    constexpr bool isNegative() const { return m_coefficient < 0; }
    constexpr int sign() const { return m_coefficient < 0 ? -1 : (m_coefficient > 0 ? 1 : 0); }
    constexpr Decimal operator-() const { return {-m_coefficient, m_scale}; }
    constexpr Decimal abs() const { return m_coefficient < 0 ? -*this : *this; }

    /// Saturate nowhere: overflow past 38 digits first drops trailing zeros, then fails.
    static Result<Decimal> add(const Decimal &a, const Decimal &b);
    static Result<Decimal> sub(const Decimal &a, const Decimal &b);
    static Result<Decimal> mul(const Decimal &a, const Decimal &b);
    /// Quotient with `scale` decimals. Division by zero is ErrorKind::Validation.
    static Result<Decimal> div(const Decimal &a, const Decimal &b, int scale, Rounding rounding);

    /// For display sums of venue figures, where 38 digits cannot be exceeded: a failed operation
    /// gives zero in release builds and aborts in debug builds.
    friend Decimal operator+(const Decimal &a, const Decimal &b);
    friend Decimal operator-(const Decimal &a, const Decimal &b);
    friend Decimal operator*(const Decimal &a, const Decimal &b);

    /// At most `scale` decimals afterwards.
    Decimal rounded(int scale, Rounding rounding) const;
    /// Without trailing zeros in the fraction.
    Decimal normalised() const;

    /// Canonical wire text: no exponent, no trailing zeros, no "-0".
    std::string toString() const;
    /// Exactly `decimals` decimals, half-even; for people. "-0.00" is never printed.
    std::string toFixed(int decimals) const;
    /// For chart geometry and statistics only.
    double toDouble() const;

    /// By value: 1.50 equals 1.5.
    friend std::strong_ordering operator<=>(const Decimal &a, const Decimal &b);
    friend bool operator==(const Decimal &a, const Decimal &b) { return (a <=> b) == 0; }

private:
    Int128 m_coefficient = 0;
    std::int8_t m_scale = 0;
};

} // namespace hl
