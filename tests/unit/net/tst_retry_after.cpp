// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "net/retry_after.h"
#include "support/vectors.h"

#include <QTest>

using namespace hl;

class TestRetryAfter : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void vectors_data()
    {
        QTest::addColumn<QByteArray>("header");
        QTest::addColumn<bool>("hasValue");
        QTest::addColumn<quint64>("seconds");
        const QJsonArray rows =
            test::vectorRows(QStringLiteral("retry-after.json"), QStringLiteral("vectors"));
        QCOMPARE(rows.size(), 21);
        for (const QJsonValue &row : rows) {
            const QByteArray header =
                row.toObject().value(QStringLiteral("header")).toString().toUtf8();
            const QJsonValue seconds = row.toObject().value(QStringLiteral("retryAfterSeconds"));
            QTest::addRow("'%s'", header.constData())
                << header << !seconds.isNull() << static_cast<quint64>(seconds.toInteger());
        }
    }

    void vectors()
    {
        QFETCH(QByteArray, header);
        QFETCH(bool, hasValue);
        QFETCH(quint64, seconds);
        const auto got = net::parseRetryAfter(header.toStdString(), 1'785'000'000'000);
        QCOMPARE(got.has_value(), hasValue);
        if (got)
            QCOMPARE(quint64{*got}, seconds);
    }

    void datesAhead_data()
    {
        QTest::addColumn<QByteArray>("header");
        QTest::addColumn<quint64>("seconds");
        // The clock says Sun, 06 Nov 1994 08:49:37.000 GMT.
        QTest::newRow("IMF-fixdate") << QByteArray("Sun, 06 Nov 1994 08:50:07 GMT") << quint64{30};
        QTest::newRow("RFC 850") << QByteArray("Monday, 07-Nov-94 08:49:37 GMT") << quint64{86'400};
        QTest::newRow("asctime") << QByteArray("Sun Nov  6 09:49:37 1994") << quint64{3'600};
        QTest::newRow("two-digit year over 50 ahead is past")
            << QByteArray("Wednesday, 06-Nov-46 08:49:37 GMT") << quint64{0};
    }

    void datesAhead()
    {
        QFETCH(QByteArray, header);
        QFETCH(quint64, seconds);
        const auto got = net::parseRetryAfter(header.toStdString(), 784'111'777'000);
        QVERIFY(got.has_value());
        QCOMPARE(quint64{*got}, seconds);
    }
};

QTEST_APPLESS_MAIN(TestRetryAfter)
#include "tst_retry_after.moc"
