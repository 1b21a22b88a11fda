// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/clock.h"
#include "codec/value.h"
#include "net/transport.h"
#include "support/fault_plan.h"

#include <deque>
#include <map>
#include <memory>
#include <string>
#include <utility>

namespace hl::test {

/// A WebSocket connection between the session and any other transport to which the plan's faults
/// happen. Works on whatever clock its timers run on.
class FaultyWsConnection final : public net::WsConnection
{
public:
    FaultyWsConnection(std::unique_ptr<net::WsConnection> inner, FaultPlan &plan,
                       TimerService &timers)
        : m_inner(std::move(inner))
        , m_plan(plan)
        , m_timers(timers)
    {}

    void open(const std::string &url, Callbacks callbacks) override
    {
        m_callbacks = std::move(callbacks);
        if (const Fault *fault = m_plan.strike(FaultPoint::WsConnect, url)) {
            if (fault->kind == FaultKind::Refuse)
                breakLater("The venue refused the connection.");
            return; // Silence: nothing ever comes
        }
        Callbacks inner;
        inner.opened = [this] { told(m_callbacks.opened); };
        inner.closed = [this](net::CloseInfo info) { finish(std::move(info)); };
        inner.frame = [this](std::string_view text, std::int64_t ns) { answered(text, ns); };
        m_inner->open(url, std::move(inner));
    }

    bool send(std::string_view text) override
    {
        if (m_isFinished || m_isStalled)
            return !m_isFinished; // a half-open connection takes bytes and says nothing
        if (text.find(R"("type":"action")") != std::string_view::npos)
            m_plan.handed.emplace_back(text);
        const Fault *fault = m_plan.strike(FaultPoint::WsRequest, text);
        if (fault == nullptr)
            return m_inner->send(text);
        switch (fault->kind) {
        case FaultKind::Refuse:
            breakLater("The connection broke.");
            return false;
        case FaultKind::Lose:
            return true;
        case FaultKind::BreakBefore:
            breakLater("The connection broke.");
            return true;
        case FaultKind::BreakAfter: {
            const bool ok = m_inner->send(text);
            m_isStalled = true;
            breakLater("The connection broke.");
            return ok;
        }
        case FaultKind::Stall: {
            const bool ok = m_inner->send(text);
            m_isStalled = true;
            return ok;
        }
        case FaultKind::Status: {
            const auto id = codec::parseJson(text).value().uint("id").value();
            after(std::chrono::milliseconds(1), [this, id, code = fault->code] {
                deliver(R"({"channel":"post","data":{"id":)" + std::to_string(id) +
                            R"(,"response":{"type":"error","payload":")" + std::to_string(code) +
                            R"( Too Many Requests"}}})",
                        0);
            });
            return true;
        }
        case FaultKind::Delay:
            after(fault->delay, [this, copy = std::string(text)] { m_inner->send(copy); });
            return true;
        default:
            return m_inner->send(text);
        }
    }

    void close(int code, const std::string &reason) override { m_inner->close(code, reason); }
    void abort() override { m_inner->abort(); }

