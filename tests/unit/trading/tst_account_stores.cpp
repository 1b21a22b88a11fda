// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/manual_clock.h"
#include "trading/account_store.h"
#include "trading/fill_store.h"
#include "trading/venue_clock.h"

#include <QtTest>

using namespace hl;
using namespace hl::trading;
using namespace std::chrono_literals;

namespace {

Decimal dec(std::string_view text)
{
    return Decimal::parse(text).value();
}

model::MarginSummary margin(std::string dex, std::string_view value, std::string_view free,
                            TimeMs time, std::string collateral = "USDC")
{
    model::MarginSummary m;
    m.dex = std::move(dex);
    m.accountValue = dec(value);
    m.withdrawable = dec(free);
    m.collateral = std::move(collateral);
    m.time = time;
    return m;
}

model::Position position(std::string coin, std::int64_t lots)
{
    model::Position p;
    p.coin = std::move(coin);
    p.szi = Sz{lots};
    return p;
}

model::Fill fill(TimeMs time, Tid tid, std::string coin = "BTC")
{
    model::Fill f;
    f.time = time;
    f.tid = tid;
    f.coin = std::move(coin);
    return f;
}

} // namespace

class TestAccountStores : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eachDexIsReplacedWhole_B51()
    {
        AccountStore store;
        store.applyDex(margin("", "100", "50", 10), {position("BTC", 5), position("ETH", 1)}, 1);
        store.applyDex(margin("xyz", "20", "20", 10), {position("xyz:TSLA", 3)}, 2);
        QCOMPARE(store.state().positions.size(), std::size_t{3});
        store.applyDex(margin("", "100", "50", 11), {position("ETH", 1)}, 3);
        QVERIFY(store.position("BTC") == nullptr);
        QVERIFY(store.position("xyz:TSLA") != nullptr);
        QCOMPARE(store.state().margins.size(), std::size_t{2});
        QCOMPARE(store.receivedMonoNs(), std::int64_t{3});
    }

    void olderReportsMoveNothing()
    {
        AccountStore store;
        QVERIFY(store.applyDex(margin("", "100", "50", 10), {position("BTC", 5)}, 1));
        QVERIFY(!store.applyDex(margin("", "90", "50", 9), {}, 2));
        QVERIFY(store.position("BTC") != nullptr);
    }

    /// By the venue's times; another dex's state, an older fill and another coin's say nothing.
    void aFillMakesItsPositionLate()
    {
        AccountStore store;
        store.applyDex(margin("", "100", "50", 10), {position("BTC", 5)}, 1);
        store.noteFill(fill(10, 1));
        store.noteFill(fill(9, 2));
        store.noteFill(fill(12, 3, "ETH"));
        QVERIFY(!store.isPositionLate("BTC"));
        store.noteFill(fill(11, 4));
        QVERIFY(store.isPositionLate("BTC"));
        store.applyDex(margin("xyz", "100", "50", 20), {}, 2);
        QVERIFY(store.isPositionLate("BTC"));
        store.applyDex(margin("", "100", "50", 11), {}, 3);
        QVERIFY(!store.isPositionLate("BTC"));
        QVERIFY(store.isPositionLate("ETH"));
    }

    void flatPositionsAreNone()
    {
        AccountStore store;
        store.applyDex(margin("", "100", "50", 10), {position("BTC", 0)}, 1);
        QVERIFY(store.position("BTC") == nullptr);
        QVERIFY(store.takeChanged());
        QVERIFY(!store.takeChanged());
    }

    void anotherAccountStartsEmpty()
    {
        AccountStore store;
        store.applyDex(margin("", "100", "50", 10), {position("BTC", 5)}, 1);
        Address other;
        other.bytes[0] = 1;
        store.setUser(other);
        QVERIFY(store.state().positions.empty());
        QCOMPARE(store.state().user, other);
    }

    /// cases.md B30
    void fillsComeOnce_B30()
    {
        FillStore store;
        QCOMPARE(store.add({fill(3, 30), fill(1, 10), fill(2, 20)}).size(), std::size_t{3});
        QCOMPARE(store.add({fill(2, 20), fill(4, 40)}).size(), std::size_t{1});
        QVERIFY(store.add({fill(4, 40), fill(3, 30)}).empty());
        // The same tid of another coin or time is another fill.
        QCOMPARE(store.add({fill(4, 40, "ETH"), fill(5, 40)}).size(), std::size_t{2});
        const auto all = store.all();
        QCOMPARE(all.size(), std::size_t{6});
        QVERIFY(std::ranges::is_sorted(all, {}, &model::Fill::time));
    }

    void fillsAreKeptToALimit()
    {
        FillStore store(100);
        for (Tid tid = 1; tid <= 1'000; ++tid)
            store.add({fill(static_cast<TimeMs>(tid), tid)});
        QCOMPARE(store.size(), std::size_t{100});
        QCOMPARE(store.all().front().tid, Tid{901});
    }

    void lateFillTakesItsPlace()
    {
        FillStore store;
        store.add({fill(1, 1), fill(3, 3)});
        const auto fresh = store.add({fill(2, 2)});
        QCOMPARE(fresh.size(), std::size_t{1});
        QCOMPARE(store.all()[1].tid, Tid{2});
    }

    void venueClockIsTheFastestFrames_G16()
    {
        test::ManualClock clock;
        VenueClock venue(clock);
        QVERIFY(!venue.offsetMs().has_value());
        QCOMPARE(venue.nowMs(), clock.wallMs());
        // The venue is 3 s ahead; frames take 80 ms, then 20 ms, then 200 ms.
        for (const int way : {80, 20, 200}) {
            venue.note(clock.wallMs() + 3'000 - way, clock.monoNs());
            clock.advance(100ms);
        }
        QCOMPARE(venue.offsetMs().value(), std::int64_t{2'980});
        // A step of this computer's clock moves the offset and not the venue's time.
        const TimeMs before = venue.nowMs();
        clock.stepWall(-10'000);
        QCOMPARE(venue.nowMs(), before);
        QCOMPARE(venue.offsetMs().value(), std::int64_t{12'980});
        // A venue that steps back is followed after the windows have passed.
        for (int i = 0; i < 130; ++i) {
            clock.advance(1s);
            venue.note(clock.wallMs() + 10'000, clock.monoNs());
        }
        QCOMPARE(venue.offsetMs().value(), std::int64_t{10'000});
    }
};

QTEST_APPLESS_MAIN(TestAccountStores)
#include "tst_account_stores.moc"
