// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "order_desk_rig.h"

#include <QtTest>

using namespace hl;
using namespace hl::trading;
using namespace hl::test;
using namespace std::chrono_literals;
using model::OrderKind;
using model::OrderPhase;
using model::PendingChange;
using model::Side;

class TestOrderDesk : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void placesWithCloidAndExpiry()
    {
        DeskRig rig;
        rig.place(1, rig.ticket());
        QCOMPARE(rig.wire.sent.size(), std::size_t{1});
        const auto body = rig.sentBody(0);
        const auto *order = rig.onlyOrder(body);
        QCOMPARE(order->string("p").value(), std::string("50000"));
        QCOMPARE(order->string("s").value(), std::string("0.1"));
        QVERIFY(order->find("c") != nullptr);
        // Resting orders of a local key live 15 s by the venue's clock (D18).
        QCOMPARE(body.uint("expiresAfter").value(),
                 static_cast<std::uint64_t>(rig.venueClock.nowMs() + 15'000));
        QVERIFY(body.find("vaultAddress") == nullptr);
        QCOMPARE(rig.phase(1), OrderPhase::Sent);
        rig.answer(0, restingAnswer(7));
        QCOMPARE(rig.phase(1), OrderPhase::Resting);
        QVERIFY(rig.result(1).has_value());
        QCOMPARE(rig.only().oid, Oid{7});
    }

    void expiriesByKind_D18_data()
    {
        QTest::addColumn<OrderKind>("kind");
        QTest::addColumn<model::Tif>("tif");
        QTest::addColumn<bool>("isDevice");
        QTest::addColumn<int>("seconds");
        QTest::newRow("limit, key") << OrderKind::Limit << model::Tif::Gtc << false << 15;
        QTest::newRow("Ioc, key") << OrderKind::Limit << model::Tif::Ioc << false << 5;
        QTest::newRow("market, key") << OrderKind::Market << model::Tif::Gtc << false << 5;
        QTest::newRow("limit, device") << OrderKind::Limit << model::Tif::Alo << true << 120;
        QTest::newRow("market, device") << OrderKind::Market << model::Tif::Ioc << true << 60;
    }

    void expiriesByKind_D18()
    {
        QFETCH(OrderKind, kind);
        QFETCH(model::Tif, tif);
        QFETCH(bool, isDevice);
        QFETCH(int, seconds);
        DeskRig rig({.isDevice = isDevice});
        auto ticket = rig.ticket();
        ticket.kind = kind;
        ticket.tif = tif;
        // A taking entry of a device needs a live book after the press (D12).
        market::BookSnapshot book;
        book.coin = "BTC";
        book.grid = rig.instrument.grid;
        book.state = market::BookState::Live;
        // A market order's cap reaches it; a post-only order's price does not.
        const bool reaches = kind == OrderKind::Market || tif == model::Tif::Ioc;
        book.asks.push_back({rig.px(reaches ? "49990" : "50010"), rig.sz("1")});
        rig.book = book;
        rig.place(1, ticket);
        QCOMPARE(rig.sentBody(0).uint("expiresAfter").value(),
                 static_cast<std::uint64_t>(rig.venueClock.nowMs() + seconds * 1'000));
    }

    /// cases.md B50: the account that is traded for is in the hash and in the body.
    void vaultGoesAlong_B50()
    {
        DeskRig rig(
            {.vault = Address::parse("0x1234567890123456789012345678901234567890").value()});
        rig.place(1, rig.ticket());
        QCOMPARE(rig.sentBody(0).string("vaultAddress").value(),
                 std::string("0x1234567890123456789012345678901234567890"));
    }

    void refusedHereNeverLeaves_data()
    {
        QTest::addColumn<int>("what");
        QTest::addColumn<QByteArray>("field");
        QTest::newRow("off the tick") << 0 << QByteArray("px");
        QTest::newRow("unknown coin") << 1 << QByteArray("coin");
        QTest::newRow("too small") << 2 << QByteArray("sz");
        QTest::newRow("watch-only") << 3 << QByteArray("signer");
        QTest::newRow("held") << 4 << QByteArray();
        QTest::newRow("cloid in use") << 5 << QByteArray("cloid");
    }

    void refusedHereNeverLeaves()
    {
        QFETCH(int, what);
        QFETCH(QByteArray, field);
        DeskRig rig({.isWatching = what == 3});
        auto ticket = rig.ticket();
        if (what == 0)
            ticket.px = rig.px("50000.5");
        if (what == 1)
            ticket.coin = "NOPE";
        if (what == 2)
            ticket.sz = rig.sz("0.0001");
        if (what == 4)
            rig.hold = "The account is being read.";
        if (what == 5) {
            ticket.cloid = Cloid{};
            rig.place(99, ticket);
        }
        const auto before = rig.wire.sent.size();
        rig.place(1, ticket);
        rig.settle();
        QCOMPARE(rig.wire.sent.size(), before);
        QVERIFY(!rig.result(1).has_value());
        QCOMPARE(rig.result(1).error().kind, ErrorKind::Validation);
        QCOMPARE(rig.result(1).error().field, field.toStdString());
        for (const auto &order : rig.store.all())
            if (order.key == rig.keys[1])
                QCOMPARE(order.phase, OrderPhase::RejectedLocal);
    }

    void holdsDoNotStopExits()
    {
        DeskRig rig;
        rig.hold = "The account is being read.";
        rig.setPosition("0.1");
        auto close = rig.ticket(Side::Sell, "50000");
        close.reduceOnly = true;
        rig.place(1, close);
        QCOMPARE(rig.wire.sent.size(), std::size_t{1});
        rig.answer(0, restingAnswer(7));
        rig.desk->modify(2, rig.keys[1], rig.px("50100"), {});
        QCOMPARE(rig.wire.sent.size(), std::size_t{2});
    }

    /// cases.md B10
    void closeIsClampedToTheLivePosition_B10()
    {
        DeskRig rig;
        rig.setPosition("-0.05");
        auto close = rig.ticket(Side::Buy, "60000");
        close.kind = OrderKind::Market;
        close.reduceOnly = true;
        rig.place(1, close);
        QCOMPARE(rig.onlyOrder(rig.sentBody(0))->string("s").value(), std::string("0.05"));
        QCOMPARE(rig.notices.size(), std::size_t{1});
    }

    /// cases.md B11: an Ioc that matched nothing is a refusal with the venue's words.
    void iocWithoutMatch_B11()
    {
        DeskRig rig;
        auto ticket = rig.ticket();
        ticket.tif = model::Tif::Ioc;
        rig.place(1, ticket);
        rig.answer(0, errorAnswer("Order could not immediately match against any resting orders. "
                                  "asset=0"));
        QCOMPARE(rig.phase(1), OrderPhase::RejectedVenue);
        QVERIFY(rig.only().reason.find("could not immediately match") != std::string::npos);
        rig.clock.advance(60s);
        QCOMPARE(rig.wire.sent.size(), std::size_t{1});
    }

    void offlineIsNotSent_B32()
    {
        DeskRig rig;
        rig.wire.isDown = true;
        rig.place(1, rig.ticket());
        rig.clock.advance(50ms);
        QCOMPARE(rig.phase(1), OrderPhase::NotSent);
        QCOMPARE(rig.result(1).error().kind, ErrorKind::Transport);
        rig.wire.open();
        rig.clock.advance(10s);
        QVERIFY(rig.wire.sent.empty());
    }

    /// cases.md B42, interaction.md G13
    void lostAnswerIsUnknownAndHoldsATwin_B42()
    {
        DeskRig rig;
        rig.place(1, rig.ticket());
        rig.wire.lose(0);
        QCOMPARE(rig.phase(1), OrderPhase::Unknown);
        QCOMPARE(rig.result(1).error().kind, ErrorKind::UnknownOutcome);
        rig.place(2, rig.ticket());
        QCOMPARE(rig.phase(2), OrderPhase::RejectedLocal);
        QVERIFY(rig.result(2).error().detail.starts_with("Held"));
        // The other side, and an exit, are no twins.
        rig.setPosition("0.1");
        auto exit = rig.ticket(Side::Sell, "50000");
        exit.reduceOnly = true;
        rig.place(3, exit);
        QCOMPARE(rig.wire.sent.size(), std::size_t{2});
        // The fill arrives on the stream: both views agree, and the hold is over.
        rig.fill(1, "0.1");
        QCOMPARE(rig.phase(1), OrderPhase::Filled);
        rig.place(4, rig.ticket());
        QCOMPARE(rig.wire.sent.size(), std::size_t{3});
        rig.clock.advance(60s);
        QVERIFY2(rig.noops() == 0, "the question was answered before its nonce was spent");
    }

    void unknownEntryIsSpentAndDead_G13()
    {
        DeskRig rig;
        rig.place(1, rig.ticket());
        const auto nonce = rig.sentBody(0).uint("nonce").value();
        rig.wire.lose(0);
        rig.clock.advance(4s);
        QCOMPARE(rig.noops(), 1);
        QCOMPARE(rig.sentBody(1).uint("nonce").value(), nonce);
        QCOMPARE(rig.phase(1), OrderPhase::Unknown);
        rig.answer(1, defaultAnswer());
        rig.clock.advance(2s);
        QCOMPARE(rig.phase(1), OrderPhase::Expired);
        rig.place(2, rig.ticket());
        QCOMPARE(rig.phase(2), OrderPhase::Sent);
    }

    void usedNonceMeansItLanded_G13()
    {
        DeskRig rig;
        rig.place(1, rig.ticket());
        rig.wire.lose(0);
        rig.clock.advance(4s);
        rig.lookupFinds = 9;
        rig.answer(1, errAnswer("Invalid nonce: duplicate nonce. nonce=1"));
        rig.clock.advance(1s);
        QCOMPARE(rig.phase(1), OrderPhase::Resting);
        QCOMPARE(rig.only().oid, Oid{9});
    }

    void cancelByOidAndByCloid_B47()
    {
        DeskRig rig;
        rig.place(1, rig.ticket());
        rig.desk->cancel(2, {rig.keys[1]});
        // Sent and not answered: it has no oid yet, so its cloid names it.
        QCOMPARE(rig.wire.sent.size(), std::size_t{2});
        QCOMPARE(rig.action(1).string("type").value(), std::string("cancelByCloid"));
        QVERIFY(rig.sentBody(1).find("expiresAfter") == nullptr);
        rig.answer(0, restingAnswer(7));
        rig.answer(1, cancelAnswer({""}));
        QCOMPARE(rig.phase(1), OrderPhase::Cancelled);
        QVERIFY(rig.result(2).has_value());

        rig.place(3, rig.ticket());
        rig.answer(2, restingAnswer(8));
        rig.desk->cancel(4, {rig.keys[3]});
        QCOMPARE(rig.action(3).string("type").value(), std::string("cancel"));
        rig.answer(3,
                   cancelAnswer({"Order was never placed, already canceled, or filled. asset=0"}));
        QVERIFY(!rig.result(4).has_value());
        QCOMPARE(rig.phase(3), OrderPhase::Resting);
        // Which of the three it was is asked for.
        rig.lookupStatus = "filled";
        rig.lookupFinds = 8;
        rig.clock.advance(2s);
        QCOMPARE(rig.phase(3), OrderPhase::Filled);
    }

    void cancelBeforeItLeftNeverLeaves()
    {
        DeskRig rig;
        rig.signer.isInstant = false;
        rig.place(1, rig.ticket());
        QCOMPARE(rig.phase(1), OrderPhase::AwaitingSignature);
        rig.desk->cancel(2, {rig.keys[1]});
        rig.settle();
        QCOMPARE(rig.phase(1), OrderPhase::NotSent);
        QVERIFY(rig.result(2).has_value());
        QVERIFY(rig.wire.sent.empty());
        QCOMPARE(rig.finished[1], 1);
    }

    void cancelOfManyTellsEach_B41()
    {
        DeskRig rig;
        for (RequestId i = 1; i <= 3; ++i) {
            rig.place(i, rig.ticket());
            rig.answer(i - 1, restingAnswer(10 + i));
        }
        rig.desk->cancel(9, {rig.keys[1], rig.keys[2], rig.keys[3]});
        QCOMPARE(rig.wire.sent.size(), std::size_t{4}); // one press, one action
        rig.answer(3,
                   cancelAnswer({"", "Order was never placed, already canceled, or filled.", ""}));
        QCOMPARE(rig.phase(1), OrderPhase::Cancelled);
        QCOMPARE(rig.phase(2), OrderPhase::Resting);
        QCOMPARE(rig.phase(3), OrderPhase::Cancelled);
        QVERIFY(!rig.result(9).has_value());
        QCOMPARE(rig.finished[9], 1);
    }

    void cancelRefusedForItsRateIsTriedAgain_G14()
    {
        DeskRig rig;
        rig.place(1, rig.ticket());
        rig.answer(0, restingAnswer(7));
        rig.desk->cancel(2, {rig.keys[1]});
        const auto first = rig.sentBody(1).uint("nonce").value();
        rig.wire.answer(1, {true, true, 429, "429 Too Many Requests", {}, 0, 0});
        QCOMPARE(rig.wire.sent.size(), std::size_t{2});
        rig.clock.advance(1s);
        QCOMPARE(rig.wire.sent.size(), std::size_t{3});
        QVERIFY(rig.sentBody(2).uint("nonce").value() > first);
        rig.answer(2, cancelAnswer({""}));
        QCOMPARE(rig.phase(1), OrderPhase::Cancelled);
        QCOMPARE(rig.finished[2], 1);
        // An entry is not.
        rig.place(3, rig.ticket());
        rig.wire.answer(3, {true, true, 429, "429 Too Many Requests", {}, 0, 0});
        rig.clock.advance(10s);
        QCOMPARE(rig.wire.sent.size(), std::size_t{4});
        QCOMPARE(rig.phase(3), OrderPhase::RejectedVenue);
        // Nor is a change of one.
        rig.place(4, rig.ticket());
        rig.answer(4, restingAnswer(9));
        rig.desk->modify(5, rig.keys[4], rig.px("49000"), {});
        rig.wire.answer(5, {true, true, 429, "429 Too Many Requests", {}, 0, 0});
        rig.clock.advance(10s);
        QCOMPARE(rig.wire.sent.size(), std::size_t{6});
        QVERIFY(!rig.result(5));
    }

    /// A close and a stop are exits too: refused for their rate they go again, each time with a new
    /// nonce, until they are taken.
    void exitRefusedForItsRateIsTriedAgain_G14()
    {
        DeskRig rig;
        rig.setPosition("-0.1");
        auto close = rig.ticket();
        close.reduceOnly = true;
        rig.place(1, close);
        const Nonce first = rig.sentBody(0).uint("nonce").value();
        rig.wire.answer(0, {true, true, 429, "429 Too Many Requests", {}, 0, 0});
        QCOMPARE(rig.phase(1), OrderPhase::Sent);
        rig.clock.advance(1s);
        QCOMPARE(rig.wire.sent.size(), std::size_t{2});
        QVERIFY(rig.sentBody(1).uint("nonce").value() > first);
        QCOMPARE(rig.onlyOrder(rig.sentBody(1))->string("c").value(),
                 rig.orderOf(1).cloid->toString());
        rig.answer(1, restingAnswer(7));
        QCOMPARE(rig.phase(1), OrderPhase::Resting);
        QCOMPARE(rig.finished[1], 1);
        QCOMPARE(rig.store.counters().illegal, std::uint64_t{0});
        // Moving it is one as well.
        rig.desk->modify(2, rig.keys[1], rig.px("49000"), {});
        rig.wire.answer(2, {true, true, 429, "429 Too Many Requests", {}, 0, 0});
        QCOMPARE(rig.orderOf(1).pending, PendingChange::Modifying);
        rig.clock.advance(1s);
        QCOMPARE(rig.wire.sent.size(), std::size_t{4});
        rig.answer(3, restingAnswer(8));
        QCOMPARE(rig.orderOf(1).px, rig.px("49000"));
        QCOMPARE(rig.finished[2], 1);
    }

    void exitThatWaitsForItsNextTryCanBeCancelled_G14()
    {
        DeskRig rig;
        rig.setPosition("-0.1");
        auto close = rig.ticket();
        close.reduceOnly = true;
        rig.place(1, close);
        rig.wire.answer(0, {true, true, 429, "429 Too Many Requests", {}, 0, 0});
        rig.desk->cancel(2, {rig.keys[1]});
        QCOMPARE(rig.phase(1), OrderPhase::NotSent);
        rig.clock.advance(10s);
        QCOMPARE(rig.wire.sent.size(), std::size_t{1});
        QCOMPARE(rig.finished[1], 1);
        QCOMPARE(rig.finished[2], 1);
    }

    void lostCancelIsAskedForNotRepeated()
    {
        DeskRig rig;
        rig.place(1, rig.ticket());
        rig.answer(0, restingAnswer(7));
        rig.desk->cancel(2, {rig.keys[1]});
        rig.wire.lose(1);
        QCOMPARE(rig.orderOf(1).pending, PendingChange::Cancelling);
        rig.lookupFinds = 7;
        rig.clock.advance(1s);
        QCOMPARE(rig.orderOf(1).pending, PendingChange::None);
        QCOMPARE(rig.phase(1), OrderPhase::Resting);
        rig.clock.advance(30s);
        QCOMPARE(rig.wire.sent.size(), std::size_t{2});
    }

    /// cases.md B38
    void modifyTakesTheNewOid_B38()
    {
        DeskRig rig;
        rig.place(1, rig.ticket());
        rig.answer(0, restingAnswer(100));
        rig.desk->modify(2, rig.keys[1], rig.px("51000"), std::nullopt);
        const auto action = rig.action(1);
        QCOMPARE(action.string("type").value(), std::string("batchModify"));
        const auto &modify = action.find("modifies")->asArray()->front();
        QCOMPARE(modify.uint("oid").value(), std::uint64_t{100});
        QCOMPARE(modify.find("order")->string("p").value(), std::string("51000"));
        QCOMPARE(modify.find("order")->string("c").value(), rig.only().cloid->toString());
        QCOMPARE(rig.only().pending, PendingChange::Modifying);
        rig.desk->modify(3, rig.keys[1], rig.px("52000"), std::nullopt);
        QVERIFY(!rig.result(3).has_value());
        rig.answer(1, restingAnswer(101));
        QCOMPARE(rig.only().oid, Oid{101});
        QCOMPARE(rig.only().px, rig.px("51000"));
        QCOMPARE(rig.only().pending, PendingChange::None);
        QVERIFY(rig.result(2).has_value());
    }

    /// The oid is dead once the modify is done; the cloid names whichever rests.
    void cancelDuringAModifyNamesTheCloid()
    {
        DeskRig rig;
        rig.place(1, rig.ticket());
        rig.answer(0, restingAnswer(100));
        rig.desk->modify(2, rig.keys[1], rig.px("51000"), std::nullopt);
        rig.desk->cancel(3, {rig.keys[1]});
        const auto action = rig.action(2);
        QCOMPARE(action.string("type").value(), std::string("cancelByCloid"));
        QCOMPARE(action.find("cancels")->asArray()->front().string("cloid").value(),
                 rig.only().cloid->toString());
        rig.answer(1, restingAnswer(101));
        rig.answer(2, cancelAnswer({""}));
        QCOMPARE(rig.phase(1), OrderPhase::Cancelled);
    }

    /// protocol/exchange-actions.md: without "a" a Gtc comes back as an Alo.
    void modifyKeepsWhatItIs_data()
    {
        QTest::addColumn<model::Tif>("tif");
        QTest::addColumn<bool>("isAlwaysPlaced");
        QTest::newRow("Gtc") << model::Tif::Gtc << true;
        QTest::newRow("Alo") << model::Tif::Alo << false;
    }

    void modifyKeepsWhatItIs()
    {
        QFETCH(model::Tif, tif);
        QFETCH(bool, isAlwaysPlaced);
        DeskRig rig;
        auto ticket = rig.ticket();
        ticket.tif = tif;
        rig.place(1, ticket);
        rig.answer(0, restingAnswer(100));
        rig.desk->modify(2, rig.keys[1], rig.px("51000"), std::nullopt);
        QCOMPARE(rig.action(1).find("a") != nullptr, isAlwaysPlaced);
    }

    void modifyNeverTakes_L24()
    {
        DeskRig rig;
        rig.place(1, rig.ticket());
        rig.answer(0, restingAnswer(100));
        rig.book.emplace();
        rig.book->coin = "BTC";
        rig.book->grid = rig.instrument.grid;
        rig.book->state = market::BookState::Live;
        rig.book->asks.push_back({rig.px("50500"), rig.sz("1")});
        rig.desk->modify(2, rig.keys[1], rig.px("50500"), std::nullopt);
        QVERIFY(!rig.result(2).has_value());
        QCOMPARE(rig.result(2).error().field, std::string("px"));
        QCOMPARE(rig.wire.sent.size(), std::size_t{1});
        rig.desk->modify(3, rig.keys[1], rig.px("50499"), std::nullopt);
        QCOMPARE(rig.wire.sent.size(), std::size_t{2});
    }

    void modifySendsWhatRemains_L24()
    {
        DeskRig rig;
        rig.place(1, rig.ticket());
        rig.answer(0, restingAnswer(100));
        rig.fill(100, "0.04");
        rig.desk->modify(2, rig.keys[1], rig.px("51000"), std::nullopt);
        const auto action = rig.action(1);
        QCOMPARE(action.find("modifies")->asArray()->front().find("order")->string("s").value(),
                 std::string("0.06"));
    }

    void refusedModifyKeepsTheOrder()
    {
        DeskRig rig;
        rig.place(1, rig.ticket());
        rig.answer(0, restingAnswer(100));
        rig.desk->modify(2, rig.keys[1], rig.px("51000"), std::nullopt);
        rig.lookupFinds = 100;
        rig.answer(1, errorAnswer("Attempted to modify to invalid new order"));
        QVERIFY(!rig.result(2).has_value());
        rig.clock.advance(2s);
        QCOMPARE(rig.phase(1), OrderPhase::Resting);
        QCOMPARE(rig.only().px, rig.px("50000"));
        rig.desk->modify(3, rig.keys[1], rig.px("50000.5"), std::nullopt);
        QCOMPARE(rig.result(3).error().field, std::string("px"));
    }

    void lostModifyEndsWhenItCanNoLongerHappen()
    {
        DeskRig rig;
        rig.place(1, rig.ticket());
        rig.answer(0, restingAnswer(100));
        rig.desk->modify(2, rig.keys[1], rig.px("51000"), std::nullopt);
        rig.lookupFinds = 100;
        rig.wire.lose(1);
        QCOMPARE(rig.phase(1), OrderPhase::Unknown);
        rig.clock.advance(20s);
        QCOMPARE(rig.phase(1), OrderPhase::Resting);
        QCOMPARE(rig.only().pending, PendingChange::None);
        QCOMPARE(rig.only().px, rig.px("50000"));
    }

    /// cases.md B56
    void sameLeverageIsNotSent_B56()
    {
        DeskRig rig;
        rig.setPosition("0.1");
        rig.position->leverage = 5;
        rig.position->isCross = true;
        rig.desk->setLeverage(1, "BTC", 5, true);
        QVERIFY(rig.result(1).has_value());
        QVERIFY(rig.wire.sent.empty());
        rig.desk->setLeverage(2, "BTC", 6, true);
        QCOMPARE(rig.wire.sent.size(), std::size_t{1});
        rig.answer(0, defaultAnswer());
        QVERIFY(rig.result(2).has_value());
        rig.desk->setLeverage(3, "BTC", 41, true);
        QCOMPARE(rig.result(3).error().field, std::string("leverage"));
    }

    void htmlAndBrokenAnswersAreUnknown_data()
    {
        QTest::addColumn<int>("status");
        QTest::addColumn<QByteArray>("body");
        QTest::newRow("502 HTML") << 502 << QByteArray("<html>bad gateway</html>");
        QTest::newRow("cut JSON") << 200 << QByteArray("{\"status\":\"ok\",\"resp");
    }

    void htmlAndBrokenAnswersAreUnknown()
    {
        QFETCH(int, status);
        QFETCH(QByteArray, body);
        DeskRig rig;
        rig.place(1, rig.ticket());
        rig.wire.answer(0, {true, true, status, body.toStdString(), {}, 0, 0});
        QCOMPARE(rig.phase(1), OrderPhase::Unknown);
        QVERIFY(rig.desk->reconciler().isWatching(rig.keys[1]));
    }

    void topLevelRefusalIsTheVenuesSentence()
    {
        DeskRig rig;
        rig.place(1, rig.ticket());
        rig.answer(0, errAnswer("User or API Wallet 0x00 does not exist."));
        QCOMPARE(rig.phase(1), OrderPhase::RejectedVenue);
        QCOMPARE(rig.result(1).error().detail,
                 std::string("User or API Wallet 0x00 does not exist."));
    }

    void everyCommandIsAnsweredOnce()
    {
        DeskRig rig;
        for (RequestId i = 1; i <= 5; ++i)
            rig.place(i, rig.ticket());
        rig.answer(0, restingAnswer(1));
        rig.wire.lose(1);
        rig.answer(2, errorAnswer("no"));
        rig.answer(3, restingAnswer(4));
        rig.answer(4, restingAnswer(5));
        rig.clock.advance(60s);
        for (RequestId i = 1; i <= 5; ++i)
            QCOMPARE(rig.finished[i], 1);
    }
};

QTEST_APPLESS_MAIN(TestOrderDesk)
#include "tst_order_desk.moc"
