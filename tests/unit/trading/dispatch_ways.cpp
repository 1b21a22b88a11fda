// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "order_desk_rig.h"

#include <QtTest>

using namespace hl;
using namespace hl::trading;
using namespace hl::test;
using namespace std::chrono_literals;
using model::OrderPhase;
using model::Side;

namespace {

/// A close of 0.05 that left by a slow way and is not answered (request 1), one that rests
/// (request 2), and a faster way by now.
struct Ways
{
    Ways()
    {
        rig.setPosition("0.1");
        rig.place(2, close());
        rig.answer(0, restingAnswer(2));
        rig.place(1, close());
        rig.wire.overtakes = true;
    }
    model::OrderTicket close() const
    {
        auto ticket = rig.ticket(Side::Sell, "51000");
        ticket.sz = rig.sz("0.05");
        ticket.reduceOnly = true;
        return ticket;
    }
    std::size_t cancels() const
    {
        std::size_t count = 0;
        for (const auto &sent : rig.wire.sent)
            count += sent.body.find("\"type\":\"cancel") != std::string::npos ? 1U : 0U;
        return count;
    }
    bool cancelled(RequestId request)
    {
        return rig.wire.sent.back().body.find(
                   request == 2 ? std::string("\"o\":2}")
                                : rig.orderOf(request).cloid->toString()) != std::string::npos;
    }

    DeskRig rig;
};

} // namespace

