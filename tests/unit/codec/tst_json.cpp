// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "codec/json_writer.h"
#include "codec/redact.h"
#include "codec/value.h"
#include "support/json_vectors.h"

#include <QTest>

#include <simdjson.h>

#include <random>

using namespace hl;
using codec::Value;

namespace {

QString q(const std::string &text)
{
    return QString::fromStdString(text);
}

} // namespace

class TestJson : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void roundTrips_data()
    {
        QTest::addColumn<QString>("text");
        for (const char *text : {"null", "true", "[]", "{}", "[1,-1,0]", "18446744073709551615",
                                 "-9223372036854775808", "{\"b\":1,\"a\":[{\"c\":\"x\"},null]}",
                                 "\"\\\"\\\\\\b\\f\\n\\r\\t\\u0001\"", "0.5", "1e+21", "1e-7",
                                 "123456789.125", "-0.000001", "\"ключ 😀\""})
            QTest::newRow(text) << QString::fromUtf8(text);
    }
    void roundTrips()
    {
        QFETCH(QString, text);
        const auto value = codec::parseJson(text.toStdString());
        QVERIFY2(value.has_value(), value ? "" : value.error().detail.c_str());
        QCOMPARE(q(codec::toJson(*value)), text);
    }

    void numbersBecomeWhatTheyAre()
    {
        QCOMPARE(*codec::parseJson("1.0"), Value(1));
        QCOMPARE(*codec::parseJson("1e3"), Value(1000));
        QCOMPARE(*codec::parseJson("-0"), Value(0));
        QCOMPARE(*codec::parseJson("-0.0"), Value(0));
        QCOMPARE(*codec::parseJson("9007199254740993"), Value(std::uint64_t{9007199254740993}));
        QCOMPARE(*codec::parseJson("18446744073709551616"), Value(18446744073709551616.0));
        QCOMPARE(*codec::parseJson("1e-400"), Value(0));
        QCOMPARE(q(codec::toJson(*codec::parseJson("5e-324"))), QString("5e-324"));
        QCOMPARE(*codec::parseJson("\"\\u00e9\\ud83d\\ude00\""), Value("é😀"));
    }

    void refuses_data()
    {
        QTest::addColumn<QByteArray>("text");
        for (const char *text : {"",
                                 " ",
                                 "nul",
                                 "tru",
                                 "[1,]",
                                 "[,1]",
                                 "{\"a\":1,}",
                                 "{\"a\" 1}",
                                 "{a:1}",
                                 "{\"a\":1",
                                 "[1",
                                 "\"abc",
                                 "01",
                                 "1.",
                                 ".5",
                                 "+1",
                                 "-",
                                 "1e",
                                 "\"\\x\"",
                                 "\"\\ud800\"",
                                 "\"\\udc00\"",
                                 "\"\x01\"",
                                 "\"\xff\"",
                                 "\"\xc0\x80\"",
                                 "\"\xed\xa0\x80\"",
                                 "1 2",
                                 "[] x",
                                 "'a'",
                                 "NaN",
                                 "[1 2]",
                                 "{\"a\":1 \"b\":2}"})
            QTest::newRow(text) << QByteArray(text);
        QTest::newRow("too deep") << QByteArray(200, '[') + QByteArray(200, ']');
    }
    void refuses()
    {
        QFETCH(QByteArray, text);
        const auto value = codec::parseJson(text.toStdString());
        QVERIFY(!value);
        QCOMPARE(value.error().kind, ErrorKind::Parse);
        QVERIFY(!value.error().detail.empty());
    }

    /// Accepts exactly what an independent reader accepts, over damaged texts.
    void sameVerdictAsSimdjson()
    {
        const std::string seed =
            "{\"type\":\"order\",\"orders\":[{\"a\":0,\"b\":true,\"p\":\"30000\",\"s\":\"0.1\","
            "\"r\":false,"
            "\"t\":{\"limit\":{\"tif\":\"Gtc\"}}}],\"x\":[1,-2.5e3,null,\"\\u00e9\\n\"],\"y\":{}}";
        const std::string alphabet = "{}[]:,\"0123456789.-+eEtrufalsn\\/ ";
        std::mt19937 random(7);
        simdjson::dom::parser parser;
        int agreed = 0;
        for (int i = 0; i < 20'000; ++i) {
            std::string text = seed;
            for (auto n = random() % 3 + 1; n-- > 0;) {
                const std::size_t at = random() % text.size();
                if (random() % 2 == 0)
                    text[at] = alphabet[random() % alphabet.size()];
                else
                    text.erase(at, 1);
            }
            const bool ours = codec::parseJson(text).has_value();
            const bool theirs =
                parser.parse(simdjson::padded_string(text)).error() == simdjson::SUCCESS;
            if (ours != theirs)
                QFAIL(text.c_str());
            agreed += ours;
        }
        QVERIFY(agreed > 100); // both verdicts occur
    }

    /// Strings are looked at eight characters at a time: every length, what ends the plain part at
    /// every place, with and without text behind it.
    void stringsOfEveryLength()
    {
        for (std::size_t size = 0; size < 40; ++size) {
            const std::string plain(size, 'x');
            for (const char *behind : {"", ",\"tail that is long enough\""}) {
                const auto read = [&](const std::string &inner) {
                    return codec::parseJson("[\"" + inner + '"' + behind + ']');
                };
                const auto value = read(plain);
                QVERIFY(value.has_value());
                QCOMPARE(*(*value->asArray())[0].asString(), plain);
                for (std::size_t at = 0; at <= size; ++at) {
                    const auto with = [&](const char *what) {
                        return plain.substr(0, at) + what + plain.substr(at);
                    };
                    QCOMPARE(*(*read(with("\\n"))->asArray())[0].asString(), with("\n"));
                    QCOMPARE(*(*read(with("\\\""))->asArray())[0].asString(), with("\""));
                    QCOMPARE(*(*read(with("é"))->asArray())[0].asString(), with("é"));
                    QCOMPARE(*(*read(with("\x7f"))->asArray())[0].asString(), with("\x7f"));
                    for (const char *bad : {"\x1f", "\x01", "\xff", "\xc3", "\\q"})
                        QVERIFY(!read(with(bad)));
                }
            }
            QVERIFY(!codec::parseJson("[\"" + plain));
        }
    }

    void redaction()
    {
        const Value file = test::vectorFile("redaction.json");
        for (const Value &row : test::rowsOf(file, "vectors"))
            QCOMPARE(q(codec::toJson(codec::redacted(*row.find("input")))),
                     q(codec::toJson(*row.find("output"))));
    }

    void membersByName()
    {
        const Value v = *codec::parseJson("{\"s\":\"x\",\"n\":5,\"b\":true,\"i\":-5}");
        QCOMPARE(*v.string("s"), std::string("x"));
        QCOMPARE(*v.uint("n"), std::uint64_t{5});
        QCOMPARE(*v.boolean("b"), true);
        QCOMPARE(*v.find("i")->toInt(), std::int64_t{-5});
        QCOMPARE(v.string("n").error().field, std::string("n"));
        QCOMPARE(v.uint("missing").error().detail, std::string("is missing"));
        QVERIFY(!v.uint("i"));
        QVERIFY(!v.find("s")->toInt());
    }
};

QTEST_APPLESS_MAIN(TestJson)
#include "tst_json.moc"
