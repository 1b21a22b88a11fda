// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "support/fake_ws.h"
#include "support/json_frame_sink.h"
#include "support/manual_clock.h"
#include "venue/session/ws_session.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace hl::test {

/// A session on a manual clock, a venue that is played by hand, and a list of everything told.
class SessionRig
{
public:
    explicit SessionRig(session::WsSession::Config config = {},
                        session::WsQuota::Limits limits = {})
        : quota(clock, clock, limits)
    {
        if (config.url.empty())
            config.url = "ws://venue.test/ws";
        session = std::make_unique<session::WsSession>(
            std::move(config), factory, clock, clock, quota, sink,
            session::WsSession::Hooks{
                [this](session::WsState state, const std::string &why) {
                    states.push_back(state);
                    reasons.push_back(why);
                },
                [this](const std::string &text) { venueErrors.push_back(text); }});
    }

    /// Starts where that has not happened, waits for the attempt and accepts it. Pings are
    /// answered.
    FakeSocket &open()
    {
        if (session->state() == session::WsState::Idle && !session->start())
            unprepared("a session that does not start");
        for (int i = 0; i < 2'000 && session->state() != session::WsState::Connecting; ++i)
            clock.advance(std::chrono::milliseconds(10));
        FakeSocket &socket = factory.last();
        socket.accept();
        return socket;
    }

    /// Time passes and the venue answers pings.
    void run(std::chrono::milliseconds time)
    {
        for (auto left = time.count(); left > 0; left -= 100) {
            clock.advance(std::chrono::milliseconds(std::min<std::int64_t>(left, 100)));
            answerPings();
        }
    }

    void answerPings()
    {
        FakeSocket &socket = factory.last();
        const auto pings =
            std::count(socket.sent.begin() +
                           static_cast<std::ptrdiff_t>(std::min(m_looked, socket.sent.size())),
                       socket.sent.end(), std::string(R"({"method":"ping"})"));
        m_looked = socket.sent.size();
        for (std::ptrdiff_t i = 0; i < pings && socket.isUp; ++i)
            socket.text(R"({"channel":"pong"})", clock.monoNs());
    }

    /// Frames sent on the present connection that are no pings.
    std::vector<std::string> sent() { return sentOn(factory.last()); }
    static std::vector<std::string> sentOn(const FakeSocket &socket)
    {
        std::vector<std::string> out;
        for (const std::string &text : socket.sent) {
            if (text != R"({"method":"ping"})")
                out.push_back(text);
        }
        return out;
    }

    void say(const std::string &frame) { factory.last().text(frame, clock.monoNs()); }
    void ack(const std::string &subscription, const char *method = "subscribe")
    {
        say(std::string(R"({"channel":"subscriptionResponse","data":{"method":")") + method +
            R"(","subscription":)" + subscription + "}}");
    }
    void error(const std::string &text)
    {
        say(R"({"channel":"error","data":)" + codec::toJson(codec::Value(text)) + "}");
    }

    /// An answer to a post: `payload` is JSON.
    void answer(int id, const std::string &type, const std::string &payload)
    {
        say(R"({"channel":"post","data":{"id":)" + std::to_string(id) + R"(,"response":{"type":")" +
            type + R"(","payload":)" + payload + "}}}");
    }
    static std::string postText(int id, const std::string &type, const std::string &payload)
    {
        return R"({"method":"post","id":)" + std::to_string(id) + R"(,"request":{"type":")" + type +
               R"(","payload":)" + payload + "}}";
    }

    struct Told
    {
        std::vector<session::StreamState> states;
        std::vector<Error> errors;
    };
    session::StreamListener listener(Told &told)
    {
        return {[&told](session::StreamState state, const Error &error) {
            told.states.push_back(state);
            told.errors.push_back(error);
        }};
    }
    session::PostDone collect(std::vector<session::PostOutcome> &into)
    {
        return [&into](const session::PostOutcome &outcome) { into.push_back(outcome); };
    }

    ManualClock clock;
    FakeWsFactory factory;
    JsonFrameSink sink;
    session::WsQuota quota;
    std::vector<session::WsState> states;
    std::vector<std::string> reasons;
    std::vector<std::string> venueErrors;
    std::unique_ptr<session::WsSession> session;

private:
    std::size_t m_looked = 0;
};

} // namespace hl::test
