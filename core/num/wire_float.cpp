// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The functions of wire_format.h that start from a double.

#include "num/normalise.h"
#include "num/wire_format.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>

namespace hl::wire {
namespace {

/// Enough for any double with eight decimals.
constexpr std::size_t kMostText = 360;

/// Without the fraction's trailing zeros and a bare point.
std::string_view trimmed(std::string_view text)
{
    if (text.find('.') == std::string_view::npos)
        return text;
    while (text.back() == '0')
        text.remove_suffix(1);
    if (text.back() == '.')
        text.remove_suffix(1);
    return text;
}

/// Rounds the digits of a whole number half-even to 28 significant ones, as Python's decimal
/// context does.
void roundTo28(std::string &digits, std::size_t from)
{
    constexpr std::size_t kMost = 28;
    const std::size_t size = digits.size() - from;
    if (size <= kMost)
        return;
    const std::size_t cut = from + kMost;
    const std::string_view rest(digits.data() + cut, size - kMost);
    const bool isHalf = rest.front() == '5' && rest.find_first_not_of('0', 1) == rest.npos;
    const bool isOdd = (digits[cut - 1] - '0') % 2 != 0;
    const bool goesUp = isHalf ? isOdd : rest.front() >= '5';
    std::fill(digits.begin() + static_cast<std::ptrdiff_t>(cut), digits.end(), '0');
    for (std::size_t i = cut; goesUp && i-- > from;) {
        if (digits[i] != '9') {
            ++digits[i];
            return;
        }
        digits[i] = '0';
        if (i == from)
            digits.insert(from, 1, '1');
    }
}

/// A multiple of 1e-8 that the double stands for, printed from integers. False where this short way
/// cannot decide. Below 2^20 the doubles are so dense that a multiple within 1e-12 is the nearest
/// one, and both it and 1e8 are exact, so that the quotient is what reading the text would give.
bool printShort(double value, std::string &out)
{
    const double size = std::fabs(value);
    if (!(size < 1048576.0))
        return false;
    const double scaled = std::nearbyint(size * 1e8);
    if (std::fabs(scaled / 1e8 - size) >= 1e-12)
        return false;
    const auto number = static_cast<std::uint64_t>(scaled);
    if (number == 0) {
        out = "0";
        return true;
    }
    char text[32];
    char *at = text;
    if (value < 0)
        *at++ = '-';
    at = std::to_chars(at, text + sizeof text, number / 100'000'000).ptr;
    if (auto fraction = static_cast<std::uint32_t>(number % 100'000'000); fraction != 0) {
        *at++ = '.';
        std::size_t digits = 8;
        while (fraction % 10 == 0) {
            fraction /= 10;
            --digits;
        }
        for (std::size_t i = digits; i-- > 0; fraction /= 10)
            at[i] = static_cast<char>('0' + fraction % 10);
        at += digits;
    }
    out.assign(text, at);
    return true;
}

tl::unexpected<Error> notFinite()
{
    return fail(ErrorKind::Validation, "must be a finite number", "value");
}

/// Python's round(value, decimals): half-even on the exact value.
double rounded(double value, int decimals)
{
    char text[kMostText];
    const char *end =
        std::to_chars(text, text + sizeof text, value, std::chars_format::fixed, decimals).ptr;
    double out = value;
    std::from_chars(text, end, out);
    return out;
}

} // namespace

Result<std::string> floatToWire(double value)
{
    std::string out;
    if (printShort(value, out))
        return out;
    if (!std::isfinite(value))
        return notFinite();
    char text[kMostText];
    const char *end =
        std::to_chars(text, text + sizeof text, value, std::chars_format::fixed, 8).ptr;
    double back = 0;
    std::from_chars(text, end, back);
    if (std::fabs(back - value) >= 1e-12)
        return fail(ErrorKind::Validation, "has more than eight decimals", "value");
    out = trimmed({text, static_cast<std::size_t>(end - text)});
    if (out == "-0")
        out = "0";
    if (out.find('.') == std::string::npos)
        roundTo28(out, out.front() == '-' ? 1 : 0);
    return out;
}

Result<std::string> floatToInt(std::string_view text, int decimals)
{
    const std::string_view digits = text.substr(text.starts_with('-') ? 1 : 0);
    if (!digits.empty() && digits.find_first_not_of("0123456789") == std::string_view::npos) {
        std::string whole;
        normaliseDecimal(text, DecimalSign::Signed, whole);
        if (whole != "0")
            whole.append(static_cast<std::size_t>(decimals), '0');
        return whole;
    }
    double value = 0;
    if (const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
        read.ec != std::errc() || read.ptr != text.data() + text.size())
        return fail(ErrorKind::Validation, "must be a number", "value");
    if (!std::isfinite(value))
        return notFinite();
    double scale = 1;
    for (int i = 0; i < decimals; ++i)
        scale *= 10;
    const double scaled = value * scale;
    const double whole = std::nearbyint(scaled);
    if (!std::isfinite(scaled) || std::fabs(whole - scaled) >= 1e-3)
        return fail(ErrorKind::Validation,
                    "has more than " + std::to_string(decimals) + " decimals", "value");
    char printed[kMostText];
    const char *end =
        std::to_chars(printed, printed + sizeof printed, whole, std::chars_format::fixed, 0).ptr;
    std::string out(printed, static_cast<std::size_t>(end - printed));
    return out == "-0" ? std::string("0") : out;
}

Result<std::string> officialSlippagePrice(double px, bool isBuy, double slippage, int szDecimals,
                                          MarketKind kind)
{
    px *= isBuy ? 1 + slippage : 1 - slippage;
    if (!std::isfinite(px))
        return notFinite();
    char text[kMostText];
    const char *end =
        std::to_chars(text, text + sizeof text, px, std::chars_format::general, 5).ptr;
    double five = px;
    std::from_chars(text, end, five);
    const int decimals = (kind == MarketKind::Perp ? 6 : 8) - szDecimals;
    if (decimals >= 0)
        return floatToWire(rounded(five, decimals));
    // Python rounds to tens and hundreds for a negative number of decimals.
    double unit = 1;
    for (int i = decimals; i < 0; ++i)
        unit *= 10;
    return floatToWire(std::nearbyint(five / unit) * unit);
}

} // namespace hl::wire
