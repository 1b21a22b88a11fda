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
