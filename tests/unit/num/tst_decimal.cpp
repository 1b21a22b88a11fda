// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "num/decimal.h"

#include <QTest>

#include <limits>
#include <random>

using namespace hl;

namespace {

Decimal dec(const char *text)
{
    const auto value = Decimal::parse(text);
    if (!value)
        qFatal("%s: %s", text, value.error().detail.c_str());
    return *value;
}

const char *const k38Nines = "99999999999999999999999999999999999999";

} // namespace

class TestDecimal : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void parses_data();
    void parses();
    void refuses_data();
    void refuses();
    void arithmetic_data();
    void arithmetic();
    void overflows_data();
    void overflows();
    void divides_data();
    void divides();
    void rounds_data();
    void rounds();
    void fixed_data();
    void fixed();
    void compares_data();
    void compares();
    void agreesWithWideIntegers();
    void B01_negativeZeroIsZero();
};

void TestDecimal::parses_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("printed");
    const auto row = [](const char *text, const char *printed) {
        QTest::newRow(text) << QString::fromLatin1(text) << QString::fromLatin1(printed);
    };
    row("0", "0");
    row("-0", "0");
    row("-0.000", "0");
    row("007", "7");
    row("1.50", "1.5");
    row("-1.50", "-1.5");
    row("64437.0", "64437");
    row("0.00000001", "0.00000001");
    row("1821731901.6448168755", "1821731901.6448168755");
    row("-3695042.8999999999", "-3695042.8999999999");
    row(k38Nines, k38Nines);
    row("-99999999999999999999999999999999999999", "-99999999999999999999999999999999999999");
    row("0.99999999999999999999999999999999999999", "0.99999999999999999999999999999999999999");
    row("0.00000000000000000000000000000000000001", "0.00000000000000000000000000000000000001");
    row("1.0000000000000000000000000000000000000000000000000000", "1");
    row("000000000000000000000000000000000000000000000000001", "1");
    row("100000000000000000000000000000000000.00", "100000000000000000000000000000000000");
}

void TestDecimal::parses()
{
    QFETCH(QString, text);
    const auto value = Decimal::parse(text.toStdString());
    QVERIFY(value.has_value());
    QTEST(QString::fromStdString(value->toString()), "printed");
}

void TestDecimal::refuses_data()
{
    QTest::addColumn<QString>("text");
    for (const char *text : {"",
                             "-",
                             ".",
                             "-.",
                             "5.",
                             ".5",
                             "+1",
                             " 1",
                             "1 ",
                             "1e5",
                             "1E5",
                             "1_000",
                             "1,5",
                             "0x1f",
                             "NaN",
                             "inf",
                             "--1",
                             "1.2.3",
                             "1-",
                             "1.-2",
                             "100000000000000000000000000000000000000",
                             "0.000000000000000000000000000000000000001",
                             "1.00000000000000000000000000000000000001"})
        QTest::newRow(*text ? text : "empty") << QString::fromLatin1(text);
    QTest::newRow("other digits") << QStringLiteral("\u0661\u0662");
    QTest::newRow("zero byte") << QString::fromLatin1("1\0", 2);
}

void TestDecimal::refuses()
{
    QFETCH(QString, text);
    const auto value = Decimal::parse(text.toStdString());
    QVERIFY(!value.has_value());
    QCOMPARE(value.error().kind, ErrorKind::Parse);
}

