// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/clock.h"

#include <cstdint>
#include <functional>

namespace hl::net {

/// Keep-alive of one open connection: a ping at once and then every 5 s, and dead where no pong
/// came within 3 s; so a half-open connection is noticed within 8 s. Only a pong counts, other
/// traffic does not (protocol/websocket.md 5). One timer.
class Heartbeat
{
public:
    struct Hooks
    {
        std::function<void()> ping;
        std::function<void()> dead; ///< once; the heartbeat has stopped
    };

    Heartbeat(const Clock &clock, TimerService &timers, Hooks hooks);

    void start();
    void stop();
    void pongReceived();
    bool isRunning() const { return m_timer.isActive(); }
    /// Of the last answered ping; −1 before the first.
    std::int64_t roundTripMs() const { return m_roundTripMs; }

private:
    void ping();

    const Clock &m_clock;
    Hooks m_hooks;
    std::int64_t m_pingAtNs = 0;
    std::int64_t m_roundTripMs = -1;
    bool m_isAwaiting = false;
    Timer m_timer;
};

} // namespace hl::net
