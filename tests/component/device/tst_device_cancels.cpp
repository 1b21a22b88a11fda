// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "device_rig.h"

#include <QtTest>

using namespace hl;
using namespace hl::test;
using namespace std::chrono_literals;
using engine::ReviewState;
using model::OrderPhase;

/// Cancels that wait for the device: interaction.md D15, D16.
class TestDeviceCancels : public QObject
{
    Q_OBJECT

    /// Resting orders of the practice account at 100100, 100200, …
    static std::vector<Cloid> resting(DeviceRig &d, int count)
    {
        std::vector<Cloid> out;
        for (int i = 1; i <= count; ++i) {
            const auto request = static_cast<RequestId>(i);
            out.push_back(d.rig.place(request, std::to_string(100'000 + 100 * i), "0.01"));
            if (!d.untilAt(request, ReviewState::Answered))
                return {};
        }
        return out;
    }
    static bool startTwaps(DeviceRig &d, int count)
    {
        for (int i = 0; i < count; ++i) {
            const auto request = static_cast<RequestId>(60 + i);
            model::TwapTicket ticket;
            ticket.coin = "BTC";
            ticket.sz = FaultRig::sz("0.05");
            ticket.minutes = 60;
            d.core().startTwap(request, ticket);
            if (!d.rig.until(20s, [&] { return d.sink().results.contains(request); }) ||
                !d.sink().results.at(request).ok)
                return false;
        }
        return d.rig.until(
            5s, [&] { return d.sink().account.twaps.size() == static_cast<std::size_t>(count); });
    }
    static void cancelElsewhere(DeviceRig &d, const Cloid &cloid)
    {
        d.rig.venue.exchange().cancel(d.rig.account().id, 0, d.rig.order(cloid)->oid);
    }

private Q_SLOTS:
    /// D18: a late cancel is still wanted, so the device has no time but a person's.
    void D18_aCancelHasNoEndOnTheDevice_data()
    {
        QTest::addColumn<QString>("what");
        QTest::newRow("one order") << "one";
        QTest::newRow("several orders") << "several";
        QTest::newRow("a TWAP") << "twap";
    }

    void D18_aCancelHasNoEndOnTheDevice()
    {
        QFETCH(QString, what);
        DeviceRig d;
        QVERIFY(d.ready());
        const auto orders = resting(d, 2);
        QCOMPARE(orders.size(), std::size_t{2});
        if (what == "twap")
            QVERIFY(startTwaps(d, 1));
        d.device.review = 10min;
        const RequestId request = 50;
        if (what == "one")
            d.core().cancelOrders(request, {d.rig.order(orders[0])->key});
        else if (what == "several")
            d.core().cancelOrders(request,
                                  {d.rig.order(orders[0])->key, d.rig.order(orders[1])->key});
        else
            d.core().cancelTwap(request, "BTC", d.sink().account.twaps.front().id);
        QVERIFY(d.untilAt(request, ReviewState::OnDevice));
        d.rig.run(9min);
        QVERIFY(d.isAt(request, ReviewState::OnDevice));
        QVERIFY(d.rig.until(2min, [&] { return d.sink().results.contains(request); }));
        QVERIFY2(d.sink().results.at(request).ok,
                 d.sink().results.at(request).error.detail.c_str());
    }

    /// The venue stops one TWAP by one action: many of them never take the places of a close, and
    /// none of them is refused for want of one.
    void D15_manyTwapStopsLeaveRoomForAClose_data()
    {
        QTest::addColumn<int>("twaps");
        QTest::addColumn<bool>("isRefusedOnce"); ///< the person rejects the first of them
        for (const int twaps : {1, 3, 4, 6})
            for (const bool isRefusedOnce : {false, true})
                QTest::addRow("%d TWAPs%s", twaps, isRefusedOnce ? ", the first is rejected" : "")
                    << twaps << isRefusedOnce;
    }

    void D15_manyTwapStopsLeaveRoomForAClose()
    {
        QFETCH(int, twaps);
        QFETCH(bool, isRefusedOnce);
        DeviceRig d;
        QVERIFY(d.ready());
        d.device.review = 500ms;
        const Cloid entry = d.rig.place(1, "111000", "0.01");
        QVERIFY(d.rig.until(10s, [&] { return d.rig.phase(entry) == OrderPhase::Filled; }));
        QVERIFY(startTwaps(d, twaps));
        d.device.review = 3s;
        d.device.refuses = isRefusedOnce;
        const auto running = d.sink().account.twaps;
        QCOMPARE(running.size(), static_cast<std::size_t>(twaps));
        for (std::size_t i = 0; i < running.size(); ++i)
            d.core().cancelTwap(100 + i, "BTC", running[i].id);
        d.rig.run(200ms);
        // One is on the device; all the others leave its places free.
        QVERIFY(d.core().device().waiting() <= 1);
        model::OrderTicket closing;
        closing.coin = "BTC";
        closing.side = model::Side::Sell;
        closing.px = FaultRig::px("100000");
        closing.sz = FaultRig::sz("0.01");
        closing.tif = model::Tif::Ioc;
        closing.reduceOnly = true;
        const Cloid close = *Cloid::parse("0x000000000000000000000000000000c1");
        closing.cloid = close;
        d.core().placeOrder(2, closing);
        QVERIFY(d.untilAt(100, ReviewState::OnDevice));
        d.device.refuses = false; // it is decided for the one that is shown
        d.rig.run(4s);
        QVERIFY(d.rig.until(10s, [&] { return d.rig.phase(close) == OrderPhase::Filled; }));
        // At most the one that was there before it.
        std::size_t done = 0;
        for (std::size_t i = 0; i < running.size(); ++i)
            done += d.sink().results.contains(100 + i) ? 1U : 0U;
        QVERIFY(done <= 2);
        QVERIFY(d.rig.until(2min, [&] {
            for (std::size_t i = 0; i < running.size(); ++i)
                if (!d.sink().results.contains(100 + i))
                    return false;
            return true;
        }));
        for (std::size_t i = 0; i < running.size(); ++i)
            QCOMPARE(d.sink().results.at(100 + i).ok, !(isRefusedOnce && i == 0));
        QVERIFY(!d.device.wasTwoAtOnce);
    }

    /// The device is gone and the way to trade is changed: what waited for it is not sent later,
    /// the stops that had no place yet neither.
    void G18_stopsThatWaitEndWithTheirDevice()
    {
        DeviceRig d(engine::TradeMode::DeviceOnly, true);
        QVERIFY(d.ready());
        d.device.review = 500ms;
        QVERIFY(startTwaps(d, 3));
        const auto running = d.sink().account.twaps;
        d.device.unplug();
        for (std::size_t i = 0; i < running.size(); ++i)
            d.core().cancelTwap(100 + i, "BTC", running[i].id);
        d.rig.run(3s);
        d.core().device().setMode(200, engine::TradeMode::AgentTrades);
        d.rig.run(5s);
        QVERIFY2(d.sink().results.at(200).ok, d.sink().results.at(200).error.detail.c_str());
        for (std::size_t i = 0; i < running.size(); ++i) {
            QVERIFY(d.sink().results.contains(100 + i));
            QVERIFY(!d.sink().results.at(100 + i).ok);
            QVERIFY(d.sink().account.twaps[i].phase == model::TwapPhase::Running);
        }
        // Asked for again, the agent stops them.
        for (std::size_t i = 0; i < running.size(); ++i)
            d.core().cancelTwap(300 + i, "BTC", running[i].id);
        d.rig.run(5s);
        for (std::size_t i = 0; i < running.size(); ++i)
            QVERIFY(d.sink().results.at(300 + i).ok);
    }

    /// Rule zero: an entry about which the device is only being asked, or which waits for a PIN or
    /// a plug, does not keep an exit waiting.
    void D15_anExitGoesBeforeAnEntryThatIsNotShownYet_data()
    {
        QTest::addColumn<QString>("device");
        QTest::newRow("is being asked") << "slow";
        QTest::newRow("is locked") << "locked";
        QTest::newRow("is away") << "away";
        QTest::newRow("still shows what was given up") << "draining";
    }

    void D15_anExitGoesBeforeAnEntryThatIsNotShownYet()
    {
        QFETCH(QString, device);
        DeviceRig d;
        QVERIFY(d.ready());
        const auto orders = resting(d, 1);
        QCOMPARE(orders.size(), std::size_t{1});
        if (device == "slow")
            d.device.silent = 400ms;
        else if (device == "locked")
            d.device.isLocked = true;
        else if (device == "away")
            d.device.unplug();
        if (device == "draining") {
            d.device.review = 8s;
            d.rig.place(6, "100400", "0.01");
            QVERIFY(d.untilAt(6, ReviewState::OnDevice));
            d.core().device().rejectReview(d.review(6)->id);
            d.rig.place(7, "100500", "0.01"); // before the device has said that it drains
        } else {
            d.rig.place(7, "100500", "0.01");
        }
        QVERIFY(d.untilAt(7, ReviewState::Preparing, 2s));
        d.rig.run(device == "slow" ? 100ms : 3'300ms);
        QVERIFY(d.isAt(7, ReviewState::Preparing));
        d.core().cancelOrders(8, {d.rig.order(orders[0])->key});
        d.rig.run(20ms);
        QVERIFY(d.isAt(7, ReviewState::Queued));
        QVERIFY(d.review(7)->outcome.empty());
        // It waits for nothing but the device itself.
        QVERIFY(d.isAt(8, device == "draining" ? ReviewState::Queued : ReviewState::Preparing));
        d.device.isLocked = false;
        d.device.plugIn();
        QVERIFY(d.untilAt(8, ReviewState::OnDevice));
        QVERIFY(d.isAt(7, ReviewState::Queued));
        d.device.review = 3s;
        QVERIFY(d.untilAt(8, ReviewState::Answered));
        QCOMPARE(d.rig.phase(orders[0]), OrderPhase::Cancelled);
        // The entry was not lost, and what was answered about it before is not its answer now.
        QVERIFY(d.untilAt(7, ReviewState::Answered));
        QVERIFY(!d.device.wasTwoAtOnce);
        QVERIFY(d.rig.noncesRise());
    }

    /// A second exit, or an entry, changes nothing of what is asked about an exit.
    void D15_anExitIsNotPutBack()
    {
        DeviceRig d;
        QVERIFY(d.ready());
        const auto orders = resting(d, 2);
        QCOMPARE(orders.size(), std::size_t{2});
        d.device.isLocked = true;
        d.core().cancelOrders(7, {d.rig.order(orders[0])->key});
        QVERIFY(d.untilAt(7, ReviewState::Preparing, 2s));
        d.core().cancelOrders(8, {d.rig.order(orders[1])->key});
        d.rig.place(9, "100500", "0.01");
        d.rig.run(2s);
        QVERIFY(d.isAt(7, ReviewState::Preparing));
        QVERIFY(d.isAt(8, ReviewState::Queued));
        QVERIFY(d.isAt(9, ReviewState::Queued));
    }

    /// Nonce and lines are those of its turn; nobody presses for what is gone.
    void D15_aCancelIsMadeAtItsTurn_data()
    {
        QTest::addColumn<int>("gone");
        QTest::newRow("nothing changed") << 0;
        QTest::newRow("one of two is gone: the other alone") << 1;
        QTest::newRow("both are gone: dropped with the reason, without a press") << 2;
    }

    void D15_aCancelIsMadeAtItsTurn()
    {
        QFETCH(int, gone);
        DeviceRig d;
        QVERIFY(d.ready());
        const auto orders = resting(d, 2);
        QCOMPARE(orders.size(), std::size_t{2});
        d.device.review = 20s;
        d.rig.place(7, "100500", "0.01");
        QVERIFY(d.untilAt(7, ReviewState::OnDevice));
        const int reviews = d.device.reviews;
        d.core().cancelOrders(8, {d.rig.order(orders[0])->key, d.rig.order(orders[1])->key});
        d.rig.run(1s);
        QVERIFY(d.isAt(8, ReviewState::Queued));
        for (int i = 0; i < gone; ++i)
            cancelElsewhere(d, orders[static_cast<std::size_t>(i)]);
        d.rig.run(5s);
        const auto before = static_cast<Nonce>(d.rig.clock.wallMs());
        QVERIFY(d.untilAt(7, ReviewState::Answered));
        d.device.review = 3s;
        if (gone == 2) {
            QVERIFY(d.untilAt(8, ReviewState::Discarded, 2s));
            QVERIFY2(d.review(8)->outcome.find("ended already") != std::string::npos,
                     d.review(8)->outcome.c_str());
            QCOMPARE(d.review(8)->nonce, Nonce{0});
            QCOMPARE(d.device.reviews, reviews);
            QVERIFY(d.sink().results.contains(8));
            return;
        }
        QVERIFY(d.untilAt(8, ReviewState::OnDevice));
        QVERIFY(d.review(8)->nonce > before);
        QCOMPARE(d.review(8)->count, static_cast<std::size_t>(2 - gone));
        QCOMPARE(d.review(8)->words.size(), static_cast<std::size_t>(3 - gone));
        QVERIFY(d.untilAt(8, ReviewState::Answered));
        QCOMPARE(d.device.reviews, reviews + 1);
        QVERIFY(d.sink().results.at(8).ok);
        for (const Cloid &order : orders)
            QCOMPARE(d.rig.phase(order), OrderPhase::Cancelled);
    }

    /// D16: an order placed elsewhere, known by its oid alone, beside own ones: one press.
    void D16_ordersOfEverywhereAreOnePress()
    {
        DeviceRig d;
        QVERIFY(d.ready());
        const auto own = resting(d, 2);
        QCOMPARE(own.size(), std::size_t{2});
        d.rig.quote(sim::practiceAddress(), true, "100700", "0.01");
        QVERIFY(d.rig.until(5s, [&] { return d.sink().orders.size() == 3; }));
        std::vector<model::OrderKey> keys;
        for (const auto &[key, order] : d.sink().orders) {
            QVERIFY(order.oid != 0);
            keys.push_back(key);
        }
        const int reviews = d.device.reviews;
        d.core().cancelOrders(9, keys);
        QVERIFY(d.untilAt(9, ReviewState::Answered));
        QCOMPARE(d.review(9)->done, std::size_t{3});
        QCOMPARE(d.device.reviews, reviews + 1);
        QVERIFY(d.rig.account().open.empty());
    }

    /// D16: what opens and what closes are two approvals, exits first, though one drag moved both.
    void D16_entriesAndExitsAreNeverOneApproval()
    {
        DeviceRig d;
        QVERIFY(d.ready());
        const Cloid opened = d.rig.place(1, "109000", "0.01", model::Side::Sell);
        QVERIFY(d.rig.until(10s, [&] { return d.rig.phase(opened) == OrderPhase::Filled; }));
        QVERIFY(d.rig.until(5s, [&] { return !d.sink().account.positions.empty(); }));
        const Cloid entry = d.rig.place(2, "100000", "0.01");
        QVERIFY(d.untilAt(2, ReviewState::Answered));
        model::OrderTicket close;
        close.coin = "BTC";
        close.px = FaultRig::px("100000");
        close.sz = FaultRig::sz("0.01");
        close.reduceOnly = true;
        close.cloid.emplace().bytes[0] = 0xCC;
        d.core().placeOrder(3, close);
        QVERIFY(d.untilAt(3, ReviewState::Answered));
        const int reviews = d.device.reviews;
        d.core().moveOrders({11, 12}, {d.rig.order(entry)->key, d.rig.order(*close.cloid)->key},
                            FaultRig::px("99000"));
        QVERIFY(d.untilAt(11, ReviewState::Answered));
        QVERIFY(d.untilAt(12, ReviewState::Answered));
        QCOMPARE(d.device.reviews, reviews + 2);
        QVERIFY(!d.review(11)->isExit && d.review(12)->isExit);
        QCOMPARE(d.review(11)->count, std::size_t{1});
        QCOMPARE(d.review(12)->count, std::size_t{1});
    }
};

QTEST_APPLESS_MAIN(TestDeviceCancels)
#include "tst_device_cancels.moc"
