// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "net/qt_timer_service.h"

#include <QTest>

#include <memory>
#include <vector>

using namespace hl;
using namespace std::chrono_literals;

class TestQtTimerService : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void firesInOrderAndNotEarly()
    {
        net::QtTimerService timers;
        SystemClock clock;
        std::vector<int> fired;
        const std::int64_t start = clock.monoMs();
        std::int64_t firstAt = 0;
        (void)timers.after(40ms, [&] { fired.push_back(2); });
        (void)timers.after(20ms, [&] {
            fired.push_back(1);
            firstAt = clock.monoMs();
        });
        bool wasInside = true;
        (void)timers.after(0ms, [&] { fired.push_back(wasInside ? -1 : 0); });
        wasInside = false;
        QTRY_COMPARE(fired.size(), 3U);
        QVERIFY((fired == std::vector<int>{0, 1, 2}));
        QVERIFY(firstAt - start >= 20);
        QCOMPARE(timers.pending(), 0U);
    }

    void cancelledStaysSilentAndTimersAreReused()
    {
        net::QtTimerService timers;
        int fired = 0;
        for (int i = 0; i < 100; ++i) {
            const auto handle = timers.after(1ms, [&] { ++fired; });
            timers.cancel(handle);
            timers.cancel(handle);
        }
        timers.cancel(0);
        bool done = false;
        (void)timers.after(30ms, [&] { done = true; });
        QTRY_VERIFY(done);
        QCOMPARE(fired, 0);
        QVERIFY(timers.children().size() <= 2);
    }

    void mayStartAndCancelFromInside()
    {
        net::QtTimerService timers;
        int rounds = 0;
        TimerService::Handle other = timers.after(1h, [] {});
        std::function<void()> again = [&] {
            timers.cancel(std::exchange(other, timers.after(1h, [] {})));
            if (++rounds < 50)
                (void)timers.after(0ms, again);
        };
        (void)timers.after(0ms, again);
        QTRY_COMPARE(rounds, 50);
        QCOMPARE(timers.pending(), 1U);
        QVERIFY(timers.children().size() <= 4);
    }

    void goesWithItsOwner()
    {
        int fired = 0;
        {
            net::QtTimerService timers;
            (void)timers.after(1ms, [&] { ++fired; });
        }
        net::QtTimerService timers;
        bool done = false;
        (void)timers.after(20ms, [&] { done = true; });
        QTRY_VERIFY(done);
        QCOMPARE(fired, 0);
    }
};

QTEST_GUILESS_MAIN(TestQtTimerService)
#include "tst_qt_timer_service.moc"