/// Two ways to the venue at once: what may overtake, and what never does.
class DispatchWays : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aCancelStaysBehindItsOrder_data()
    {
        QTest::addColumn<QByteArray>("answer"); // empty: lost
        QTest::addColumn<int>("leaves");
        QTest::newRow("placed") << QByteArray(restingAnswer(1).c_str()) << 1;
        QTest::newRow("refused") << QByteArray(errorAnswer("no").c_str()) << 0;
        // Unknown holds no exit (G13).
        QTest::newRow("lost") << QByteArray() << 1;
        // Its next try is given up instead: nothing of it is at the venue.
        QTest::newRow("refused for its rate") << QByteArray("429") << 0;
    }

    void aCancelStaysBehindItsOrder()
    {
        QFETCH(QByteArray, answer);
        QFETCH(int, leaves);
        Ways w;
        w.rig.desk->cancel(3, {w.rig.keys[1]});
        w.rig.settle();
        w.rig.clock.advance(2s);
        QCOMPARE(w.cancels(), std::size_t{0});
        QVERIFY(!w.rig.results.contains(3));
        // What it has nothing to do with does not wait for it.
        w.rig.desk->cancel(4, {w.rig.keys[2]});
        QCOMPARE(w.cancels(), std::size_t{1});
        QVERIFY(w.cancelled(2));
        if (answer.isEmpty())
            w.rig.wire.lose(1);
        else if (answer == "429")
            w.rig.wire.answer(1, {true, true, 429, "429 Too Many Requests", {}, 0, 0});
        else
            w.rig.answer(1, answer.toStdString());
        w.rig.settle();
        QCOMPARE(w.cancels(), std::size_t(1 + leaves));
        if (leaves > 0) {
            w.rig.answer(w.rig.wire.sent.size() - 1, cancelAnswer({""}));
            QCOMPARE(w.rig.phase(1), OrderPhase::Cancelled);
        }
        w.rig.clock.advance(5s);
        QCOMPARE(w.rig.finished[3], 1);
        QVERIFY(isTerminal(w.rig.phase(1)));
        QCOMPARE(w.cancels(), std::size_t(1 + leaves));
        QCOMPARE(w.rig.store.counters().illegal, std::uint64_t{0});
    }

    /// The venue places a change anew whose order is gone: one that comes late would rest.
    void aCancelStaysBehindAChange_data()
    {
        QTest::addColumn<bool>("isMany");
        QTest::addColumn<QByteArray>("answer"); // empty: lost
        for (const bool isMany : {false, true}) {
            const char *what = isMany ? "of two" : "of one";
            const QByteArray ok = isMany ? R"({"status":"ok","response":{"type":"order","data":)"
                                           R"({"statuses":[{"resting":{"oid":1}},)"
                                           R"({"resting":{"oid":2}}]}}})"
                                         : QByteArray(restingAnswer(1).c_str());
            QTest::addRow("%s, changed", what) << isMany << ok;
            QTest::addRow("%s, refused", what) << isMany << QByteArray(errAnswer("no").c_str());
            QTest::addRow("%s, lost", what) << isMany << QByteArray();
        }
    }

    void aCancelStaysBehindAChange()
    {
        QFETCH(bool, isMany);
        QFETCH(QByteArray, answer);
        Ways w;
        w.rig.answer(1, restingAnswer(1));
        if (isMany)
            w.rig.desk->moveAll({7, 8}, {w.rig.keys[1], w.rig.keys[2]}, w.rig.px("51001"));
        else
            w.rig.desk->modify(7, w.rig.keys[1], w.rig.px("51001"), {});
        QCOMPARE(w.rig.wire.sent.size(), std::size_t{3});
        w.rig.desk->cancel(3, {w.rig.keys[1]});
        w.rig.clock.advance(2s);
        QCOMPARE(w.cancels(), std::size_t{0});
        QVERIFY(!w.rig.results.contains(3));
        if (answer.isEmpty())
            w.rig.wire.lose(2);
        else
            w.rig.answer(2, answer.toStdString());
        w.rig.settle();
        QCOMPARE(w.cancels(), std::size_t{1});
        QCOMPARE(w.rig.store.counters().illegal, std::uint64_t{0});
    }

    /// Of a cancel of many only what would overtake stays.
    void theOthersOfABulkCancelGoOn()
    {
        Ways w;
        std::optional<BulkResult> end;
        w.rig.desk->cancelAll(3, {w.rig.keys[1], w.rig.keys[2]},
                              [&](const BulkResult &result) { end = result; });
        w.rig.settle();
        QCOMPARE(w.cancels(), std::size_t{1});
        QVERIFY(w.cancelled(2));
        w.rig.answer(2, cancelAnswer({""}));
        w.rig.settle();
        QVERIFY(!end);
        w.rig.answer(1, restingAnswer(1));
        w.rig.settle();
        QCOMPARE(w.cancels(), std::size_t{2});
        w.rig.answer(3, cancelAnswer({""}));
        w.rig.settle();
        QVERIFY(end && end->status);
        QCOMPARE(end->done, std::size_t{2});
    }

    void oneWayKeepsTheOrderByItself()
    {
        Ways w;
        w.rig.wire.overtakes = false;
        w.rig.desk->cancel(3, {w.rig.keys[1]});
        QCOMPARE(w.cancels(), std::size_t{1});
        QVERIFY(w.rig.sentBody(2).uint("nonce").value() > w.rig.sentBody(1).uint("nonce").value());
    }

    /// A bulk close's orders are orders too.
    void aCancelStaysBehindABulkClose()
    {
        Ways w;
        w.rig.answer(1, restingAnswer(1));
        std::optional<BulkResult> end;
        w.rig.desk->closeAll(5, {"BTC"}, [&](const BulkResult &result) { end = result; });
        const auto key = w.rig.store.all().back().key;
        QVERIFY(w.rig.store.find(key)->phase == OrderPhase::Sent);
        w.rig.desk->cancel(6, {key});
        w.rig.clock.advance(1s);
        QCOMPARE(w.cancels(), std::size_t{0});
        w.rig.wire.lose(2);
        w.rig.settle();
        QCOMPARE(w.cancels(), std::size_t{1});
    }

    /// G13: no exit's place is taken to spend a nonce.
    void aNoopWaitsForASingleWay()
    {
        ManualClock clock;
        MemoryNonceStore nonces;
        FakeSigner signer;
        signer.isInstant = true;
        FakeTransport wire;
        Dispatcher dispatcher(clock, clock, nonces, signer, wire);
        std::vector<DispatchResult> results;
        const auto keep = [&](const DispatchResult &result) { results.push_back(result); };
        wire.overtakes = true;
        dispatcher.spend(7, namedAction("noop", true), keep);
        clock.advance(1ms);
        QCOMPARE(results.size(), std::size_t{1});
        QCOMPARE(results[0].fate, DispatchResult::Fate::NotSent);
        QVERIFY(wire.sent.empty());
        wire.overtakes = false;
        dispatcher.spend(7, namedAction("noop", true), keep);
        QCOMPARE(wire.sent.size(), std::size_t{1});
    }
};

QTEST_APPLESS_MAIN(DispatchWays)
#include "dispatch_ways.moc"
