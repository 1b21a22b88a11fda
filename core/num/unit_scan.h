// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

/// The inner loop of every price and size that comes from the venue. Use parsePx and parseSz; this
/// is for them and for scanners that read numbers in place.
namespace hl {

enum class UnitScan : std::uint8_t { Done, Empty, Shape, Precision, Overflow };

inline constexpr auto kUnitPowers = [] {
    std::array<std::int64_t, 19> table{};
    table[0] = 1;
    for (std::size_t i = 1; i < table.size(); ++i)
        table[i] = table[i - 1] * 10;
    return table;
}();

/// Reads an optional '-', digits and an optional point with digits, as units of 10^-decimals
/// (0 to 18), at most 18 digits of them. Stops at the first other character and leaves `at` there.
inline UnitScan scanUnits(const char *&at, const char *end, int decimals, std::int64_t &out)
{
    const bool negative = at != end && *at == '-';
    at += negative ? 1 : 0;
    std::uint64_t value = 0;
    int digits = 0; // significant ones, so that no wrap goes unseen
    const char *start = at;
    for (; at != end; ++at) {
        const auto digit = static_cast<unsigned>(static_cast<unsigned char>(*at)) - '0';
        if (digit > 9)
            break;
        value = value * 10 + digit;
        digits += value != 0 ? 1 : 0;
        if (digits > 18)
            return UnitScan::Overflow;
    }
    if (at == start)
        return UnitScan::Shape;
    int left = decimals;
    if (at != end && *at == '.') {
        start = ++at;
        for (; at != end; ++at) {
            const auto digit = static_cast<unsigned>(static_cast<unsigned char>(*at)) - '0';
            if (digit > 9)
                break;
            if (left == 0) {
                if (digit != 0)
                    return UnitScan::Precision;
                continue;
            }
            value = value * 10 + digit;
            digits += value != 0 ? 1 : 0;
            if (digits > 18)
                return UnitScan::Overflow;
            --left;
        }
        if (at == start)
            return UnitScan::Shape;
    }
    if (value != 0) {
        if (digits + left > 18)
            return UnitScan::Overflow;
        value *= static_cast<std::uint64_t>(kUnitPowers[static_cast<std::size_t>(left)]);
    }
    out = negative ? -static_cast<std::int64_t>(value) : static_cast<std::int64_t>(value);
    return UnitScan::Done;
}

} // namespace hl
