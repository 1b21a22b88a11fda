// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "stream_rig.h"

#include <algorithm>
#include <cstdlib>

namespace hl::bench {

using namespace std::chrono_literals;

namespace {

void keyOf(std::string &key, std::string_view channel, std::string_view of)
{
    key.assign(channel);
    key += '\0';
    key += of;
}

/// Far beyond what a run can use up.
constexpr net::RateBudget::Limits kEndless{100'000'000, 100'000'000, 0};

} // namespace

void Listeners::add(const session::Subscription &subscription, Listener listener)
{
    std::string key;
    keyOf(key, session::streamTypeName(subscription.type),
          subscription.user ? subscription.user->toString() : subscription.coin);
    m_listeners[key].push_back(std::move(listener));
}

session::FrameRoute Listeners::frameReceived(const session::InboundFrame &frame)
{
    m_decoder.decode(frame.text, m_frame);
    const session::FrameRoute route = m_router.route(m_frame);
    if (route.kind == session::FrameRoute::Kind::Data) {
        keyOf(m_key, route.stream.channel, route.stream.key);
        if (const auto it = m_listeners.find(m_key); it != m_listeners.end()) {
            for (const Listener &listener : it->second)
                listener(m_frame);
        }
    }
    return route;
}

StreamRig::StreamRig(const market::InstrumentRegistry &registry)
    : quota(time, time, {10, 1000, session::WsQuota::kMaxUsers, kEndless})
    , listeners(registry)
    , session({.url = "ws://venue.test/ws"}, factory, time, time, quota, listeners, {})
{
    if (!session.start())
        std::abort();
}

FarEnd &StreamRig::open(bool accept)
{
    for (int i = 0; i < 100'000 && session.state() != session::WsState::Connecting; ++i)
        time.advance(1ms);
    if (accept)
        factory.last->accept();
    return *factory.last;
}

session::StreamHandle StreamRig::subscribe(const session::Subscription &subscription,
                                           Listeners::Listener listener)
{
    listeners.add(subscription, std::move(listener));
    const std::size_t index = m_states.size();
    m_states.push_back(session::StreamState::Pending);
    auto handle = session.subscribe(
        subscription,
        {[this, index](session::StreamState state, const Error &) { m_states[index] = state; }});
    if (!handle)
        std::abort();
    return *handle;
}

int StreamRig::acknowledge()
{
    int count = 0;
    for (int quiet = 0; quiet < 3; ++quiet) {
        for (const std::string &sent : factory.last->take()) {
            if (!sent.starts_with(R"({"method":"subscribe")"))
                continue;
            factory.last->say(
                handedOver(R"({"channel":"subscriptionResponse","data":)" + sent + "}"));
            ++count;
            quiet = 0;
        }
        time.advance(2ms); // between bursts
    }
    return count;
}

int StreamRig::confirmed() const
{
    return static_cast<int>(std::ranges::count_if(m_states, [](session::StreamState state) {
        return state == session::StreamState::Confirmed || state == session::StreamState::Live;
    }));
}

QString handedOver(const std::string &text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

} // namespace hl::bench
