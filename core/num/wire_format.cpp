// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "num/wire_format.h"

#include "num/normalise.h"
#include "num/short_text.h"

#include <algorithm>
#include <bit>

namespace hl::wire {
namespace {

constexpr std::size_t kSignificant = 5;

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

/// A canonical-enough decimal cut in two: whole part without leading zeros ("" for 0), fraction.
struct Plain
{
    bool isNegative = false;
    std::string_view whole;
    std::string_view fraction;
};

bool splitPlain(std::string_view text, Plain &out)
{
    if (!text.empty() && text.front() == '-') {
        out.isNegative = true;
        text.remove_prefix(1);
    }
    std::size_t n = 0;
    while (n < text.size() && isDigit(text[n]))
        ++n;
    out.whole = text.substr(0, n);
    if (n < text.size()) {
        if (text[n] != '.')
            return false;
        out.fraction = text.substr(n + 1);
        for (const char c : out.fraction)
            if (!isDigit(c))
                return false;
    }
    if (out.whole.empty() && out.fraction.empty())
        return false;
    while (!out.whole.empty() && out.whole.front() == '0')
        out.whole.remove_prefix(1);
    return true;
}

/// Plain text as it is, everything else through normaliseDecimal into `buffer`.
bool readValue(std::string_view text, std::string &buffer, Plain &out)
{
    if (splitPlain(text, out))
        return true;
    std::string lax;
    lax.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool isSign = i == 0 && text[i] == '+' && text.size() > 1 && text[1] != '-';
        const bool isGroup = text[i] == '_' && i > 0 && isDigit(text[i - 1]) &&
                             i + 1 < text.size() && isDigit(text[i + 1]);
        if (!isSign && !isGroup)
            lax.push_back(text[i]);
    }
    out = {};
    return normaliseDecimal(lax, DecimalSign::Signed, buffer) && splitPlain(buffer, out);
}

std::string_view withoutTrailingZeros(std::string_view digits)
{
    while (!digits.empty() && digits.back() == '0')
        digits.remove_suffix(1);
    return digits;
}

std::size_t mostDecimals(int szDecimals, MarketKind kind)
{
    return static_cast<std::size_t>(
        std::max((kind == MarketKind::Perp ? 6 : 8) - std::max(szDecimals, 0), 0));
}

tl::unexpected<Error> noDecimal(const char *what)
{
    return fail(ErrorKind::Validation, std::string("The ") + what + " is no decimal number.",
                "value");
}

tl::unexpected<Error> cutToZero(const char *what)
{
    return fail(ErrorKind::Validation,
                std::string("The ") + what + " is too small and was truncated to 0.", "value");
}

std::string join(bool isNegative, std::string_view whole, std::string_view fraction)
{
    const std::string_view front = whole.empty() ? std::string_view("0") : whole;
    std::string out(isNegative + front.size() + (fraction.empty() ? 0 : 1 + fraction.size()), '-');
    char *at = std::copy(front.begin(), front.end(), out.data() + isNegative);
    if (!fraction.empty()) {
        *at++ = '.';
        std::copy(fraction.begin(), fraction.end(), at);
    }
    return out;
}

/// Zeros before the first other digit.
std::size_t leadingZeros(std::string_view digits)
{
    return std::min(digits.find_first_not_of('0'), digits.size());
}

/// Adds one unit in the last place of whole.fraction.
void increment(std::string &whole, std::string &fraction)
{
    for (std::string *part : {&fraction, &whole}) {
        for (std::size_t i = part->size(); i-- > 0;) {
            if ((*part)[i] != '9') {
                ++(*part)[i];
                return;
            }
            (*part)[i] = '0';
        }
    }
    whole.insert(whole.begin(), '1');
}

bool goesUp(std::string_view cutOff, bool isOdd, Rounding rounding)
{
    if (withoutTrailingZeros(cutOff).empty())
        return false;
    switch (rounding) {
    case Rounding::Down:
    case Rounding::TowardZero:
        return false;
    case Rounding::Up:
    case Rounding::AwayFromZero:
        return true;
    case Rounding::HalfEven:
        break;
    }
    const bool isHalf = withoutTrailingZeros(cutOff) == "5";
    return isHalf ? isOdd : cutOff.front() >= '5';
}

/// The text's first `size` characters.
Result<std::string> beginning(const ShortText &text, std::size_t size)
{
    // Made at a size the compiler knows and cut, which needs no call.
    constexpr std::size_t kMoved = ShortText::kMost - 1;
    Result<std::string> out(tl::in_place, text.text(), kMoved);
    out->resize(std::min(size, kMoved));
    return out;
}

constexpr std::uint32_t bitsBelow(std::size_t n)
{
    return (std::uint32_t{1} << n) - 1;
}

enum class Figures : bool { All, Significant };
constexpr std::size_t kNotShort = ShortText::kMost;

/// How many characters stay of a plain text that is cut off behind `decimals` decimals, and behind
/// five significant figures where those count. 0 where nothing but zeros would stay; kNotShort
/// where the general way must be taken.
std::size_t keptOf(const ShortText &text, std::size_t decimals, Figures figures)
{
    std::size_t point = 0;
    if (!text.isPlain(point))
        return kNotShort;
    const bool isBelowOne = text.text()[0] == '0';
    const std::size_t end = std::min(point + 1 + decimals, ShortText::kMost);
    std::uint32_t fraction = text.nonZeroDigits() & bitsBelow(end) & ~bitsBelow(point);
    if (figures == Figures::Significant && fraction != 0) {
        if (point > kSignificant)
            return kNotShort;
        const auto first = static_cast<std::size_t>(std::countr_zero(fraction));
        fraction &= bitsBelow((isBelowOne ? first : 1) + kSignificant);
    }
    if (fraction == 0)
        return isBelowOne ? 0 : point;
    return static_cast<std::size_t>(std::bit_width(fraction));
}

} // namespace

