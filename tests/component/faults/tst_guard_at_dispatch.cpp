// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "fault_rig.h"

#include <QtTest>

using namespace hl;
using namespace hl::test;
using namespace std::chrono_literals;
using model::OrderPhase;

/// The guard's second look, at dispatch: what no window has asked about is refused all the same.
class TestGuardAtDispatch : public QObject
{
    Q_OBJECT

    static void start(FaultRig &rig)
    {
        rig.adjust = [](engine::EngineConfig &config, engine::EngineParts &) {
            config.guard = guard::Limits();
        };
        rig.startEngine();
        QVERIFY2(rig.until(60s, [&] { return rig.isReady(); }), "never ready");
        rig.run(2s);
    }
    static std::string why(FaultRig &rig, RequestId request)
    {
        const auto it = rig.sink.results.find(request);
        return it == rig.sink.results.end() ? "no answer" : it->second.error.detail;
    }
    /// The venue's history: so much had been made at 00:00 UTC, and is gone now.
    static void loseSince(FaultRig &rig, std::int64_t dollars)
    {
        constexpr TimeMs kDay = 86'400'000;
        const TimeMs now = rig.clock.wallMs();
        auto &account = *rig.venue.exchange().accounts().find(sim::practiceAddress());
        account.valueHistory.push_front({now - now % kDay, 100'000'000'000, dollars * 1'000'000});
    }

private Q_SLOTS:
    void G9_aLossOfSixPercentBlocksEntriesAndNoExit()
    {
        FaultRig rig(false);
        start(rig);
        const Cloid bought = rig.place(1, "111000", "0.01");
        QVERIFY(rig.until(3s, [&] { return rig.phase(bought) == OrderPhase::Filled; }));
        loseSince(rig, 5'000);
        rig.run(61s);
        QVERIFY(rig.sink.account.dayResult);
        QVERIFY(*rig.sink.account.dayResult < Decimal::fromInt(-5'000));
        QVERIFY(*rig.sink.account.dayResult > Decimal::fromInt(-5'100));
        QCOMPARE(rig.sink.account.dayStartEquity->toString(), std::string("100000"));
        const Cloid asked = rig.place(2, "100000", "0.01"); // past 3 %: the window asks
        QVERIFY(rig.until(3s, [&] { return rig.phase(asked) == OrderPhase::Resting; }));
        rig.run(1s);
        loseSince(rig, 7'000);
        rig.run(61s);
        rig.place(3, "100000", "0.02");
        rig.run(100ms);
        QVERIFY2(why(rig, 3).find("G9") != std::string::npos, why(rig, 3).c_str());
        rig.core->cancelOrders(4, {rig.order(asked)->key});
        const Cloid closed = rig.placeClose(5, "109000", "0.01");
        QVERIFY(rig.until(3s, [&] { return rig.phase(closed) == OrderPhase::Filled; }));
        QVERIFY(rig.until(3s, [&] { return rig.account().open.empty(); }));
    }

    /// Money that leaves is no loss.
    void G9_moneyMovedOutIsNoLoss()
    {
        FaultRig rig(false);
        start(rig);
        auto &account = *rig.venue.exchange().accounts().find(sim::practiceAddress());
        account.perps[0].raw -= 50'000'000'000;
        rig.run(121s);
        QVERIFY(rig.sink.account.dayResult);
        QCOMPARE(rig.sink.account.dayResult->normalised().toString(), std::string("0"));
        const Cloid order = rig.place(1, "100000", "0.01");
        QVERIFY(rig.until(3s, [&] { return rig.phase(order) == OrderPhase::Resting; }));
    }

    void G7_thirtyEntriesInTenSecondsAreEnough()
    {
        FaultRig rig(false);
        start(rig);
        for (RequestId i = 1; i <= 31; ++i) {
            rig.place(i, "100000", "0.001", model::Side::Buy, model::Tif::Alo);
            rig.run(200ms);
        }
        QCOMPARE(rig.account().open.size(), std::size_t{30});
        QVERIFY2(why(rig, 31).find("G7") != std::string::npos, why(rig, 31).c_str());
        rig.run(10s);
        rig.place(32, "100000", "0.001", model::Side::Buy, model::Tif::Alo);
        rig.run(1s);
        QCOMPARE(rig.account().open.size(), std::size_t{31});
    }

    void G1_aTooLargeOrderIsRefusedWhoeverSentIt()
    {
        FaultRig rig(false);
        start(rig);
        rig.place(1, "100000", "2.6");
        rig.run(100ms);
        QVERIFY2(why(rig, 1).find("G1 ") != std::string::npos, why(rig, 1).c_str());
        QVERIFY(rig.account().open.empty());
    }

    void G6_aHighLeverageIsRefused()
    {
        FaultRig rig(false);
        start(rig);
        rig.core->setLeverage(1, "BTC", 25, true);
        rig.run(1s);
        QVERIFY2(why(rig, 1).find("G6") != std::string::npos, why(rig, 1).c_str());
    }
};

QTEST_GUILESS_MAIN(TestGuardAtDispatch)
#include "tst_guard_at_dispatch.moc"
