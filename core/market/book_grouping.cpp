// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "market/book_grouping.h"

#include <algorithm>

namespace hl::market {

std::vector<GroupingStep> groupingSteps(Px mid, Grid grid)
{
    std::vector<GroupingStep> steps;
    if (mid.ticks <= 0)
        return {GroupingStep{1, std::nullopt, std::nullopt}};
    int digits = 0;
    for (std::int64_t rest = mid.ticks; rest != 0; rest /= 10)
        ++digits;
    const auto power = [](int exponent) {
        std::int64_t value = 1;
        while (exponent-- > 0)
            value *= 10;
        return value;
    };
    static_cast<void>(grid); // the grid's own tick is the unit already
    for (int figures = 5; figures >= 2; --figures) {
        if (digits < figures)
            continue; // finer than the grid
        const std::int64_t unit = power(digits - figures);
        steps.push_back({unit, figures, std::nullopt});
        if (figures == 5) {
            steps.push_back({2 * unit, 5, 2});
            steps.push_back({5 * unit, 5, 5});
        }
    }
    if (steps.empty() || steps.front().ticks > 1)
        steps.insert(steps.begin(), GroupingStep{1, std::nullopt, std::nullopt});
    return steps;
}

std::vector<BookLevel> groupLevels(const std::vector<BookLevel> &levels, bool bids,
                                   std::int64_t ticks)
{
    if (ticks <= 1)
        return levels;
    std::vector<BookLevel> groups;
    groups.reserve(levels.size());
    for (const BookLevel &level : levels) {
        const std::int64_t rest = level.px.ticks % ticks;
        const std::int64_t px =
            level.px.ticks - rest + (bids || rest == 0 ? std::int64_t{0} : ticks);
        if (groups.empty() || groups.back().px.ticks != px) {
            groups.push_back(level);
            groups.back().px = Px{px};
            continue;
        }
        BookLevel &group = groups.back();
        group.sz = group.sz + level.sz;
        group.n += level.n;
        group.time = std::min(group.time, level.time);
        group.source = std::max(group.source, level.source);
    }
    return groups;
}

BookSnapshot groupBook(const BookSnapshot &book, std::int64_t ticks)
{
    BookSnapshot grouped = book;
    grouped.bids = groupLevels(book.bids, true, ticks);
    grouped.asks = groupLevels(book.asks, false, ticks);
    return grouped;
}

} // namespace hl::market
