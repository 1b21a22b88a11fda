// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

/// A short number text looked at all at once: which of its characters are digits, which is the
/// point. Prices and sizes are up to sixteen characters of ever different lengths; a loop over
/// them guesses its end wrong nearly every time, which costs more than everything else.
namespace hl {

/// Bit i of a mask speaks of character i.
class ShortText
{
public:
    /// One character fewer than are looked at, which is what a std::string holds in place.
    static constexpr std::size_t kMost = 16;
    static bool fits(std::string_view text) { return !text.empty() && text.size() < kMost; }

    /// Only for a text that fits.
    explicit ShortText(std::string_view text) : m_size(text.size())
    {
        static_assert(std::endian::native == std::endian::little,
                      "the first character is the lowest byte");
        const char *at = text.data();
        std::uint64_t low = 0;
        std::uint64_t high = 0;
        if (m_size >= 8) {
            low = load<std::uint64_t>(at);
            // In two halves: a shift by 64 is none.
            const std::size_t half = 4 * (16 - m_size);
            high = load<std::uint64_t>(at + m_size - 8) >> half >> half;
        } else if (m_size >= 4) {
            low = load<std::uint32_t>(at) | load<std::uint32_t>(at + m_size - 4)
                                                << (8 * (m_size - 4));
        } else {
            const auto byte = [at](std::size_t i) {
                return std::uint64_t{static_cast<unsigned char>(at[i])} << (8 * i);
            };
            low = byte(0) | byte(m_size / 2) | byte(m_size - 1);
        }
        std::memcpy(m_text, &low, 8);
        std::memcpy(m_text + 8, &high, 8);
        m_digits = bits(below(low ^ kZeros, 10)) | bits(below(high ^ kZeros, 10)) << 8;
        m_zeros = bits(below(low ^ kZeros, 1)) | bits(below(high ^ kZeros, 1)) << 8;
        m_points = bits(below(low ^ kPoints, 1)) | bits(below(high ^ kPoints, 1)) << 8;
    }

    /// The characters, zero bytes behind them.
    const char *text() const { return m_text; }
    std::uint32_t nonZeroDigits() const { return m_digits & ~m_zeros; }

    /// Digits with no needless zero before them, at most one point with digits before it; then
    /// where the point stands, or would stand.
    bool isPlain(std::size_t &point) const
    {
        point = static_cast<std::size_t>(std::countr_zero(m_points | 1U << m_size));
        const bool isNumber =
            (m_digits | m_points) == (1U << m_size) - 1 && (m_points & (m_points - 1)) == 0;
        return isNumber && point > 0 && (point == 1 || (m_zeros & 1) == 0);
    }

private:
    static constexpr std::uint64_t kOnes = 0x0101010101010101;
    static constexpr std::uint64_t kZeros = kOnes * '0';
    static constexpr std::uint64_t kPoints = kOnes * '.';

    template <class Word>
    static std::uint64_t load(const char *at)
    {
        Word word;
        std::memcpy(&word, at, sizeof word);
        return word;
    }
    /// The highest bit of every byte that is below n (n up to 128), exactly.
    static std::uint64_t below(std::uint64_t bytes, std::uint64_t n)
    {
        constexpr std::uint64_t kLow = kOnes * 0x7f;
        return ~(((bytes & kLow) + kOnes * (0x80 - n)) | bytes) & ~kLow;
    }
    /// Eight such bits side by side.
    static std::uint32_t bits(std::uint64_t highest)
    {
        return static_cast<std::uint32_t>((highest >> 7) * 0x0102040810204080 >> 56);
    }

    char m_text[kMost];
    std::size_t m_size;
    std::uint32_t m_digits;
    std::uint32_t m_zeros;
    std::uint32_t m_points;
};

} // namespace hl
