// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "component/device/device_rig.h"
#include "fault_rig.h"
#include "fault_rows.h"

#include <QtTest>

#include <cstdio>

using namespace hl;
using namespace hl::test;
using namespace std::chrono_literals;

namespace {

QString joined(const std::vector<std::string> &lines)
{
    QString text;
    for (const std::string &line : lines)
        text += QString::fromStdString(line) + QLatin1String("; ");
    return text;
}

} // namespace

/// Each fault at each step of an order's life, on the settable clock: afterwards nothing is placed
/// twice, nothing is lost, every state is the venue's, the book is live again.
class FaultMatrix : public QObject
{
    Q_OBJECT

private:
    std::vector<FaultRow> m_rows = faultRows();
    std::vector<FaultRow> m_bulkRows = stepRows({Step::Move, Step::Flatten});
    std::vector<FaultRow> m_httpRows = httpFaultRows();
    std::vector<FaultRow> m_deviceRows = deviceFaultRows();
    std::vector<FaultRow> m_droppedRows = droppedFaultRows();
    int m_combinations = 0;
    int m_doubled = 0;
    int m_lost = 0;

    void arm(FaultRig &rig, const FaultRow &row, Step step)
    {
        if (row.step == step)
            for (const Fault &fault : row.faults)
                rig.plan.add(fault);
    }

    void addRows(const std::vector<FaultRow> &rows)
    {
        QTest::addColumn<int>("index");
        for (std::size_t i = 0; i < rows.size(); ++i)
            QTest::addRow("%s: %s", stepName(rows[i].step), rows[i].name.c_str())
                << static_cast<int>(i);
    }

    /// What was lost or doubled, counted; every fault struck, every command was answered once.
    void check(FaultRig &rig)
    {
        ++m_combinations;
        const auto differences = rig.differences();
        for (const std::string &difference : differences) {
            m_doubled += difference.starts_with("doubled") ? 1 : 0;
            m_lost += difference.starts_with("lost") ? 1 : 0;
        }
        QVERIFY2(rig.plan.silent().empty(), "a fault never struck");
        QVERIFY2(differences.empty(), qPrintable(joined(differences)));
        for (const auto &[request, count] : rig.sink.answers)
            QVERIFY2(count == 1, "a command was answered twice");
    }

private Q_SLOTS:
    void everyFaultAtEveryStep_data() { addRows(m_rows); }

    void everyFaultAtEveryStep()
    {
        QFETCH(int, index);
        const FaultRow &row = m_rows[static_cast<std::size_t>(index)];
        FaultRig rig(false);
        arm(rig, row, Step::Subscribe);
        rig.startEngine();
        QVERIFY2(rig.until(60s, [&] { return rig.isReady(); }), "never ready");

        // A resting order.
        arm(rig, row, Step::Place);
        const Cloid resting = rig.place(1, "100000", "0.01");
        rig.run(500ms);
        // The person presses again while nobody knows: held, or the first one is known by now.
        const bool wasUnknown = rig.phase(resting) == model::OrderPhase::Unknown;
        const Cloid twin = rig.place(2, "100000", "0.01");
        rig.run(20ms);
        if (wasUnknown && rig.phase(twin) != model::OrderPhase::RejectedLocal)
            ++m_doubled;
        rig.run(40s);

        // One that takes.
        arm(rig, row, Step::Take);
        rig.place(3, "111000", "0.02", model::Side::Buy, model::Tif::Ioc);
        rig.run(40s);

        const auto liveKey = [&]() -> model::OrderKey {
            for (const auto &[key, order] : rig.sink.orders)
                if (order.phase == model::OrderPhase::Resting)
                    return key;
            return 0;
        };
        if (liveKey() == 0) {
            rig.place(4, "100000", "0.01");
            rig.run(2s);
        }
        QVERIFY2(liveKey() != 0, "no order could be placed afterwards");

        arm(rig, row, Step::Modify);
        rig.core->modifyOrder(5, liveKey(), FaultRig::px("100500"), std::nullopt);
        rig.run(40s);

        arm(rig, row, Step::Reconnect);
        if (row.step == Step::Reconnect) {
            rig.link.setDown(true);
            rig.run(100ms);
            // Life goes on without us.
            rig.quote(sim::vectorsAddress(), false, "99000", "0.004");
            rig.link.setDown(false);
            rig.run(60s);
        }

        arm(rig, row, Step::Cancel);
        if (const auto key = liveKey())
            rig.core->cancelOrders(6, {key});
        rig.run(40s);

        for (RequestId request = 10; request < 14; ++request)
            rig.place(request, "90000", "0.01", model::Side::Buy,
                      request % 2 == 0 ? model::Tif::Gtc : model::Tif::Alo);
        rig.run(2s);
        arm(rig, row, Step::Batch);
        std::vector<model::OrderKey> keys;
        for (const auto &[key, order] : rig.sink.orders)
            if (isLive(order.phase) && keys.size() < 3)
                keys.push_back(key);
        rig.core->cancelOrders(20, keys);
        rig.run(60s);

        check(rig);
        QVERIFY2(rig.noncesRise(), "nonces did not rise on the wire");
        QVERIFY2(rig.isReady(), "the book is not live again");
        QVERIFY2(rig.sink.answers.size() >= 9, "a command was never answered");
    }

