// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "venue/session/ws_quota.h"

#include <algorithm>

namespace hl::session {

WsQuota::WsQuota(const Clock &clock, TimerService &timers, Limits limits, Memory *memory)
    : m_limits(limits)
    , m_messages(clock, timers, limits.messages, memory == nullptr ? nullptr : &memory->messages)
    , m_connects(clock, timers, net::kConnectLimits,
                 memory == nullptr ? nullptr : &memory->connects)
{
    m_limits.users = std::clamp(m_limits.users, 1, kMaxUsers);
}

Status WsQuota::openConnection()
{
    if (m_connections >= m_limits.connections)
        return fail(ErrorKind::RateLimited, "Cannot open more than " +
                                                std::to_string(m_limits.connections) +
                                                " connections to the venue.");
    ++m_connections;
    return {};
}

void WsQuota::closeConnection()
{
    m_connections = std::max(m_connections - 1, 0);
}

Status WsQuota::reserve(const Subscription &subscription)
{
    if (m_subscriptions >= m_limits.subscriptions)
        return fail(ErrorKind::RateLimited, "Cannot subscribe to more than " +
                                                std::to_string(m_limits.subscriptions) +
                                                " channels.");
    if (subscription.user) {
        const auto it = m_users.find(*subscription.user);
        if (it == m_users.end() && users() >= m_limits.users)
            return fail(ErrorKind::RateLimited, "Cannot track more than " +
                                                    std::to_string(m_limits.users) +
                                                    " total users.");
        ++m_users[*subscription.user];
    }
    ++m_subscriptions;
    return {};
}

void WsQuota::release(const Subscription &subscription)
{
    m_subscriptions = std::max(m_subscriptions - 1, 0);
    if (!subscription.user)
        return;
    const auto it = m_users.find(*subscription.user);
    if (it != m_users.end() && --it->second <= 0)
        m_users.erase(it);
}

} // namespace hl::session
