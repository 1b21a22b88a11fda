// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/ids.h"
#include "num/grid.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace hl::market {

/// One price level as a frame carries it.
struct DepthLevel
{
    Px px;
    Sz sz;
    std::int32_t n = 0;

    friend bool operator==(const DepthLevel &, const DepthLevel &) = default;
};

/// Of one side of an `l2Book` frame: ten times what the venue sends. A longer one is refused, so
/// that nobody can make a book that takes our time.
inline constexpr std::size_t kMostBookLevels = 200;

/// One `l2Book` frame: the whole side each time, best first (protocol/websocket.md 3.1). Reused
/// from frame to frame, so that a warm decoder allocates nothing.
struct BookUpdate
{
    std::string coin;
    Grid grid;
    TimeMs time = 0;
    bool isFast = false;       ///< `fast:true`: five levels, every half second
    bool isDelta = false;      ///< kept by DeltaBook, not sent whole
    bool isAggregated = false; ///< carries `spread`: grouped by the venue, never mixed into a book
    std::vector<DepthLevel> bids;
    std::vector<DepthLevel> asks;

    friend bool operator==(const BookUpdate &, const BookUpdate &) = default;
};

/// One `bbo` frame. A side without orders is absent.
struct BboUpdate
{
    std::string coin;
    Grid grid;
    TimeMs time = 0;
    std::optional<DepthLevel> bid;
    std::optional<DepthLevel> ask;

    friend bool operator==(const BboUpdate &, const BboUpdate &) = default;
};

} // namespace hl::market