void TestDecimal::arithmetic_data()
{
    QTest::addColumn<QString>("a");
    QTest::addColumn<QString>("op");
    QTest::addColumn<QString>("b");
    QTest::addColumn<QString>("result");
    const auto row = [](const char *a, const char *op, const char *b, const char *result) {
        QTest::addRow("%s %s %s", a, op, b)
            << QString::fromLatin1(a) << QString::fromLatin1(op) << QString::fromLatin1(b)
            << QString::fromLatin1(result);
    };
    row("0.1", "+", "0.2", "0.3");
    row("1", "-", "1.000", "0");
    row("-1", "+", "0.000000000000000000000000000000000001",
        "-0.999999999999999999999999999999999999");
    row("99999999999999999999999999999999999998", "+", "1", k38Nines);
    row("99999999999999999999999999999999999998", "+", "1.0000", k38Nines);
    row(k38Nines, "-", k38Nines, "0");
    row("9.9999999999999999999999999999999999999", "+", "0.0000000000000000000000000000000000001",
        "10");
    row("1.5", "*", "-2", "-3");
    row("0.009886", "*", "0.95", "0.0093917");
    row("0", "*", "-5.5", "0");
    row("10000000000000000000", "*", "1000000000000000000",
        "10000000000000000000000000000000000000");
    row("18446744073709551616", "*", "0.00000000000000000001862645149230957",
        "0.34359738367999999423539247696576512");
    row("0.00000000000000000001", "*", "100000000000000000000", "1");
    row("5000000000000000000000000000000000000", "*", "0.0000000000000000000000000000000000002",
        "1");
}

void TestDecimal::arithmetic()
{
    QFETCH(QString, a);
    QFETCH(QString, op);
    QFETCH(QString, b);
    QFETCH(QString, result);
    const Decimal x = dec(a.toLatin1().constData());
    const Decimal y = dec(b.toLatin1().constData());
    const auto z = op == QLatin1String("+")   ? Decimal::add(x, y)
                   : op == QLatin1String("-") ? Decimal::sub(x, y)
                                              : Decimal::mul(x, y);
    QVERIFY(z.has_value());
    QCOMPARE(QString::fromStdString(z->toString()), result);
}

void TestDecimal::overflows_data()
{
    QTest::addColumn<QString>("a");
    QTest::addColumn<QString>("op");
    QTest::addColumn<QString>("b");
    const auto row = [](const char *name, const char *a, const char *op, const char *b) {
        QTest::newRow(name) << QString::fromLatin1(a) << QString::fromLatin1(op)
                            << QString::fromLatin1(b);
    };
    row("39 digits in a sum", k38Nines, "+", "1");
    row("39 digits downwards", "-99999999999999999999999999999999999999", "-", "1");
    row("too far apart", "10000000000000000000000000000000000000", "+", "0.1");
    row("product", "10000000000000000000", "*", "10000000000000000000");
    row("product too small", "0.00000000000000000001", "*", "0.0000000000000000001");
    row("largest square", k38Nines, "*", k38Nines);
}

void TestDecimal::overflows()
{
    QFETCH(QString, a);
    QFETCH(QString, op);
    QFETCH(QString, b);
    const Decimal x = dec(a.toLatin1().constData());
    const Decimal y = dec(b.toLatin1().constData());
    const auto z = op == QLatin1String("+")   ? Decimal::add(x, y)
                   : op == QLatin1String("-") ? Decimal::sub(x, y)
                                              : Decimal::mul(x, y);
    QVERIFY(!z.has_value());
}

