// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/ids.h"
#include "net/rate_budget.h"
#include "net/transport.h"
#include "venue/session/post_outcome.h"

#include <chrono>
#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string>

namespace hl::session {

/// POST /exchange, strictly one in flight for a signer, in the order of calling: HTTP gives no
/// order between two requests, and nonces must arrive rising. An exit waits for no silence: one
/// that is posted behind a request whose `yieldsAfter` has passed cuts it, which is unknown from
/// then on. Engine thread.
class HttpExchange
{
public:
    struct Options
    {
        /// Length of the action's orders, cancels or modifies; 1 for any other.
        std::size_t length = 1;
        bool isExit = false;
        int timeoutMs = 10'000;
        /// In flight for so long it gives its place up to an exit; 0: never.
        std::chrono::milliseconds yieldsAfter{0};
        std::function<void()> yields = {}; ///< called then
    };

    HttpExchange(std::string apiUrl, net::HttpTransport &http, const Clock &clock,
                 TimerService &timers, net::RateBudget &ipWeight);
    /// Tells nobody; stop() before where answers are wanted.
    ~HttpExchange();
    HttpExchange(const HttpExchange &) = delete;
    HttpExchange &operator=(const HttpExchange &) = delete;

    /// `done` is called once, later. An entry that the IP's weight does not cover is not sent and
    /// does not wait; an exit goes into debt.
    void post(const Address &signer, std::string bodyJson, Options options, PostDone done);
    /// Requests of this signer that are in flight or wait for one.
    std::size_t pending(const Address &signer) const;
    /// An exit that is posted now leaves at once.
    bool hasRoomForExit(const Address &signer) const;
    /// Those that wait are answered "not sent"; the one in flight ends as unknown.
    void stop();

private:
    struct Item
    {
        std::string body;
        Options options;
        PostDone done;
        std::int64_t sentNs = 0;
        net::HttpTransport::Handle http = 0;
        bool isInFlight = false;
        bool mayBeCut = false;
        std::unique_ptr<Timer> patience = {};
    };

    void pump(const Address &signer);
    void finish(const Address &signer, const net::HttpResponse &response);
    void cut(std::deque<Item> &lane);
    void answerLater(PostDone done, PostOutcome outcome);

    std::string m_url;
    net::HttpTransport &m_http;
    const Clock &m_clock;
    TimerService &m_timers;
    net::RateBudget &m_ipWeight;
    std::map<Address, std::deque<Item>> m_lanes;
    std::deque<std::pair<PostDone, PostOutcome>> m_answers;
    Timer m_answerTimer;
};

} // namespace hl::session
