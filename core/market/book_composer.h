// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "market/book_snapshot.h"
#include "market/book_update.h"
#include "market/staleness.h"
#include "market/trade.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace hl::market {

/// One book from three feeds: bbo (the touch), fast l2Book (5 levels, 0.5 s) and deep l2Book (20
/// levels, seconds). A newer shallow layer replaces the range of prices it covers; an older deeper
/// one only fills what lies beyond it, so it never moves the top (cases.md B34) and the result
/// cannot cross. Every level keeps its source and the time of its frame.
///
/// One thread; a warm composer allocates only for snapshots. Receive times are monotonic ns.
class BookComposer
{
public:
    enum class Applied : std::uint8_t {
        Accepted,
        Older,   ///< the venue's time runs backwards for that feed: moves nothing
        Foreign, ///< another coin, or a book grouped by the venue: never mixed in
        Invalid, ///< breaks an invariant: moves no level, and the book is not live until the
                 ///< next good frame
    };

    BookComposer(std::string coin, Grid grid, StalenessLimits limits = {});

    Applied apply(const BookUpdate &update, std::int64_t receivedMonoNs);
    Applied apply(const BboUpdate &update, std::int64_t receivedMonoNs);
    /// A batch of new trades (never the replayed history after subscribing). If all of it lies
    /// outside the best prices of an older picture, that picture is not the truth: not live until
    /// a frame at least as new arrives (L28, cases.md B28). True: the alarm was raised.
    bool noteTrades(std::span<const Trade> trades);

    /// A fast book was asked for: until its first frame there is nothing that tells soon enough
    /// that this book has stopped, so it is not live (L28).
    void expectFast() { m_expectsFast = true; }
    /// Not live, with this sentence, until the next l2Book frame (connection lost, renewing).
    void markStale(std::string reason);
    /// A frame of this book could not be read: Invalid until the next good l2Book frame.
    void markInvalid(std::string reason, bool isCrossed = false);
    /// Forgets everything (another market, another subscription).
    void reset();

    const std::string &coin() const { return m_coin; }
    Grid grid() const { return m_grid; }
    /// Best prices of the composed book; no level where the side is empty or unknown.
    const DepthLevel *bestBid() const { return best(true); }
    const DepthLevel *bestAsk() const { return best(false); }
    BookState state(std::int64_t nowMonoNs, std::string *reason = nullptr) const;
    /// The last frame refused was crossed or locked, and no good one has come since.
    bool sawCrossed() const { return m_crossed; }
    /// Changes whenever a new snapshot would differ, its ages included.
    std::uint64_t revision() const { return m_revision; }

    /// `oldestUnpaintedMonoNs` is passed through to BookSnapshot::receivedMonoNs.
    BookSnapshot snapshot(std::int64_t nowMonoNs, std::int64_t oldestUnpaintedMonoNs = 0) const;

    struct Counters
    {
        std::uint64_t accepted = 0;
        std::uint64_t older = 0;
        std::uint64_t foreign = 0;
        std::uint64_t invalid = 0;
        std::uint64_t tradeThrough = 0;
    };
    const Counters &counters() const { return m_counters; }

private:
    struct Layer
    {
        bool seen = false;
        bool isDelta = false;
        TimeMs time = 0;
        std::int64_t receivedMonoNs = 0;
        std::vector<DepthLevel> bids;
        std::vector<DepthLevel> asks;

        const std::vector<DepthLevel> &side(bool bids_) const { return bids_ ? bids : asks; }
    };

    const Layer *top() const;
    bool isBboOnTop() const;
    bool isFastUsed() const;
    TimeMs newestTime() const;
    const DepthLevel *best(bool bids) const;
    void composeSide(bool bids, std::vector<BookLevel> &out) const;
    Applied refuse(std::string reason, bool crossed);
    /// Its date contradicts the frames before it. Two that agree are believed against them.
    bool isDateOff(TimeMs time, std::int64_t receivedMonoNs, bool isFullBook);
    void accepted(TimeMs time, bool isFullBook);

    std::string m_coin;
    Grid m_grid;
    StalenessLimits m_limits;
    Layer m_bbo;
    Layer m_fast;
    Layer m_deep;
    std::string m_invalid; ///< why the last frame was refused
    std::string m_stale;   ///< set by markStale
    std::string m_through; ///< trade alarm
    TimeMs m_throughTime = 0;
    bool m_crossed = false;
    bool m_expectsFast = false;
    std::optional<std::int64_t> m_dateMs;    ///< venue time − receive time of the last good book
    std::optional<std::int64_t> m_suspectMs; ///< of the last one that was refused for its date
    std::uint64_t m_revision = 0;
    Counters m_counters;
};

} // namespace hl::market
