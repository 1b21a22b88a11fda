// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/clock.h"

#include <QObject>

#include <unordered_map>
#include <vector>

class QTimer;

namespace hl::net {

/// The timers of the thread it was made in. Whatever is pending when it goes is dropped.
class QtTimerService final : public QObject, public TimerService
{
    Q_OBJECT

public:
    explicit QtTimerService(QObject *parent = nullptr) : QObject(parent) {}
    ~QtTimerService() override = default;

    Handle after(std::chrono::milliseconds delay, std::function<void()> fn) override;
    void cancel(Handle handle) override;
    std::size_t pending() const { return m_timers.size(); }

private:
    struct Pending
    {
        QTimer *timer = nullptr;
        std::function<void()> fn;
    };

    QTimer *take();
    void fire(Handle handle);

    std::unordered_map<Handle, Pending> m_timers;
    std::vector<QTimer *> m_spare; ///< stopped, for the next call
    Handle m_lastHandle = 0;
};

} // namespace hl::net
