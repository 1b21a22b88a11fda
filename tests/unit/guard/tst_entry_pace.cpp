// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "guard/entry_pace.h"

#include <QtTest>

using namespace hl;
using namespace hl::guard;

namespace {

constexpr std::int64_t kMs = 1'000'000;

model::OrderTicket ticket(std::int64_t px = 100)
{
    model::OrderTicket out;
    out.coin = "BTC";
    out.px = {px};
    out.sz = {1};
    return out;
}

} // namespace

class TestEntryPace : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void windowsEndSharply()
    {
        EntryPace pace;
        pace.note(ticket(), 0);
        pace.note(ticket(), 500 * kMs);
        QCOMPARE(pace.count(999 * kMs).second, 2);
        QCOMPARE(pace.count(1000 * kMs).second, 1);
        QCOMPARE(pace.count(1500 * kMs).second, 0);
        QCOMPARE(pace.count(9999 * kMs).tenSeconds, 2);
        QCOMPARE(pace.count(10'000 * kMs).tenSeconds, 1);
        QCOMPARE(pace.count(59'999 * kMs).minute, 2);
        QCOMPARE(pace.count(60'000 * kMs).minute, 1);
        QCOMPARE(pace.count(61'000 * kMs).minute, 0);
    }

    void aRepeatIsTheSameInEveryField()
    {
        EntryPace pace;
        pace.note(ticket(), 0);
        QVERIFY(pace.isRepeat(ticket(), 999 * kMs));
        QVERIFY(!pace.isRepeat(ticket(), 1000 * kMs));
        QVERIFY(!pace.isRepeat(ticket(101), 1));
        model::OrderTicket other = ticket();
        other.side = model::Side::Sell;
        QVERIFY(!pace.isRepeat(other, 1));
        other = ticket();
        other.coin = "ETH";
        QVERIFY(!pace.isRepeat(other, 1));
        other = ticket();
        other.sz = {2};
        QVERIFY(!pace.isRepeat(other, 1));
        other = ticket();
        other.kind = model::OrderKind::Market;
        QVERIFY(!pace.isRepeat(other, 1));
        other = ticket();
        other.trigger = model::TriggerSpec{};
        QVERIFY(!pace.isRepeat(other, 1));
    }
};

QTEST_APPLESS_MAIN(TestEntryPace)
#include "tst_entry_pace.moc"
