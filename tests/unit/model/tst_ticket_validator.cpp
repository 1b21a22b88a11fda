// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "model/ticket_validator.h"

#include <QtTest>

#include <algorithm>

using namespace hl;
using namespace hl::model;
using market::BookState;

namespace {

market::Instrument perp(int szDecimals, std::string coin = "BTC")
{
    market::Instrument instrument;
    instrument.coin = std::move(coin);
    instrument.grid = {MarketKind::Perp, static_cast<std::uint8_t>(szDecimals)};
    instrument.quoteToken = "USDC";
    instrument.maxLeverage = 40;
    return instrument;
}

Px px(std::string_view text, const market::Instrument &instrument)
{
    return parsePx(text, instrument.grid).value();
}

Sz sz(std::string_view text, const market::Instrument &instrument)
{
    return parseSz(text, instrument.grid).value();
}

/// A market, its book 99990 / 100010, a ticket, and what surrounds it.
struct Case
{
    market::Instrument instrument = perp(4);
    market::BookSnapshot book;
    std::optional<Position> position;
    OrderTicket ticket;
    ValidationContext context;

    Case()
    {
        book.state = BookState::Live;
        book.bids.push_back({px("99990", instrument), sz("1", instrument)});
        book.asks.push_back({px("100010", instrument), sz("1", instrument)});
        ticket.coin = "BTC";
        ticket.px = px("90000", instrument);
        ticket.sz = sz("0.01", instrument);
    }
    std::vector<TicketProblem> check()
    {
        context.instrument = &instrument;
        context.book = &book;
        context.position = position ? &*position : nullptr;
        return validateTicket(ticket, context);
    }
    void hold(std::string_view szi)
    {
        position.emplace();
        position->coin = "BTC";
        position->szi = sz(szi, instrument);
    }
    void stop(Side side, TpSl tpsl, std::string_view trigger, std::string_view worst)
    {
        ticket.side = side;
        ticket.kind = OrderKind::Trigger;
        ticket.reduceOnly = true;
        ticket.trigger = TriggerSpec{px(trigger, instrument), true, tpsl};
        ticket.px = px(worst, instrument);
    }
};

const TicketProblem *find(const std::vector<TicketProblem> &problems, std::string_view rule)
{
    const auto it = std::ranges::find(problems, rule, &TicketProblem::rule);
    return it == problems.end() ? nullptr : &*it;
}

bool blocks(const std::vector<TicketProblem> &problems)
{
    return std::ranges::any_of(problems, &TicketProblem::blocks);
}

} // namespace