Result<std::string> formatPrice(std::string_view value, int szDecimals, MarketKind kind)
{
    const std::size_t decimals = mostDecimals(szDecimals, kind);
    if (ShortText::fits(value)) {
        const ShortText text(value);
        const std::size_t kept = keptOf(text, decimals, Figures::Significant);
        if (kept == 0)
            return cutToZero("price");
        if (kept != kNotShort)
            return beginning(text, kept);
    }
    std::string buffer;
    Plain plain;
    if (!readValue(value, buffer, plain))
        return noDecimal("price");
    std::string_view fraction = withoutTrailingZeros(plain.fraction.substr(0, decimals));
    if (!fraction.empty()) {
        if (plain.whole.size() > kSignificant) {
            std::string whole(plain.whole);
            std::fill(whole.begin() + kSignificant, whole.end(), '0');
            return join(plain.isNegative, whole, {});
        }
        const std::size_t kept = plain.whole.empty() ? leadingZeros(fraction) + kSignificant
                                                     : kSignificant - plain.whole.size();
        fraction = withoutTrailingZeros(fraction.substr(0, kept));
    }
    if (plain.whole.empty() && fraction.empty())
        return cutToZero("price");
    return join(plain.isNegative, plain.whole, fraction);
}

Result<std::string> formatSize(std::string_view value, int szDecimals)
{
    const auto decimals = static_cast<std::size_t>(std::max(szDecimals, 0));
    if (ShortText::fits(value)) {
        const ShortText text(value);
        const std::size_t kept = keptOf(text, decimals, Figures::All);
        if (kept == 0)
            return cutToZero("size");
        if (kept != kNotShort)
            return beginning(text, kept);
    }
    std::string buffer;
    Plain plain;
    if (!readValue(value, buffer, plain))
        return noDecimal("size");
    const std::string_view fraction = withoutTrailingZeros(plain.fraction.substr(0, decimals));
    if (plain.whole.empty() && fraction.empty())
        return cutToZero("size");
    return join(plain.isNegative, plain.whole, fraction);
}

Result<RoundedPrice> roundToTick(std::string_view value, int szDecimals, MarketKind kind,
                                 Rounding rounding)
{
    std::string buffer;
    Plain plain;
    if (!readValue(value, buffer, plain))
        return noDecimal("price");
    if (plain.isNegative || (plain.whole.empty() && withoutTrailingZeros(plain.fraction).empty()))
        return fail(ErrorKind::Validation, "The price must be above zero.", "value");
    // Digits before the point; negative for zeros behind it.
    const auto exponent = plain.whole.empty()
                              ? -static_cast<std::int64_t>(leadingZeros(plain.fraction))
                              : static_cast<std::int64_t>(plain.whole.size());
    const auto most = static_cast<std::int64_t>(mostDecimals(szDecimals, kind));
    const auto decimals = static_cast<std::size_t>(
        std::clamp<std::int64_t>(static_cast<std::int64_t>(kSignificant) - exponent, 0, most));
    std::string whole(plain.whole);
    std::string fraction(plain.fraction.substr(0, decimals));
    const std::string_view cutOff =
        plain.fraction.size() > decimals ? plain.fraction.substr(decimals) : std::string_view();
    fraction.resize(decimals, '0');
    const char last = !fraction.empty() ? fraction.back() : (whole.empty() ? '0' : whole.back());
    if (goesUp(cutOff, (last - '0') % 2 != 0, rounding))
        increment(whole, fraction);
    const std::string_view kept = withoutTrailingZeros(fraction);
    if (whole.empty() && kept.empty())
        return fail(ErrorKind::Validation, "The price is too small and was rounded to 0.", "value");
    RoundedPrice out;
    out.tick = decimals == 0 ? "1" : "0." + std::string(decimals - 1, '0') + '1';
    out.wire = join(false, whole, kept);
    return out;
}

Result<RoundedPrice> roundPrice(std::string_view value, int szDecimals, MarketKind kind, bool isBuy,
                                bool isAggressive)
{
    return roundToTick(value, szDecimals, kind,
                       isBuy == isAggressive ? Rounding::Up : Rounding::Down);
}

Result<Cloid> cloidFromInteger(std::string_view value)
{
    UInt128 number = 0;
    const auto refused = [] {
        return fail(ErrorKind::Validation, "must be a whole number from 0 to 2^128-1", "value");
    };
    if (value.empty())
        return refused();
    for (const char c : value) {
        const auto digit = static_cast<UInt128>(c - '0');
        if (!isDigit(c) || number > (~UInt128{0} - digit) / 10)
            return refused();
        number = number * 10 + digit;
    }
    Cloid out;
    for (std::size_t i = 0; i < 16; ++i)
        out.bytes[15 - i] = static_cast<std::uint8_t>(number >> (8 * i));
    return out;
}

} // namespace hl::wire
