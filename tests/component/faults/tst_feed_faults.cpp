// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "fault_rig.h"
#include "fault_rows.h"

#include <QRegularExpression>
#include <QtTest>

using namespace hl;
using namespace hl::test;
using namespace std::chrono_literals;
using model::OrderPhase;

namespace {

Fault rewriting(FaultPoint point, std::string matches, const QString &what, const QString &with,
                int times = 100'000)
{
    Fault f = fault(point, FaultKind::Rewrite, std::move(matches), times);
    f.rewrite = [what, with](const std::string &text) {
        return QString::fromStdString(text).replace(QRegularExpression(what), with).toStdString();
    };
    return f;
}

} // namespace

/// Parts of the feeds that stop, are refused, or cannot be read, one at a time.
class TestFeedFaults : public QObject
{
    Q_OBJECT

    static void ready(FaultRig &rig)
    {
        QVERIFY2(rig.until(60s, [&] { return rig.isReady(); }), "never ready");
    }
    static std::string why(FaultRig &rig, RequestId request)
    {
        const auto it = rig.sink.results.find(request);
        return it == rig.sink.results.end() ? "no answer" : it->second.error.detail;
    }
    static const std::string &block(const FaultRig &rig)
    {
        return rig.sink.connection.health.entryBlock;
    }

private Q_SLOTS:
    void unreadablePositionIsToldAndHoldsEntries()
    {
        FaultRig rig;
        ready(rig);
        rig.place(1, "111000", "0.05", model::Side::Buy, model::Tif::Ioc);
        const Cloid resting = rig.place(2, "100000", "0.01");
        QVERIFY(rig.until(10s, [&] { return !rig.sink.account.positions.empty(); }));
        rig.run(1s);
        int lists = 0;
        Fault counter = fault(FaultPoint::HttpRequest, FaultKind::Delay, "", 1);
        counter.matches = [&lists](std::string_view text) {
            lists += text.find("perpDexs") != std::string_view::npos ? 1 : 0;
            return false;
        };
        rig.plan.add(counter);
        Fault &frames =
            rig.plan.add(rewriting(FaultPoint::WsAnswer, member("channel", "clearinghouseState"),
                                   R"("coin":"BTC")", R"("coin":"NEW")"));
        Fault &answers =
            rig.plan.add(rewriting(FaultPoint::HttpRequest, member("type", "clearinghouseState"),
                                   R"("coin":"BTC")", R"("coin":"NEW")"));
        QVERIFY(rig.until(20s, [&] { return rig.sink.account.positions.empty(); }));
        QVERIFY(rig.sink.hasNotice("a position that cannot be read"));
        rig.place(3, "100000", "0.01");
        rig.run(50ms);
        QVERIFY2(why(rig, 3).find("cannot be read") != std::string::npos, why(rig, 3).c_str());
        // Rule zero.
        rig.core->cancelOrders(4, {rig.order(resting)->key});
        QVERIFY(rig.until(5s, [&] { return rig.phase(resting) == OrderPhase::Cancelled; }));
        rig.core->flattenAll(9);
        QVERIFY(rig.until(10s, [&] { return rig.sink.results.contains(9); }));
        QVERIFY2(!rig.sink.results.at(9).ok, "called flat with a position open");
        QVERIFY2(why(rig, 9).find("NEW") != std::string::npos, why(rig, 9).c_str());
        // A newer list of markets might know it; not more than one in two minutes.
        rig.run(5min);
        QVERIFY2(lists >= 2 && lists <= 4, std::to_string(lists).c_str());
        frames.times = answers.times = 0;
        QVERIFY(rig.until(20s, [&] { return !rig.sink.account.positions.empty(); }));
        QVERIFY(rig.sink.hasNotice("All that the account holds can be read"));
        rig.run(1s);
        const Cloid later = rig.place(10, "100000", "0.01");
        QVERIFY(rig.until(5s, [&] { return rig.phase(later) == OrderPhase::Resting; }));
    }

    void unreadableOnlyOrderIsToldAndTheRestIsKnown()
    {
        FaultRig rig;
        ready(rig);
        const Cloid resting = rig.place(1, "100000", "0.01");
        QVERIFY(rig.until(5s, [&] { return rig.phase(resting) == OrderPhase::Resting; }));
        rig.core.reset();
        rig.sink = RecordingSink();
        int lists = 0;
        Fault counter = fault(FaultPoint::HttpRequest, FaultKind::Delay, "", 1);
        counter.matches = [&lists](std::string_view text) {
            lists += text.find("frontendOpenOrders") != std::string_view::npos ? 1 : 0;
            return false;
        };
        rig.plan.add(counter);
        std::vector<Fault *> faults;
        for (const auto &[point, what] :
             {std::pair(FaultPoint::WsAnswer, member("channel", "openOrders")),
              std::pair(FaultPoint::HttpRequest, member("type", "frontendOpenOrders"))})
            faults.push_back(
                &rig.plan.add(rewriting(point, what, R"("coin":"BTC")", R"("coin":"NEW")")));
        rig.startEngine();
        ready(rig);
        rig.run(30s);
        QVERIFY(rig.sink.hasNotice("an order that cannot be read"));
        QVERIFY2(!rig.sink.hasNotice("could not be read and is asked for again"), "never known");
        QVERIFY2(lists <= 4, std::to_string(lists).c_str());
        rig.place(2, "100000", "0.01");
        rig.run(50ms);
        QVERIFY2(why(rig, 2).find("An order of the account") != std::string::npos,
                 why(rig, 2).c_str());
        for (Fault *one : faults)
            one->times = 0;
        QVERIFY(rig.until(20s, [&] { return rig.order(resting) != nullptr; }));
        rig.run(1s);
        const Cloid later = rig.place(3, "100000", "0.01");
        QVERIFY(rig.until(5s, [&] { return rig.phase(later) == OrderPhase::Resting; }));
    }

