// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "num/decimal.h"
#include "num/unit_scan.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string_view>

namespace hl::venue {

/// Reads JSON of a layout that is known beforehand: the same keys in the same order, no blanks,
/// texts of plain ASCII without escapes. Every step answers false where the text is anything else;
/// nothing may be concluded then, and the general decoder looks at all of it.
class LayoutScanner
{
public:
    explicit LayoutScanner(std::string_view text)
        : m_at(text.data())
        , m_end(text.data() + text.size())
    {}

    bool atEnd() const { return m_at == m_end; }

    template <std::size_t N>
    bool take(const char (&literal)[N])
    {
        constexpr std::size_t size = N - 1;
        if (left() < size || std::memcmp(m_at, literal, size) != 0)
            return false;
        m_at += size;
        return true;
    }

    /// The rest of a text and its closing quote, the opening one being read already.
    bool name(std::string_view &out)
    {
        const char *const start = m_at;
        while (left() >= 8) {
            const std::uint64_t word = load();
            const std::uint64_t quotes = zeroBytes(word ^ (kOnes * '"'));
            const std::uint64_t odd =
                zeroBytes(word ^ (kOnes * '\\')) | below(word, 0x20) | (word & kHighs);
            if ((quotes | odd) == 0) {
                m_at += 8;
                continue;
            }
            // Only the lowest mark of each is exact, and only the lowest one counts.
            const int first = std::countr_zero(quotes | odd);
            if (quotes == 0 || std::countr_zero(quotes) != first)
                return false;
            m_at += first / 8;
            out = {start, static_cast<std::size_t>(m_at - start)};
            ++m_at;
            return true;
        }
        for (; m_at != m_end; ++m_at) {
            const char c = *m_at;
            if (c == '"') {
                out = {start, static_cast<std::size_t>(m_at - start)};
                ++m_at;
                return true;
            }
            if (c < 0x20 || c == '\\') // also everything beyond ASCII
                return false;
        }
        return false;
    }

    /// A text nobody reads.
    bool skipText()
    {
        std::string_view text;
        return take("\"") && name(text);
    }

    /// A JSON number without sign, fraction or exponent.
    bool whole(std::int64_t &out)
    {
        const char *const start = m_at;
        std::int64_t value = 0;
        for (; m_at != m_end && *m_at >= '0' && *m_at <= '9'; ++m_at) {
            if (m_at - start == 18)
                return false;
            value = value * 10 + (*m_at - '0');
        }
        if (m_at == start || (*start == '0' && m_at - start > 1))
            return false;
        out = value;
        return true;
    }

    bool flag(bool &out)
    {
        out = take("true");
        return out || take("false");
    }

    /// A decimal's digits up to where they end, as units of 10^-decimals.
    bool units(int decimals, std::int64_t &out)
    {
        return scanUnits(m_at, m_end, decimals, out) == UnitScan::Done;
    }

    /// "12.50" with its quotes, as Decimal::parse reads it.
    bool decimal(Decimal &out)
    {
        if (!take("\""))
            return false;
        const char *const start = m_at;
        const bool negative = m_at != m_end && *m_at == '-';
        m_at += negative ? 1 : 0;
        std::uint64_t value = 0;
        const int wholeDigits = digits(value);
        int fraction = 0;
        if (m_at != m_end && *m_at == '.') {
            ++m_at;
            fraction = digits(value);
            if (fraction == 0)
                return false;
        }
        if (wholeDigits > 0 && wholeDigits + fraction <= 18 && m_at != m_end && *m_at == '"') {
            ++m_at;
            const auto size = static_cast<std::int64_t>(value);
            out = Decimal(negative ? -size : size, fraction);
            return true;
        }
        m_at = start;
        return longDecimal(out);
    }

private:
    static constexpr std::uint64_t kOnes = 0x0101'0101'0101'0101;
    static constexpr std::uint64_t kHighs = 0x8080'8080'8080'8080;

    std::size_t left() const { return static_cast<std::size_t>(m_end - m_at); }

    std::uint64_t load() const
    {
        static_assert(std::endian::native == std::endian::little);
        std::uint64_t word = 0;
        std::memcpy(&word, m_at, sizeof word);
        return word;
    }
    /// The high bit of each byte that is zero; above the lowest such byte it may be set wrongly.
    static std::uint64_t zeroBytes(std::uint64_t word) { return (word - kOnes) & ~word & kHighs; }
    static std::uint64_t below(std::uint64_t word, std::uint64_t limit)
    {
        return (word - kOnes * limit) & ~word & kHighs;
    }

    /// Appends digits to `value`, which may wrap where there are more than 18; says how many.
    int digits(std::uint64_t &value)
    {
        constexpr std::uint64_t zeros = kOnes * '0';
        int count = 0;
        while (left() >= 8) {
            const std::uint64_t word = load() ^ zeros;
            const std::uint64_t other = (word | (word + kOnes * 0x76)) & kHighs;
            const int here = other == 0 ? 8 : std::countr_zero(other) / 8;
            if (here == 0)
                return count;
            // Zeros come before the digits, so that there are always eight.
            std::uint64_t eight = word << (64 - 8 * here);
            eight = (eight * 10) + (eight >> 8);
            eight = (((eight & 0x0000'00ff'0000'00ff) * 0x000f'4240'0000'0064) +
                     (((eight >> 16) & 0x0000'00ff'0000'00ff) * 0x0000'2710'0000'0001)) >>
                    32;
            value =
                value * static_cast<std::uint64_t>(kUnitPowers[static_cast<std::size_t>(here)]) +
                eight;
            count += here;
            m_at += here;
            if (here < 8)
                return count;
        }
        for (; m_at != m_end && *m_at >= '0' && *m_at <= '9'; ++m_at, ++count)
            value = value * 10 + static_cast<std::uint64_t>(*m_at - '0');
        return count;
    }

    bool longDecimal(Decimal &out)
    {
        std::string_view text;
        if (!name(text))
            return false;
        const auto parsed = Decimal::parse(text);
        if (parsed)
            out = *parsed;
        return parsed.has_value();
    }

    const char *m_at;
    const char *m_end;
};

} // namespace hl::venue
