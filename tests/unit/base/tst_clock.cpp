// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/clock.h"
#include "support/manual_clock.h"

#include <QTest>

#include <memory>
#include <vector>

using namespace hl;
using namespace std::chrono_literals;

class TestClock : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void timersFireInOrderAndAtTheirTime()
    {
        test::ManualClock clock(5'000);
        std::vector<std::pair<int, TimeMs>> fired;
        (void)clock.after(30ms, [&] { fired.emplace_back(3, clock.wallMs()); });
        (void)clock.after(10ms, [&] {
            fired.emplace_back(1, clock.wallMs());
            (void)clock.after(10ms, [&] { fired.emplace_back(2, clock.wallMs()); });
        });
        clock.advance(9ms);
        QVERIFY(fired.empty());
        clock.advance(100ms);
        const std::vector<std::pair<int, TimeMs>> expected{{1, 5'010}, {2, 5'020}, {3, 5'030}};
        QVERIFY(fired == expected);
        QCOMPARE(clock.wallMs(), TimeMs{5'109});
    }

    void stoppedTimerStaysSilent()
    {
        test::ManualClock clock;
        int calls = 0;
        Timer timer(clock);
        timer.start(10ms, [&] { ++calls; });
        QVERIFY(timer.isActive());
        timer.stop();
        QVERIFY(!timer.isActive());
        clock.advance(20ms);
        QCOMPARE(calls, 0);
    }

    void restartReplacesTheFirst()
    {
        test::ManualClock clock;
        std::string calls;
        Timer timer(clock);
        timer.start(10ms, [&] { calls += 'a'; });
        timer.start(20ms, [&] { calls += 'b'; });
        clock.advance(50ms);
        QCOMPARE(calls, std::string("b"));
    }

    void mayRestartItselfAndMayBeDestroyedInItsOwnCall()
    {
        test::ManualClock clock;
        int calls = 0;
        auto timer = std::make_unique<Timer>(clock);
        std::function<void()> again = [&] {
            if (++calls < 3)
                timer->start(1ms, again);
            else
                timer.reset();
        };
        timer->start(1ms, again);
        clock.advance(100ms);
        QCOMPARE(calls, 3);
        QVERIFY(!timer);
    }

    void destructionCancels()
    {
        test::ManualClock clock;
        int calls = 0;
        {
            Timer timer(clock);
            timer.start(10ms, [&] { ++calls; });
        }
        QCOMPARE(clock.pendingTimers(), std::size_t{0});
        clock.advance(20ms);
        QCOMPARE(calls, 0);
    }

    void systemClockIsMonotonic()
    {
        const SystemClock clock;
        const auto first = clock.monoNs();
        QVERIFY(clock.monoNs() >= first);
        QVERIFY(clock.wallMs() > 1'700'000'000'000);
    }
};

QTEST_APPLESS_MAIN(TestClock)
#include "tst_clock.moc"
