// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "trading/dispatcher.h"
#include "venue/session/http_exchange.h"
#include "venue/session/ws_session.h"

namespace hl::engine {

/// Signed requests over the WebSocket; while it is not open, exits go over HTTP, one in flight,
/// and entries go nowhere: a book that is not live is not traded on. Where the WebSocket is open
/// again while HTTP still owes an answer, exits go over it at once (interaction.md, rule zero) and
/// may reach the venue before that one; entries wait for the answer. While it stays down, a request
/// that HTTP has not answered in three seconds gives its place up to the next exit and is unknown.
/// Either way an exit can arrive before an earlier one that it has nothing to do with; a cancel
/// stays behind its own order (OrderDesk asks mayOvertake). Engine thread.
class WireTransport final : public trading::ActionTransport
{
public:
    WireTransport(session::WsSession &ws, session::HttpExchange &http, const Address &signer,
                  int maxInFlight, int exitReserve);

    ~WireTransport() override { *m_isAlive = false; }
    Room room(bool isExit) const override;
    bool mayOvertake() const override { return m_http.pending(m_signer) > 0; }
    void send(std::string body, bool isExit, std::size_t items,
              std::function<void(const trading::WireAnswer &)> done) override;
    struct Observer
    {
        std::function<void(std::size_t items)> sent;
        std::function<void(const trading::WireAnswer &)> answered;
        /// The answer to one that was told as unknown has come after all: worth looking it up.
        std::function<void()> answeredLate;
    };
    void setObserver(Observer observer) { m_observer = std::move(observer); }
    /// The connection opened or was lost.
    void connectionChanged() { roomChanged(); }

private:
    session::WsSession &m_ws;
    session::HttpExchange &m_http;
    Address m_signer;
    int m_maxInFlight;
    int m_exitReserve;
    Observer m_observer;
    std::shared_ptr<bool> m_isAlive = std::make_shared<bool>(true);
};

} // namespace hl::engine
