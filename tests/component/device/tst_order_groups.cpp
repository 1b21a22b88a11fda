// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "device_rig.h"

#include <QtTest>

using namespace hl;
using namespace hl::test;
using namespace std::chrono_literals;
using engine::ReviewState;
using model::Grouping;
using model::OrderPhase;
using model::OrderTicket;
using model::Side;
using model::TpSl;

namespace {

OrderTicket entry(const char *px, const char *sz, model::Tif tif = model::Tif::Gtc)
{
    OrderTicket ticket;
    ticket.coin = "BTC";
    ticket.px = FaultRig::px(px);
    ticket.sz = FaultRig::sz(sz);
    ticket.tif = tif;
    return ticket;
}

OrderTicket leg(const OrderTicket &of, TpSl tpsl, const char *trigger)
{
    OrderTicket ticket;
    ticket.coin = of.coin;
    ticket.side = opposite(of.side);
    ticket.kind = model::OrderKind::Trigger;
    ticket.sz = of.sz;
    ticket.reduceOnly = true;
    const Px at = FaultRig::px(trigger);
    ticket.trigger = model::TriggerSpec{at, true, tpsl};
    ticket.px = ticket.side == Side::Sell ? at - Px{50'000} : at + Px{50'000};
    return ticket;
}

model::TwapTicket twap(const char *sz, int minutes)
{
    model::TwapTicket ticket;
    ticket.coin = "BTC";
    ticket.sz = FaultRig::sz(sz);
    ticket.minutes = minutes;
    return ticket;
}

std::vector<OrderTicket> bracket(const char *px, const char *stop, const char *target)
{
    const OrderTicket first = entry(px, "0.01");
    return {first, leg(first, TpSl::Sl, stop), leg(first, TpSl::Tp, target)};
}

/// By their place in the bracket.
std::vector<const model::Order *> ordersOf(const RecordingSink &sink)
{
    std::vector<const model::Order *> out;
    for (const auto &[key, order] : sink.orders)
        out.push_back(&order);
    std::ranges::sort(out, {}, &model::Order::key);
    return out;
}

bool isPhase(const std::vector<const model::Order *> &orders, std::size_t at, OrderPhase phase)
{
    return at < orders.size() && orders[at]->phase == phase;
}

} // namespace

