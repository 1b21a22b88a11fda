// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/dispatch_fakes.h"
#include "support/manual_clock.h"

#include <QtTest>

#include <map>
#include <numeric>
#include <random>

using namespace hl;
using namespace hl::trading;
using namespace std::chrono_literals;
using test::FakeSigner;
using test::FakeTransport;
using test::ManualClock;
using test::namedAction;
using Fate = DispatchResult::Fate;

namespace {

/// A dispatcher between a signer and a wire that obey the test.
struct Desk
{
    ManualClock clock;
    MemoryNonceStore nonces;
    FakeSigner signer;
    FakeTransport wire;
    Dispatcher dispatcher{clock, clock, nonces, signer, wire};
    std::map<std::string, DispatchResult> results;
    std::map<std::string, Dispatcher::Submitted> submitted;

    void submit(const std::string &name, bool isExit = false)
    {
        submit(name, namedAction(name, isExit));
    }
    void submit(const std::string &name, ActionRequest request)
    {
        submitted[name] = dispatcher.submit(std::move(request), [this, name](const auto &result) {
            QVERIFY2(!results.contains(name), "told twice");
            results[name] = result;
        });
    }
    Dispatcher::Ticket ticket(const std::string &name) { return submitted.at(name).ticket; }
    void settle() { clock.advance(1ms); }

    std::vector<std::string> wireNames() const
    {
        std::vector<std::string> names;
        for (const std::string &body : wire.bodies())
            names.push_back(body.substr(0, body.find('#')));
        return names;
    }
    void checkNoncesRise() const
    {
        Nonce last = 0;
        for (const std::string &body : wire.bodies()) {
            const Nonce nonce = std::stoull(body.substr(body.find('#') + 1));
            QVERIFY2(nonce > last, "the wire order is not the nonce order");
            last = nonce;
        }
    }
};

std::vector<std::string> names(int count)
{
    std::vector<std::string> all;
    for (int i = 0; i < count; ++i)
        all.push_back("order" + std::to_string(i));
    return all;
}

} // namespace

