// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trading/twap_store.h"

#include <QtTest>

using namespace hl;
using namespace hl::trading;
using model::TwapPhase;

namespace {

constexpr Grid kGrid{MarketKind::Perp, 5};

venue::Twap wire(std::uint64_t id, const char *executed = "0", const char *coin = "BTC")
{
    venue::Twap twap;
    twap.twapId = id;
    twap.coin = coin;
    twap.grid = kGrid;
    twap.sz = parseSz("0.5", kGrid).value();
    twap.executedSz = Decimal::parse(executed).value();
    twap.minutes = 30;
    return twap;
}

venue::TwapHistoryEntry entry(const char *status, std::int64_t second, const char *executed = "0")
{
    return {second, wire(7, executed), status, {}};
}

} // namespace

/// What became of an account's TWAPs, from two sources that come in any order.
class TestTwapStore : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// Every order of these rows says the same: the newest, and an end for good.
    void theNewestWordCountsWhateverComesFirst_data()
    {
        QTest::addColumn<QStringList>("entries"); ///< word@second
        QTest::addColumn<int>("phase");
        const auto row = [](const char *name, const QStringList &entries, TwapPhase phase) {
            QTest::newRow(name) << entries << static_cast<int>(phase);
        };
        row("waits for its trigger", {"waitingForTrigger@1"}, TwapPhase::Other);
        row("then is activated", {"waitingForTrigger@1", "activated@2"}, TwapPhase::Running);
        row("in the same second", {"waitingForTrigger@1", "activated@1"}, TwapPhase::Running);
        row("then finishes", {"waitingForTrigger@1", "activated@2", "finished@3"},
            TwapPhase::Finished);
        row("all in one second", {"waitingForTrigger@1", "activated@1", "finished@1"},
            TwapPhase::Finished);
        row("is stopped", {"activated@2", "terminated@5"}, TwapPhase::Stopped);
        row("stopped while it waits", {"waitingForTrigger@2", "stopped@5"}, TwapPhase::Stopped);
        row("fails", {"activated@2", "error@2"}, TwapPhase::Failed);
        row("a word of tomorrow", {"activated@2", "paused@3"}, TwapPhase::Other);
    }

    void theNewestWordCountsWhateverComesFirst()
    {
        QFETCH(QStringList, entries);
        QFETCH(int, phase);
        std::sort(entries.begin(), entries.end());
        do {
            TwapStore store;
            for (const QString &text : entries) {
                const QStringList parts = text.split('@');
                store.applyHistory({entry(qPrintable(parts[0]), parts[1].toLongLong())});
            }
            QCOMPARE(store.all().size(), std::size_t(1));
            QVERIFY2(static_cast<int>(store.all().front().phase) == phase,
                     qPrintable(entries.join(' ')));
            // One that has not ended is followed, stopped by "all entries", and kept.
            const bool isOpen = !model::hasEnded(store.all().front().phase);
            QCOMPARE(store.runningDexes().size(), std::size_t(isOpen ? 1 : 0));
            QCOMPARE(model::enteringTwaps(store.all()).size(), std::size_t(isOpen ? 1 : 0));
        } while (std::next_permutation(entries.begin(), entries.end()));
    }

    void theListOfWhatRunsIsWhole()
    {
        TwapStore store;
        store.applyHistory({entry("activated", 1)});
        // A list from before it started says nothing of it.
        store.applyStates("", {});
        QCOMPARE(store.all().front().phase, TwapPhase::Running);
        store.applyStates("", {wire(7, "0.1")});
        QCOMPARE(store.all().front().executedSz, parseSz("0.1", kGrid).value());
        // Another dex's list is not its own.
        store.applyStates("", {}, false); // a row of it could not be read
        QVERIFY(!model::hasEnded(store.all().front().phase));
        store.applyStates("xyz", {});
        QCOMPARE(store.all().front().phase, TwapPhase::Running);
        store.applyStates("", {});
        QCOMPARE(store.all().front().phase, TwapPhase::Gone);
        QVERIFY(model::hasEnded(TwapPhase::Gone));
        QVERIFY(store.runningDexes().empty());
        // An old word does not bring it back; how it ended is still told; then nothing changes it.
        store.applyHistory({entry("activated", 1)});
        QCOMPARE(store.all().front().phase, TwapPhase::Gone);
        store.applyHistory({entry("finished", 9, "0.5")});
        QCOMPARE(store.all().front().phase, TwapPhase::Finished);
        store.applyStates("", {wire(7, "0.2")});
        QCOMPARE(store.all().front().phase, TwapPhase::Finished);
        QCOMPARE(store.all().front().executedSz, parseSz("0.5", kGrid).value());
    }

    void oneThatIsListedAgainRuns()
    {
        TwapStore store;
        store.applyStates("", {wire(7)});
        store.applyStates("", {});
        QCOMPARE(store.all().front().phase, TwapPhase::Gone);
        store.applyStates("", {wire(7, "0.1")});
        QCOMPARE(store.all().front().phase, TwapPhase::Running);
    }

    void oneThatWaitsForItsTriggerIsListedToo()
    {
        TwapStore store;
        store.applyHistory({entry("waitingForTrigger", 1)});
        store.applyStates("", {wire(7)});
        QCOMPARE(store.all().front().phase, TwapPhase::Other);
        QCOMPARE(store.all().front().reason, std::string("waitingForTrigger"));
        store.applyStates("", {wire(7, "0.1")});
        QCOMPARE(store.all().front().phase, TwapPhase::Running);
    }

    void whatWasExecutedOnlyGrows()
    {
        TwapStore store;
        store.applyStates("", {wire(7, "0.3")});
        store.applyStates("", {wire(7, "0.2")});
        store.applyHistory({entry("activated", 5, "0.1")});
        QCOMPARE(store.all().front().executedSz, parseSz("0.3", kGrid).value());
        QVERIFY(store.takeChanged());
        QVERIFY(!store.takeChanged());
    }
};

QTEST_APPLESS_MAIN(TestTwapStore)
#include "tst_twap_store.moc"
