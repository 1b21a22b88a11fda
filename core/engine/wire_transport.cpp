// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine/wire_transport.h"

#include <utility>

namespace hl::engine {

namespace {

/// Shorter than the life of a market exit's signature (interaction.md D18), so that the one behind
/// a silent request still leaves.
constexpr std::chrono::milliseconds kHttpPatience{3'000};

trading::WireAnswer answerOf(const session::PostOutcome &outcome)
{
    trading::WireAnswer answer;
    answer.written = outcome.written;
    answer.answered = outcome.answered;
    answer.status = outcome.status;
    answer.body = outcome.payloadText;
    answer.error = outcome.error;
    answer.sentMonoNs = outcome.sentMonoNs;
    answer.receivedMonoNs = outcome.receivedMonoNs;
    return answer;
}

} // namespace

WireTransport::WireTransport(session::WsSession &ws, session::HttpExchange &http,
                             const Address &signer, int maxInFlight, int exitReserve)
    : m_ws(ws)
    , m_http(http)
    , m_signer(signer)
    , m_maxInFlight(maxInFlight)
    , m_exitReserve(exitReserve)
{}

trading::ActionTransport::Room WireTransport::room(bool isExit) const
{
    const bool isHttpBusy = m_http.pending(m_signer) > 0;
    if (!m_ws.isOpen())
        return isExit       ? m_http.hasRoomForExit(m_signer) ? Room::Free : Room::Busy
               : isHttpBusy ? Room::Busy
                            : Room::Down;
    // The venue takes nonces in any order near the highest; an answer that HTTP owes holds no exit.
    if (isHttpBusy && !isExit)
        return Room::Busy;
    const int limit = isExit ? m_maxInFlight : m_maxInFlight - m_exitReserve;
    return m_ws.inFlight() < limit ? Room::Free : Room::Busy;
}

void WireTransport::send(std::string body, bool isExit, std::size_t items,
                         std::function<void(const trading::WireAnswer &)> done)
{
    if (m_observer.sent)
        m_observer.sent(items);
    auto answered = [done = std::move(done),
                     seen = m_observer.answered](const session::PostOutcome &outcome) {
        const trading::WireAnswer answer = answerOf(outcome);
        if (seen)
            seen(answer);
        done(answer);
    };
    if (m_ws.isOpen()) {
        session::WsSession::PostOptions options;
        options.isExit = isExit;
        options.answeredLate = [late = m_observer.answeredLate](const session::PostOutcome &) {
            if (late)
                late();
        };
        m_ws.postAction(std::move(body), options, std::move(answered));
        return;
    }
    session::HttpExchange::Options options;
    options.length = items;
    options.isExit = isExit;
    options.yieldsAfter = kHttpPatience;
    options.yields = [this, alive = m_isAlive] {
        if (*alive)
            roomChanged();
    };
    m_http.post(m_signer, std::move(body), options, std::move(answered));
}

} // namespace hl::engine
