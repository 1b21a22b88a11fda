// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "order_desk_rig.h"

#include <QtTest>

using namespace hl;
using namespace hl::test;
using namespace hl::trading;
using namespace std::chrono_literals;
using model::OrderKey;
using model::OrderPhase;

namespace {

/// Placed elsewhere, without a cloid of its own.
OrderKey foreign(DeskRig &rig, Oid oid)
{
    OrderReport report;
    report.coin = "BTC";
    report.grid = rig.instrument.grid;
    report.px = rig.px("50000");
    report.sz = rig.sz("0.1");
    report.origSz = report.sz;
    report.oid = oid;
    rig.store.applyReport(report, rig.clock.wallMs());
    return rig.store.findByOid(oid)->key;
}

std::string typeOf(const codec::Value &action)
{
    return action.string("type").value();
}

std::size_t countIn(const codec::Value &action)
{
    return action.find("cancels")->asArray()->size();
}

} // namespace

/// What a cancel names its orders by, and when that is decided (interaction.md D15, D16).
class TestOrderDeskCancels : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void oneActionWhereOneIsEnough_data()
    {
        QTest::addColumn<bool>("isAnswered");
        QTest::addColumn<bool>("withForeign");
        QTest::addColumn<QString>("types");
        QTest::newRow("all have an oid") << true << true << "cancel 3";
        QTest::newRow("all have a cloid") << false << false << "cancelByCloid 2";
        QTest::newRow("neither") << false << true << "cancel 2 cancelByCloid 1";
    }

    void oneActionWhereOneIsEnough()
    {
        QFETCH(bool, isAnswered);
        QFETCH(bool, withForeign);
        QFETCH(QString, types);
        DeskRig rig;
        rig.place(1, rig.ticket());
        rig.answer(0, restingAnswer(100));
        rig.place(2, rig.ticket());
        if (isAnswered)
            rig.answer(1, restingAnswer(101));
        std::vector<OrderKey> keys{rig.keys[1], rig.keys[2]};
        if (withForeign)
            keys.push_back(foreign(rig, 200));
        rig.desk->cancel(3, keys);
        QStringList sent;
        for (std::size_t i = 2; i < rig.wire.sent.size(); ++i)
            sent += QString::fromStdString(typeOf(rig.action(i)) + ' ' +
                                           std::to_string(countIn(rig.action(i))));
        QCOMPARE(sent.join(' '), types);
        const int parts = static_cast<int>(sent.size());
        for (int i = 0; i < parts; ++i)
            rig.answer(static_cast<std::size_t>(2 + i),
                       cancelAnswer(std::vector<std::string>(
                           countIn(rig.action(static_cast<std::size_t>(2 + i))))));
        QVERIFY(rig.result(3).has_value());
        QCOMPARE(rig.finished[3], 1);
        for (const OrderKey key : keys)
            QCOMPARE(rig.store.find(key)->phase, OrderPhase::Cancelled);
    }

    /// One request on a device at a time; what another action has to name follows it.
    void onADeviceTheRestFollows_data()
    {
        QTest::addColumn<bool>("isPressed");
        QTest::newRow("pressed: the rest follows") << true;
        QTest::newRow("refused: nothing follows") << false;
    }

    void onADeviceTheRestFollows()
    {
        QFETCH(bool, isPressed);
        DeskRig rig({.isDevice = true});
        rig.place(1, rig.ticket());
        const std::vector<OrderKey> keys{rig.keys[1], foreign(rig, 200)};
        if (!isPressed)
            rig.signer.isInstant = false;
        rig.desk->cancel(3, keys);
        if (!isPressed) {
            QVERIFY(rig.signer.refuse(rig.signer.pending.front().request.id));
            rig.settle();
            QCOMPARE(rig.wire.sent.size(), std::size_t{1});
            QVERIFY(!rig.result(3).has_value());
            for (const OrderKey key : keys)
                QVERIFY(rig.store.find(key)->pending == model::PendingChange::None);
            QCOMPARE(rig.finished[3], 1);
            return;
        }
        QCOMPARE(rig.wire.sent.size(), std::size_t{2});
        QCOMPARE(typeOf(rig.action(1)), std::string("cancel"));
        QCOMPARE(countIn(rig.action(1)), std::size_t{1});
        rig.answer(1, cancelAnswer({""}));
        QCOMPARE(rig.wire.sent.size(), std::size_t{3});
        QCOMPARE(typeOf(rig.action(2)), std::string("cancelByCloid"));
        rig.answer(2, cancelAnswer({""}));
        QVERIFY(rig.result(3).has_value());
        QCOMPARE(rig.finished[3], 1);
    }

    /// D15: its bytes are made at its turn, with what is known then.
    void itsBytesAreOfItsTurn()
    {
        DeskRig rig({.isDevice = true});
        rig.place(1, rig.ticket());
        rig.place(2, rig.ticket());
        rig.sender->isHolding = true;
        rig.desk->cancel(3, {rig.keys[1], rig.keys[2]});
        const ActionRequest waiting = rig.sender->seen.back();
        QCOMPARE(waiting.items, std::size_t{2});
        // Both are answered, and one is gone, before it comes to the device.
        rig.answer(0, restingAnswer(100));
        rig.answer(1, restingAnswer(101));
        rig.store.applyCancelled(rig.keys[1], rig.clock.wallMs());
        QVERIFY(!waiting.dropReason());
        const auto encoded = waiting.encode(static_cast<Nonce>(rig.clock.wallMs()));
        QVERIFY2(encoded, encoded ? "" : encoded.error().sentence().c_str());
        QCOMPARE(encoded->items, std::size_t{1});
        const auto action = codec::parseJson(encoded->requestBody({})).value();
        QCOMPARE(typeOf(*action.find("action")), std::string("cancel"));
        QCOMPARE(action.find("action")->find("cancels")->asArray()->front().uint("o").value(),
                 std::uint64_t{101});
        QCOMPARE(waiting.totals().size(), std::size_t{1});
        QCOMPARE(waiting.totals().front().second, std::string("5000 USDC"));
    }

    void whatIsGoneIsNotAskedFor_data()
    {
        QTest::addColumn<int>("gone");
        QTest::addColumn<bool>("isDropped");
        QTest::newRow("none") << 0 << false;
        QTest::newRow("one of two") << 1 << false;
        QTest::newRow("both") << 2 << true;
    }

    void whatIsGoneIsNotAskedFor()
    {
        QFETCH(int, gone);
        QFETCH(bool, isDropped);
        DeskRig rig({.isDevice = true});
        for (RequestId request = 1; request <= 2; ++request) {
            rig.place(request, rig.ticket());
            rig.answer(request - 1, restingAnswer(100 + request));
        }
        rig.sender->isHolding = true;
        rig.desk->cancel(3, {rig.keys[1], rig.keys[2]});
        const ActionRequest waiting = rig.sender->seen.back();
        for (int i = 0; i < gone; ++i)
            rig.store.applyCancelled(rig.keys[static_cast<RequestId>(i + 1)], rig.clock.wallMs());
        const auto why = waiting.dropReason();
        QCOMPARE(why.has_value(), isDropped);
        if (isDropped) {
            QVERIFY(why->find("ended already") != std::string::npos);
            return;
        }
        // Once its bytes are made they go: a late cancel is still wanted (D18).
        QVERIFY(waiting.encode(static_cast<Nonce>(rig.clock.wallMs())));
        for (RequestId request = 1; request <= 2; ++request)
            rig.store.applyCancelled(rig.keys[request], rig.clock.wallMs());
        QVERIFY(!waiting.dropReason());
    }
};

QTEST_APPLESS_MAIN(TestOrderDeskCancels)
#include "tst_order_desk_cancels.moc"
