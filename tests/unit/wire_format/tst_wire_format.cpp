// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/hex.h"
#include "num/normalise.h"
#include "num/tick_rule.h"
#include "num/wire_format.h"
#include "support/json_vectors.h"

#include <QTest>

#include <bit>
#include <charconv>
#include <cmath>
#include <random>

using namespace hl;
using codec::Value;

namespace {

QString q(const std::string &text)
{
    return QString::fromStdString(text);
}

/// The result's text, or "refused".
template <class T>
QString shown(const Result<T> &result)
{
    if (!result)
        return QStringLiteral("refused");
    if constexpr (std::is_same_v<T, std::string>)
        return q(*result);
    else if constexpr (std::is_same_v<T, std::int64_t>)
        return QString::number(*result);
    else
        return q(result->toString());
}

QString expected(const Value &row, std::string_view key)
{
    const Value *v = row.find(key);
    if (!v || v->isNull())
        return QStringLiteral("refused");
    return q(v->asString() ? *v->asString() : codec::toJson(*v));
}

MarketKind marketOf(const Value &row)
{
    return test::textOf(row, "market") == "spot" ? MarketKind::Spot : MarketKind::Perp;
}

double number(const std::string &text)
{
    double out = 0;
    std::from_chars(text.data(), text.data() + text.size(), out);
    return out;
}

const Value &normalisation()
{
    static const Value file = test::vectorFile("input-normalisation.json");
    return file;
}

struct TickRow
{
    const Value *row = nullptr;
    int szDecimals = 0;
    MarketKind kind = MarketKind::Perp;
};

/// The rows whose symbol has a known market.
const std::vector<TickRow> &tickRows()
{
    static const Value file = test::vectorFile("symbols-and-ticks.json");
    static const std::vector<TickRow> rows = [] {
        std::map<std::string, TickRow> symbols;
        for (const Value &row : test::rowsOf(file, "symbols")) {
            if (!row.find("szDecimals")->asUint())
                continue;
            const std::uint64_t asset = *row.uint("assetId");
            const MarketKind kind = asset >= 100'000'000                 ? MarketKind::Outcome
                                    : asset >= 10'000 && asset < 100'000 ? MarketKind::Spot
                                                                         : MarketKind::Perp;
            symbols[test::textOf(row, "name")] = {nullptr,
                                                  static_cast<int>(*row.uint("szDecimals")), kind};
        }
        std::vector<TickRow> out;
        for (const Value &row : test::rowsOf(file, "ticks"))
            if (const auto found = symbols.find(test::textOf(row, "name")); found != symbols.end())
                out.push_back({&row, found->second.szDecimals, found->second.kind});
        return out;
    }();
    return rows;
}

} // namespace

