// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "market/book_snapshot.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace hl::market {

/// One step a book can be grouped by, and what the venue would be asked for the same (cases.md
/// B33): mantissa only with five figures.
struct GroupingStep
{
    std::int64_t ticks = 1; ///< of the grid
    std::optional<int> nSigFigs;
    std::optional<int> mantissa;

    friend bool operator==(const GroupingStep &, const GroupingStep &) = default;
};

/// The steps that make sense around a price, finest first; changes when it crosses a power of ten.
std::vector<GroupingStep> groupingSteps(Px mid, Grid grid);

/// Levels of one side (best first) gathered on multiples of `ticks`: bids downwards, asks upwards,
/// so that a group never looks better than what is in it. Sizes and counts add up; time is that of
/// the oldest level and source that of the deepest feed in the group.
std::vector<BookLevel> groupLevels(const std::vector<BookLevel> &levels, bool bids,
                                   std::int64_t ticks);

/// Both sides of a snapshot, everything else as it was.
BookSnapshot groupBook(const BookSnapshot &book, std::int64_t ticks);

} // namespace hl::market
