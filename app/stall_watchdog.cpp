// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/stall_watchdog.h"

#include "app/log_categories.h"

#include <QEvent>
#include <QThread>

#include <algorithm>
#include <chrono>

namespace hl::app {

bool WatchedApplication::notify(QObject *receiver, QEvent *event)
{
    // notify() is also how other threads' objects get their events.
    if (m_isInside || QThread::currentThread() != thread())
        return QApplication::notify(receiver, event);

    // The receiver may be gone afterwards.
    const char *const name = receiver->metaObject()->className();
    const QEvent::Type type = event->type();
    m_isInside = true;
    const auto begin = std::chrono::steady_clock::now();
    const bool handled = QApplication::notify(receiver, event);
    const std::int64_t took = std::chrono::duration_cast<std::chrono::nanoseconds>(
                                  std::chrono::steady_clock::now() - begin)
                                  .count();
    m_isInside = false;
    if (!m_isWatching)
        return handled;

    Stalls &stalls = m_isStarting ? m_atStart : m_running;
    stalls.longestNs = std::max(stalls.longestNs, took);
    if (took > kStallNs) {
        ++stalls.count;
        qCInfo(lcApp, "stall ms=%lld event=%d receiver=%s starting=%d",
               static_cast<long long>(took / 1'000'000), static_cast<int>(type), name,
               m_isStarting ? 1 : 0);
    }
    return handled;
}

} // namespace hl::app
