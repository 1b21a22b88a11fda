// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/manual_clock.h"
#include "trading/intent_recovery.h"

#include <QtTest>

#include <optional>
#include <string>
#include <vector>

using namespace hl;
using namespace hl::trading;
using namespace std::chrono_literals;
using test::ManualClock;
using Fate = IntentRecovery::Fate;
using Spent = Reconciler::Spent;

namespace {

constexpr TimeMs kStart = 1'700'000'000'000;

enum class What { Order, OrderWithoutCloid, Cancel, Noop };

OpenIntent intentOf(What what, std::optional<std::uint64_t> expiresAfter = kStart + 15'000,
                    Nonce nonce = kStart - 100)
{
    OpenIntent intent;
    intent.intent = nonce;
    intent.nonce = nonce;
    intent.expiresAfter = expiresAfter;
    actions::OrderWire wire;
    wire.p.text = "95000";
    wire.s.text = "0.01";
    wire.t.kind = actions::Limit{};
    if (what == What::Order)
        wire.c = Cloid{};
    if (what == What::Order || what == What::OrderWithoutCloid)
        intent.action = actions::Order{{wire}, actions::Grouping::Na, {}};
    else if (what == What::Cancel)
        intent.action = actions::Cancel{{{0, 7}}};
    else
        intent.action = actions::Noop{};
    return intent;
}

/// Sources and a signer that say what the test says.
struct Rig
{
    ManualClock clock{kStart};
    VenueClock venueClock{clock};
    std::vector<Lookup> lookups; ///< used up from the front; the last one stays
    std::vector<Spent> spends;
    bool maySpend = true;
    bool isMeasured = true; ///< the venue's time is known
    bool isForeign = false;
    int nothingHeld = 0;
    int asked = 0;
    int spent = 0;
    std::vector<std::pair<Fate, std::string>> resolved;
    bool isFinished = false;
    std::unique_ptr<IntentRecovery> recovery;

    template <class T>
    static T take(std::vector<T> &from, T otherwise)
    {
        if (from.empty())
            return otherwise;
        const T first = from.front();
        if (from.size() > 1)
            from.erase(from.begin());
        return first;
    }

    void start(std::vector<OpenIntent> open)
    {
        if (isMeasured)
            venueClock.note(clock.wallMs(), clock.monoNs());
        IntentRecovery::Hooks hooks;
        hooks.lookUp = [this](const OpenIntent &, auto done) {
            ++asked;
            clock.after(1ms, [this, done] { done(take(lookups, Lookup::Silent), "found"); });
        };
        if (maySpend)
            hooks.spend = [this](const OpenIntent &, auto done) {
                ++spent;
                clock.after(1ms, [this, done] { done(take(spends, Spent::Accepted)); });
            };
        hooks.resolved = [this](const OpenIntent &, Fate fate, const std::string &words) {
            resolved.emplace_back(fate, words);
        };
        if (isForeign)
            hooks.maySpend = [](const OpenIntent &) { return false; };
        hooks.nothingHolds = [this] { ++nothingHeld; };
        hooks.finished = [this] { isFinished = true; };
        recovery = std::make_unique<IntentRecovery>(clock, clock, venueClock, std::move(open),
                                                    std::move(hooks));
        recovery->start();
    }
    bool until(std::chrono::milliseconds most)
    {
        for (std::chrono::milliseconds done{0}; done < most && !isFinished; done += 10ms)
            clock.advance(10ms);
        return isFinished;
    }
};

} // namespace

