// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "model/account.h"

#include <optional>
#include <vector>

namespace hl::guard {

/// A figure of the account at a moment of the venue.
struct DayPoint
{
    TimeMs time = 0;
    Decimal value;
};

/// What the account has made or lost since 00:00 UTC, for the loss limit (interaction.md G9). The
/// venue's own history of the day is the source (info "portfolio"): its result counts fees,
/// funding and open positions, and no money that was moved in or out. Its points are up to hours
/// apart, so 00:00 is found on the straight line between the two around it. From the last reading
/// on, fills and the change of what is open are added. One thread.
class DayResult
{
public:
    struct Day
    {
        Decimal startEquity; ///< of the whole account, at 00:00 UTC
        Decimal result;      ///< since then; negative: lost
    };

    /// Both oldest first, the last point being the moment of the answer; empty ones change nothing.
    /// `unrealised`: of all positions, at that moment.
    void read(std::vector<DayPoint> equity, std::vector<DayPoint> results,
              const Decimal &unrealised);
    /// One that is newer than the last reading counts.
    void noteFill(const model::Fill &fill);
    /// None before the first reading.
    std::optional<Day> at(TimeMs now, const Decimal &unrealised) const;

private:
    std::vector<DayPoint> m_equity;
    std::vector<DayPoint> m_results;
    Decimal m_unrealised; ///< at the last reading
    Decimal m_realised;   ///< since the last reading
};

/// Of all positions together.
Decimal unrealisedOf(const model::AccountState &account);

} // namespace hl::guard
