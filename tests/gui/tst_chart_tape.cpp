// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "gui/gui_fixture.h"
#include "ui/chart/candle_series.h"
#include "ui/chart/candle_view.h"
#include "ui/chart/chart_panel.h"
#include "ui/chart/depth_view.h"
#include "ui/tape/tape_panel.h"

#include <QApplication>
#include <QPushButton>
#include <QtTest>

#include <memory>

using namespace hl;
using namespace hl::ui;
using test::SyntheticFeed;

class TestChartTape : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<test::GuiFixture> f;

    market::Candle candle(TimeMs open, std::int64_t from, std::int64_t to)
    {
        market::Candle c;
        c.openTime = open;
        c.closeTime = open + 59'999;
        c.open = SyntheticFeed::btc(from);
        c.close = SyntheticFeed::btc(to);
        c.high = SyntheticFeed::btc(std::max(from, to) + 2);
        c.low = SyntheticFeed::btc(std::min(from, to) - 2);
        c.volume = {1000};
        return c;
    }
    engine::CandleBatch batch(std::vector<market::Candle> candles, bool isHistory)
    {
        engine::CandleBatch b;
        b.coin = "BTC";
        b.interval = "1m";
        b.grid = SyntheticFeed::kBtc;
        b.candles = std::move(candles);
        b.isHistory = isHistory;
        return b;
    }
    void trade(std::int64_t px, std::int64_t lots, bool isBuy, Tid tid)
    {
        engine::TradeBatch b;
        b.coin = "BTC";
        b.grid = SyntheticFeed::kBtc;
        b.trades.push_back({SyntheticFeed::btc(px), {lots}, f->clock.wallMs(), tid, isBuy});
        Q_EMIT f->engine.tradesAppended(b);
    }

