// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "net/deadline_queue.h"
#include "support/manual_clock.h"

#include <QTest>

#include <vector>

using namespace hl;
using namespace hl::net;
using namespace std::chrono_literals;

class TestDeadlineQueue : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void manyDeadlinesOneTimer()
    {
        test::ManualClock clock;
        DeadlineQueue queue(clock, clock);
        std::vector<int> fired;
        for (const int ms : {30, 10, 20, 10})
            (void)queue.add(std::chrono::milliseconds(ms),
                            [&fired, ms, n = fired.size()] { fired.push_back(ms); });
        QCOMPARE(clock.pendingTimers(), 1U);
        clock.advance(10ms);
        QVERIFY((fired == std::vector<int>{10, 10}));
        clock.advance(20ms);
        QVERIFY((fired == std::vector<int>{10, 10, 20, 30}));
        QCOMPARE(clock.pendingTimers(), 0U);
    }

    void sameDeadlineInOrderOfAdding()
    {
        test::ManualClock clock;
        DeadlineQueue queue(clock, clock);
        std::vector<int> fired;
        for (int i = 0; i < 50; ++i)
            (void)queue.add(5ms, [&fired, i] { fired.push_back(i); });
        clock.advance(5ms);
        QCOMPARE(fired.size(), 50U);
        QVERIFY(std::is_sorted(fired.begin(), fired.end()));
    }

    void cancelledOneStaysSilent()
    {
        test::ManualClock clock;
        DeadlineQueue queue(clock, clock);
        std::vector<int> fired;
        const auto head = queue.add(10ms, [&] { fired.push_back(1); });
        DeadlineQueue::Id later = 0;
        (void)queue.add(20ms, [&] {
            fired.push_back(2);
            queue.cancel(later);
        });
        later = queue.add(20ms, [&] { fired.push_back(3); });
        queue.cancel(head);
        queue.cancel(head);
        queue.cancel(0);
        clock.advance(1s);
        QVERIFY(fired == std::vector<int>{2});
        QCOMPARE(queue.size(), 0U);
    }

    void addedWhileFiringIsNotDueYet()
    {
        test::ManualClock clock;
        DeadlineQueue queue(clock, clock);
        int fired = 0;
        (void)queue.add(1ms, [&] { (void)queue.add(1ms, [&] { ++fired; }); });
        clock.advance(1ms);
        QCOMPARE(fired, 0);
        clock.advance(1ms);
        QCOMPARE(fired, 1);
    }
};

QTEST_APPLESS_MAIN(TestDeadlineQueue)
#include "tst_deadline_queue.moc"
