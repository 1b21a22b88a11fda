// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "net/heartbeat.h"
#include "support/manual_clock.h"

#include <QTest>

using namespace hl;
using namespace hl::net;
using namespace std::chrono_literals;

class TestHeartbeat : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void pingsEveryFiveSeconds()
    {
        test::ManualClock clock;
        int pings = 0;
        bool dead = false;
        Heartbeat beat(clock, clock, {[&] { ++pings; }, [&] { dead = true; }});
        beat.start();
        QCOMPARE(pings, 1);
        for (int i = 0; i < 12; ++i) {
            clock.advance(40ms);
            beat.pongReceived();
            QCOMPARE(beat.roundTripMs(), 40);
            clock.advance(4'959ms);
            QCOMPARE(pings, i + 1);
            clock.advance(1ms);
            QCOMPARE(pings, i + 2);
        }
        QVERIFY(!dead);
        QCOMPARE(clock.pendingTimers(), 1U);
        beat.stop();
        QCOMPARE(clock.pendingTimers(), 0U);
    }

    /// cases.md B27: whenever the line dies, it is noticed within 8 s.
    void B27_halfOpenIsNoticedWithinEightSeconds_data()
    {
        QTest::addColumn<int>("diesAfterMs");
        for (const int ms : {0, 1, 100, 2'500, 4'999, 5'000, 5'001})
            QTest::addRow("%d ms after a pong", ms) << ms;
    }

    void B27_halfOpenIsNoticedWithinEightSeconds()
    {
        QFETCH(int, diesAfterMs);
        test::ManualClock clock;
        bool isLineUp = true;
        std::int64_t deadAtMs = 0;
        Heartbeat *self = nullptr;
        Heartbeat beat(clock, clock,
                       {[&] {
                            if (isLineUp)
                                (void)clock.after(1ms, [&] { self->pongReceived(); });
                        },
                        [&] { deadAtMs = clock.monoMs(); }});
        self = &beat;
        beat.start();
        clock.advance(std::chrono::milliseconds(5'001 + diesAfterMs));
        isLineUp = false;
        const std::int64_t diedAtMs = clock.monoMs();
        clock.advance(8s);
        QVERIFY2(deadAtMs > 0, "never noticed");
        QVERIFY(deadAtMs - diedAtMs <= 8'000);
        QVERIFY(!beat.isRunning());
    }

    void onlyAPongCounts()
    {
        test::ManualClock clock;
        bool dead = false;
        Heartbeat beat(clock, clock, {[] {}, [&] { dead = true; }});
        beat.start();
        clock.advance(2'999ms);
        QVERIFY(!dead);
        clock.advance(1ms);
        QVERIFY(dead);
        beat.pongReceived(); // too late
        QVERIFY(!beat.isRunning());
    }
};

QTEST_APPLESS_MAIN(TestHeartbeat)
#include "tst_heartbeat.moc"
