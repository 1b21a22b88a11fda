// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "num/decimal.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

namespace hl {

namespace {

constexpr int kMaxDigits = 38;

constexpr auto kPow10 = [] {
    std::array<UInt128, kMaxDigits + 1> table{};
    table[0] = 1;
    for (std::size_t i = 1; i < table.size(); ++i)
        table[i] = table[i - 1] * 10;
    return table;
}();

constexpr UInt128 kLimit = kPow10[kMaxDigits]; // magnitudes stay below this

constexpr UInt128 pow10(int exponent)
{
    return kPow10[static_cast<std::size_t>(exponent)];
}

constexpr UInt128 magnitude(Int128 value)
{
    return value < 0 ? ~static_cast<UInt128>(value) + 1 : static_cast<UInt128>(value);
}

constexpr Int128 withSign(UInt128 value, bool negative)
{
    return negative ? -static_cast<Int128>(value) : static_cast<Int128>(value);
}

/// How the part that is cut off compares with half a unit of the last place kept.
enum class Cut { Nothing, BelowHalf, Half, AboveHalf };

bool roundsAway(Cut cut, bool negative, bool odd, Rounding rounding)
{
    if (cut == Cut::Nothing)
        return false;
    switch (rounding) {
    case Rounding::Down:
        return negative;
    case Rounding::Up:
        return !negative;
    case Rounding::TowardZero:
        return false;
    case Rounding::AwayFromZero:
        return true;
    case Rounding::HalfEven:
        return cut == Cut::AboveHalf || (cut == Cut::Half && odd);
    }
    return false;
}

Cut compareWithHalf(UInt128 remainder, UInt128 divisor)
{
    if (remainder == 0)
        return Cut::Nothing;
    const UInt128 rest = divisor - remainder;
    if (remainder == rest)
        return Cut::Half;
    return remainder < rest ? Cut::BelowHalf : Cut::AboveHalf;
}

struct Parts
{
    UInt128 magnitude = 0;
    int scale = 0;
};

/// Division by ten of 128 bits is a call; what fits 64 bits, nearly all there is, needs none.
constexpr bool isSmall(UInt128 value)
{
    return value >> 64 == 0;
}

template <class UInt>
Parts stripped(UInt value, int scale)
{
    while (scale > 0 && value % 10 == 0) {
        value /= 10;
        --scale;
    }
    return {value, scale};
}

Parts withoutTrailingZeros(UInt128 value, int scale)
{
    if (value == 0)
        return {0, 0};
    return isSmall(value) ? stripped(static_cast<std::uint64_t>(value), scale)
                          : stripped(value, scale);
}

/// 256-bit unsigned product, enough for two 38-digit factors.
struct Wide
{
    UInt128 high = 0;
    UInt128 low = 0;

    static Wide product(UInt128 a, UInt128 b)
    {
        constexpr UInt128 mask = ~std::uint64_t{0};
        const UInt128 a0 = a & mask;
        const UInt128 a1 = a >> 64;
        const UInt128 b0 = b & mask;
        const UInt128 b1 = b >> 64;
        const UInt128 p00 = a0 * b0;
        const UInt128 p01 = a0 * b1;
        const UInt128 p10 = a1 * b0;
        const UInt128 middle = (p00 >> 64) + (p01 & mask) + (p10 & mask);
        return {a1 * b1 + (p01 >> 64) + (p10 >> 64) + (middle >> 64),
                (p00 & mask) | (middle << 64)};
    }

    /// Divides in place and returns the remainder.
    unsigned divideBy10()
    {
        const std::array<std::uint64_t, 4> words{
            static_cast<std::uint64_t>(high >> 64), static_cast<std::uint64_t>(high),
            static_cast<std::uint64_t>(low >> 64), static_cast<std::uint64_t>(low)};
        std::array<std::uint64_t, 4> quotient{};
        UInt128 carry = 0;
        for (std::size_t i = 0; i < words.size(); ++i) {
            const UInt128 current = (carry << 64) | words[i];
            quotient[i] = static_cast<std::uint64_t>(current / 10);
            carry = current % 10;
        }
        high = (static_cast<UInt128>(quotient[0]) << 64) | quotient[1];
        low = (static_cast<UInt128>(quotient[2]) << 64) | quotient[3];
        return static_cast<unsigned>(carry);
    }