    void oneStreamThatStopsHoldsEntries_G12_data()
    {
        QTest::addColumn<QByteArray>("channel");
        for (const char *channel : {"clearinghouseState", "openOrders", "spotState"})
            QTest::newRow(channel) << QByteArray(channel);
    }

    /// interaction.md G12: the others go on, and what is shown of this one may be anything.
    void oneStreamThatStopsHoldsEntries_G12()
    {
        QFETCH(QByteArray, channel);
        FaultRig rig;
        ready(rig);
        Fault &lost = rig.plan.add(fault(FaultPoint::WsAnswer, FaultKind::Lose,
                                         member("channel", channel.toStdString()), 100'000));
        QVERIFY(rig.until(15s, [&] { return block(rig).find("stream is") != std::string::npos; }));
        rig.place(1, "100000", "0.01");
        rig.run(50ms);
        QVERIFY2(why(rig, 1).find("entries wait") != std::string::npos, why(rig, 1).c_str());
        lost.times = 0;
        QVERIFY(rig.until(10s, [&] { return block(rig).empty(); }));
        const Cloid later = rig.place(2, "100000", "0.01");
        QVERIFY(rig.until(5s, [&] { return rig.phase(later) == OrderPhase::Resting; }));
    }

    void accountThatNeverSpeaksHoldsEntries_G12()
    {
        FaultRig rig(false);
        for (const char *channel : {"clearinghouseState", "openOrders", "spotState"})
            rig.plan.add(
                fault(FaultPoint::WsAnswer, FaultKind::Lose, member("channel", channel), 100'000));
        rig.startEngine();
        ready(rig);
        QVERIFY(rig.until(15s, [&] { return block(rig).find("stream is") != std::string::npos; }));
    }

    /// A quiet account proves itself by being asked.
    void quietAccountHoldsNothing_G12()
    {
        FaultRig rig;
        ready(rig);
        for (int i = 0; i < 60; ++i) {
            rig.run(1s);
            QVERIFY2(block(rig).empty(), block(rig).c_str());
        }
    }

    /// Not acknowledged three times over, the fast book is asked for again, and the book is not
    /// live on its deep one alone.
    void streamThatWasGivenUpComesBack()
    {
        FaultRig rig(false);
        Fault lost = fault(FaultPoint::WsRequest, FaultKind::Lose, "", 4);
        lost.matches = [](std::string_view text) {
            return text.find(member("method", "subscribe")) != std::string_view::npos &&
                   text.find("\"fast\":true") != std::string_view::npos;
        };
        rig.plan.add(lost);
        rig.startEngine();
        rig.run(8s);
        QVERIFY(rig.sink.books.contains("BTC"));
        QVERIFY(!rig.sink.books.at("BTC")->isTradable());
        QVERIFY2(rig.until(60s, [&] { return rig.isReady(); }), "the fast book never came");
        QVERIFY(rig.plan.silent().empty());
    }

    void positionsFromTheFutureAreDropped()
    {
        FaultRig rig;
        ready(rig);
        rig.plan.add(rewriting(FaultPoint::WsAnswer, member("channel", "clearinghouseState"),
                               R"("time":\d+)", R"("time":1700003600000)", 2));
        rig.place(1, "111000", "0.05", model::Side::Buy, model::Tif::Ioc);
        QVERIFY(rig.until(20s, [&] { return rig.sink.hasNotice("was dropped"); }));
        QVERIFY2(rig.until(20s, [&] { return !rig.sink.account.positions.empty(); }),
                 "what is true is kept out by what was not");
        QVERIFY(rig.until(20s, [&] { return block(rig).empty(); }));
    }

    void fillFromTheFutureLeavesNoDoubt()
    {
        FaultRig rig;
        ready(rig);
        rig.plan.add(rewriting(FaultPoint::WsAnswer, member("channel", "userFills"),
                               R"("time":\d+)", R"("time":1700003600000)", 1));
        rig.place(1, "111000", "0.05", model::Side::Buy, model::Tif::Ioc);
        QVERIFY(rig.until(20s, [&] { return !rig.sink.account.positions.empty(); }));
        QCOMPARE(rig.sink.fills.size(), std::size_t{1});
        rig.placeClose(2, "109000", "0.05");
        QVERIFY(rig.until(20s, [&] { return rig.sink.account.positions.empty(); }));
        rig.run(15s);
        rig.core->flattenAll(9);
        rig.run(50ms);
        QVERIFY2(rig.sink.flatten.back().closes.lines.empty(), "a closed position is in doubt");
    }

    /// The venue's limits belong to the computer: another session does not begin at nothing.
    void limitsOutliveASession()
    {
        engine::IpMemory memory;
        FaultRig rig(false);
        rig.adjust = [&](engine::EngineConfig &, engine::EngineParts &parts) {
            parts.ipMemory = &memory;
        };
        rig.startEngine();
        ready(rig);
        const int before = rig.sink.connection.ipWeightUsed;
        QVERIFY(before > 100);
        rig.core.reset();
        rig.sink = RecordingSink();
        rig.startEngine();
        rig.run(10ms);
        QVERIFY2(rig.sink.connection.ipWeightUsed > before - 20,
                 std::to_string(rig.sink.connection.ipWeightUsed).c_str());
        rig.core.reset();
    }
};

QTEST_GUILESS_MAIN(TestFeedFaults)
#include "tst_feed_faults.moc"
