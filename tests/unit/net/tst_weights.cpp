// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "net/weights.h"
#include "support/vectors.h"

#include <QTest>

using namespace hl;

class TestWeights : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void vectors()
    {
        const QJsonArray rows =
            test::vectorRows(QStringLiteral("rest-weights.json"), QStringLiteral("vectors"));
        QCOMPARE(rows.size(), 163);
        int exchangeRows = 0;
        for (const QJsonValue &row : rows) {
            const QJsonObject o = row.toObject();
            const QString context = QString::fromUtf8(QJsonDocument(o).toJson());
            const QString endpoint = o.value(QStringLiteral("endpoint")).toString();
            if (endpoint != QStringLiteral("exchange")) {
                const std::string type = o.value(QStringLiteral("payload"))
                                             .toObject()
                                             .value(QStringLiteral("type"))
                                             .toString()
                                             .toStdString();
                const bool isInfo = endpoint == QStringLiteral("info");
                const auto items =
                    static_cast<std::size_t>(o.value(QStringLiteral("responseItems")).toInt(0));
                const int acquired = isInfo ? net::infoWeight(type) : net::kExplorerWeight;
                const int surcharge =
                    isInfo ? net::infoSurcharge(type, items) : net::explorerSurcharge(type, items);
                QVERIFY2(acquired == o.value(QStringLiteral("acquired")).toInt(),
                         qPrintable(context));
                QVERIFY2(surcharge == o.value(QStringLiteral("surcharge")).toInt(),
                         qPrintable(context));
                continue;
            }
            // The file describes exchange payloads in words: "array of 40", "wrapping 80 orders".
            ++exchangeRows;
            std::size_t length = 1;
            if (context.contains(QStringLiteral("array of ")))
                length = context.section(QStringLiteral("array of "), 1)
                             .section(QLatin1Char('"'), 0, 0)
                             .toUInt();
            else if (context.contains(QStringLiteral("wrapping ")))
                length = context.section(QStringLiteral("wrapping "), 1)
                             .section(QLatin1Char(' '), 0, 0)
                             .toUInt();
            QVERIFY2(net::exchangeWeight(length) == o.value(QStringLiteral("acquired")).toInt(),
                     qPrintable(context));
        }
        QVERIFY(exchangeRows > 20);
    }

    /// The name in the documentation is of no request; the real one is charged all the same.
    void ledgerUpdatesAreSurcharged()
    {
        QVERIFY(net::hasSurcharge("userNonFundingLedgerUpdates"));
        QCOMPARE(net::infoSurcharge("userNonFundingLedgerUpdates", 41), 3);
        QVERIFY(!net::hasSurcharge("meta"));
    }

    void countsTopLevelItems_data()
    {
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<int>("items");
        QTest::newRow("empty array") << QByteArray("[]") << 0;
        QTest::newRow("blank array") << QByteArray(" [ \n ] ") << 0;
        QTest::newRow("one number") << QByteArray("[1]") << 1;
        QTest::newRow("nested") << QByteArray("[[1,2],{'a':[3,4]},'x,y']").replace('\'', '"') << 3;
        QTest::newRow("empty objects") << QByteArray("[{},{}]") << 2;
        QTest::newRow("one empty array inside") << QByteArray("[[]]") << 1;
        QTest::newRow("escapes in text")
            << QByteArray("['a\\',\\']', 'b\\\\']").replace('\'', '"') << 2;
        QTest::newRow("object") << QByteArray("{'a':[1,2,3]}").replace('\'', '"') << 0;
        QTest::newRow("null") << QByteArray("null") << 0;
        QTest::newRow("cut off") << QByteArray("[1,2") << 0;
        QTest::newRow("nothing") << QByteArray() << 0;
    }

    void countsTopLevelItems()
    {
        QFETCH(QByteArray, json);
        QFETCH(int, items);
        QCOMPARE(static_cast<int>(net::countTopLevelItems(json.toStdString())), items);
    }
};

QTEST_APPLESS_MAIN(TestWeights)
#include "tst_weights.moc"
