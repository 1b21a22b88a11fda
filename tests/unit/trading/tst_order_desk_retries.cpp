// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "order_desk_rig.h"

#include <QtTest>

#include <functional>

using namespace hl;
using namespace hl::trading;
using namespace hl::test;
using namespace std::chrono_literals;
using model::OrderKind;
using model::OrderPhase;
using model::OrderTicket;
using model::Side;

namespace {

enum class Kind { MarketClose, IocClose, LimitClose, Stop, Change, Flatten };

const WireAnswer kTooMany{true, true, 429, "429 Too Many Requests", {}, 0, 0};

/// Long 0.1 BTC with a live book.
void hold(DeskRig &rig)
{
    rig.setPosition("0.1");
    market::BookSnapshot book;
    book.coin = "BTC";
    book.grid = rig.instrument.grid;
    book.state = market::BookState::Live;
    book.bids.push_back({rig.px("49990"), rig.sz("1")});
    book.asks.push_back({rig.px("50010"), rig.sz("1")});
    rig.book = book;
}

OrderTicket ticketOf(const DeskRig &rig, Kind kind, bool isEntry)
{
    OrderTicket ticket = rig.ticket(Side::Sell, kind == Kind::LimitClose ? "51000" : "49900");
    ticket.reduceOnly = !isEntry;
    if (kind == Kind::MarketClose)
        ticket.kind = OrderKind::Market;
    if (kind == Kind::MarketClose || kind == Kind::IocClose)
        ticket.tif = model::Tif::Ioc;
    if (kind == Kind::Stop) {
        ticket.kind = OrderKind::Trigger;
        ticket.trigger = model::TriggerSpec{rig.px("49900"), true, model::TpSl::Sl};
        ticket.px = rig.px("49000");
    }
    return ticket;
}

/// Submits request 2 of that kind; where it changes something, request 1 rests before.
struct Command
{
    Command(DeskRig &rig, Kind kind, bool isEntry = false) : m_rig(rig), m_kind(kind)
    {
        hold(rig);
        if (kind == Kind::Change) {
            rig.place(1, ticketOf(rig, Kind::LimitClose, isEntry));
            rig.answer(0, restingAnswer(7));
        }
        m_isEntry = isEntry;
    }
    void go()
    {
        if (m_kind == Kind::Change)
            m_rig.desk->modify(2, m_rig.keys[1], m_rig.px("52000"), {});
        else if (m_kind == Kind::Flatten)
            m_rig.desk->closeAll(2, {"BTC"}, [this](const BulkResult &result) { end = result; });
        else
            m_rig.place(2, ticketOf(m_rig, m_kind, m_isEntry));
    }
    const model::Order &order()
    {
        return m_kind == Kind::Change    ? m_rig.orderOf(1)
               : m_kind == Kind::Flatten ? *m_rig.store.find(m_rig.store.all().back().key)
                                         : m_rig.orderOf(2);
    }
    std::optional<BulkResult> end;

private:
    DeskRig &m_rig;
    Kind m_kind;
    bool m_isEntry = false;
};

void rows()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<int>("seconds");
    QTest::newRow("reduce-only market") << static_cast<int>(Kind::MarketClose) << 5;
    QTest::newRow("reduce-only Ioc") << static_cast<int>(Kind::IocClose) << 5;
    QTest::newRow("close that rests") << static_cast<int>(Kind::LimitClose) << 15;
    QTest::newRow("stop") << static_cast<int>(Kind::Stop) << 15;
    QTest::newRow("change of a close") << static_cast<int>(Kind::Change) << 15;
    QTest::newRow("close of everything") << static_cast<int>(Kind::Flatten) << 5;
}

} // namespace