class TestTicketValidator : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void goodTicketHasNoProblem()
    {
        Case c;
        QVERIFY(c.check().empty());
    }

    void hardRules_data()
    {
        using Change = std::function<void(Case &)>;
        QTest::addColumn<Change>("change");
        QTest::addColumn<QByteArray>("rule");
        QTest::addColumn<QByteArray>("field");
        const auto row = [](const char *name, Change change, const char *rule, const char *field) {
            QTest::newRow(name) << change << QByteArray(rule) << QByteArray(field);
        };
        row(
            "watching only", [](Case &c) { c.context.canTrade = false; }, "watchOnly", "signer");
        row(
            "price zero", [](Case &c) { c.ticket.px = {}; }, "positive", "px");
        row(
            "price negative", [](Case &c) { c.ticket.px = {-5}; }, "positive", "px");
        row(
            "size zero", [](Case &c) { c.ticket.sz = {}; }, "positive", "sz");
        row(
            "size negative", [](Case &c) { c.ticket.sz = {-1}; }, "positive", "sz");
        row(
            "delisted", [](Case &c) { c.instrument.isDelisted = true; }, "delisted", "coin");
        row(
            "market without cap",
            [](Case &c) {
                c.ticket.kind = OrderKind::Market;
                c.ticket.px = {};
            },
            "cap", "px");
        row(
            "market off the tick",
            [](Case &c) {
                c.ticket.kind = OrderKind::Market;
                c.ticket.px = px("100010.5", c.instrument);
            },
            "tick", "px");
        row(
            "trigger without trigger", [](Case &c) { c.ticket.kind = OrderKind::Trigger; },
            "missing", "triggerPx");
        row(
            "post-only buy at the ask",
            [](Case &c) {
                c.ticket.tif = Tif::Alo;
                c.ticket.px = px("100010", c.instrument);
            },
            "crossesBook", "px");
        row(
            "post-only sell at the bid",
            [](Case &c) {
                c.ticket.side = Side::Sell;
                c.ticket.tif = Tif::Alo;
                c.ticket.px = px("99990", c.instrument);
            },
            "crossesBook", "px");
        row(
            "below the minimum value", [](Case &c) { c.ticket.sz = sz("0.0001", c.instrument); },
            "minValue", "sz");
        row(
            "reduce-only without a position", [](Case &c) { c.ticket.reduceOnly = true; },
            "noPosition", "reduceOnly");
        row(
            "reduce-only that adds",
            [](Case &c) {
                c.hold("0.5");
                c.ticket.reduceOnly = true;
            },
            "wrongSide", "reduceOnly");
    }

    void hardRules()
    {
        QFETCH(std::function<void(Case &)>, change);
        QFETCH(QByteArray, rule);
        QFETCH(QByteArray, field);
        Case c;
        change(c);
        const auto problems = c.check();
        const TicketProblem *problem = find(problems, rule.toStdString());
        QVERIFY2(problem != nullptr, "the rule was not named");
        QVERIFY(problem->blocks);
        QCOMPARE(problem->field, field.toStdString());
        QVERIFY2(problem->detail.ends_with('.'), problem->detail.c_str());
        QCOMPARE(problems.size(), std::size_t{1});
    }

    /// interaction.md, rule zero: a position that a fill has overtaken blocks no exit.
    void aLatePositionIsOnlyTold_data()
    {
        QTest::addColumn<QString>("held");
        QTest::addColumn<QByteArray>("rule");
        QTest::newRow("none yet") << QString() << QByteArray("noPosition");
        QTest::newRow("the other side still") << QStringLiteral("0.5") << QByteArray("wrongSide");
    }

    void aLatePositionIsOnlyTold()
    {
        QFETCH(QString, held);
        QFETCH(QByteArray, rule);
        Case c;
        if (!held.isEmpty())
            c.hold(held.toStdString());
        c.ticket.reduceOnly = true;
        for (const bool isLate : {false, true}) {
            c.context.isPositionLate = isLate;
            const auto problems = c.check();
            const TicketProblem *problem = find(problems, rule.toStdString());
            QVERIFY(problem != nullptr);
            QCOMPARE(problem->blocks, !isLate);
        }
    }

    void unknownCoin()
    {
        OrderTicket ticket;
        ticket.coin = "NOPE";
        const auto problems = validateTicket(ticket, {});
        QVERIFY(find(problems, "unknownCoin") != nullptr);
        QVERIFY(problems.front().detail.find("NOPE") != std::string::npos);
    }

    /// cases.md B03, B07: the rule is named and two neighbours are offered, for every kind alike.
    void offTheTick_B03_data()
    {
        QTest::addColumn<int>("szDecimals");
        QTest::addColumn<QByteArray>("price");
        QTest::addColumn<QByteArray>("below");
        QTest::addColumn<QByteArray>("above");
        QTest::newRow("B03 half a dollar")
            << 5 << QByteArray("117365.5") << QByteArray("117365") << QByteArray("117366");
        QTest::newRow("B07 limit")
            << 5 << QByteArray("71234.5") << QByteArray("71234") << QByteArray("71235");
        QTest::newRow("five figures")
            << 0 << QByteArray("1.23456") << QByteArray("1.2345") << QByteArray("1.2346");
    }

    void offTheTick_B03()
    {
        QFETCH(int, szDecimals);
        QFETCH(QByteArray, price);
        QFETCH(QByteArray, below);
        QFETCH(QByteArray, above);
        for (const OrderKind kind : {OrderKind::Limit, OrderKind::Market}) {
            Case c;
            c.instrument = perp(szDecimals);
            c.book = {};
            c.book.state = BookState::Live;
            c.ticket.kind = kind;
            c.ticket.px = px(price.toStdString(), c.instrument);
            c.ticket.sz = sz("100", c.instrument);
            const auto problems = c.check();
            const TicketProblem *problem = find(problems, "tick");
            QVERIFY(problem != nullptr);
            QCOMPARE(problem->suggestions.size(), std::size_t{2});
            QCOMPARE(pxText(problem->suggestions[0], c.instrument.grid), below.toStdString());
            QCOMPARE(pxText(problem->suggestions[1], c.instrument.grid), above.toStdString());
        }
    }

    void offTickTrigger()
    {
        Case c;
        c.hold("0.5");
        c.stop(Side::Sell, TpSl::Sl, "80000.5", "79000");
        const auto problems = c.check();
        const TicketProblem *problem = find(problems, "tick");
        QVERIFY(problem != nullptr);
        QCOMPARE(problem->field, std::string("triggerPx"));
    }

    /// cases.md B09
    void worstFillOfAStopComesFromItsTrigger_B09()
    {
        Case c;
        c.instrument = perp(4, "ETH");
        c.book = {};
        c.book.state = BookState::Live;
        c.position.emplace();
        c.position->szi = sz("1", c.instrument);
        c.ticket.sz = sz("1", c.instrument);
        c.stop(Side::Sell, TpSl::Sl, "2470", "2346.5");
        c.context.mark = Decimal::fromInt(2600);
        QVERIFY(!blocks(c.check()));
        c.stop(Side::Sell, TpSl::Sl, "2470", "2587");
        QVERIFY(find(c.check(), "capBehindTrigger") != nullptr);
        c.position->szi = sz("-1", c.instrument);
        c.stop(Side::Buy, TpSl::Sl, "2700", "2600");
        QVERIFY(find(c.check(), "capBehindTrigger") != nullptr);
        c.stop(Side::Buy, TpSl::Sl, "2700", "2970");
        QVERIFY(!blocks(c.check()));
    }

    void triggerSide_data()
    {
        QTest::addColumn<Side>("side");
        QTest::addColumn<TpSl>("tpsl");
        QTest::addColumn<QByteArray>("trigger");
        QTest::addColumn<bool>("isRight");
        const auto row = [](const char *name, Side side, TpSl tpsl, const char *at, bool isRight) {
            QTest::newRow(name) << side << tpsl << QByteArray(at) << isRight;
        };
        row("stop of a long below the mark", Side::Sell, TpSl::Sl, "95000", true);
        row("stop of a long above the mark", Side::Sell, TpSl::Sl, "105000", false);
        row("stop of a long at the mark", Side::Sell, TpSl::Sl, "100000", false);
        row("target of a long above the mark", Side::Sell, TpSl::Tp, "105000", true);
        row("target of a long below the mark", Side::Sell, TpSl::Tp, "95000", false);
        row("stop of a short above the mark", Side::Buy, TpSl::Sl, "105000", true);
        row("stop of a short below the mark", Side::Buy, TpSl::Sl, "95000", false);
        row("target of a short below the mark", Side::Buy, TpSl::Tp, "95000", true);
        row("target of a short above the mark", Side::Buy, TpSl::Tp, "105000", false);
    }

    void triggerSide()
    {
        QFETCH(Side, side);
        QFETCH(TpSl, tpsl);
        QFETCH(QByteArray, trigger);
        QFETCH(bool, isRight);
        Case c;
        c.hold(side == Side::Sell ? "0.5" : "-0.5");
        c.context.mark = Decimal::fromInt(100'000);
        c.stop(side, tpsl, trigger.toStdString(), trigger.toStdString());
        QCOMPARE(find(c.check(), "triggerSide") == nullptr, isRight);
        // Without a mark price nothing is claimed.
        c.context.mark.reset();
        QVERIFY(find(c.check(), "triggerSide") == nullptr);
    }

    /// interaction.md L27
    void bookNotLive_L27_data()
    {
        QTest::addColumn<OrderKind>("kind");
        QTest::addColumn<Tif>("tif");
        QTest::addColumn<bool>("isEntry");
        QTest::addColumn<bool>("isBlocked");
        QTest::newRow("Ioc entry") << OrderKind::Limit << Tif::Ioc << true << true;
        QTest::newRow("market entry") << OrderKind::Market << Tif::Ioc << true << true;
        QTest::newRow("Gtc entry") << OrderKind::Limit << Tif::Gtc << true << true;
        QTest::newRow("post-only entry") << OrderKind::Limit << Tif::Alo << true << false;
        QTest::newRow("market close") << OrderKind::Market << Tif::Ioc << false << false;
        QTest::newRow("Ioc close") << OrderKind::Limit << Tif::Ioc << false << false;
    }

    void bookNotLive_L27()
    {
        QFETCH(OrderKind, kind);
        QFETCH(Tif, tif);
        QFETCH(bool, isEntry);
        QFETCH(bool, isBlocked);
        for (const BookState state : {BookState::Stale, BookState::Invalid, BookState::Empty}) {
            Case c;
            c.book.state = state;
            c.book.reason = "no frame for 4 s";
            c.ticket.kind = kind;
            c.ticket.tif = tif;
            if (!isEntry) {
                c.hold("-0.01");
                c.ticket.reduceOnly = true;
            }
            const auto problems = c.check();
            const TicketProblem *problem = find(problems, "bookNotLive");
            QVERIFY(problem != nullptr);
            QCOMPARE(problem->blocks, isBlocked);
            QVERIFY(problem->detail.find("no frame for 4 s") != std::string::npos);
            QCOMPARE(blocks(problems), isBlocked);
        }
    }

    /// Rule zero: a delisted market, a stale book and a small size do not hold back a whole close.
    void wholeCloseAlwaysGoes()
    {
        Case c;
        c.instrument.isDelisted = true;
        c.book.state = BookState::Stale;
        c.hold("0.0001");
        c.ticket.side = Side::Sell;
        c.ticket.kind = OrderKind::Market;
        c.ticket.tif = Tif::Ioc;
        c.ticket.reduceOnly = true;
        c.ticket.sz = sz("0.0001", c.instrument);
        c.ticket.px = px("80000", c.instrument);
        QVERIFY(!blocks(c.check()));
        c.hold("0.0002"); // now a part of it, worth 8
        QVERIFY(find(c.check(), "minValue") != nullptr);
    }

    void largerThanThePositionIsToldNotBlocked_B10()
    {
        Case c;
        c.hold("0.005");
        c.ticket.side = Side::Sell;
        c.ticket.reduceOnly = true;
        const auto problems = c.check();
        const TicketProblem *problem = find(problems, "largerThanPosition");
        QVERIFY(problem != nullptr);
        QVERIFY(!blocks(problems));
    }

    void wholePositionStopHasSizeZero_B01()
    {
        Case c;
        c.hold("0.5");
        c.stop(Side::Sell, TpSl::Sl, "80000", "72000");
        c.ticket.sz = {};
        QVERIFY(!blocks(c.check()));
        c.ticket.reduceOnly = false;
        QVERIFY(find(c.check(), "positive") != nullptr);
    }

    void capBelowMinimumIsJudgedAtTheMark()
    {
        Case c;
        c.ticket.kind = OrderKind::Market;
        c.ticket.side = Side::Sell;
        c.ticket.tif = Tif::Ioc;
        c.ticket.sz = sz("0.0001", c.instrument);
        c.ticket.px = px("95000", c.instrument);
        c.context.mark = Decimal::fromInt(100'500);
        QVERIFY(!blocks(c.check()));
        c.context.mark = Decimal::fromInt(99'000);
        QVERIFY(find(c.check(), "minValue") != nullptr);
    }
};

QTEST_APPLESS_MAIN(TestTicketValidator)
#include "tst_ticket_validator.moc"
