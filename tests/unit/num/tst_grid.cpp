// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "num/grid.h"

#include <QTest>

using namespace hl;

namespace {

constexpr Grid kBtc{MarketKind::Perp, 5};  // 1 decimal of price
constexpr Grid kDoge{MarketKind::Perp, 0}; // 6
constexpr Grid kSpot{MarketKind::Spot, 0}; // 8

} // namespace

class TestGrid : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void decimals();
    void parsesPrices_data();
    void parsesPrices();
    void parsesSizes_data();
    void parsesSizes();
    void fromDecimal_data();
    void fromDecimal();
    void notionalIsExact();
    void roundTrip();
    void B12_tinyNumbersStayPlain();
};

void TestGrid::decimals()
{
    QCOMPARE(kBtc.pxDecimals(), 1);
    QCOMPARE(kBtc.ntlDecimals(), 6);
    QCOMPARE((Grid{MarketKind::Spot, 2}.pxDecimals()), 6);
    QCOMPARE((Grid{MarketKind::Outcome, 0}.pxDecimals()), 8);
    QCOMPARE((Grid{MarketKind::Perp, 7}.pxDecimals()), 0);
    QCOMPARE((Grid{MarketKind::Perp, 7}.ntlDecimals()), 7);
}

void TestGrid::parsesPrices_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("szDecimals");
    QTest::addColumn<qint64>("ticks"); // below 0: refused
    const auto row = [](const char *text, int szDecimals, qint64 ticks) {
        QTest::addRow("\"%s\" with %d", text, szDecimals)
            << QString::fromLatin1(text) << szDecimals << ticks;
    };
    row("64437.0", 5, 644370);
    row("64437", 5, 644370);
    row("64437.5", 5, 644375);
    row("64437.50000", 5, 644375);
    row("64437.55", 5, -1);
    row("0.0", 5, 0);
    row("-0.0", 5, 0);
    row("-1", 5, -1);
    row("007.1", 5, 71);
    row("0.000001", 0, 1);
    row("0.0000001", 0, -1);
    row("0.0000000", 0, 0);
    row("", 5, -1);
    row("-", 5, -1);
    row(".5", 5, -1);
    row("5.", 5, -1);
    row("1e5", 5, -1);
    row("1 ", 5, -1);
    row("+1", 5, -1);
    row("1.2.3", 5, -1);
    row("1.0x", 5, -1);
    row("99999999999999999.9", 5, 999999999999999999);
    row("100000000000000000", 5, -1);
    row("999999999999.999999", 0, 999999999999999999);
    row("9999999999999999999999", 5, -1);
    row("0000000000000000000000000000001", 5, 10);
    row("0.00000000000000000000000000000", 5, 0);
}

void TestGrid::parsesPrices()
{
    QFETCH(QString, text);
    QFETCH(int, szDecimals);
    QFETCH(qint64, ticks);
    const auto px =
        parsePx(text.toStdString(), Grid{MarketKind::Perp, static_cast<std::uint8_t>(szDecimals)});
    QCOMPARE(px.has_value(), ticks >= 0);
    if (px)
        QCOMPARE(qint64{px->ticks}, ticks);
    else
        QCOMPARE(px.error().field, std::string("px"));
}

void TestGrid::parsesSizes_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("szDecimals");
    QTest::addColumn<bool>("ok");
    QTest::addColumn<qint64>("lots");
    const auto row = [](const char *text, int szDecimals, bool ok, qint64 lots) {
        QTest::addRow("\"%s\" with %d", text, szDecimals)
            << QString::fromLatin1(text) << szDecimals << ok << lots;
    };
    row("1.5", 5, true, 150000);
    row("-11.28", 2, true, -1128);
    row("-0", 2, true, 0);
    row("0.00001", 5, true, 1);
    row("0.000001", 5, false, 0);
    row("0.4671228074779094", 3, false, 0); // B02: never rounded silently
    row("1000000", 0, true, 1000000);
    row("1000000.0", 0, true, 1000000);
    row("1000000.1", 0, false, 0);
    row("-999999999999999999", 0, true, -999999999999999999);
    row("-1000000000000000000", 0, false, 0);
}

void TestGrid::parsesSizes()
{
    QFETCH(QString, text);
    QFETCH(int, szDecimals);
    QFETCH(bool, ok);
    QFETCH(qint64, lots);
    const auto sz =
        parseSz(text.toStdString(), Grid{MarketKind::Perp, static_cast<std::uint8_t>(szDecimals)});
    QCOMPARE(sz.has_value(), ok);
    if (sz)
        QCOMPARE(qint64{sz->lots}, lots);
}

void TestGrid::fromDecimal_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("ok");
    QTest::newRow("on the grid") << "117365.5" << true;
    QTest::newRow("zeros behind") << "117365.50000" << true;
    QTest::newRow("off the grid") << "117365.55" << false;
    QTest::newRow("negative") << "-1" << false;
    QTest::newRow("38 digits") << "99999999999999999999999999999999999999" << false;
    QTest::newRow("18 digits") << "99999999999999999.9" << true;
    QTest::newRow("19 digits") << "999999999999999999.9" << false;
}

void TestGrid::fromDecimal()
{
    QFETCH(QString, text);
    QFETCH(bool, ok);
    const auto value = Decimal::parse(text.toStdString());
    const auto px = toPx(*value, kBtc);
    QCOMPARE(px.has_value(), ok);
    const auto parsed = parsePx(text.toStdString(), kBtc);
    QCOMPARE(parsed.has_value(), ok);
    if (ok)
        QVERIFY(*px == *parsed);
}

void TestGrid::notionalIsExact()
{
    const Ntl ntl = *parsePx("99999999999999999.9", kBtc) * *parseSz("9999999999999.99999", kBtc);
    QCOMPARE(toDecimal(ntl, kBtc).toString(), std::string("999999999999999998000000000000.000001"));
    QCOMPARE(toDecimal(*parsePx("0.00000001", kSpot) * *parseSz("100000000000", kSpot), kSpot)
                 .toString(),
             std::string("1000"));
}

void TestGrid::roundTrip()
{
    for (const Grid grid : {kBtc, kDoge, kSpot, Grid{MarketKind::Perp, 8}}) {
        for (std::int64_t ticks :
             {std::int64_t{0}, std::int64_t{1}, std::int64_t{9}, std::int64_t{10}, std::int64_t{99},
              std::int64_t{100'000}, std::int64_t{123'456'789},
              std::int64_t{999'999'999'999'999'999}}) {
            QCOMPARE(parsePx(pxText(Px{ticks}, grid), grid)->ticks, ticks);
            QCOMPARE(parseSz(szText(Sz{-ticks}, grid), grid)->lots, -ticks);
            QCOMPARE(toPx(toDecimal(Px{ticks}, grid), grid)->ticks, ticks);
        }
    }
}

void TestGrid::B12_tinyNumbersStayPlain()
{
    for (const char *text : {"0.0000085", "0.0000001", "0.00000001", "0.0000012"})
        QCOMPARE(pxText(*parsePx(text, kSpot), kSpot), std::string(text));
}

QTEST_APPLESS_MAIN(TestGrid)

#include "tst_grid.moc"
