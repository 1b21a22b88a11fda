// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/printable.h"

#include <QTest>

using namespace hl;

class TestPrintable : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void text_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("shown");
        QTest::newRow("plain") << QByteArray("Buy 0.05 BTC") << QByteArray("Buy 0.05 BTC");
        QTest::newRow("letters of others") << QByteArray("\xc3\xbc \xe2\x80\xa6 \xf0\x9f\x99\x82")
                                           << QByteArray("\xc3\xbc \xe2\x80\xa6 \xf0\x9f\x99\x82");
        QTest::newRow("line break") << QByteArray("a\nb") << QByteArray("a\\nb");
        QTest::newRow("escape") << QByteArray("\x1b[2J") << QByteArray("\\u{1b}[2J");
        QTest::newRow("carriage return") << QByteArray("a\rb") << QByteArray("a\\u{d}b");
        QTest::newRow("C1") << QByteArray("\xc2\x9b") << QByteArray("\\u{9b}");
        QTest::newRow("right to left") << QByteArray("b\xe2\x80\xae"
                                                     "c")
                                       << QByteArray("b\\u{202e}c");
        QTest::newRow("isolate") << QByteArray("\xe2\x81\xa6") << QByteArray("\\u{2066}");
        QTest::newRow("broken UTF-8") << QByteArray("\xff\xc3") << QByteArray("\\xff\\xc3");
        QTest::newRow("cut at the end") << QByteArray("\xe2\x80") << QByteArray("\\xe2\\x80");
        QTest::newRow("zero byte") << QByteArray("a\0b", 3) << QByteArray("a\\u{0}b");
        QTest::newRow("empty") << QByteArray() << QByteArray();
    }

    void text()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, shown);
        QCOMPARE(QByteArray::fromStdString(printable(text.toStdString())), shown);
    }
};

QTEST_APPLESS_MAIN(TestPrintable)
#include "tst_printable.moc"
