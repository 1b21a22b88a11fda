// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "num/decimal.h"

#include <array>
#include <cstdint>
#include <string_view>

namespace hl::sim {

/// FNV-1a: a number for a name, the same everywhere.
constexpr std::uint64_t seedOf(std::string_view name)
{
    std::uint64_t hash = 0xcbf29ce484222325U;
    for (const char c : name)
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
    return hash;
}

/// xoshiro256** seeded by splitmix64: our own, so that a seed gives the same market on every
/// platform and library. Integers only.
class Rng
{
public:
    explicit Rng(std::uint64_t seed)
    {
        for (auto &word : m_s) {
            seed += 0x9e3779b97f4a7c15U;
            std::uint64_t z = seed;
            z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
            z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
            word = z ^ (z >> 31);
        }
    }

    std::uint64_t next()
    {
        const std::uint64_t result = rotl(m_s[1] * 5, 7) * 9;
        const std::uint64_t t = m_s[1] << 17;
        m_s[2] ^= m_s[0];
        m_s[3] ^= m_s[1];
        m_s[1] ^= m_s[2];
        m_s[0] ^= m_s[3];
        m_s[2] ^= t;
        m_s[3] = rotl(m_s[3], 45);
        return result;
    }

    /// 0 … n − 1; 0 where n is 0.
    std::uint64_t below(std::uint64_t n)
    {
        return static_cast<std::uint64_t>((UInt128{next()} * n) >> 64);
    }
    /// Both ends included.
    std::int64_t range(std::int64_t low, std::int64_t high)
    {
        return low + static_cast<std::int64_t>(below(static_cast<std::uint64_t>(high - low) + 1));
    }
    bool chance(std::uint64_t perMille) { return below(1000) < perMille; }

    /// Bell-shaped around zero with a standard deviation of about `deviation`: the sum of the four
    /// quarters of one draw.
    std::int64_t bell(std::int64_t deviation)
    {
        const std::uint64_t draw = next();
        std::int64_t sum = -131'070;
        for (int shift = 0; shift < 64; shift += 16)
            sum += static_cast<std::int64_t>((draw >> shift) & 0xffffU);
        return static_cast<std::int64_t>(Int128{sum} * deviation / 37'837);
    }

private:
    static std::uint64_t rotl(std::uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }

    std::array<std::uint64_t, 4> m_s{};
};

} // namespace hl::sim
