// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/ids.h"

#include <QTest>

#include <unordered_set>

using namespace hl;

class TestIds : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void addresses_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("printed");
        const QString lower = "0x14791697260e4c9a71f18484c9f997b308e59325";
        QTest::newRow("lower") << lower << lower;
        QTest::newRow("checksummed") << "0x14791697260E4c9A71f18484C9f997B308e59325" << lower;
        QTest::newRow("capital prefix") << "0X14791697260e4c9a71f18484c9f997b308e59325" << lower;
        QTest::newRow("no prefix") << "14791697260e4c9a71f18484c9f997b308e59325"
                                   << "";
        QTest::newRow("39 digits") << lower.chopped(1) << "";
        QTest::newRow("41 digits") << lower + "0"
                                   << "";
        QTest::newRow("blank behind") << lower + " "
                                      << "";
        QTest::newRow("empty") << ""
                               << "";
        QTest::newRow("bad digit") << "0x14791697260e4c9a71f18484c9f997b308e5932z"
                                   << "";
    }

    void addresses()
    {
        QFETCH(QString, text);
        QFETCH(QString, printed);
        const auto parsed = Address::parse(text.toStdString());
        QCOMPARE(parsed.has_value(), !printed.isEmpty());
        if (parsed)
            QCOMPARE(QString::fromStdString(parsed->toString()), printed);
    }

    void shortFormKeepsBothEnds()
    {
        const auto address = Address::parse("0x14791697260e4c9a71f18484c9f997b308e59325");
        QCOMPARE(QString::fromStdString(address->shortened()), QString::fromUtf8("0x1479…9325"));
        QVERIFY(!address->isZero());
        QVERIFY(Address{}.isZero());
    }

    void cloids()
    {
        QVERIFY(Cloid::parse("0x0000000000000000000000000000002A"));
        QCOMPARE(
            QString::fromStdString(Cloid::parse("0x0000000000000000000000000000002A")->toString()),
            "0x0000000000000000000000000000002a");
        QVERIFY(!Cloid::parse("0x2a"));
        QVERIFY(!Cloid::parse("0000000000000000000000000000002a"));
    }

    void hashesTellEqualFromDifferent()
    {
        std::unordered_set<Address> set;
        for (int i = 0; i < 1000; ++i) {
            Address a;
            a.bytes[19] = static_cast<std::uint8_t>(i);
            a.bytes[0] = static_cast<std::uint8_t>(i >> 8);
            set.insert(a);
            set.insert(a);
        }
        QCOMPARE(set.size(), std::size_t{1000});
    }
};

QTEST_APPLESS_MAIN(TestIds)
#include "tst_ids.moc"
