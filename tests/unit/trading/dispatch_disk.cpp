// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/dispatch_fakes.h"
#include "support/manual_clock.h"
#include "trading/dispatcher.h"

#include <QtTest>

#include <map>

using namespace hl;
using namespace hl::trading;
using namespace hl::test;
using namespace std::chrono_literals;
using Fate = DispatchResult::Fate;

namespace {

/// A file that answers when told.
class SlowStore final : public NonceStore
{
public:
    Nonce reserved() const override { return 0; }
    void reserve(Nonce, std::function<void(Status)> done) override
    {
        pending.push_back(std::move(done));
        if (!isHanging)
            answer();
    }
    void answer(const Status &status = {})
    {
        for (const auto &done : std::exchange(pending, {}))
            done(status);
    }
    std::vector<std::function<void(Status)>> pending;
    bool isHanging = true;
};

struct Desk
{
    Desk() { signer.isInstant = true; }
    void submit(const std::string &name, bool isExit)
    {
        ActionRequest request = namedAction(name, isExit);
        request.held = [this, name](const std::string &why) { held[name] = why; };
        nonces[name] = dispatcher
                           .submit(std::move(request),
                                   [this, name](const DispatchResult &r) {
                                       QVERIFY2(!results.contains(name), "told twice");
                                       results[name] = r;
                                   })
                           .nonce;
    }
    /// What left, by name, in the order of leaving.
    std::string left() const
    {
        std::string all;
        for (const std::string &body : wire.bodies())
            all += body.substr(0, body.find('#')) + ' ';
        return all;
    }

    ManualClock clock;
    SlowStore store;
    FakeSigner signer;
    FakeTransport wire;
    Dispatcher dispatcher{clock, clock, store, signer, wire};
    std::map<std::string, DispatchResult> results;
    std::map<std::string, std::string> held;
    std::map<std::string, Nonce> nonces;
};

} // namespace

