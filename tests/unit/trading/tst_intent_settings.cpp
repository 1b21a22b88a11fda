// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trading/intent_check.h"
#include "trading/intent_rows.h"
#include "trading/intent_settings.h"

#include <QtTest>

using namespace hl;
using namespace hl::trading;
using codec::Object;

namespace {

JournalEntry rowOf(std::string payload)
{
    return {1'700'000'000'000, 0, std::string(journal_kind::kSetting), std::move(payload)};
}

const Object kFirst{{"signer", "0xaa"}, {"guard.leverageBlock", "20"}, {"deviceTakesS", 60}};
const Object kSecond{
    {"signer", "0xaa"}, {"guard.leverageBlock", "10"}, {"deviceTakesS", 60}, {"agent", "0xbb"}};
const Object kThird{{"signer", "0xcc"}, {"guard.leverageBlock", nullptr}, {"deviceTakesS", 60}};

std::vector<JournalEntry> threeRows()
{
    return {rowOf(settingPayload({}, kFirst)), rowOf(settingPayload(kFirst, kSecond)),
            rowOf(settingPayload(kSecond, kThird))};
}

/// The first row that does not follow, from one; 0: all do.
int firstBad(const std::vector<JournalEntry> &rows)
{
    IntentCheck check;
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (!check.check(rows[i]))
            return static_cast<int>(i) + 1;
    return 0;
}

} // namespace

/// Under which limits and by whom: rows that explain the requests behind them.
class TestIntentSettings : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void rowsFollowFromEachOther()
    {
        IntentCheck check;
        for (const JournalEntry &row : threeRows()) {
            const Status status = check.check(row);
            QVERIFY2(status, status ? "" : status.error().sentence().c_str());
        }
        QCOMPARE(check.figures().settings, std::uint64_t{3});
        QCOMPARE(settingsOf(threeRows().back()).value(), kThird);
    }

    void whatDoesNotFollowIsNamed_data()
    {
        QTest::addColumn<int>("row");
        QTest::addColumn<QByteArray>("from");
        QTest::addColumn<QByteArray>("to");
        QTest::addColumn<int>("bad");
        QTest::newRow("a limit in the first row")
            << 0 << QByteArray("\"20\"") << QByteArray("\"30\"") << 2;
        QTest::newRow("a limit, not its change")
            << 1 << QByteArray("Block\":\"10\"") << QByteArray("Block\":\"11\"") << 2;
        QTest::newRow("what it was before")
            << 1 << QByteArray("\"20\"") << QByteArray("\"19\"") << 2;
        QTest::newRow("a signer") << 2 << QByteArray("\"0xcc\"") << QByteArray("\"0xdd\"") << 0;
        QTest::newRow("a setting added in silence")
            << 2 << QByteArray("\"settings\":{") << QByteArray("\"settings\":{\"x\":1,") << 3;
        QTest::newRow("no settings")
            << 1 << QByteArray("\"settings\"") << QByteArray("\"other\"") << 2;
        QTest::newRow("no change told")
            << 1 << QByteArray("\"changed\"") << QByteArray("\"silent\"") << 2;
    }

    void whatDoesNotFollowIsNamed()
    {
        QFETCH(int, row);
        QFETCH(QByteArray, from);
        QFETCH(QByteArray, to);
        QFETCH(int, bad);
        std::vector<JournalEntry> rows = threeRows();
        QByteArray payload = QByteArray::fromStdString(rows[static_cast<std::size_t>(row)].payload);
        QVERIFY2(payload.contains(from), payload.constData());
        // The hash chain would notice each of these; this is what a forged chain does not hide.
        payload.replace(from, to);
        rows[static_cast<std::size_t>(row)].payload = payload.toStdString();
        QCOMPARE(firstBad(rows), bad);
    }

    void aRowTakenOutIsNoticed()
    {
        auto rows = threeRows();
        rows.erase(rows.begin() + 1);
        QCOMPARE(firstBad(rows), 2);
        rows = threeRows();
        rows.erase(rows.begin());
        QCOMPARE(firstBad(rows), 1);
    }

    void aTableShowsTheChange()
    {
        const auto rows = threeRows();
        QCOMPARE(summaryOf(rows[0]).words, std::string("signer 0xaa, 3 settings"));
        QCOMPARE(summaryOf(rows[1]).words,
                 std::string("guard.leverageBlock 20 → 10, agent none → 0xbb"));
        QCOMPARE(summaryOf(rows[1]).state, std::string("changed"));
    }

    void heldRowsStillFollow()
    {
        auto rows = threeRows();
        rows[1].payload.insert(1, "\"writtenLate\":1700000000500,");
        QCOMPARE(firstBad(rows), 0);
        QVERIFY(summaryOf(rows[1]).state.find("late") != std::string::npos);
    }
};

QTEST_APPLESS_MAIN(TestIntentSettings)
#include "tst_intent_settings.moc"
