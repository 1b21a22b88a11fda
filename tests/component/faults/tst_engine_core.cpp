// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "fault_rig.h"
#include "fault_rows.h"

#include <QtTest>

using namespace hl;
using namespace hl::test;
using namespace std::chrono_literals;
using model::OrderPhase;

/// The engine's core against the embedded venue on the settable clock.
class TestEngineCore : public QObject
{
    Q_OBJECT

private:
    static void ready(FaultRig &rig)
    {
        QVERIFY2(rig.until(60s, [&] { return rig.isReady(); }), "never ready");
    }

private Q_SLOTS:
    /// cases.md B42: the answer never comes, the fill does, and the second press is held.
    void secondPressWhileUnknownIsHeld_B42()
    {
        FaultRig rig;
        ready(rig);
        rig.plan.add(fault(FaultPoint::WsRequest, FaultKind::Stall, member("type", "action")));
        const Cloid first = rig.place(1, "111000", "0.01");
        QVERIFY(rig.until(9s, [&] { return rig.phase(first) == OrderPhase::Unknown; }));
        const Cloid second = rig.place(2, "111000", "0.01");
        rig.run(20ms);
        QCOMPARE(rig.phase(second), OrderPhase::RejectedLocal);
        QVERIFY(!rig.sink.results.at(2).ok);
        QVERIFY(rig.until(30s, [&] { return rig.phase(first) == OrderPhase::Filled; }));
        QVERIFY(
            rig.until(10s, [&] { return rig.isReady() && !rig.sink.account.positions.empty(); }));
        QCOMPARE(rig.sink.account.positions.front().szi, FaultRig::sz("0.01"));
        QVERIFY2(rig.differences().empty(),
                 rig.differences().empty() ? "" : rig.differences().front().c_str());
    }

    /// cases.md B29: entries wait until the account was read again after a reconnect; exits do not.
    void entriesWaitForTheAccountAfterAReconnect_B29()
    {
        FaultRig rig;
        ready(rig);
        const Cloid resting = rig.place(1, "100000", "0.01");
        rig.run(1s);
        QCOMPARE(rig.phase(resting), OrderPhase::Resting);
        Fault slow = fault(FaultPoint::HttpRequest, FaultKind::Delay, "userFills");
        slow.delay = 3s;
        rig.plan.add(slow);
        rig.link.setDown(true);
        rig.run(50ms);
        QVERIFY(!rig.sink.books.at("BTC")->isTradable());
        rig.link.setDown(false);
        QVERIFY(rig.until(5s, [&] { return rig.sink.connection.link == engine::LinkState::Live; }));
        rig.run(500ms);
        const Cloid entry = rig.place(2, "100000", "0.01", model::Side::Buy, model::Tif::Alo);
        rig.run(50ms);
        QCOMPARE(rig.phase(entry), OrderPhase::RejectedLocal);
        rig.core->cancelOrders(3, {rig.order(resting)->key});
        rig.run(500ms);
        QCOMPARE(rig.phase(resting), OrderPhase::Cancelled);
        rig.run(5s);
        const Cloid later = rig.place(4, "100000", "0.01");
        rig.run(1s);
        QCOMPARE(rig.phase(later), OrderPhase::Resting);
    }

