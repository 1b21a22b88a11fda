// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/dispatch_fakes.h"
#include "support/manual_clock.h"
#include "trading/action_encoding.h"
#include "trading/device_queue.h"
#include "venue/hyperliquid/actions/actions.h"

#include <QtTest>

#include <map>

using namespace hl;
using namespace hl::trading;
using namespace hl::test;
using namespace std::chrono_literals;
using Fate = DispatchResult::Fate;

namespace {

/// Writes at once.
struct Disk final : IntentStore
{
    explicit Disk(std::vector<JournalEntry> &kept, ManualClock &clock) : rows(kept), time(clock) {}
    void write(std::vector<JournalEntry> written,
               std::function<void(Result<std::uint64_t>)> done) override
    {
        rows.insert(rows.end(), written.begin(), written.end());
        time.after(0ms, [this, done = std::move(done)] { done(std::uint64_t{rows.size()}); });
    }
    std::vector<JournalEntry> &rows;
    ManualClock &time;
};

/// One signer's lane behind a router, and a second one to take its place.
struct Lanes
{
    Lanes()
    {
        log.setStore(std::make_unique<Disk>(rows, clock));
        router.setRoutes(lane.get(), lane.get());
    }
    ActionSender::Submitted submit(const std::string &name, ActionRequest request)
    {
        return router.submit(std::move(request), [this, name](const DispatchResult &result) {
            QVERIFY2(!results.contains(name), "told twice");
            results[name] = result;
        });
    }
    /// As the engine ends a lane: forgotten, ended, its open requests kept, its ends told later.
    void endLane()
    {
        router.forget(lane.get());
        ends = lane->endAll("It was dropped.");
        router.keep(lane->takeOpen());
    }
    void tell()
    {
        for (const Dispatcher::End &end : std::exchange(ends, {}))
            end.done(end.result);
    }
    std::size_t outcomes() const
    {
        return static_cast<std::size_t>(std::ranges::count_if(
            rows, [](const JournalEntry &row) { return row.kind == journal_kind::kOutcome; }));
    }

    ManualClock clock;
    std::vector<JournalEntry> rows;
    IntentLog log{clock, clock};
    MemoryNonceStore nonces;
    FakeSigner signer;
    FakeTransport wire;
    std::unique_ptr<Dispatcher> lane =
        std::make_unique<Dispatcher>(clock, clock, nonces, signer, wire, &log);
    SenderRouter router{clock};
    std::map<std::string, DispatchResult> results;
    std::vector<Dispatcher::End> ends;
};

/// Another account's key.
struct OtherSigner final : SignerPort
{
    Address address() const override { return testKey(2).address(); }
    void sign(const signing::SignRequest &request,
              std::function<void(Result<signing::Signature>)> done) override
    {
        done(testKey(2).sign(request.digest));
    }
    void cancel(std::uint64_t) override {}
};

ActionRequest orderRequest()
{
    actions::Order order;
    actions::OrderWire wire;
    wire.p.text = "95000";
    wire.s.text = "0.01";
    wire.t.kind = actions::Limit{actions::Tif::Gtc};
    order.orders.push_back(wire);
    ActionRequest request;
    request.encode =
        encoderOf(actions::Action(std::move(order)), {false, std::nullopt}, 1'700'000'015'000);
    return request;
}

} // namespace

