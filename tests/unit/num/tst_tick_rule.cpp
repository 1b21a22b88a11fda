// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "num/tick_rule.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <limits>

using namespace hl;

namespace {

Grid grid(int szDecimals, MarketKind kind = MarketKind::Perp)
{
    return {kind, static_cast<std::uint8_t>(szDecimals)};
}

/// Vectors hold exponents too; they are only another spelling. None: no number.
std::optional<Decimal> number(const QString &text)
{
    const qsizetype e = text.indexOf(QLatin1Char('e'));
    const auto value = Decimal::parse(text.left(e).toStdString());
    if (!value || e < 0)
        return value ? std::optional(*value) : std::nullopt;
    const int exponent = text.mid(e + 1).toInt();
    const std::string zeros(static_cast<std::size_t>(std::max(exponent, 0)), '0');
    const auto scaled = exponent < 0 ? Decimal::mul(*value, Decimal(1, -exponent))
                                     : Decimal::mul(*value, Decimal::parse("1" + zeros).value());
    return scaled ? std::optional(*scaled) : std::nullopt;
}

Decimal dec(const QString &text)
{
    const auto value = number(text);
    if (!value)
        qFatal("%s", qPrintable(text));
    return *value;
}

} // namespace

class TestTickRule : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void valid_data();
    void valid();
    void nearest_data();
    void nearest();
    void neighbours_data();
    void neighbours();
    void stepsCrossPowersOfTen_data();
    void stepsCrossPowersOfTen();
    void stepsAndSingleSteps();
    void slippage_data();
    void slippage();
    void vectors_data();
    void vectors();
    void refusals();
};

void TestTickRule::valid_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("szDecimals");
    QTest::addColumn<int>("kind");
    QTest::addColumn<bool>("ok");
    const auto row = [](const char *text, int szDecimals, MarketKind kind, bool ok) {
        QTest::addRow("%s with %d, kind %d", text, szDecimals, int(kind))
            << QString::fromLatin1(text) << szDecimals << int(kind) << ok;
    };
    row("0.001234", 0, MarketKind::Perp, true);
    row("0.01234", 1, MarketKind::Perp, true);
    row("0.0001234", 0, MarketKind::Spot, true);
    row("0.0001234", 1, MarketKind::Spot, true);
    row("0.012345", 0, MarketKind::Perp, true);
    row("0.123456", 0, MarketKind::Perp, false);
    row("123456", 0, MarketKind::Perp, true);
    row("123456", 5, MarketKind::Perp, true);
    row("12345.6", 5, MarketKind::Perp, false);
    row("117365.5", 5, MarketKind::Perp, false); // B03
    row("117365", 5, MarketKind::Perp, true);
    row("71234.5", 5, MarketKind::Perp, false); // B07
    row("1234.5", 5, MarketKind::Perp, true);
    row("99999", 5, MarketKind::Perp, true);
    row("99999.5", 5, MarketKind::Perp, false);
    row("100000", 5, MarketKind::Perp, true);
    row("0", 5, MarketKind::Perp, false);
    row("0.51", 0, MarketKind::Outcome, true);
}

void TestTickRule::valid()
{
    QFETCH(QString, text);
    QFETCH(int, szDecimals);
    QFETCH(int, kind);
    const Grid on = grid(szDecimals, static_cast<MarketKind>(kind));
    QTEST(isValidPx(*parsePx(text.toStdString(), on), on), "ok");
    QVERIFY(!parsePx("0.0012345", grid(0))); // seven decimals of a perp
    QVERIFY(!parsePx("0.012345", grid(1)));  // six where five are left
    QVERIFY(!parsePx("0.0012963", grid(0))); // B06: a builder dex is a perp
    QVERIFY(!parsePx("0.0001234", grid(2, MarketKind::Spot)));
}

