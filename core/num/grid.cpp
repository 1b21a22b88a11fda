// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "num/grid.h"

#include "num/unit_scan.h"

namespace hl {

namespace {

/// The text form: everything must be read.
UnitScan parseUnits(std::string_view text, int decimals, std::int64_t &out)
{
    const char *at = text.data();
    const char *const end = at + text.size();
    if (at == end)
        return UnitScan::Empty;
    const UnitScan result = scanUnits(at, end, decimals, out);
    return result == UnitScan::Done && at != end ? UnitScan::Shape : result;
}

tl::unexpected<Error> describe(UnitScan error, std::string_view text, int decimals,
                               const char *field)
{
    std::string shown(text.substr(0, 40));
    switch (error) {
    case UnitScan::Empty:
        return fail(ErrorKind::Parse, "is empty", field);
    case UnitScan::Precision:
        return fail(ErrorKind::Validation,
                    "\"" + shown + "\" has more than the " + std::to_string(decimals) +
                        " decimals of this market",
                    field);
    case UnitScan::Overflow:
        return fail(ErrorKind::Validation, "\"" + shown + "\" is too large for this market", field);
    default:
        return fail(ErrorKind::Parse, "\"" + shown + "\" is not a plain decimal number", field);
    }
}

Result<std::int64_t> toUnits(const Decimal &value, int decimals, const char *field)
{
    const Decimal exact = value.normalised();
    if (exact.scale() > decimals)
        return describe(UnitScan::Precision, exact.toString(), decimals, field);
    const auto factor =
        static_cast<Int128>(kUnitPowers[static_cast<std::size_t>(decimals - exact.scale())]);
    constexpr Int128 limit = kUnitPowers[18]; // as the text form: 18 digits
    const Int128 size = exact.abs().coefficient();
    if (size != 0 && size > (limit - 1) / factor)
        return describe(UnitScan::Overflow, exact.toString(), decimals, field);
    return static_cast<std::int64_t>(exact.coefficient() * factor);
}

} // namespace

Result<Px> parsePx(std::string_view text, Grid grid)
{
    Px px;
    const UnitScan error = parseUnits(text, grid.pxDecimals(), px.ticks);
    if (error != UnitScan::Done)
        return describe(error, text, grid.pxDecimals(), "px");
    if (px.ticks < 0)
        return fail(ErrorKind::Validation, "a price cannot be negative", "px");
    return px;
}

Result<Sz> parseSz(std::string_view text, Grid grid)
{
    Sz sz;
    const UnitScan error = parseUnits(text, grid.szDecimals, sz.lots);
    if (error != UnitScan::Done)
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
