// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "order_desk_rig.h"

#include <QtTest>

using namespace hl;
using namespace hl::test;
using model::OrderPhase;

class TestOrderDeskGuard : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anEntryPastALimitIsRefusedUnsigned()
    {
        DeskRig rig;
        rig.guardSays = "Too large.";
        rig.place(1, rig.ticket());
        rig.settle();
        QCOMPARE(rig.phase(1), OrderPhase::RejectedLocal);
        QCOMPARE(rig.orderOf(1).reason, std::string("Too large."));
        QVERIFY(!rig.result(1));
        QVERIFY(rig.wire.sent.empty());
        QCOMPARE(rig.guarded.size(), std::size_t(1));
        QVERIFY(rig.guarded.front().second); // a new one: it counts for G7
    }

    /// Rule zero
    void anExitIsNotAsked()
    {
        DeskRig rig;
        rig.guardSays = "Too large.";
        rig.setPosition("0.1");
        auto ticket = rig.ticket(model::Side::Sell);
        ticket.reduceOnly = true;
        rig.place(1, ticket);
        rig.settle();
        QCOMPARE(rig.wire.sent.size(), std::size_t(1));
        QVERIFY(rig.guarded.empty());
        rig.answer(0, restingAnswer(7));
        rig.desk->cancel(2, {rig.keys[1]});
        rig.settle();
        QCOMPARE(rig.wire.sent.size(), std::size_t(2));
        QVERIFY(rig.guarded.empty());
    }

    void aChangeIsJudgedAsItWillRest()
    {
        DeskRig rig;
        rig.place(1, rig.ticket());
        rig.settle();
        rig.answer(0, restingAnswer(7));
        rig.guardSays = "Too far.";
        rig.desk->modify(2, rig.keys[1], rig.px("90000"), rig.sz("5"));
        rig.settle();
        QVERIFY(!rig.result(2));
        QCOMPARE(rig.wire.sent.size(), std::size_t(1));
        QCOMPARE(rig.phase(1), OrderPhase::Resting);
        QCOMPARE(rig.guarded.back().first.px, rig.px("90000"));
        QCOMPARE(rig.guarded.back().first.sz, rig.sz("5"));
        QVERIFY(!rig.guarded.back().second);
    }

    /// A reverse's size is right for one position: D12 looks at it again after the press.
    void D12_aReverseIsDiscardedWhereThePositionChanged_data()
    {
        QTest::addColumn<QString>("then");
        QTest::addColumn<QString>("size");
        QTest::addColumn<bool>("isLate");
        QTest::addColumn<bool>("goes");
        QTest::newRow("the stop fires") << "0"
                                        << "0.2" << false << false;
        QTest::newRow("it shrinks") << "0.05"
                                    << "0.2" << false << false;
        QTest::newRow("a fill is newer") << "0.1"
                                         << "0.2" << true << false;
        QTest::newRow("as it was") << "0.1"
                                   << "0.2" << false << true;
        QTest::newRow("it only closes") << "0.2"
                                        << "0.1" << false << true;
    }

    void D12_aReverseIsDiscardedWhereThePositionChanged()
    {
        QFETCH(QString, then);
        QFETCH(QString, size);
        QFETCH(bool, isLate);
        QFETCH(bool, goes);
        DeskRig rig({.isDevice = true});
        rig.signer.isInstant = false;
        rig.setPosition("0.1");
        market::BookSnapshot book;
        book.coin = "BTC";
        book.grid = rig.instrument.grid;
        book.state = market::BookState::Live;
        book.bids.push_back({rig.px("49990"), rig.sz("1")});
        book.asks.push_back({rig.px("50010"), rig.sz("1")});
        rig.book = book;
        auto ticket = rig.ticket(model::Side::Sell, "49900");
        ticket.kind = model::OrderKind::Market;
        ticket.tif = model::Tif::Ioc;
        ticket.sz = rig.sz(size.toStdString());
        rig.place(1, ticket);
        rig.settle();
        QCOMPARE(rig.signer.pending.size(), std::size_t(1));
        rig.setPosition(then.toStdString());
        rig.isPositionLate = isLate;
        QVERIFY(rig.signer.approve(rig.signer.pending.front().request.id));
        rig.settle();
        QCOMPARE(rig.wire.sent.size(), std::size_t(goes ? 1 : 0));
        if (!goes)
            QVERIFY2(rig.result(1).error().detail.find("position in BTC has changed") !=
                         std::string::npos,
                     rig.result(1).error().detail.c_str());
    }

    void insideTheLimitsItGoes()
    {
        DeskRig rig;
        rig.place(1, rig.ticket());
        rig.settle();
        QCOMPARE(rig.wire.sent.size(), std::size_t(1));
    }
};

QTEST_APPLESS_MAIN(TestOrderDeskGuard)
#include "tst_order_desk_guard.moc"
