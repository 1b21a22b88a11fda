// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "guard/scale_plan.h"
#include "num/tick_rule.h"

#include <QTest>

using namespace hl;
using guard::ScalePlan;
using guard::ScaleRow;
using guard::scaleRows;

namespace {

constexpr Grid kBtc{MarketKind::Perp, 5};

ScalePlan plan(const char *from, const char *to, const char *sz, int orders, const char *skew,
               model::Side side = model::Side::Buy)
{
    return {side,   *parsePx(from, kBtc), *parsePx(to, kBtc), *parseSz(sz, kBtc),
            orders, *Decimal::parse(skew)};
}

QString text(const std::vector<ScaleRow> &rows)
{
    QStringList out;
    for (const ScaleRow &row : rows)
        out << QString::fromStdString(szText(row.sz, kBtc) + '@' + pxText(row.px, kBtc));
    return out.join(QLatin1Char(' '));
}

} // namespace

class TestScalePlan : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void rows_data()
    {
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("to");
        QTest::addColumn<QString>("sz");
        QTest::addColumn<int>("orders");
        QTest::addColumn<QString>("skew");
        QTest::addColumn<bool>("isBuy");
        QTest::addColumn<QString>("expected");
        QTest::newRow("even") << "100000"
                              << "99000"
                              << "0.03" << 3 << "1" << true << "0.01@100000 0.01@99500 0.01@99000";
        QTest::newRow("the last takes the rest")
            << "100000"
            << "99000"
            << "0.00010" << 3 << "1" << true << "0.00003@100000 0.00003@99500 0.00004@99000";
        QTest::newRow("twice as much at the end")
            << "100000"
            << "99000"
            << "0.09" << 3 << "2" << true << "0.02@100000 0.03@99500 0.04@99000";
        QTest::newRow("half as much at the end")
            << "100000"
            << "99000"
            << "0.09" << 3 << "0.5" << true << "0.04@100000 0.03@99500 0.02@99000";
        QTest::newRow("buy between ticks: down")
            << "100001"
            << "100000"
            << "0.02" << 2 << "1" << true << "0.01@100001 0.01@100000";
        QTest::newRow("buy rounds down")
            << "100000"
            << "100010"
            << "0.04" << 4 << "1" << true << "0.01@100000 0.01@100003 0.01@100006 0.01@100010";
        QTest::newRow("sell rounds up")
            << "100000"
            << "100010"
            << "0.04" << 4 << "1" << false << "0.01@100000 0.01@100004 0.01@100007 0.01@100010";
    }

    void rows()
    {
        QFETCH(QString, from);
        QFETCH(QString, to);
        QFETCH(QString, sz);
        QFETCH(int, orders);
        QFETCH(QString, skew);
        QFETCH(bool, isBuy);
        QFETCH(QString, expected);
        const auto found =
            scaleRows(plan(qPrintable(from), qPrintable(to), qPrintable(sz), orders,
                           qPrintable(skew), isBuy ? model::Side::Buy : model::Side::Sell),
                      kBtc);
        QVERIFY2(found.has_value(), found ? "" : found.error().detail.c_str());
        QCOMPARE(text(*found), expected);
    }

    /// Whatever the plan: the sum is the size, every price is valid and inside, none comes twice.
    void everyPlanAddsUp()
    {
        int seen = 0;
        std::uint64_t seed = 7;
        const auto draw = [&seed](std::uint64_t below) {
            seed = seed * 6'364'136'223'846'793'005ULL + 1'442'695'040'888'963'407ULL;
            return (seed >> 33) % below;
        };
        for (int i = 0; i < 20'000; ++i) {
            ScalePlan one;
            one.side = draw(2) == 0 ? model::Side::Buy : model::Side::Sell;
            one.from = Px{static_cast<std::int64_t>(900'000 + draw(30'000) * 10)};
            one.to = Px{static_cast<std::int64_t>(900'000 + draw(30'000) * 10)};
            one.sz = Sz{static_cast<std::int64_t>(1 + draw(1'000'000))};
            one.orders = static_cast<int>(2 + draw(49));
            one.skew = Decimal(static_cast<std::int64_t>(1 + draw(9'999)), 2);
            const auto rows = scaleRows(one, kBtc);
            if (!rows)
                continue;
            ++seen;
            Sz sum;
            const auto [low, high] = std::minmax(one.from, one.to);
            for (std::size_t at = 0; at < rows->size(); ++at) {
                const ScaleRow &row = (*rows)[at];
                sum = sum + row.sz;
                QVERIFY(row.sz.lots > 0);
                QVERIFY(isValidPx(row.px, kBtc));
                QVERIFY(row.px >= low && row.px <= high);
                QVERIFY(at == 0 || row.px != (*rows)[at - 1].px);
            }
            QCOMPARE(sum.lots, one.sz.lots);
            QCOMPARE(rows->size(), static_cast<std::size_t>(one.orders));
            QVERIFY(rows->front().px == one.from && rows->back().px == one.to);
        }
        QVERIFY2(seen > 1'000, qPrintable(QString::number(seen)));
    }

    void refusals_data()
    {
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("to");
        QTest::addColumn<QString>("sz");
        QTest::addColumn<int>("orders");
        QTest::addColumn<QString>("skew");
        QTest::addColumn<QString>("field");
        QTest::newRow("one order") << "100000"
                                   << "99000"
                                   << "0.1" << 1 << "1"
                                   << "orders";
        QTest::newRow("too many") << "100000"
                                  << "99000"
                                  << "0.1" << 51 << "1"
                                  << "orders";
        QTest::newRow("one price") << "100000"
                                   << "100000"
                                   << "0.1" << 3 << "1"
                                   << "to";
        QTest::newRow("off the tick") << "100000.5"
                                      << "99000"
                                      << "0.1" << 3 << "1"
                                      << "from";
        QTest::newRow("less than a lot each") << "100000"
                                              << "99000"
                                              << "0.00002" << 3 << "1"
                                              << "sz";
        QTest::newRow("two on one tick") << "100000"
                                         << "100002"
                                         << "0.1" << 5 << "1"
                                         << "orders";
        QTest::newRow("no skew") << "100000"
                                 << "99000"
                                 << "0.1" << 3 << "0"
                                 << "skew";
        QTest::newRow("a slip") << "100000"
                                << "99000"
                                << "0.1" << 3 << "1000"
                                << "skew";
    }

    void refusals()
    {
        QFETCH(QString, from);
        QFETCH(QString, to);
        QFETCH(QString, sz);
        QFETCH(int, orders);
        QFETCH(QString, skew);
        QFETCH(QString, field);
        const auto found = scaleRows(
            plan(qPrintable(from), qPrintable(to), qPrintable(sz), orders, qPrintable(skew)), kBtc);
        QVERIFY(!found);
        QCOMPARE(QString::fromStdString(found.error().field), field);
        QVERIFY(found.error().detail.ends_with('.'));
    }
};

QTEST_APPLESS_MAIN(TestScalePlan)
#include "tst_scale_plan.moc"
