// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "sim/feed_hub.h"

#include <algorithm>

namespace hl::sim {

using codec::Object;
using codec::Value;

void FeedHub::send(SessionId id, const std::string &text)
{
    const auto it = m_sessions.find(id);
    if (it != m_sessions.end() && it->second.send)
        it->second.send(text);
}

void FeedHub::error(SessionId id, const std::string &text)
{
    send(id, codec::toJson(Object{{"channel", "error"}, {"data", text}}));
}

void FeedHub::push(Session &session, const Subscription &sub, Value data)
{
    session.send(codec::toJson(Object{{"channel", sub.name}, {"data", std::move(data)}}));
}

std::size_t FeedHub::subscriptionCount() const
{
    std::size_t count = 0;
    for (const auto &[id, session] : m_sessions)
        count += session.subscriptions.size();
    return count;
}

std::set<Address> FeedHub::users() const
{
    std::set<Address> out;
    for (const auto &[id, session] : m_sessions) {
        for (const Subscription &sub : session.subscriptions) {
            if (sub.user)
                out.insert(*sub.user);
        }
    }
    return out;
}

void FeedHub::subscribe(SessionId id, const Value &wanted, std::string_view raw)
{
    const auto it = m_sessions.find(id);
    if (it == m_sessions.end())
        return;
    Session &session = it->second;
    SubscribeOutcome outcome = readSubscription(wanted, m_exchange.universe());
    if (!outcome.subscription) {
        error(id, outcome.problem == SubscribeProblem::UnknownType
                      ? "Error parsing JSON into valid websocket request: " + std::string(raw)
                      : "Invalid subscription " + codec::toJson(wanted));
        return;
    }
    Subscription &sub = *outcome.subscription;
    for (const Subscription &known : session.subscriptions) {
        if (known.id == sub.id) {
            error(id, "Already subscribed: " + sub.id);
            return;
        }
    }
    if (subscriptionCount() >= kMostSubscriptions) {
        error(id, "Cannot subscribe to more than 1000 channels.");
        return;
    }
    if (sub.user) {
        std::set<Address> tracked = users();
        tracked.insert(*sub.user);
        if (tracked.size() > kMostUsers) {
            error(id, "Cannot track more than 15 total users.");
            return;
        }
    }
    session.send(codec::toJson(
        Object{{"channel", "subscriptionResponse"},
               {"data", Object{{"method", "subscribe"}, {"subscription", sub.echo}}}}));
    session.subscriptions.push_back(std::move(sub));
    first(session, session.subscriptions.back());
}

void FeedHub::unsubscribe(SessionId id, const Value &wanted, std::string_view raw)
{
    const auto it = m_sessions.find(id);
    if (it == m_sessions.end())
        return;
    Session &session = it->second;
    const SubscribeOutcome outcome = readSubscription(wanted, m_exchange.universe());
    if (!outcome.subscription) {
        error(id, "Error parsing JSON into valid websocket request: " + std::string(raw));
        return;
    }
    const auto known =
        std::find_if(session.subscriptions.begin(), session.subscriptions.end(),
                     [&](const Subscription &sub) { return sub.id == outcome.subscription->id; });
    if (known == session.subscriptions.end()) {
        error(id, "Already unsubscribed: " + outcome.subscription->id);
        return;
    }
    session.send(codec::toJson(
        Object{{"channel", "subscriptionResponse"},
               {"data", Object{{"method", "unsubscribe"}, {"subscription", known->echo}}}}));
    session.subscriptions.erase(known);
}

void FeedHub::publish(const Outbox &outbox)
{
    for (auto &[id, session] : m_sessions) {
        for (const Subscription &sub : session.subscriptions)
            events(session, sub, outbox);
        for (Subscription &sub : session.subscriptions)
            picture(session, sub, outbox);
    }
}

const SimAccount *FeedHub::accountOf(const Subscription &sub) const
{
    return sub.user ? m_exchange.accounts().find(*sub.user) : nullptr;
}

const SimAccount &FeedHub::accountOrEmpty(const Subscription &sub) const
{
    if (const SimAccount *known = accountOf(sub))
        return *known;
    m_nobody.perps.resize(m_exchange.universe().dexes().size());
    m_nobody.address = sub.user.value_or(Address{});
    return m_nobody;
}

} // namespace hl::sim