    void everyFaultOfABulkAction_data() { addRows(m_bulkRows); }

    /// Several orders by one action: each of them ends as the venue has it.
    void everyFaultOfABulkAction()
    {
        QFETCH(int, index);
        const FaultRow &row = m_bulkRows[static_cast<std::size_t>(index)];
        FaultRig rig;
        QVERIFY2(rig.until(60s, [&] { return rig.isReady(); }), "never ready");
        rig.place(1, "111000", "0.05", model::Side::Buy, model::Tif::Ioc);
        QVERIFY(rig.until(5s, [&] { return !rig.sink.account.positions.empty(); }));
        std::vector<model::OrderKey> keys;
        for (const char *px : {"100000", "100100", "100200"}) {
            const Cloid cloid = rig.place(static_cast<RequestId>(2 + keys.size()), px, "0.01");
            QVERIFY(rig.until(5s, [&] { return rig.phase(cloid) == model::OrderPhase::Resting; }));
            keys.push_back(rig.order(cloid)->key);
        }
        arm(rig, row, row.step);
        if (row.step == Step::Move)
            rig.core->moveOrders({10, 11, 12}, keys, FaultRig::px("99000"));
        else
            rig.core->flattenAll(10);
        rig.run(60s);
        QVERIFY2(rig.until(40s, [&] { return rig.isReady(); }), "the book is not live again");
        rig.run(20s);
        check(rig);
        QVERIFY2(rig.noncesRise(), "nonces did not rise on the wire");
        for (const RequestId request : row.step == Step::Move ? std::vector<RequestId>{10, 11, 12}
                                                              : std::vector<RequestId>{10})
            QCOMPARE(rig.sink.answers[request], 1);
    }

    void anExitWhileADeviceWaits_data() { addRows(m_deviceRows); }

    /// The agent's cancel fares ill while a person looks at an entry on the device.
    void anExitWhileADeviceWaits()
    {
        QFETCH(int, index);
        const FaultRow &row = m_deviceRows[static_cast<std::size_t>(index)];
        DeviceRig d(engine::TradeMode::DeviceOpensAgentExits, true);
        QVERIFY(d.ready());
        QVERIFY(d.rig.until(
            5s, [&] { return d.sink().mode == engine::TradeMode::DeviceOpensAgentExits; }));
        const Cloid resting = d.rig.place(1, "100000", "0.01");
        QVERIFY(d.untilAt(1, engine::ReviewState::Answered));
        d.device.review = 8'000ms;
        d.rig.place(2, "100100", "0.01");
        QVERIFY(d.untilAt(2, engine::ReviewState::OnDevice));
        arm(d.rig, row, row.step);
        d.core().cancelOrders(3, {d.rig.order(resting)->key});
        d.rig.run(1s);
        QVERIFY2(d.isAt(2, engine::ReviewState::OnDevice), "the device was disturbed");
        // A second one, should the first have failed for certain.
        if (d.sink().results.contains(3) && !d.sink().results.at(3).ok)
            d.core().cancelOrders(4, {d.rig.order(resting)->key});
        d.rig.run(60s);
        check(d.rig);
        QCOMPARE(d.sink().answers[2], 1);
        QCOMPARE(d.sink().answers[3], 1);
    }

    void aLaneIsDroppedWithSomethingOnItsWay_data() { addRows(m_droppedRows); }

