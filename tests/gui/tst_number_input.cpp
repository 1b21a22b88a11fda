// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/ticket/number_input.h"

#include <QTest>

using namespace hl;
using namespace hl::ui;

class TestNumberInput : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void typed_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("value"); // empty: refused
        const auto row = [](const char *text, const char *value) {
            QTest::newRow(*text ? text : "empty")
                << QString::fromUtf8(text) << QString::fromLatin1(value);
        };
        row("110143", "110143");
        row("110,143", "110143");
        row("1,110,143.25", "1110143.25");
        row(" 0.0500 ", "0.05");
        row(".5", "0.5");
        row("5.", "5");
        row("1e-7", "0.0000001");
        row("1.2E-6", "0.0000012");
        row("2e3", "2000");
        row("-3", "-3");
        row("1,5", "");
        row("1,50", "");
        row("110,14", "");
        row("110,1433", "");
        row("0,5", "");
        row("1.5,000", "");
        row("1 500", "");
        row("1_000", "");
        row("abc", "");
        row("1e", "");
        row(".", "");
        row("", "");
        row("NaN", "");
        row("0x10", "");
        row("99999999999999999999999999999999999999999", "");
        // Finer than a number can be: refused, never read as something else.
        row("1e-38", "0.00000000000000000000000000000000000001");
        row("5e-39", "");
        row("1.5e-38", "");
        row("5e-999", "");
        row("500e-39", "");
        row("5.00e-38", "0.00000000000000000000000000000000000005");
        row("5e38", "");
        row("0e-99", "0");
    }

    void typed()
    {
        QFETCH(QString, text);
        QFETCH(QString, value);
        const auto result = parseTyped(text, "px");
        if (value.isEmpty()) {
            QVERIFY2(!result.has_value(), qPrintable(text));
            QCOMPARE(result.error().field, std::string("px"));
            QVERIFY(!result.error().detail.empty());
        } else {
            QVERIFY2(result.has_value(), qPrintable(text));
            QCOMPARE(QString::fromStdString(result->toString()), value);
        }
    }

    void aCommaThatIsNotThousandsNamesTheRule()
    {
        const auto result = parseTyped(QStringLiteral("1,5"), "px");
        QVERIFY(!result);
        QVERIFY(result.error().detail.find("thousands") != std::string::npos);
    }

    void price_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("isBuy");
        QTest::addColumn<QString>("value");
        const auto row = [](const char *text, bool isBuy, const char *value) {
            QTest::addRow("%s %s", isBuy ? "buy" : "sell", text)
                << QString::fromUtf8(text) << isBuy << QString::fromLatin1(value);
        };
        row("b", true, "110146");
        row("A", true, "110149");
        row("m", true, "110147"); // 110,147.5: away from taking
        row("m", false, "110148");
        row("+5t", true, "110151");
        row("-5t", true, "110141");
        row("+5t", false, "110154");
        row("b+1t", false, "110147");
        row("a - 2 t", true, "110147");
        row("-0.2%", true, "109925");  // 109,925.708
        row("+0.2%", false, "110370"); // 110,369.298
        row("110,143+5t", true, "110148");
        row("110143.25", true, "110143.25"); // refused later with its neighbours, not changed here
        row("1,5", true, "");
        row("+5x", true, "");
        row("+1.5t", true, "");
        row("c", true, "");
    }

    void price()
    {
        QFETCH(QString, text);
        QFETCH(bool, isBuy);
        QFETCH(QString, value);
        const Grid grid{MarketKind::Perp, 5};
        PriceReference reference{grid, isBuy ? model::Side::Buy : model::Side::Sell,
                                 *parsePx("110146", grid), *parsePx("110149", grid)};
        const auto result = parsePriceText(text, reference, "px");
        QCOMPARE(result.has_value(), !value.isEmpty());
        if (result)
            QCOMPARE(QString::fromStdString(result->toString()), value);
    }

    void withoutABookNothingRelativeIsGuessed()
    {
        const PriceReference reference{{MarketKind::Perp, 5}, model::Side::Buy, {}, {}};
        for (const char *text : {"b", "a", "m", "+5t", "-0.2%"})
            QVERIFY2(!parsePriceText(QString::fromLatin1(text), reference, "px"), text);
        QVERIFY(parsePriceText(QStringLiteral("110143"), reference, "px"));
    }

    void stepsCrossPowersOfTen()
    {
        const Grid grid{MarketKind::Perp, 2};
        const PriceReference reference{grid, model::Side::Buy, *parsePx("99.998", grid), {}};
        QCOMPARE(QString::fromStdString(
                     parsePriceText(QStringLiteral("+3t"), reference, "px")->toString()),
                 QStringLiteral("100.01"));
    }
};

QTEST_GUILESS_MAIN(TestNumberInput)
#include "tst_number_input.moc"
