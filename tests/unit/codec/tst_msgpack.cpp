// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/hex.h"
#include "codec/msgpack_writer.h"
#include "codec/value.h"
#include "crypto/keccak256.h"
#include "support/json_vectors.h"

#include <QTest>

#include <msgpack.hpp>

#include <algorithm>
#include <bit>
#include <random>

using namespace hl;
using codec::Value;

namespace {

QString q(const std::string &text)
{
    return QString::fromStdString(text);
}

Bytes packed(const Value &value)
{
    Bytes out;
    codec::appendMsgpack(value, out);
    return out;
}

/// The independent writer's bytes.
template <class T>
Bytes reference(T value)
{
    msgpack::sbuffer buffer;
    msgpack::packer<msgpack::sbuffer> packer(buffer);
    packer.pack(value);
    const ByteView view = asBytes({buffer.data(), buffer.size()});
    return {view.begin(), view.end()};
}

/// The writer itself, with a guard behind the room it may use.
template <class Write>
Bytes written(Write &&write)
{
    constexpr std::size_t kMost = codec::MsgpackWriter::kMostInt;
    Bytes buffer(kMost + 8, 0xa5);
    codec::MsgpackWriter out(buffer.data());
    write(out);
    const auto size = static_cast<std::size_t>(out.at() - buffer.data());
    if (size > kMost || std::count(buffer.begin() + kMost, buffer.end(), 0xa5) != 8)
        std::abort();
    buffer.resize(size);
    return buffer;
}

void sameAsReference(std::uint64_t v)
{
    using Writer = codec::MsgpackWriter;
    QCOMPARE(packed(Value(v)), reference(v));
    QCOMPARE(written([v](Writer &out) { out.uint(v); }), reference(v));
    const auto positive = static_cast<std::int64_t>(v);
    if (positive >= 0)
        QCOMPARE(written([=](Writer &out) { out.integer(positive); }), reference(v));
    const auto negative = static_cast<std::int64_t>(~v + 1);
    if (negative < 0) {
        QCOMPARE(packed(Value(negative)), reference(negative));
        QCOMPARE(written([=](Writer &out) { out.integer(negative); }), reference(negative));
    }
}

const Value &values()
{
    static const Value file = test::vectorFile("msgpack-values.json");
    return file;
}

} // namespace

