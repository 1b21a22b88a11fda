// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/clock.h"
#include "net/qt_frame_text.h"
#include "net/transport.h"

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

/// Sockets and HTTP without a network, as cheap as they can be: the far end is played by hand.
namespace hl::bench {

/// What the client wrote, and the venue's words to it as Qt's socket hands them over: a QString.
struct FarEnd
{
    explicit FarEnd(const Clock &clock_) : clock(clock_) {}

    void accept()
    {
        isUp = true;
        callbacks.opened();
    }
    /// The same steps that QtWsConnection takes.
    void say(const QString &frame)
    {
        const std::int64_t nowNs = clock.monoNs();
        callbacks.frame(text.utf8(frame), nowNs);
        text.trim();
    }
    void drop(int code)
    {
        isUp = false;
        callbacks.closed({code, {}});
    }
    std::vector<std::string> take() { return std::exchange(sent, {}); }

    const Clock &clock;
    net::WsConnection::Callbacks callbacks;
    net::FrameText text;
    std::vector<std::string> sent;
    std::function<void(const std::string &)> onSend; ///< in place of `sent`
    bool isUp = false;
};

class FarFactory final : public net::WsFactory
{
public:
    explicit FarFactory(const Clock &clock) : m_clock(clock) {}

    std::unique_ptr<net::WsConnection> create() override
    {
        last = std::make_shared<FarEnd>(m_clock);
        return std::make_unique<Connection>(last);
    }

    std::shared_ptr<FarEnd> last;

private:
    class Connection final : public net::WsConnection
    {
    public:
        explicit Connection(std::shared_ptr<FarEnd> end) : m_end(std::move(end)) {}
        void open(const std::string &, Callbacks callbacks) override
        {
            m_end->callbacks = std::move(callbacks);
        }
        bool send(std::string_view text) override
        {
            if (!m_end->isUp)
                return false;
            if (m_end->onSend)
                m_end->onSend(std::string(text));
            else
                m_end->sent.emplace_back(text);
            return true;
        }
        void close(int, const std::string &) override { m_end->isUp = false; }
        void abort() override { m_end->isUp = false; }

    private:
        std::shared_ptr<FarEnd> m_end;
    };

    const Clock &m_clock;
};

/// Keeps each request until it is answered.
class FarHttp final : public net::HttpTransport
{
public:
    Handle post(const std::string &, std::string body, int,
                std::function<void(net::HttpResponse)> done) override
    {
        requests.push_back({std::move(body), std::move(done)});
        return ++m_last;
    }
    void cancel(Handle) override {}

    struct Request
    {
        std::string body;
        std::function<void(net::HttpResponse)> done;
    };
    std::vector<Request> take() { return std::exchange(requests, {}); }
    static net::HttpResponse json(std::string body)
    {
        net::HttpResponse response;
        response.status = 200;
        response.body = std::move(body);
        response.contentType = "application/json";
        response.written = true;
        return response;
    }

    std::vector<Request> requests;

private:
    Handle m_last = 0;
};

} // namespace hl::bench