    void aLaneIsDroppedWithSomethingOnItsWay()
    {
        QFETCH(int, index);
        const FaultRow &row = m_droppedRows[static_cast<std::size_t>(index)];
        DeviceRig d(engine::TradeMode::AgentTrades, true);
        QVERIFY(d.ready());
        QVERIFY(d.rig.until(5s, [&] { return d.sink().mode == engine::TradeMode::AgentTrades; }));
        d.core().device().readAgents(90);
        d.rig.place(1, "111000", "0.05", model::Side::Buy, model::Tif::Ioc);
        QVERIFY(d.rig.until(5s, [&] { return !d.sink().account.positions.empty(); }));
        std::vector<model::OrderKey> keys;
        for (const char *px : {"100000", "100100"}) {
            const Cloid cloid = d.rig.place(static_cast<RequestId>(2 + keys.size()), px, "0.01");
            QVERIFY(
                d.rig.until(5s, [&] { return d.rig.phase(cloid) == model::OrderPhase::Resting; }));
            keys.push_back(d.rig.order(cloid)->key);
        }
        arm(d.rig, row, row.step);
        switch (row.step) {
        case Step::Place:
            d.rig.place(10, "100200", "0.01");
            break;
        case Step::Cancel:
            d.core().cancelOrders(10, {keys.front()});
            break;
        case Step::Flatten:
            d.core().flattenAll(10);
            break;
        default:
            d.core().cancelOrders(10, keys);
            break;
        }
        d.rig.run(20ms);
        d.rig.venue.exchange().accounts().find(sim::practiceAddress())->agents.clear();
        d.core().device().readAgents(91);
        QVERIFY(d.rig.until(30s, [&] { return d.sink().mode == engine::TradeMode::DeviceOnly; }));
        d.rig.run(60s);
        check(d.rig);
        QCOMPARE(d.sink().answers[10], 1);
    }

    void everyHttpFaultAtEveryExit_data() { addRows(m_httpRows); }

    /// While the WebSocket cannot be had, exits go over HTTP, and fare no worse.
    void everyHttpFaultAtEveryExit()
    {
        QFETCH(int, index);
        const FaultRow &row = m_httpRows[static_cast<std::size_t>(index)];
        FaultRig rig;
        QVERIFY2(rig.until(60s, [&] { return rig.isReady(); }), "never ready");
        rig.place(1, "111000", "0.05", model::Side::Buy, model::Tif::Ioc);
        QVERIFY(rig.until(5s, [&] { return !rig.sink.account.positions.empty(); }));
        std::vector<Cloid> closes;
        for (const char *px : {"115000", "116000", "117000"})
            closes.push_back(rig.placeClose(static_cast<RequestId>(2 + closes.size()), px, "0.01"));
        rig.run(1s);
        std::vector<model::OrderKey> keys;
        for (const Cloid &close : closes) {
            QCOMPARE(rig.phase(close), model::OrderPhase::Resting);
            keys.push_back(rig.order(close)->key);
        }
        rig.place(5, "100000", "0.01"); // an entry, for what flattens
        rig.run(1s);

        Fault &down = rig.plan.add(fault(FaultPoint::WsConnect, FaultKind::Refuse, "", 1'000'000));
        rig.link.setDown(true);
        rig.run(50ms);
        rig.link.setDown(false);
        rig.run(300ms);
        QVERIFY(rig.sink.connection.link != engine::LinkState::Live);
        arm(rig, row, row.step);
        switch (row.step) {
        case Step::Place:
            rig.placeClose(10, "118000", "0.01");
            break;
        case Step::Modify:
            rig.core->modifyOrder(10, keys.front(), FaultRig::px("115500"), std::nullopt);
            break;
        case Step::Cancel:
            rig.core->cancelOrders(10, {keys.front()});
            break;
        case Step::Move:
            rig.core->moveOrders({10, 11, 12}, keys, FaultRig::px("118500"));
            break;
        case Step::Flatten:
            rig.core->flattenAll(10);
            break;
        case Step::Two:
            rig.placeClose(10, "118000", "0.01");
            rig.core->cancelOrders(11, {keys.front()});
            break;
        default:
            rig.core->cancelOrders(10, keys);
            break;
        }
        rig.run(4s);
        // Whatever became of the first one: the second waits for nobody longer than that.
        if (row.step == Step::Two)
            QVERIFY2(rig.sink.answers.contains(11), "an exit waits behind a silent one");
        rig.run(8s);
        down.times = 0;
        QVERIFY2(rig.until(40s, [&] { return rig.isReady(); }), "the book is not live again");
        rig.run(20s);

        check(rig);
        QVERIFY2(rig.noncesRise(), "nonces did not rise on the wire");
        QCOMPARE(rig.sink.answers[10], 1);
    }

    void cleanupTestCase()
    {
        std::printf("combinations %d doubled %d lost %d\n", m_combinations, m_doubled, m_lost);
        std::fflush(stdout);
        QVERIFY(m_combinations >= 150 || QCoreApplication::arguments().size() > 1);
        QCOMPARE(m_doubled, 0);
        QCOMPARE(m_lost, 0);
    }
};

QTEST_GUILESS_MAIN(FaultMatrix)
#include "fault_matrix.moc"
