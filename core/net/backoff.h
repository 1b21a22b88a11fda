// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <chrono>
#include <cstdint>

namespace hl::net {

/// The wait before each connection attempt: c = min(150 ms · 2^n, 10 s), then c/2 + random · c/2
/// (protocol/websocket.md 5). Seeded, so that a test repeats.
class Backoff
{
public:
    explicit Backoff(std::uint64_t seed) : m_state(seed) {}

    /// The wait before the next attempt; counts it.
    std::chrono::milliseconds next();
    /// After the connection stayed open long enough.
    void reset() { m_attempts = 0; }
    int attempts() const { return m_attempts; }

private:
    std::uint64_t m_state;
    int m_attempts = 0;
};

} // namespace hl::net
