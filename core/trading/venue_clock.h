// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/clock.h"

#include <optional>
#include <string>

namespace hl::trading {

/// The venue's time, measured from the times in its frames (interaction.md G16). A frame is never
/// from the future, so the largest (venue time − receive time) of the last one to two minutes is
/// the offset, short by the fastest frame's way. Kept on the monotonic clock: a step of this
/// computer's wall clock does not move an expiry.
class VenueClock
{
public:
    explicit VenueClock(const Clock &clock) : m_clock(clock) {}

    /// A time far from what the others say moves nothing, unless others agree with it (this
    /// computer slept, the first frame was the wrong one).
    void note(TimeMs venueTime, std::int64_t receivedMonoNs);
    /// Why a frame cannot be dated so, in one sentence; empty: it can. `mayBeOld`: it tells of a
    /// change, which may have been long ago.
    std::string problemOf(TimeMs venueTime, std::int64_t receivedMonoNs,
                          bool mayBeOld = false) const;
    /// This computer's time until a frame was seen.
    TimeMs nowMs() const;
    /// Venue − ours; none until a frame was seen.
    std::optional<std::int64_t> offsetMs() const;

private:
    std::optional<std::int64_t> best() const;
    bool isOutlier(std::int64_t difference) const;
    bool isConfirmed(std::int64_t difference);

    const Clock &m_clock;
    std::int64_t m_windowStartMs = 0;
    std::optional<std::int64_t> m_current; ///< venue − monotonic, ms
    std::optional<std::int64_t> m_previous;
    std::int64_t m_candidate = 0; ///< a difference the estimate does not believe
    int m_candidateVotes = 0;
};

} // namespace hl::trading
