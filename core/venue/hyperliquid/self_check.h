// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "venue/hyperliquid/frame_decoder.h"

#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace hl::venue {

/// Does the venue still behave as this program was built for? Compares what arrives with recorded
/// expectations: the pace of each feed, channels, fields, order statuses and dexes that are new.
/// Told in the log and by `touchline-cli watch --doctor`. Engine thread; values only.
class SelfCheck
{
public:
    /// Feeds with a pace of their own; the two kinds of l2Book differ tenfold since July 2026
    /// (cases.md B34).
    enum class Feed : std::uint8_t { BookFast, BookDeep, Bbo, Trades, AllMids, Account, Count };

    struct Line
    {
        bool isNews = false; ///< something is not as expected
        std::string text;    ///< one sentence
    };

    void frame(const Frame &frame, std::int64_t receivedMonoNs);
    void dexes(const std::vector<std::string> &names) { m_dexes = names; }
    /// News that was not told before; empty in a venue that has not changed.
    std::vector<Line> takeNews(const FrameDecoder::Counters &counters);
    /// Everything, for a person who asks.
    std::vector<Line> report(const FrameDecoder::Counters &counters) const;

private:
    struct Pace
    {
        /// Gaps in classes of 2^n ms: a median and a tail without keeping every gap.
        std::array<std::uint64_t, 20> gaps{};
        std::uint64_t n = 0;
        std::map<std::string, std::int64_t> lastNs; ///< by coin or account

        std::int64_t quantileMs(int perMille) const;
    };

    void note(Feed feed, const std::string &key, std::int64_t receivedMonoNs);
    Line paceLine(Feed feed) const;

    std::array<Pace, static_cast<std::size_t>(Feed::Count)> m_paces;
    std::set<std::string> m_newChannels;
    std::set<std::string> m_newStatuses;
    std::set<std::string> m_newEvents;
    std::set<std::string> m_refusals;
    std::vector<std::string> m_dexes;
    std::set<std::string> m_told;
};

} // namespace hl::venue
