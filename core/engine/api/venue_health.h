// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/ids.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace hl::engine {

/// How far the venue, and our way to it, can be relied on (interaction.md G12, G14 to G16).
struct VenueHealth
{
    bool isOutage = false;
    std::string outage; ///< its signs in one sentence; the banner's text
    /// After an upgrade: the venue takes nothing that could match at once.
    bool isPostOnly = false;
    /// Requests this account may still make, and cancels, which have a higher cap; none: not known.
    std::optional<std::int64_t> requestsLeft;
    std::optional<std::int64_t> cancelsLeft;
    /// With nothing left one request in ten seconds goes through: not before this (monotonic ns, 0:
    /// at once). A button counts down to it.
    std::int64_t nextRequestMonoNs = 0;
    std::string entryBlock; ///< why no entry may go now; empty: one may
    std::string entryAsk;   ///< what a person is asked before an entry; empty: nothing

    friend bool operator==(const VenueHealth &, const VenueHealth &) = default;
};

/// What the venue did that this program was not built for, for a person who asks.
struct VenueReport
{
    struct Line
    {
        bool isNews = false; ///< not as recorded
        std::string text;    ///< one sentence
    };
    std::vector<Line> lines;
};

} // namespace hl::engine
