// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "order_desk_rig.h"

#include <QtTest>

using namespace hl;
using namespace hl::test;
using namespace hl::trading;
using namespace std::chrono_literals;
using model::OrderPhase;
using model::Side;

namespace {

const WireAnswer kTooMany{true, true, 429, "429 Too Many Requests", {}, 0, 0};

void addMarket(DeskRig &rig, const std::string &coin, const std::string &collateral)
{
    market::Instrument other = rig.instrument;
    other.coin = coin;
    other.asset = 7;
    other.quoteToken = collateral;
    rig.others[coin] = other;
}

void hold(DeskRig &rig, const std::string &coin)
{
    model::Position position;
    position.coin = coin;
    position.szi = rig.sz("0.2");
    rig.held[coin] = position;
}

model::OrderTicket closeTicket(const DeskRig &rig)
{
    auto close = rig.ticket(Side::Buy);
    close.reduceOnly = true;
    return close;
}

} // namespace

/// Commands about several orders at once, and what goes a second time: interaction.md D16, D17,
/// G14.
class TestOrderDeskBulk : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// D18: a setting that changed between two tries counts for the second.
    void expiryIsThatOfTheTry()
    {
        DeskRig rig({.isDevice = true});
        rig.setPosition("-0.1");
        rig.place(1, closeTicket(rig));
        rig.wire.answer(0, kTooMany);
        rig.desk->setDeviceExpiries(60s, 300s);
        rig.clock.advance(1s);
        QCOMPARE(rig.wire.sent.size(), std::size_t{2});
        QCOMPARE(rig.sentBody(1).uint("expiresAfter").value(),
                 static_cast<std::uint64_t>(rig.venueClock.nowMs() + 300'000));
        rig.answer(1, restingAnswer(7));
        rig.desk->modify(2, rig.keys[1], rig.px("49000"), {});
        rig.wire.answer(2, kTooMany);
        rig.desk->setDeviceExpiries(60s, 200s);
        rig.clock.advance(1s);
        QCOMPARE(rig.sentBody(3).uint("expiresAfter").value(),
                 static_cast<std::uint64_t>(rig.venueClock.nowMs() + 200'000));
    }

    /// What a queue asks before it has new bytes knows nothing of the bytes of an earlier try.
    void anEarlierExpiryDropsNoRetry()
    {
        DeskRig rig({.isDevice = true});
        rig.setPosition("-0.1");
        rig.place(1, closeTicket(rig));
        std::optional<BulkResult> end;
        rig.desk->closeAll(2, {"BTC"}, [&](const BulkResult &result) { end = result; });
        rig.wire.answer(0, kTooMany);
        rig.wire.answer(1, kTooMany);
        rig.sender->isHolding = true;
        rig.clock.advance(1s);
        QCOMPARE(rig.sender->seen.size(), std::size_t{4});
        // Held for minutes, and nothing of it is encoded yet.
        rig.clock.advance(180s);
        for (std::size_t i = 2; i < 4; ++i)
            QCOMPARE(rig.sender->seen.at(i).dropReason().value_or(""), std::string());
    }

    void stoppedBetweenTwoTries_data()
    {
        QTest::addColumn<bool>("isClose");
        QTest::newRow("closes") << true;
        QTest::newRow("cancels") << false;
    }

    void stoppedBetweenTwoTries()
    {
        QFETCH(bool, isClose);
        DeskRig rig;
        rig.setPosition("0.1");
        rig.place(1, rig.ticket());
        rig.answer(0, restingAnswer(1));
        std::vector<BulkResult> ends;
        const auto done = [&](const BulkResult &result) { ends.push_back(result); };
        const Bulk bulk = isClose ? rig.desk->closeAll(2, {"BTC"}, done)
                                  : rig.desk->cancelAll(2, {rig.keys[1]}, done);
        QCOMPARE(rig.wire.sent.size(), std::size_t{2});
        rig.wire.answer(1, kTooMany);
        rig.clock.advance(500ms);
        QVERIFY(ends.empty());
        rig.desk->withdraw(bulk, "Stopped here.");
        rig.clock.advance(10s);
        QCOMPARE(rig.wire.sent.size(), std::size_t{2});
        QCOMPARE(ends.size(), std::size_t{1});
        QVERIFY(!ends.front().status && ends.front().hasLeft);
        QCOMPARE(ends.front().status.error().kind, ErrorKind::Cancelled);
        QVERIFY(ends.front().status.error().detail.find("Stopped here.") != std::string::npos);
        QCOMPARE(rig.phase(1), OrderPhase::Resting);
        QCOMPARE(rig.orderOf(1).pending, model::PendingChange::None);
    }

    /// D17: filled between two tries of its cancel; it is named, the other one is cancelled.
    void whatEndedBetweenTwoTriesIsNamed()
    {
        DeskRig rig;
        rig.place(1, rig.ticket());
        rig.answer(0, restingAnswer(1));
        rig.place(2, rig.ticket(Side::Buy, "49000"));
        rig.answer(1, restingAnswer(2));
        std::optional<BulkResult> end;
        rig.desk->cancelAll(3, {rig.keys[1], rig.keys[2]},
                            [&](const BulkResult &result) { end = result; });
        rig.wire.answer(2, kTooMany);
        rig.fill(1, "0.1");
        QCOMPARE(rig.phase(1), OrderPhase::Filled);
        rig.clock.advance(1s);
        rig.answer(3, cancelAnswer({""}));
        rig.settle();
        QVERIFY(end && !end->status);
        QCOMPARE(end->all, std::size_t{2});
        QCOMPARE(end->done, std::size_t{1});
        QCOMPARE(end->notDone.size(), std::size_t{1});
        QVERIFY(end->notDone.front().starts_with("Buy 0.1 BTC at 50000: "));
    }

    void aPositionWithoutAMarketIsNamed()
    {
        DeskRig rig;
        rig.setPosition("0.1");
        hold(rig, "NOPE");
        std::optional<BulkResult> end;
        rig.desk->closeAll(1, {"BTC", "NOPE", "GONE"},
                           [&](const BulkResult &result) { end = result; });
        rig.answer(0, R"({"status":"ok","response":{"type":"order","data":{"statuses":[{"filled":{)"
                      R"("totalSz":"0.1","avgPx":"50000","oid":9}}]}}})");
        rig.settle();
        QVERIFY(end && !end->status && !end->isMoot);
        QCOMPARE(end->done, std::size_t{2}); // one was closed before
        QCOMPARE(end->notDone.size(), std::size_t{1});
        QVERIFY(end->notDone.front().starts_with("NOPE: "));
    }

    void nothingLeftToCloseIsNoFailure()
    {
        DeskRig rig;
        std::optional<BulkResult> end;
        rig.desk->closeAll(1, {"BTC"}, [&](const BulkResult &result) { end = result; });
        rig.settle();
        rig.settle();
        QVERIFY(end && end->isMoot);
        QVERIFY(rig.wire.sent.empty());
    }

    /// Sums of different collaterals say nothing.
    void oneTotalForEachCollateral()
    {
        DeskRig rig;
        rig.setPosition("0.1");
        addMarket(rig, "ETH", "USDH");
        hold(rig, "ETH");
        rig.desk->closeAll(1, {"BTC", "ETH"}, [](const BulkResult &) {});
        const auto totals = rig.sender->seen.front().totals();
        QCOMPARE(totals.size(), std::size_t{2});
        QCOMPARE(totals.at(0).second, std::string("4500 USDC"));
        QCOMPARE(totals.at(1).second, std::string("9000 USDH"));
        rig.others["ETH"].quoteToken = "USDC";
        QCOMPARE(rig.sender->seen.front().totals().front().second, std::string("13500 USDC"));
    }

    void theJournalHasEachItem()
    {
        DeskRig rig;
        rig.sender->isRecording = true;
        rig.setPosition("0.1");
        addMarket(rig, "ETH", "USDC");
        hold(rig, "ETH");
        rig.signer.isInstant = false;
        rig.desk->closeAll(1, {"BTC", "ETH"}, [](const BulkResult &) {});
        const auto encoded = rig.sender->seen.front().encode(Nonce(rig.venueClock.nowMs() + 5));
        QVERIFY(encoded.has_value());
        const codec::Value closes(encoded->about);
        QCOMPARE(closes.find("tickets")->asArray()->size(), std::size_t{2});
        QCOMPARE(closes.find("markets")->asArray()->size(), std::size_t{2});
        QCOMPARE(closes.find("tickets")->asArray()->at(1).string("coin").value(),
                 std::string("ETH"));

        DeskRig moves;
        moves.sender->isRecording = true;
        for (RequestId request = 1; request <= 2; ++request) {
            moves.place(request, moves.ticket());
            moves.answer(request - 1, restingAnswer(request));
        }
        moves.desk->moveAll({3, 4}, {moves.keys[1], moves.keys[2]}, moves.px("48000"));
        const codec::Value about(moves.sender->seen.back().about);
        QCOMPARE(about.find("tickets")->asArray()->size(), std::size_t{2});
        QCOMPARE(about.find("markets")->asArray()->size(), std::size_t{2});
        QCOMPARE(about.find("tickets")->asArray()->at(1).string("px").value(),
                 std::string("48000"));
    }
};

QTEST_APPLESS_MAIN(TestOrderDeskBulk)
#include "tst_order_desk_bulk.moc"
