// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/clock.h"
#include "net/transport.h"
#include "sim/venue_core.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace hl::test {

/// What reached the venue that was signed, in the order of arrival.
struct ArrivalLog
{
    struct Arrival
    {
        Nonce nonce = 0;
        std::string type;
    };
    std::vector<Arrival> arrivals;

    void note(std::string_view text)
    {
        const auto value = codec::parseJson(text);
        if (!value)
            return;
        const codec::Value *body = &*value;
        if (const auto *request = body->find("request"))
            body = request->find("payload");
        const auto *action = body != nullptr ? body->find("action") : nullptr;
        if (action == nullptr)
            return;
        arrivals.push_back({body->uint("nonce").value_or(0), action->string("type").value_or("")});
    }
};

/// The embedded venue behind transports that need no socket: one millisecond each way, on the
/// clock of the test.
class VenueWsConnection final : public net::WsConnection
{
public:
    VenueWsConnection(sim::VenueCore &venue, const Clock &clock, TimerService &timers,
                      ArrivalLog &log)
        : m_venue(venue)
        , m_clock(clock)
        , m_timers(timers)
        , m_log(log)
    {}
    ~VenueWsConnection() override
    {
        *m_isAlive = false;
        leave();
    }

    void open(const std::string &, Callbacks callbacks) override
    {
        m_callbacks = std::move(callbacks);
        later([this] {
            if (m_isClosed)
                return;
            m_callbacks.opened();
            m_session = m_venue.connect([this, alive = m_isAlive](const std::string &text) {
                if (*alive && !m_isClosed)
                    later([this, text] { deliver(text); });
            });
        });
    }

    bool send(std::string_view text) override
    {
        if (m_isClosed || !m_session)
            return false;
        later([this, copy = std::string(text)] {
            if (m_session) {
                m_log.note(copy);
                m_venue.receive(*m_session, copy);
            }
        });
        return true;
    }

    void close(int code, const std::string &reason) override
    {
        later([this, code, reason] { finish({code, reason}); });
    }
    void abort() override { finish({0, "aborted"}); }

private:
    void later(std::function<void()> fn)
    {
        m_timers.after(std::chrono::milliseconds(1), [alive = m_isAlive, fn = std::move(fn)] {
            if (*alive)
                fn();
        });
    }

    void deliver(const std::string &text)
    {
        if (m_isClosed)
            return;
        std::string padded = text + std::string(64, '\0');
        m_callbacks.frame(std::string_view(padded).substr(0, text.size()), m_clock.monoNs());
    }

    void leave()
    {
        if (m_session)
            m_venue.disconnect(*std::exchange(m_session, std::nullopt));
    }

    void finish(net::CloseInfo info)
    {
        if (std::exchange(m_isClosed, true))
            return;
        leave();
        if (m_callbacks.closed)
            m_callbacks.closed(std::move(info));
    }

    sim::VenueCore &m_venue;
    const Clock &m_clock;
    TimerService &m_timers;
    ArrivalLog &m_log;
    Callbacks m_callbacks;
    std::optional<sim::SessionId> m_session;
    bool m_isClosed = false;
    std::shared_ptr<bool> m_isAlive = std::make_shared<bool>(true);
};

class VenueWsFactory final : public net::WsFactory
{
public:
    VenueWsFactory(sim::VenueCore &venue, const Clock &clock, TimerService &timers, ArrivalLog &log)
        : m_venue(venue)
        , m_clock(clock)
        , m_timers(timers)
        , m_log(log)
    {}
    std::unique_ptr<net::WsConnection> create() override
    {
        return std::make_unique<VenueWsConnection>(m_venue, m_clock, m_timers, m_log);
    }

private:
    sim::VenueCore &m_venue;
    const Clock &m_clock;
    TimerService &m_timers;
    ArrivalLog &m_log;
};

class VenueHttp final : public net::HttpTransport
{
public:
    VenueHttp(sim::VenueCore &venue, const Clock &clock, TimerService &timers, ArrivalLog &log)
        : m_venue(venue)
        , m_clock(clock)
        , m_timers(timers)
        , m_log(log)
    {}

    Handle post(const std::string &url, std::string body, int,
                std::function<void(net::HttpResponse)> done) override
    {
        const Handle handle = ++m_last;
        m_open.emplace(handle, std::move(done));
        const std::string path = url.substr(url.rfind('/'));
        m_timers.after(std::chrono::milliseconds(1), [this, handle, path, body = std::move(body)] {
            if (path == "/exchange")
                m_log.note(body);
            const auto reply = m_venue.post(path, body);
            net::HttpResponse response;
            response.status = reply.status;
            response.body = reply.body;
            response.contentType = reply.contentType;
            response.written = true;
            m_timers.after(std::chrono::milliseconds(1), [this, handle, response]() mutable {
                const auto node = m_open.extract(handle);
                if (node.empty())
                    return;
                response.receivedMonoNs = m_clock.monoNs();
                node.mapped()(std::move(response));
            });
        });
        return handle;
    }
    void cancel(Handle handle) override { m_open.erase(handle); }

private:
    sim::VenueCore &m_venue;
    const Clock &m_clock;
    TimerService &m_timers;
    ArrivalLog &m_log;
    Handle m_last = 0;
    std::map<Handle, std::function<void(net::HttpResponse)>> m_open;
};

} // namespace hl::test
