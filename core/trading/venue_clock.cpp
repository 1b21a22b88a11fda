// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trading/venue_clock.h"

#include <algorithm>

namespace hl::trading {

namespace {

constexpr std::int64_t kWindowMs = 60'000;

} // namespace

void VenueClock::note(TimeMs venueTime, std::int64_t receivedMonoNs)
{
    if (venueTime <= 0)
        return;
    const std::int64_t receivedMs = receivedMonoNs / 1'000'000;
    const std::int64_t difference = venueTime - receivedMs;
    if (!m_current || receivedMs - m_windowStartMs > kWindowMs) {
        m_previous = m_current;
        m_current = difference;
        m_windowStartMs = receivedMs;
        return;
    }
    m_current = std::max(*m_current, difference);
}

std::optional<std::int64_t> VenueClock::best() const
{
    if (!m_current)
        return {};
    return m_previous ? std::max(*m_current, *m_previous) : *m_current;
}

TimeMs VenueClock::nowMs() const
{
    const auto offset = best();
    return offset ? m_clock.monoMs() + *offset : m_clock.wallMs();
}

std::optional<std::int64_t> VenueClock::offsetMs() const
{
    if (!best())
        return {};
    return nowMs() - m_clock.wallMs();
}

} // namespace hl::trading
