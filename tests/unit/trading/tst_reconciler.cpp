// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/manual_clock.h"
#include "trading/reconciler.h"

#include <QtTest>

#include <vector>

using namespace hl;
using namespace hl::trading;
using namespace std::chrono_literals;
using test::ManualClock;
using What = Reconciler::What;

namespace {

/// The sources and the store, as the test wants them.
struct World
{
    ManualClock clock;
    VenueClock venueClock{clock};
    bool isSettled = false;
    Lookup says = Lookup::Silent;
    bool isHeldBack = false; ///< answers wait for release()
    std::vector<std::function<void(Lookup)>> held;
    Reconciler::Spent spending = Reconciler::Spent::Accepted;
    int lookups = 0;
    std::vector<Nonce> spent;
    int silent = 0;
    int found = 0;
    int settled = 0;
    std::vector<Reconciler::Proof> dead;

    Reconciler reconciler{
        clock,
        clock,
        venueClock,
        {[this](model::OrderKey, std::function<void(Lookup)> done) {
             ++lookups;
             if (isHeldBack)
                 held.push_back(std::move(done));
             else
                 clock.after(50ms, [this, done = std::move(done)] { done(says); });
         },
         [this](const Reconciler::Item &item, std::function<void(Reconciler::Spent)> done) {
             spent.push_back(item.nonce);
             clock.after(50ms, [this, done = std::move(done)] { done(spending); });
         },
         [this](const Reconciler::Item &) { return isSettled; },
         [this](const Reconciler::Item &) { ++found; },
         [this](const Reconciler::Item &) { ++silent; },
         [this](const Reconciler::Item &, Reconciler::Proof proof) { dead.push_back(proof); },
         [this](const Reconciler::Item &) { ++settled; }}};

    Reconciler::Item entry(TimeMs lifeMs = 15'000) const
    {
        return {1, What::Place, 77, true, true, clock.wallMs() + lifeMs};
    }
};

} // namespace

class TestReconciler : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void asksAtOnceAndStopsWhenKnown()
    {
        World w;
        w.reconciler.watch(w.entry());
        QCOMPARE(w.lookups, 1);
        w.isSettled = true;
        w.clock.advance(100ms);
        QCOMPARE(w.settled, 1);
        QCOMPARE(w.reconciler.size(), std::size_t{0});
        w.clock.advance(60s);
        QCOMPARE(w.lookups, 1);
        QVERIFY(w.spent.empty());
    }

    /// cases.md B42: the fill that arrives on the stream ends it without another question.
    void evidenceByAnotherWayEndsIt_B42()
    {
        World w;
        w.reconciler.watch(w.entry());
        w.clock.advance(1s);
        w.isSettled = true;
        w.reconciler.recheck(2);
        QCOMPARE(w.settled, 0);
        w.reconciler.recheck(1);
        QCOMPARE(w.settled, 1);
        QVERIFY(!w.reconciler.isWatching(1));
    }

