// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine/lasting_streams.h"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

namespace hl::engine {

namespace {

/// One that lived for so long was well: its next refusal is news, and the pauses begin anew.
constexpr std::int64_t kWellMs = 60'000;

bool passes(ErrorKind kind)
{
    return kind == ErrorKind::Timeout || kind == ErrorKind::RateLimited ||
           kind == ErrorKind::Transport;
}

} // namespace

LastingStreams::LastingStreams(const Clock &clock, TimerService &timers, Streams &inner)
    : m_clock(clock)
    , m_inner(inner)
    , m_timer(timers)
    , m_isAlive(std::make_shared<bool>(true))
{}

LastingStreams::~LastingStreams()
{
    *m_isAlive = false;
}

Result<Streams::Handle> LastingStreams::subscribe(const session::Subscription &subscription,
                                                  std::function<void(const Error &)> refused)
{
    const Handle handle = ++m_last;
    Wanted &wanted = m_wanted[handle];
    wanted.subscription = subscription;
    wanted.refused = std::move(refused);
    ask(handle, wanted);
    return handle;
}

void LastingStreams::ask(Handle handle, Wanted &wanted)
{
    wanted.askedMs = m_clock.monoMs();
    wanted.againMs = 0;
    const auto got = m_inner.subscribe(wanted.subscription,
                                       [this, handle, alive = m_isAlive](const Error &error) {
                                           if (*alive)
                                               wasRefused(handle, error);
                                       });
    if (got)
        wanted.inner = *got;
    else
        wasRefused(handle, got.error());
}

void LastingStreams::wasRefused(Handle handle, const Error &error)
{
    const auto it = m_wanted.find(handle);
    if (it == m_wanted.end())
        return;
    Wanted &wanted = it->second;
    wanted.inner = 0;
    const std::int64_t now = m_clock.monoMs();
    if (now - wanted.askedMs > kWellMs)
        wanted.refusals = 0;
    if (wanted.refusals == 0)
        wanted.toTell = error;
    if (passes(error.kind)) {
        const auto pause = std::min(kFirstPause * (1 << std::min(wanted.refusals, 2)), kMostPause);
        wanted.againMs = now + std::chrono::milliseconds(pause).count();
    }
    ++wanted.refusals;
    arm();
}

void LastingStreams::unsubscribe(Handle handle)
{
    auto node = m_wanted.extract(handle);
    if (!node.empty() && node.mapped().inner != 0)
        m_inner.unsubscribe(node.mapped().inner);
}

void LastingStreams::renew(Handle handle)
{
    // One that is refused has its own pace.
    if (const auto it = m_wanted.find(handle); it != m_wanted.end() && it->second.inner != 0)
        m_inner.renew(it->second.inner);
}

bool LastingStreams::isRefused(Handle handle) const
{
    const auto it = m_wanted.find(handle);
    return it != m_wanted.end() && it->second.inner == 0 && it->second.againMs == 0;
}

void LastingStreams::connectionOpened()
{
    for (auto &[handle, wanted] : m_wanted)
        if (wanted.inner == 0)
            ask(handle, wanted);
}

void LastingStreams::serve()
{
    const std::int64_t now = m_clock.monoMs();
    std::vector<std::pair<std::function<void(const Error &)>, Error>> calls;
    for (auto &[handle, wanted] : m_wanted) {
        if (wanted.toTell)
            calls.emplace_back(wanted.refused, *std::exchange(wanted.toTell, std::nullopt));
        if (wanted.againMs != 0 && wanted.againMs <= now)
            ask(handle, wanted);
    }
    arm();
    // Owners may unsubscribe, and subscribe anew.
    const auto alive = m_isAlive;
    for (const auto &[refused, error] : calls)
        if (*alive && refused)
            refused(error);
}

void LastingStreams::arm()
{
    std::int64_t next = std::numeric_limits<std::int64_t>::max();
    const std::int64_t now = m_clock.monoMs();
    for (const auto &[handle, wanted] : m_wanted) {
        if (wanted.toTell)
            next = now;
        else if (wanted.againMs != 0)
            next = std::min(next, wanted.againMs);
    }
    if (next == std::numeric_limits<std::int64_t>::max())
        m_timer.stop();
    else
        m_timer.start(std::chrono::milliseconds(std::max<std::int64_t>(next - now, 0)),
                      [this] { serve(); });
}

} // namespace hl::engine
