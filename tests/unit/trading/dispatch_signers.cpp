// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/dispatch_fakes.h"
#include "support/manual_clock.h"
#include "trading/action_encoding.h"
#include "trading/device_queue.h"

#include <QtTest>

using namespace hl;
using namespace hl::trading;
using namespace hl::test;
using namespace std::chrono_literals;

namespace {

struct Disk final : IntentStore
{
    Disk(std::vector<JournalEntry> &kept, ManualClock &clock) : rows(kept), time(clock) {}
    void write(std::vector<JournalEntry> written,
               std::function<void(Result<std::uint64_t>)> done) override
    {
        rows.insert(rows.end(), written.begin(), written.end());
        time.after(0ms, [this, done = std::move(done)] { done(std::uint64_t{rows.size()}); });
    }
    std::vector<JournalEntry> &rows;
    ManualClock &time;
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

/// A signer and its way.
struct Lane
{
    Lane(std::uint8_t key, ManualClock &clock, IntentLog &log) : signer(key)
    {
        signer.isInstant = true;
        dispatcher = std::make_unique<Dispatcher>(clock, clock, nonces, signer, wire, &log);
    }
    FakeSigner signer;
    FakeTransport wire;
    MemoryNonceStore nonces;
    std::unique_ptr<Dispatcher> dispatcher;
};

} // namespace

/// Two signers share a journal and, by chance, a number.
class DispatchSigners : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void oneNumberOfTwoSigners_data()
    {
        QTest::addColumn<bool>("isFirstGone");
        QTest::addColumn<bool>("isSecondGone");
        QTest::newRow("both are there") << false << false;
        QTest::newRow("the first is gone") << true << false;
        QTest::newRow("the second is gone") << false << true;
        QTest::newRow("both are gone") << true << true;
    }

    /// What is found out about the one closes nothing of the other.
    void oneNumberOfTwoSigners()
    {
        QFETCH(bool, isFirstGone);
        QFETCH(bool, isSecondGone);
        ManualClock clock;
        std::vector<JournalEntry> rows;
        IntentLog log(clock, clock);
        log.setStore(std::make_unique<Disk>(rows, clock));
        Lane first(1, clock, log);
        Lane second(2, clock, log);
        SenderRouter router(clock);
        router.setRoutes(first.dispatcher.get(), second.dispatcher.get());
        ActionRequest exit = orderRequest();
        exit.isExit = true;
        const auto a = router.submit(orderRequest(), [](const DispatchResult &) {});
        const auto b = router.submit(std::move(exit), [](const DispatchResult &) {});
        QCOMPARE(a.nonce, b.nonce);
        clock.advance(1ms);
        for (Lane *lane : {&first, &second}) {
            QCOMPARE(lane->wire.sent.size(), std::size_t{1});
            lane->wire.lose(0);
        }
        const auto end = [&](Lane &lane) {
            router.forget(lane.dispatcher.get());
            static_cast<void>(lane.dispatcher->endAll("It was dropped."));
            router.keep(lane.dispatcher->takeOpen());
            lane.dispatcher.reset();
        };
        if (isFirstGone)
            end(first);
        if (isSecondGone)
            end(second);
        const auto closed = [&] {
            clock.advance(1s);
            std::map<std::string, std::string> signerOf;
            std::vector<std::string> out;
            for (const JournalEntry &row : rows) {
                const auto value = codec::parseJson(row.payload).value();
                if (row.kind == journal_kind::kSigning)
                    signerOf[std::to_string(row.intent)] = value.string("signer").value();
                if (row.kind == journal_kind::kOutcome)
                    out.push_back(signerOf[std::to_string(row.intent)] + ": " +
                                  value.string("foundOut").value());
            }
            return out;
        };
        router.foundOut(Address{}, a.nonce, "Nobody's.");
        router.foundOut(testKey(3).address(), a.nonce, "A third one's.");
        QCOMPARE(closed().size(), std::size_t{0});
        const std::string firstSays = first.signer.address().toString() + ": It rests.";
        router.foundOut(first.signer.address(), a.nonce, "It rests.");
        QVERIFY(closed() == std::vector<std::string>{firstSays});
        router.foundOut(second.signer.address(), a.nonce, "It is dead.");
        QVERIFY(closed() == (std::vector<std::string>{
                                firstSays, second.signer.address().toString() + ": It is dead."}));
    }
};

QTEST_APPLESS_MAIN(DispatchSigners)
#include "dispatch_signers.moc"
