// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/clock.h"

#include <QObject>
#include <QTimer>

#include <cstdint>
#include <functional>
#include <map>
#include <unordered_map>
#include <utility>

namespace hl::net {

/// All deadlines of a thread in order, on one timer of Qt's (protocol/sdk-internals.md 2): starting
/// and giving up a deadline, which every order does, costs no system call. A cancelled head leaves
/// the timer as it is; it wakes too early once and waits again.
class QtTimerService final : public QObject, public TimerService
{
    Q_OBJECT

public:
    explicit QtTimerService(QObject *parent = nullptr);
    ~QtTimerService() override = default;

    Handle after(std::chrono::milliseconds delay, std::function<void()> fn) override;
    void cancel(Handle handle) override;
    std::size_t pending() const { return m_due.size(); }

private:
    using Key = std::pair<std::int64_t, Handle>;

    void arm(std::int64_t nowNs);
    void fire();

    std::map<Key, std::function<void()>> m_due; ///< by monotonic ns, then as they were added
    std::unordered_map<Handle, std::int64_t> m_when;
    Handle m_lastHandle = 0;
    std::int64_t m_armedForNs = 0;
    QTimer m_timer;
};

} // namespace hl::net