void TestTickRule::nearest_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("szDecimals");
    QTest::addColumn<int>("rounding");
    QTest::addColumn<QString>("result"); // empty: refused
    const auto row = [](const char *text, int szDecimals, Rounding rounding, const char *result) {
        QTest::addRow("%s with %d, rounding %d", text, szDecimals, int(rounding))
            << QString::fromLatin1(text) << szDecimals << int(rounding)
            << QString::fromLatin1(result);
    };
    row("99999.5", 5, Rounding::Up, "100000");
    row("99999.5", 5, Rounding::Down, "99999");
    row("99999.5", 5, Rounding::HalfEven, "100000");
    row("9999.95", 5, Rounding::Up, "10000");
    row("0.0000004", 0, Rounding::Down, "");
    row("0.0000004", 0, Rounding::Up, "0.000001");
    row("0.0000004", 0, Rounding::HalfEven, "");
    row("0.0000006", 0, Rounding::HalfEven, "0.000001");
    row("123456.7", 5, Rounding::Down, "123456");
    row("123456.7", 5, Rounding::Up, "123457");
    row("0.99999999", 0, Rounding::Up, "1");
    row("0.09999999", 0, Rounding::HalfEven, "0.1");
    row("2741.865", 4, Rounding::Up, "2741.9"); // B08
    row("0", 4, Rounding::Up, "");
    row("-1", 4, Rounding::Up, "");
    row("1000000000000000000", 5, Rounding::Up, "");
}

void TestTickRule::nearest()
{
    QFETCH(QString, text);
    QFETCH(int, szDecimals);
    QFETCH(int, rounding);
    QFETCH(QString, result);
    const Grid on = grid(szDecimals);
    const auto px = nearestValidPx(dec(text), on, static_cast<Rounding>(rounding));
    QCOMPARE(px.has_value(), !result.isEmpty());
    if (px) {
        QCOMPARE(QString::fromStdString(pxText(*px, on)), result);
        QVERIFY(isValidPx(*px, on));
    } else {
        QCOMPARE(px.error().field, std::string("px"));
    }
}

void TestTickRule::neighbours_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("szDecimals");
    QTest::addColumn<QString>("below");
    QTest::addColumn<QString>("above");
    QTest::newRow("B03 half a dollar") << "117365.5" << 5 << "117365"
                                       << "117366";
    QTest::newRow("B07 limit order") << "71234.5" << 5 << "71234"
                                     << "71235";
    QTest::newRow("valid itself") << "71234" << 5 << "71234"
                                  << "71234";
    QTest::newRow("across a power of ten") << "99999.7" << 5 << "99999"
                                           << "100000";
    QTest::newRow("below the smallest") << "0.0000001" << 0 << "0.000001"
                                        << "0.000001";
}

void TestTickRule::neighbours()
{
    QFETCH(QString, text);
    QFETCH(int, szDecimals);
    const Grid on = grid(szDecimals);
    const auto pair = validNeighbours(dec(text), on);
    QVERIFY(pair.has_value());
    QTEST(QString::fromStdString(pxText(pair->first, on)), "below");
    QTEST(QString::fromStdString(pxText(pair->second, on)), "above");
}

void TestTickRule::stepsCrossPowersOfTen_data()
{
    QTest::addColumn<QString>("lower");
    QTest::addColumn<QString>("upper");
    QTest::addColumn<int>("szDecimals");
    const auto row = [](const char *lower, const char *upper, int szDecimals) {
        QTest::addRow("%s then %s", lower, upper)
            << QString::fromLatin1(lower) << QString::fromLatin1(upper) << szDecimals;
    };
    row("9999.9", "10000", 5);
    row("10000", "10001", 5);
    row("99999", "100000", 5);
    row("100000", "100001", 5);
    row("999999", "1000000", 5);
    row("0.99999", "1", 0);
    row("1", "1.0001", 0);
    row("0.000001", "0.000002", 0);
    row("0.000009", "0.00001", 0);
    row("0.099999", "0.1", 0);
    row("0.1", "0.10001", 0);
    row("9.9999", "10", 1);
    row("10", "10.001", 1);
}