private:
    struct Held
    {
        std::string text;
        std::int64_t receivedMonoNs = 0;
    };

    void told(const std::function<void()> &call)
    {
        if (!m_isFinished && call)
            call();
    }

    void deliver(std::string_view text, std::int64_t ns)
    {
        if (m_isFinished || m_isStalled || !m_callbacks.frame)
            return;
        const std::string padded = std::string(text) + std::string(64, '\0');
        m_callbacks.frame(std::string_view(padded).substr(0, text.size()), ns);
    }

    void answered(std::string_view text, std::int64_t ns)
    {
        if (m_isFinished || m_isStalled)
            return;
        const Fault *fault = m_plan.strike(FaultPoint::WsAnswer, text);
        if (fault == nullptr) {
            if (m_isHolding)
                m_held.push_back({std::string(text), ns});
            else
                deliver(text, ns);
            return;
        }
        const std::string copy(text);
        switch (fault->kind) {
        case FaultKind::Lose:
            break;
        case FaultKind::Delay:
            m_isHolding = true;
            m_held.push_back({copy, ns});
            after(fault->delay, [this] {
                m_isHolding = false;
                for (const Held &held : std::exchange(m_held, {}))
                    deliver(held.text, held.receivedMonoNs);
            });
            break;
        case FaultKind::Overtaken:
            after(fault->delay, [this, copy, ns] { deliver(copy, ns); });
            break;
        case FaultKind::Duplicate:
            deliver(copy, ns);
            deliver(copy, ns);
            break;
        case FaultKind::BreakAfter:
            deliver(copy, ns);
            breakNow({0, "The connection broke."});
            break;
        case FaultKind::CutMidFrame:
            breakNow({0, "The connection broke."});
            break;
        case FaultKind::CloseWith:
            breakNow({fault->code, fault->body});
            break;
        case FaultKind::Oversized:
            breakNow({0, "The venue sent a frame over 16 MB; the connection was dropped."});
            break;
        case FaultKind::InvalidJson:
            deliver(std::string_view(copy).substr(0, copy.size() / 2), ns);
            break;
        case FaultKind::Stall:
            m_isStalled = true;
            break;
        case FaultKind::Rewrite:
            deliver(fault->rewrite(copy), ns);
            break;
        default:
            deliver(copy, ns);
        }
    }

    void finish(net::CloseInfo info)
    {
        if (std::exchange(m_isFinished, true))
            return;
        if (m_callbacks.closed)
            m_callbacks.closed(std::move(info));
    }

    void breakNow(net::CloseInfo info)
    {
        m_inner->abort();
        finish(std::move(info));
    }
    void breakLater(std::string why)
    {
        after(std::chrono::milliseconds(0), [this, why] { breakNow({0, why}); });
    }

    void after(std::chrono::milliseconds delay, std::function<void()> fn)
    {
        m_running.push_back(std::make_unique<Timer>(m_timers));
        m_running.back()->start(delay, std::move(fn));
    }

    std::unique_ptr<net::WsConnection> m_inner;
    FaultPlan &m_plan;
    TimerService &m_timers;
    Callbacks m_callbacks;
    bool m_isFinished = false;
    bool m_isStalled = false;
    bool m_isHolding = false;
    std::deque<Held> m_held;
    std::vector<std::unique_ptr<Timer>> m_running; ///< end with the connection
};

class FaultyWsFactory final : public net::WsFactory
{
public:
    FaultyWsFactory(net::WsFactory &inner, FaultPlan &plan, TimerService &timers)
        : m_inner(inner)
        , m_plan(plan)
        , m_timers(timers)
    {}
    std::unique_ptr<net::WsConnection> create() override
    {
        return std::make_unique<FaultyWsConnection>(m_inner.create(), m_plan, m_timers);
    }

private:
    net::WsFactory &m_inner;
    FaultPlan &m_plan;
    TimerService &m_timers;
};

/// HTTP with the plan's faults. A fault matches against "URL body".
class FaultyHttp final : public net::HttpTransport
{
public:
    FaultyHttp(net::HttpTransport &inner, FaultPlan &plan, TimerService &timers)
        : m_inner(inner)
        , m_plan(plan)
        , m_timers(timers)
    {}

