// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/manual_clock.h"
#include "trading/venue_clock.h"

#include <QTest>

using namespace hl;
using namespace std::chrono_literals;

/// interaction.md G16: the venue's time, and dates that cannot be.
class TestVenueClock : public QObject
{
    Q_OBJECT

    static void frames(test::ManualClock &clock, trading::VenueClock &venue, TimeMs ahead,
                       int count)
    {
        for (int i = 0; i < count; ++i) {
            clock.advance(500ms);
            venue.note(clock.wallMs() + ahead, clock.monoNs());
        }
    }

private Q_SLOTS:
    void G16_measuresTheOffset()
    {
        test::ManualClock clock;
        trading::VenueClock venue(clock);
        QVERIFY(!venue.offsetMs());
        QCOMPARE(venue.nowMs(), clock.wallMs());
        frames(clock, venue, 700, 3);
        QCOMPARE(*venue.offsetMs(), TimeMs{700});
        // A step of this computer's clock changes the offset and not the venue's time.
        const TimeMs before = venue.nowMs();
        clock.stepWall(-60'000);
        QCOMPARE(venue.nowMs(), before);
        QCOMPARE(*venue.offsetMs(), TimeMs{60'700});
    }

    void oneWrongDateMovesNothing_data()
    {
        QTest::addColumn<TimeMs>("date");
        QTest::addColumn<bool>("isFirst");
        QTest::newRow("2100") << TimeMs{4'102'444'800'000} << false;
        QTest::newRow("1970") << TimeMs{12} << false;
        QTest::newRow("a minute ahead") << TimeMs{1'700'000'070'000} << false;
        QTest::newRow("2100, first of all") << TimeMs{4'102'444'800'000} << true;
        QTest::newRow("1970, first of all") << TimeMs{12} << true;
    }

    void oneWrongDateMovesNothing()
    {
        QFETCH(TimeMs, date);
        QFETCH(bool, isFirst);
        test::ManualClock clock;
        trading::VenueClock venue(clock);
        if (!isFirst)
            frames(clock, venue, 0, 4);
        venue.note(date, clock.monoNs());
        QVERIFY(!venue.problemOf(date, clock.monoNs()).empty());
        frames(clock, venue, 0, 4);
        QCOMPARE(*venue.offsetMs(), TimeMs{0});
        QVERIFY(venue.problemOf(clock.wallMs(), clock.monoNs()).empty());
    }

    void manyThatAgreeAreBelieved()
    {
        test::ManualClock clock;
        trading::VenueClock venue(clock);
        frames(clock, venue, 0, 4);
        // This computer slept: the venue's time has gone on without it.
        frames(clock, venue, 3'600'000, 5);
        QCOMPARE(*venue.offsetMs(), TimeMs{3'600'000});
        QVERIFY(venue.problemOf(clock.wallMs() + 3'600'000, clock.monoNs()).empty());
    }

    void whatTellsOfAChangeMayBeOld()
    {
        test::ManualClock clock;
        trading::VenueClock venue(clock);
        frames(clock, venue, 0, 4);
        const TimeMs old = clock.wallMs() - 3'600'000;
        QVERIFY(!venue.problemOf(old, clock.monoNs()).empty());
        QVERIFY(venue.problemOf(old, clock.monoNs(), true).empty());
        QVERIFY(!venue.problemOf(clock.wallMs() + 60'000, clock.monoNs(), true).empty());
    }
};

QTEST_APPLESS_MAIN(TestVenueClock)
#include "tst_venue_clock.moc"
