// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "model/order_group.h"

#include <QTest>

using namespace hl;
using namespace hl::model;

namespace {

constexpr Grid kBtc{MarketKind::Perp, 5};

struct Market
{
    market::Instrument instrument;
    ValidationContext context;

    explicit Market(const char *mark)
    {
        instrument.coin = "BTC";
        instrument.grid = kBtc;
        instrument.quoteToken = "USDC";
        context.instrument = &instrument;
        context.mark = *Decimal::parse(mark);
    }
};

OrderTicket leg(const OrderTicket &entry, TpSl tpsl, const QString &trigger)
{
    OrderTicket out;
    out.coin = entry.coin;
    out.side = opposite(entry.side);
    out.kind = OrderKind::Trigger;
    out.sz = entry.sz;
    out.reduceOnly = true;
    const Px at = *parsePx(trigger.toStdString(), kBtc);
    out.trigger = TriggerSpec{at, true, tpsl};
    out.px = out.side == Side::Sell ? at - Px{10'000} : at + Px{10'000};
    return out;
}

std::vector<OrderTicket> bracket(bool isBuy, const QString &px, const QString &stop,
                                 const QString &target)
{
    OrderTicket entry;
    entry.coin = "BTC";
    entry.side = isBuy ? Side::Buy : Side::Sell;
    entry.px = *parsePx(px.toStdString(), kBtc);
    entry.sz = *parseSz("0.05", kBtc);
    std::vector<OrderTicket> out{entry};
    if (!stop.isEmpty())
        out.push_back(leg(entry, TpSl::Sl, stop));
    if (!target.isEmpty())
        out.push_back(leg(entry, TpSl::Tp, target));
    return out;
}

QString rulesOf(const std::vector<GroupProblem> &problems)
{
    QStringList out;
    for (const GroupProblem &problem : problems)
        if (problem.problem.blocks)
            out << QString::number(problem.at) + QLatin1Char(':') +
                       QString::fromStdString(problem.problem.rule);
    return out.join(QLatin1Char(' '));
}

} // namespace

class TestOrderGroup : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// interaction.md L31: the wrong side of entry or mark is told.
    void legsAgainstEntryAndMark_data()
    {
        QTest::addColumn<bool>("isBuy");
        QTest::addColumn<QString>("px");
        QTest::addColumn<QString>("stop");
        QTest::addColumn<QString>("target");
        QTest::addColumn<QString>("rules");
        // The mark is 110,000.
        QTest::newRow("buy below the mark") << true << "109000"
                                            << "108000"
                                            << "112000"
                                            << "";
        QTest::newRow("a target between entry and mark") << true << "109000"
                                                         << "108000"
                                                         << "109500"
                                                         << "";
        QTest::newRow("stop above the entry") << true << "109000"
                                              << "109500"
                                              << "112000"
                                              << "1:triggerSide";
        QTest::newRow("stop at the entry") << true << "109000"
                                           << "109000"
                                           << ""
                                           << "1:triggerSide";
        QTest::newRow("target below the entry") << true << "109000"
                                                << "108000"
                                                << "108500"
                                                << "2:triggerSide";
        QTest::newRow("a cap above the mark: the mark counts") << true << "111000"
                                                               << "110500"
                                                               << "112000"
                                                               << "1:triggerSide";
        QTest::newRow("sell above the mark") << false << "111000"
                                             << "112000"
                                             << "109000"
                                             << "";
        QTest::newRow("sell: stop below the entry") << false << "111000"
                                                    << "110500"
                                                    << "109000"
                                                    << "1:triggerSide";
        QTest::newRow("sell: target above the entry") << false << "111000"
                                                      << ""
                                                      << "111500"
                                                      << "1:triggerSide";
        QTest::newRow("no leg") << true << "109000"
                                << ""
                                << ""
                                << "0:bracketLegs";
        QTest::newRow("off the tick") << true << "109000"
                                      << "108000.5"
                                      << ""
                                      << "1:tick 1:tick";
    }

    void legsAgainstEntryAndMark()
    {
        QFETCH(bool, isBuy);
        QFETCH(QString, px);
        QFETCH(QString, stop);
        QFETCH(QString, target);
        QFETCH(QString, rules);
        const Market market("110000");
        QCOMPARE(rulesOf(validateGroup(bracket(isBuy, px, stop, target), Grouping::Bracket,
                                       market.context)),
                 rules);
    }

    void shapesThatAreNoBracket()
    {
        const Market market("110000");
        const auto rules = [&](const std::vector<OrderTicket> &tickets) {
            return rulesOf(validateGroup(tickets, Grouping::Bracket, market.context));
        };
        auto other = bracket(true, "109000", "108000", "112000");
        other[1].sz = other[1].sz - Sz{1};
        QCOMPARE(rules(other), QStringLiteral("1:bracketLegs"));
        other = bracket(true, "109000", "108000", "112000");
        other[2].side = Side::Buy;
        QCOMPARE(rules(other), QStringLiteral("2:bracketLegs"));
        other = bracket(true, "109000", "108000", "112000");
        other[2].reduceOnly = false;
        QCOMPARE(rules(other), QStringLiteral("2:bracketLegs"));
        other = bracket(true, "109000", "108000", "");
        other.push_back(leg(other[0], TpSl::Sl, QStringLiteral("107000")));
        QCOMPARE(rules(other), QStringLiteral("2:bracketLegs"));
        other = bracket(true, "109000", "108000", "");
        other[0].reduceOnly = true;
        QVERIFY(rules(other).contains(QLatin1String("0:bracketEntry")));
    }

    void aScaleIsJudgedOrderByOrder()
    {
        const Market market("110000");
        std::vector<OrderTicket> rows;
        for (const char *px : {"109000", "108000", "107000"}) {
            OrderTicket row = bracket(true, QString::fromLatin1(px), {}, {}).front();
            rows.push_back(row);
        }
        QCOMPARE(rulesOf(validateGroup(rows, Grouping::None, market.context)), QString());
        rows[1].sz = *parseSz("0.00009", kBtc); // 9.72, below the venue's minimum
        QCOMPARE(rulesOf(validateGroup(rows, Grouping::None, market.context)),
                 QStringLiteral("1:minValue"));
        rows[1].coin = "ETH";
        QCOMPARE(rulesOf(validateGroup(rows, Grouping::None, market.context)),
                 QStringLiteral("1:mixed"));
        rows.assign(kMaxGroup + 1, rows.front());
        QCOMPARE(rulesOf(validateGroup(rows, Grouping::None, market.context)),
                 QStringLiteral("0:tooMany"));
        QCOMPARE(rulesOf(validateGroup({}, Grouping::None, market.context)),
                 QStringLiteral("0:none"));
    }

    void theWholeIsTheSumAtItsMostAggressive()
    {
        std::vector<OrderTicket> rows;
        for (const char *px : {"109000", "110500", "107000"})
            rows.push_back(bracket(true, QString::fromLatin1(px), {}, {}).front());
        QCOMPARE(wholeOf(rows, Grouping::None).sz.lots, rows[0].sz.lots * 3);
        QVERIFY(wholeOf(rows, Grouping::None).px == rows[1].px);
        for (OrderTicket &row : rows)
            row.side = Side::Sell;
        QVERIFY(wholeOf(rows, Grouping::None).px == rows[2].px);
        const auto legs = bracket(true, "109000", "108000", "112000");
        QCOMPARE(wholeOf(legs, Grouping::Bracket).sz.lots, legs[0].sz.lots);
    }
};

QTEST_APPLESS_MAIN(TestOrderGroup)
#include "tst_order_group.moc"