void TestDecimal::divides_data()
{
    QTest::addColumn<QString>("a");
    QTest::addColumn<QString>("b");
    QTest::addColumn<int>("scale");
    QTest::addColumn<int>("rounding");
    QTest::addColumn<QString>("result");
    const auto row = [](const char *a, const char *b, int scale, Rounding rounding,
                        const char *result) {
        QTest::addRow("%s / %s to %d, %d", a, b, scale, int(rounding))
            << QString::fromLatin1(a) << QString::fromLatin1(b) << scale << int(rounding)
            << QString::fromLatin1(result);
    };
    row("1", "3", 4, Rounding::HalfEven, "0.3333");
    row("2", "3", 4, Rounding::HalfEven, "0.6667");
    row("1", "8", 2, Rounding::HalfEven, "0.12");
    row("3", "8", 2, Rounding::HalfEven, "0.38");
    row("1", "3", 0, Rounding::Up, "1");
    row("-1", "3", 0, Rounding::Up, "0");
    row("-1", "3", 0, Rounding::Down, "-1");
    row("-1", "3", 0, Rounding::TowardZero, "0");
    row("-1", "3", 0, Rounding::AwayFromZero, "-1");
    row("12345.678", "0.001", 0, Rounding::HalfEven, "12345678");
    row("0.0000000001", "4", 10, Rounding::HalfEven, "0");
    row("0.000000000125", "1", 11, Rounding::HalfEven, "0.00000000012");
    row("0.000000000125000001", "1", 11, Rounding::HalfEven, "0.00000000013");
    row("0.000000000125", "3", 1, Rounding::Up, "0.1");
    row("1", "99999999999999999999999999999999999999", 38, Rounding::HalfEven,
        "0.00000000000000000000000000000000000001");
    row("99999999999999999999999999999999999999", "99999999999999999999999999999999999998", 37,
        Rounding::Down, "1");
    row("0.00000000000000000000000000000000000001", "99999999999999999999999999999999999999", 0,
        Rounding::Up, "1");
    row("0.00000000000000000000000000000000000001", "99999999999999999999999999999999999999", 0,
        Rounding::HalfEven, "0");
    row("7", "-2", 0, Rounding::HalfEven, "-4");
    row("5", "-2", 0, Rounding::HalfEven, "-2");
}

void TestDecimal::divides()
{
    QFETCH(QString, a);
    QFETCH(QString, b);
    QFETCH(int, scale);
    QFETCH(int, rounding);
    const auto q = Decimal::div(dec(a.toLatin1().constData()), dec(b.toLatin1().constData()), scale,
                                static_cast<Rounding>(rounding));
    QVERIFY(q.has_value());
    QTEST(QString::fromStdString(q->toString()), "result");
    const auto byZero = Decimal::div(dec("1"), Decimal(), 2, Rounding::HalfEven);
    QVERIFY(!byZero);
    QCOMPARE(byZero.error().kind, ErrorKind::Validation);
    QVERIFY(!Decimal::div(dec(k38Nines), dec("0.1"), 0, Rounding::HalfEven));
}

void TestDecimal::rounds_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("scale");
    QTest::addColumn<QStringList>("results"); // Down, Up, TowardZero, AwayFromZero, HalfEven
    const auto row = [](const char *text, int scale, QStringList results) {
        QTest::addRow("%s to %d", text, scale) << QString::fromLatin1(text) << scale << results;
    };
    row("1.25", 1, {"1.2", "1.3", "1.2", "1.3", "1.2"});
    row("1.35", 1, {"1.3", "1.4", "1.3", "1.4", "1.4"});
    row("-1.25", 1, {"-1.3", "-1.2", "-1.2", "-1.3", "-1.2"});
    row("-1.251", 1, {"-1.3", "-1.2", "-1.2", "-1.3", "-1.3"});
    row("1.2", 1, {"1.2", "1.2", "1.2", "1.2", "1.2"});
    row("99.995", 2, {"99.99", "100", "99.99", "100", "100"});
    row("-0.001", 2, {"-0.01", "0", "0", "-0.01", "0"});
    row("0.5", 0, {"0", "1", "0", "1", "0"});
    row("0.99999999999999999999999999999999999999", 0, {"0", "1", "0", "1", "1"});
}

void TestDecimal::rounds()
{
    QFETCH(QString, text);
    QFETCH(int, scale);
    QFETCH(QStringList, results);
    for (int i = 0; i < results.size(); ++i) {
        const Decimal value =
            dec(text.toLatin1().constData()).rounded(scale, static_cast<Rounding>(i));
        QCOMPARE(QString::fromStdString(value.toString()), results.at(i));
    }
}

void TestDecimal::fixed_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("decimals");
    QTest::addColumn<QString>("printed");
    const auto row = [](const char *text, int decimals, const char *printed) {
        QTest::addRow("%s to %d", text, decimals)
            << QString::fromLatin1(text) << decimals << QString::fromLatin1(printed);
    };
    row("1.5", 2, "1.50");
    row("1", 2, "1.00");
    row("-0.001", 2, "0.00");
    row("0", 0, "0");
    row("0.125", 2, "0.12");
    row("0.135", 2, "0.14");
    row("-12.3456", 0, "-12");
    row("0.05", 3, "0.050");
    row(k38Nines, 38,
        "99999999999999999999999999999999999999.00000000000000000000000000000000000000");
}

