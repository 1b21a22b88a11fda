// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "num/tick_rule.h"
#include "ui/common/formatters.h"
#include "ui/common/paint_stats.h"
#include "ui/ladder/price_scale.h"

#include <QtTest>

#include <random>

using namespace hl;
using namespace hl::ui;
using model::Side;

class TestPriceScale : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void rowsAreTheValidPrices_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<int>("szDecimals");
        QTest::addColumn<qint64>("from");
        const auto add = [](const char *name, MarketKind kind, int sz, qint64 from) {
            QTest::newRow(name) << int(kind) << sz << from;
        };
        add("BTC near 110,000", MarketKind::Perp, 5, 1'099'950);
        add("BTC through 100,000", MarketKind::Perp, 5, 999'800);
        add("ETH through 10,000", MarketKind::Perp, 4, 999'600);
        add("SOL through 100", MarketKind::Perp, 2, 999'800);
        add("kPEPE through 0.01", MarketKind::Perp, 0, 9'950);
        add("low price through 0.1", MarketKind::Perp, 0, 99'970);
        add("low price through 1", MarketKind::Perp, 0, 999'800);
        add("spot through 0.001", MarketKind::Spot, 0, 99'970);
        add("no decimals at all", MarketKind::Perp, 6, 99'990);
        add("the smallest prices", MarketKind::Perp, 2, 1);
    }
    void rowsAreTheValidPrices()
    {
        QFETCH(int, kind);
        QFETCH(int, szDecimals);
        QFETCH(qint64, from);
        const Grid grid{MarketKind(kind), static_cast<std::uint8_t>(szDecimals)};
        const PriceScale scale(grid, 1);
        std::int64_t row = scale.rowFor({from}, Side::Sell);
        for (int i = 0; i < 300; ++i, ++row) {
            const Px px = scale.pxAt(row);
            QVERIFY2(isValidPx(px, grid), qPrintable(QString::number(px.ticks)));
            QCOMPARE(scale.rowFor(px, Side::Buy), row);
            QCOMPARE(scale.rowFor(px, Side::Sell), row);
            const auto up = nextPxUp(px, grid);
            QVERIFY(up);
            QCOMPARE(scale.pxAt(row + 1), *up);
            // What lies between two rows belongs to the lower for a buy, to the upper for a sell.
            if (up->ticks - px.ticks > 1) {
                QCOMPARE(scale.rowFor({px.ticks + 1}, Side::Buy), row);
                QCOMPARE(scale.rowFor({px.ticks + 1}, Side::Sell), row + 1);
            }
        }
    }

    void groupsNeverPromiseABetterPrice()
    {
        std::mt19937_64 random(3);
        for (const int group : PriceScale::kGroups) {
            for (int i = 0; i < 3000; ++i) {
                const Grid grid{i % 3 == 0 ? MarketKind::Spot : MarketKind::Perp,
                                static_cast<std::uint8_t>(i % 6)};
                const PriceScale scale(grid, group);
                const Px px{static_cast<std::int64_t>(random() % 5'000'000'000) + 1};
                const auto below = scale.rowFor(px, Side::Buy);
                const auto above = scale.rowFor(px, Side::Sell);
                QVERIFY(scale.pxAt(below) <= px);
                QVERIFY(scale.pxAt(below + 1) > px);
                QVERIFY(scale.pxAt(above) >= px);
                QVERIFY(above == 0 || scale.pxAt(above - 1) < px);
            }
        }
    }

    void figures_data()
    {
        QTest::addColumn<QString>("got");
        QTest::addColumn<QString>("wanted");
        const Grid btc{MarketKind::Perp, 5};
        const Grid eth{MarketKind::Perp, 4};
        const auto d = [](const char *text) { return *Decimal::parse(text); };
        const auto add = [](const char *name, const QString &got, const char16_t *wanted) {
            QTest::newRow(name) << got << QString::fromUtf16(wanted);
        };
        add("grouped price", fmt::pxText({1'101'430}, btc), u"110,143");
        add("off-step price stays exact", fmt::pxText({1'101'432}, btc), u"110,143.2");
        add("decimals of the step", fmt::pxText({431'200}, eth), u"4,312.0");
        add("size to the lot", fmt::szText({5'000}, btc), u"0.05000");
        add("size negative", fmt::szText({-25'000}, btc), u"\u22120.25000");
        add("size zero", fmt::szText({0}, btc), u"0");
        add("large size", fmt::szText({123'456'700'000}, btc), u"1,234,567.00000");
        add("short size", fmt::szShort({1'925'600}, btc), u"19.256");
        add("below the smallest", fmt::szShort({-1}, btc), u">\u22120.001");
        add("plain size", fmt::szPlain({5'000}, btc), u"0.05");
        add("money", fmt::money(d("1234567.005")), u"1,234,567.00");
        add("money below a cent", fmt::money(d("0.001")), u"<0.01");
        add("signed", fmt::signedMoney(d("41.1")), u"+41.10");
        add("signed negative", fmt::signedMoney(d("-41.1")), u"\u221241.10");
        add("signed zero", fmt::signedMoney(d("0")), u"0.00");
        add("percent", fmt::signedPercent(d("0.018409")), u"+1.84 %");
        add("small percent", fmt::percent(d("0.0000131"), 4), u"0.0013 %");
        add("billions", fmt::compact(d("2910334001.5")), u"2.91 B");
        add("hundreds of millions", fmt::compact(d("610334001.5")), u"610.3 M");
        add("thousands", fmt::compact(d("-1234")), u"\u22121.23 k");
        add("small", fmt::compact(d("12.345")), u"12.34");
        add("price off the grid", fmt::priceText(d("110136.8123"), btc), u"110,137");
        add("price off the grid, small", fmt::priceText(d("4312.617"), eth), u"4,312.6");
        add("below one", fmt::priceText(d("0.0098861"), Grid{MarketKind::Perp, 0}), u"0.009886");
        add("age", fmt::ageText(5'000'000'000, 1'900'000'000), u"3.1 s");
        add("age never", fmt::ageText(5, 0), u"–");
        add("age minutes", fmt::durationText(180'000'000'000), u"3 min");
        add("countdown", fmt::countdownText(761), u"12:41");
        add("countdown hours", fmt::countdownText(3729), u"1:02:09");
        add("id", fmt::shortId("0x5b1e00000000000000000000000090a1"), u"0x5b1e…90a1");
    }
    void figures()
    {
        QFETCH(QString, got);
        QFETCH(QString, wanted);
        QCOMPARE(got, wanted);
    }

    void histogramNeverUnderstates()
    {
        DurationHistogram h;
        std::vector<std::int64_t> all;
        std::mt19937_64 random(5);
        for (int i = 0; i < 20'000; ++i) {
            const auto ns = static_cast<std::int64_t>(random() % (1ULL << (10 + i % 20)));
            h.record(ns);
            all.push_back(ns);
        }
        std::sort(all.begin(), all.end());
        for (const unsigned perMille : {1U, 500U, 950U, 990U, 1000U}) {
            const auto exact = all[(all.size() * perMille + 999) / 1000 - 1];
            const auto got = h.quantile(perMille);
            QVERIFY(got >= exact);
            QVERIFY(got <= exact + exact / 30 + 1);
        }
        QCOMPARE(h.max(), all.back());
        QCOMPARE(h.count(), std::uint64_t(20'000));
    }
};

QTEST_APPLESS_MAIN(TestPriceScale)
#include "tst_price_scale.moc"