/// A signer's lane is dropped or replaced with something in it: each request ends once, and with
/// the truth.
class DispatchEnds : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eachRequestEndsOnce_data()
    {
        QTest::addColumn<int>("at");
        QTest::addColumn<int>("fate");
        QTest::newRow("at the journal") << 0 << static_cast<int>(Fate::NotSent);
        QTest::newRow("at the signer") << 1 << static_cast<int>(Fate::NotSent);
        QTest::newRow("signed, without room") << 2 << static_cast<int>(Fate::NotSent);
        QTest::newRow("on the wire") << 3 << static_cast<int>(Fate::Unknown);
        QTest::newRow("failed, not told yet") << 4 << static_cast<int>(Fate::SignatureFailed);
        QTest::newRow("answered") << 5 << static_cast<int>(Fate::Answered);
    }

    void eachRequestEndsOnce()
    {
        QFETCH(int, at);
        QFETCH(int, fate);
        Lanes l;
        l.signer.isInstant = false;
        if (at == 2)
            l.wire.most = 0;
        const auto submitted = l.submit("x", orderRequest());
        if (at > 0)
            l.clock.advance(1ms);
        if (at == 1)
            QCOMPARE(l.signer.pending.size(), std::size_t{1});
        if (at == 2 || at == 3 || at == 5)
            QVERIFY(l.signer.approve(l.signer.pending.front().request.id));
        if (at == 4)
            QVERIFY(l.signer.refuse(l.signer.pending.front().request.id));
        const std::size_t sent = at == 3 || at == 5 ? 1 : 0;
        QCOMPARE(l.wire.sent.size(), sent);
        if (at == 5)
            l.wire.answerOk(0);
        l.endLane();
        // Told by its owner, later; nothing of it is left here.
        QCOMPARE(l.results.size(), at == 5 ? std::size_t{1} : std::size_t{0});
        QCOMPARE(l.ends.size(), at == 5 ? std::size_t{0} : std::size_t{1});
        QCOMPARE(l.lane->inFlight(), std::size_t{0});
        QCOMPARE(l.signer.cancelled.size(), at == 1 ? std::size_t{1} : std::size_t{0});
        l.tell();
        QCOMPARE(l.results.size(), std::size_t{1});
        const DispatchResult &result = l.results.at("x");
        QCOMPARE(static_cast<int>(result.fate), fate);
        QCOMPARE(result.nonce, submitted.nonce);
        QVERIFY(result.signer == l.signer.address());
        if (result.fate == Fate::Unknown)
            QVERIFY(result.answer.written && !result.answer.answered);
        // Signatures, room and answers that come afterwards move nothing.
        for (const auto &call : std::vector(l.signer.pending))
            l.signer.approve(call.request.id);
        l.wire.most = 100;
        l.wire.open();
        if (at == 3)
            l.wire.answerOk(0);
        l.clock.advance(1min);
        QCOMPARE(l.wire.sent.size(), sent);
        QCOMPARE(l.results.size(), std::size_t{1});
        QCOMPARE(l.lane->inFlight(), std::size_t{0});
    }

    /// What left without an answer is closed in the journal in this session, by whoever hears of
    /// it.
    void whatIsFoundOutAfterwardsClosesTheJournal_data()
    {
        QTest::addColumn<bool>("isUnknownBefore");
        QTest::newRow("unknown when the lane went") << true;
        QTest::newRow("on the wire when it went") << false;
    }

    void whatIsFoundOutAfterwardsClosesTheJournal()
    {
        QFETCH(bool, isUnknownBefore);
        Lanes l;
        l.signer.isInstant = true;
        const auto submitted = l.submit("x", orderRequest());
        l.clock.advance(1ms);
        QCOMPARE(l.wire.sent.size(), std::size_t{1});
        if (isUnknownBefore)
            l.wire.lose(0);
        l.endLane();
        l.tell();
        l.lane.reset();
        l.clock.advance(1s);
        QCOMPARE(l.outcomes(), std::size_t{0});
        l.router.foundOut(l.signer.address(), submitted.nonce + 1, "Another's.");
        l.clock.advance(1s);
        QCOMPARE(l.outcomes(), std::size_t{0});
        l.router.foundOut(l.signer.address(), submitted.nonce, "The order rests.");
        l.router.foundOut(l.signer.address(), submitted.nonce, "Said again.");
        l.clock.advance(1s);
        QCOMPARE(l.outcomes(), std::size_t{1});
        QVERIFY(l.rows.back().payload.find("The order rests.") != std::string::npos);
        QCOMPARE(l.rows.back().intent, l.rows.front().intent);
    }

    /// Nothing is asked of a lane that is gone; the next one gets what comes.
    void aForgottenLaneIsNotAsked()
    {
        Lanes l;
        l.signer.isInstant = false;
        const auto old = l.submit("old", orderRequest());
        l.clock.advance(1ms);
        l.router.forget(l.lane.get());
        QVERIFY2(!l.router.abandon(old.ticket, "not its any more"), "a forgotten lane was asked");
        QCOMPARE(l.signer.pending.size(), std::size_t{1});
        l.endLane();
        l.tell();
        QVERIFY(!l.router.mayEnter() && !l.router.mayExit());
        QVERIFY(!l.router.isDevice(true) && !l.router.isRecorded(false));
        QVERIFY(!l.router.abandon(old.ticket, "too late"));
        l.wire.overtakes = true;
        QVERIFY2(!l.router.mayOvertake(), "the lane that is gone was asked");
        l.submit("between", orderRequest());
        l.clock.advance(1ms);
        QCOMPARE(l.results.at("between").fate, Fate::NotSent);
        QCOMPARE(l.results.at("between").error.field, std::string("signer"));
        QVERIFY(l.signer.pending.empty());

        FakeSigner nextSigner;
        nextSigner.isInstant = true;
        FakeTransport nextWire;
        MemoryNonceStore nextNonces;
        Dispatcher next(l.clock, l.clock, nextNonces, nextSigner, nextWire, &l.log);
        l.router.setRoutes(&next, &next);
        l.lane.reset();
        l.submit("new", orderRequest());
        l.clock.advance(1ms);
        QCOMPARE(nextWire.sent.size(), std::size_t{1});
        nextWire.overtakes = true;
        QVERIFY(l.router.mayOvertake());
        QVERIFY(!l.results.contains("new"));
    }

    /// The same number signed by another key proves nothing about the order that carried it first.
    void aNonceIsSpentByItsOwnSignerOnly_data()
    {
        QTest::addColumn<bool>("isOwn");
        QTest::newRow("its own") << true;
        QTest::newRow("the next one") << false;
    }

    void aNonceIsSpentByItsOwnSignerOnly()
    {
        QFETCH(bool, isOwn);
        Lanes l;
        l.signer.isInstant = true;
        ActionRequest noop = namedAction("noop", true);
        noop.nonceOf = isOwn ? l.signer.address() : testKey(2).address();
        std::optional<DispatchResult> spent;
        l.router.spend(1'234, std::move(noop), [&](const DispatchResult &r) { spent = r; });
        l.clock.advance(1ms);
        QCOMPARE(l.wire.sent.size(), isOwn ? std::size_t{1} : std::size_t{0});
        QCOMPARE(spent.has_value(), !isOwn);
        if (spent)
            QCOMPARE(spent->fate, Fate::NotSent);
    }

    void aNonceIsSpentOnTheWayItWasIssuedOn_data()
    {
        QTest::addColumn<int>("entries");
        QTest::addColumn<int>("exits");
        QTest::newRow("both ways are its own") << 1 << 1;
        QTest::newRow("entries go another way now") << 2 << 1;
        QTest::newRow("exits go another way now") << 1 << 2;
        QTest::newRow("both go another way now") << 2 << 2;
        QTest::newRow("nobody signs entries now") << 0 << 2;
        QTest::newRow("nobody signs at all now") << 0 << 0;
    }

    /// G13: whichever way the mode sends what comes next, a number is used up by who gave it out.
    void aNonceIsSpentOnTheWayItWasIssuedOn()
    {
        QFETCH(int, entries);
        QFETCH(int, exits);
        Lanes l;
        l.signer.isInstant = true;
        OtherSigner otherSigner;
        FakeTransport otherWire;
        MemoryNonceStore otherNonces;
        Dispatcher other(l.clock, l.clock, otherNonces, otherSigner, otherWire, &l.log);
        const auto way = [&](int n) -> ActionSender * {
            return n == 0 ? nullptr : n == 1 ? l.lane.get() : &other;
        };
        l.router.setRoutes(way(entries), way(exits));
        std::map<int, DispatchResult> spent;
        const auto spend = [&](int n, const Address &signer) {
            ActionRequest noop = namedAction("noop", true);
            noop.nonceOf = signer;
            l.router.spend(1'000 + static_cast<Nonce>(n), std::move(noop),
                           [&spent, n](const DispatchResult &r) { spent[n] = r; });
        };
        spend(1, l.signer.address());
        l.clock.advance(1ms);
        QCOMPARE(l.wire.sent.size(), std::size_t{1});
        QCOMPARE(otherWire.sent.size(), std::size_t{0});
        // Of a signer that this session never had, or has no longer, nothing is sent.
        spend(3, testKey(3).address());
        l.router.forget(l.lane.get());
        spend(4, l.signer.address());
        l.clock.advance(1ms);
        QCOMPARE(l.wire.sent.size(), std::size_t{1});
        QCOMPARE(otherWire.sent.size(), std::size_t{0});
        QVERIFY(spent.at(3).fate == Fate::NotSent && spent.at(4).fate == Fate::NotSent);
        QVERIFY(!spent.contains(1));
    }

    /// A no-op on the wire ends as unknown as well: its nonce may be spent or not.
    void aNoopOnTheWireEndsUnknown()
    {
        Lanes l;
        l.signer.isInstant = true;
        std::optional<DispatchResult> spent;
        l.router.spend(1'234, namedAction("noop", true),
                       [&](const DispatchResult &r) { spent = r; });
        l.clock.advance(1ms);
        QCOMPARE(l.wire.sent.size(), std::size_t{1});
        l.endLane();
        l.tell();
        QVERIFY(spent && spent->fate == Fate::Unknown);
        QCOMPARE(spent->nonce, Nonce{1'234});
    }
};

QTEST_APPLESS_MAIN(DispatchEnds)
#include "dispatch_ends.moc"
