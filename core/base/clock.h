// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/ids.h"

#include <chrono>
#include <cstdint>
#include <functional>

namespace hl {

/// All time is read through this, so that tests can set it.
class Clock
{
public:
    virtual ~Clock() = default;
    /// Wall clock, ms since 1970. May step in either direction.
    virtual TimeMs wallMs() const = 0;
    /// Monotonic nanoseconds since an arbitrary start.
    virtual std::int64_t monoNs() const = 0;

    std::int64_t monoMs() const { return monoNs() / 1'000'000; }
};

class SystemClock final : public Clock
{
public:
    TimeMs wallMs() const override;
    std::int64_t monoNs() const override;
};

/// One-shot timers of the calling thread. The Qt implementation lives in net (QtTimerService);
/// tests use the manual clock's.
class TimerService
{
public:
    using Handle = std::uint64_t;

    virtual ~TimerService() = default;
    /// Calls `fn` once, on this thread, not before `delay` has passed and never from inside this
    /// call. The handle is never 0.
    virtual Handle after(std::chrono::milliseconds delay, std::function<void()> fn) = 0;
    /// Unknown, fired and zero handles are ignored.
    virtual void cancel(Handle handle) = 0;
};

/// A timer that ends with its owner.
class Timer
{
public:
    explicit Timer(TimerService &service) : m_service(service) {}
    ~Timer() { stop(); }
    Timer(const Timer &) = delete;
    Timer &operator=(const Timer &) = delete;

    /// Restarts where it runs already.
    void start(std::chrono::milliseconds delay, std::function<void()> fn);
    void stop();
    bool isActive() const { return m_handle != 0; }

private:
    TimerService &m_service;
    TimerService::Handle m_handle = 0;
};

} // namespace hl
