// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "order_desk_rig.h"

#include <QtTest>

using namespace hl;
using namespace hl::trading;
using namespace hl::test;
using namespace std::chrono_literals;
using model::OrderPhase;
using model::OrderTicket;
using model::Side;

namespace {

const WireAnswer kTooMany{true, true, 429, "429 Too Many Requests", {}, 0, 0};

std::string restingAll(std::initializer_list<Oid> oids)
{
    std::string all;
    for (const Oid oid : oids)
        all += (all.empty() ? "" : ",") + std::string(R"({"resting":{"oid":)") +
               std::to_string(oid) + "}}";
    return R"({"status":"ok","response":{"type":"order","data":{"statuses":[)" + all + "]}}}";
}

/// Three orders by one action, as request 2.
struct Scale
{
    explicit Scale(bool isEntry = false, DeskRig::Options options = {}) : rig(options)
    {
        rig.setPosition("1");
        std::vector<OrderTicket> tickets;
        for (const char *px : {"51000", "52000", "53000"}) {
            OrderTicket ticket = rig.ticket(Side::Sell, px);
            ticket.reduceOnly = !isEntry;
            tickets.push_back(ticket);
        }
        group = tickets;
    }
    void go()
    {
        rig.desk->placeGroup(2, group, model::Grouping::None);
        keys.clear();
        for (const model::Order &order : rig.store.all())
            if (order.side == Side::Sell)
                keys.push_back(order.key);
    }
    const model::Order &at(std::size_t i) const { return *rig.store.find(keys.at(i)); }
    bool all(OrderPhase phase) const
    {
        return std::ranges::all_of(keys,
                                   [&](auto key) { return rig.store.find(key)->phase == phase; });
    }
    bool allSay(const std::string &words) const
    {
        return std::ranges::all_of(keys, [&](auto key) {
            return rig.store.find(key)->reason.find(words) != std::string::npos;
        });
    }
    std::size_t ordersIn(std::size_t index) const
    {
        return rig.action(index).find("orders")->asArray()->size();
    }

    DeskRig rig;
    std::vector<OrderTicket> group;
    std::vector<model::OrderKey> keys;
};

} // namespace

