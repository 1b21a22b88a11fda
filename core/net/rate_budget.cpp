// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "net/rate_budget.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace hl::net {

namespace {

constexpr std::int64_t kUnit = 60'000'000'000; // nanoseconds in a minute

std::size_t index(Priority priority)
{
    return static_cast<std::size_t>(priority);
}

} // namespace

RateBudget::RateBudget(const Clock &clock, TimerService &timers, Limits limits, Memory *memory)
    : m_clock(clock)
    , m_limits(limits)
    , m_units(limits.capacity * kUnit)
    , m_readAtNs(clock.monoNs())
    , m_memory(memory)
    , m_timer(timers)
{
    assert(limits.capacity > 0 && limits.perMinute > 0);
    assert(limits.exitReserve >= 0 && limits.exitReserve < limits.capacity);
    if (m_memory == nullptr || m_memory->readAtNs == 0)
        return;
    m_units -= m_memory->missingUnits;
    m_readAtNs = m_memory->readAtNs;
    m_pausedUntilNs = m_memory->pausedUntilNs;
}

void RateBudget::spend(int weight)
{
    m_units -= weight * kUnit;
    remember();
}

void RateBudget::remember() const
{
    if (m_memory == nullptr)
        return;
    m_memory->missingUnits = m_limits.capacity * kUnit - m_units;
    m_memory->readAtNs = m_readAtNs;
    m_memory->pausedUntilNs = m_pausedUntilNs;
}

void RateBudget::refill() const
{
    const std::int64_t now = m_clock.monoNs();
    const std::int64_t missing = m_limits.capacity * kUnit - m_units;
    const std::int64_t elapsed = now - m_readAtNs;
    if (elapsed <= 0)
        return;
    m_readAtNs = now;
    if (elapsed > missing / m_limits.perMinute)
        m_units += missing;
    else
        m_units += elapsed * m_limits.perMinute;
}

std::int64_t RateBudget::reserveFor(Priority priority) const
{
    return static_cast<std::int64_t>(m_limits.exitReserve) * static_cast<int>(priority);
}

std::int64_t RateBudget::needFor(int weight, Priority priority) const
{
    return std::min<std::int64_t>(weight + reserveFor(priority), m_limits.capacity);
}

bool RateBudget::isBehindOthers(Priority priority) const
{
    for (std::size_t i = 0; i <= index(priority); ++i) {
        if (!m_waiting[i].empty())
            return true;
    }
    return false;
}

std::int64_t RateBudget::waitNs(int weight, Priority priority) const
{
    refill();
    const std::int64_t deficit = needFor(weight, priority) * kUnit - m_units;
    std::int64_t wait = deficit <= 0 ? 0 : (deficit + m_limits.perMinute - 1) / m_limits.perMinute;
    if (priority != Priority::Exit)
        wait = std::max(wait, m_pausedUntilNs - m_clock.monoNs());
    return wait;
}

bool RateBudget::tryAcquire(int weight, Priority priority)
{
    if (isBehindOthers(priority) || waitNs(weight, priority) > 0)
        return false;
    spend(weight);
    return true;
}

RateBudget::Ticket RateBudget::acquire(int weight, Priority priority, std::function<void()> granted)
{
    if (tryAcquire(weight, priority)) {
        granted();
        return 0;
    }
    const Ticket ticket = ++m_lastTicket;
    m_waiting[index(priority)].push_back({ticket, weight, std::move(granted)});
    arm();
    return ticket;
}

void RateBudget::charge(int weight)
{
    refill();
    spend(weight);
}

void RateBudget::abort(Ticket ticket)
{
    if (ticket == 0)
        return;
    for (auto &queue : m_waiting)
        std::erase_if(queue, [ticket](const Waiter &w) { return w.ticket == ticket; });
    arm();
}

void RateBudget::pause(std::chrono::milliseconds time)
{
    m_pausedUntilNs = std::max(m_pausedUntilNs, m_clock.monoNs() + time.count() * 1'000'000);
    remember();
    arm();
}

bool RateBudget::isPaused() const
{
    return m_clock.monoNs() < m_pausedUntilNs;
}

std::int64_t RateBudget::available() const
{
    refill();
    const std::int64_t whole = m_units / kUnit;
    return m_units < 0 && m_units % kUnit != 0 ? whole - 1 : whole;
}

int RateBudget::used() const
{
    return static_cast<int>(std::max<std::int64_t>(m_limits.capacity - available(), 0));
}

std::size_t RateBudget::waiting() const
{
    std::size_t count = 0;
    for (const auto &queue : m_waiting)
        count += queue.size();
    return count;
}

void RateBudget::serve()
{
    // A granted request may ask for more; it then queues behind those that waited before it.
    m_isServing = true;
    for (std::size_t i = 0; i < kPriorities; ++i) {
        auto &queue = m_waiting[i];
        const auto priority = static_cast<Priority>(i);
        while (!queue.empty() && waitNs(queue.front().weight, priority) <= 0) {
            Waiter waiter = std::move(queue.front());
            queue.pop_front();
            spend(waiter.weight);
            waiter.granted();
        }
        // A worse priority must not starve a better one that waits for a bigger sum.
        if (!queue.empty())
            break;
    }
    m_isServing = false;
    arm();
}

void RateBudget::arm()
{
    if (m_isServing)
        return;
    for (std::size_t i = 0; i < kPriorities; ++i) {
        if (m_waiting[i].empty())
            continue;
        const std::int64_t ns = std::max<std::int64_t>(
            waitNs(m_waiting[i].front().weight, static_cast<Priority>(i)), 0);
        m_timer.start(std::chrono::milliseconds((ns + 999'999) / 1'000'000), [this] { serve(); });
        return;
    }
    m_timer.stop();
}

} // namespace hl::net
