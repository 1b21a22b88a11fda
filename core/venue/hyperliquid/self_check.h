// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "venue/hyperliquid/frame_decoder.h"

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
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

    /// Where no builder dexes are expected, the first list that comes is what later ones are
    /// compared with.
    explicit SelfCheck(std::vector<std::string> expectedDexes = {});
    ~SelfCheck();
    SelfCheck(const SelfCheck &) = delete;
    SelfCheck &operator=(const SelfCheck &) = delete;

    void frame(const Frame &frame, std::int64_t receivedMonoNs);
    /// Looks for names that no recording has, in the first frames of each channel and then in a
    /// sample. `text` is the frame as it came.
    void fields(const Frame &frame, std::string_view text);
    /// The venue's own, "", may be among them.
    void dexes(const std::vector<std::string> &names);
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

    struct Fields;

    static void remember(std::set<std::string> &words, const std::string &word);
    void note(Feed feed, const std::string &key, std::int64_t receivedMonoNs);
    Line paceLine(Feed feed) const;
    Line dexLine() const;

    std::array<Pace, static_cast<std::size_t>(Feed::Count)> m_paces;
    std::set<std::string> m_newChannels;
    std::set<std::string> m_newStatuses;
    std::set<std::string> m_newEvents;
    std::set<std::string> m_refusals;
    std::set<std::string> m_newFields; ///< "channel.name"
    std::unique_ptr<Fields> m_fields;
    std::vector<std::string> m_dexes;
    std::vector<std::string> m_expectedDexes;
    bool m_hasExpectedDexes = false;
    std::set<std::string> m_told;
};

/// Builder dexes of mainnet that are known.
std::vector<std::string> recordedDexes();

} // namespace hl::venue