class DispatchOrder : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void signaturesInReverse()
    {
        Desk desk;
        for (const auto &name : names(20))
            desk.submit(name);
        for (int i = 19; i > 0; --i) {
            QVERIFY(desk.signer.approve(desk.ticket("order" + std::to_string(i))));
            QVERIFY2(desk.wire.sent.empty(), "something overtook the first");
        }
        desk.signer.approve(desk.ticket("order0"));
        QCOMPARE(desk.wireNames(), names(20));
        desk.checkNoncesRise();
    }

    void signaturesWithJitter_data()
    {
        QTest::addColumn<unsigned>("seed");
        for (unsigned seed = 1; seed <= 40; ++seed)
            QTest::addRow("seed %u", seed) << seed;
    }

    /// New requests, signatures, refusals and answers mixed at random: what reaches the wire is
    /// what was signed, in the order of the requests, each once.
    void signaturesWithJitter()
    {
        QFETCH(unsigned, seed);
        std::mt19937 random(seed);
        Desk desk;
        desk.wire.most = 8;
        desk.wire.exitReserve = 0;
        std::vector<std::string> all = names(60);
        std::vector<std::string> approved;
        std::size_t next = 0;
        std::size_t nextAnswer = 0;
        while (next < all.size() || !desk.signer.pending.empty() ||
               nextAnswer < desk.wire.sent.size()) {
            const unsigned what = random() % 4;
            if (what == 0 && next < all.size()) {
                desk.submit(all[next++]);
            } else if (what == 1 && nextAnswer < desk.wire.sent.size()) {
                desk.wire.answerOk(nextAnswer++);
            } else if (!desk.signer.pending.empty()) {
                const auto &call = desk.signer.pending[random() % desk.signer.pending.size()];
                const std::uint64_t id = call.request.id;
                if (random() % 5 == 0) {
                    desk.signer.refuse(id);
                } else {
                    for (const auto &[name, s] : desk.submitted)
                        if (s.ticket == id)
                            approved.push_back(name);
                    desk.signer.approve(id);
                }
            }
            desk.clock.advance(std::chrono::milliseconds{random() % 3});
            QVERIFY(desk.wire.inFlight() <= 8);
        }
        desk.settle();
        std::vector<std::string> expected;
        for (const auto &name : all)
            if (std::ranges::find(approved, name) != approved.end())
                expected.push_back(name);
        QCOMPARE(desk.wireNames(), expected);
        desk.checkNoncesRise();
        QCOMPARE(desk.results.size(), all.size());
    }

    void failingSignature_data()
    {
        QTest::addColumn<int>("failing");
        QTest::newRow("first") << 0;
        QTest::newRow("middle") << 2;
        QTest::newRow("last") << 4;
    }

    void failingSignature()
    {
        QFETCH(int, failing);
        Desk desk;
        for (const auto &name : names(5))
            desk.submit(name);
        const std::string bad = "order" + std::to_string(failing);
        std::vector<std::string> expected;
        for (const auto &name : names(5))
            if (name != bad) {
                desk.signer.approve(desk.ticket(name));
                expected.push_back(name);
            }
        desk.signer.refuse(desk.ticket(bad));
        desk.settle();
        // A gap, nobody stalled.
        QCOMPARE(desk.wireNames(), expected);
        QCOMPARE(desk.results.size(), std::size_t{1});
        QCOMPARE(desk.results.at(bad).fate, Fate::SignatureFailed);
        QCOMPARE(desk.results.at(bad).error.kind, ErrorKind::DeviceRefused);
        QCOMPARE(desk.dispatcher.waiting(), std::size_t{0});
        desk.checkNoncesRise();
    }

    void cancelNeverOvertakesItsOrder()
    {
        Desk desk;
        desk.submit("place");
        desk.submit("cancel", true);
        desk.signer.approve(desk.ticket("cancel"));
        QVERIFY(desk.wire.sent.empty());
        desk.settle();
        QVERIFY(desk.wire.sent.empty());
        desk.signer.approve(desk.ticket("place"));
        QCOMPARE(desk.wireNames(), (std::vector<std::string>{"place", "cancel"}));
        desk.checkNoncesRise();
    }

    void cancelGoesWhenItsOrderIsRefused()
    {
        Desk desk;
        desk.submit("place");
        desk.submit("cancel", true);
        desk.signer.approve(desk.ticket("cancel"));
        desk.signer.refuse(desk.ticket("place"));
        QCOMPARE(desk.wireNames(), (std::vector<std::string>{"cancel"}));
    }

    void otherKeyIsNeverSent()
    {
        Desk desk;
        desk.submit("a");
        desk.submit("b");
        desk.signer.approveWithOtherKey(desk.ticket("a"));
        desk.signer.approve(desk.ticket("b"));
        desk.settle();
        QCOMPARE(desk.wireNames(), (std::vector<std::string>{"b"}));
        QCOMPARE(desk.results.at("a").fate, Fate::SignatureFailed);
        QCOMPARE(desk.results.at("a").error.kind, ErrorKind::Signature);
    }

    void offlineIsToldAtOnce_B32()
    {
        Desk desk;
        desk.signer.isInstant = true;
        desk.wire.isDown = true;
        desk.submit("a");
        desk.clock.advance(50ms);
        QCOMPARE(desk.results.at("a").fate, Fate::NotSent);
        QVERIFY(desk.wire.sent.empty());
        // Nothing is kept to be sent later.
        desk.wire.open();
        desk.settle();
        QVERIFY(desk.wire.sent.empty());
        desk.submit("b");
        QCOMPARE(desk.wireNames(), (std::vector<std::string>{"b"}));
    }

    void hundredInFlightWithoutReserve()
    {
        Desk desk;
        desk.signer.isInstant = true;
        desk.wire.exitReserve = 0;
        for (const auto &name : names(120))
            desk.submit(name);
        QCOMPARE(desk.wire.sent.size(), std::size_t{100});
        desk.wire.answerOk(0);
        QCOMPARE(desk.wire.sent.size(), std::size_t{101});
        QCOMPARE(desk.dispatcher.inFlight(), std::size_t{100});
    }

    void exitsKeepTheirReserve_G14()
    {
        Desk desk;
        desk.signer.isInstant = true;
        for (const auto &name : names(95))
            desk.submit(name);
        QCOMPARE(desk.wire.sent.size(), std::size_t{90});
        desk.settle();
        QVERIFY2(desk.results.empty(), "an entry that may wait was given up");
        desk.submit("cancel", true);
        desk.settle();
        // The five entries in front gave their place up, and say so.
        QCOMPARE(desk.wire.sent.size(), std::size_t{91});
        QCOMPARE(desk.wireNames().back(), std::string("cancel"));
        QCOMPARE(desk.results.size(), std::size_t{5});
        for (const auto &[name, result] : desk.results)
            QCOMPARE(result.fate, Fate::NotSent);
        desk.checkNoncesRise();
    }

    void lateSignatureIsThrownAway()
    {
        Desk desk;
        desk.signer.answersCancelled = false;
        ActionRequest slow = namedAction("slow");
        slow.signWithin = 15s;
        desk.submit("slow", std::move(slow));
        desk.submit("next");
        desk.signer.approve(desk.ticket("next"));
        desk.clock.advance(14s);
        QVERIFY(desk.wire.sent.empty());
        desk.clock.advance(2s);
        QCOMPARE(desk.wireNames(), (std::vector<std::string>{"next"}));
        QCOMPARE(desk.results.at("slow").error.kind, ErrorKind::Timeout);
        QVERIFY(desk.signer.approve(desk.ticket("slow")));
        desk.settle();
        QCOMPARE(desk.wire.sent.size(), std::size_t{1});
    }

    void abandonedSlotPassesOnInTurn()
    {
        Desk desk;
        desk.submit("device");
        desk.submit("next");
        desk.signer.approve(desk.ticket("next"));
        QVERIFY(desk.dispatcher.abandon(desk.ticket("device"), "given up"));
        desk.settle();
        QCOMPARE(desk.wireNames(), (std::vector<std::string>{"next"}));
        QCOMPARE(desk.results.at("device").fate, Fate::NotSent);
        QVERIFY(!desk.dispatcher.abandon(desk.ticket("next"), "too late"));
        QVERIFY(!desk.dispatcher.abandon(desk.ticket("device"), "again"));
    }

    void droppedAtTheLastMoment()
    {
        Desk desk;
        ActionRequest stale = namedAction("stale");
        stale.dropReason = [] { return std::optional<std::string>("it has expired"); };
        desk.submit("stale", std::move(stale));
        desk.submit("next");
        desk.signer.approve(desk.ticket("next"));
        desk.signer.approve(desk.ticket("stale"));
        desk.settle();
        QCOMPARE(desk.wireNames(), (std::vector<std::string>{"next"}));
        QCOMPARE(desk.results.at("stale").error.detail, std::string("it has expired"));
    }

    void lostAnswersAreUnknownAndNeverSentAgain()
    {
        Desk desk;
        desk.signer.isInstant = true;
        desk.submit("a");
        desk.wire.lose(0);
        desk.clock.advance(60s);
        QCOMPARE(desk.results.at("a").fate, Fate::Unknown);
        QCOMPARE(desk.results.at("a").nonce, desk.submitted.at("a").nonce);
        QCOMPARE(desk.wire.sent.size(), std::size_t{1});
    }

    void actionThatCannotBeEncodedStallsNobody()
    {
        Desk desk;
        desk.signer.isInstant = true;
        ActionRequest bad;
        bad.encode = [](Nonce) -> Result<EncodedAction> {
            return fail(ErrorKind::Validation, "must be above zero", "sz");
        };
        desk.submit("bad", std::move(bad));
        desk.submit("good");
        desk.settle();
        QCOMPARE(desk.wireNames(), (std::vector<std::string>{"good"}));
        QCOMPARE(desk.results.at("bad").error.field, std::string("sz"));
    }

    void spentNonceGoesOutsideTheChain_G13()
    {
        Desk desk;
        desk.submit("waiting");
        std::optional<DispatchResult> spent;
        desk.dispatcher.spend(1'234, namedAction("noop", true),
                              [&](const DispatchResult &r) { spent = r; });
        QCOMPARE(desk.signer.pending.size(), std::size_t{2});
        desk.signer.approve(desk.signer.pending.back().request.id);
        QCOMPARE(desk.wire.bodies(), (std::vector<std::string>{"noop#1234"}));
        desk.wire.answerOk(0);
        QVERIFY(spent.has_value());
        QCOMPARE(spent->fate, Fate::Answered);
        QCOMPARE(spent->nonce, Nonce{1'234});
        desk.signer.approve(desk.ticket("waiting"));
        QCOMPARE(desk.wire.sent.size(), std::size_t{2});
    }

    void storeThatFailsAtOnceIsTold()
    {
        struct FullDisk final : NonceStore
        {
            Nonce reserved() const override { return 0; }
            void reserve(Nonce, std::function<void(Status)> done) override
            {
                done(fail(ErrorKind::Internal, "the disk is full"));
            }
        } disk;
        ManualClock clock;
        FakeSigner signer;
        FakeTransport wire;
        Dispatcher dispatcher(clock, clock, disk, signer, wire);
        std::vector<DispatchResult> results;
        ActionRequest request;
        request.encode = [](Nonce) -> Result<EncodedAction> { return EncodedAction{}; };
        dispatcher.submit(std::move(request),
                          [&](const DispatchResult &result) { results.push_back(result); });
        clock.advance(1ms);
        QCOMPARE(results.size(), std::size_t{1});
        QCOMPARE(results[0].fate, DispatchResult::Fate::NotSent);
        QVERIFY(results[0].error.detail.find("the disk is full") != std::string::npos);
        QVERIFY(wire.sent.empty());
    }

    void nothingIsCalledAfterTheEnd()
    {
        FakeSigner signer;
        FakeTransport wire;
        ManualClock clock;
        MemoryNonceStore nonces;
        int told = 0;
        {
            Dispatcher dispatcher(clock, clock, nonces, signer, wire);
            dispatcher.submit(namedAction("a"), [&](const auto &) { ++told; });
            dispatcher.submit(namedAction("b"), [&](const auto &) { ++told; });
            signer.approve(signer.pending.front().request.id);
            QCOMPARE(wire.sent.size(), std::size_t{1});
        }
        signer.approve(signer.pending.front().request.id);
        wire.answerOk(0);
        clock.advance(60s);
        QCOMPARE(told, 0);
    }
};

QTEST_APPLESS_MAIN(DispatchOrder)
#include "dispatch_order.moc"
