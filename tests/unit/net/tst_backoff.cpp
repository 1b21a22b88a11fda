// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "net/backoff.h"

#include <QTest>

#include <set>

using namespace hl::net;

class TestBackoff : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void staysInsideItsBounds_data()
    {
        QTest::addColumn<int>("attempt");
        QTest::addColumn<qint64>("ceiling");
        QTest::newRow("first: 150 ms") << 0 << qint64{150};
        QTest::newRow("second: 300 ms") << 1 << qint64{300};
        QTest::newRow("seventh: 9.6 s") << 6 << qint64{9'600};
        QTest::newRow("eighth: the cap") << 7 << qint64{10'000};
        QTest::newRow("hundredth: still the cap") << 99 << qint64{10'000};
    }

    void staysInsideItsBounds()
    {
        QFETCH(int, attempt);
        QFETCH(qint64, ceiling);
        std::set<qint64> seen;
        for (std::uint64_t seed = 0; seed < 500; ++seed) {
            Backoff backoff(seed);
            for (int i = 0; i < attempt; ++i)
                (void)backoff.next();
            const qint64 wait = backoff.next().count();
            QVERIFY2(wait >= ceiling / 2 && wait <= ceiling, qPrintable(QString::number(wait)));
            seen.insert(wait);
        }
        // Jitter is real: many clients must not come back in the same millisecond.
        QVERIFY(seen.size() > 50);
    }

    void repeatsForASeedAndStartsAnew()
    {
        Backoff a(7);
        Backoff b(7);
        for (int i = 0; i < 20; ++i)
            QCOMPARE(a.next().count(), b.next().count());
        a.reset();
        QCOMPARE(a.attempts(), 0);
        QVERIFY(a.next().count() <= 150);
    }
};

QTEST_APPLESS_MAIN(TestBackoff)
#include "tst_backoff.moc"
