// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "market/book_update.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace hl::market {

/// One frame of the venue's undocumented `l2` channel: a whole book, or what changed since the last
/// frame (cases.md B35). It has no order counts, no sequence number and no checksum.
struct DeltaUpdate
{
    std::string coin;
    Grid grid;
    TimeMs time = 0;
    bool isSnapshot = false;
    std::vector<DepthLevel> bids; ///< snapshot: the side; update: new and changed levels
    std::vector<DepthLevel> asks;
    std::vector<std::uint64_t> removedBids; ///< places in the side as it was before the update
    std::vector<std::uint64_t> removedAsks;
};

/// Keeps the book of that channel. Whatever does not fit makes it invalid until the next snapshot:
/// without a sequence number nothing else tells that a frame was lost.
class DeltaBook
{
public:
    /// Many times what the venue has been seen to send; a hostile frame must not fill the memory.
    static constexpr std::size_t kMostLevels = 5'000;

    enum class Applied : std::uint8_t {
        Accepted,
        Foreign, ///< another coin
        Ignored, ///< no snapshot yet, or none since it became invalid
        Invalid, ///< renew the subscription
    };

    DeltaBook(std::string coin, Grid grid);

    /// More levels on a side than kMostLevels make it invalid.
    Applied apply(const DeltaUpdate &update);
    /// A frame of it was lost or could not be read, with what is wrong in words.
    void invalidate(std::string problem) { (void)refuse(std::move(problem)); }
    /// The whole book, for BookComposer::apply. Meaningless unless isValid().
    const BookUpdate &book() const { return m_book; }
    bool isValid() const { return m_valid; }
    bool isCrossed() const { return m_crossed; } ///< invalid for that reason
    const std::string &problem() const { return m_problem; }

private:
    Applied refuse(std::string problem);
    bool applySide(bool bids, const std::vector<DepthLevel> &levels,
                   const std::vector<std::uint64_t> &removed);
    bool isWithinLimits() const
    {
        return m_book.bids.size() <= kMostLevels && m_book.asks.size() <= kMostLevels;
    }

    BookUpdate m_book;
    bool m_valid = false;
    bool m_crossed = false;
    std::string m_problem;
};

} // namespace hl::market