class TestMsgpack : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void integers()
    {
        const Value file = test::vectorFile("msgpack-ints.json");
        const auto &rows = test::rowsOf(file, "vectors");
        QCOMPARE(rows.size(), std::size_t{303});
        for (const Value &row : rows) {
            const Value value = *codec::parseJson(test::textOf(row, "value"));
            const Bytes bytes = packed(value);
            if (row.find("pythonInt")->isNull()) { // beyond 64 bits: a double to everybody
                QCOMPARE(bytes.front(), std::uint8_t{0xcb});
                continue;
            }
            QCOMPARE(q(toHex(bytes)), q(test::textOf(row, "pythonInt")));
            QCOMPARE(*codec::decodeMsgpack(bytes), value);
        }
    }

    /// Worked out by hand.
    void literals_data()
    {
        QTest::addColumn<QString>("json");
        QTest::addColumn<QString>("bytes");
        const std::pair<const char *, const char *> rows[] = {
            {"-9007199254740991", "d3ffe0000000000001"},
            {"-2147483649", "d3ffffffff7fffffff"},
            {"-2147483648", "d280000000"},
            {"-32769", "d2ffff7fff"},
            {"-32768", "d18000"},
            {"-129", "d1ff7f"},
            {"-128", "d080"},
            {"-33", "d0df"},
            {"-32", "e0"},
            {"-1", "ff"},
            {"0", "00"},
            {"127", "7f"},
            {"128", "cc80"},
            {"255", "ccff"},
            {"256", "cd0100"},
            {"65535", "cdffff"},
            {"65536", "ce00010000"},
            {"4294967295", "ceffffffff"},
            {"4294967296", "cf0000000100000000"},
            {"436889885178", "cf00000065b8aa99fa"},
            {"9007199254740991", "cf001fffffffffffff"},
            {"18446744073709551615", "cfffffffffffffffff"},
            {"-9223372036854775808", "d38000000000000000"},
            {"null", "c0"},
            {"[true,false]", "92c3c2"},
            {"{\"a\":\"\"}", "81a161a0"},
        };
        for (const auto &[json, bytes] : rows)
            QTest::newRow(json) << json << bytes;
        const QString text = '"' + QString("x").repeated(32) + '"';
        const QString packedText = "d920" + QString("78").repeated(32);
        QTest::newRow("32 characters") << text << packedText;
        QTest::newRow("32 characters in a list") << '[' + text + ']' << "91" + packedText;
        QTest::newRow("32 characters as a key") << '{' + text + ":0}"
                                                << "81" + packedText + "00";
        const QString list = '[' + QString("0,").repeated(15) + "0]";
        const QString packedList = "dc0010" + QString("00").repeated(16);
        QTest::newRow("16 items") << list << packedList;
        QTest::newRow("16 items in a list") << '[' + list + ']' << "91" + packedList;
        QStringList members;
        QString packedMembers = "de0010";
        for (const char key : std::string_view("abcdefghijklmnop")) {
            members += QStringLiteral("\"%1\":0").arg(QLatin1Char(key));
            packedMembers += QStringLiteral("a1%1").arg(int(key), 0, 16) + "00";
        }
        QTest::newRow("16 members") << '{' + members.join(',') + '}' << packedMembers;
    }
    void literals()
    {
        QFETCH(QString, json);
        QFETCH(QString, bytes);
        QCOMPARE(q(toHex(packed(*codec::parseJson(json.toStdString())))), bytes);
    }

    void floats()
    {
        for (const Value &row : test::rowsOf(values(), "floats")) {
            std::uint64_t bits = 0;
            const Bytes bitBytes = *fromHex(test::textOf(row, "bits"));
            for (const std::uint8_t b : bitBytes)
                bits = bits << 8 | b;
            const auto value = std::bit_cast<double>(bits);
            // What is a whole number and safe is no double in this program.
            const bool isWhole = value == 0;
            const Bytes bytes = isWhole ? packed(Value(0)) : packed(Value(value));
            QCOMPARE(q(toHex(bytes)), q(test::textOf(row, "l1")));
        }
    }

    void strings()
    {
        for (const Value &row : test::rowsOf(values(), "strings")) {
            std::string text = test::textOf(row, "value");
            if (const Value *repeat = row.find("repeat"); repeat && repeat->asObject())
                for (std::uint64_t i = 0; i < *repeat->uint("count"); ++i)
                    text += *repeat->string("unit");
            else if (row.find("value")->isNull())
                QFAIL("a row without a value and a repeat");
            const Bytes bytes = packed(Value(text));
            QCOMPARE(std::uint64_t{text.size()}, *row.uint("utf8Length"));
            QCOMPARE(q(toHex(bytes)).left(q(test::textOf(row, "header")).size()),
                     q(test::textOf(row, "header")));
            QCOMPARE(q(toHex0x(crypto::keccak256(bytes))), q(test::textOf(row, "keccakOfL1")));
        }
    }

    void trees()
    {
        for (const Value &row : test::rowsOf(values(), "trees")) {
            Value value;
            if (const std::string json = test::textOf(row, "json"); !json.empty()) {
                value = *codec::parseJson(json);
            } else {
                const std::string what = test::textOf(row, "describe");
                if (what == "array of 65535 ones")
                    value = codec::Array(65535, Value(1));
                else if (what == "array of 65536 ones")
                    value = codec::Array(65536, Value(1));
                else if (what == "map k0..k69999 -> i%3")
                    value = [] {
                        codec::Object members;
                        for (int i = 0; i < 70000; ++i)
                            members.emplace_back('k' + std::to_string(i), Value(i % 3));
                        return members;
                    }();
                else
                    QFAIL(what.c_str());
            }
            const Bytes bytes = packed(value);
            QCOMPARE(std::uint64_t{bytes.size()}, *row.uint("bytes"));
            QCOMPARE(q(toHex0x(crypto::keccak256(bytes))), q(test::textOf(row, "keccakOfL1")));
            QCOMPARE(*codec::decodeMsgpack(bytes), value);
        }
    }

    /// Against an independent writer.
    void differentialIntegers()
    {
        for (std::uint64_t v = 0; v <= 70'000; ++v)
            sameAsReference(v);
        for (int power = 31; power <= 63; ++power)
            for (int step = -2; step <= 2; ++step)
                sameAsReference((std::uint64_t{1} << power) + static_cast<std::uint64_t>(step));
        const std::uint64_t edges[] = {0,          1,          0x7f,       0x80,      0xff,
                                       0x100,      0x7fff,     0x8000,     0xffff,    0x10000,
                                       0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff};
        for (const std::uint64_t high : edges)
            for (const std::uint64_t low : edges)
                sameAsReference(high << 32 | low);
        std::mt19937_64 random(20260728);
        for (int i = 0; i < 20'000; ++i) {
            std::uint64_t v = random() >> (random() % 32);
            if (v <= 0xffffffff)
                v |= std::uint64_t{1} << 40;
            sameAsReference(v);
        }
    }

    /// Unaligned offsets and a long way to grow.
    void differentialLongCancel()
    {
        std::mt19937_64 random(5);
        codec::Array cancels;
        msgpack::sbuffer buffer;
        msgpack::packer<msgpack::sbuffer> packer(buffer);
        packer.pack_map(2);
        packer.pack(std::string("type"));
        packer.pack(std::string("cancel"));
        packer.pack(std::string("cancels"));
        packer.pack_array(5000);
        for (int i = 0; i < 5000; ++i) {
            const std::uint64_t a = random() >> (random() % 64);
            const std::uint64_t o = random() >> (random() % 64);
            cancels.push_back(codec::Object{{"a", Value(a)}, {"o", Value(o)}});
            packer.pack_map(2);
            packer.pack(std::string("a"));
            packer.pack(a);
            packer.pack(std::string("o"));
            packer.pack(o);
        }
        const Value action = codec::Object{{"type", "cancel"}, {"cancels", cancels}};
        const ByteView expected = asBytes({buffer.data(), buffer.size()});
        QCOMPARE(packed(action), Bytes(expected.begin(), expected.end()));
        // Appended behind something else, the rest stays.
        Bytes out{1, 2, 3};
        codec::appendMsgpack(action, out);
        QCOMPARE(Bytes(out.begin() + 3, out.end()), Bytes(expected.begin(), expected.end()));
        QCOMPARE(*codec::decodeMsgpack(expected), action);
    }

    void readerRefuses_data()
    {
        QTest::addColumn<QString>("hex");
        QTest::newRow("nothing") << "";
        QTest::newRow("two values") << "0001";
        QTest::newRow("short array") << "9301";
        QTest::newRow("short string") << "a56f72";
        QTest::newRow("short integer") << "cf00000000";
        QTest::newRow("huge array") << "ddffffffff";
        QTest::newRow("huge map") << "dfffffffff";
        QTest::newRow("bin") << "c40100";
        QTest::newRow("ext") << "d40000";
        QTest::newRow("never used") << "c1";
        QTest::newRow("integer key") << "8101c0";
        QTest::newRow("not UTF-8") << "a1ff";
        QTest::newRow("too deep") << QString("91").repeated(200) + "c0";
        QTest::newRow("deep keys") << QString("81").repeated(200) + "c0";
    }
    void readerRefuses()
    {
        QFETCH(QString, hex);
        const auto value = codec::decodeMsgpack(*fromHex(hex.toStdString()));
        QVERIFY(!value);
        QCOMPARE(value.error().kind, ErrorKind::Parse);
    }

    void readerTakesWiderFormsThanNeeded()
    {
        QCOMPARE(*codec::decodeMsgpack(*fromHex("cf0000000000000001")), Value(1));
        QCOMPARE(*codec::decodeMsgpack(*fromHex("d3ffffffffffffffff")), Value(-1));
        QCOMPARE(*codec::decodeMsgpack(*fromHex("d000")), Value(0));
        QCOMPARE(*codec::decodeMsgpack(*fromHex("d90161")), Value("a"));
        QCOMPARE(*codec::decodeMsgpack(*fromHex("ca3f800000")), Value(1.0));
    }
};

QTEST_APPLESS_MAIN(TestMsgpack)
#include "tst_msgpack.moc"