void TestDecimal::fixed()
{
    QFETCH(QString, text);
    QFETCH(int, decimals);
    QTEST(QString::fromStdString(dec(text.toLatin1().constData()).toFixed(decimals)), "printed");
}

void TestDecimal::compares_data()
{
    QTest::addColumn<QString>("a");
    QTest::addColumn<QString>("b");
    QTest::addColumn<int>("order");
    const auto row = [](const char *a, const char *b, int order) {
        QTest::addRow("%s and %s", a, b)
            << QString::fromLatin1(a) << QString::fromLatin1(b) << order;
    };
    row("1.50", "1.5", 0);
    row("-0", "0.000", 0);
    row("0.1", "0.10000000000000000000000000000000000001", -1);
    row(k38Nines, "0.99999999999999999999999999999999999999", 1);
    row("-99999999999999999999999999999999999999", "-0.99999999999999999999999999999999999999", -1);
    row("-1.01", "-1.001", -1);
    row("2", "10", -1);
    row("-2", "1", -1);
    row("0", "-0.00000000000000000000000000000000000001", 1);
}

void TestDecimal::compares()
{
    QFETCH(QString, a);
    QFETCH(QString, b);
    QFETCH(int, order);
    const Decimal x = dec(a.toLatin1().constData());
    const Decimal y = dec(b.toLatin1().constData());
    QCOMPARE(x < y, order < 0);
    QCOMPARE(x > y, order > 0);
    QCOMPARE(x == y, order == 0);
    QCOMPARE(y<x, order> 0);
}

/// Sums and products of random numbers against plain 128-bit integers.
void TestDecimal::agreesWithWideIntegers()
{
    std::mt19937_64 random(7);
    for (int i = 0; i < 20'000; ++i) {
        const auto a = static_cast<std::int64_t>(random()) >> (random() % 40);
        const auto b = static_cast<std::int64_t>(random()) >> (random() % 40);
        const int scaleA = static_cast<int>(random() % 10);
        const int scaleB = static_cast<int>(random() % 10);
        const Decimal x(a, scaleA);
        const Decimal y(b, scaleB);
        Int128 wideA = a;
        Int128 wideB = b;
        for (int k = scaleA; k < 10; ++k)
            wideA *= 10;
        for (int k = scaleB; k < 10; ++k)
            wideB *= 10;
        QVERIFY(*Decimal::add(x, y) == Decimal(wideA + wideB, 10));
        QVERIFY(*Decimal::sub(x, y) == Decimal(wideA - wideB, 10));
        QCOMPARE(x < y, wideA < wideB);
        const auto product = Decimal::mul(x, y);
        QVERIFY(product.has_value());
        QVERIFY(*product == Decimal(static_cast<Int128>(a) * b, scaleA + scaleB));
        QCOMPARE(dec(x.toString().c_str()), x);
        if (b != 0) {
            const auto q = Decimal::div(Decimal(a, 0), Decimal(b, 0), 0, Rounding::TowardZero);
            QVERIFY(*q == Decimal::fromInt(b == -1 ? -a : a / b));
        }
    }
}

void TestDecimal::B01_negativeZeroIsZero()
{
    for (const char *text : {"-0", "-0.0", "-0.00000000", "0.000"})
        QCOMPARE(dec(text).toString(), std::string("0"));
    QCOMPARE((-Decimal()).toString(), std::string("0"));
    QCOMPARE(dec("-0.0000000001").rounded(2, Rounding::HalfEven).toString(), std::string("0"));
    QCOMPARE(dec("-0.004").toFixed(2), std::string("0.00"));
}

QTEST_APPLESS_MAIN(TestDecimal)

#include "tst_decimal.moc"
