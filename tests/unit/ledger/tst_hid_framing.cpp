// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ledger/hid_framing.h"
#include "transcript.h"

#include <QTest>

using namespace hl;
using namespace hl::ledger;

namespace {

QJsonArray framingVectors()
{
    return test::readTranscript("hid_framing_vectors.json")["vectors"].toArray();
}

std::uint16_t channelOf(const QJsonValue &vector)
{
    return static_cast<std::uint16_t>(vector["channel"].toString().toUInt(nullptr, 16));
}

Bytes sample(std::size_t size)
{
    Bytes out(size);
    for (std::size_t i = 0; i < size; ++i)
        out[i] = static_cast<std::uint8_t>(i * 7 + 1);
    return out;
}

} // namespace

class TestHidFraming : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void vectors_data()
    {
        QTest::addColumn<QJsonValue>("vector");
        const QJsonArray all = framingVectors();
        for (const QJsonValue &v : all)
            QTest::newRow(qPrintable(v["name"].toString())) << v;
        QVERIFY(all.size() > 5);
    }

    void vectors()
    {
        QFETCH(QJsonValue, vector);
        const Bytes payload = test::bytesOf(vector["payload"]);
        const auto reports = frame(payload, channelOf(vector));
        const QJsonArray packets = vector["packets"].toArray();
        QCOMPARE(static_cast<qsizetype>(reports.size()), packets.size());
        Deframer deframer(channelOf(vector));
        for (std::size_t i = 0; i < reports.size(); ++i) {
            QCOMPARE(QString::fromStdString(toHex(reports[i])),
                     packets[static_cast<qsizetype>(i)].toString());
            const auto whole = deframer.push(reports[i]);
            QVERIFY(whole);
            QCOMPARE(whole->has_value(), i + 1 == reports.size());
            if (*whole)
                QCOMPARE(**whole, payload);
        }
    }

    void everyLengthRoundTrips()
    {
        for (std::size_t size = 0; size <= 600; ++size) {
            const Bytes payload = sample(size);
            Deframer deframer(0x1234);
            std::optional<Bytes> result;
            for (const Report &report : frame(payload, 0x1234)) {
                QVERIFY(!result);
                auto pushed = deframer.push(report);
                QVERIFY(pushed);
                result = *pushed;
            }
            QVERIFY2(result && *result == payload, qPrintable(QString::number(size)));
        }
    }

    void foreignReportsAreDropped()
    {
        const Bytes payload = sample(150);
        const auto ours = frame(payload, 0x0101);
        const auto theirs = frame(sample(70), 0x0202);
        Deframer deframer(0x0101);
        std::optional<Bytes> result;
        for (const Report &report : ours) {
            for (const Report &foreign : theirs) {
                const auto pushed = deframer.push(foreign);
                QVERIFY(pushed && !pushed->has_value());
            }
            result = *deframer.push(report);
        }
        QVERIFY(result && *result == payload);
        QCOMPARE(deframer.droppedForeign(),
                 static_cast<std::uint64_t>(ours.size() * theirs.size()));
    }

    void brokenSequences_data()
    {
        QTest::addColumn<QList<int>>("order");
        QTest::newRow("repeated first") << QList<int>{0, 0};
        QTest::newRow("repeated second") << QList<int>{0, 1, 1};
        QTest::newRow("skipped") << QList<int>{0, 2};
        QTest::newRow("begins in the middle") << QList<int>{1};
    }

    void brokenSequences()
    {
        QFETCH(QList<int>, order);
        const auto reports = frame(sample(200), 0x0101);
        Deframer deframer(0x0101);
        bool failed = false;
        for (const int i : order)
            failed = !deframer.push(reports[static_cast<std::size_t>(i)]);
        QVERIFY(failed);
        // The next answer is read as if nothing had happened.
        std::optional<Bytes> result;
        for (const Report &report : frame(sample(60), 0x0101))
            result = *deframer.push(report);
        QVERIFY(result && *result == sample(60));
    }

    void cutReportsAndWrongTagsAreRefused()
    {
        const auto reports = frame(sample(10), 0x0101);
        for (std::size_t size = 0; size < 7; ++size) {
            Deframer deframer(0x0101);
            QVERIFY(!deframer.push(ByteView(reports[0]).first(size)));
        }
        Report wrong = reports[0];
        wrong[2] = 0x02;
        Deframer deframer(0x0101);
        QVERIFY(!deframer.push(wrong));
    }
};

QTEST_APPLESS_MAIN(TestHidFraming)
#include "tst_hid_framing.moc"
