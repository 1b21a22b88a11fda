// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "net/backoff.h"

#include <algorithm>

namespace hl::net {

namespace {

constexpr std::int64_t kFirstMs = 150;
constexpr std::int64_t kCapMs = 10'000;
constexpr int kDoublings = 7; // 150 · 2^7 is past the cap

std::uint64_t splitmix64(std::uint64_t &state)
{
    state += 0x9e3779b97f4a7c15ULL;
    std::uint64_t z = state;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
}

} // namespace

std::chrono::milliseconds Backoff::next()
{
    const std::int64_t ceiling = std::min(kFirstMs << std::min(m_attempts, kDoublings), kCapMs);
    if (m_attempts < kDoublings)
        ++m_attempts;
    const std::int64_t half = ceiling / 2;
    const auto spread = static_cast<std::uint64_t>(ceiling - half) + 1;
    return std::chrono::milliseconds(half +
                                     static_cast<std::int64_t>(splitmix64(m_state) % spread));
}

} // namespace hl::net
