// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/clock.h"
#include "net/transport.h"
#include "sim/venue_core.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace hl::test {

/// The embedded venue without sockets at the far end of the transports' interfaces, every message
/// some ms on its way, all on the clock its timers run on. What reached the venue is kept.
class CoreVenueLink
{
public:
    CoreVenueLink(sim::VenueCore &venue, const Clock &clock, TimerService &timers)
        : m_venue(venue)
        , m_clock(clock)
        , m_timers(timers)
    {}

    net::WsFactory &ws() { return m_ws; }
    net::HttpTransport &http() { return m_http; }
    /// Signed requests as they arrived, by either way.
    const std::vector<std::string> &arrived() const { return m_arrived; }
    /// Breaks every open connection, and refuses new ones while true.
    void setDown(bool isDown)
    {
        m_isDown = isDown;
        if (!isDown)
            return;
        for (const auto &connection : std::exchange(m_open, {}))
            if (const auto alive = connection.lock())
                alive->broken();
    }
    std::chrono::milliseconds way{4};

private:
    /// One connection's state; outlives the WsConnection so that late messages find nothing.
    struct Line : std::enable_shared_from_this<Line>
    {
        CoreVenueLink *link = nullptr;
        net::WsConnection::Callbacks callbacks;
        sim::SessionId session = 0;
        bool isOpen = false;
        bool isEnded = false;

        void broken()
        {
            if (std::exchange(isEnded, true))
                return;
            if (session != 0)
                link->m_venue.disconnect(session);
            if (callbacks.closed)
                callbacks.closed({0, "The connection broke."});
        }
    };

    class Connection final : public net::WsConnection
    {
    public:
        explicit Connection(CoreVenueLink &link) : m_link(link), m_line(std::make_shared<Line>())
        {
            m_line->link = &link;
        }
        ~Connection() override { end(); }

        void open(const std::string &, Callbacks callbacks) override
        {
            m_line->callbacks = std::move(callbacks);
            m_link.later([this, line = m_line] {
                if (line->isEnded)
                    return;
                if (m_link.m_isDown) {
                    line->broken();
                    return;
                }
                line->isOpen = true;
                m_link.m_open.push_back(line);
                line->callbacks.opened();
                line->session = m_link.m_venue.connect([line](const std::string &text) {
                    line->link->later([line, text] {
                        if (line->isEnded)
                            return;
                        const std::string padded = text + std::string(64, '\0');
                        line->callbacks.frame(std::string_view(padded).substr(0, text.size()),
                                              line->link->m_clock.monoNs());
                    });
                });
            });
        }
        bool send(std::string_view text) override
        {
            if (!m_line->isOpen || m_line->isEnded)
                return false;
            m_link.later([line = m_line, copy = std::string(text)] {
                if (line->isEnded)
                    return;
                line->link->noteArrived(copy);
                line->link->m_venue.receive(line->session, copy);
            });
            return true;
        }
        void close(int, const std::string &) override { end(); }
        void abort() override { end(); }

    private:
        void end()
        {
            if (std::exchange(m_line->isEnded, true))
                return;
            // What was written is on its way already.
            if (m_line->session != 0)
                m_link.later([line = m_line] { line->link->m_venue.disconnect(line->session); });
            m_line->callbacks = {};
        }

        CoreVenueLink &m_link;
        std::shared_ptr<Line> m_line;
    };

    struct Ws final : net::WsFactory
    {
        explicit Ws(CoreVenueLink &owner) : link(owner) {}
        std::unique_ptr<net::WsConnection> create() override
        {
            return std::make_unique<Connection>(link);
        }
        CoreVenueLink &link;
    };

    struct Http final : net::HttpTransport
    {
        explicit Http(CoreVenueLink &owner) : link(owner) {}
        Handle post(const std::string &url, std::string body, int,
                    std::function<void(net::HttpResponse)> done) override
        {
            link.later([this, url, body = std::move(body), done = std::move(done)] {
                net::HttpResponse response;
                if (link.m_isDown) {
                    response.problem = "The venue refused the connection.";
                    done(response);
                    return;
                }
                const std::string path = url.ends_with("/exchange") ? "/exchange" : "/info";
                if (path == "/exchange")
                    link.m_arrived.push_back(body);
                auto reply = link.m_venue.post(path, body);
                response.status = reply.status;
                response.body = std::move(reply.body);
                response.contentType = reply.contentType;
                response.written = true;
                link.later([this, response, done]() mutable {
                    response.receivedMonoNs = link.m_clock.monoNs();
                    done(std::move(response));
                });
            });
            return ++last;
        }
        void cancel(Handle) override {}
        CoreVenueLink &link;
        Handle last = 0;
    };

    void later(std::function<void()> fn) { m_timers.after(way, std::move(fn)); }
    void noteArrived(const std::string &text)
    {
        if (text.find("\"type\":\"action\"") != std::string::npos)
            m_arrived.push_back(text);
    }

    sim::VenueCore &m_venue;
    const Clock &m_clock;
    TimerService &m_timers;
    bool m_isDown = false;
    std::vector<std::weak_ptr<Line>> m_open;
    std::vector<std::string> m_arrived;
    Ws m_ws{*this};
    Http m_http{*this};
};

} // namespace hl::test
