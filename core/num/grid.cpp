// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "num/grid.h"

#include <array>
#include <limits>

namespace hl {

namespace {

enum class GridError { None, Empty, Shape, Precision, Overflow };

constexpr auto kPow10 = [] {
    std::array<std::int64_t, 19> table{};
    table[0] = 1;
    for (std::size_t i = 1; i < table.size(); ++i)
        table[i] = table[i - 1] * 10;
    return table;
}();

/// Every price and size of every frame comes through here, so it is one loop over the text and
/// allocates nothing; the sentences are made only on failure.
GridError parseUnits(std::string_view text, int decimals, std::int64_t &out)
{
    const char *at = text.data();
    const char *const end = at + text.size();
    if (at == end)
        return GridError::Empty;
    const bool negative = *at == '-';
    at += negative ? 1 : 0;

    std::uint64_t value = 0;
    int digits = 0; // significant ones, so that 19 of them cannot wrap unseen
    const auto push = [&](unsigned digit) {
        value = value * 10 + digit;
        digits += (digits != 0 || digit != 0) ? 1 : 0;
        return digits <= 18;
    };

    const char *const wholeStart = at;
    for (; at != end; ++at) {
        const auto digit = static_cast<unsigned>(*at - '0');
        if (digit > 9)
            break;
        if (!push(digit))
            return GridError::Overflow;
    }
    if (at == wholeStart)
        return GridError::Shape;

    int left = decimals;
    if (at != end) {
        if (*at != '.' || at + 1 == end)
            return GridError::Shape;
        for (++at; at != end; ++at) {
            const auto digit = static_cast<unsigned>(*at - '0');
            if (digit > 9)
                return GridError::Shape;
            if (left == 0) {
                if (digit != 0)
                    return GridError::Precision;
                continue;
            }
            if (!push(digit))
                return GridError::Overflow;
            --left;
        }
    }
    if (value != 0 && digits + left > 18)
        return GridError::Overflow;
    value *= static_cast<std::uint64_t>(value == 0 ? 1 : kPow10[static_cast<std::size_t>(left)]);
    out = negative ? -static_cast<std::int64_t>(value) : static_cast<std::int64_t>(value);
    return GridError::None;
}

tl::unexpected<Error> describe(GridError error, std::string_view text, int decimals,
                               const char *field)
{
    std::string shown(text.substr(0, 40));
    switch (error) {
    case GridError::Empty:
        return fail(ErrorKind::Parse, "is empty", field);
    case GridError::Precision:
        return fail(ErrorKind::Validation,
                    "\"" + shown + "\" has more than the " + std::to_string(decimals) +
                        " decimals of this market",
                    field);
    case GridError::Overflow:
        return fail(ErrorKind::Validation, "\"" + shown + "\" is too large for this market", field);
    default:
        return fail(ErrorKind::Parse, "\"" + shown + "\" is not a plain decimal number", field);
    }
}

Result<std::int64_t> toUnits(const Decimal &value, int decimals, const char *field)
{
    const Decimal exact = value.normalised();
    if (exact.scale() > decimals)
        return describe(GridError::Precision, exact.toString(), decimals, field);
    const auto factor =
        static_cast<Int128>(kPow10[static_cast<std::size_t>(decimals - exact.scale())]);
    constexpr Int128 limit = kPow10[18]; // as the text form: 18 digits
    const Int128 size = exact.abs().coefficient();
    if (size != 0 && size > (limit - 1) / factor)
        return describe(GridError::Overflow, exact.toString(), decimals, field);
    return static_cast<std::int64_t>(exact.coefficient() * factor);
}

} // namespace

Result<Px> parsePx(std::string_view text, Grid grid)
{
    Px px;
    const GridError error = parseUnits(text, grid.pxDecimals(), px.ticks);
    if (error != GridError::None)
        return describe(error, text, grid.pxDecimals(), "px");
    if (px.ticks < 0)
        return fail(ErrorKind::Validation, "a price cannot be negative", "px");
    return px;
}

Result<Sz> parseSz(std::string_view text, Grid grid)
{
    Sz sz;
    const GridError error = parseUnits(text, grid.szDecimals, sz.lots);
    if (error != GridError::None)
        return describe(error, text, grid.szDecimals, "sz");
    return sz;
}

Result<Px> toPx(const Decimal &value, Grid grid)
{
    if (value.isNegative())
        return fail(ErrorKind::Validation, "a price cannot be negative", "px");
    HL_TRY(units, toUnits(value, grid.pxDecimals(), "px"));
    return Px{units};
}

Result<Sz> toSz(const Decimal &value, Grid grid)
{
    HL_TRY(units, toUnits(value, grid.szDecimals, "sz"));
    return Sz{units};
}

Decimal toDecimal(Px px, Grid grid)
{
    return {px.ticks, grid.pxDecimals()};
}

Decimal toDecimal(Sz sz, Grid grid)
{
    return {sz.lots, grid.szDecimals};
}

Decimal toDecimal(Ntl ntl, Grid grid)
{
    return {ntl.units, grid.ntlDecimals()};
}

std::string pxText(Px px, Grid grid)
{
    return toDecimal(px, grid).toString();
}

std::string szText(Sz sz, Grid grid)
{
    return toDecimal(sz, grid).toString();
}

} // namespace hl
