// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "market/book_grouping.h"

#include <QTest>

using namespace hl;
using namespace hl::market;

namespace {

constexpr Grid kBtc{MarketKind::Perp, 5};

BookLevel level(std::int64_t ticks, std::int64_t lots, TimeMs time = 5,
                BookSource source = BookSource::Deep)
{
    return {Px{ticks}, Sz{lots}, 1, source, time};
}

} // namespace

class TestBookGrouping : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void B33_stepsAtNinetyThousand();
    void stepsFollowThePrice_data();
    void stepsFollowThePrice();
    void groupsNeverLookBetter();
    void groupsAddUp();
};

void TestBookGrouping::B33_stepsAtNinetyThousand()
{
    const auto steps = groupingSteps(parsePx("90000", kBtc).value(), kBtc);
    const auto find = [&](const char *step) {
        const std::int64_t ticks = parsePx(step, kBtc)->ticks;
        for (const GroupingStep &s : steps) {
            if (s.ticks == ticks)
                return s;
        }
        return GroupingStep{};
    };
    QVERIFY(find("1") == (GroupingStep{10, 5, std::nullopt}));
    QVERIFY(find("2") == (GroupingStep{20, 5, 2}));
    QVERIFY(find("5") == (GroupingStep{50, 5, 5}));
    QVERIFY(find("10") == (GroupingStep{100, 4, std::nullopt}));
    QVERIFY(find("100") == (GroupingStep{1'000, 3, std::nullopt}));
    QVERIFY(find("1000") == (GroupingStep{10'000, 2, std::nullopt}));
}

void TestBookGrouping::stepsFollowThePrice_data()
{
    QTest::addColumn<QString>("mid");
    QTest::addColumn<QString>("five"); // the step of five figures
    QTest::newRow("below a power of ten") << "99999"
                                          << "1";
    QTest::newRow("above it") << "100001"
                              << "10";
    QTest::newRow("thousands") << "2741.8"
                               << "0.1";
}

void TestBookGrouping::stepsFollowThePrice()
{
    QFETCH(QString, mid);
    QFETCH(QString, five);
    for (const GroupingStep &step : groupingSteps(parsePx(mid.toStdString(), kBtc).value(), kBtc)) {
        QVERIFY(step.ticks >= 1);
        QVERIFY(!step.mantissa || step.nSigFigs == 5);
        if (step.nSigFigs == 5 && !step.mantissa)
            QCOMPARE(QString::fromStdString(pxText(Px{step.ticks}, kBtc)), five);
    }
}

void TestBookGrouping::groupsNeverLookBetter()
{
    const auto bids = groupLevels({level(1'005, 1), level(1'000, 2), level(999, 3)}, true, 10);
    QCOMPARE(bids.size(), 2U);
    QCOMPARE(bids[0].px.ticks, 1'000);
    QCOMPARE(bids[1].px.ticks, 990);
    const auto asks = groupLevels({level(1'001, 1), level(1'010, 2), level(1'011, 3)}, false, 10);
    QCOMPARE(asks.size(), 2U);
    QCOMPARE(asks[0].px.ticks, 1'010);
    QCOMPARE(asks[0].sz.lots, 3);
    QCOMPARE(asks[1].px.ticks, 1'020);
}

void TestBookGrouping::groupsAddUp()
{
    BookSnapshot book;
    book.grid = kBtc;
    std::int64_t total = 0;
    for (int i = 0; i < 40; ++i) {
        book.bids.push_back(
            level(2'000 - i * 7, i + 1, 100 - i, i < 5 ? BookSource::Fast : BookSource::Deep));
        total += i + 1;
    }
    for (const std::int64_t ticks : {1, 3, 10, 50, 10'000}) {
        const BookSnapshot grouped = groupBook(book, ticks);
        std::int64_t sum = 0;
        int orders = 0;
        for (const BookLevel &l : grouped.bids) {
            sum += l.sz.lots;
            orders += l.n;
            QCOMPARE(l.px.ticks % ticks, 0);
        }
        QCOMPARE(sum, total);
        QCOMPARE(orders, 40);
    }
    const auto whole = groupLevels(book.bids, true, 10'000);
    QCOMPARE(whole.size(), 1U);
    QCOMPARE(whole[0].time, 61);
    QCOMPARE(whole[0].source, BookSource::Deep);
}

QTEST_APPLESS_MAIN(TestBookGrouping)

#include "tst_book_grouping.moc"
