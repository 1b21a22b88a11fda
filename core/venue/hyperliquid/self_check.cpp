// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "venue/hyperliquid/self_check.h"

#include <algorithm>
#include <bit>
#include <optional>
#include <utility>

namespace hl::venue {
namespace {

using Feed = SelfCheck::Feed;

/// What recordings of 2025 and 2026 show (protocol/websocket.md 3.1, cases.md B34): the median gap
/// of one coin's or account's frames lies in here. No upper end: the feed is silent when nothing
/// happens.
struct Expected
{
    Feed feed;
    const char *name;
    std::int64_t fromMs;
    std::optional<std::int64_t> toMs;
};

constexpr std::array kExpected{
    Expected{Feed::BookFast, "l2Book fast", 256, 1024},
    Expected{Feed::BookDeep, "l2Book deep", 512, 8192},
    Expected{Feed::Bbo, "bbo", 0, std::nullopt},
    Expected{Feed::Trades, "trades", 0, std::nullopt},
    Expected{Feed::AllMids, "allMids", 0, 8192},
    Expected{Feed::Account, "clearinghouseState", 0, 16384},
};

/// Fewer gaps than this say nothing about a pace.
constexpr std::uint64_t kEnough = 8;
constexpr std::string_view kFieldsMatter = "Fields that are new";
/// New words are kept up to here; a venue that invents them without end is told once.
constexpr std::size_t kMostWords = 64;

constexpr std::size_t index(Feed feed)
{
    return static_cast<std::size_t>(feed);
}

std::string joined(const auto &words)
{
    std::string text;
    for (const std::string &word : words)
        text += (text.empty() ? "" : ", ") + word;
    return text;
}

} // namespace

void SelfCheck::remember(std::set<std::string> &words, const std::string &word)
{
    if (words.size() < kMostWords)
        words.insert(word.substr(0, 80));
}

void SelfCheck::dexes(const std::vector<std::string> &names)
{
    m_dexes = names;
    std::erase(m_dexes, std::string());
    if (!std::exchange(m_hasExpectedDexes, true))
        m_expectedDexes = m_dexes;
}

SelfCheck::Line SelfCheck::dexLine() const
{
    std::vector<std::string> fresh;
    for (const std::string &dex : m_dexes)
        if (std::ranges::find(m_expectedDexes, dex) == m_expectedDexes.end())
            fresh.push_back(dex);
    if (!fresh.empty())
        return {true, "Builder dexes that are new: " + joined(fresh) + "."};
    return {false, "Builder dexes: " + (m_dexes.empty() ? "none" : joined(m_dexes)) + "."};
}

std::int64_t SelfCheck::Pace::quantileMs(int perMille) const
{
    std::uint64_t left = (n * static_cast<std::uint64_t>(perMille) + 999) / 1000;
    for (std::size_t i = 0; i < gaps.size(); ++i) {
        if (gaps[i] >= left)
            return i == 0 ? 0 : std::int64_t{1} << (i - 1);
        left -= gaps[i];
    }
    return std::int64_t{1} << (gaps.size() - 1);
}

void SelfCheck::note(Feed feed, const std::string &key, std::int64_t receivedMonoNs)
{
    Pace &pace = m_paces[index(feed)];
    const auto [it, isFirst] = pace.lastNs.try_emplace(key, receivedMonoNs);
    if (isFirst)
        return;
    const std::int64_t gapMs = std::max<std::int64_t>(0, (receivedMonoNs - it->second) / 1'000'000);
    it->second = receivedMonoNs;
    const auto bits = static_cast<std::size_t>(std::bit_width(static_cast<std::uint64_t>(gapMs)));
    ++pace.gaps[std::min(bits, pace.gaps.size() - 1)];
    ++pace.n;
}

void SelfCheck::frame(const Frame &frame, std::int64_t receivedMonoNs)
{
    if (frame.kind == FrameKind::Refused) {
        remember(m_refusals, frame.reason);
        return;
    }
    switch (frame.channel) {
    case Channel::Unknown:
        if (!frame.channelText.empty())
            remember(m_newChannels, frame.channelText);
        break;
    case Channel::L2Book:
        note(frame.book.isFast ? Feed::BookFast : Feed::BookDeep, frame.book.coin, receivedMonoNs);
        break;
    case Channel::Bbo:
        note(Feed::Bbo, frame.bbo.coin, receivedMonoNs);
        break;
    case Channel::Trades:
        note(Feed::Trades, frame.trades.coin, receivedMonoNs);
        break;
    case Channel::AllMids:
        note(Feed::AllMids, {}, receivedMonoNs);
        break;
    case Channel::ClearinghouseState:
        if (const auto *state = std::get_if<PerpAccountsFrame>(&frame.payload);
            state != nullptr && !state->accounts.empty())
            note(Feed::Account, state->accounts.front().margin.dex, receivedMonoNs);
        break;
    case Channel::OrderUpdates:
        if (const auto *updates = std::get_if<OrderUpdatesFrame>(&frame.payload))
            for (const OrderUpdate &update : updates->updates)
                if (update.statusClass() == StatusClass::Other)
                    remember(m_newStatuses, update.status);
        break;
    case Channel::User:
        if (const auto *events = std::get_if<UserEventsFrame>(&frame.payload))
            for (const std::string &name : events->unknown)
                remember(m_newEvents, name);
        break;
    default:
        break;
    }
}

SelfCheck::Line SelfCheck::paceLine(Feed feed) const
{
    const Pace &pace = m_paces[index(feed)];
    const Expected &expected = kExpected[index(feed)];
    const std::string name = expected.name;
    if (pace.n < kEnough)
        return {false,
                name + ": too few frames to judge its pace (" + std::to_string(pace.n) + ")."};
    const std::int64_t median = pace.quantileMs(500);
    const std::int64_t tail = pace.quantileMs(990);
    const std::string seen = name + ": median gap " + std::to_string(median) + " to " +
                             std::to_string(std::max<std::int64_t>(1, median * 2)) +
                             " ms, 99 % under " +
                             std::to_string(std::max<std::int64_t>(1, tail * 2)) + " ms, " +
                             std::to_string(pace.n) + " gaps";
    const bool isSlow = expected.toMs && median >= *expected.toMs;
    const bool isQuick = median < expected.fromMs / 2;
    if (isSlow)
        return {true,
                seen + "; slower than the " + std::to_string(*expected.toMs) + " ms expected."};
    if (isQuick)
        return {true,
                seen + "; quicker than the " + std::to_string(expected.fromMs) + " ms expected."};
    return {false, seen + "; as expected."};
}

std::vector<SelfCheck::Line> SelfCheck::report(const FrameDecoder::Counters &counters) const
{
    std::vector<Line> lines;
    for (const Expected &expected : kExpected)
        lines.push_back(paceLine(expected.feed));
    const auto words = [&](const std::set<std::string> &set, const char *what) {
        if (!set.empty())
            lines.push_back({true, std::string(what) + ": " + joined(set) + "."});
        else
            lines.push_back({false, std::string(what) + ": none."});
    };
    words(m_newChannels, "Channels that are new");
    words(m_newStatuses, "Order statuses that are new");
    words(m_newEvents, "Account events that are new");
    words(m_refusals, "Frames that could not be used");
    std::string fields = m_newFields.empty() ? "none" : joined(m_newFields);
    if (counters.unknownFields > 0)
        fields += "; in books and trades " + std::to_string(counters.unknownFields) + " times";
    lines.push_back({!m_newFields.empty() || counters.unknownFields > 0,
                     std::string(kFieldsMatter) + ": " + fields + "."});
    lines.push_back(dexLine());
    return lines;
}

std::vector<SelfCheck::Line> SelfCheck::takeNews(const FrameDecoder::Counters &counters)
{
    std::vector<Line> news;
    for (Line &line : report(counters)) {
        // The words before the figures name the matter; it is told once.
        std::string matter = line.text.substr(0, line.text.find(':'));
        // Each new name is a matter of its own; they come one by one.
        if (matter == kFieldsMatter)
            matter += joined(m_newFields);
        if (line.isNews && m_told.insert(matter).second)
            news.push_back(std::move(line));
    }
    return news;
}

} // namespace hl::venue