class TestWireFormat : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void decimals()
    {
        for (const Value &row : test::rowsOf(normalisation(), "decimals")) {
            const std::string input = test::textOf(row, "input");
            QCOMPARE(shown(normaliseDecimal(input, DecimalSign::Unsigned)),
                     expected(row, "unsigned"));
            QCOMPARE(shown(normaliseDecimal(input, DecimalSign::Signed)), expected(row, "signed"));
        }
    }
    void integers()
    {
        for (const Value &row : test::rowsOf(normalisation(), "integers"))
            QCOMPARE(shown(normaliseInteger(test::textOf(row, "input"))), expected(row, "integer"));
    }
    void cloidsAndAddresses()
    {
        for (const Value &row : test::rowsOf(normalisation(), "cloid"))
            QCOMPARE(shown(Cloid::parse(test::textOf(row, "input"))), expected(row, "cloid"));
        for (const Value &row : test::rowsOf(normalisation(), "address"))
            QCOMPARE(shown(Address::parse(test::textOf(row, "input"))), expected(row, "address"));
        for (const Value &row : test::rowsOf(normalisation(), "cloidFromInt"))
            QCOMPARE(shown(wire::cloidFromInteger(test::textOf(row, "input"))),
                     expected(row, "cloid"));
        for (const Value &row : test::rowsOf(normalisation(), "percent"))
            QCOMPARE(isPercent(test::textOf(row, "input")), !row.find("percent")->isNull());
    }

    void floats()
    {
        const Value file = test::vectorFile("float-to-wire.json");
        const auto &rows = test::rowsOf(file, "vectors");
        QCOMPARE(rows.size(), std::size_t{154});
        for (const Value &row : rows) {
            std::uint64_t bits = 0;
            const Bytes bitBytes = *fromHex(test::textOf(row, "bits"));
            for (const std::uint8_t b : bitBytes)
                bits = bits << 8 | b;
            QCOMPARE(shown(wire::floatToWire(std::bit_cast<double>(bits))), expected(row, "wire"));
        }
    }

    /// The short way from integers gives what the exact rendering gives.
    void shortWayEqualsExactRendering()
    {
        std::mt19937_64 random(11);
        for (int i = 0; i < 200'000; ++i) {
            const auto digits = static_cast<double>(random() % 100'000'000'000'000ULL);
            double value = digits / std::pow(10.0, static_cast<double>(random() % 9));
            if (random() % 4 == 0)
                value = std::nextafter(value, random() % 2 ? 1e18 : 0);
            if (random() % 2)
                value = -value;
            char text[400];
            const char *end =
                std::to_chars(text, text + sizeof text, value, std::chars_format::fixed, 8).ptr;
            const double back = number(std::string(text, static_cast<std::size_t>(end - text)));
            const auto ours = wire::floatToWire(value);
            if (std::fabs(back - value) >= 1e-12) {
                QVERIFY2(!ours, text);
                continue;
            }
            QVERIFY2(ours.has_value(), text);
            std::string plain(text, static_cast<std::size_t>(end - text));
            plain.erase(plain.find_last_not_of('0') + 1);
            if (plain.back() == '.')
                plain.pop_back();
            QCOMPARE(q(*ours), q(plain == "-0" ? "0" : plain));
        }
    }

    /// cases.md B01.
    void zeroHasNoSign()
    {
        for (const double v : {0.0, -0.0, -1e-13, 1e-13})
            QCOMPARE(shown(wire::floatToWire(v)), QString("0"));
        for (const char *text : {"-0.00000000", "0.000", "-0"})
            QCOMPARE(shown(normaliseDecimal(text, DecimalSign::Signed)), QString("0"));
    }

    void pricesAndSizes()
    {
        const Value file = test::vectorFile("format-price-size.json");
        for (const Value &row : test::rowsOf(file, "price"))
            QCOMPARE(
                shown(wire::formatPrice(test::textOf(row, "input"),
                                        static_cast<int>(*row.uint("szDecimals")), marketOf(row))),
                expected(row, "out"));
        for (const Value &row : test::rowsOf(file, "size"))
            QCOMPARE(shown(wire::formatSize(test::textOf(row, "input"),
                                            static_cast<int>(*row.uint("szDecimals")))),
                     expected(row, "out"));
    }

    /// Short plain texts are cut as a whole; a plus sign or a zero in front takes the general way.
    void shortTextsEqualTheGeneralWay()
    {
        std::mt19937_64 random(7);
        const std::string_view alphabet = "0000123456789.";
        int accepted = 0;
        for (int i = 0; i < 100'000; ++i) {
            std::string text;
            const std::size_t size = 1 + random() % 18;
            while (text.size() < size)
                text += alphabet[random() % (alphabet.size() - (text.empty() ? 1 : 0))];
            if (random() % 16 == 0)
                text[random() % size] = "-eE/:_ x\xff"[random() % 9];
            const std::string general = text.front() == '-' ? text : '+' + text;
            const int decimals = static_cast<int>(random() % 9);
            const MarketKind kind = random() % 2 ? MarketKind::Spot : MarketKind::Perp;
            const auto price = wire::formatPrice(text, decimals, kind);
            QCOMPARE(shown(price), shown(wire::formatPrice(general, decimals, kind)));
            QCOMPARE(shown(wire::formatSize(text, decimals)),
                     shown(wire::formatSize(general, decimals)));
            accepted += price.has_value();
            std::string canonical;
            std::string other;
            const bool isNumber = normaliseDecimal(text, DecimalSign::Unsigned, canonical);
            if (text.front() >= '0' && text.front() <= '9') {
                QCOMPARE(isNumber, normaliseDecimal('0' + text, DecimalSign::Unsigned, other));
                if (isNumber)
                    QCOMPARE(canonical, other);
            }
        }
        QVERIFY(accepted > 40'000);
    }

    void ticks_data()
    {
        QTest::addColumn<std::size_t>("index");
        for (std::size_t i = 0; i < tickRows().size(); ++i) {
            const Value &row = *tickRows()[i].row;
            QTest::newRow((test::textOf(row, "name") + ' ' + test::textOf(row, "price") + " #" +
                           std::to_string(i))
                              .c_str())
                << i;
        }
    }
    void ticks()
    {
        QVERIFY(tickRows().size() > 200);
        QFETCH(std::size_t, index);
        const auto &[row, szDecimals, kind] = tickRows()[index];
        const std::string price = test::textOf(*row, "price");
        const auto wanted = [row = row](std::string_view key) {
            const QString text = expected(*row, key);
            return text.contains("Error") ? QString("refused") : text;
        };
        const auto rounded = [&, szDecimals = szDecimals, kind = kind](bool isBuy,
                                                                       bool isAggressive) {
            const auto r = wire::roundPrice(price, szDecimals, kind, isBuy, isAggressive);
            return r ? q(r->wire) : QString("refused");
        };
        QCOMPARE(rounded(true, false), wanted("buy"));
        QCOMPARE(rounded(false, false), wanted("sell"));
        QCOMPARE(rounded(true, true), wanted("buyAggressive"));
        QCOMPARE(rounded(false, true), wanted("sellAggressive"));
        if (const auto r = wire::roundPrice(price, szDecimals, kind, false, false))
            QCOMPARE(q(r->tick), wanted("tick"));
    }

    void slippage()
    {
        const Value file = test::vectorFile("python-slippage.json");
        for (const Value &row : test::rowsOf(file, "slippagePrice")) {
            const MarketKind kind =
                *row.uint("asset") >= 10'000 ? MarketKind::Spot : MarketKind::Perp;
            const double slippage = std::get<double>(row.find("slippage")->storage());
            QCOMPARE(shown(wire::officialSlippagePrice(
                         number(test::textOf(row, "px")), *row.boolean("isBuy"), slippage,
                         static_cast<int>(*row.uint("szDecimals")), kind)),
                     expected(row, "wire"));
        }
        for (const Value &row : test::rowsOf(file, "floatToInt"))
            QCOMPARE(shown(wire::floatToInt(
                         test::textOf(row, "value"),
                         test::textOf(row, "function") == "float_to_usd_int" ? 6 : 8)),
                     expected(row, "result"));
        const Value official = test::vectorFile("official-python-sdk.json");
        for (const Value &row : test::rowsOf(official, "floatToIntForHashing"))
            QCOMPARE(shown(wire::floatToInt(test::textOf(row, "value"), 8)),
                     expected(row, "result"));
    }

    void nearestTiesToEven()
    {
        const auto nearest = [](const char *v) {
            return q(wire::roundToTick(v, 1, MarketKind::Perp, Rounding::HalfEven)->wire);
        };
        QCOMPARE(nearest("1.23455"), QString("1.2346"));
        QCOMPARE(nearest("1.23445"), QString("1.2344"));
        QCOMPARE(nearest("1.234451"), QString("1.2345"));
        QCOMPARE(nearest("99999.5"), QString("100000"));
        QCOMPARE(nearest("100000.4"), QString("100000"));
    }
};

QTEST_APPLESS_MAIN(TestWireFormat)
#include "tst_wire_format.moc"
