// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "num/normalise.h"

#include "num/short_text.h"

#include <algorithm>
#include <charconv>

namespace hl {
namespace {

constexpr int kMostExponent = 10'000;

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

std::string_view takeDigits(std::string_view &text)
{
    std::size_t n = 0;
    while (n < text.size() && isDigit(text[n]))
        ++n;
    const std::string_view digits = text.substr(0, n);
    text.remove_prefix(n);
    return digits;
}

struct Parts
{
    bool isNegative = false;
    std::string_view whole;
    std::string_view fraction;
    int exponent = 0;
};

bool split(std::string_view text, Parts &out)
{
    if (!text.empty() && text.front() == '-') {
        out.isNegative = true;
        text.remove_prefix(1);
    }
    out.whole = takeDigits(text);
    bool hasPoint = false;
    if (!text.empty() && text.front() == '.') {
        hasPoint = true;
        text.remove_prefix(1);
        out.fraction = takeDigits(text);
    }
    if (out.whole.empty() && out.fraction.empty())
        return false;
    if (text.empty())
        return true;
    if ((text.front() != 'e' && text.front() != 'E') || out.whole.empty() ||
        (hasPoint && out.fraction.empty()))
        return false;
    text.remove_prefix(1);
    const bool isDown = !text.empty() && text.front() == '-';
    if (!text.empty() && (text.front() == '-' || text.front() == '+'))
        text.remove_prefix(1);
    std::string_view digits = takeDigits(text);
    if (digits.empty() || !text.empty())
        return false;
    digits.remove_prefix(std::min(digits.find_first_not_of('0'), digits.size()));
    if (digits.size() > 5)
        return false;
    for (const char c : digits)
        out.exponent = out.exponent * 10 + (c - '0');
    if (out.exponent > kMostExponent)
        return false;
    if (isDown)
        out.exponent = -out.exponent;
    return true;
}

/// Whole number or fraction in canonical form, not negative: the common case.
bool isCanonical(std::string_view text)
{
    if (!ShortText::fits(text))
        return false;
    const ShortText digits(text);
    std::size_t point = 0;
    return digits.isPlain(point) &&
           (point == text.size() || digits.nonZeroDigits() >> (text.size() - 1) != 0);
}

} // namespace

bool normaliseDecimal(std::string_view text, DecimalSign sign, std::string &out)
{
    if (isCanonical(text)) {
        out.assign(text);
        return true;
    }
    Parts parts;
    if (!split(text, parts))
        return false;
    // All digits, and how many of them stand before the point.
    std::string digits(parts.whole);
    digits += parts.fraction;
    auto point = static_cast<std::int64_t>(parts.whole.size()) + parts.exponent;
    const std::size_t leading = std::min(digits.find_first_not_of('0'), digits.size());
    digits.erase(0, leading);
    point -= static_cast<std::int64_t>(leading);
    digits.erase(digits.find_last_not_of('0') + 1);
    out.clear();
    if (digits.empty()) {
        out.push_back('0');
        return true;
    }
    if (parts.isNegative) {
        if (sign == DecimalSign::Unsigned)
            return false;
        out.push_back('-');
    }
    const auto size = static_cast<std::int64_t>(digits.size());
    if (point <= 0) {
        out += "0.";
        out.append(static_cast<std::size_t>(-point), '0');
        out += digits;
    } else if (point >= size) {
        out += digits;
        out.append(static_cast<std::size_t>(point - size), '0');
    } else {
        out.append(digits, 0, static_cast<std::size_t>(point));
        out.push_back('.');
        out.append(digits, static_cast<std::size_t>(point));
    }
    return true;
}

Result<std::string> normaliseDecimal(std::string_view text, DecimalSign sign)
{
    std::string out;
    if (!normaliseDecimal(text, sign, out))
        return fail(ErrorKind::Validation, sign == DecimalSign::Unsigned
                                               ? "must be a plain decimal that is not negative"
                                               : "must be a plain decimal");
    return out;
}

Result<std::int64_t> normaliseInteger(std::string_view text)
{
    constexpr std::int64_t kMost = 9007199254740991;
    constexpr std::string_view kBlanks = " \t\n\r\v\f";
    const auto refused = [] {
        return fail(ErrorKind::Validation, "must be a whole number between -(2^53-1) and 2^53-1");
    };
    text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
    text = text.substr(0, text.find_last_not_of(kBlanks) + 1);
    if (text.empty())
        return 0;
    std::int64_t value = 0;
    if (text.size() > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X')) {
        const char *end = text.data() + text.size();
        const auto r = std::from_chars(text.data() + 2, end, value, 16);
        if (r.ec != std::errc() || r.ptr != end || text[2] == '-' || value > kMost)
            return refused();
        return value;
    }
    if (text.front() == '+') {
        text.remove_prefix(1);
        if (text.empty() || text.front() == '-')
            return refused();
    }
    std::string plain;
    if (!normaliseDecimal(text, DecimalSign::Signed, plain) || plain.size() > 17)
        return refused();
    const char *end = plain.data() + plain.size();
    const auto r = std::from_chars(plain.data(), end, value);
    if (r.ec != std::errc() || r.ptr != end || value > kMost || value < -kMost)
        return refused();
    return value;
}

bool isPercent(std::string_view text)
{
    if (takeDigits(text).empty())
        return false;
    if (!text.empty() && text.front() == '.') {
        text.remove_prefix(1);
        if (takeDigits(text).empty())
            return false;
    }
    return text == "%";
}

} // namespace hl