/// Every request an earlier process may have sent ends as landed or dead, and never is sent again.
class TestIntentRecovery : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// A device's withdrawal may stay unknown for two days: no order waits for it.
    void onlyWhatMayOpenHoldsEntries()
    {
        using namespace actions;
        const std::vector<Action> harmless{Cancel{},
                                           CancelByCloid{},
                                           TwapCancel{},
                                           ScheduleCancel{},
                                           Noop{},
                                           Withdraw{},
                                           UsdSend{},
                                           SpotSend{},
                                           SendAsset{},
                                           UsdClassTransfer{},
                                           SubAccountTransfer{},
                                           SubAccountSpotTransfer{},
                                           VaultTransfer{},
                                           ApproveAgent{},
                                           ApproveBuilderFee{}};
        for (const Action &action : harmless)
            QVERIFY2(!mayOpen(action), qPrintable(QString::number(&action - harmless.data())));
        for (const Action &action :
             std::vector<Action>{Order{}, Modify{}, BatchModify{}, TwapOrder{}})
            QVERIFY(mayOpen(action));
    }

    void nothingOpen()
    {
        Rig rig;
        rig.start({});
        QVERIFY(rig.until(100ms));
        QVERIFY(rig.resolved.empty());
    }

    void outcomes_data()
    {
        QTest::addColumn<int>("what");
        QTest::addColumn<bool>("maySpend");
        QTest::addColumn<QList<int>>("lookups");
        QTest::addColumn<QList<int>>("spends");
        QTest::addColumn<int>("fate");
        QTest::addColumn<int>("spent");
        QTest::addColumn<int>("withinMs");
        constexpr int kFailed = int(Lookup::Failed);
        constexpr int kSilent = int(Lookup::Silent);
        constexpr int kFound = int(Lookup::Found);
        constexpr int kAccepted = int(Spent::Accepted);
        constexpr int kUsed = int(Spent::AlreadyUsed);
        constexpr int kSpendFailed = int(Spent::Failed);
        const int landed = int(Fate::Landed);
        const int dead = int(Fate::Dead);
        const int over = int(Fate::Over);
        QTest::newRow("the venue has the order")
            << int(What::Order) << true << QList{kFound} << QList<int>{} << landed << 0 << 100;
        QTest::newRow("sources fail first")
            << int(What::Order) << true << QList{kFailed, kFailed, kFound} << QList<int>{} << landed
            << 0 << 5'000;
        QTest::newRow("nobody knows it, its nonce is spent")
            << int(What::Order) << true << QList{kSilent} << QList{kAccepted} << dead << 1 << 100;
        QTest::newRow("its nonce is used: it is looked for again")
            << int(What::Order) << true << QList{kSilent, kSilent, kFound} << QList{kUsed} << landed
            << 1 << 5'000;
        // A no-op of an earlier start may have used it, which was killed before it wrote that down.
        QTest::newRow("its nonce is used and nobody lists it")
            << int(What::Order) << true << QList{kSilent} << QList{kUsed} << dead << 1 << 30'000;
        QTest::newRow("its nonce is used and the sources fail: nothing is concluded from that")
            << int(What::Order) << true
            << QList{kSilent, kFailed, kFailed, kFailed, kFailed, kFailed, kFailed, kFound}
            << QList{kUsed} << landed << 1 << 60'000;
        QTest::newRow("spending fails first")
            << int(What::Order) << true << QList{kSilent} << QList{kSpendFailed, kAccepted} << dead
            << 2 << 5'000;
        QTest::newRow("nobody signs alone: its expiry decides")
            << int(What::Order) << false << QList{kSilent} << QList<int>{} << dead << 0 << 40'000;
        QTest::newRow("an order without a cloid")
            << int(What::OrderWithoutCloid) << true << QList<int>{} << QList{kUsed} << over << 1
            << 100;
        QTest::newRow("a cancel that did not arrive")
            << int(What::Cancel) << true << QList<int>{} << QList{kAccepted} << dead << 1 << 100;
        QTest::newRow("a cancel whose nonce is used")
            << int(What::Cancel) << true << QList<int>{} << QList{kUsed} << over << 1 << 100;
        QTest::newRow("a cancel by a device: over, once it cannot happen any more")
            << int(What::Cancel) << false << QList<int>{} << QList<int>{} << over << 0 << 40'000;
        QTest::newRow("a no-op") << int(What::Noop) << true << QList<int>{} << QList<int>{} << dead
                                 << 0 << 100;
    }

    void outcomes()
    {
        QFETCH(int, what);
        QFETCH(bool, maySpend);
        QFETCH(QList<int>, lookups);
        QFETCH(QList<int>, spends);
        QFETCH(int, fate);
        QFETCH(int, spent);
        QFETCH(int, withinMs);
        Rig rig;
        rig.maySpend = maySpend;
        for (const int lookup : lookups)
            rig.lookups.push_back(static_cast<Lookup>(lookup));
        for (const int result : spends)
            rig.spends.push_back(static_cast<Spent>(result));
        rig.start({intentOf(static_cast<What>(what))});
        QVERIFY(rig.until(std::chrono::milliseconds(withinMs)));
        QCOMPARE(rig.resolved.size(), std::size_t{1});
        QCOMPARE(int(rig.resolved[0].first), fate);
        QVERIFY(!rig.resolved[0].second.empty());
        QCOMPARE(rig.spent, spent);
        QCOMPARE(rig.recovery->left(), std::size_t{0});
    }

    /// Without an expiry and without a signer: nothing is concluded until the venue would not take
    /// the nonce any more.
    void patience()
    {
        Rig rig;
        rig.maySpend = false;
        rig.start({intentOf(What::Order, std::nullopt)});
        QVERIFY(!rig.until(60s));
        QVERIFY(rig.asked > 5);
        // This computer's clock proves nothing, two days do.
        rig.clock.stepWall(2 * 86'400'000 + 5'000);
        QVERIFY(!rig.until(30s));
        rig.clock.advance(std::chrono::hours{48});
        QVERIFY(rig.until(30s));
        QCOMPARE(rig.resolved[0].first, Fate::Dead);
    }

    /// "Silent" counts only where it was asked after the last chance had passed.
    void anAnswerFromBeforeTheExpiryProvesNothing()
    {
        Rig rig;
        rig.maySpend = false;
        rig.lookups = {Lookup::Silent, Lookup::Silent, Lookup::Silent, Lookup::Silent,
                       Lookup::Silent, Lookup::Silent, Lookup::Found};
        rig.start({intentOf(What::Order, kStart + 60'000)});
        QVERIFY(rig.until(120s));
        QCOMPARE(rig.resolved[0].first, Fate::Landed);
    }

    /// This computer's clock is three days ahead: until the venue has said what time it is, nothing
    /// has expired and no nonce is too old.
    void theComputersOwnClockProvesNothing_data()
    {
        QTest::addColumn<bool>("maySpend");
        QTest::newRow("a key that signs by itself") << true;
        QTest::newRow("a device") << false;
    }

    void theComputersOwnClockProvesNothing()
    {
        QFETCH(bool, maySpend);
        Rig rig;
        rig.isMeasured = false;
        rig.maySpend = maySpend;
        rig.clock.advance(std::chrono::hours{72});
        rig.start({intentOf(What::Order)});
        if (maySpend) {
            // The no-op proves it, whatever the time is.
            QVERIFY(rig.until(10s));
            QCOMPARE(rig.spent, 1);
            QVERIFY2(rig.resolved[0].second.find("spent its nonce") != std::string::npos,
                     rig.resolved[0].second.c_str());
            return;
        }
        QVERIFY(!rig.until(60s));
        QVERIFY(rig.resolved.empty());
        // It says so: still before the expiry; and then after it.
        for (int i = 0; i < 4; ++i)
            rig.venueClock.note(kStart, rig.clock.monoNs());
        QVERIFY(!rig.until(10s));
        QVERIFY(rig.until(60s));
        QCOMPARE(rig.resolved.size(), std::size_t{1});
        QCOMPARE(rig.resolved[0].first, Fate::Dead);
    }

    void ordersOfAnotherAccountAreNotConcludedFromSilence()
    {
        Rig rig;
        OpenIntent intent = intentOf(What::Order, kStart - 60'000);
        intent.mayLookUp = false;
        rig.spends = {Spent::AlreadyUsed};
        rig.start({intent});
        QVERIFY(rig.until(1s));
        QCOMPARE(rig.asked, 0);
        QCOMPARE(rig.resolved[0].first, Fate::Over);
    }

    /// A cancel opens nothing: entries wait neither for it nor, behind it, for longer than the
    /// order takes.
    void aCancelHoldsNoEntry_data()
    {
        QTest::addColumn<bool>("isForeign");
        QTest::newRow("of another signer") << true;
        QTest::newRow("its no-op does not get through") << false;
    }

    void aCancelHoldsNoEntry()
    {
        QFETCH(bool, isForeign);
        Rig rig;
        rig.isForeign = isForeign;
        rig.spends = {Spent::Failed};
        rig.lookups = {Lookup::Found};
        rig.start({intentOf(What::Cancel, std::nullopt, kStart - 300),
                   intentOf(What::Order, kStart + 15'000, kStart - 200)});
        QCOMPARE(rig.recovery->left(), std::size_t{2});
        QCOMPARE(rig.recovery->holding(), std::size_t{1});
        QVERIFY(!rig.until(100ms));
        QCOMPARE(rig.resolved.size(), std::size_t{1});
        QCOMPARE(rig.resolved[0].first, Fate::Landed);
        QCOMPARE(rig.recovery->holding(), std::size_t{0});
        QVERIFY(rig.nothingHeld > 0);
        // It stays open until it is known, or the venue would not take its nonce any more.
        QVERIFY(!rig.until(60s));
        QCOMPARE(rig.recovery->left(), std::size_t{1});
        QCOMPARE(rig.spent > 0, !isForeign);
        // This computer's clock proves nothing, two days do.
        rig.clock.stepWall(2 * 86'400'000 + 5'000);
        QVERIFY(!rig.until(30s));
        rig.clock.advance(std::chrono::hours{48});
        QVERIFY(rig.until(30s));
        QCOMPARE(rig.resolved[1].first, Fate::Over);
    }

    /// An order holds them until it is known, whoever signed it.
    void anOrderHolds()
    {
        Rig rig;
        rig.isForeign = true;
        rig.start({intentOf(What::Order, std::nullopt)});
        QVERIFY(!rig.until(60s));
        QCOMPARE(rig.recovery->holding(), std::size_t{1});
        QCOMPARE(rig.nothingHeld, 0);
    }

    void severalOneAfterTheOther()
    {
        Rig rig;
        rig.lookups = {Lookup::Found, Lookup::Silent};
        rig.start({intentOf(What::Order, kStart + 15'000, kStart - 300),
                   intentOf(What::Order, kStart + 15'000, kStart - 200),
                   intentOf(What::Noop, {}, kStart - 100)});
        QVERIFY(rig.until(1s));
        QCOMPARE(rig.resolved.size(), std::size_t{3});
        QCOMPARE(rig.resolved[0].first, Fate::Landed);
        QCOMPARE(rig.resolved[1].first, Fate::Dead);
    }
};

QTEST_APPLESS_MAIN(TestIntentRecovery)
#include "tst_intent_recovery.moc"