void TestTickRule::stepsCrossPowersOfTen()
{
    QFETCH(QString, lower);
    QFETCH(QString, upper);
    QFETCH(int, szDecimals);
    const Grid on = grid(szDecimals);
    const Px low = *parsePx(lower.toStdString(), on);
    const Px high = *parsePx(upper.toStdString(), on);
    QCOMPARE(QString::fromStdString(pxText(*nextPxUp(low, on), on)), upper);
    QCOMPARE(QString::fromStdString(pxText(*nextPxDown(high, on), on)), lower);
}

/// A leap is the same as that many single steps, both ways, and each price on the way is valid.
void TestTickRule::stepsAndSingleSteps()
{
    for (const int szDecimals : {0, 2, 5, 6}) {
        const Grid on = grid(szDecimals);
        Px px{1};
        std::vector<Px> path{px};
        while (path.size() < 400'000) {
            const auto next = nextPxUp(path.back(), on);
            QVERIFY(next.has_value());
            QVERIFY(isValidPx(*next, on));
            QVERIFY(*nextPxDown(*next, on) == path.back());
            path.push_back(*next);
        }
        for (const std::size_t from :
             {std::size_t{0}, std::size_t{9}, std::size_t{99'998}, path.size() / 2}) {
            for (const std::size_t by :
                 {std::size_t{1}, std::size_t{2}, std::size_t{90'000}, std::size_t{150'001}}) {
                QVERIFY(stepPx(path[from], static_cast<std::int64_t>(by), on) == path[from + by]);
                QVERIFY(stepPx(path[from + by], -static_cast<std::int64_t>(by), on) == path[from]);
            }
        }
        QVERIFY(!nextPxDown(Px{1}, on).has_value());
        QVERIFY(stepPx(path.back(), std::numeric_limits<std::int64_t>::min(), on) == Px{1});
        const Px far = stepPx(Px{1}, std::numeric_limits<std::int64_t>::max(), on);
        QVERIFY(isValidPx(far, on));
    }
}

void TestTickRule::slippage_data()
{
    QTest::addColumn<QString>("mid");
    QTest::addColumn<int>("szDecimals");
    QTest::addColumn<bool>("isBuy");
    QTest::addColumn<QString>("slippage");
    QTest::addColumn<QString>("result");
    QTest::newRow("B04 kPEPE sell") << "0.009886" << 0 << false << "0.05"
                                    << "0.009391";
    QTest::newRow("B05 ARB buy") << "0.0901" << 1 << true << "0.05"
                                 << "0.09461";
    QTest::newRow("B06 builder dex buy") << "0.0012345678" << 0 << true << "0.05"
                                         << "0.001297";
    QTest::newRow("B08 ETH buy") << "2611.3" << 4 << true << "0.05"
                                 << "2741.9";
    QTest::newRow("none") << "100" << 2 << true << "0"
                          << "100";
    QTest::newRow("sell away to nothing") << "0.000001" << 0 << false << "0.5"
                                          << "";
    QTest::newRow("a hundred percent") << "100" << 2 << false << "1"
                                       << "";
    QTest::newRow("negative") << "100" << 2 << false << "-0.1"
                              << "";
}

void TestTickRule::slippage()
{
    QFETCH(QString, mid);
    QFETCH(int, szDecimals);
    QFETCH(bool, isBuy);
    QFETCH(QString, slippage);
    QFETCH(QString, result);
    const auto px = slippagePx(dec(mid), isBuy, dec(slippage), grid(szDecimals));
    QCOMPARE(px.has_value(), !result.isEmpty());
    if (px)
        QCOMPARE(QString::fromStdString(pxText(*px, grid(szDecimals))), result);
}

/// vectors/symbols-and-ticks.json: tick and directional rounding of the reference client.
void TestTickRule::vectors_data()
{
    QTest::addColumn<QString>("price");
    QTest::addColumn<int>("szDecimals");
    QTest::addColumn<int>("kind");
    QTest::addColumn<QString>("tick");
    QTest::addColumn<QString>("down");
    QTest::addColumn<QString>("up");
    QFile file(QStringLiteral(HL_TEST_DATA "/vectors/symbols-and-ticks.json"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QJsonObject root = QJsonDocument::fromJson(file.readAll()).object();
    const QMap<QString, std::pair<int, MarketKind>> grids{
        {"BTC", {5, MarketKind::Perp}},
        {"ETH", {4, MarketKind::Perp}},
        {"HYPE", {2, MarketKind::Perp}},
        {"DOGE", {0, MarketKind::Perp}},
        {"kPEPE", {0, MarketKind::Perp}},
        {"xyz:XYZ100", {4, MarketKind::Perp}},
        {"xyz:AAPL", {3, MarketKind::Perp}},
        {"abc:GOLD", {2, MarketKind::Perp}},
        {"PURR/USDC", {0, MarketKind::Spot}},
        {"HFUN/USDC", {2, MarketKind::Spot}},
        {"HYPE/USDC", {2, MarketKind::Spot}},
        {"UBTC/USDC", {5, MarketKind::Spot}},
        {"USDH/USDC", {2, MarketKind::Spot}},
        {"btc-above-61720-yes-jun-08-0600", {0, MarketKind::Outcome}}};
    const auto ticks = root.value(QLatin1String("ticks")).toArray();
    QVERIFY(ticks.size() >= 243);
    for (const auto &value : ticks) {
        const QJsonObject row = value.toObject();
        const QString name = row.value(QLatin1String("name")).toString();
        if (name == QLatin1String("NOPE"))
            continue; // a market that does not exist has no tick
        QVERIFY2(grids.contains(name), qPrintable(name));
        const auto [szDecimals, kind] = grids.value(name);
        const QString price = row.value(QLatin1String("price")).toString();
        QTest::addRow("%s at %s", qPrintable(name), qPrintable(price))
            << price << szDecimals << int(kind) << row.value(QLatin1String("tick")).toString()
            << row.value(QLatin1String("buy")).toString()
            << row.value(QLatin1String("sell")).toString();
        QCOMPARE(row.value(QLatin1String("buyAggressive")), row.value(QLatin1String("sell")));
        QCOMPARE(row.value(QLatin1String("sellAggressive")), row.value(QLatin1String("buy")));
    }
}

void TestTickRule::vectors()
{
    QFETCH(QString, price);
    QFETCH(int, szDecimals);
    QFETCH(int, kind);
    QFETCH(QString, tick);
    QFETCH(QString, down);
    QFETCH(QString, up);
    const Grid on = grid(szDecimals, static_cast<MarketKind>(kind));
    if (tick.startsWith(QLatin1String("FormatError"))) { // no price at all
        const auto value = number(price);
        QVERIFY(!value || !nearestValidPx(*value, on, Rounding::Up));
        return;
    }
    const Decimal value = dec(price);
    const auto floor = toPx(value.rounded(on.pxDecimals(), Rounding::Down), on);
    if (floor) // prices of 20 digits have a tick too, but no place on the grid
        QCOMPARE(QString::fromStdString(pxText(Px{tickAt(*floor, on)}, on)), tick);
    const auto check = [&](Rounding rounding, const QString &expected) {
        const auto px = nearestValidPx(value, on, rounding);
        QCOMPARE(px.has_value(), !expected.startsWith(QLatin1String("FormatError")));
        if (px)
            QCOMPARE(QString::fromStdString(pxText(*px, on)), expected);
    };
    check(Rounding::Down, down);
    check(Rounding::Up, up);
}

void TestTickRule::refusals()
{
    QVERIFY(!validNeighbours(Decimal(), grid(2)));
    QVERIFY(!validNeighbours(Decimal::fromInt(-5), grid(2)));
    QVERIFY(!isValidPx(Px{-10}, grid(2)));
    QVERIFY(nextPxUp(Px{0}, grid(2)) == Px{1});
    QVERIFY(!nextPxUp(Px{999'999'999'999'999'999}, grid(2)).has_value());
}

QTEST_APPLESS_MAIN(TestTickRule)

#include "tst_tick_rule.moc"
