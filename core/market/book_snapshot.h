// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/ids.h"
#include "num/grid.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace hl::market {

/// Which feed a level was last seen in.
enum class BookSource : std::uint8_t { Bbo, Fast, Deep, Delta };

enum class BookState : std::uint8_t { Empty, Live, Stale, Invalid };

struct BookLevel
{
    Px px;
    Sz sz;
    std::int32_t n = 0; ///< number of orders; 0 where the feed does not say
    BookSource source = BookSource::Deep;
    TimeMs time = 0; ///< venue time of the frame this level came from
};

/// An immutable picture of one book, best level first on both sides. Any thread.
struct BookSnapshot
{
    std::string coin;
    Grid grid;
    std::vector<BookLevel> bids;
    std::vector<BookLevel> asks;
    BookState state = BookState::Empty;
    std::string reason;              ///< one sentence where state is not Live
    TimeMs time = 0;                 ///< newest venue time in it
    std::int64_t receivedMonoNs = 0; ///< receive time of the oldest frame not yet painted
    /// When the newest frame of each feed arrived (monotonic ns, 0 never); ages are computed by
    /// the painter, so that a quiet picture still grows old.
    std::int64_t bboMonoNs = 0;
    std::int64_t fastMonoNs = 0;
    std::int64_t deepMonoNs = 0;
    std::uint64_t revision = 0; ///< rises with every change of this book

    /// Only a live book may be clicked.
    bool isTradable() const { return state == BookState::Live; }
};

using BookSnapshotPtr = std::shared_ptr<const BookSnapshot>;

} // namespace hl::market
