// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "market/asset_ctx.h"
#include "market/candle_series.h"
#include "market/trade_tape.h"

#include <QTest>

using namespace hl;
using namespace hl::market;

namespace {

Trade trade(TimeMs time, Tid tid, std::int64_t px = 100, std::int64_t sz = 1)
{
    return {Px{px}, Sz{sz}, time, tid, true};
}

} // namespace

class TestTradesAndCandles : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void B30_aTradeComesOnce();
    void tapeKeepsTheNewest();
    void tapeSortsABatch();
    void candlesUpsert();
    void candlesAreBounded();
    void historyReplaces();
    void candlesFromTrades();
    void intervals();
    void dayChange();
};

void TestTradesAndCandles::B30_aTradeComesOnce()
{
    TradeTape tape;
    QCOMPARE(tape.append(std::vector{trade(1, 10), trade(1, 11), trade(1, 10)}).size(), 2U);
    QCOMPARE(tape.append(std::vector{trade(1, 10), trade(2, 12)}).size(), 1U);
    // The same tid at another time is another trade.
    QCOMPARE(tape.append(std::vector{trade(3, 10)}).size(), 1U);
    QCOMPARE(tape.size(), 4U);
    QCOMPARE(tape.duplicates(), 2U);
}

void TestTradesAndCandles::tapeKeepsTheNewest()
{
    TradeTape tape(100);
    for (Tid i = 0; i < 1'000; ++i)
        tape.append(std::vector{trade(static_cast<TimeMs>(i), i)});
    QCOMPARE(tape.size(), 100U);
    QCOMPARE(tape.at(0).tid, 900U);
    QCOMPARE(tape.last()->tid, 999U);
    // A reconnect replays the last ones: also those that have left the ring.
    QVERIFY(tape.append(std::vector{trade(850, 850), trade(999, 999)}).empty());
    QCOMPARE(tape.at(0).tid, 900U);
    tape.clear();
    QCOMPARE(tape.size(), 0U);
    QVERIFY(!tape.last());
}

void TestTradesAndCandles::tapeSortsABatch()
{
    TradeTape tape;
    const auto fresh = tape.append(std::vector{trade(3, 3), trade(1, 1), trade(2, 2)});
    QCOMPARE(fresh[0].tid, 1U);
    QCOMPARE(tape.last()->tid, 3U);
}

void TestTradesAndCandles::candlesUpsert()
{
    CandleSeries series("1m");
    Candle candle;
    for (const TimeMs open : {0, 60'000, 120'000}) {
        candle.openTime = open;
        QVERIFY(series.upsert(candle));
    }
    candle.openTime = 60'000;
    candle.n = 9;
    QVERIFY(series.upsert(candle));
    QCOMPARE(series.candles().size(), 3U);
    QCOMPARE(series.candles()[1].n, 9);
    candle.openTime = -60'000;
    QVERIFY(series.upsert(candle));
    QCOMPARE(series.candles().front().openTime, -60'000);
}

void TestTradesAndCandles::candlesAreBounded()
{
    CandleSeries series("1m", 10);
    Candle candle;
    for (int i = 0; i < 50; ++i) {
        candle.openTime = i * 60'000;
        series.upsert(candle);
    }
    QCOMPARE(series.candles().size(), 10U);
    QCOMPARE(series.candles().front().openTime, 40 * 60'000);
    candle.openTime = 0;
    QVERIFY(!series.upsert(candle));
}

void TestTradesAndCandles::historyReplaces()
{
    CandleSeries series("1m");
    Candle a;
    a.openTime = 120'000;
    Candle b;
    b.openTime = 60'000;
    Candle c = a;
    c.n = 4;
    series.upsert(Candle{});
    series.setHistory({a, b, c});
    QCOMPARE(series.candles().size(), 2U);
    QCOMPARE(series.candles().front().openTime, 60'000);
    QCOMPARE(series.candles().back().n, 4);
}

void TestTradesAndCandles::candlesFromTrades()
{
    CandleSeries series("15s");
    const auto changed =
        series.addTrades(std::vector{trade(1'000, 1, 100, 5), trade(2'000, 2, 120, 1),
                                     trade(14'999, 3, 90, 2), trade(15'000, 4, 95, 7)});
    QCOMPARE(changed.size(), 2U);
    QCOMPARE(changed[0].openTime, 0);
    QCOMPARE(changed[0].closeTime, 14'999);
    QCOMPARE(changed[0].open.ticks, 100);
    QCOMPARE(changed[0].high.ticks, 120);
    QCOMPARE(changed[0].low.ticks, 90);
    QCOMPARE(changed[0].close.ticks, 90);
    QCOMPARE(changed[0].volume.lots, 8);
    QCOMPARE(changed[0].n, 3);
    QCOMPARE(changed[1].open.ticks, 95);
    QCOMPARE(series.addTrades(std::vector{trade(16'000, 5, 96, 1)}).at(0).n, 2);
}

void TestTradesAndCandles::intervals()
{
    QCOMPARE(intervalMs("1m").value(), 60'000);
    QCOMPARE(intervalMs("3d").value(), 259'200'000);
    QVERIFY(isVenueInterval("1M"));
    QVERIFY(!isVenueInterval("15s"));
    QVERIFY(!intervalMs("7m"));
}

void TestTradesAndCandles::dayChange()
{
    AssetCtx ctx;
    QVERIFY(!ctx.dayChange());
    ctx.prevDayPx = Decimal::fromInt(200);
    ctx.mid = Decimal::fromInt(210);
    QCOMPARE(ctx.dayChange()->toString(), std::string("0.05"));
    ctx.mark = Decimal::fromInt(190);
    QCOMPARE(ctx.dayChange()->toString(), std::string("-0.05"));
    ctx.prevDayPx = Decimal();
    QVERIFY(!ctx.dayChange());
}

QTEST_APPLESS_MAIN(TestTradesAndCandles)

#include "tst_trades_and_candles.moc"
