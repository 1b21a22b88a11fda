// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine/feed_throttle.h"
#include "support/manual_clock.h"

#include <QtTest>

using namespace hl;
using namespace hl::engine;
using namespace std::chrono_literals;

namespace {

struct Window
{
    test::ManualClock clock;
    std::vector<std::pair<std::string, std::int64_t>> pictures;
    std::vector<TradeBatch> batches;
    FeedThrottle throttle{clock,
                          {[this](const std::string &coin, std::int64_t oldestNs) {
                               pictures.emplace_back(coin, oldestNs);
                           },
                           [this](TradeBatch batch) { batches.push_back(std::move(batch)); }}};

    Window() { throttle.add("BTC", {MarketKind::Perp, 5}); }

    void trade(Tid tid, bool isSnapshot = false)
    {
        market::Trade trade;
        trade.tid = tid;
        throttle.trades("BTC", {&trade, 1}, isSnapshot, 5);
    }
    std::size_t tradesSeen() const
    {
        std::size_t count = 0;
        for (const auto &batch : batches)
            count += batch.trades.size();
        return count;
    }
};

} // namespace

class TestFeedThrottle : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void oneInFlightAndTheNewestWins()
    {
        Window w;
        for (int i = 0; i < 10; ++i)
            w.throttle.bookDirty("BTC", 100 + i);
        QVERIFY(w.pictures.empty());
        w.clock.advance(33ms);
        QCOMPARE(w.pictures.size(), std::size_t{1});
        // The age is that of the oldest frame in it.
        QCOMPARE(w.pictures[0].second, std::int64_t{100});
        QCOMPARE(w.throttle.superseded(), std::uint64_t{9});
        for (int i = 0; i < 100; ++i) {
            w.throttle.bookDirty("BTC", 200 + i);
            w.clock.advance(10ms);
        }
        QCOMPARE(w.pictures.size(), std::size_t{1});
        w.throttle.returnBookCredit("BTC");
        w.clock.advance(33ms);
        QCOMPARE(w.pictures.size(), std::size_t{2});
        QCOMPARE(w.pictures[1].second, std::int64_t{200});
        w.throttle.returnBookCredit("BTC");
        w.clock.advance(1s);
        QCOMPARE(w.pictures.size(), std::size_t{2}); // nothing new, nothing sent
    }

    void afterAPauseAtOnceThenNotBeforeTheNextPeriod()
    {
        Window w;
        w.throttle.bookDirty("BTC", 1);
        w.clock.advance(0ms);
        QCOMPARE(w.pictures.size(), std::size_t{1});
        w.throttle.returnBookCredit("BTC");
        w.throttle.bookDirty("BTC", 2);
        w.clock.advance(32ms);
        QCOMPARE(w.pictures.size(), std::size_t{1});
        w.clock.advance(1ms);
        QCOMPARE(w.pictures.size(), std::size_t{2});
        // The credit that comes back late is a pause as well.
        w.throttle.bookDirty("BTC", 3);
        w.clock.advance(100ms);
        QCOMPARE(w.pictures.size(), std::size_t{2});
        w.throttle.returnBookCredit("BTC");
        w.clock.advance(0ms);
        QCOMPARE(w.pictures.size(), std::size_t{3});
    }

    void noMoreThanThirtyASecond()
    {
        Window w;
        for (int i = 0; i < 1'000; ++i) {
            w.throttle.bookDirty("BTC", i);
            w.clock.advance(1ms);
            w.throttle.returnBookCredit("BTC");
        }
        QVERIFY(w.pictures.size() <= 32);
        QVERIFY(w.pictures.size() >= 28);
    }

    void tradesComeInBatchesAndNoneIsLost()
    {
        Window w;
        for (Tid tid = 1; tid <= 50; ++tid) {
            w.trade(tid);
            w.clock.advance(5ms);
            w.throttle.returnTradeCredit("BTC");
        }
        w.clock.advance(50ms);
        QCOMPARE(w.tradesSeen(), std::size_t{50});
        QVERIFY(w.batches.size() < 12);
        QCOMPARE(w.throttle.missed(), std::uint64_t{0});
        QCOMPARE(w.batches.front().grid.szDecimals, std::uint8_t{5});
    }

    void aStandingWindowIsToldWhatItMissed()
    {
        Window w;
        w.trade(1);
        w.clock.advance(33ms);
        QVERIFY(!w.throttle.isBackedUp());
        const Tid most = FeedThrottle::kMostPending;
        for (Tid tid = 2; tid <= most + 101; ++tid)
            w.trade(tid);
        QVERIFY(w.throttle.isBackedUp());
        w.throttle.returnTradeCredit("BTC");
        w.clock.advance(33ms);
        QCOMPARE(w.batches.size(), std::size_t{2});
        QCOMPARE(w.batches[1].missed, std::uint64_t{100});
        QCOMPARE(w.batches[1].trades.size(), FeedThrottle::kMostPending);
        QCOMPARE(w.batches[1].trades.back().tid, most + 101);
        QCOMPARE(w.throttle.missed(), std::uint64_t{100});
        QVERIFY(!w.throttle.isBackedUp());
    }

    void releasedMarketsSendNothing_B37()
    {
        Window w;
        w.throttle.bookDirty("BTC", 1);
        w.trade(1);
        w.throttle.remove("BTC");
        w.clock.advance(1s);
        QVERIFY(w.pictures.empty());
        QVERIFY(w.batches.empty());
        w.throttle.bookDirty("ETH", 1);
        w.clock.advance(1s);
        QVERIFY(w.pictures.empty());
    }
};

QTEST_APPLESS_MAIN(TestFeedThrottle)
#include "tst_feed_throttle.moc"
