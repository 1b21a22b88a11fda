// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "guard/guard.h"

#include <QtTest>

#include <functional>

using namespace hl;
using namespace hl::guard;
using model::OrderKind;
using model::Side;
using model::Tif;

namespace {

Decimal dec(std::string_view text)
{
    return Decimal::parse(text).value();
}

/// BTC at 100,000 with a deep book of 99,990 / 100,000, 10,000 of equity, nothing held.
struct World
{
    market::Instrument instrument;
    market::BookSnapshot book;
    market::AssetCtx context;
    model::Position position;
    model::MarginSummary margin;
    Situation now;
    Limits limits;
    model::OrderTicket ticket;

    World()
    {
        instrument.coin = "BTC";
        instrument.displayName = "BTC";
        instrument.grid = {MarketKind::Perp, 5};
        instrument.quoteToken = "USDC";
        instrument.maxLeverage = 40;
        book.grid = instrument.grid;
        book.state = market::BookState::Live;
        book.bids = {{px("99990"), sz("5")}};
        book.asks = {{px("100000"), sz("5")}, {px("100100"), sz("5")}};
        context.dayNtlVlm = dec("100000000");
        context.mark = dec("100000");
        margin.accountValue = dec("10000");
        now.equity = dec("10000");
        now.leverage = 10;
        ticket.coin = "BTC";
        ticket.px = px("99990");
        ticket.sz = sz("0.01");
        ticket.tif = Tif::Gtc;
    }

    Px px(std::string_view text) const { return parsePx(text, instrument.grid).value(); }
    Sz sz(std::string_view text) const { return parseSz(text, instrument.grid).value(); }

    void hold(std::string_view size)
    {
        position.coin = "BTC";
        position.grid = instrument.grid;
        position.szi = sz(size);
        now.market.position = &position;
    }
    void thin() { context.dayNtlVlm = dec("99999999"); }
    void outcome()
    {
        instrument.grid = {MarketKind::Outcome, 0};
        book.grid = instrument.grid;
        book.bids = {{px("0.4"), sz("1000")}};
        book.asks = {{px("0.41"), sz("1000")}};
        ticket.sz = sz("100");
    }

    std::vector<model::TicketProblem> judged()
    {
        now.market.instrument = &instrument;
        now.market.book = &book;
        now.market.mark = context.mark;
        now.context = &context;
        now.margin = &margin;
        return judge(ticket, now, limits);
    }
};

using Setup = std::function<void(World &)>;

} // namespace

Q_DECLARE_METATYPE(Setup)

