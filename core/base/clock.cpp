// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/clock.h"

namespace hl {

TimeMs SystemClock::wallMs() const
{
    using namespace std::chrono;
    return duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count();
}

std::int64_t SystemClock::monoNs() const
{
    using namespace std::chrono;
    return duration_cast<nanoseconds>(steady_clock::now().time_since_epoch()).count();
}

void Timer::start(std::chrono::milliseconds delay, std::function<void()> fn)
{
    stop();
    m_handle = m_service.after(delay, [this, fn = std::move(fn)] {
        m_handle = 0;
        // A copy: fn may restart or destroy this timer.
        const auto call = fn;
        call();
    });
}

void Timer::stop()
{
    m_service.cancel(m_handle);
    m_handle = 0;
}

} // namespace hl
