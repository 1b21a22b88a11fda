// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/clock.h"
#include "net/transport.h"
#include "support/fake_ws.h"

#include <chrono>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace hl::test {

/// HTTP without a network: each request needs an answer prepared for its URL's end; requests are
/// answered in order, after their delay, on the given timers. A time-out is kept as a real
/// transport keeps it.
class FakeHttp final : public net::HttpTransport
{
public:
    struct Request
    {
        std::string url;
        std::string body;
        int timeoutMs = 0;
    };
    struct Answer
    {
        net::HttpResponse response;
        std::chrono::milliseconds delay{1};
    };

    FakeHttp(const Clock &clock, TimerService &timers) : m_clock(clock), m_timers(timers) {}

    static net::HttpResponse json(std::string body, int status = 200)
    {
        net::HttpResponse r;
        r.status = status;
        r.body = std::move(body);
        r.contentType = "application/json";
        r.written = true;
        return r;
    }
    static net::HttpResponse plain(int status, std::string body,
                                   std::string contentType = "text/plain")
    {
        net::HttpResponse r = json(std::move(body), status);
        r.contentType = std::move(contentType);
        return r;
    }
    static net::HttpResponse broken(bool written, std::string problem)
    {
        net::HttpResponse r;
        r.written = written;
        r.problem = std::move(problem);
        return r;
    }

    void prepare(const std::string &urlEnd, net::HttpResponse response,
                 std::chrono::milliseconds delay = std::chrono::milliseconds(1))
    {
        m_answers[urlEnd].push_back({std::move(response), delay});
    }
    /// Prepared and not asked for.
    std::size_t left() const
    {
        std::size_t count = 0;
        for (const auto &[end, answers] : m_answers)
            count += answers.size();
        return count;
    }
    std::size_t inFlight() const { return m_running.size(); }

    Handle post(const std::string &url, std::string body, int timeoutMs,
                std::function<void(net::HttpResponse)> done) override
    {
        requests.push_back({url, body, timeoutMs});
        const auto prepared =
            std::find_if(m_answers.begin(), m_answers.end(), [&](const auto &entry) {
                return !entry.second.empty() && url.ends_with(entry.first);
            });
        if (prepared == m_answers.end())
            unprepared("POST " + url + " " + body);
        Answer answer = std::move(prepared->second.front());
        prepared->second.pop_front();
        const Handle handle = ++m_lastHandle;
        auto delay = answer.delay;
        if (delay.count() > timeoutMs) {
            delay = std::chrono::milliseconds(timeoutMs);
            answer.response = broken(true, "The venue did not answer within " +
                                               std::to_string(timeoutMs) + " ms.");
        }
        m_running[handle] = m_timers.after(
            delay, [this, handle, done = std::move(done), response = answer.response]() mutable {
                m_running.erase(handle);
                response.receivedMonoNs = m_clock.monoNs();
                done(std::move(response));
            });
        return handle;
    }
    void cancel(Handle handle) override
    {
        const auto it = m_running.find(handle);
        if (it == m_running.end())
            return;
        m_timers.cancel(it->second);
        m_running.erase(it);
    }

    std::vector<Request> requests;

private:
    const Clock &m_clock;
    TimerService &m_timers;
    std::map<std::string, std::deque<Answer>> m_answers;
    std::map<Handle, TimerService::Handle> m_running;
    Handle m_lastHandle = 0;
};

} // namespace hl::test
