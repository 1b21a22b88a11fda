// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "net/deadline_queue.h"

#include <algorithm>
#include <utility>

namespace hl::net {

DeadlineQueue::Id DeadlineQueue::add(std::chrono::milliseconds delay, std::function<void()> fn)
{
    const Id id = ++m_lastId;
    const std::int64_t at = m_clock.monoNs() + delay.count() * 1'000'000;
    m_due.emplace(Key{at, id}, std::move(fn));
    m_when.emplace(id, at);
    arm();
    return id;
}

void DeadlineQueue::cancel(Id id)
{
    const auto it = m_when.find(id);
    if (it == m_when.end())
        return;
    m_due.erase(Key{it->second, id});
    m_when.erase(it);
    arm();
}

void DeadlineQueue::clear()
{
    m_due.clear();
    m_when.clear();
    arm();
}

void DeadlineQueue::fire()
{
    const std::int64_t now = m_clock.monoNs();
    // What a deadline adds is not yet due; what it cancels must not fire any more.
    while (!m_due.empty() && m_due.begin()->first.first <= now) {
        auto node = m_due.extract(m_due.begin());
        m_when.erase(node.key().second);
        node.mapped()();
    }
    arm();
}

void DeadlineQueue::arm()
{
    if (m_due.empty()) {
        m_timer.stop();
        return;
    }
    const std::int64_t at = m_due.begin()->first.first;
    // A timer that runs for an earlier, cancelled deadline wakes, finds nothing due and re-arms.
    if (m_timer.isActive() && m_armedForNs <= at)
        return;
    m_armedForNs = at;
    const std::int64_t ns = std::max<std::int64_t>(at - m_clock.monoNs(), 0);
    m_timer.start(std::chrono::milliseconds((ns + 999'999) / 1'000'000), [this] { fire(); });
}

} // namespace hl::net
