// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstdint>

namespace hl::market {

/// How old the newest frame of a feed may be before a book is no longer live (interaction.md L28).
/// Only feeds that repeat without change are judged: a quiet market is not stale, so best prices
/// and trades have no limit.
struct StalenessLimits
{
    std::int64_t fastMs = 2'000;
    std::int64_t deepMs = 10'000;

    constexpr bool isFastStale(std::int64_t receivedMonoNs, std::int64_t nowMonoNs) const
    {
        return nowMonoNs - receivedMonoNs > fastMs * 1'000'000;
    }
    constexpr bool isDeepStale(std::int64_t receivedMonoNs, std::int64_t nowMonoNs) const
    {
        return nowMonoNs - receivedMonoNs > deepMs * 1'000'000;
    }
};

} // namespace hl::market