/// The file of the nonces neither answers nor fails: interaction.md, rule zero, G12.
class DispatchDisk : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anExitDoesNotWaitForASilentFile_data()
    {
        QTest::addColumn<QString>("order"); ///< X: exit, e: entry
        QTest::addColumn<int>("signedAfterMs");
        QTest::addColumn<bool>("hadBlock");
        QTest::addColumn<QString>("left"); ///< at 500 ms, or when signed
        const auto row = [](const char *name, const char *order, int ms, bool hadBlock,
                            const char *left) {
            QTest::newRow(name) << order << ms << hadBlock << left;
        };
        row("alone", "X", 0, false, "X0 ");
        row("two", "XX", 0, false, "X0 X1 ");
        row("behind an entry", "eX", 0, false, "X1 ");
        row("before an entry", "Xe", 0, false, "X0 ");
        row("between entries", "eXeX", 0, false, "X1 X3 ");
        row("signed while it waits", "eX", 300, false, "X1 ");
        row("signed after its patience", "XX", 800, false, "X0 X1 ");
        row("the block before is used up", "eXe", 0, true, "X1 ");
    }

    void anExitDoesNotWaitForASilentFile()
    {
        QFETCH(QString, order);
        QFETCH(int, signedAfterMs);
        QFETCH(bool, hadBlock);
        QFETCH(QString, left);
        Desk desk;
        if (hadBlock) {
            desk.store.isHanging = false;
            desk.submit("before", false);
            QCOMPARE(desk.wire.sent.size(), std::size_t{1});
            desk.wire.answerOk(0);
            desk.wire.sent.clear();
            desk.store.isHanging = true;
            desk.clock.advance(1h);
        }
        desk.signer.isInstant = signedAfterMs == 0;
        for (int i = 0; i < order.size(); ++i)
            desk.submit((order[i] == 'X' ? "X" : "e") + std::to_string(i), order[i] == 'X');
        desk.clock.advance(std::chrono::milliseconds{std::min(signedAfterMs, 490)});
        if (signedAfterMs == 0)
            desk.clock.advance(490ms);
        QVERIFY2(desk.wire.sent.empty(), desk.left().c_str());
        QVERIFY(desk.held.empty());
        desk.clock.advance(
            std::chrono::milliseconds{std::max(signedAfterMs, 510)} -
            std::chrono::milliseconds{signedAfterMs == 0 ? 490 : std::min(signedAfterMs, 490)});
        while (!desk.signer.pending.empty())
            QVERIFY(desk.signer.approve(desk.signer.pending.back().request.id));
        QCOMPARE(QString::fromStdString(desk.left()), left);
        // An entry ahead gave its place up and says so; one behind waits and says why.
        int lastExit = 0;
        for (int i = 0; i < order.size(); ++i)
            lastExit = order[i] == 'X' ? i : lastExit;
        desk.clock.advance(10ms);
        for (int i = 0; i < order.size(); ++i) {
            if (order[i] == 'X')
                continue;
            const std::string name = "e" + std::to_string(i);
            if (i < lastExit) {
                QVERIFY(desk.results.at(name).fate == Fate::NotSent);
                QVERIFY2(desk.results.at(name).error.detail.find("place was given to an exit") !=
                             std::string::npos,
                         desk.results.at(name).error.detail.c_str());
            } else {
                QVERIFY(!desk.results.contains(name));
                QVERIFY2(desk.held.at(name).find("nonces") != std::string::npos,
                         desk.held.at(name).c_str());
            }
        }
        // What left has rising numbers, and no later one repeats one, however the file goes on.
        const std::size_t count = desk.wire.sent.size();
        desk.store.isHanging = false;
        desk.store.answer();
        desk.submit("next", false);
        desk.clock.advance(1ms);
        while (!desk.signer.pending.empty())
            QVERIFY(desk.signer.approve(desk.signer.pending.back().request.id));
        std::vector<std::uint64_t> used;
        for (const std::string &body : desk.wire.bodies())
            used.push_back(std::stoull(body.substr(body.find('#') + 1)));
        QVERIFY(std::ranges::is_sorted(used, std::less_equal<>()) || used.size() < 2);
        QVERIFY(std::ranges::adjacent_find(used) == used.end());
        // What waited behind has left now too.
        const auto behind = static_cast<std::size_t>(order.size() - 1 - lastExit);
        QCOMPARE(desk.wire.sent.size(), count + behind + 1);
    }

    /// Without an exit an entry waits as long as it takes, and leaves when the file answers.
    void anEntryWaitsAndSaysWhy_data()
    {
        QTest::addColumn<int>("fate");
        QTest::newRow("it answers after all") << 0;
        QTest::newRow("it fails after all") << 1;
        QTest::newRow("given up meanwhile") << 2;
        QTest::newRow("the session ends") << 3;
    }

    void anEntryWaitsAndSaysWhy()
    {
        QFETCH(int, fate);
        std::optional<Desk> desk(std::in_place);
        desk->submit("e", false);
        desk->clock.advance(499ms);
        QVERIFY(desk->held.empty());
        desk->clock.advance(1ms);
        QVERIFY(desk->held.at("e").find("does not answer") != std::string::npos);
        desk->clock.advance(1h);
        QVERIFY(desk->wire.sent.empty() && desk->results.empty());
        if (fate == 0) {
            desk->store.answer();
            QCOMPARE(desk->left(), std::string("e "));
        } else if (fate == 1) {
            desk->store.answer(fail(ErrorKind::Internal, "the disk is gone"));
            desk->clock.advance(1ms);
            QVERIFY(desk->results.at("e").fate == Fate::NotSent);
        } else if (fate == 2) {
            QVERIFY(desk->dispatcher.abandon(1, "Cancelled."));
            desk->clock.advance(1ms);
            QVERIFY(desk->results.at("e").fate == Fate::NotSent);
            desk->store.answer();
            QVERIFY(desk->wire.sent.empty());
        }
    }

    /// A file that is quick keeps nobody and says nothing.
    void aQuickFileIsNotSpokenOf()
    {
        Desk desk;
        desk.submit("e", false);
        desk.submit("X", true);
        desk.clock.advance(400ms);
        desk.store.answer();
        QCOMPARE(desk.left(), std::string("e X "));
        desk.clock.advance(1h);
        QVERIFY(desk.held.empty());
        QVERIFY(desk.results.empty());
    }
};

QTEST_APPLESS_MAIN(DispatchDisk)
#include "dispatch_disk.moc"
