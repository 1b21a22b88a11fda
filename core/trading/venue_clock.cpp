// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trading/venue_clock.h"

#include "num/decimal.h"

#include <algorithm>
#include <cstdlib>

namespace hl::trading {

namespace {

constexpr std::int64_t kWindowMs = 60'000;
/// The venue's time runs as ours does: a frame this far ahead of the others is wrong.
constexpr std::int64_t kAheadMs = 5'000;
/// A frame that repeats what is true now is not older than this.
constexpr std::int64_t kBehindMs = 60'000;
/// Without any measure this computer's clock is the only witness, and a bad one.
constexpr std::int64_t kUnmeasuredMs = 86'400'000;
/// So many frames that agree with each other are believed against the estimate.
constexpr int kVotes = 4;

std::string secondsText(std::int64_t ms)
{
    if (ms >= 2 * 86'400'000)
        return std::to_string(ms / 86'400'000) + " days";
    return Decimal(ms / 100, 1).toFixed(1) + " s";
}

} // namespace

void VenueClock::note(TimeMs venueTime, std::int64_t receivedMonoNs)
{
    if (venueTime <= 0)
        return;
    const std::int64_t receivedMs = receivedMonoNs / 1'000'000;
    const std::int64_t difference = venueTime - receivedMs;
    if (isOutlier(difference) && !isConfirmed(difference))
        return;
    m_candidateVotes = 0;
    if (!m_current || receivedMs - m_windowStartMs > kWindowMs) {
        m_previous = m_current;
        m_current = difference;
        m_windowStartMs = receivedMs;
        return;
    }
    m_current = std::max(*m_current, difference);
}

bool VenueClock::isOutlier(std::int64_t difference) const
{
    if (const auto known = best())
        return difference > *known + kAheadMs;
    const std::int64_t ours = m_clock.wallMs() - m_clock.monoMs();
    return std::abs(difference - ours) > kUnmeasuredMs;
}

bool VenueClock::isConfirmed(std::int64_t difference)
{
    if (m_candidateVotes == 0 || std::abs(difference - m_candidate) > kAheadMs) {
        m_candidate = difference;
        m_candidateVotes = 1;
        return false;
    }
    if (++m_candidateVotes < kVotes)
        return false;
    m_current.reset();
    m_previous.reset();
    return true;
}

std::string VenueClock::problemOf(TimeMs venueTime, std::int64_t receivedMonoNs,
                                  bool mayBeOld) const
{
    const std::int64_t difference = venueTime - receivedMonoNs / 1'000'000;
    const auto known = best();
    const std::int64_t expected = known.value_or(m_clock.wallMs() - m_clock.monoMs());
    const std::int64_t ahead = difference - expected;
    if (ahead > (known ? kAheadMs : kUnmeasuredMs))
        return "it is dated " + secondsText(ahead) + " after the venue's clock";
    if (!mayBeOld && -ahead > (known ? kBehindMs : kUnmeasuredMs))
        return "it is dated " + secondsText(-ahead) + " before the venue's clock";
    return {};
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
