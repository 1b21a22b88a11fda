// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "sim/render.h"
#include "sim/subscription.h"

#include <functional>
#include <list>
#include <map>
#include <set>
#include <string>

namespace hl::sim {

using SessionId = std::uint64_t;
using SendText = std::function<void(const std::string &)>;

/// Who is subscribed to what, and the frames they get: what happened at once, pictures at the
/// venue's pace (protocol/websocket.md 3, data/INDEX.md). Qt-free.
class FeedHub
{
public:
    explicit FeedHub(const Exchange &exchange) : m_exchange(exchange), m_render(exchange) {}

    void open(SessionId id, SendText send) { m_sessions[id].send = std::move(send); }
    void close(SessionId id) { m_sessions.erase(id); }
    void send(SessionId id, const std::string &text);
    std::size_t sessionCount() const { return m_sessions.size(); }

    /// Acknowledges and sends the first frame, or answers an error frame. `raw` is the text that
    /// arrived.
    void subscribe(SessionId id, const codec::Value &wanted, std::string_view raw);
    void unsubscribe(SessionId id, const codec::Value &wanted, std::string_view raw);

    /// Sends what the outbox holds, then every picture that is due.
    void publish(const Outbox &outbox);

    static constexpr std::size_t kMostSubscriptions = 1000; ///< of one address, all connections
    static constexpr std::size_t kMostUsers = 15;

private:
    struct Session
    {
        SendText send;
        std::list<Subscription> subscriptions;
    };

    void error(SessionId id, const std::string &text);
    void push(Session &session, const Subscription &sub, codec::Value data);
    std::size_t subscriptionCount() const;
    std::set<Address> users() const;

    // feed_events.cpp
    void first(Session &session, Subscription &sub);
    void events(Session &session, const Subscription &sub, const Outbox &outbox);
    codec::Array userEvents(UserId user, const Outbox &outbox) const;

    // feed_pictures.cpp
    void picture(Session &session, Subscription &sub, const Outbox &outbox);
    codec::Value paint(const Subscription &sub) const;
    void fastCtxs(Session &session, Subscription &sub);
    bool isTouched(const Subscription &sub, const Outbox &outbox) const;

    const SimAccount *accountOf(const Subscription &sub) const;
    const SimAccount &accountOrEmpty(const Subscription &sub) const;

    const Exchange &m_exchange;
    Renderer m_render;
    std::map<SessionId, Session> m_sessions;
    mutable SimAccount m_nobody;
};

} // namespace hl::sim
