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
    static void cancelElsewhere(DeviceRig &d, const Cloid &cloid)
    {
        d.rig.venue.exchange().cancel(d.rig.account().id, 0, d.rig.order(cloid)->oid);
    }

private Q_SLOTS:
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