/// Several orders by one action go again where a single one does: interaction.md G14, D18.
class TestOrderDeskGroups : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void exitsRefusedForTheirRateGoAgain_G14()
    {
        Scale s;
        s.go();
        QCOMPARE(s.rig.wire.sent.size(), std::size_t{1});
        const Nonce first = s.rig.sentBody(0).uint("nonce").value();
        s.rig.wire.answer(0, kTooMany);
        QVERIFY(s.allSay("(try 2 of 31)"));
        QVERIFY(!s.rig.results.contains(2));
        s.rig.clock.advance(999ms);
        QCOMPARE(s.rig.wire.sent.size(), std::size_t{1});
        s.rig.clock.advance(1ms);
        QCOMPARE(s.rig.wire.sent.size(), std::size_t{2});
        QCOMPARE(s.ordersIn(1), std::size_t{3});
        QVERIFY(s.rig.sentBody(1).uint("nonce").value() > first);
        s.rig.answer(1, restingAll({7, 8, 9}));
        QVERIFY(s.all(OrderPhase::Resting));
        QVERIFY(s.rig.result(2));
        QCOMPARE(s.rig.finished[2], 1);
        QCOMPARE(s.rig.store.counters().illegal, std::uint64_t{0});
    }

    /// One approval: what takes one of them back takes all back, and asks the venue for nothing.
    void allOfAnUnsentGroupIsTakenBack()
    {
        Scale s(true);
        s.rig.signer.isInstant = false;
        s.go();
        std::optional<BulkResult> end;
        s.rig.desk->cancelAll(3, s.keys, [&](const BulkResult &result) { end = result; });
        s.rig.settle();
        QVERIFY(end && end->status);
        QCOMPARE(end->done, s.keys.size());
        QVERIFY(s.all(OrderPhase::NotSent));
        QVERIFY(s.rig.wire.sent.empty());
        QCOMPARE(s.rig.finished[2], 1);
        QCOMPARE(s.rig.store.counters().illegal, std::uint64_t{0});
    }

    /// A second signature that fails ends what the first had signed.
    void aSecondSignatureThatFailsEndsThem()
    {
        Scale s;
        s.rig.wire.most = 1;
        s.rig.wire.exitReserve = 0;
        s.rig.place(9, s.rig.ticket()); // takes the only place and is not answered
        s.go();
        s.rig.clock.advance(16s);
        s.rig.signer.isInstant = false;
        s.rig.wire.answerOk(0, restingAnswer(3)); // signed, then late: asked for again
        s.rig.settle();
        QVERIFY(s.all(OrderPhase::Queued));
        QVERIFY(s.rig.signer.refuse(s.rig.signer.pending.back().request.id));
        s.rig.settle();
        QVERIFY(s.all(OrderPhase::NotSent));
        QCOMPARE(s.rig.finished[2], 1);
        QCOMPARE(s.rig.store.counters().illegal, std::uint64_t{0});
    }

    /// Bounded, and then each says why.
    void triesEnd_data()
    {
        QTest::addColumn<bool>("isLate");
        QTest::addColumn<int>("tries");
        QTest::newRow("refused for their rate") << false << 31;
        QTest::newRow("never signed in time") << true << 6;
    }

    void triesEnd()
    {
        QFETCH(bool, isLate);
        QFETCH(int, tries);
        Scale s;
        s.rig.signer.isInstant = !isLate;
        s.go();
        for (int i = 0; i < 50; ++i) {
            const std::size_t sent = s.rig.wire.sent.size();
            if (!isLate && sent > 0 && s.rig.wire.sent.back().done)
                s.rig.wire.answer(sent - 1, kTooMany);
            s.rig.clock.advance(isLate ? 15'010ms : 1'000ms);
        }
        QCOMPARE(s.rig.signer.asked, tries);
        QCOMPARE(s.rig.wire.sent.size(), isLate ? std::size_t{0} : std::size_t(tries));
        QCOMPARE(s.rig.finished[2], 1);
        QVERIFY(!s.rig.result(2));
        for (const auto key : s.keys)
            QVERIFY(isTerminal(s.rig.store.find(key)->phase));
        QCOMPARE(s.rig.store.counters().illegal, std::uint64_t{0});
    }

    void exitsThatRanOutOfTimeGoAgain_D18()
    {
        Scale s;
        s.rig.wire.most = 1;
        s.rig.wire.exitReserve = 0;
        s.rig.place(9, s.rig.ticket()); // takes the only place and is not answered
        s.go();
        QCOMPARE(s.rig.wire.sent.size(), std::size_t{1});
        s.rig.clock.advance(16s);
        s.rig.signer.isInstant = false;
        s.rig.wire.answerOk(0, restingAnswer(3));
        s.rig.settle();
        QCOMPARE(s.rig.wire.sent.size(), std::size_t{1});
        QVERIFY(s.allSay("(try 2 of 6)"));
        s.rig.signer.approve(s.rig.signer.pending.front().request.id);
        QCOMPARE(s.rig.wire.sent.size(), std::size_t{2});
        QCOMPARE(s.rig.sentBody(1).uint("expiresAfter").value(),
                 static_cast<std::uint64_t>(s.rig.venueClock.nowMs() + 15'000 - 1));
        s.rig.answer(1, restingAll({7, 8, 9}));
        QVERIFY(s.all(OrderPhase::Resting));
        QCOMPARE(s.rig.finished[2], 1);
        QCOMPARE(s.rig.store.counters().illegal, std::uint64_t{0});
    }

    void neverAgain_data()
    {
        QTest::addColumn<bool>("isEntry");
        QTest::addColumn<bool>("isDevice");
        QTest::addColumn<bool>("isLate");
        QTest::newRow("entries, refused for their rate") << true << false << false;
        QTest::newRow("entries, too late") << true << false << true;
        QTest::newRow("by a device, too late: another press is a person's to give")
            << false << true << true;
    }

    void neverAgain()
    {
        QFETCH(bool, isEntry);
        QFETCH(bool, isDevice);
        QFETCH(bool, isLate);
        Scale s(isEntry, {.isDevice = isDevice});
        if (isLate) {
            s.rig.wire.most = 1;
            s.rig.wire.exitReserve = 0;
            s.rig.place(9, s.rig.ticket());
        }
        s.go();
        const int asked = s.rig.signer.asked;
        const std::size_t before = s.rig.wire.sent.size();
        if (isLate)
            s.rig.clock.advance(121s);
        s.rig.wire.answer(before - 1, isLate
                                          ? WireAnswer{true, true, 200, restingAnswer(3), {}, 0, 0}
                                          : kTooMany);
        s.rig.clock.advance(10min);
        QCOMPARE(s.rig.signer.asked, asked);
        QCOMPARE(s.rig.wire.sent.size(), before);
        QVERIFY(!s.rig.result(2));
        QCOMPARE(s.rig.finished[2], 1);
    }

    /// Between two tries one of them, or all, can be cancelled; nothing cancelled goes again.
    void cancelledBetweenTwoTries_data()
    {
        QTest::addColumn<int>("count");
        QTest::addColumn<bool>("isWaiting"); ///< for its next try; else its answer is on the way
        QTest::newRow("one of three") << 1 << true;
        QTest::newRow("all") << 3 << true;
        QTest::newRow("one, its cancel is on the way") << 1 << false;
    }

    void cancelledBetweenTwoTries()
    {
        QFETCH(int, count);
        QFETCH(bool, isWaiting);
        Scale s;
        s.go();
        if (isWaiting)
            s.rig.wire.answer(0, kTooMany);
        s.rig.desk->cancel(3, {s.keys.begin(), s.keys.begin() + count});
        if (!isWaiting)
            s.rig.wire.answer(0, kTooMany);
        s.rig.clock.advance(1s);
        if (isWaiting && count < 3) {
            QCOMPARE(s.rig.wire.sent.size(), std::size_t{2});
            QCOMPARE(s.ordersIn(1), std::size_t{2});
            s.rig.answer(1, restingAll({8, 9}));
            QVERIFY(isTerminal(s.at(0).phase));
            QCOMPARE(s.at(1).phase, OrderPhase::Resting);
            QCOMPARE(s.at(2).phase, OrderPhase::Resting);
            QCOMPARE(s.at(2).oid, Oid{9});
            QVERIFY(s.rig.result(2));
        } else if (isWaiting) {
            QCOMPARE(s.rig.wire.sent.size(), std::size_t{1});
            QVERIFY(!s.rig.result(2));
        } else {
            // The next try would arrive behind it.
            s.rig.clock.advance(1min);
            QCOMPARE(s.rig.wire.sent.size(), std::size_t{2});
            QVERIFY(s.rig.wire.sent.back().body.find("cancel") != std::string::npos);
            QVERIFY(!s.rig.result(2));
        }
        QCOMPARE(s.rig.finished[2], 1);
        QVERIFY(!s.rig.finished.contains(0));
        if (isWaiting)
            QCOMPARE(s.rig.finished[3], 1);
        QCOMPARE(s.rig.store.counters().illegal, std::uint64_t{0});
    }
};

QTEST_APPLESS_MAIN(TestOrderDeskGroups)
#include "tst_order_desk_groups.moc"
