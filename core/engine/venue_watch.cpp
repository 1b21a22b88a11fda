// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine/venue_watch.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <utility>

namespace hl::engine {

namespace {

// interaction.md G15
constexpr std::int64_t kStandsStillMs = 5'000;
constexpr std::int64_t kFailingMs = 10'000;
constexpr std::int64_t kSilentMs = 5'000;
constexpr int kSignsOfOutage = 2;
/// It has ended once all has been well for so long.
constexpr std::int64_t kRecoveredMs = 5'000;
/// Nobody says when it ends; a refusal for it begins it anew.
constexpr std::int64_t kPostOnlyMs = 60'000;
// G16, G12
constexpr std::int64_t kClockNoticeMs = 1'000;
constexpr std::int64_t kClockBlockMs = 60'000;
constexpr std::int64_t kAccountOldNs = 10'000'000'000;
// G14
constexpr std::int64_t kBudgetNotice = 1'000;
constexpr std::int64_t kBudgetAsk = 200;
constexpr std::int64_t kBudgetBlock = 50;
constexpr std::int64_t kSpentEveryMs = 10'000;

constexpr std::int64_t kStatusEveryMs = 30'000;
constexpr std::int64_t kStatusInDoubtMs = 2'500;
constexpr std::int64_t kBudgetEveryMs = 60'000;
constexpr std::int64_t kBudgetWhenLowMs = 10'000;
constexpr std::int64_t kNewsEveryMs = 5'000;

std::string lower(std::string_view text)
{
    std::string out(text);
    std::ranges::transform(out, out.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return out;
}

std::string seconds(std::int64_t ms)
{
    return Decimal(ms / 100, 1).toFixed(1) + " s";
}

/// The venue says in several places that it takes post-only orders only.
bool speaksOfPostOnly(std::string_view words)
{
    const std::string text = lower(words);
    return (text.find("post-only") != std::string::npos ||
            text.find("post only") != std::string::npos) &&
           text.find("upgrade") != std::string::npos;
}

} // namespace

VenueWatch::VenueWatch(const Clock &clock, session::InfoClient &info,
                       const trading::VenueClock &venueClock,
                       const market::InstrumentRegistry &registry, bool isMainnet, Hooks hooks)
    : m_clock(clock)
    , m_info(info)
    , m_venueClock(venueClock)
    , m_hooks(std::move(hooks))
    , m_decoder(registry)
    , m_check(isMainnet ? venue::recordedDexes() : std::vector<std::string>())
    , m_isAlive(std::make_shared<bool>(true))
{}

VenueWatch::~VenueWatch()
{
    *m_isAlive = false;
}

void VenueWatch::notice(NoticeLevel level, std::string text, std::string key) const
{
    if (m_hooks.notice)
        m_hooks.notice({level, std::move(text), "venue", std::move(key), m_clock.wallMs()});
}

void VenueWatch::frame(const venue::Frame &frame, std::string_view text, std::int64_t receivedNs)
{
    m_check.frame(frame, receivedNs);
    m_check.fields(frame, text);
    if (frame.kind != venue::FrameKind::Data && frame.kind != venue::FrameKind::Snapshot)
        return;
    m_lastDataMs = now();
    TimeMs time = 0;
    if (frame.channel == venue::Channel::L2Book)
        time = frame.book.time;
    else if (frame.channel == venue::Channel::Bbo)
        time = frame.bbo.time;
    else if (const auto *accounts = std::get_if<venue::PerpAccountsFrame>(&frame.payload);
             accounts != nullptr && !accounts->accounts.empty())
        time = accounts->accounts.front().margin.time;
    if (time > m_newestVenueTime && m_venueClock.problemOf(time, receivedNs, true).empty()) {
        m_newestVenueTime = time;
        m_newestSeenMs = now();
    }
}

void VenueWatch::linkChanged(bool isOpen)
{
    if (isOpen && !m_isOpen)
        m_openedMs = now();
    m_isOpen = isOpen;
    m_wasOpen = m_wasOpen || isOpen;
}

void VenueWatch::requestEnded(bool isAnswered)
{
    if (isAnswered) {
        m_failingSinceMs = 0;
        m_failures = 0;
        return;
    }
    ++m_failures;
    if (m_failingSinceMs == 0)
        m_failingSinceMs = std::max<std::int64_t>(now(), 1);
}

void VenueWatch::followBudget(const Address &account)
{
    m_budgetOf = account;
    m_left.reset();
    m_budgetAskedMs = 0;
    askBudget();
}

void VenueWatch::actionSent(std::size_t items)
{
    m_lastActionMs = now();
    for (auto *left : {&m_left, &m_cancelsLeft})
        if (*left)
            **left -= static_cast<std::int64_t>(items);
    judgeBudget();
}

void VenueWatch::actionRefused(std::string_view words)
{
    if (speaksOfPostOnly(words))
        m_postOnlyUntilMs = now() + kPostOnlyMs;
}

void VenueWatch::ask(codec::Object payload, std::function<void(const Result<std::string> &)> done)
{
    m_info.request(codec::Value(std::move(payload)),
                   [done = std::move(done), alive = m_isAlive](const Result<std::string> &body) {
                       if (*alive)
                           done(body);
                   });
}

void VenueWatch::askStatus()
{
    m_isAskingStatus = true;
    m_statusAskedMs = now();
    ask({{"type", "exchangeStatus"}}, [this](const Result<std::string> &body) {
        m_isAskingStatus = false;
        const auto status = body ? m_decoder.exchangeStatus(*body)
                                 : Result<venue::ExchangeStatus>(fail(body.error()));
        if (!status)
            return;
        if (m_hooks.timeSeen)
            m_hooks.timeSeen(status->time, m_clock.monoNs());
        if (status->time > m_newestVenueTime &&
            m_venueClock.problemOf(status->time, m_clock.monoNs(), true).empty()) {
            m_newestVenueTime = status->time;
            m_newestSeenMs = now();
        }
        if (status->specialStatuses != m_statusWords) {
            m_statusWords = status->specialStatuses;
            if (m_statusWords.empty())
                notice(NoticeLevel::Info, "The venue has withdrawn its notice.", "status");
            else
                notice(NoticeLevel::Warning,
                       "The venue gives notice: " + m_statusWords.substr(0, 200), "status");
        }
        if (speaksOfPostOnly(m_statusWords))
            m_postOnlyUntilMs = now() + kPostOnlyMs;
    });
}

void VenueWatch::askBudget()
{
    m_isAskingBudget = true;
    m_budgetAskedMs = now();
    ask({{"type", "userRateLimit"}, {"user", m_budgetOf->toString()}},
        [this](const Result<std::string> &body) {
            m_isAskingBudget = false;
            const auto limit = body ? m_decoder.userRateLimit(*body)
                                    : Result<venue::UserRateLimit>(fail(body.error()));
            if (!limit)
                return;
            const std::int64_t spent = limit->nRequestsUsed - limit->nRequestsSurplus;
            const std::int64_t cap = limit->nRequestsCap;
            m_left = cap - spent;
            m_cancelsLeft = std::min(cap + 100'000, 2 * cap) - spent;
            judgeBudget();
        });
}

void VenueWatch::tick(std::optional<std::int64_t> accountAgeNs,
                      const venue::FrameDecoder::Counters &seen)
{
    const bool isInDoubt = m_wasOpen && (m_health.isOutage || !m_venueClock.offsetMs() ||
                                         now() - m_newestSeenMs > kStatusInDoubtMs);
    if (!m_isAskingStatus && m_wasOpen &&
        now() - m_statusAskedMs >= (isInDoubt ? kStatusInDoubtMs : kStatusEveryMs))
        askStatus();
    const bool isLow = m_left && *m_left < kBudgetNotice;
    if (m_budgetOf && !m_isAskingBudget &&
        now() - m_budgetAskedMs >= (isLow ? kBudgetWhenLowMs : kBudgetEveryMs))
        askBudget();
    judgeOutage();
    judgeClock();
    judgeBudget();
    judgeEntries(accountAgeNs);
    tellNews(seen);
}

void VenueWatch::judgeOutage()
{
    const std::int64_t at = now();
    std::string words;
    int signs = 0;
    const auto sign = [&](const std::string &text) {
        ++signs;
        words += (words.empty() ? "" : ", ") + text;
    };
    if (m_newestSeenMs != 0 && at - m_newestSeenMs > kStandsStillMs)
        sign("its time has stood still for " + seconds(at - m_newestSeenMs));
    if (m_failures > 1 && at - m_failingSinceMs > kFailingMs)
        sign("requests have failed for " + seconds(at - m_failingSinceMs));
    const std::int64_t lastData = std::max(m_lastDataMs, m_openedMs);
    if (m_wasOpen && at - lastData > kSilentMs)
        sign("no feed has sent anything for " + seconds(at - lastData));
    if (!m_statusWords.empty())
        sign("it gives notice: " + m_statusWords.substr(0, 200));

    if (signs >= kSignsOfOutage) {
        m_fineSinceMs = 0;
        m_health.outage = "The venue does not work as it should: " + words + ".";
        if (!std::exchange(m_health.isOutage, true)) {
            notice(NoticeLevel::Error,
                   m_health.outage + " Orders in flight count as unknown until they are proven.",
                   "outage");
            if (m_hooks.outageBegan)
                m_hooks.outageBegan();
        }
    } else if (m_health.isOutage) {
        if (m_fineSinceMs == 0)
            m_fineSinceMs = at;
        if (at - m_fineSinceMs >= kRecoveredMs) {
            m_health.isOutage = false;
            m_health.outage.clear();
            m_fineSinceMs = 0;
            notice(NoticeLevel::Success, "The venue works again.", "outage");
            if (m_hooks.outageEnded)
                m_hooks.outageEnded();
        }
    }
    const bool isPostOnly = m_postOnlyUntilMs > at;
    if (std::exchange(m_health.isPostOnly, isPostOnly) != isPostOnly)
        notice(isPostOnly ? NoticeLevel::Warning : NoticeLevel::Info,
               isPostOnly
                   ? "After its upgrade the venue takes post-only orders only. A position is "
                     "closed by a post-only order at the touch; stops stay as they are."
                   : "The venue takes every kind of order again.",
               "upgrade");
}

void VenueWatch::judgeClock()
{
    const auto offset = m_venueClock.offsetMs();
    const bool isOff = offset && std::abs(*offset) >= kClockNoticeMs;
    if (isOff == m_isClockTold)
        return;
    m_isClockTold = isOff;
    if (isOff)
        notice(NoticeLevel::Warning,
               "This computer's clock is " + seconds(std::abs(*offset)) +
                   (*offset > 0 ? " behind" : " ahead of") +
                   " the venue's. Expiries use the venue's time; the clock should be set.",
               "clock");
    else
        notice(NoticeLevel::Info, "This computer's clock agrees with the venue's again.", "clock");
}

void VenueWatch::judgeBudget()
{
    m_health.requestsLeft = m_left;
    m_health.cancelsLeft = m_cancelsLeft;
    m_health.nextRequestMonoNs = 0;
    if (!m_left)
        return;
    const std::int64_t left = *m_left;
    if (left <= 0 && m_lastActionMs != 0 && now() - m_lastActionMs < kSpentEveryMs)
        m_health.nextRequestMonoNs = (m_lastActionMs + kSpentEveryMs) * 1'000'000;
    int threshold = 0;
    for (const std::int64_t limit : {kBudgetNotice, kBudgetAsk, kBudgetBlock})
        if (left < limit)
            threshold = static_cast<int>(limit);
    const int told = std::exchange(m_budgetTold, threshold);
    if (threshold != 0 && (told == 0 || threshold < told))
        notice(NoticeLevel::Warning,
               "The account has " + std::to_string(std::max<std::int64_t>(left, 0)) +
                   " requests left at the venue" +
                   (threshold == kBudgetBlock ? "; entries are held, cancels go on." : "."),
               "budget");
}

void VenueWatch::judgeEntries(std::optional<std::int64_t> accountAgeNs)
{
    std::string &block = m_health.entryBlock;
    std::string &asked = m_health.entryAsk;
    block.clear();
    asked.clear();
    const auto offset = m_venueClock.offsetMs();
    if (!offset)
        block = "The venue's clock has not been measured yet: entries wait until it is.";
    else if (std::abs(*offset) > kClockBlockMs)
        block = "This computer's clock is " + seconds(std::abs(*offset)) +
                " from the venue's: entries wait until it is set.";
    else if (accountAgeNs && *accountAgeNs > kAccountOldNs)
        block = "The account's stream is " + seconds(*accountAgeNs / 1'000'000) +
                " old: entries wait until it speaks again.";
    else if (m_left && *m_left < kBudgetBlock)
        block = "The account has " + std::to_string(std::max<std::int64_t>(*m_left, 0)) +
                " requests left at the venue: they are kept for exits.";
    if (m_health.isOutage)
        asked = m_health.outage + " Send the entry all the same?";
    else if (m_left && *m_left < kBudgetAsk)
        asked = "The account has " + std::to_string(*m_left) +
                " requests left at the venue. Spend one on this entry?";
}

void VenueWatch::tellNews(const venue::FrameDecoder::Counters &seen)
{
    if (now() - m_newsMs < kNewsEveryMs)
        return;
    m_newsMs = now();
    for (const venue::SelfCheck::Line &line : m_check.takeNews(seen))
        notice(NoticeLevel::Info, "The venue is not as it was recorded. " + line.text,
               "check " + line.text.substr(0, line.text.find(':')));
}

VenueReport VenueWatch::report(const venue::FrameDecoder::Counters &seen) const
{
    VenueReport report;
    for (const venue::SelfCheck::Line &line : m_check.report(seen))
        report.lines.push_back({line.isNews, line.text});
    const auto offset = m_venueClock.offsetMs();
    report.lines.push_back({offset && std::abs(*offset) >= kClockNoticeMs,
                            offset ? "Clock: the venue's is " + std::to_string(*offset) +
                                         " ms ahead of this computer's."
                                   : std::string("Clock: the venue's was not measured.")});
    report.lines.push_back({m_health.isOutage || m_health.isPostOnly,
                            m_health.isOutage     ? m_health.outage
                            : m_health.isPostOnly ? "State: post-only orders only."
                                                  : "State: as it should be."});
    return report;
}

} // namespace hl::engine
