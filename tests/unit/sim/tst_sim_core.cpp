// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "sim/candle_store.h"
#include "sim/margin.h"
#include "sim/order_book.h"
#include "sim/render.h"
#include "sim/venue_config.h"

#include <QtTest>

using namespace hl;
using namespace hl::sim;

#define COMPARE_TEXT(actual, expected)                                                             \
    QCOMPARE(QString::fromStdString(actual), QString::fromStdString(expected))

/// Books, margin and candles without a venue around them.
class TestSimCore : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void bookKeepsPriceThenTime()
    {
        OrderBook book;
        book.add({1, 10, Side::Buy, {100}, {5}});
        book.add({2, 11, Side::Buy, {101}, {5}});
        book.add({3, 12, Side::Buy, {101}, {7}});
        book.add({4, 13, Side::Sell, {103}, {1}});
        book.add({5, 13, Side::Sell, {102}, {2}});
        QCOMPARE(book.best(Side::Buy)->oid, Oid{2});
        QCOMPARE(book.best(Side::Sell)->oid, Oid{5});
        // Taking a part keeps the place in line.
        book.reduce(2, {2});
        QCOMPARE(book.best(Side::Buy)->oid, Oid{2});
        QCOMPARE(book.best(Side::Buy)->sz.lots, std::int64_t{3});
        book.reduce(2, {3});
        QCOMPARE(book.best(Side::Buy)->oid, Oid{3});
        const auto levels = book.levels(Side::Buy, 10);
        QCOMPARE(levels.size(), std::size_t{2});
        QCOMPARE(levels[0].sz.lots, std::int64_t{7});
        QVERIFY(book.crosses(Side::Buy, {102}));
        QVERIFY(!book.crosses(Side::Buy, {101}));
        QVERIFY(book.remove(3));
        QVERIFY(!book.remove(3));
        QCOMPARE(book.best(Side::Buy)->px.ticks, std::int64_t{100});
    }

    /// Figures of real accounts as the venue printed them (recorded answers of clearinghouseState).
    void marginMatchesRecordedAccounts_data()
    {
        QTest::addColumn<QString>("coin");
        QTest::addColumn<QString>("szi");
        QTest::addColumn<qint64>("entryNtl");
        QTest::addColumn<bool>("isCross");
        QTest::addColumn<int>("leverage");
        QTest::addColumn<qint64>("raw");
        QTest::addColumn<qint64>("isolatedRaw");
        QTest::addColumn<QString>("mark");
        QTest::addColumn<QString>("expected"); ///< value, pnl, margin, entry, roe, liquidation,
                                               ///< account value, withdrawable
        QTest::newRow("BTC cross 20x")
            << "BTC"
            << "0.00061" << qint64{50'490'830} << true << 20 << qint64{131'345'076} << qint64{0}
            << "78135"
            << "47.66235 -2.82848 2.383117 82771.8 -1.1203935447 none 179.007426 174.241191";
        QTest::newRow("HYPE isolated 10x")
            << "HYPE"
            << "2" << qint64{75'658'000} << false << 10 << qint64{75'781'884} << qint64{-68'126'246}
            << "37.826"
            << "75.652 -0.006 7.525754 37.829 -0.0007930424 35.8559189474 83.307638 75.781884";
    }

    void marginMatchesRecordedAccounts()
    {
        QFETCH(QString, coin);
        QFETCH(QString, szi);
        QFETCH(qint64, entryNtl);
        QFETCH(bool, isCross);
        QFETCH(int, leverage);
        QFETCH(qint64, raw);
        QFETCH(qint64, isolatedRaw);
        QFETCH(QString, mark);
        QFETCH(QString, expected);
        Universe universe({"BTC", "HYPE"});
        const MarketId id = universe.findCoin(coin.toStdString());
        const Grid grid = universe.market(id).grid;
        PerpLedger ledger;
        ledger.raw = raw;
        PerpPosition pos;
        pos.szi = *parseSz(szi.toStdString(), grid);
        pos.entryNtl = entryNtl;
        pos.isCross = isCross;
        pos.leverage = leverage;
        pos.isolatedRaw = isolatedRaw;
        ledger.positions[id] = pos;
        const Px markPx = *parsePx(mark.toStdString(), grid);
        const PerpSummary sum = summarise(ledger, universe, [&](MarketId) { return markPx; });
        // The recorded HYPE account's liquidation price is by its maximum leverage of 10.
        const PositionView view = viewPosition(ledger, id, sum, universe, markPx);
        const std::string got =
            usd(view.value).toString() + " " + usd(view.unrealizedPnl).toString() + " " +
            usd(view.marginUsed).toString() + " " + view.entryPx.toString() + " " +
            view.returnOnEquity.toString() + " " +
            (view.liquidationPx ? view.liquidationPx->toString() : "none") + " " +
            usd(sum.accountValue).toString() + " " + usd(sum.withdrawable).toString();
        COMPARE_TEXT(got, expected.toStdString());
    }

    void maintenanceIsTiered_data()
    {
        QTest::addColumn<qint64>("dollars");
        QTest::addColumn<QString>("margin");
        // Table 56: 40x up to 150 M, 20x above: deduction 150 M · (1/40 − 1/80).
        QTest::newRow("first tier") << qint64{100} << "1.25";
        QTest::newRow("at the border") << qint64{150'000'000} << "1875000";
        QTest::newRow("second tier") << qint64{200'000'000} << "3125000";
    }

    void maintenanceIsTiered()
    {
        QFETCH(qint64, dollars);
        QFETCH(QString, margin);
        Universe universe({"BTC"});
        COMPARE_TEXT(
            usd(universe.tableOf(universe.market(0)).maintenance(dollars * 1'000'000)).toString(),
            margin.toStdString());
    }

    void feesAreCut()
    {
        QCOMPARE(feeOf(10'768'500, 450), Micros{4845}); // 10.7685 · 0.045 % = 0.004845825
        QCOMPARE(feeOf(10'759'250, 450), Micros{4841});
    }

    void assetIdsFollowTheVenue()
    {
        Universe all;
        QCOMPARE(all.market(all.findCoin("BTC")).asset, 0U);
        QCOMPARE(all.market(all.findCoin("PURR/USDC")).asset, 10'000U);
        QCOMPARE(all.market(all.findCoin("@107")).asset, 10'107U);
        QCOMPARE(all.market(all.findCoin("xyz:XYZ100")).asset, 110'000U);
        Universe some({"ETH", "SOL"});
        QCOMPARE(some.markets().size(), std::size_t{2});
        QCOMPARE(some.market(some.findCoin("SOL")).asset, 1U);
    }

    void candlesOfEveryIntervalHaveAPast_data()
    {
        QTest::addColumn<int>("least");
        for (const char *interval : {"1m", "3m", "5m", "15m", "1h", "4h", "12h", "1d", "3d"})
            QTest::newRow(interval) << 120;
        QTest::newRow("1w") << 100;
        QTest::newRow("1M") << 30;
    }

    void candlesOfEveryIntervalHaveAPast()
    {
        QFETCH(int, least);
        const std::string interval = QTest::currentDataTag();
        Universe universe({"BTC"});
        const MarketSpec &spec = universe.market(0);
        Rng rng(3);
        CandleStore store;
        const TimeMs now = 1'764'512'345'678;
        store.seed(rng, spec.grid, spec.startPx, now, spec.volatility, spec.typicalLots);
        store.addTrade({1'234'000}, {100}, now);
        const auto candles = store.range(interval, 0, now);
        QVERIFY2(static_cast<int>(candles.size()) >= least,
                 qPrintable(QString::number(candles.size())));
        for (std::size_t i = 0; i < candles.size(); ++i) {
            const Candle &c = candles[i];
            QVERIFY(c.low <= c.open && c.low <= c.close && c.high >= c.open && c.high >= c.close);
            QCOMPARE(c.closeTime + 1, candleAfter(c.openTime, interval));
            if (i > 0)
                QCOMPARE(candles[i - 1].closeTime + 1, c.openTime);
        }
        QCOMPARE(candles.back().high.ticks, std::int64_t{1'234'000});
        QCOMPARE(candles.back().close.ticks, std::int64_t{1'234'000});
    }

    void fundsAndProfilesAreRead()
    {
        QVERIFY(SimFund::parse("0x14791697260e4c9a71f18484c9f997b308e59325").has_value());
        COMPARE_TEXT(
            SimFund::parse("0x14791697260e4c9a71f18484c9f997b308e59325=12.5")->usdc.toString(),
            "12.5");
        QVERIFY(!SimFund::parse("0x1479=1").has_value());
        QVERIFY(!SimFund::parse("0x14791697260e4c9a71f18484c9f997b308e59325=-1").has_value());
        QCOMPARE(SimLoadProfile::parse("fills=5,rate=2")->actionsPerSecond, 2);
        QVERIFY(!SimLoadProfile::parse("plenty").has_value());
        QVERIFY(!SimLoadProfile::parse("fills=x").has_value());
    }

    void numbersAreSpelledAsTheVenueDoes()
    {
        COMPARE_TEXT(wireDec(Decimal::fromInt(64'437)), "64437.0");
        COMPARE_TEXT(wireDec(Decimal(5, 1)), "0.5");
        COMPARE_TEXT(wireDec(Decimal()), "0.0");
        COMPARE_TEXT(wireDec(Decimal(-1230, 3)), "-1.23");
    }
};

QTEST_APPLESS_MAIN(TestSimCore)
#include "tst_sim_core.moc"
