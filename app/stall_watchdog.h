// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QApplication>

#include <cstdint>

namespace hl::app {

/// The application, with a watch on every event it delivers: one that takes over 50 ms is a stall,
/// counted and logged. Nested deliveries count as part of the outermost one.
class WatchedApplication final : public QApplication
{
    Q_OBJECT

public:
    static constexpr std::int64_t kStallNs = 50'000'000;

    struct Stalls
    {
        std::uint64_t count = 0;
        std::int64_t longestNs = 0;
    };

    WatchedApplication(int &argc, char **argv) : QApplication(argc, argv) {}

    bool notify(QObject *receiver, QEvent *event) override;

    /// Before the first painted book or replayed frame: fonts, the window's first layout and show.
    const Stalls &atStart() const { return m_atStart; }
    const Stalls &running() const { return m_running; }
    /// Call with the first painted book or replayed frame; what follows counts as running.
    void startEnded() { m_isStarting = false; }
    /// What follows is not part of the run (taking its picture).
    void stopWatching() { m_isWatching = false; }

private:
    bool m_isInside = false;
    bool m_isStarting = true;
    bool m_isWatching = true;
    Stalls m_atStart;
    Stalls m_running;
};

} // namespace hl::app
