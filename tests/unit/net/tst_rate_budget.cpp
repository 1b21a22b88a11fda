// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "net/rate_budget.h"
#include "support/manual_clock.h"

#include <QTest>

#include <vector>

using namespace hl;
using namespace hl::net;
using namespace std::chrono_literals;

class TestRateBudget : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void startsFullAndRefillsExactly()
    {
        test::ManualClock clock;
        RateBudget budget(clock, clock, {1200, 1200, 0});
        QCOMPARE(budget.available(), 1200);
        QVERIFY(budget.tryAcquire(1200, Priority::Account));
        QVERIFY(!budget.tryAcquire(1, Priority::Account));
        clock.advance(49ms);
        QVERIFY(!budget.tryAcquire(1, Priority::Account)); // 20 a second: one in 50 ms
        clock.advance(1ms);
        QVERIFY(budget.tryAcquire(1, Priority::Account));
        QCOMPARE(budget.available(), 0);
        clock.advance(1h);
        QCOMPARE(budget.available(), 1200);
    }

    /// The venue counts on when a session ends and another begins.
    void whatWasSpentOutlivesTheBudget()
    {
        test::ManualClock clock;
        RateBudget::Memory memory;
        {
            RateBudget first(clock, clock, {1200, 1200, 0}, &memory);
            QCOMPARE(first.available(), 1200);
            first.charge(1000);
            clock.advance(5s);
            QVERIFY(first.tryAcquire(100, Priority::Account));
            first.pause(20s);
        }
        clock.advance(10s);
        {
            RateBudget second(clock, clock, {1200, 1200, 0}, &memory);
            QCOMPARE(second.used(), 1000 - 100 + 100 - 200);
            QVERIFY(second.isPaused());
            QVERIFY(!second.tryAcquire(1, Priority::Account));
            QVERIFY(second.tryAcquire(1, Priority::Exit));
            clock.advance(10s);
            QVERIFY(second.tryAcquire(1, Priority::Account));
        }
        clock.advance(2min);
        QCOMPARE(RateBudget(clock, clock, {1200, 1200, 0}, &memory).available(), 1200);
        QCOMPARE(RateBudget(clock, clock, {1200, 1200, 0}).available(), 1200);
    }

    void waitsInStrictOrder()
    {
        test::ManualClock clock;
        RateBudget budget(clock, clock, {60, 60, 0});
        std::vector<int> order;
        QCOMPARE(budget.acquire(60, Priority::Account, [&] { order.push_back(0); }), 0U);
        QVERIFY(budget.acquire(10, Priority::Account, [&] { order.push_back(1); }) != 0);
        QVERIFY(budget.acquire(1, Priority::Account, [&] { order.push_back(2); }) != 0);
        clock.advance(5s);
        QVERIFY2(order == std::vector<int>{0}, "a small request overtook a big one");
        QVERIFY(!budget.tryAcquire(1, Priority::Account));
        clock.advance(5s);
        QVERIFY((order == std::vector<int>{0, 1}));
        clock.advance(1s);
        QVERIFY((order == std::vector<int>{0, 1, 2}));
        QCOMPARE(clock.pendingTimers(), 0U);
    }

    void moreThanTheCapacityIsServedFromAFullBucketIntoDebt()
    {
        test::ManualClock clock;
        RateBudget budget(clock, clock, {60, 60, 0});
        budget.charge(30);
        bool granted = false;
        (void)budget.acquire(100, Priority::Account, [&] { granted = true; });
        clock.advance(29'999ms);
        QVERIFY(!granted);
        clock.advance(1ms);
        QVERIFY(granted);
        QCOMPARE(budget.available(), -40);
        QCOMPARE(budget.used(), 100);
    }

    void abortedWaiterTakesNothing()
    {
        test::ManualClock clock;
        RateBudget budget(clock, clock, {60, 60, 0});
        budget.charge(60);
        bool first = false;
        bool second = false;
        const auto ticket = budget.acquire(50, Priority::Account, [&] { first = true; });
        (void)budget.acquire(2, Priority::Account, [&] { second = true; });
        budget.abort(ticket);
        clock.advance(2s);
        QVERIFY(!first && second);
        QCOMPARE(budget.waiting(), 0U);
        budget.abort(ticket);
        budget.abort(0);
    }

    void wallClockStepsDoNotMatter()
    {
        test::ManualClock clock;
        RateBudget budget(clock, clock, {60, 60, 0});
        budget.charge(60);
        clock.stepWall(-3'600'000);
        clock.advance(10s);
        QCOMPARE(budget.available(), 10);
    }

    /// interaction.md G14: the last fifth is for exits, and history is shed before candles before
    /// other markets.
    void G14_shedsInOrder()
    {
        test::ManualClock clock;
        RateBudget budget(clock, clock, kIpWeightLimits);
        const auto canTake = [&](Priority priority) { return budget.tryAcquire(0, priority); };
        budget.charge(1200 - 960 + 1);
        QVERIFY(!canTake(Priority::History));
        QVERIFY(canTake(Priority::Candles));
        budget.charge(240);
        QVERIFY(!canTake(Priority::Candles));
        QVERIFY(canTake(Priority::Market));
        budget.charge(240);
        QVERIFY(!canTake(Priority::Market));
        QVERIFY(canTake(Priority::Account));
        budget.charge(240);
        QVERIFY(!canTake(Priority::Account));
        QVERIFY(canTake(Priority::Exit));
        budget.charge(238);
        QVERIFY(budget.tryAcquire(1, Priority::Exit));
    }

    void betterPriorityIsServedFirst()
    {
        test::ManualClock clock;
        RateBudget budget(clock, clock, {600, 600, 0});
        budget.charge(600);
        std::vector<std::string> order;
        (void)budget.acquire(10, Priority::History, [&] { order.emplace_back("history"); });
        (void)budget.acquire(10, Priority::Exit, [&] { order.emplace_back("exit"); });
        clock.advance(1s);
        QVERIFY(order == std::vector<std::string>{"exit"});
        clock.advance(1s);
        QCOMPARE(order.size(), 2U);
    }

    void pauseHoldsAllButExits()
    {
        test::ManualClock clock;
        RateBudget budget(clock, clock, {60, 60, 0});
        budget.pause(5s);
        QVERIFY(budget.isPaused());
        QVERIFY(!budget.tryAcquire(1, Priority::Account));
        QVERIFY(budget.tryAcquire(1, Priority::Exit));
        bool granted = false;
        (void)budget.acquire(1, Priority::Account, [&] { granted = true; });
        clock.advance(4'999ms);
        QVERIFY(!granted);
        clock.advance(1ms);
        QVERIFY(granted);
        QVERIFY(!budget.isPaused());
    }

    void grantedMayAskForMore()
    {
        test::ManualClock clock;
        RateBudget budget(clock, clock, {60, 60, 0});
        budget.charge(60);
        std::vector<int> order;
        (void)budget.acquire(1, Priority::Account, [&] {
            order.push_back(1);
            (void)budget.acquire(1, Priority::Account, [&] { order.push_back(3); });
        });
        (void)budget.acquire(1, Priority::Account, [&] { order.push_back(2); });
        clock.advance(10s);
        QVERIFY((order == std::vector<int>{1, 2, 3}));
    }
};

QTEST_APPLESS_MAIN(TestRateBudget)
#include "tst_rate_budget.moc"
