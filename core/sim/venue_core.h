// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/clock.h"
#include "sim/action_service.h"
#include "sim/feed_hub.h"
#include "sim/info_service.h"
#include "sim/load_generator.h"
#include "sim/participants.h"
#include "sim/venue_config.h"

#include <memory>
#include <string>
#include <string_view>

namespace hl::sim {

/// The whole venue without sockets: text in, text out, time from outside. With the same seed, the
/// same requests and the same steps of the clock it says the same, byte for byte. One thread.
class VenueCore
{
public:
    VenueCore(const SimVenueConfig &config, const Clock &clock, TimerService &timers);
    VenueCore(const VenueCore &) = delete;
    VenueCore &operator=(const VenueCore &) = delete;

    /// Opens the books and lets time run: a step every kStep.
    void start();
    void stop() { m_timer.stop(); }
    /// A deposit while the venue runs; opens the account where there is none.
    void fund(const SimFund &fund);

    struct HttpReply
    {
        int status = 200;
        std::string contentType = "application/json";
        std::string body;
    };
    /// `path` is "/info" or "/exchange".
    HttpReply post(std::string_view path, std::string_view body);

    /// A WebSocket that has just opened; the greeting is sent at once.
    SessionId connect(SendText send);
    void receive(SessionId session, std::string_view text);
    void disconnect(SessionId session) { m_feeds.close(session); }

    Exchange &exchange() { return m_exchange; }

    static constexpr std::chrono::milliseconds kStep{100};

private:
    void step();
    void pump();
    SimAccount &deposit(const Address &address, const Decimal &usdc);
    void openAccounts(const SimVenueConfig &config);
    void answerPost(SessionId session, const codec::Value &message, std::string_view raw);

    Universe m_universe;
    const Clock &m_clock;
    Exchange m_exchange;
    InfoService m_info;
    ActionService m_actions;
    FeedHub m_feeds;
    std::unique_ptr<Participants> m_participants;
    std::unique_ptr<LoadGenerator> m_load;
    Timer m_timer;
    SessionId m_lastSession = 0;
    TimeMs m_lastValueSample = 0;
};

} // namespace hl::sim