    /// Rule zero: while the WebSocket cannot be had, a cancel goes over HTTP.
    void exitsGoOverHttpWhileTheSocketIsGone()
    {
        FaultRig rig;
        ready(rig);
        const Cloid resting = rig.place(1, "100000", "0.01");
        rig.run(1s);
        rig.plan.add(fault(FaultPoint::WsConnect, FaultKind::Refuse, "", 1'000));
        rig.link.setDown(true);
        rig.run(20ms);
        rig.link.setDown(false);
        rig.run(500ms);
        rig.core->cancelOrders(2, {rig.order(resting)->key});
        rig.run(1s);
        QCOMPARE(rig.phase(resting), OrderPhase::Cancelled);
        QVERIFY(rig.account().open.empty());
        const Cloid entry = rig.place(3, "100000", "0.01", model::Side::Buy, model::Tif::Alo);
        rig.run(50ms);
        QVERIFY(isTerminal(rig.phase(entry)));
        QVERIFY(rig.account().open.empty());
    }

    /// What is shown is what is traded: another's account is only watched.
    void B50_anotherAccountIsOnlyWatched()
    {
        FaultRig rig;
        ready(rig);
        rig.core.reset();
        rig.sink = RecordingSink();
        rig.shownAccount = sim::vectorsAddress();
        rig.startEngine();
        rig.run(10s);
        QVERIFY(rig.sink.signer.signer.isZero());
        QCOMPARE(rig.sink.signer.account, sim::vectorsAddress());
        const bool isSaid = std::ranges::any_of(rig.sink.notices, [](const engine::Notice &n) {
            return n.text.find("only watches") != std::string::npos;
        });
        QVERIFY(isSaid);
    }

    void filledWhileWeWereAway()
    {
        FaultRig rig;
        ready(rig);
        const Cloid resting = rig.place(1, "100000", "0.01");
        rig.run(1s);
        rig.link.setDown(true);
        rig.run(500ms);
        rig.quote(sim::vectorsAddress(), false, "100000", "0.004");
        rig.run(500ms);
        rig.link.setDown(false);
        QVERIFY(rig.until(30s, [&] { return rig.isReady() && !rig.sink.fills.empty(); }));
        rig.run(2s);
        QCOMPARE(rig.phase(resting), OrderPhase::PartlyFilled);
        QCOMPARE(rig.order(resting)->filledSz, FaultRig::sz("0.004"));
        QVERIFY(rig.differences().empty());
    }

    void restartedEngineFindsItsOrdersAndUsesNewNonces_B25()
    {
        FaultRig rig;
        ready(rig);
        const Cloid resting = rig.place(1, "100000", "0.01");
        rig.run(1s);
        rig.core.reset();
        rig.sink = RecordingSink();
        rig.clock.stepWall(-5'000);
        rig.startEngine();
        ready(rig);
        QVERIFY(rig.order(resting) != nullptr);
        QCOMPARE(rig.phase(resting), OrderPhase::Resting);
        rig.core->cancelOrders(2, {rig.order(resting)->key});
        rig.run(1s);
        QVERIFY(rig.account().open.empty());
        QVERIFY(rig.noncesRise());
    }

    void silentVenueIsOneSentence()
    {
        FaultRig rig(false);
        rig.plan.add(fault(FaultPoint::WsConnect, FaultKind::Silence, "", 1'000));
        rig.plan.add(fault(FaultPoint::HttpRequest, FaultKind::NoAnswer, "", 1'000));
        rig.startEngine();
        rig.run(15s);
        QVERIFY(rig.sink.hasNotice("The venue cannot be reached"));
        QVERIFY(rig.sink.hasNotice("list of markets could not be read"));
        QVERIFY(rig.sink.connection.link != engine::LinkState::Live);
        const Cloid entry = rig.place(1, "100000", "0.01");
        rig.run(50ms);
        QVERIFY(!rig.sink.results.at(1).ok);
        QVERIFY(rig.order(entry) == nullptr);
    }

    void badFramesAreToldAndPassed_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<QByteArray>("words");
        QTest::newRow("truncated")
            << static_cast<int>(FaultKind::InvalidJson) << QByteArray("could not be read");
        QTest::newRow("50 MB") << static_cast<int>(FaultKind::Oversized)
                               << QByteArray("over 16 MB");
    }

    void badFramesAreToldAndPassed()
    {
        QFETCH(int, kind);
        QFETCH(QByteArray, words);
        FaultRig rig;
        ready(rig);
        rig.plan.add(
            fault(FaultPoint::WsAnswer, static_cast<FaultKind>(kind), member("channel", "l2Book")));
        rig.run(2s);
        QVERIFY2(rig.sink.hasNotice(words.toStdString()), "nothing was said");
        QVERIFY(rig.until(30s, [&] { return rig.isReady(); }));
        rig.run(5s);
        const Cloid resting = rig.place(1, "100000", "0.01");
        QVERIFY(rig.until(10s, [&] { return rig.phase(resting) == OrderPhase::Resting; }));
    }

    /// cases.md B28, interaction.md L28: one feed goes quiet while the socket lives.
    void silentBookIsStaleAndAskedForAnew_B28()
    {
        FaultRig rig;
        ready(rig);
        rig.plan.add(
            fault(FaultPoint::WsAnswer, FaultKind::Lose, member("channel", "l2Book"), 200));
        QVERIFY(rig.until(15s, [&] { return !rig.sink.books.at("BTC")->isTradable(); }));
        QVERIFY(!rig.sink.books.at("BTC")->reason.empty());
        QCOMPARE(rig.sink.connection.link, engine::LinkState::Live);
        QVERIFY(rig.until(180s, [&] { return rig.isReady(); }));
    }

    /// interaction.md D17: no position is shown, a fill says that there may be one.
    void flattenReadsALatePositionAgain_data()
    {
        QTest::addColumn<bool>("isSaid");
        QTest::newRow("the venue says it when asked") << true;
        QTest::newRow("the venue does not say") << false;
    }

    void flattenReadsALatePositionAgain()
    {
        QFETCH(bool, isSaid);
        FaultRig rig;
        ready(rig);
        rig.plan.add(fault(FaultPoint::WsAnswer, FaultKind::Lose, "learinghouseState", 1'000));
        rig.place(1, "111000", "0.05", model::Side::Buy, model::Tif::Ioc);
        rig.run(200ms);
        QCOMPARE(rig.account().fills.size(), std::size_t{1});
        QVERIFY(rig.sink.account.positions.empty());
        if (!isSaid)
            rig.plan.add(
                fault(FaultPoint::HttpRequest, FaultKind::NoAnswer, "clearinghouseState", 100));
        rig.core->flattenAll(9);
        QVERIFY(rig.sink.flatten.back().isRunning);
        QVERIFY(rig.sink.flatten.back().closes.lines.front().find("read again") !=
                std::string::npos);
        rig.run(4s);
        QCOMPARE(rig.sink.answers[9], 1);
        QCOMPARE(rig.sink.results.at(9).ok, isSaid);
        QCOMPARE(rig.account().fills.size(), isSaid ? std::size_t{2} : std::size_t{1});
        const auto &closes = rig.sink.flatten.back().closes;
        if (isSaid)
            QCOMPARE(closes.lines.front(), std::string("Sell 0.05 BTC, the whole position"));
        else
            QVERIFY2(rig.sink.results.at(9).error.detail.find("is not known yet") !=
                         std::string::npos,
                     rig.sink.results.at(9).error.detail.c_str());
    }

    void clockStepsDoNotMoveOrders()
    {
        FaultRig rig;
        ready(rig);
        for (const TimeMs step : {-60'000, 60'000, -3'600'000}) {
            rig.clock.stepWall(step);
            rig.run(1s);
            const Cloid cloid =
                rig.place(static_cast<RequestId>(100'000'000 + step), "100000", "0.01");
            rig.run(1s);
            QVERIFY(rig.order(cloid) != nullptr);
        }
        rig.run(10s);
        QVERIFY(rig.noncesRise());
    }
};

QTEST_GUILESS_MAIN(TestEngineCore)
#include "tst_engine_core.moc"