    void spendsTheNonceAfterThreeSeconds_G13()
    {
        World w;
        w.reconciler.watch(w.entry(60'000));
        w.clock.advance(2'900ms);
        QVERIFY(w.spent.empty());
        w.clock.advance(200ms);
        QCOMPARE(w.spent, std::vector<Nonce>{77});
        w.clock.advance(300ms);
        QCOMPARE(w.dead, std::vector{Reconciler::Proof::NonceSpent});
        w.clock.advance(60s);
        QCOMPARE(w.spent.size(), std::size_t{1});
    }

    void acceptedNoopIsNoProofBeforeALaterLookup()
    {
        World w;
        w.isHeldBack = true;
        w.reconciler.watch(w.entry(60'000));
        w.clock.advance(2s);
        w.held.front()(Lookup::Failed);
        w.clock.advance(5s);
        QCOMPARE(w.spent.size(), std::size_t{1});
        QVERIFY(w.dead.empty());
        // This one was asked before the no-op was accepted.
        QCOMPARE(w.held.size(), std::size_t{2});
        w.held[1](Lookup::Silent);
        QVERIFY(w.dead.empty());
        w.clock.advance(10s);
        QVERIFY(w.held.size() >= 3);
        w.held[2](Lookup::Silent);
        QCOMPARE(w.dead, std::vector{Reconciler::Proof::NonceSpent});
    }

    void usedNonceIsLookedUp_G13()
    {
        World w;
        w.spending = Reconciler::Spent::AlreadyUsed;
        w.reconciler.watch(w.entry(3'600'000));
        w.clock.advance(30s);
        QCOMPARE(w.spent.size(), std::size_t{1});
        QVERIFY(w.dead.empty());
        QVERIFY(w.lookups > 3);
        w.isSettled = true;
        w.clock.advance(10s);
        QCOMPARE(w.settled, 1);
    }

    void exitsAndDevicesAreNotSpent_data()
    {
        QTest::addColumn<bool>("isEntry");
        QTest::addColumn<bool>("maySpend");
        QTest::newRow("an exit") << false << true;
        QTest::newRow("a device") << true << false;
    }

    void exitsAndDevicesAreNotSpent()
    {
        QFETCH(bool, isEntry);
        QFETCH(bool, maySpend);
        World w;
        auto item = w.entry();
        item.isEntry = isEntry;
        item.maySpend = maySpend;
        w.reconciler.watch(item);
        w.clock.advance(14s);
        QVERIFY(w.spent.empty());
        QVERIFY(w.dead.empty());
        QVERIFY(w.silent > 0);
        w.clock.advance(20s);
        QCOMPARE(w.dead, std::vector{Reconciler::Proof::Expired});
    }

    void G16_expiryCountsByTheVenuesClock()
    {
        World w;
        // The venue is 20 s behind this computer.
        w.venueClock.note(w.clock.wallMs() - 20'000, w.clock.monoNs());
        auto item = w.entry(-5'000);
        item.maySpend = false;
        w.reconciler.watch(item);
        w.clock.advance(16s);
        QVERIFY(w.dead.empty());
        w.clock.advance(15s);
        QCOMPARE(w.dead, std::vector{Reconciler::Proof::Expired});
    }

    void failedLookupsProveNothing()
    {
        World w;
        w.says = Lookup::Failed;
        w.spending = Reconciler::Spent::Failed;
        w.reconciler.watch(w.entry());
        w.clock.advance(120s);
        QVERIFY(w.dead.empty());
        QCOMPARE(w.silent, 0);
        w.says = Lookup::Silent;
        w.reconciler.hurry();
        w.clock.advance(1s);
        QCOMPARE(w.dead.size(), std::size_t{1});
    }

    /// cases.md B39: "unknownOid" ends nothing.
    void silenceWithoutExpiryIsNeverTheEnd_B39()
    {
        World w;
        auto item = w.entry();
        item.maySpend = false;
        item.expiresAfter.reset();
        w.reconciler.watch(item);
        w.clock.advance(600s);
        QVERIFY(w.dead.empty());
        QVERIFY(w.silent > 10);
        QVERIFY(w.reconciler.isWatching(1));
    }

    void foundEndsTheQuestionOfACancel()
    {
        World w;
        w.says = Lookup::Found;
        w.reconciler.watch({1, What::Cancel, 5, false, true, {}});
        w.clock.advance(100ms);
        QCOMPARE(w.found, 1);
        QCOMPARE(w.reconciler.size(), std::size_t{0});
    }

    void unchangedAfterItsExpiryMeansTheChangeDidNotHappen()
    {
        World w;
        w.says = Lookup::Found;
        w.spending = Reconciler::Spent::Failed;
        auto item = w.entry();
        item.what = What::Modify;
        w.reconciler.watch(item);
        w.clock.advance(16s);
        QVERIFY(w.dead.empty());
        w.clock.advance(20s);
        QCOMPARE(w.dead, std::vector{Reconciler::Proof::Expired});
    }

    void sameQuestionTwiceIsOne()
    {
        World w;
        w.reconciler.watch(w.entry());
        w.reconciler.watch(w.entry());
        QCOMPARE(w.reconciler.size(), std::size_t{1});
        QCOMPARE(w.lookups, 1);
    }
};

QTEST_APPLESS_MAIN(TestReconciler)
#include "tst_reconciler.moc"
