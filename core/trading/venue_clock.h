// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/clock.h"

#include <optional>

namespace hl::trading {

/// The venue's time, measured from the times in its frames (interaction.md G16). A frame is never
/// from the future, so the largest (venue time − receive time) of the last one to two minutes is
/// the offset, short by the fastest frame's way. Kept on the monotonic clock: a step of this
/// computer's wall clock does not move an expiry.
class VenueClock
{
public:
    explicit VenueClock(const Clock &clock) : m_clock(clock) {}

    void note(TimeMs venueTime, std::int64_t receivedMonoNs);
    /// This computer's time until a frame was seen.
    TimeMs nowMs() const;
    /// Venue − ours; none until a frame was seen.
    std::optional<std::int64_t> offsetMs() const;

private:
    std::optional<std::int64_t> best() const;

    const Clock &m_clock;
    std::int64_t m_windowStartMs = 0;
    std::optional<std::int64_t> m_current; ///< venue − monotonic, ms
    std::optional<std::int64_t> m_previous;
};

} // namespace hl::trading
