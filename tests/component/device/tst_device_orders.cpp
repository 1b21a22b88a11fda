// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "component/faults/fault_rows.h"
#include "device_rig.h"

#include <QtTest>

using namespace hl;
using namespace hl::test;
using namespace std::chrono_literals;
using engine::DeviceState;
using engine::ReviewState;
using engine::TradeMode;
using model::OrderPhase;

namespace {

/// The hash as the device wrote it into its own list, "0x" and case aside.
bool isShown(const DeviceDouble &device, const Hash32 &hash)
{
    return std::ranges::find(device.shown, toHex(hash)) != device.shown.end();
}

} // namespace

/// One order on the device, several at once, expiries: interaction.md D1, D10 to D18.
class TestDeviceOrders : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void D10_silentThenFrozenThenReview()
    {
        DeviceRig d;
        QVERIFY(d.ready());
        QCOMPARE(d.device.reviews, 0);
        const TimeMs before = d.rig.clock.wallMs();
        const Cloid cloid = d.rig.place(7, "100000", "0.01");
        QVERIFY(d.untilAt(7, ReviewState::OnDevice, 300ms));
        QVERIFY(d.rig.clock.wallMs() - before <= 300);
        QCOMPARE(d.rig.phase(cloid), OrderPhase::AwaitingSignature);
        const engine::SigningReview shown = *d.review(7);
        QVERIFY(shown.nonce >= static_cast<Nonce>(before));
        // What is compared is what the device shows.
        QVERIFY(isShown(d.device, shown.domainHash));
        QVERIFY(isShown(d.device, shown.messageHash));
        QVERIFY(d.untilAt(7, ReviewState::Answered));
        QCOMPARE(d.rig.phase(cloid), OrderPhase::Resting);
        const auto &states = d.sink().reviewStates.at(shown.id);
        const std::vector<ReviewState> wanted{ReviewState::Queued,  ReviewState::Preparing,
                                              ReviewState::Opening, ReviewState::OnDevice,
                                              ReviewState::Signed,  ReviewState::Sent,
                                              ReviewState::Answered};
        QVERIFY(states == wanted);
        QVERIFY(!d.device.wasTwoAtOnce);
        // The hash of the signed request is the one that was reviewed.
        QVERIFY(d.rig.link.arrived().back().find(std::to_string(shown.nonce)) != std::string::npos);
    }

    void D11_factsOfTheReview()
    {
        DeviceRig d;
        QVERIFY(d.ready());
        d.rig.place(7, "100000", "0.01");
        QVERIFY(d.untilAt(7, ReviewState::OnDevice));
        const engine::SigningReview review = *d.review(7);
        QCOMPARE(review.source, std::string("b"));
        QCOMPARE(review.sourceWord, std::string("testnet"));
        QVERIFY(review.kind == engine::ReviewKind::L1Hash);
        QVERIFY(review.isDecoded && !review.isRecovered && !review.isSent);
        QVERIFY(!review.words.empty());
        QVERIFY(review.title.find("0.01") != std::string::npos);
        QCOMPARE(review.account, sim::practiceAddress());
        QCOMPARE(review.signer, sim::practiceAddress());
        QCOMPARE(review.path, std::string("44'/60'/0'/0/0"));
        QCOMPARE(review.deviceModel, std::string("Ledger Nano S Plus"));
        QCOMPARE(review.appName, std::string("Ethereum"));
        QVERIFY(review.connectionId.has_value());
        QVERIFY(review.showsHashes && !review.showsFields);
        QCOMPARE(review.pages.size(), std::size_t{2});
        QCOMPARE(review.pages.front().title, std::string("Domain hash"));
        QCOMPARE(review.pages.front().text,
                 std::string("0xD79297FCDF2FFCD4AE223D01EDAA2BA214FF8F401D7C9300D995D17C82AA4040"));
        QCOMPARE(review.settingNeeded, std::string("Blind signing"));
        QVERIFY(review.touchAtOpening == FaultRig::px("111000"));
        QVERIFY(review.ticket && review.ticket->coin == "BTC");
        QVERIFY(!review.isExit);
        QCOMPARE(review.totals.front().text, std::string("1000 USDC"));
    }

    /// D3: what goes to a second machine says everything that is hashed.
    void D3_checkElsewhereHoldsEverything()
    {
        DeviceRig d;
        QVERIFY(d.ready());
        d.rig.place(7, "100000", "0.01");
        QVERIFY(d.untilAt(7, ReviewState::OnDevice));
        const engine::SigningReview review = *d.review(7);
        QVERIFY(review.honestNote.find("not a program on this computer") != std::string::npos);
        const auto line = codec::parseJson(review.checkElsewhere);
        QVERIFY(line);
        QCOMPARE(line->uint("nonce").value(), review.nonce);
        QCOMPARE(static_cast<TimeMs>(line->uint("expiresAfter").value()), *review.expiresAfter);
        QCOMPARE(line->string("network").value(), std::string("testnet"));
        QVERIFY(line->string("msgpack").value().size() > 40);
        QCOMPARE(line->string("account").value(), sim::practiceAddress().toString());
    }

    /// A device and version that page through the fields are told so, and sign the same.
    void D7_fieldsWhereTheDeviceCan()
    {
        DeviceRig d;
        d.device.version = "1.22.0";
        d.device.model = ledger::DeviceModel::Flex;
        QVERIFY(d.ready());
        const Cloid cloid = d.rig.place(7, "100000", "0.01");
        QVERIFY(d.untilAt(7, ReviewState::OnDevice));
        const engine::SigningReview review = *d.review(7);
        QVERIFY(review.showsFields && !review.showsHashes);
        QCOMPARE(review.pages.size(), std::size_t{6});
        QCOMPARE(review.pages.at(4).title, std::string("source"));
        QCOMPARE(review.pages.at(5).text, toHex0x(*review.connectionId));
        QVERIFY(d.untilAt(7, ReviewState::Answered));
        QCOMPARE(d.rig.phase(cloid), OrderPhase::Resting);
        QVERIFY(std::ranges::find(d.device.shown, "source: b") != d.device.shown.end());
    }

    void D12_priceMovedPastTheCap()
    {
        DeviceRig d;
        QVERIFY(d.ready());
        const Cloid cloid = d.rig.place(7, "111100", "0.01", model::Side::Buy, model::Tif::Ioc);
        QVERIFY(d.untilAt(7, ReviewState::OnDevice));
        const std::size_t arrived = d.rig.link.arrived().size();
        // Somebody takes what was offered; what is left costs more than the cap.
        d.rig.quote(sim::vectorsAddress(), false, "115000", "5");
        for (const auto &[oid, order] :
             d.rig.venue.exchange().accounts().find(sim::vectorsAddress())->open) {
            if (order.side == sim::Side::Sell && order.limitPx == FaultRig::px("111000")) {
                d.rig.venue.exchange().cancel(
                    d.rig.venue.exchange().accounts().find(sim::vectorsAddress())->id, 0, oid);
                break;
            }
        }
        QVERIFY(d.untilAt(7, ReviewState::Discarded));
        QVERIFY(d.review(7)->outcome.find("moved past the cap 111100") != std::string::npos);
        QVERIFY(d.review(7)->isRecovered && !d.review(7)->isSent);
        QVERIFY(d.review(7)->canAskAgain);
        QCOMPARE(d.rig.phase(cloid), OrderPhase::NotSent);
        QCOMPARE(d.rig.link.arrived().size(), arrived);
    }

    void D12_postOnlyThatCrossesNow()
    {
        DeviceRig d;
        QVERIFY(d.ready());
        const Cloid cloid = d.rig.place(7, "110500", "0.01", model::Side::Buy, model::Tif::Alo);
        QVERIFY(d.untilAt(7, ReviewState::OnDevice));
        d.rig.quote(sim::vectorsAddress(), false, "110400", "0.2");
        QVERIFY(d.untilAt(7, ReviewState::Discarded));
        QCOMPARE(d.rig.phase(cloid), OrderPhase::NotSent);
        QVERIFY(d.rig.account().open.empty());
    }

    void D12_tooCloseToItsExpiry()
    {
        DeviceRig d;
        QVERIFY(d.ready());
        d.device.review = 117'500ms;
        const Cloid cloid = d.rig.place(7, "100000", "0.01");
        QVERIFY(d.untilAt(7, ReviewState::Discarded, 130s));
        QVERIFY(d.review(7)->outcome.find("too late") != std::string::npos);
        QCOMPARE(d.rig.phase(cloid), OrderPhase::NotSent);
        QVERIFY(d.rig.account().open.empty());
    }

    void D12_aReduceOnlyWithoutAPosition()
    {
        DeviceRig d;
        QVERIFY(d.ready());
        const Cloid entry = d.rig.place(1, "111000", "0.01");
        QVERIFY(d.rig.until(10s, [&] { return d.rig.phase(entry) == OrderPhase::Filled; }));
        QVERIFY(d.rig.until(5s, [&] { return !d.sink().account.positions.empty(); }));
        model::OrderTicket close;
        close.coin = "BTC";
        close.side = model::Side::Sell;
        close.px = FaultRig::px("112000");
        close.sz = FaultRig::sz("0.01");
        close.reduceOnly = true;
        d.core().placeOrder(2, close);
        QVERIFY(d.untilAt(2, ReviewState::OnDevice));
        QVERIFY(d.review(2)->isExit);
        // Closed elsewhere meanwhile.
        d.rig.quote(sim::practiceAddress(), false, "109000", "0.01");
        QVERIFY(d.untilAt(2, ReviewState::Discarded));
        QVERIFY(d.review(2)->outcome.find("no position") != std::string::npos);
    }

    /// A resting limit that only became better is sent: its price protects it.
    void D13_aLimitThatBecameBetterIsSent()
    {
        DeviceRig d;
        QVERIFY(d.ready());
        const Cloid cloid = d.rig.place(7, "110000", "0.01");
        QVERIFY(d.untilAt(7, ReviewState::OnDevice));
        d.rig.quote(sim::vectorsAddress(), false, "109500", "0.2");
        QVERIFY(d.untilAt(7, ReviewState::Answered));
        QCOMPARE(d.rig.phase(cloid), OrderPhase::Filled);
    }

    /// Nothing of a signature that was not sent is anywhere; its nonce is not used again.
    void D14_aDiscardedSignatureIsNowhere()
    {
        DeviceRig d;
        QVERIFY(d.ready());
        d.rig.place(7, "110500", "0.01", model::Side::Buy, model::Tif::Alo);
        QVERIFY(d.untilAt(7, ReviewState::OnDevice));
        const Nonce burned = d.review(7)->nonce;
        const Hash32 digest = d.review(7)->digest;
        d.rig.quote(sim::vectorsAddress(), false, "110400", "0.2");
        QVERIFY(d.untilAt(7, ReviewState::Discarded));
        const auto signature = crypto::SecretKey::create(sim::practiceKey())->sign(digest).value();
        const std::string texts = d.allTexts();
        QVERIFY(texts.find(toHex(signature.r)) == std::string::npos);
        QVERIFY(texts.find(toHex(signature.s)) == std::string::npos);
        for (const std::string &text : d.rig.link.arrived())
            QVERIFY(text.find(std::to_string(burned)) == std::string::npos);
        d.rig.place(8, "100000", "0.01");
        QVERIFY(d.untilAt(8, ReviewState::Answered));
        QVERIFY(d.review(8)->nonce > burned);
    }

    void D15_threeWaitAndAFourthIsRefused()
    {
        DeviceRig d;
        QVERIFY(d.ready());
        std::vector<Cloid> orders;
        for (RequestId request = 1; request <= 5; ++request)
            orders.push_back(d.rig.place(request, "100000", "0.01"));
        d.rig.run(500ms);
        QVERIFY(d.isAt(1, ReviewState::OnDevice));
        for (const RequestId request : {RequestId{2}, RequestId{3}, RequestId{4}})
            QVERIFY(d.isAt(request, ReviewState::Queued));
        QCOMPARE(d.rig.phase(orders.at(4)), OrderPhase::NotSent);
        QVERIFY(d.sink().results.at(5).error.detail.find("Three requests") != std::string::npos);
        // Their bytes are made when their turn comes.
        QCOMPARE(d.review(2)->nonce, Nonce{0});
        QVERIFY(d.review(2)->words.empty());
        QVERIFY(!d.review(2)->title.empty());
        const Nonce first = d.review(1)->nonce;
        QVERIFY(d.untilAt(2, ReviewState::OnDevice));
        QVERIFY(d.review(2)->nonce >= first + 2'500);
        // Each can be dropped.
        d.core().device().dropReview(d.review(4)->id);
        QVERIFY(d.untilAt(4, ReviewState::Dropped, 100ms));
        QCOMPARE(d.rig.phase(orders.at(3)), OrderPhase::NotSent);
        QVERIFY(d.untilAt(3, ReviewState::Answered, 20s));
        QCOMPARE(d.rig.account().open.size(), std::size_t{3});
        QVERIFY(!d.device.wasTwoAtOnce);
        QVERIFY(d.rig.noncesRise());
    }

    void D15_exitsGoFirst()
    {
        DeviceRig d;
        QVERIFY(d.ready());
        const Cloid resting = d.rig.place(1, "100000", "0.01");
        QVERIFY(d.untilAt(1, ReviewState::Answered));
        d.rig.place(2, "100100", "0.01");
        d.rig.place(3, "100200", "0.01");
        d.rig.place(4, "100300", "0.01");
        const Cloid last = d.rig.place(5, "100400", "0.01");
        d.rig.run(500ms);
        QVERIFY(d.isAt(2, ReviewState::OnDevice));
        // Three wait already: the newest entry gives its place up.
        d.core().cancelOrders(6, {d.rig.order(resting)->key});
        d.rig.run(200ms);
        QVERIFY(d.isAt(6, ReviewState::Queued));
        QVERIFY(d.isAt(5, ReviewState::Dropped));
        QCOMPARE(d.rig.phase(last), OrderPhase::NotSent);
        QVERIFY(d.untilAt(6, ReviewState::OnDevice));
        QVERIFY(d.isAt(3, ReviewState::Queued));
        QVERIFY(d.untilAt(6, ReviewState::Answered));
        QCOMPARE(d.rig.phase(resting), OrderPhase::Cancelled);
    }

    /// D15, D1: another signer's requests never wait for the device, and the engine goes on.
    void D15_anAgentsCancelLeavesAtOnceWhileTheDeviceTakesAMinute()
    {
        DeviceRig d(TradeMode::DeviceOpensAgentExits, true);
        QVERIFY(d.ready());
        QVERIFY(d.rig.until(5s, [&] { return d.sink().mode == TradeMode::DeviceOpensAgentExits; }));
        const Cloid resting = d.rig.place(1, "100000", "0.01");
        QVERIFY(d.untilAt(1, ReviewState::Answered));
        d.device.review = 60'000ms;
        const Cloid slow = d.rig.place(2, "100100", "0.01");
        QVERIFY(d.untilAt(2, ReviewState::OnDevice));
        const std::size_t arrived = d.rig.link.arrived().size();
        d.core().cancelOrders(3, {d.rig.order(resting)->key});
        d.rig.run(100ms);
        QCOMPARE(d.rig.link.arrived().size(), arrived + 1);
        QCOMPARE(d.rig.phase(resting), OrderPhase::Cancelled);
        QVERIFY(d.isAt(2, ReviewState::OnDevice));
        QVERIFY(d.review(3) == nullptr);
        // Pictures keep coming for the whole minute.
        int pictures = 0;
        d.sink().bookTaken = [&](const std::string &coin) {
            ++pictures;
            d.core().returnBookCredit(coin);
        };
        for (int i = 0; i < 50; ++i) {
            d.rig.quote(sim::vectorsAddress(), true, std::to_string(108'000 + i), "0.1");
            d.rig.run(1s);
        }
        QVERIFY2(pictures >= 45, qPrintable(QString::number(pictures)));
        QVERIFY(d.isAt(2, ReviewState::OnDevice));
        QVERIFY(d.untilAt(2, ReviewState::Answered, 20s));
        QCOMPARE(d.rig.phase(slow), OrderPhase::Resting);
    }

    void D1_modes_data()
    {
        QTest::addColumn<int>("mode");
        QTest::addColumn<bool>("entryOnDevice");
        QTest::addColumn<bool>("exitOnDevice");
        QTest::newRow("agent trades") << int(TradeMode::AgentTrades) << false << false;
        QTest::newRow("device opens, agent exits")
            << int(TradeMode::DeviceOpensAgentExits) << true << false;
        QTest::newRow("device only") << int(TradeMode::DeviceOnly) << true << true;
    }

    void D1_modes()
    {
        QFETCH(int, mode);
        QFETCH(bool, entryOnDevice);
        QFETCH(bool, exitOnDevice);
        DeviceRig d(TradeMode::DeviceOnly, true);
        QVERIFY(d.ready());
        QVERIFY(d.rig.until(5s, [&] { return !d.sink().signer.account.isZero(); }));
        d.rig.run(1s);
        d.core().device().setMode(90, static_cast<TradeMode>(mode));
        d.rig.run(50ms);
        QVERIFY2(d.sink().results.at(90).ok, d.sink().results.at(90).error.detail.c_str());
        QVERIFY(d.sink().mode == static_cast<TradeMode>(mode));
        const Cloid cloid = d.rig.place(1, "100000", "0.01");
        QVERIFY(d.rig.until(20s, [&] { return d.rig.phase(cloid) == OrderPhase::Resting; }));
        QCOMPARE(d.review(1) != nullptr, entryOnDevice);
        d.core().cancelOrders(2, {d.rig.order(cloid)->key});
        QVERIFY(d.rig.until(20s, [&] { return d.rig.phase(cloid) == OrderPhase::Cancelled; }));
        QCOMPARE(d.review(2) != nullptr, exitOnDevice);
        const bool isDevice = d.sink().signer.kind == engine::SignerKind::Ledger;
        QCOMPARE(isDevice, entryOnDevice);
    }

    void D1_aModeNeedsItsSigner()
    {
        DeviceRig d;
        QVERIFY(d.ready());
        for (const TradeMode mode :
             {TradeMode::AgentTrades, TradeMode::DeviceOpensAgentExits, TradeMode::LocalKey}) {
            d.core().device().setMode(1, mode);
            QVERIFY(!d.sink().results.at(1).ok);
        }
        // Nor is it changed under a request that waits.
        d.rig.place(2, "100000", "0.01");
        d.core().device().setMode(3, TradeMode::DeviceOnly);
        QVERIFY(!d.sink().results.at(3).ok);
    }

    /// One press for a cancel of many; the count is beside the hash, every line is there.
    void D16_oneActionOnePress()
    {
        DeviceRig d;
        QVERIFY(d.ready());
        std::vector<model::OrderKey> keys;
        for (RequestId request = 1; request <= 3; ++request) {
            const Cloid cloid =
                d.rig.place(request, std::to_string(100'000 + request * 100), "0.01");
            QVERIFY(d.untilAt(request, ReviewState::Answered));
            keys.push_back(d.rig.order(cloid)->key);
        }
        const int reviews = d.device.reviews;
        d.core().cancelOrders(9, keys);
        QVERIFY(d.untilAt(9, ReviewState::OnDevice));
        QCOMPARE(d.review(9)->count, std::size_t{3});
        QVERIFY(d.review(9)->words.size() >= 4);
        QVERIFY(!d.review(9)->expiresAfter);
        QVERIFY(d.untilAt(9, ReviewState::Answered));
        QCOMPARE(d.device.reviews, reviews + 1);
        QCOMPARE(d.review(9)->done, std::size_t{3});
        QVERIFY(d.rig.account().open.empty());
    }

    /// D16: sums of a bulk action, and every line of it.
    void D16_totalsOfABulkAction()
    {
        DeviceRig d;
        QVERIFY(d.ready());
        std::vector<model::OrderKey> keys;
        for (RequestId request = 1; request <= 2; ++request) {
            const Cloid cloid =
                d.rig.place(request, std::to_string(100'000 + request * 1'000), "0.01");
            QVERIFY(d.untilAt(request, ReviewState::Answered));
            keys.push_back(d.rig.order(cloid)->key);
        }
        d.core().cancelOrders(9, keys);
        QVERIFY(d.untilAt(9, ReviewState::OnDevice));
        QCOMPARE(d.review(9)->words.size(), std::size_t{3});
        QCOMPARE(d.review(9)->totals.size(), std::size_t{1});
        QCOMPARE(d.review(9)->totals.front().text, std::string("2030 USDC"));
    }

    /// D16, L24: all own orders of a level move by one action and one press.
    void D16_aMoveOfManyIsOnePress_data()
    {
        QTest::addColumn<bool>("isFilledMeanwhile");
        QTest::newRow("moved") << false;
        QTest::newRow("one is filled while it is on the device: void, L26") << true;
    }

    void D16_aMoveOfManyIsOnePress()
    {
        QFETCH(bool, isFilledMeanwhile);
        DeviceRig d;
        QVERIFY(d.ready());
        std::vector<Cloid> orders;
        std::vector<model::OrderKey> keys;
        for (RequestId request = 1; request <= 3; ++request) {
            orders.push_back(d.rig.place(request, "100000", "0.01"));
            QVERIFY(d.untilAt(request, ReviewState::Answered));
            keys.push_back(d.rig.order(orders.back())->key);
        }
        const int reviews = d.device.reviews;
        d.core().moveOrders({11, 12, 13}, keys, FaultRig::px("99000"));
        QVERIFY(d.untilAt(11, ReviewState::OnDevice));
        QCOMPARE(d.review(11)->count, std::size_t{3});
        QVERIFY(d.review(11)->words.size() >= 4);
        QCOMPARE(d.review(11)->totals.front().text, std::string("2970 USDC"));
        if (isFilledMeanwhile)
            d.rig.quote(sim::vectorsAddress(), false, "100000", "0.005");
        QVERIFY(d.rig.until(20s, [&] {
            return d.sink().results.contains(11) && d.sink().results.contains(12) &&
                   d.sink().results.contains(13);
        }));
        QCOMPARE(d.device.reviews, reviews + 1);
        for (const RequestId request : {RequestId{11}, RequestId{12}, RequestId{13}}) {
            QCOMPARE(d.sink().results.at(request).ok, !isFilledMeanwhile);
            QCOMPARE(d.sink().answers.at(request), 1);
        }
        d.rig.run(1s);
        for (const auto &[oid, open] : d.rig.account().open)
            QVERIFY(open.limitPx == FaultRig::px(isFilledMeanwhile ? "100000" : "99000"));
        QCOMPARE(d.rig.account().open.size(), std::size_t{3});
        QCOMPARE(d.rig.differences(), std::vector<std::string>{});
    }

    /// L26: what happens to the order while its change is on the device makes the request void, and
    /// a late signature is thrown away.
    void L26_aFillMakesTheMoveVoid_data()
    {
        QTest::addColumn<QString>("size");
        QTest::addColumn<QString>("says");
        QTest::newRow("filled") << "0.01"
                                << "ended before it was changed";
        QTest::newRow("filled in part") << "0.005"
                                        << "filled in part";
    }

    void L26_aFillMakesTheMoveVoid()
    {
        QFETCH(QString, size);
        QFETCH(QString, says);
        DeviceRig d;
        QVERIFY(d.ready());
        const Cloid cloid = d.rig.place(1, "100000", "0.01");
        QVERIFY(d.untilAt(1, ReviewState::Answered));
        const model::OrderKey key = d.rig.order(cloid)->key;
        d.core().modifyOrder(2, key, FaultRig::px("99000"), std::nullopt);
        QVERIFY(d.untilAt(2, ReviewState::OnDevice));
        QCOMPARE(d.review(2)->order.value_or(0), key);
        // Their own bid above it is taken away by the venue: nobody trades with himself.
        d.rig.quote(sim::vectorsAddress(), false, "100000", size.toStdString());
        QVERIFY(d.untilAt(2, ReviewState::Discarded));
        QVERIFY2(d.review(2)->outcome.find(says.toStdString()) != std::string::npos,
                 d.review(2)->outcome.c_str());
        QVERIFY(!d.sink().results.at(2).ok);
        // Asked again it would be a new order beside what rests.
        QVERIFY(!d.review(2)->canAskAgain);
        QVERIFY(d.rig.link.arrived().back().find("batchModify") == std::string::npos);
        d.rig.run(2s);
        QCOMPARE(d.rig.differences(), std::vector<std::string>{});
    }

    /// D18: changed in the middle of a session; what is on the device keeps its own.
    void D18_expiriesAreASetting()
    {
        DeviceRig d;
        QVERIFY(d.ready());
        QCOMPARE(d.sink().device.takesSeconds, 60);
        QCOMPARE(d.sink().device.restsSeconds, 120);
        d.core().setDeviceExpiries(5, 240);
        QCOMPARE(d.sink().device.takesSeconds, 15);
        QCOMPARE(d.sink().device.restsSeconds, 240);
        d.rig.place(1, "100000", "0.01");
        QVERIFY(d.untilAt(1, ReviewState::OnDevice));
        const TimeMs life = *d.review(1)->expiresAfter - static_cast<TimeMs>(d.review(1)->nonce);
        QVERIFY(life > 239'900 && life < 240'100);
    }

    void D18_expiries_data()
    {
        QTest::addColumn<int>("tif");
        QTest::addColumn<QString>("px");
        QTest::addColumn<int>("seconds");
        QTest::newRow("resting limit") << int(model::Tif::Gtc) << "100000" << 120;
        QTest::newRow("post only") << int(model::Tif::Alo) << "100000" << 120;
        QTest::newRow("immediate") << int(model::Tif::Ioc) << "111000" << 60;
        QTest::newRow("set to 300") << int(model::Tif::Gtc) << "100000" << 300;
        QTest::newRow("never above 600") << int(model::Tif::Gtc) << "100000" << 600;
        QTest::newRow("never below 15") << int(model::Tif::Ioc) << "111000" << 15;
    }

    void D18_expiries()
    {
        QFETCH(int, tif);
        QFETCH(QString, px);
        QFETCH(int, seconds);
        DeviceRig d;
        if (seconds == 300 || seconds == 600)
            d.rests = std::chrono::seconds(seconds == 300 ? 300 : 5'000);
        if (seconds == 15)
            d.takes = std::chrono::seconds(1);
        QVERIFY(d.ready());
        d.rig.place(1, px.toStdString(), "0.01", model::Side::Buy, static_cast<model::Tif>(tif));
        QVERIFY(d.untilAt(1, ReviewState::OnDevice));
        const engine::SigningReview review = *d.review(1);
        const TimeMs life = *review.expiresAfter - static_cast<TimeMs>(review.nonce);
        QVERIFY2(life >= seconds * 1000 - 50 && life <= seconds * 1000 + 50,
                 qPrintable(QString::number(life)));
    }
};

QTEST_APPLESS_MAIN(TestDeviceOrders)
#include "tst_device_orders.moc"