/// What goes a second time, and what waits for another to arrive first: interaction.md, rule zero,
/// D18, G13, G14.
class TestOrderDeskRetries : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anExitThatRanOutOfTimeGoesAgain_data() { rows(); }

    /// Nothing had room for longer than its signature was good.
    void anExitThatRanOutOfTimeGoesAgain()
    {
        QFETCH(int, kind);
        QFETCH(int, seconds);
        DeskRig rig;
        Command command(rig, static_cast<Kind>(kind));
        rig.wire.most = 1;
        rig.wire.exitReserve = 0;
        rig.place(9, rig.ticket()); // takes the only place and is not answered
        const std::size_t before = rig.wire.sent.size();
        command.go();
        QCOMPARE(rig.wire.sent.size(), before);
        rig.clock.advance(std::chrono::seconds{seconds + 1});
        rig.signer.isInstant = false;
        rig.wire.answerOk(before - 1, restingAnswer(3));
        rig.settle();
        // Nothing old left; what waits for its signature now says which try it is.
        QCOMPARE(rig.wire.sent.size(), before);
        QCOMPARE(rig.signer.pending.size(), std::size_t{1});
        if (static_cast<Kind>(kind) != Kind::Flatten)
            QVERIFY2(command.order().reason.find("(try 2 of 6)") != std::string::npos,
                     command.order().reason.c_str());
        QVERIFY(!rig.results.contains(2) && !command.end);
        const Nonce last = rig.sentBody(before - 1).uint("nonce").value();
        rig.signer.approve(rig.signer.pending.front().request.id);
        QCOMPARE(rig.wire.sent.size(), before + 1);
        const auto body = rig.sentBody(before);
        QVERIFY(body.uint("nonce").value() > last + 1);
        QCOMPARE(body.uint("expiresAfter").value(),
                 static_cast<std::uint64_t>(rig.venueClock.nowMs() + seconds * 1'000 - 1));
        rig.answer(before, static_cast<Kind>(kind) == Kind::Stop
                               ? R"({"status":"ok","response":{"type":"order","data":)"
                                 R"({"statuses":["waitingForTrigger"]}}})"
                               : restingAnswer(8));
        rig.settle();
        QVERIFY(isLive(command.order().phase));
        QCOMPARE(command.end ? 1 : rig.finished[2], 1);
        QCOMPARE(rig.store.counters().illegal, std::uint64_t{0});
    }

    void triesEnd_data() { rows(); }

    /// A signer that never answers: six tries, then it is said.
    void triesEnd()
    {
        QFETCH(int, kind);
        QFETCH(int, seconds);
        DeskRig rig;
        Command command(rig, static_cast<Kind>(kind));
        const int asked = rig.signer.asked;
        const std::size_t before = rig.wire.sent.size();
        rig.signer.isInstant = false;
        command.go();
        for (int i = 0; i < 5; ++i) {
            rig.clock.advance(std::chrono::seconds{seconds} + 10ms);
            QCOMPARE(rig.signer.asked, asked + i + 2);
            QVERIFY(!rig.results.contains(2) && !command.end);
        }
        rig.clock.advance(10min);
        QCOMPARE(rig.signer.asked, asked + 6);
        QCOMPARE(rig.wire.sent.size(), before);
        if (command.end)
            QVERIFY(!command.end->status);
        else
            QVERIFY(!rig.result(2));
        QCOMPARE(command.end ? 1 : rig.finished[2], 1);
        QVERIFY(static_cast<Kind>(kind) == Kind::Change ? isLive(command.order().phase)
                                                        : isTerminal(command.order().phase));
        QCOMPARE(rig.store.counters().illegal, std::uint64_t{0});
    }

    void neverAgain_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<bool>("isEntry");
        QTest::addColumn<bool>("isDevice");
        QTest::addColumn<bool>("hasOwnExpiry");
        const auto row = [](const char *name, Kind kind, bool isEntry, bool isDevice, bool own) {
            QTest::newRow(name) << static_cast<int>(kind) << isEntry << isDevice << own;
        };
        row("entry, Ioc", Kind::IocClose, true, false, false);
        row("entry that rests", Kind::LimitClose, true, false, false);
        row("stop that can open", Kind::Stop, true, false, false);
        row("change of an entry", Kind::Change, true, false, false);
        row("close by a device: another press is a person's to give", Kind::LimitClose, false, true,
            false);
        row("close until a time that a person chose", Kind::LimitClose, false, false, true);
    }

    void neverAgain()
    {
        QFETCH(int, kind);
        QFETCH(bool, isEntry);
        QFETCH(bool, isDevice);
        QFETCH(bool, hasOwnExpiry);
        DeskRig rig({.isDevice = isDevice});
        Command command(rig, static_cast<Kind>(kind), isEntry);
        rig.wire.most = 1;
        rig.wire.exitReserve = 0;
        rig.place(9, rig.ticket());
        const std::size_t before = rig.wire.sent.size();
        if (hasOwnExpiry) {
            OrderTicket ticket = ticketOf(rig, static_cast<Kind>(kind), isEntry);
            ticket.expiresAfter = rig.venueClock.nowMs() + 10'000;
            rig.place(2, ticket);
        } else {
            command.go();
        }
        const int asked = rig.signer.asked;
        rig.clock.advance(121s);
        rig.wire.answerOk(before - 1, restingAnswer(3));
        rig.clock.advance(10min);
        QCOMPARE(rig.wire.sent.size(), before);
        QCOMPARE(rig.signer.asked, asked);
        QVERIFY(!rig.result(2));
        QVERIFY(rig.result(2).error().detail.find("too late") != std::string::npos);
        QCOMPARE(rig.finished[2], 1);
    }

    void cancelledBetweenTwoTries()
    {
        DeskRig rig;
        Command command(rig, Kind::MarketClose);
        rig.signer.isInstant = false;
        command.go();
        rig.clock.advance(5s + 10ms);
        QCOMPARE(rig.signer.asked, 2);
        rig.desk->cancel(3, {rig.keys[2]});
        rig.clock.advance(10min);
        QCOMPARE(rig.signer.asked, 2);
        QVERIFY(rig.wire.sent.empty());
        QVERIFY(isTerminal(rig.phase(2)));
        QVERIFY(rig.result(3).has_value());
        QCOMPARE(rig.finished[2], 1);
    }

    /// G14: refused for its rate after it had run out of time once; the two do not add up.
    void lateThenRefusedForItsRate()
    {
        DeskRig rig;
        Command command(rig, Kind::LimitClose);
        rig.signer.isInstant = false;
        command.go();
        rig.clock.advance(15s + 10ms);
        rig.signer.isInstant = true;
        rig.signer.approve(rig.signer.pending.back().request.id);
        QCOMPARE(rig.wire.sent.size(), std::size_t{1});
        rig.wire.answer(0, kTooMany);
        QVERIFY(rig.orderOf(2).reason.find("Refused for its rate") != std::string::npos);
        QVERIFY(rig.orderOf(2).reason.find("(try 2 of 31)") != std::string::npos);
        rig.clock.advance(1s);
        QCOMPARE(rig.wire.sent.size(), std::size_t{2});
        rig.answer(1, restingAnswer(8));
        QCOMPARE(rig.phase(2), OrderPhase::Resting);
        QCOMPARE(rig.store.counters().illegal, std::uint64_t{0});
    }

    /// Its cancel is on its way: the next try would arrive behind it.
    void whatIsBeingCancelledIsNotSentAgain_data()
    {
        QTest::addColumn<bool>("isLate");
        QTest::newRow("refused for its rate") << false;
        QTest::newRow("refused for its rate, then out of time") << true;
    }

    void whatIsBeingCancelledIsNotSentAgain()
    {
        QFETCH(bool, isLate);
        DeskRig rig;
        Command command(rig, Kind::LimitClose);
        command.go();
        QCOMPARE(rig.wire.sent.size(), std::size_t{1});
        if (isLate) {
            rig.wire.answer(0, kTooMany);
            rig.wire.isDown = false;
            rig.wire.most = 0;
            rig.clock.advance(1s); // the second try waits for room, and so does its cancel
        }
        rig.desk->cancel(3, {rig.keys[2]});
        if (isLate) {
            rig.clock.advance(16s);
            rig.wire.most = 100;
            rig.wire.open();
        } else {
            rig.wire.answer(0, kTooMany);
        }
        rig.clock.advance(1min);
        QCOMPARE(rig.wire.sent.size(), std::size_t{2});
        QVERIFY(rig.wire.sent.back().body.find("cancel") != std::string::npos);
        QVERIFY(isTerminal(rig.phase(2)));
        QCOMPARE(rig.finished[2], 1);
        QVERIFY(!rig.result(2));
    }

    /// Cancelled while nobody knows whether the change took place: that is found out all the same,
    /// and the order ends.
    void aCancelEndsNoUnknownChange()
    {
        DeskRig rig;
        rig.place(1, rig.ticket());
        rig.answer(0, restingAnswer(100));
        rig.desk->modify(2, rig.keys[1], rig.px("51000"), std::nullopt);
        rig.lookupFinds = 100;
        rig.wire.lose(1);
        rig.clock.advance(100ms);
        QCOMPARE(rig.phase(1), OrderPhase::Resting);
        rig.desk->cancel(3, {rig.keys[1]});
        rig.answer(2, cancelAnswer({""}));
        rig.lookupStatus = "canceled";
        rig.clock.advance(40s);
        QCOMPARE(rig.phase(1), OrderPhase::Cancelled);
        QCOMPARE(rig.orderOf(1).pending, model::PendingChange::None);
        QVERIFY(rig.result(3).has_value());
    }

    /// A late fill says that the position may be another: neither "closed" nor "nothing left".
    void aLatePositionIsNotCalledClosed_data()
    {
        QTest::addColumn<bool>("isLate");
        QTest::newRow("as the venue said last") << false;
        QTest::newRow("a fill is newer") << true;
    }

    void aLatePositionIsNotCalledClosed()
    {
        QFETCH(bool, isLate);
        DeskRig rig;
        rig.isPositionLate = isLate;
        std::optional<BulkResult> end;
        rig.desk->closeAll(1, {"BTC"}, [&](const BulkResult &result) { end = result; });
        rig.settle();
        rig.settle();
        QVERIFY(end && rig.wire.sent.empty());
        QCOMPARE(end->isMoot, !isLate);
        QVERIFY(!isLate || (!end->status &&
                            end->notDone.front().find("is not known yet") != std::string::npos));
        // Signed while there was one, and it may be gone: it leaves, reduce-only opens nothing.
        rig.setPosition("0.1");
        rig.signer.isInstant = false;
        end.reset();
        rig.desk->closeAll(2, {"BTC"}, [&](const BulkResult &result) { end = result; });
        rig.position.reset();
        rig.signer.approve(rig.signer.pending.front().request.id);
        rig.settle();
        QCOMPARE(rig.wire.sent.size(), isLate ? std::size_t{1} : std::size_t{0});
        QVERIFY(isLate || (end && end->isMoot));
    }
};

QTEST_APPLESS_MAIN(TestOrderDeskRetries)
#include "tst_order_desk_retries.moc"
