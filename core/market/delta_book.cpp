// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "market/delta_book.h"

#include <algorithm>
#include <iterator>

namespace hl::market {

namespace {

/// Places and changes mean something in a book only where each price stands once, best first.
bool isInOrder(const std::vector<DepthLevel> &side, bool bids)
{
    return std::adjacent_find(side.begin(), side.end(),
                              [bids](const DepthLevel &a, const DepthLevel &b) {
                                  return bids ? a.px <= b.px : a.px >= b.px;
                              }) == side.end();
}

} // namespace

DeltaBook::DeltaBook(std::string coin, Grid grid)
{
    m_book.coin = std::move(coin);
    m_book.grid = grid;
    m_book.isDelta = true;
}

DeltaBook::Applied DeltaBook::apply(const DeltaUpdate &update)
{
    if (update.coin != m_book.coin || update.grid != m_book.grid)
        return Applied::Foreign;
    if (update.isSnapshot) {
        m_book.time = update.time;
        m_book.bids = update.bids;
        m_book.asks = update.asks;
        m_valid = true;
        m_crossed = false;
        m_problem.clear();
        if (!isWithinLimits())
            return refuse("it has too many levels");
        if (!isInOrder(m_book.bids, true) || !isInOrder(m_book.asks, false))
            return refuse("its levels are not in order");
    } else {
        if (!m_valid)
            return Applied::Ignored;
        if (update.time < m_book.time)
            return refuse("its time runs backwards");
        if (!applySide(true, update.bids, update.removedBids) ||
            !applySide(false, update.asks, update.removedAsks))
            return refuse("it removes a level that is not there");
        m_book.time = update.time;
        if (!isWithinLimits())
            return refuse("it has too many levels");
    }
    if (!m_book.bids.empty() && !m_book.asks.empty() &&
        m_book.bids.front().px >= m_book.asks.front().px) {
        m_crossed = true;
        return refuse("bids and asks cross");
    }
    return Applied::Accepted;
}

DeltaBook::Applied DeltaBook::refuse(std::string problem)
{
    m_valid = false;
    m_problem = std::move(problem);
    return Applied::Invalid;
}

bool DeltaBook::applySide(bool bids, const std::vector<DepthLevel> &levels,
                          const std::vector<std::uint64_t> &removed)
{
    std::vector<DepthLevel> &side = bids ? m_book.bids : m_book.asks;
    for (const std::uint64_t place : removed) {
        if (place >= side.size())
            return false;
        side[static_cast<std::size_t>(place)].sz = Sz{0}; // the others keep their places
    }
    std::erase_if(side, [](const DepthLevel &level) { return level.sz.lots == 0; });
    // One pass over both, whatever their order and number: of several for a price the last counts.
    const auto isBetter = [bids](const DepthLevel &x, const DepthLevel &y) {
        return bids ? x.px > y.px : x.px < y.px;
    };
    std::vector<DepthLevel> changed = levels;
    std::stable_sort(changed.begin(), changed.end(), isBetter);
    std::vector<DepthLevel> merged;
    merged.reserve(side.size() + changed.size());
    auto old = side.cbegin();
    for (auto at = changed.cbegin(); at != changed.cend(); ++at) {
        if (std::next(at) != changed.cend() && std::next(at)->px == at->px)
            continue;
        while (old != side.cend() && isBetter(*old, *at))
            merged.push_back(*old++);
        if (old != side.cend() && old->px == at->px)
            ++old;
        merged.push_back(*at);
    }
    merged.insert(merged.end(), old, side.cend());
    side = std::move(merged);
    return true;
}

} // namespace hl::market