    bool fits() const { return high == 0 && low < kLimit; }
};

tl::unexpected<Error> tooManyDigits()
{
    return fail(ErrorKind::Validation, "the exact result needs more than 38 digits");
}

/// Coefficient of `value` at a scale at least as large as its own.
Result<Int128> atScale(const Decimal &value, int scale)
{
    const UInt128 size = magnitude(value.coefficient());
    const UInt128 factor = pow10(scale - value.scale());
    if (size != 0 && size > (kLimit - 1) / factor)
        return tooManyDigits();
    return withSign(size * factor, value.isNegative());
}

Decimal orDie(Result<Decimal> result)
{
    if (result)
        return *result;
#ifndef NDEBUG
    std::abort();
#endif
    return {};
}

} // namespace

bool Decimal::parseShort(std::string_view text, Decimal &out)
{
    const bool negative = !text.empty() && text.front() == '-';
    const char *at = text.data() + (negative ? 1 : 0);
    const char *const end = text.data() + text.size();
    if (end - at < 1 || end - at > 19)
        return false;
    std::uint64_t value = 0; // 19 digits fit; those without a point are refused below
    const char *point = nullptr;
    for (const char *const start = at; at != end; ++at) {
        const auto digit = static_cast<unsigned>(static_cast<unsigned char>(*at)) - '0';
        if (digit <= 9)
            value = value * 10 + digit;
        else if (*at == '.' && !point && at != start && at + 1 != end)
            point = at;
        else
            return false;
    }
    const std::ptrdiff_t scale = point ? end - point - 1 : 0;
    if (!point && end - text.data() - (negative ? 1 : 0) > 18)
        return false;
    const auto digits = static_cast<std::int64_t>(value);
    out = Decimal(negative ? -digits : digits, static_cast<int>(scale));
    return true;
}

Result<Decimal> Decimal::parse(std::string_view text)
{
    if (Decimal quick; parseShort(text, quick))
        return quick;
    const auto bad = [&](const char *why) { return fail(ErrorKind::Parse, why); };
    if (text.empty())
        return bad("is empty; a decimal number is needed");
    const bool negative = text.front() == '-';
    if (negative)
        text.remove_prefix(1);

    std::string_view whole = text.substr(0, text.find('.'));
    std::string_view fraction;
    if (whole.size() < text.size()) {
        fraction = text.substr(whole.size() + 1);
        if (fraction.empty())
            return bad("has no digit after the point");
    }
    if (whole.empty())
        return bad("has no digit before the point");
    const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
    if (!std::all_of(whole.begin(), whole.end(), isDigit) ||
        !std::all_of(fraction.begin(), fraction.end(), isDigit))
        return bad("is not a plain decimal number");

    while (whole.size() > 1 && whole.front() == '0')
        whole.remove_prefix(1);
    const std::size_t wholeDigits = whole == "0" ? 0 : whole.size();
    // Zeros at the end go only where they would not fit.
    while (!fraction.empty() && fraction.back() == '0' &&
           (fraction.size() > kMaxScale || wholeDigits + fraction.size() > kMaxDigits))
        fraction.remove_suffix(1);
    if (fraction.size() > kMaxScale || wholeDigits > kMaxDigits)
        return bad("has more than 38 digits");

    UInt128 value = 0;
    for (const std::string_view part : {whole, fraction}) {
        for (const char c : part) {
            if (value > (kLimit - 1) / 10)
                return bad("has more than 38 digits");
            value = value * 10 + static_cast<unsigned>(c - '0');
        }
    }
    return Decimal(withSign(value, negative), static_cast<int>(fraction.size()));
}

Result<Decimal> Decimal::add(const Decimal &a, const Decimal &b)
{
    for (const bool trimmed : {false, true}) {
        const Decimal x = trimmed ? a.normalised() : a;
        const Decimal y = trimmed ? b.normalised() : b;
        const int scale = std::max(x.scale(), y.scale());
        const auto left = atScale(x, scale);
        const auto right = atScale(y, scale);
        if (left && right) {
            // Two 38-digit numbers add up to less than 2^127.
            const Int128 sum = *left + *right;
            if (magnitude(sum) < kLimit)
                return Decimal(sum, scale);
            const Parts parts = withoutTrailingZeros(magnitude(sum), scale);
            if (parts.magnitude < kLimit)
                return Decimal(withSign(parts.magnitude, sum < 0), parts.scale);
        }
    }
    return tooManyDigits();
}

Result<Decimal> Decimal::sub(const Decimal &a, const Decimal &b)
{
    return add(a, -b);
}

Result<Decimal> Decimal::mul(const Decimal &a, const Decimal &b)
{
    const bool negative = a.isNegative() != b.isNegative();
    Wide product = Wide::product(magnitude(a.m_coefficient), magnitude(b.m_coefficient));
    int scale = a.m_scale + b.m_scale;
    if (product.high == 0 && product.low == 0)
        return Decimal(0, std::min(scale, kMaxScale));
    while (scale > 0 && (!product.fits() || scale > kMaxScale)) {
        if (product.divideBy10() != 0)
            return tooManyDigits();
        --scale;
    }
    if (!product.fits())
        return tooManyDigits();
    return Decimal(withSign(product.low, negative), scale);
}

Result<Decimal> Decimal::div(const Decimal &a, const Decimal &b, int scale, Rounding rounding)
{
    if (b.isZero())
        return fail(ErrorKind::Validation, "division by zero");
    if (scale < 0 || scale > kMaxScale)
        return fail(ErrorKind::Validation, "a scale lies between 0 and 38");
    const bool negative = a.isNegative() != b.isNegative();
    const UInt128 divisor = magnitude(b.m_coefficient);
    UInt128 quotient = magnitude(a.m_coefficient) / divisor;
    UInt128 remainder = magnitude(a.m_coefficient) % divisor;

    int shift = scale + b.m_scale - a.m_scale; // decimals still to produce
    for (; shift > 0; --shift) {
        // remainder × 10 may exceed 128 bits, so it is added up and reduced on the way.
        unsigned digit = 0;
        UInt128 sum = 0;
        for (int i = 0; i < 10; ++i) {
            sum += remainder;
            if (sum >= divisor) {
                sum -= divisor;
                ++digit;
            }
        }
        remainder = sum;
        if (quotient > (kLimit - 1) / 10)
            return tooManyDigits();
        quotient = quotient * 10 + digit;
    }

    Cut cut = compareWithHalf(remainder, divisor);
    if (shift < 0) {
        const bool sticky = cut != Cut::Nothing;
        const int drop = std::min(-shift, kMaxDigits);
        const UInt128 unit = pow10(drop);
        cut = compareWithHalf(quotient % unit, unit);
        if (-shift > kMaxDigits && (quotient != 0 || sticky))
            cut = Cut::BelowHalf;
        else if (sticky && (cut == Cut::Nothing || cut == Cut::Half))
            cut = cut == Cut::Nothing ? Cut::BelowHalf : Cut::AboveHalf;
        quotient = -shift > kMaxDigits ? 0 : quotient / unit;
    }
    if (roundsAway(cut, negative, (quotient & 1) != 0, rounding))
        ++quotient;
    if (quotient >= kLimit)
        return tooManyDigits();
    return Decimal(withSign(quotient, negative), scale);
}

Decimal operator+(const Decimal &a, const Decimal &b)
{
    return orDie(Decimal::add(a, b));
}

Decimal operator-(const Decimal &a, const Decimal &b)
{
    return orDie(Decimal::sub(a, b));
}

Decimal operator*(const Decimal &a, const Decimal &b)
{
    return orDie(Decimal::mul(a, b));
}

Decimal Decimal::rounded(int scale, Rounding rounding) const
{
    scale = std::clamp(scale, 0, kMaxScale);
    if (m_scale <= scale)
        return *this;
    const UInt128 unit = pow10(m_scale - scale);
    const UInt128 size = magnitude(m_coefficient);
    UInt128 kept = size / unit;
    if (roundsAway(compareWithHalf(size % unit, unit), isNegative(), (kept & 1) != 0, rounding))
        ++kept;
    return {withSign(kept, isNegative()), scale};
}

Decimal Decimal::normalised() const
{
    const Parts parts = withoutTrailingZeros(magnitude(m_coefficient), m_scale);
    return {withSign(parts.magnitude, isNegative()), parts.scale};
}

namespace {

/// `scale` decimals exactly, from the digits of a magnitude.
template <class UInt>
std::string printDigits(UInt value, int scale, bool negative)
{
    std::array<char, kMaxDigits * 2 + 4> buffer{};
    std::size_t at = buffer.size();
    int written = 0;
    do {
        if (written == scale && scale > 0)
            buffer[--at] = '.';
        buffer[--at] = static_cast<char>('0' + static_cast<int>(value % 10));
        value /= 10;
        ++written;
    } while (value != 0 || written <= scale);
    if (negative)
        buffer[--at] = '-';
    return {buffer.data() + at, buffer.size() - at};
}

std::string print(UInt128 value, int scale, bool negative)
{
    return isSmall(value) ? printDigits(static_cast<std::uint64_t>(value), scale, negative)
                          : printDigits(value, scale, negative);
}

} // namespace

std::string Decimal::toString() const
{
    const Parts parts = withoutTrailingZeros(magnitude(m_coefficient), m_scale);
    return print(parts.magnitude, parts.scale, isNegative());
}

std::string Decimal::toFixed(int decimals) const
{
    decimals = std::clamp(decimals, 0, kMaxScale);
    const Decimal value = rounded(decimals, Rounding::HalfEven);
    std::string text = print(magnitude(value.m_coefficient), value.m_scale, value.isNegative());
    if (value.m_scale == 0 && decimals > 0)
        text += '.';
    text.append(static_cast<std::size_t>(decimals - value.m_scale), '0');
    return text;
}

double Decimal::toDouble() const
{
    return static_cast<double>(m_coefficient) / std::pow(10.0, m_scale);
}

std::strong_ordering operator<=>(const Decimal &a, const Decimal &b)
{
    if (a.sign() != b.sign())
        return a.sign() <=> b.sign();
    if (a.m_scale == b.m_scale) // the usual case
        return a.m_coefficient < b.m_coefficient   ? std::strong_ordering::less
               : a.m_coefficient > b.m_coefficient ? std::strong_ordering::greater
                                                   : std::strong_ordering::equal;
    const auto compare = [](UInt128 x, UInt128 y) {
        return x < y   ? std::strong_ordering::less
               : x > y ? std::strong_ordering::greater
                       : std::strong_ordering::equal;
    };
    const UInt128 x = magnitude(a.m_coefficient);
    const UInt128 y = magnitude(b.m_coefficient);
    std::strong_ordering order = std::strong_ordering::equal;
    const int more = a.m_scale - b.m_scale;
    if (isSmall(x) && isSmall(y) && std::abs(more) <= 18) {
        // 2^64 × 10^18 fits: both are brought to one scale.
        order = compare(more < 0 ? x * pow10(-more) : x, more > 0 ? y * pow10(more) : y);
    } else {
        const UInt128 unitX = pow10(a.m_scale);
        const UInt128 unitY = pow10(b.m_scale);
        order = compare(x / unitX, y / unitY);
        if (order == std::strong_ordering::equal)
            order = compare((x % unitX) * pow10(kMaxDigits - a.m_scale),
                            (y % unitY) * pow10(kMaxDigits - b.m_scale));
    }
    return a.isNegative() ? 0 <=> order : order;
}

} // namespace hl
