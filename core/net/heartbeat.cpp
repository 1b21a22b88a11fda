// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "net/heartbeat.h"

#include <algorithm>
#include <utility>

namespace hl::net {

namespace {

constexpr std::chrono::milliseconds kPeriod{5'000};
constexpr std::chrono::milliseconds kPatience{3'000};

} // namespace

Heartbeat::Heartbeat(const Clock &clock, TimerService &timers, Hooks hooks)
    : m_clock(clock)
    , m_hooks(std::move(hooks))
    , m_timer(timers)
{}

void Heartbeat::start()
{
    m_roundTripMs = -1;
    ping();
}

void Heartbeat::stop()
{
    m_timer.stop();
    m_isAwaiting = false;
}

void Heartbeat::ping()
{
    m_pingAtNs = m_clock.monoNs();
    m_isAwaiting = true;
    m_timer.start(kPatience, [this] {
        m_isAwaiting = false;
        m_hooks.dead();
    });
    // Last: the write may find the connection broken and stop this heartbeat.
    m_hooks.ping();
}

void Heartbeat::pongReceived()
{
    if (!m_isAwaiting)
        return;
    m_isAwaiting = false;
    const std::int64_t elapsedMs = (m_clock.monoNs() - m_pingAtNs) / 1'000'000;
    m_roundTripMs = elapsedMs;
    const auto rest = kPeriod - std::chrono::milliseconds(elapsedMs);
    m_timer.start(std::max(rest, std::chrono::milliseconds(0)), [this] { ping(); });
}

} // namespace hl::net
