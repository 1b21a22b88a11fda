// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "codec/value.h"
#include "net/rate_budget.h"
#include "net/transport.h"
#include "venue/session/post_outcome.h"

#include <cstdint>
#include <functional>
#include <map>
#include <string>

namespace hl::session {

/// POST /info (protocol/info.md, limits.md 4): waits for the IP's weight, then sends; charges what
/// a long answer costs more. No request is repeated. Engine thread.
class InfoClient
{
public:
    using Handle = std::uint64_t;
    using Done = std::function<void(Result<std::string> body)>;

    struct Options
    {
        net::Priority priority = net::Priority::Account;
        int timeoutMs = 10'000; ///< from sending on; the wait for weight comes before it
    };

    /// `apiUrl` without a trailing slash; "/info" is appended. References outlive the client.
    InfoClient(std::string apiUrl, net::HttpTransport &http, const Clock &clock,
               net::RateBudget &ipWeight);
    ~InfoClient();
    InfoClient(const InfoClient &) = delete;
    InfoClient &operator=(const InfoClient &) = delete;

    /// `payload` is an object with `type`. `done` is called once, later: JSON text of a 2xx answer,
    /// or an error: Transport, Timeout, RateLimited (code 429), VenueRejected (code = status),
    /// Parse (an answer that is no JSON).
    Handle request(const codec::Value &payload, Options options, Done done);
    Handle request(const codec::Value &payload, Done done)
    {
        return request(payload, Options{}, std::move(done));
    }
    /// Told of the end of every request: did the venue answer it (a refusal is an answer, a 5xx
    /// or nothing at all is none)?
    void setObserver(std::function<void(bool isAnswered)> observer)
    {
        m_observer = std::move(observer);
    }
    /// `done` is not called any more.
    void cancel(Handle handle);
    std::size_t inFlight() const { return m_calls.size(); }

private:
    struct Call
    {
        std::string type;
        std::string body;
        Options options;
        Done done;
        net::RateBudget::Ticket ticket = 0;
        net::HttpTransport::Handle http = 0;
    };

    void send(Handle handle);
    void finish(Handle handle, const net::HttpResponse &response);

    std::string m_url;
    net::HttpTransport &m_http;
    const Clock &m_clock;
    net::RateBudget &m_ipWeight;
    std::map<Handle, Call> m_calls;
    Handle m_lastHandle = 0;
    std::function<void(bool)> m_observer;
};

/// Reads an HTTP answer as limits.md 4 says: 2xx with JSON is its body, everything else an error
/// whose sentence carries at most 1024 characters of the body and never a signature.
Result<std::string> bodyOf(const net::HttpResponse &response);
/// The same of a question that was posted over the WebSocket.
Result<std::string> bodyOf(const PostOutcome &outcome);

} // namespace hl::session