class TestGuard : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anOrdinaryOrderIsNotAsked()
    {
        World world;
        for (const auto &problem : world.judged())
            QFAIL(problem.detail.c_str());
    }

    void G1_valueOfAnOrder_data() { rowsOf("G1 "); }
    void G1_valueOfAnOrder() { judgeRow(); }
    void G2_positionAfterTheFill_data() { rowsOf("G2 "); }
    void G2_positionAfterTheFill() { judgeRow(); }
    void G3_liquidationAndMaintenance_data() { rowsOf("G3 "); }
    void G3_liquidationAndMaintenance() { judgeRow(); }
    void G4_throughTheTouch_data() { rowsOf("G4 "); }
    void G4_throughTheTouch() { judgeRow(); }
    void G5_awayFromTheTouch_data() { rowsOf("G5 "); }
    void G5_awayFromTheTouch() { judgeRow(); }
    void G7_paceOfEntries_data() { rowsOf("G7 "); }
    void G7_paceOfEntries() { judgeRow(); }
    void G8_restingEntries_data() { rowsOf("G8 "); }
    void G8_restingEntries() { judgeRow(); }
    void G9_lossOfTheDay_data() { rowsOf("G9 "); }
    void G9_lossOfTheDay() { judgeRow(); }
    void G10_whatIsOddIsAsked_data() { rowsOf("G10 "); }
    void G10_whatIsOddIsAsked() { judgeRow(); }
    void G11_firstUseAndSwitchAreAsked_data() { rowsOf("G11 "); }
    void G11_firstUseAndSwitchAreAsked() { judgeRow(); }

    void sentencesNameFigureAndLimit()
    {
        World world;
        world.now.equity = dec("1234567.5");
        world.margin.accountValue = *world.now.equity;
        world.ticket.sz = world.sz("12.5");
        world.limits.orderValueMost.reset();
        world.limits.marketValue = world.limits.liquidationDistance = {};
        const auto problems = world.judged();
        QCOMPARE(problems.size(), std::size_t(1));
        QCOMPARE(problems.front().detail,
                 std::string("The order is worth 1,249,875.00, more than 1 × the account's equity "
                             "of 1,234,567.50."));
    }

    /// Rule zero: with every limit passed a reduce-only order is told at most.
    void anExitIsNeverBlocked()
    {
        World world;
        world.hold("5");
        world.position.liquidationPx = dec("95000");
        world.now.equity = dec("1");
        world.margin.accountValue = dec("1");
        world.margin.maintenanceMargin = dec("100");
        world.now.pace = {100, 1000, 10'000};
        world.now.restingInAccount = 5000;
        world.now.dayStartEquity = dec("100");
        world.now.dayResult = dec("-99");
        world.ticket.side = Side::Sell;
        world.ticket.reduceOnly = true;
        world.ticket.sz = world.sz("5");
        for (const char *px : {"1", "50000", "99980", "150000"}) {
            world.ticket.px = world.px(px);
            QVERIFY(blocking(world.judged()) == nullptr);
        }
        world.ticket.kind = OrderKind::Trigger;
        world.ticket.trigger = model::TriggerSpec{world.px("94000"), true, model::TpSl::Sl};
        const auto told = world.judged();
        QVERIFY(blocking(told) == nullptr);
        QCOMPARE(told.size(), std::size_t(1)); // beyond liquidation: it is said
        QCOMPARE(told.front().rule, std::string("G10"));
    }

    void G6_leverage_data()
    {
        QTest::addColumn<int>("leverage");
        QTest::addColumn<int>("problems");
        QTest::addColumn<bool>("blocks");
        QTest::newRow("10") << 10 << 0 << false;
        QTest::newRow("11") << 11 << 1 << false;
        QTest::newRow("20") << 20 << 1 << false;
        QTest::newRow("21") << 21 << 1 << true;
    }

    void G6_leverage()
    {
        QFETCH(int, leverage);
        QFETCH(int, problems);
        QFETCH(bool, blocks);
        const auto found = judgeLeverage(leverage, {});
        QCOMPARE(int(found.size()), problems);
        QCOMPARE(blocking(found) != nullptr, blocks);
    }

    void aBookThatIsNotLiveJudgesNoPrice()
    {
        World world;
        world.book.state = market::BookState::Stale;
        world.ticket.px = world.px("150000");
        world.limits = {};
        world.limits.orderValue = {};
        QVERIFY(world.judged().empty());
    }

private:
    /// The rows whose name begins so.
    static void rowsOf(std::string_view start)
    {
        QTest::addColumn<Setup>("setup");
        QTest::addColumn<QString>("rule"); // empty: nothing at all
        QTest::addColumn<bool>("blocks");
        const auto row = [start](std::string_view name, const char *rule, bool blocks,
                                 Setup setup) {
            if (name.starts_with(start))
                QTest::newRow(name.data()) << setup << QString(rule) << blocks;
        };
        const auto size = [](const char *text) {
            return [text](World &w) { w.ticket.sz = w.sz(text); };
        };
        const auto at = [](const char *text, Tif tif = Tif::Gtc) {
            return [text, tif](World &w) {
                w.ticket.px = w.px(text);
                w.ticket.tif = tif;
            };
        };
        // The liquidation price of a position of 1 × E is far away, so that each row meets one
        // rule.
        row("G1 at 1 E", "", false, size("0.10001"));
        row("G1 above 1 E", "G1", false, size("0.10002"));
        row("G1 above 3 E", "G1", true, [](World &w) {
            w.ticket.sz = w.sz("0.30004");
            w.limits.marketValue = {};
            w.limits.liquidationDistance = {};
        });
        row("G1 above 250,000", "G1", true, [](World &w) {
            w.now.equity = dec("10000000");
            w.margin.accountValue = dec("10000000");
            w.ticket.sz = w.sz("2.50026");
        });
        row("G1 raised", "", false, [](World &w) {
            w.now.equity = dec("10000000");
            w.margin.accountValue = dec("10000000");
            w.ticket.sz = w.sz("2.50026");
            w.limits.orderValueMost = dec("300000");
        });
        row("G1 without equity", "G1", true, [](World &w) {
            w.now.equity = dec("0");
            w.limits.marketValue = {};
            w.limits.accountValue = {};
            w.limits.liquidationDistance = {};
        });
        row("G1 equity not known", "", false, [](World &w) {
            w.now.equity.reset();
            w.ticket.sz = w.sz("1");
        });
        row("G2 market, ask", "G2", false, [](World &w) {
            w.hold("0.195");
            w.limits.liquidationDistance = {};
        });
        row("G2 market, at 2 E", "", false, [](World &w) {
            w.hold("0.19");
            w.limits.liquidationDistance = {};
        });
        row("G2 market, block", "G2", true, [](World &w) {
            w.hold("0.495");
            w.limits.liquidationDistance = {};
            w.limits.accountValue = {};
        });
        row("G2 all markets, ask", "G2", false,
            [](World &w) { w.now.otherPositions = dec("39500"); });
        row("G2 all markets, block", "G2", true,
            [](World &w) { w.now.otherPositions = dec("79500"); });
        row("G2 shrinking is not asked", "", false, [](World &w) {
            w.hold("-0.6");
            w.now.otherPositions = dec("90000");
            w.limits.liquidationDistance = {};
        });
        row("G3 distance, ask", "G3", false, [](World &w) {
            w.margin.accountValue = dec("80"); // 1,000 of BTC on 80
            w.limits = {};
            w.limits.orderValue = w.limits.marketValue = w.limits.accountValue = {};
        });
        row("G3 distance, block", "G3", true, [](World &w) {
            w.margin.accountValue = dec("30");
            w.limits.orderValue = w.limits.marketValue = w.limits.accountValue = {};
        });
        row("G3 maintenance, ask", "G3", false,
            [](World &w) { w.margin.maintenanceMargin = dec("4000"); });
        row("G3 maintenance, block", "G3", true, [](World &w) {
            w.margin.maintenanceMargin = dec("7000");
            w.limits.liquidationDistance = {};
        });
        row("G4 deep at 0.3 %", "", false, at("100300"));
        row("G4 deep, ask", "G4", false, at("100310"));
        row("G4 deep, block", "G4", true, at("102100"));
        row("G4 thin at 1 %", "", false, [](World &w) {
            w.thin();
            w.ticket.px = w.px("101000");
        });
        row("G4 thin, ask", "G4", false, [](World &w) {
            w.thin();
            w.ticket.px = w.px("101100");
        });
        row("G4 thin, block", "G4", true, [](World &w) {
            w.thin();
            w.ticket.px = w.px("105100");
        });
        row("G4 sell", "G4", false, [](World &w) {
            w.ticket.side = Side::Sell;
            w.ticket.px = w.px("99600");
        });
        row("G4 outcome at 0.03", "", false, [](World &w) {
            w.outcome();
            w.ticket.px = w.px("0.44");
        });
        row("G4 outcome, ask", "G4", false, [](World &w) {
            w.outcome();
            w.ticket.px = w.px("0.4401");
        });
        row("G4 outcome, block", "G4", true, [](World &w) {
            w.outcome();
            w.ticket.px = w.px("0.5101");
        });
        row("G5 at 10 %", "", false, at("89991"));
        row("G5 ask", "G5", false, at("89990"));
        row("G5 block", "G5", true, at("49990"));
        row("G5 sell", "G5", true, [](World &w) {
            w.ticket.side = Side::Sell;
            w.ticket.px = w.px("150100");
            w.limits.marketValue = {};
            w.limits.liquidationDistance = {};
        });
        row("G7 fifth in a second", "", false, [](World &w) { w.now.pace.second = 4; });
        row("G7 sixth in a second", "G7", false, [](World &w) { w.now.pace.second = 5; });
        row("G7 thirtieth in ten", "", false, [](World &w) { w.now.pace.tenSeconds = 29; });
        row("G7 31st in ten", "G7", true, [](World &w) { w.now.pace.tenSeconds = 30; });
        row("G7 121st in a minute", "G7", true, [](World &w) { w.now.pace.minute = 120; });
        row("G8 50th in the market", "", false, [](World &w) { w.now.restingInMarket = 49; });
        row("G8 51st in the market", "G8", false, [](World &w) { w.now.restingInMarket = 50; });
        row("G8 account, ask", "G8", false, [](World &w) { w.now.restingInAccount = 200; });
        row("G8 account, block", "G8", true, [](World &w) { w.now.restingInAccount = 900; });
        row("G8 an Ioc never rests", "", false, [](World &w) {
            w.now.restingInAccount = 950;
            w.ticket.tif = Tif::Ioc;
            w.ticket.px = w.px("100000");
        });
        const auto lost = [](const char *sum) {
            return [sum](World &w) {
                w.now.dayStartEquity = dec("10000");
                w.now.dayResult = dec(sum);
            };
        };
        row("G9 at 3 %", "", false, lost("-300"));
        row("G9 ask", "G9", false, lost("-300.01"));
        row("G9 block", "G9", true, lost("-600.01"));
        row("G9 a gain", "", false, lost("9000"));
        row("G10 larger than visible", "G10", false, [](World &w) {
            w.ticket.tif = Tif::Ioc;
            w.ticket.px = w.px("100000");
            w.book.asks.front().sz = w.sz("0.005");
        });
        row("G10 the same order again", "G10", false, [](World &w) { w.now.isRepeat = true; });
        row("G10 stop near the mark", "G10", false, [](World &w) {
            w.ticket.kind = OrderKind::Trigger;
            w.ticket.trigger = model::TriggerSpec{w.px("100090"), true, model::TpSl::Sl};
            w.ticket.px = w.px("110000");
        });
        row("G11 first use", "G11", false, [](World &w) { w.now.isFirstUse = true; });
        row("G11 after a switch", "G11", false, [](World &w) { w.now.isAfterSwitch = true; });
    }

    static void judgeRow()
    {
        QFETCH(Setup, setup);
        QFETCH(QString, rule);
        QFETCH(bool, blocks);
        World world;
        setup(world);
        const auto problems = world.judged();
        QStringList met;
        for (const auto &problem : problems)
            met += QString::fromStdString(problem.rule + ": " + problem.detail);
        if (rule.isEmpty()) {
            QVERIFY2(problems.empty(), qPrintable(met.join(u'\n')));
            return;
        }
        QCOMPARE(problems.size(), std::size_t(1));
        QCOMPARE(QString::fromStdString(problems.front().rule), rule);
        QCOMPARE(problems.front().blocks, blocks);
        QVERIFY(problems.front().detail.ends_with('.'));
    }

private Q_SLOTS:
    /// Rule zero: to sell what one holds at spot opens nothing, so nothing here stands in its way.
    void G9_leavingASpotHoldingIsAnExit_data()
    {
        QTest::addColumn<bool>("isSell");
        QTest::addColumn<QString>("free"); ///< empty: not known
        QTest::addColumn<bool>("isExit");
        QTest::newRow("all of it") << true << "5" << true;
        QTest::newRow("a part") << true << "9" << true;
        QTest::newRow("more than is free") << true << "4.99" << false;
        QTest::newRow("not known") << true << "" << false;
        QTest::newRow("a buy") << false << "9" << false;
    }
    void G9_leavingASpotHoldingIsAnExit()
    {
        QFETCH(bool, isSell);
        QFETCH(QString, free);
        QFETCH(bool, isExit);
        World w;
        w.instrument.coin = "@107";
        w.instrument.grid = {MarketKind::Spot, 5};
        w.instrument.baseToken = "HYPE";
        w.book.grid = w.instrument.grid;
        w.book.bids = {{w.px("99990"), w.sz("5")}};
        w.book.asks = {{w.px("100000"), w.sz("5")}};
        w.ticket.coin = "@107";
        w.ticket.side = isSell ? Side::Sell : Side::Buy;
        w.ticket.px = w.px(isSell ? "100010" : "99980");
        w.ticket.sz = w.sz("5"); // far past G1
        w.now.dayStartEquity = dec("10000");
        w.now.dayResult = dec("-5000");                                // and past G9
        w.now.market.entryBlock = "The account's stream is 12 s old."; // G12
        if (!free.isEmpty())
            w.now.market.freeBase = dec(free.toStdString());
        const auto judged = w.judged();
        QCOMPARE(blocking(judged) == nullptr, isExit);
        QCOMPARE(judged.empty(), isExit);
        const auto checked = model::validateTicket(w.ticket, w.now.market);
        QCOMPARE(blocking(checked) == nullptr, isExit);
        QCOMPARE(model::isEntry(w.ticket, w.now.market), !isExit);
    }
};

QTEST_APPLESS_MAIN(TestGuard)
#include "tst_guard.moc"