    Handle post(const std::string &url, std::string body, int timeoutMs,
                std::function<void(net::HttpResponse)> done) override
    {
        const Handle handle = ++m_lastHandle;
        Call &call = m_calls[handle];
        call.timer = std::make_unique<Timer>(m_timers);
        call.done = std::move(done);
        if (url.ends_with("/exchange"))
            m_plan.handed.push_back(body);
        const Fault *fault = m_plan.strike(FaultPoint::HttpRequest, url + ' ' + body);
        const std::chrono::milliseconds timeout(timeoutMs);
        if (fault == nullptr) {
            forward(handle, url, std::move(body), timeoutMs,
                    [](net::HttpResponse response) { return response; });
            return handle;
        }
        const auto lost =
            broken(true, "The venue did not answer within " + std::to_string(timeoutMs) + " ms.");
        switch (fault->kind) {
        case FaultKind::Refuse:
            answerIn(handle, std::chrono::milliseconds(1),
                     broken(false, "The venue refused the connection."));
            break;
        case FaultKind::Lose:
        case FaultKind::Silence:
            answerIn(handle, timeout, lost);
            break;
        case FaultKind::BreakBefore:
            answerIn(handle, std::chrono::milliseconds(1), cutOff());
            break;
        case FaultKind::BreakAfter:
        case FaultKind::CutMidFrame:
            forward(handle, url, std::move(body), timeoutMs,
                    [](const net::HttpResponse &) { return cutOff(); });
            break;
        case FaultKind::NoAnswer:
        case FaultKind::Stall: {
            // The venue acts; what it says never arrives.
            call.http =
                m_inner.post(url, std::move(body), timeoutMs, [](const net::HttpResponse &) {});
            answerIn(handle, timeout, lost);
            break;
        }
        case FaultKind::Delay:
            forward(
                handle, url, std::move(body), timeoutMs,
                [](net::HttpResponse response) { return response; }, fault->delay);
            break;
        case FaultKind::InvalidJson:
            forward(handle, url, std::move(body), timeoutMs, [](net::HttpResponse response) {
                response.body.resize(response.body.size() / 2);
                return response;
            });
            break;
        case FaultKind::Rewrite:
            forward(handle, url, std::move(body), timeoutMs,
                    [rewrite = fault->rewrite](net::HttpResponse response) {
                        response.body = rewrite(response.body);
                        return response;
                    });
            break;
        case FaultKind::Oversized:
            forward(handle, url, std::move(body), timeoutMs, [](const net::HttpResponse &) {
                return broken(true, "The venue's answer is over 16 MB and was dropped.");
            });
            break;
        case FaultKind::Status: {
            net::HttpResponse response;
            response.status = fault->code;
            response.body = fault->body;
            response.contentType = fault->contentType;
            response.retryAfter = fault->retryAfter;
            response.written = true;
            if (fault->isExecuted)
                forward(handle, url, std::move(body), timeoutMs,
                        [response](const net::HttpResponse &) { return response; });
            else
                answerIn(handle, std::chrono::milliseconds(1), response);
            break;
        }
        default:
            forward(handle, url, std::move(body), timeoutMs,
                    [](net::HttpResponse response) { return response; });
        }
        return handle;
    }

    void cancel(Handle handle) override
    {
        const auto node = m_calls.extract(handle);
        if (!node.empty() && node.mapped().http != 0)
            m_inner.cancel(node.mapped().http);
    }

private:
    struct Call
    {
        std::function<void(net::HttpResponse)> done;
        std::unique_ptr<Timer> timer;
        Handle http = 0;
    };

    static net::HttpResponse broken(bool written, std::string problem)
    {
        net::HttpResponse response;
        response.written = written;
        response.problem = std::move(problem);
        return response;
    }
    static net::HttpResponse cutOff()
    {
        return broken(true, "The venue closed the connection before its answer was whole.");
    }

    void answer(Handle handle, net::HttpResponse response)
    {
        const auto node = m_calls.extract(handle);
        if (!node.empty())
            node.mapped().done(std::move(response));
    }
    void answerIn(Handle handle, std::chrono::milliseconds delay, net::HttpResponse response)
    {
        m_calls[handle].timer->start(delay, [this, handle, response] { answer(handle, response); });
    }
    void forward(Handle handle, const std::string &url, std::string body, int timeoutMs,
                 std::function<net::HttpResponse(net::HttpResponse)> change,
                 std::chrono::milliseconds delay = {})
    {
        const Handle http =
            m_inner.post(url, std::move(body), timeoutMs,
                         [this, handle, change, delay](net::HttpResponse response) {
                             if (!m_calls.contains(handle))
                                 return;
                             if (delay.count() > 0)
                                 answerIn(handle, delay, change(std::move(response)));
                             else
                                 answer(handle, change(std::move(response)));
                         });
        if (const auto it = m_calls.find(handle); it != m_calls.end())
            it->second.http = http;
    }

    net::HttpTransport &m_inner;
    FaultPlan &m_plan;
    TimerService &m_timers;
    std::map<Handle, Call> m_calls;
    Handle m_lastHandle = 0;
};

} // namespace hl::test