private Q_SLOTS:
    void initTestCase() { Theme::instance().install(*qApp); }
    void init()
    {
        f = std::make_unique<test::GuiFixture>();
        f->engine.expectNoOrders();
        f->select();
    }
    void cleanup() { f.reset(); }

    void liveCandlesReplaceOrAppendByOpenTime()
    {
        CandleSeries s;
        s.reset("BTC", "1m");
        QVERIFY(s.apply(batch({candle(60'000, 1, 2), candle(0, 1, 1)}, true)));
        QCOMPARE(s.candles().front().openTime, TimeMs(0));
        QVERIFY(s.apply(batch({candle(60'000, 1, 5)}, false)));
        QCOMPARE(s.candles().size(), std::size_t(2));
        QCOMPARE(s.candles().back().close, SyntheticFeed::btc(5));
        QVERIFY(s.apply(batch({candle(180'000, 5, 6)}, false)));
        QVERIFY(s.apply(batch({candle(120'000, 5, 6)}, false))); // late, in between
        QCOMPARE(s.candles()[2].openTime, TimeMs(120'000));
        auto other = batch({candle(0, 9, 9)}, true);
        other.interval = "5m";
        QVERIFY(!s.apply(other));
        QCOMPARE(s.candles().size(), std::size_t(4));
    }

    void intervals_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<qint64>("ms");
        QTest::newRow("1s") << QByteArray("1s") << qint64(1000);
        QTest::newRow("15m") << QByteArray("15m") << qint64(900'000);
        QTest::newRow("4h") << QByteArray("4h") << qint64(14'400'000);
        QTest::newRow("1d") << QByteArray("1d") << qint64(86'400'000);
        QTest::newRow("nothing") << QByteArray("") << qint64(0);
        QTest::newRow("no unit") << QByteArray("15") << qint64(0);
        QTest::newRow("negative") << QByteArray("-1m") << qint64(0);
        QTest::newRow("two units") << QByteArray("1mm") << qint64(0);
    }
    void intervals()
    {
        QFETCH(QByteArray, text);
        QFETCH(qint64, ms);
        QCOMPARE(CandleSeries::lengthMs(text.constData()), TimeMs(ms));
    }

    void gridStepsAreRound()
    {
        for (std::int64_t span = 1; span < 5'000'000; span = span * 3 + 1) {
            const auto step = niceStep(span, 6);
            std::int64_t lead = step;
            while (lead % 10 == 0)
                lead /= 10;
            QVERIFY(lead == 1 || lead == 2 || lead == 5);
            QVERIFY(span / step <= 6);
        }
    }

    void candlesAreDrawnWhereTheyBelong()
    {
        ChartPanel panel(f->state);
        panel.resize(700, 400);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        QCOMPARE((f->engine.candles[{"BTC", "1m"}]), 1);
        std::vector<market::Candle> candles;
        for (int i = 0; i < 40; ++i)
            candles.push_back(candle(i * 60'000, 110'000 + (i % 2) * 10, 110'000 + (i % 3) * 8));
        Q_EMIT f->engine.candlesChanged(batch(candles, true));
        auto &view = panel.view();
        const QImage image = test::pictureOf(view);
        int checked = 0;
        for (std::size_t i = 10; i < 40; ++i) {
            const auto &c = view.series().candles()[i];
            if (c.open == c.close)
                continue;
            const QPoint middle(int(view.xOf(i)), int((view.yOf(c.open) + view.yOf(c.close)) / 2));
            const Tone side = c.close > c.open ? Tone::Bid : Tone::Ask;
            QCOMPARE(image.pixelColor(middle), Theme::instance().color(side));
            ++checked;
        }
        QVERIFY(checked > 15);
        panel.hide();
        QCOMPARE((f->engine.candles[{"BTC", "1m"}]), 0);
    }

    void zoomKeepsThePointersCandleAndPanStops()
    {
        ChartPanel panel(f->state);
        panel.resize(700, 400);
        panel.show();
        std::vector<market::Candle> candles;
        for (int i = 0; i < 300; ++i)
            candles.push_back(candle(i * 60'000, 110'000, 110'010));
        Q_EMIT f->engine.candlesChanged(batch(candles, true));
        auto &view = panel.view();
        view.pan(50);
        const double x = view.xOf(220);
        view.zoom(1.5, x);
        QVERIFY(std::abs(view.xOf(220) - x) < view.barWidth());
        view.pan(-10'000);
        QCOMPARE(view.scrolledBack(), 0.0);
        view.pan(10'000);
        QCOMPARE(view.scrolledBack(), 295.0);
        // Looking back, a new candle does not move the picture.
        view.pan(-200);
        const double before = view.xOf(100);
        Q_EMIT f->engine.candlesChanged(batch({candle(300 * 60'000, 110'000, 110'005)}, false));
        QCOMPARE(view.xOf(100), before);
        view.setFocus();
        QTest::keyClick(&view, Qt::Key_End);
        QCOMPARE(view.scrolledBack(), 0.0);
    }

    void intervalButtonsFollowAndRelease()
    {
        ChartPanel panel(f->state);
        panel.resize(700, 400);
        panel.show();
        auto *button = panel.findChild<QPushButton *>(QStringLiteral("interval_15m"));
        QVERIFY(button);
        button->click();
        QCOMPARE(panel.interval(), std::string("15m"));
        QCOMPARE((f->engine.candles[{"BTC", "1m"}]), 0);
        QCOMPARE((f->engine.candles[{"BTC", "15m"}]), 1);
        QVERIFY(button->isChecked());
        f->state.selectCoin("ETH");
        QCOMPARE((f->engine.candles[{"BTC", "15m"}]), 0);
        QCOMPARE((f->engine.candles[{"ETH", "15m"}]), 1);
    }

    void depthSumsAreExactAndCoverageIsSaid()
    {
        DepthPanel panel(f->state);
        panel.resize(600, 200);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        QCOMPARE(panel.note(), QString());
        f->feed.sendBook();
        auto &view = panel.view();
        const auto book = f->state.book("BTC");
        QCOMPARE(view.bids().size(), book->bids.size());
        std::int64_t sum = 0;
        for (std::size_t i = 0; i < book->bids.size(); ++i) {
            sum += book->bids[i].sz.lots;
            QCOMPARE(view.bids()[i].sum.lots, sum);
        }
        QVERIFY2(panel.note().startsWith(u"fast + deep · covers "), qPrintable(panel.note()));
        // The nearer end counts.
        const std::int64_t mid2 = book->bids[0].px.ticks + book->asks[0].px.ticks;
        const std::int64_t reach =
            std::min(mid2 / 2 - book->bids.back().px.ticks, book->asks.back().px.ticks - mid2 / 2);
        const double bp = double(reach) * 20'000 / double(mid2);
        QVERIFY(panel.note().contains(QString::number(std::floor(bp * 10) / 10)));
        f->feed.sendBook(110'146, market::BookState::Stale, "No frame.");
        f->clock.advance(std::chrono::milliseconds(250));
        QCOMPARE(panel.note(), QStringLiteral("not live"));
        QVERIFY(test::isColourless(test::pictureOf(view), view.rect()));
    }

    void tapeListsNewestFirstAndFilters()
    {
        TapePanel panel(f->state);
        panel.resize(190, 300);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        auto &view = panel.view();
        trade(110'146, 100, true, 1);
        trade(110'147, 50'000, false, 2);
        trade(110'148, 200, true, 3);
        QCOMPARE(view.shown().size(), std::size_t(3));
        QCOMPARE(view.shown().front().tid, Tid(3));
        QCOMPARE(f->engine.tradeCredits["BTC"], 3);
        view.setMinimumValue(1000); // 0.001 at 110,146 is 110
        QCOMPARE(view.shown().size(), std::size_t(1));
        QCOMPARE(view.shown().front().tid, Tid(2));
        view.setMinimumValue(0);
        QVERIFY(view.isLarge(view.shown()[1]));
        QVERIFY(!view.isLarge(view.shown()[0]));
        const QImage image = test::pictureOf(view);
        const int h = Theme::instance().denseRowHeight();
        const auto row = [&](int i) { return QRect(18, 3 + i * h, 60, h); };
        QVERIFY(test::countColor(image, row(0), Theme::instance().color(Tone::Bid), 40) > 10);
        QVERIFY(test::countColor(image, row(1), Theme::instance().color(Tone::Bid), 40) == 0);
        QVERIFY(image.pixelColor(2, 3 + h + h / 2) != Theme::instance().color(Tone::Panel));
        QCOMPARE(image.pixelColor(2, 3 + h / 2), Theme::instance().color(Tone::Panel));
    }

    void tapeScrolledBackStandsStill()
    {
        TapePanel panel(f->state);
        panel.resize(190, 300);
        panel.show();
        auto &view = panel.view();
        for (int i = 0; i < 200; ++i)
            trade(110'000 + i, 100, true, Tid(i + 1));
        view.setFocus();
        QTest::keyClick(&view, Qt::Key_PageDown);
        const Tid top = view.shown().front().tid;
        QVERIFY(top < 200);
        for (int i = 0; i < 20; ++i)
            trade(110'300, 100, true, Tid(1000 + i));
        QCOMPARE(view.shown().front().tid, top);
        QTest::keyClick(&view, Qt::Key_Home);
        QCOMPARE(view.shown().front().tid, Tid(1019));
    }

    void tapeIsBoundedAndCountsTraded()
    {
        const int n = int(TradeTape::kMax) + 500;
        for (int i = 0; i < n; ++i)
            trade(110'146, 2, i % 2 == 0, Tid(i + 1));
        const auto &tape = f->state.tape("BTC");
        QCOMPARE(tape.trades.size(), TradeTape::kMax);
        QCOMPARE(tape.serial, std::uint64_t(n));
        const auto &at = tape.traded.at(SyntheticFeed::btc(110'146));
        QCOMPARE(at.bought.lots, std::int64_t(n));
        QCOMPARE(at.sold.lots, std::int64_t(n));
        // A snapshot after a reconnect repeats what is known: nothing comes twice.
        engine::TradeBatch again;
        again.coin = "BTC";
        again.grid = SyntheticFeed::kBtc;
        again.isSnapshot = true;
        again.trades.assign(tape.trades.end() - 5, tape.trades.end());
        Q_EMIT f->engine.tradesAppended(again);
        QCOMPARE(f->state.tape("BTC").serial, std::uint64_t(n));
        f->state.resetTraded("BTC");
        QVERIFY(f->state.tape("BTC").traded.empty());
    }
};

QTEST_MAIN(TestChartTape)
#include "tst_chart_tape.moc"
