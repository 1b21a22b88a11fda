// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/batch/batch_registry.h"
#include "app/cli/batch/op_arguments.h"
#include "app/cli/batch/ops.h"
#include "codec/redact.h"
#include "num/normalise.h"
#include "num/tick_rule.h"
#include "num/wire_format.h"

#include <charconv>

namespace hl::cli {
namespace {

using codec::Object;
using codec::Value;

/// A double given as a number or as its text.
Result<double> real(const Value &request, std::string_view key)
{
    HL_TRY(text, textOrNumber(request, key));
    double out = 0;
    const char *end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, out);
    if (read.ec != std::errc() || read.ptr != end)
        return fail(ErrorKind::Validation, "must be a number", std::string(key));
    return out;
}

Result<Value> one(std::string_view name, Result<std::string> text)
{
    if (!text)
        return fail(std::move(text).error());
    return Value(Object{{std::string(name), std::move(*text)}});
}

Result<Value> floatToWire(const Value &request)
{
    HL_TRY(value, real(request, "value"));
    return one("wire", wire::floatToWire(value));
}

Result<Value> formatPrice(const Value &request)
{
    HL_TRY(value, textOrNumber(request, "value"));
    HL_TRY(decimals, szDecimals(request));
    HL_TRY(kind, market(request));
    const Value *rounding = request.find("rounding");
    if (!rounding || rounding->isNull())
        return one("wire", wire::formatPrice(value, decimals, kind));
    Rounding direction = Rounding::HalfEven;
    if (*rounding == Value("down"))
        direction = Rounding::Down;
    else if (*rounding == Value("up"))
        direction = Rounding::Up;
    else if (*rounding != Value("nearest"))
        return fail(ErrorKind::Validation, "must be one of: nearest, down, up", "rounding");
    HL_TRY(rounded, wire::roundToTick(value, decimals, kind, direction));
    return one("wire", std::move(rounded.wire));
}

Result<Value> roundPrice(const Value &request)
{
    HL_TRY(value, textOrNumber(request, "value"));
    HL_TRY(decimals, szDecimals(request));
    HL_TRY(kind, market(request));
    HL_TRY(side, request.string("side"));
    HL_TRY(isAggressive, flag(request, "aggressive", false));
    if (side != "buy" && side != "sell")
        return fail(ErrorKind::Validation, "must be one of: buy, sell", "side");
    HL_TRY(rounded, wire::roundPrice(value, decimals, kind, side == "buy", isAggressive));
    return Value(Object{{"tick", std::move(rounded.tick)}, {"wire", std::move(rounded.wire)}});
}

Result<Value> formatSize(const Value &request)
{
    HL_TRY(value, textOrNumber(request, "value"));
    HL_TRY(decimals, szDecimals(request));
    return one("wire", wire::formatSize(value, decimals));
}

/// A field as an exact decimal, in any accepted spelling.
Result<Decimal> decimal(const Value &request, std::string_view key)
{
    HL_TRY(text, textOrNumber(request, key));
    Result<std::string> plain = normaliseDecimal(text, DecimalSign::Unsigned);
    Result<Decimal> out = plain ? Decimal::parse(*plain) : Result<Decimal>(fail(plain.error()));
    if (!out)
        return fail(ErrorKind::Validation, out.error().detail, std::string(key));
    return *out;
}

Result<Value> slippagePrice(const Value &request)
{
    HL_TRY(isBuy, request.boolean("isBuy"));
    HL_TRY(decimals, szDecimals(request));
    HL_TRY(kind, market(request));
    HL_TRY(rounding, request.string("rounding"));
    if (rounding == "official") {
        HL_TRY(mid, real(request, "mid"));
        HL_TRY(slippage, real(request, "slippage"));
        return one("wire", wire::officialSlippagePrice(mid, isBuy, slippage, decimals, kind));
    }
    if (rounding != "outward")
        return fail(ErrorKind::Validation, "must be one of: official, outward", "rounding");
    HL_TRY(mid, decimal(request, "mid"));
    HL_TRY(slippage, decimal(request, "slippage"));
    const Grid grid{kind, static_cast<std::uint8_t>(decimals)};
    HL_TRY(px, slippagePx(mid, isBuy, slippage, grid));
    return one("wire", pxText(px, grid));
}

Result<Value> normalise(const Value &request)
{
    HL_TRY(kind, request.string("kind"));
    HL_TRY(text, textOrNumber(request, "value"));
    const auto named = [](auto result) -> Result<Value> {
        if (!result)
            return fail(ErrorKind::Validation, result.error().detail, "value");
        return Value(Object{{"value", std::move(*result)}});
    };
    if (kind == "decimal")
        return named(normaliseDecimal(text, DecimalSign::Signed));
    if (kind == "udecimal")
        return named(normaliseDecimal(text, DecimalSign::Unsigned));
    if (kind == "integer" || kind == "uinteger") {
        HL_TRY(number, normaliseInteger(text));
        if (number < 0 && kind == "uinteger")
            return fail(ErrorKind::Validation, "must not be negative", "value");
        return Value(Object{{"value", std::to_string(number)}});
    }
    if (kind == "address") {
        const auto address = Address::parse(text);
        return named(address ? Result<std::string>(address->toString())
                             : Result<std::string>(fail(address.error())));
    }
    if (kind == "cloid") {
        const auto cloid = Cloid::parse(text);
        return named(cloid ? Result<std::string>(cloid->toString())
                           : Result<std::string>(fail(cloid.error())));
    }
    if (kind == "percent")
        return named(isPercent(text)
                         ? Result<std::string>(text)
                         : Result<std::string>(fail(ErrorKind::Validation,
                                                    "must be digits, an optional fraction and %")));
    return fail(ErrorKind::Validation,
                "must be one of: decimal, udecimal, integer, uinteger, address, cloid, percent",
                "kind");
}

Result<Value> cloidFromInt(const Value &request)
{
    HL_TRY(text, textOrNumber(request, "value"));
    HL_TRY(cloid, wire::cloidFromInteger(text));
    return one("cloid", cloid.toString());
}

Result<Value> floatToInt(const Value &request)
{
    HL_TRY(function, request.string("function"));
    HL_TRY(text, textOrNumber(request, "value"));
    if (function != "float_to_usd_int" && function != "float_to_int_for_hashing")
        return fail(ErrorKind::Validation,
                    "must be one of: float_to_usd_int, float_to_int_for_hashing", "function");
    return one("result", wire::floatToInt(text, function == "float_to_usd_int" ? 6 : 8));
}

Result<Value> redact(const Value &request)
{
    const Value *value = request.find("value");
    if (!value)
        return fail(ErrorKind::Validation, "is missing", "value");
    return Value(Object{{"value", codec::redacted(*value)}});
}

} // namespace

void registerFormattingOps(BatchRegistry &registry)
{
    registry.add("float-to-wire", floatToWire);
    registry.add("format-price", formatPrice);
    registry.add("round-price", roundPrice);
    registry.add("format-size", formatSize);
    registry.add("slippage-price", slippagePrice);
    registry.add("normalise", normalise);
    registry.add("cloid-from-int", cloidFromInt);
    registry.add("float-to-int", floatToInt);
    registry.add("redact", redact);
}

} // namespace hl::cli