/// Several orders by one action, by a local key and by a device, at the venue: interaction.md L31,
/// D16.
class TestOrderGroups : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void L31_childrenWaitForTheWholeEntry()
    {
        FaultRig rig;
        QVERIFY(rig.until(20s, [&] { return rig.isReady(); }));
        rig.core->placeOrders(1, bracket("109500", "108000", "112000"), Grouping::Bracket);
        QVERIFY(rig.until(5s, [&] { return rig.sink.results.contains(1); }));
        QVERIFY2(rig.sink.results.at(1).ok, rig.sink.results.at(1).error.detail.c_str());
        QCOMPARE(rig.sink.answers.at(1), 1);
        auto orders = ordersOf(rig.sink);
        QCOMPARE(orders.size(), std::size_t{3});
        QCOMPARE(orders[0]->phase, OrderPhase::Resting);
        for (const std::size_t at : {1U, 2U}) {
            QCOMPARE(orders[at]->phase, OrderPhase::Waiting);
            QCOMPARE(orders[at]->parent, orders[0]->key);
        }
        // Filled in part: nothing of it is protected yet, neither here nor at the venue.
        rig.quote(sim::vectorsAddress(), false, "109500", "0.004");
        QVERIFY(rig.until(
            5s, [&] { return isPhase(ordersOf(rig.sink), 0, OrderPhase::PartlyFilled); }));
        for (const auto &[oid, open] : rig.account().open)
            QCOMPARE(open.waitsForParent, open.isTrigger);
        rig.quote(sim::vectorsAddress(), false, "109500", "0.006");
        QVERIFY(rig.until(5s, [&] { return isPhase(ordersOf(rig.sink), 0, OrderPhase::Filled); }));
        rig.run(1s);
        for (const auto &[oid, open] : rig.account().open)
            QVERIFY(!open.waitsForParent);
        orders = ordersOf(rig.sink);
        QCOMPARE(orders[1]->phase, OrderPhase::Waiting);
        QCOMPARE(orders[2]->phase, OrderPhase::Waiting);
        QCOMPARE(rig.differences(), std::vector<std::string>{});
    }

    void L31_cancellingTheEntryDropsItsChildren()
    {
        FaultRig rig;
        QVERIFY(rig.until(20s, [&] { return rig.isReady(); }));
        rig.core->placeOrders(1, bracket("109500", "108000", "112000"), Grouping::Bracket);
        QVERIFY(rig.until(5s, [&] { return rig.sink.results.contains(1); }));
        rig.core->cancelOrders(2, {ordersOf(rig.sink)[0]->key});
        QVERIFY(rig.until(5s, [&] { return rig.sink.results.contains(2); }));
        QVERIFY(rig.until(5s, [&] {
            return std::ranges::all_of(ordersOf(rig.sink), [](const model::Order *order) {
                return order->phase == OrderPhase::Cancelled;
            });
        }));
        QVERIFY(rig.account().open.empty());
    }

    /// After a start nothing is known but what the venue lists; the children stand in their entry.
    void L31_aBracketOfAnEarlierSessionIsKnown()
    {
        FaultRig rig(false);
        rig.startEngine();
        QVERIFY(rig.until(20s, [&] { return rig.isReady(); }));
        rig.core->placeOrders(1, bracket("109500", "108000", "112000"), Grouping::Bracket);
        QVERIFY(rig.until(5s, [&] { return rig.sink.results.contains(1); }));
        rig.core.reset();
        rig.sink.orders.clear();
        rig.startEngine();
        QVERIFY(rig.until(20s, [&] { return rig.isReady() && rig.sink.orders.size() == 3; }));
        std::size_t children = 0;
        model::OrderKey parent = 0;
        for (const auto &[key, order] : rig.sink.orders)
            if (!order.trigger)
                parent = key;
        for (const auto &[key, order] : rig.sink.orders)
            if (order.trigger) {
                QCOMPARE(order.parent, parent);
                ++children;
            }
        QCOMPARE(children, std::size_t{2});
    }

    void nothingIsPlacedOfWhatIsRefusedHere_data()
    {
        QTest::addColumn<QString>("stop");
        QTest::addColumn<QString>("says");
        QTest::newRow("stop above the entry") << "109800"
                                              << "must be below 109500";
        QTest::newRow("stop off the grid") << "108000.5"
                                           << "price grid";
    }

    void nothingIsPlacedOfWhatIsRefusedHere()
    {
        QFETCH(QString, stop);
        QFETCH(QString, says);
        FaultRig rig;
        QVERIFY(rig.until(20s, [&] { return rig.isReady(); }));
        rig.core->placeOrders(1, bracket("109500", qPrintable(stop), "112000"), Grouping::Bracket);
        QVERIFY(rig.until(5s, [&] { return rig.sink.results.contains(1); }));
        QVERIFY(!rig.sink.results.at(1).ok);
        QVERIFY2(QString::fromStdString(rig.sink.results.at(1).error.detail).contains(says),
                 rig.sink.results.at(1).error.detail.c_str());
        QVERIFY(rig.sink.orders.empty());
        QVERIFY(rig.account().open.empty());
    }

    /// The venue looks at a batch before any order of it: one error is every order's.
    void oneErrorOfTheVenueIsEveryOrders()
    {
        FaultRig rig;
        QVERIFY(rig.until(20s, [&] { return rig.isReady(); }));
        // More than the account can carry: the entry is refused, and so is all of it.
        auto orders = bracket("109500", "108000", "112000");
        for (OrderTicket &order : orders)
            order.sz = FaultRig::sz("400");
        rig.core->placeOrders(1, orders, Grouping::Bracket);
        QVERIFY(rig.until(5s, [&] { return rig.sink.results.contains(1); }));
        QVERIFY(!rig.sink.results.at(1).ok);
        rig.run(1s);
        for (const model::Order *order : ordersOf(rig.sink))
            QCOMPARE(order->phase, OrderPhase::RejectedVenue);
        QVERIFY(rig.account().open.empty());
    }

    /// D16: a scale of twelve is one press, every line is in the review, and the sum is right.
    void D16_aScaleIsOnePress()
    {
        DeviceRig d;
        QVERIFY(d.ready());
        std::vector<OrderTicket> rows;
        for (int i = 0; i < 12; ++i)
            rows.push_back(entry(std::to_string(100'000 + i * 100).c_str(), "0.01"));
        d.core().placeOrders(1, rows, Grouping::None);
        QVERIFY(d.untilAt(1, ReviewState::OnDevice));
        QCOMPARE(d.review(1)->count, std::size_t{12});
        QVERIFY(d.review(1)->words.size() >= 13);
        QCOMPARE(d.review(1)->totals.size(), std::size_t{1});
        QCOMPARE(d.review(1)->totals.front().text, std::string("12066 USDC"));
        QVERIFY(d.untilAt(1, ReviewState::Answered));
        QCOMPARE(d.device.reviews, 1);
        QVERIFY(d.rig.until(5s, [&] { return d.sink().results.contains(1); }));
        QVERIFY(d.sink().results.at(1).ok);
        QCOMPARE(d.rig.account().open.size(), std::size_t{12});
        QCOMPARE(d.rig.differences(), std::vector<std::string>{});
    }

    /// D16: entry, stop and target together; D18: good for 120 s. D12: what has become wrong while
    /// a person looked at it is thrown away.
    void D16_aBracketIsOnePress_data()
    {
        QTest::addColumn<bool>("isLate");
        QTest::newRow("placed") << false;
        QTest::newRow("its stop would fire at once by now: thrown away") << true;
    }

    void D16_aBracketIsOnePress()
    {
        QFETCH(bool, isLate);
        DeviceRig d;
        QVERIFY(d.ready());
        d.device.review = 10s; // long enough for the mark to reach this side
        d.core().placeOrders(1, bracket("111000", "108500", "113000"), Grouping::Bracket);
        QVERIFY(d.untilAt(1, ReviewState::OnDevice));
        QCOMPARE(d.review(1)->count, std::size_t{3});
        QVERIFY(d.review(1)->words.size() >= 3);
        const TimeMs life = *d.review(1)->expiresAfter - static_cast<TimeMs>(d.review(1)->nonce);
        QVERIFY(life > 119'900 && life < 120'100);
        if (isLate) { // the market falls under the stop
            d.rig.quote(sim::vectorsAddress(), false, "109000", "1");
            d.rig.quote(sim::vectorsAddress(), false, "107500", "0.5");
            d.rig.quote(sim::vectorsAddress(), true, "107400", "0.5");
        }
        QVERIFY(d.untilAt(1, isLate ? ReviewState::Discarded : ReviewState::Answered));
        QVERIFY(d.rig.until(5s, [&] { return d.sink().results.contains(1); }));
        QCOMPARE(d.sink().results.at(1).ok, !isLate);
        QCOMPARE(d.device.reviews, 1);
        QCOMPARE(d.rig.account().open.empty(), isLate);
        if (isLate)
            QVERIFY2(d.review(1)->outcome.find("stop of a buy entry") != std::string::npos,
                     d.review(1)->outcome.c_str());
        d.rig.run(1s);
        QCOMPARE(d.rig.differences(), std::vector<std::string>{});
    }

    /// A TWAP runs at the venue; how far it has come and how it ended is told.
    void twapRunsAndStops()
    {
        FaultRig rig;
        QVERIFY(rig.until(20s, [&] { return rig.isReady(); }));
        rig.core->startTwap(1, twap("0.05", 10));
        QVERIFY(rig.until(5s, [&] { return rig.sink.results.contains(1); }));
        QVERIFY2(rig.sink.results.at(1).ok, rig.sink.results.at(1).error.detail.c_str());
        QVERIFY(rig.until(5s, [&] { return rig.sink.account.twaps.size() == 1; }));
        const model::Twap first = rig.sink.account.twaps.front();
        QCOMPARE(first.phase, model::TwapPhase::Running);
        QCOMPARE(first.minutes, 10);
        QCOMPARE(first.sz.lots, FaultRig::sz("0.05").lots);
        QVERIFY(
            rig.until(180s, [&] { return rig.sink.account.twaps.front().executedSz.lots > 0; }));
        rig.core->cancelTwap(2, "BTC", first.id);
        QVERIFY(rig.until(5s, [&] { return rig.sink.results.contains(2); }));
        QVERIFY(rig.sink.results.at(2).ok);
        QVERIFY(rig.until(
            5s, [&] { return rig.sink.account.twaps.front().phase == model::TwapPhase::Stopped; }));
        QVERIFY(rig.sink.account.twaps.front().executedSz < first.sz);
        // It has ended: the venue says so to a second cancel.
        rig.core->cancelTwap(3, "BTC", first.id);
        QVERIFY(rig.until(5s, [&] { return rig.sink.results.contains(3); }));
        QVERIFY(!rig.sink.results.at(3).ok);
    }

    void twapLimitsAreCheckedHere_data()
    {
        QTest::addColumn<QString>("sz");
        QTest::addColumn<int>("minutes");
        QTest::addColumn<bool>("reduceOnly");
        QTest::addColumn<QString>("says");
        QTest::newRow("4 minutes") << "0.05" << 4 << false << "5 to 1440 minutes";
        QTest::newRow("more than a day") << "0.05" << 1441 << false << "5 to 1440 minutes";
        QTest::newRow("below 100") << "0.0009" << 10 << false << "minimum of 100";
        QTest::newRow("nothing to reduce") << "0.05" << 10 << true << "no position";
    }

    void twapLimitsAreCheckedHere()
    {
        QFETCH(QString, sz);
        QFETCH(int, minutes);
        QFETCH(bool, reduceOnly);
        QFETCH(QString, says);
        FaultRig rig;
        QVERIFY(rig.until(20s, [&] { return rig.isReady(); }));
        const std::size_t handed = rig.plan.handed.size();
        model::TwapTicket ticket = twap(qPrintable(sz), minutes);
        ticket.reduceOnly = reduceOnly;
        rig.core->startTwap(1, ticket);
        QVERIFY(rig.until(5s, [&] { return rig.sink.results.contains(1); }));
        QVERIFY2(QString::fromStdString(rig.sink.results.at(1).error.detail).contains(says),
                 rig.sink.results.at(1).error.detail.c_str());
        QCOMPARE(rig.plan.handed.size(), handed);
    }

    void D16_aTwapIsOnePress()
    {
        DeviceRig d;
        QVERIFY(d.ready());
        d.core().startTwap(1, twap("0.05", 10));
        QVERIFY(d.untilAt(1, ReviewState::OnDevice));
        QVERIFY(!d.review(1)->words.empty());
        const TimeMs life = *d.review(1)->expiresAfter - static_cast<TimeMs>(d.review(1)->nonce);
        QVERIFY(life > 119'900 && life < 120'100);
        QVERIFY(d.untilAt(1, ReviewState::Answered));
        QCOMPARE(d.device.reviews, 1);
        QVERIFY(d.rig.until(5s, [&] { return d.sink().account.twaps.size() == 1; }));
    }
};

QTEST_GUILESS_MAIN(TestOrderGroups)
#include "tst_order_groups.moc"
