// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/hex.h"

#include <QTest>

using namespace hl;

class TestHex : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void reads_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("accepted");
        QTest::addColumn<QString>("printed");
        QTest::newRow("lower case") << "00ff10" << true << "00ff10";
        QTest::newRow("upper case") << "00FF10" << true << "00ff10";
        QTest::newRow("prefix") << "0x0a" << true << "0a";
        QTest::newRow("capital prefix") << "0X0a" << true << "0a";
        QTest::newRow("empty") << "" << true << "";
        QTest::newRow("prefix alone") << "0x" << true << "";
        QTest::newRow("odd") << "abc" << false << "";
        QTest::newRow("odd behind prefix") << "0xabc" << false << "";
        QTest::newRow("letter g") << "0g" << false << "";
        QTest::newRow("blank inside") << "0 0" << false << "";
        QTest::newRow("two prefixes") << "0x0x00" << false << "";
        QTest::newRow("sign") << "-001" << false << "";
    }

    void reads()
    {
        QFETCH(QString, text);
        QFETCH(bool, accepted);
        QFETCH(QString, printed);
        const auto bytes = fromHex(text.toStdString());
        QCOMPARE(bytes.has_value(), accepted);
        if (accepted) {
            QCOMPARE(QString::fromStdString(toHex(*bytes)), printed);
            QCOMPARE(QString::fromStdString(toHex0x(*bytes)), "0x" + printed);
        } else {
            QCOMPARE(bytes.error().kind, ErrorKind::Parse);
        }
    }

    void everyByteRoundTrips()
    {
        Bytes all;
        for (int b = 0; b < 256; ++b)
            all.push_back(static_cast<std::uint8_t>(b));
        QCOMPARE(*fromHex(toHex(all)), all);
    }

    void exactLengthIsDemanded()
    {
        std::array<std::uint8_t, 2> out{};
        QVERIFY(fromHexExact("0x0102", out));
        QCOMPARE(out[1], std::uint8_t{2});
        const auto tooShort = fromHexExact("01", out);
        QVERIFY(!tooShort);
        QVERIFY(tooShort.error().detail.find("must have 4 hex digits, has 2") != std::string::npos);
        QVERIFY(!fromHexExact("010203", out));
    }
};

QTEST_APPLESS_MAIN(TestHex)
#include "tst_hex.moc"
