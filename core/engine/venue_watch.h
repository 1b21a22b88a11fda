// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/clock.h"
#include "engine/api/events.h"
#include "market/instrument_registry.h"
#include "trading/venue_clock.h"
#include "venue/hyperliquid/frame_decoder.h"
#include "venue/hyperliquid/info_decoder.h"
#include "venue/hyperliquid/self_check.h"
#include "venue/session/info_client.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace hl::engine {

/// Watches the venue itself: outages and upgrades (interaction.md G15), the account's request
/// budget (G14), both clocks (G16), the age of the account's stream (G12), and what is new since
/// this program was built. Says so in notices, publishes VenueHealth, and answers whether an entry
/// may go. Engine thread.
class VenueWatch
{
public:
    struct Hooks
    {
        std::function<void(Notice)> notice;
        /// A venue time that was asked for.
        std::function<void(TimeMs venueTime, std::int64_t receivedNs)> timeSeen;
        /// An outage begins: nothing in flight is taken for placed until it is proven.
        std::function<void()> outageBegan;
        /// It is over: what was missed meanwhile has to be read.
        std::function<void()> outageEnded;
    };

    VenueWatch(const Clock &clock, session::InfoClient &info, const trading::VenueClock &venueClock,
               const market::InstrumentRegistry &registry, bool isMainnet, Hooks hooks);
    ~VenueWatch();
    VenueWatch(const VenueWatch &) = delete;
    VenueWatch &operator=(const VenueWatch &) = delete;

    /// Every frame as it came and as it was read.
    void frame(const venue::Frame &frame, std::string_view text, std::int64_t receivedNs);
    void linkChanged(bool isOpen);
    /// The list of markets is new.
    void dexes(const std::vector<std::string> &names) { m_check.dexes(names); }
    /// Any request over HTTP or WebSocket: did the venue answer it with sense?
    void requestEnded(bool isAnswered);
    /// Whose budget is counted; from then on it is asked for.
    void followBudget(const Address &account);
    /// `items` orders, cancels or changes left; each counts (protocol/limits.md 2).
    void actionSent(std::size_t items);
    /// The venue's own words about an action.
    void actionRefused(std::string_view words);

    /// Twice a second. `accountAgeNs`: of the newest frame of the account's stream; none: there is
    /// no account, or it is being read.
    void tick(std::optional<std::int64_t> accountAgeNs, const venue::FrameDecoder::Counters &seen);
    const VenueHealth &health() const { return m_health; }
    VenueReport report(const venue::FrameDecoder::Counters &seen) const;

private:
    void notice(NoticeLevel level, std::string text, std::string key) const;
    void ask(codec::Object payload, std::function<void(const Result<std::string> &)> done);
    void askStatus();
    void askBudget();
    void judgeOutage();
    void judgeClock();
    void judgeBudget();
    void judgeEntries(std::optional<std::int64_t> accountAgeNs);
    void tellNews(const venue::FrameDecoder::Counters &seen);
    std::int64_t now() const { return m_clock.monoMs(); }

    const Clock &m_clock;
    session::InfoClient &m_info;
    const trading::VenueClock &m_venueClock;
    Hooks m_hooks;
    venue::InfoDecoder m_decoder;
    venue::SelfCheck m_check;
    VenueHealth m_health;

    bool m_isOpen = false;
    bool m_wasOpen = false;
    std::int64_t m_openedMs = 0;
    std::int64_t m_lastDataMs = 0;
    TimeMs m_newestVenueTime = 0;
    std::int64_t m_newestSeenMs = 0;
    std::int64_t m_failingSinceMs = 0; ///< 0: the last request was answered
    int m_failures = 0;
    std::string m_statusWords; ///< exchangeStatus' special statuses
    std::int64_t m_fineSinceMs = 0;
    std::int64_t m_postOnlyUntilMs = 0;

    bool m_isAskingStatus = false;
    std::int64_t m_statusAskedMs = 0;
    std::optional<Address> m_budgetOf;
    bool m_isAskingBudget = false;
    std::int64_t m_budgetAskedMs = 0;
    std::int64_t m_lastActionMs = 0;
    std::optional<std::int64_t> m_left;
    std::optional<std::int64_t> m_cancelsLeft;
    int m_budgetTold = 0; ///< the threshold that was told; 0: none
    bool m_isClockTold = false;
    std::int64_t m_newsMs = 0;
    std::shared_ptr<bool> m_isAlive;
};

} // namespace hl::engine
