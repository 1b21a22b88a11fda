// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "device_rig.h"
#include "unit/trading/order_desk_rig.h"

#include <QtTest>

#include <cstdlib>

using namespace hl;
using namespace hl::test;
using namespace std::chrono_literals;
using engine::ReviewState;
using model::OrderKind;
using model::OrderPhase;
using model::Tif;

namespace {

market::BookSnapshot bookOf(const DeskRig &rig, const char *bid, const char *ask)
{
    market::BookSnapshot book;
    book.coin = "BTC";
    book.grid = rig.instrument.grid;
    book.state = market::BookState::Live;
    book.bids.push_back({rig.px(bid), rig.sz("5")});
    book.asks.push_back({rig.px(ask), rig.sz("5")});
    return book;
}

} // namespace

/// What is looked at again once a person has pressed: interaction.md D12 and D13.
class TestDevicePress : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void D12_D13_afterThePress_data()
    {
        QTest::addColumn<QString>("order");
        QTest::addColumn<QString>("meanwhile");
        QTest::addColumn<QString>("says"); ///< empty: sent
        const auto row = [](const char *order, const char *meanwhile, const char *says) {
            QTest::addRow("%s, %s", order, meanwhile) << order << meanwhile << says;
        };
        for (const char *entry : {"limit", "post only", "ioc", "market"}) {
            row(entry, "nothing", "");
            row(entry, "hard limit", "Too large.");
            row(entry, "entries held", "The account is being read.");
            row(entry, "3 s to expiry", "too late");
            row(entry, "4 s to expiry", "");
        }
        // The price of a resting limit protects it, whatever the book does.
        row("limit", "became better", "");
        row("limit", "became farther", "");
        row("limit", "book not live", "");
        row("post only", "became farther", "");
        row("post only", "book not live", "");
        row("post only", "became better", "would match");
        // What takes has its cap alone.
        for (const char *taking : {"ioc", "market"}) {
            row(taking, "became better", "");
            row(taking, "became farther", "moved past the cap");
            row(taking, "book not live", "not live");
            row(taking, "far better", "too far from the best price");
        }
        // Exits go outside the soft limits, with a book that is not live, and while entries wait.
        for (const char *exit : {"close", "market close"}) {
            row(exit, "nothing", "");
            row(exit, "hard limit", "");
            row(exit, "entries held", "");
            row(exit, "book not live", "");
            row(exit, "became farther", "");
            row(exit, "far better", "");
            row(exit, "no position", "no position");
            row(exit, "3 s to expiry", "too late");
        }
    }

    void D12_D13_afterThePress()
    {
        QFETCH(QString, order);
        QFETCH(QString, meanwhile);
        QFETCH(QString, says);
        DeskRig rig({.isDevice = true});
        rig.signer.isInstant = false;
        const bool isExit = order.endsWith("close");
        const bool isTaking = order == "ioc" || order.startsWith("market");
        rig.book = bookOf(rig, "49999", "50000");
        if (isExit)
            rig.setPosition("0.1");
        auto ticket = rig.ticket(isExit ? model::Side::Sell : model::Side::Buy);
        ticket.reduceOnly = isExit;
        ticket.kind = order.startsWith("market") ? OrderKind::Market : OrderKind::Limit;
        ticket.tif = order == "post only" ? Tif::Alo : isTaking ? Tif::Ioc : Tif::Gtc;
        ticket.px = rig.px(order == "close"          ? "50100"
                           : order == "market close" ? "49900"
                           : isTaking                ? "50100"
                                                     : "49900");
        rig.place(1, ticket);
        rig.settle();
        QCOMPARE(rig.signer.pending.size(), std::size_t{1});

        const auto life = isTaking ? 60s : 120s;
        if (meanwhile == "hard limit")
            rig.guardSays = "Too large.";
        else if (meanwhile == "entries held")
            rig.hold = "The account is being read.";
        else if (meanwhile == "became better") // sellers came to a buyer
            rig.book = bookOf(rig, "49800", "49850");
        else if (meanwhile == "became farther")
            rig.book = isExit ? bookOf(rig, "49500", "49501") : bookOf(rig, "50400", "50401");
        else if (meanwhile == "far better")
            rig.book = isExit ? bookOf(rig, "55000", "55001") : bookOf(rig, "44000", "44001");
        else if (meanwhile == "book not live")
            rig.book->state = market::BookState::Stale;
        else if (meanwhile == "no position")
            rig.position.reset();
        else if (meanwhile == "3 s to expiry")
            rig.clock.advance(life - 3s);
        else if (meanwhile == "4 s to expiry")
            rig.clock.advance(life - 4s);
        QVERIFY2(!rig.signer.pending.empty(), "it was given up before the press");
        rig.signer.approve(rig.signer.pending.front().request.id);
        rig.settle();

        QCOMPARE(rig.wire.sent.size(), std::size_t{says.isEmpty() ? 1U : 0U});
        if (says.isEmpty())
            return;
        QCOMPARE(rig.phase(1), OrderPhase::NotSent);
        const std::string &why = rig.result(1).error().detail;
        QVERIFY2(why.find(says.toStdString()) != std::string::npos, why.c_str());
        // Nothing is priced again under the old approval.
        rig.clock.advance(5min);
        QVERIFY(rig.wire.sent.empty());
        QVERIFY(rig.signer.pending.empty());
    }

    /// A cap is judged by the price at which it was chosen, before its bytes exist too.
    void D12_aWideCapIsTheOneThatWasChosen_data()
    {
        QTest::addColumn<QString>("what");
        QTest::newRow("immediate or cancel, 3 % deep") << "ioc";
        QTest::newRow("market, 3 % deep") << "market";
        QTest::newRow("bracket whose entry takes, 3 % deep") << "bracket";
    }

    void D12_aWideCapIsTheOneThatWasChosen()
    {
        QFETCH(QString, what);
        DeviceRig d;
        QVERIFY(d.ready());
        model::OrderTicket entry;
        entry.coin = "BTC";
        entry.side = model::Side::Buy;
        entry.kind = what == "market" ? OrderKind::Market : OrderKind::Limit;
        entry.tif = Tif::Ioc;
        entry.px = FaultRig::px("114330");
        entry.sz = FaultRig::sz("0.01");
        if (what == "bracket") {
            model::OrderTicket stop;
            stop.coin = "BTC";
            stop.side = model::Side::Sell;
            stop.kind = OrderKind::Trigger;
            stop.px = FaultRig::px("97650");
            stop.sz = entry.sz;
            stop.reduceOnly = true;
            stop.trigger = model::TriggerSpec{FaultRig::px("108500"), true, model::TpSl::Sl};
            d.core().placeOrders(1, {entry, stop}, model::Grouping::Bracket);
        } else {
            d.core().placeOrder(1, entry);
        }
        QVERIFY(d.untilAt(1, ReviewState::OnDevice));
        QVERIFY(d.untilAt(1, ReviewState::Answered));
        QVERIFY(d.rig.until(5s, [&] { return !d.sink().account.positions.empty(); }));
    }

    /// The market may come to meet it, by as much as the widest cap of the product itself.
    void D12_theMarketComesToMeetACap_data()
    {
        QTest::addColumn<QString>("ask");
        QTest::addColumn<bool>("isSent");
        QTest::newRow("stays") << "50000" << true;
        QTest::newRow("0.2 % closer") << "49900" << true;
        QTest::newRow("1.9 % closer") << "49050" << true;
        QTest::newRow("2.2 % closer: another cap than was meant") << "48900" << false;
    }

    void D12_theMarketComesToMeetACap()
    {
        QFETCH(QString, ask);
        QFETCH(bool, isSent);
        DeskRig rig({.isDevice = true});
        rig.signer.isInstant = false;
        rig.book = bookOf(rig, "49999", "50000");
        auto ticket = rig.ticket(model::Side::Buy);
        ticket.kind = OrderKind::Market;
        ticket.tif = Tif::Ioc;
        ticket.px = rig.px("51000"); // 2 %, the cap of a thin book
        rig.place(1, ticket);
        rig.settle();
        rig.book = bookOf(rig, "48000", qPrintable(ask));
        rig.signer.approve(rig.signer.pending.front().request.id);
        rig.settle();
        QCOMPARE(rig.wire.sent.size(), std::size_t{isSent ? 1U : 0U});
        if (!isSent)
            QVERIFY(rig.result(1).error().detail.find("too far") != std::string::npos);
    }

    void D12_aStopOnTheWrongSideOfTheMark_data()
    {
        QTest::addColumn<bool>("hasFallen");
        QTest::newRow("the mark stays above it") << false;
        QTest::newRow("the mark fell under it") << true;
    }

    void D12_aStopOnTheWrongSideOfTheMark()
    {
        QFETCH(bool, hasFallen);
        DeviceRig d;
        QVERIFY(d.ready());
        const Cloid entry = d.rig.place(1, "111000", "0.01");
        QVERIFY(d.rig.until(10s, [&] { return d.rig.phase(entry) == OrderPhase::Filled; }));
        QVERIFY(d.rig.until(5s, [&] { return !d.sink().account.positions.empty(); }));
        d.device.review = 10s; // long enough for the mark to move
        model::OrderTicket stop;
        stop.coin = "BTC";
        stop.side = model::Side::Sell;
        stop.kind = OrderKind::Trigger;
        stop.px = FaultRig::px("97650");
        stop.sz = FaultRig::sz("0.01");
        stop.reduceOnly = true;
        stop.trigger = model::TriggerSpec{FaultRig::px("108500"), true, model::TpSl::Sl};
        d.core().placeOrder(2, stop);
        QVERIFY(d.untilAt(2, ReviewState::OnDevice));
        const TimeMs life = *d.review(2)->expiresAfter - static_cast<TimeMs>(d.review(2)->nonce);
        QVERIFY(life > 119'900 && life < 120'100); // D18
        if (hasFallen) {
            d.rig.quote(sim::vectorsAddress(), false, "109000", "1");
            d.rig.quote(sim::vectorsAddress(), false, "107500", "0.5");
            d.rig.quote(sim::vectorsAddress(), true, "107400", "0.5");
        }
        QVERIFY(d.untilAt(2, hasFallen ? ReviewState::Discarded : ReviewState::Answered));
        d.rig.run(1s);
        QCOMPARE(d.rig.account().open.size(), std::size_t{hasFallen ? 0U : 1U});
    }

    void D18_whatElseHasAnExpiry_data()
    {
        QTest::addColumn<QString>("what");
        QTest::addColumn<int>("seconds");
        QTest::newRow("leverage") << "leverage" << 120;
        QTest::newRow("market entry") << "market" << 60;
        QTest::newRow("close that takes") << "close" << 60;
        QTest::newRow("reverse, as an order that takes") << "reverse" << 60;
        QTest::newRow("close that rests") << "resting close" << 120;
        QTest::newRow("a change of what rests") << "change" << 120;
        QTest::newRow("cancel: a late one is still wanted") << "cancel" << 0;
        QTest::newRow("approval of an agent: the venue has none") << "agent" << 0;
    }

    /// From the moment the bytes are frozen, by the venue's clock; tst_device_orders has limits.
    void D18_whatElseHasAnExpiry()
    {
        QFETCH(QString, what);
        QFETCH(int, seconds);
        DeviceRig d;
        QVERIFY(d.ready());
        model::OrderTicket ticket;
        ticket.coin = "BTC";
        ticket.side = model::Side::Sell;
        ticket.px = FaultRig::px("108900");
        ticket.sz = FaultRig::sz("0.01");
        const bool hasPosition = what.contains("close") || what == "reverse";
        if (hasPosition) {
            const Cloid entry = d.rig.place(1, "111000", "0.01");
            QVERIFY(d.rig.until(10s, [&] { return d.rig.phase(entry) == OrderPhase::Filled; }));
            QVERIFY(d.rig.until(5s, [&] { return !d.sink().account.positions.empty(); }));
        }
        const bool rests = what == "cancel" || what == "change";
        const Cloid resting = rests ? d.rig.place(1, "100000", "0.01") : Cloid{};
        if (rests)
            QVERIFY(d.untilAt(1, ReviewState::Answered));
        if (what == "leverage") {
            d.core().setLeverage(2, "BTC", 7, true);
        } else if (what == "cancel") {
            d.core().cancelOrders(2, {d.rig.order(resting)->key});
        } else if (what == "change") {
            d.core().modifyOrder(2, d.rig.order(resting)->key, FaultRig::px("99000"), std::nullopt);
        } else if (what == "agent") {
            engine::AgentPlan plan;
            plan.name = "desk";
            plan.passphrase = std::make_shared<SecretBytes>(asBytes("a long passphrase"));
            d.core().device().approveAgent(2, plan);
        } else {
            ticket.kind =
                what == "market" || what == "reverse" ? OrderKind::Market : OrderKind::Limit;
            ticket.tif = what == "resting close" ? Tif::Gtc : Tif::Ioc;
            ticket.reduceOnly = what.contains("close");
            if (what == "resting close")
                ticket.px = FaultRig::px("112000");
            if (what == "reverse")
                ticket.sz = FaultRig::sz("0.02");
            d.core().placeOrder(2, ticket);
        }
        QVERIFY(d.untilAt(2, ReviewState::OnDevice));
        const engine::SigningReview &review = *d.review(2);
        QCOMPARE(review.expiresAfter.has_value(), seconds != 0);
        if (seconds != 0)
            QVERIFY2(std::abs(*review.expiresAfter - static_cast<TimeMs>(review.nonce) -
                              seconds * 1'000) <= 50,
                     qPrintable(QString::number(*review.expiresAfter -
                                                static_cast<TimeMs>(review.nonce))));
    }
};

QTEST_APPLESS_MAIN(TestDevicePress)
#include "tst_device_press.moc"
