// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "net/rate_budget.h"
#include "venue/session/subscription.h"

#include <cstddef>
#include <map>

namespace hl::session {

/// The limits all WebSocket connections of one IP share (protocol/websocket.md 6). The venue
/// refuses without saying which request it means, so they are kept here. One object for
/// a session; what a minute allows is counted on in Memory.
class WsQuota
{
public:
    static constexpr int kMaxUsers = 14;

    struct Limits
    {
        int connections = 10;
        int subscriptions = 1000;
        int users = 10; ///< documented; a setting up to kMaxUsers, which a probe accepted
        net::RateBudget::Limits messages = net::kMessageLimits;
    };
    /// What outlives the sessions of a process.
    struct Memory
    {
        net::RateBudget::Memory messages;
        net::RateBudget::Memory connects;
    };

    WsQuota(const Clock &clock, TimerService &timers, Limits limits, Memory *memory = nullptr);
    WsQuota(const Clock &clock, TimerService &timers) : WsQuota(clock, timers, Limits{}) {}

    Status openConnection();
    void closeConnection();
    /// Check and count in one step. Several subscriptions of one user count that user once.
    Status reserve(const Subscription &subscription);
    void release(const Subscription &subscription);

    int connections() const { return m_connections; }
    int subscriptions() const { return m_subscriptions; }
    int users() const { return static_cast<int>(m_users.size()); }

    /// Messages a minute and new connections a minute.
    net::RateBudget &messages() { return m_messages; }
    net::RateBudget &connects() { return m_connects; }

private:
    Limits m_limits;
    int m_connections = 0;
    int m_subscriptions = 0;
    std::map<Address, int> m_users;
    net::RateBudget m_messages;
    net::RateBudget m_connects;
};

} // namespace hl::session
