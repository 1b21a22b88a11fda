// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/models/balances_model.h"
#include "ui/models/fills_model.h"
#include "ui/models/log_model.h"
#include "ui/models/markets_model.h"
#include "ui/models/orders_model.h"
#include "ui/models/positions_model.h"
#include "ui/models/table_proxy.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

#include <random>

using namespace hl;
using namespace hl::ui;

namespace {

constexpr Grid kBtc{MarketKind::Perp, 5};
constexpr Grid kEth{MarketKind::Perp, 4};
constexpr Grid kPurr{MarketKind::Spot, 0};

Decimal dec(const char *text)
{
    return *Decimal::parse(text);
}

market::Instrument instrument(const char *coin, const char *display, Grid grid,
                              const char *dex = "", const char *quote = "USDC")
{
    market::Instrument i;
    i.coin = coin;
    i.displayName = display;
    i.grid = grid;
    i.dex = dex;
    i.quoteToken = quote;
    return i;
}

engine::InstrumentListPtr someInstruments()
{
    auto list = std::make_shared<engine::InstrumentList>();
    list->instruments = {
        instrument("BTC", "BTC", kBtc),
        instrument("ETH", "ETH", kEth),
        instrument("xyz:TSLA", "xyz:TSLA", {MarketKind::Perp, 2}, "xyz"),
        instrument("hyna:BTC", "hyna:BTC", kBtc, "hyna", "USDE"),
        instrument("@20", "PUMP/USDC", kPurr),
        instrument("@188", "UPUMP/USDC", kPurr),
        instrument("#70020", "Yes", {MarketKind::Outcome, 0}),
    };
    list->instruments[4].isCanonical = false;
    return list;
}

model::Order order(model::OrderKey key, const char *px, const char *sz, Grid grid = kBtc)
{
    model::Order o;
    o.key = key;
    o.coin = grid == kBtc ? "BTC" : "ETH";
    o.grid = grid;
    o.px = *parsePx(px, grid);
    o.origSz = *parseSz(sz, grid);
    o.phase = model::OrderPhase::Resting;
    o.placedAt = static_cast<TimeMs>(1'700'000'000'000 + key);
    return o;
}

model::Fill fill(Tid tid, TimeMs time)
{
    model::Fill f;
    f.tid = tid;
    f.time = time;
    f.coin = "BTC";
    f.grid = kBtc;
    f.px = *parsePx("110143", kBtc);
    f.sz = *parseSz("0.0312", kBtc);
    f.fee = dec("0.515469");
    f.feeToken = "USDC";
    return f;
}

QString shown(const QAbstractItemModel &model, int row, int column)
{
    return model.index(row, column).data().toString();
}

QStringList columnTexts(const QAbstractItemModel &model, int column)
{
    QStringList texts;
    for (int row = 0; row < model.rowCount(); ++row)
        texts << shown(model, row, column);
    return texts;
}

constexpr auto kFatal = QAbstractItemModelTester::FailureReportingMode::Fatal;

} // namespace

class TestTableModels : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void ordersSurviveARandomScript()
    {
        OrdersModel model;
        OrdersProxy open(model, OrdersProxy::Show::Open);
        OrdersProxy ended(model, OrdersProxy::Show::Ended);
        QAbstractItemModelTester modelTester(&model, kFatal);
        QAbstractItemModelTester openTester(&open, kFatal);
        QAbstractItemModelTester endedTester(&ended, kFatal);
        QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
        open.sort(OrdersModel::Price, Qt::DescendingOrder);
        model.setInstruments(someInstruments());

        std::mt19937 random(20251130);
        std::map<model::OrderKey, model::Order> expected;
        for (int step = 0; step < 250; ++step) {
            std::vector<model::Order> batch;
            const int count = static_cast<int>(random() % 6);
            for (int i = 0; i < count; ++i) {
                model::Order o =
                    order(1 + random() % 60, random() % 2 ? "110143" : "98000", "0.05");
                o.phase = static_cast<model::OrderPhase>(random() % 15);
                o.filledSz = Sz{static_cast<std::int64_t>(random() % 5000)};
                batch.push_back(o);
            }
            const bool snapshot = random() % 20 == 0;
            if (snapshot) {
                std::erase_if(expected, [&](const auto &entry) {
                    return !model::isTerminal(entry.second.phase) &&
                           std::none_of(batch.begin(), batch.end(),
                                        [&](const auto &o) { return o.key == entry.first; });
                });
            }
            for (const auto &o : batch)
                expected.insert_or_assign(o.key, o);
            model.setOrders(batch, snapshot);

            QCOMPARE(model.rowCount(), static_cast<int>(expected.size()));
            int live = 0;
            for (const auto &[key, o] : expected) {
                const int row = model.rowOf(key);
                QVERIFY(row >= 0);
                QCOMPARE(model.orderAt(row).filledSz.lots, o.filledSz.lots);
                QCOMPARE(model.orderAt(row).phase, o.phase);
                live += model::isTerminal(o.phase) ? 0 : 1;
            }
            QCOMPARE(open.rowCount(), live);
            QCOMPARE(ended.rowCount(), static_cast<int>(expected.size()) - live);
        }
        model.clear();
        QCOMPARE(open.rowCount(), 0);
        QCOMPARE(resets.count(), 0);
    }

    void marketsPositionsBalancesSurviveARandomScript()
    {
        MarketsModel markets;
        PositionsModel positions;
        BalancesModel balances;
        MarketsProxy marketsProxy(markets);
        TableProxy positionsProxy(positions);
        QAbstractItemModelTester t1(&markets, kFatal);
        QAbstractItemModelTester t2(&positions, kFatal);
        QAbstractItemModelTester t3(&balances, kFatal);
        QAbstractItemModelTester t4(&marketsProxy, kFatal);
        QAbstractItemModelTester t5(&positionsProxy, kFatal);
        positionsProxy.sort(PositionsModel::Pnl);
        marketsProxy.sort(MarketsModel::Volume, Qt::DescendingOrder);

        std::mt19937 random(7);
        const auto all = someInstruments();
        for (int step = 0; step < 150; ++step) {
            auto list = std::make_shared<engine::InstrumentList>();
            for (const auto &i : all->instruments) {
                if (random() % 4 != 0)
                    list->instruments.push_back(i);
            }
            if (random() % 5 == 0)
                markets.setInstruments(list);
            std::vector<market::AssetCtx> contexts;
            std::vector<model::Position> held;
            model::AccountState account;
            for (const auto &i : all->instruments) {
                market::AssetCtx ctx;
                ctx.coin = i.coin;
                ctx.mark = Decimal(static_cast<std::int64_t>(1 + random() % 1000), 2);
                ctx.prevDayPx = dec("5");
                ctx.dayNtlVlm = Decimal::fromInt(static_cast<std::int64_t>(random() % 5));
                if (random() % 2)
                    contexts.push_back(ctx);
                model::Position p;
                p.coin = i.coin;
                p.grid = i.grid;
                p.szi = Sz{static_cast<std::int64_t>(random() % 5) - 2};
                p.entryPx = dec("5");
                if (random() % 2)
                    held.push_back(p);
                if (random() % 2)
                    account.balances.push_back({i.coin, -1, dec("5"), dec("1"), dec("0")});
            }
            markets.setContexts(contexts);
            positions.setContexts(contexts);
            positions.setPositions(held);
            balances.setAccount(account);
            marketsProxy.setTab(static_cast<MarketsProxy::Tab>(random() % 5));
            marketsProxy.setFilterText(random() % 3 ? QString() : QStringLiteral("pump"));
            const auto flat =
                std::count_if(held.begin(), held.end(), [](auto &p) { return p.szi.lots == 0; });
            QCOMPARE(positions.rowCount(), static_cast<int>(held.size()) - static_cast<int>(flat));
            QCOMPARE(balances.rowCount(), static_cast<int>(account.balances.size()));
        }
    }

    void fiftyThousandFillsAndTwoHundredUpdates()
    {
        FillsModel model;
        TableProxy proxy(model); // without the tester, which walks every cell at each change
        QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
        QSignalSpy layouts(&model, &QAbstractItemModel::layoutChanged);
        std::vector<model::Fill> history;
        for (Tid tid = 1; tid <= 50'000; ++tid)
            history.push_back(fill(tid, static_cast<TimeMs>(1'700'000'000'000 + tid)));
        model.addFills(history);
        QCOMPARE(proxy.rowCount(), 50'000);

        QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
        QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        for (Tid tid = 50'001; tid <= 50'200; ++tid)
            model.addFills({fill(tid, static_cast<TimeMs>(1'700'000'000'000 + tid))});
        QCOMPARE(model.rowCount(), 50'200);
        QCOMPARE(inserted.count(), 200);
        QCOMPARE(inserted.last().at(1).toInt(), 0); // the newest is the first row
        QCOMPARE(inserted.last().at(2).toInt(), 0);
        QCOMPARE(changed.count(), 0);
        QCOMPARE(resets.count(), 0);
        QCOMPARE(layouts.count(), 0);
        QCOMPARE(model.fillAt(0).tid, Tid{50'200});
        QCOMPARE(model.fillAt(50'199).tid, Tid{1});
    }

    void aFillNeverComesTwiceAndOlderOnesGoToTheirPlace()
    {
        FillsModel model;
        QAbstractItemModelTester tester(&model, kFatal);
        model.addFills({fill(5, 500), fill(9, 900)});
        model.addFills({fill(9, 900), fill(7, 700), fill(1, 100), fill(12, 1200), fill(6, 600)});
        std::vector<Tid> tids;
        for (int row = 0; row < model.rowCount(); ++row)
            tids.push_back(model.fillAt(row).tid);
        QCOMPARE(tids, (std::vector<Tid>{12, 9, 7, 6, 5, 1}));
        model.clear();
        QCOMPARE(model.rowCount(), 0);
        model.addFills({fill(5, 500)});
        QCOMPARE(model.rowCount(), 1);
    }

    void changesAreToldInTheSmallestRange()
    {
        MarketsModel model;
        model.setInstruments(someInstruments());
        std::vector<market::AssetCtx> first;
        for (const MarketRow &row : model.rows()) {
            market::AssetCtx ctx;
            ctx.coin = row.instrument.coin;
            ctx.mark = dec("10");
            ctx.prevDayPx = dec("9");
            first.push_back(ctx);
        }
        QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        model.setContexts(first);
        QCOMPARE(changed.count(), 1); // more than half: one range
        QCOMPARE(changed[0][1].toModelIndex().row(), model.rowCount() - 1);
        changed.clear();

        model.setContexts(first); // nothing is different
        QCOMPARE(changed.count(), 0);

        first[1].mark = dec("11");
        first[2].mark = dec("12");
        first[5].funding = dec("0.0001");
        model.setContexts(first);
        QCOMPARE(changed.count(), 2);
        QCOMPARE(changed[0][0].toModelIndex(), model.index(1, MarketsModel::Mark));
        QCOMPARE(changed[0][1].toModelIndex(), model.index(2, MarketsModel::Change));
        QCOMPARE(changed[1][0].toModelIndex(), model.index(5, MarketsModel::Funding));
        QCOMPARE(changed[1][1].toModelIndex(), model.index(5, MarketsModel::Funding));
    }

    void sortIsOnValuesNotOnText()
    {
        OrdersModel model;
        OrdersProxy proxy(model, OrdersProxy::Show::Open);
        model.setInstruments(someInstruments());
        auto stop = order(4, "1", "0.3");
        stop.trigger = model::TriggerSpec{*parsePx("107900", kBtc), true, model::TpSl::Sl};
        model.setOrders({order(1, "98000", "0.5"), order(2, "110143", "0.05"),
                         order(3, "4331.5", "10", kEth), stop},
                        false);
        proxy.sort(OrdersModel::Price, Qt::AscendingOrder);
        QCOMPARE(columnTexts(proxy, OrdersModel::Price),
                 (QStringList{u"4,331.5"_qs, u"98,000"_qs, u"110,143"_qs, u"–"_qs}));
        proxy.sort(OrdersModel::Price, Qt::DescendingOrder); // blanks stay last
        QCOMPARE(columnTexts(proxy, OrdersModel::Price),
                 (QStringList{u"110,143"_qs, u"98,000"_qs, u"4,331.5"_qs, u"–"_qs}));
        proxy.sort(OrdersModel::Size, Qt::AscendingOrder);
        QCOMPARE(columnTexts(proxy, OrdersModel::Size),
                 (QStringList{u"0.05000"_qs, u"0.30000"_qs, u"0.50000"_qs, u"10.0000"_qs}));
        // A changed value moves its row.
        auto grown = order(2, "110143", "20");
        model.setOrders({grown}, false);
        QCOMPARE(shown(proxy, 3, OrdersModel::Size), QStringLiteral("20.00000"));
    }

    void anUnknownOrderSaysSo()
    {
        OrdersModel model;
        auto o = order(1, "205.45", "25", {MarketKind::Perp, 2});
        o.phase = model::OrderPhase::Unknown;
        o.kind = model::OrderKind::Market;
        model.setOrders({o}, false);
        QCOMPARE(shown(model, 0, OrdersModel::State), QStringLiteral("Unknown · asking the venue"));
        QCOMPARE(shown(model, 0, OrdersModel::Filled), QStringLiteral("?"));
        QCOMPARE(shown(model, 0, OrdersModel::Type), QStringLiteral("Market ≤ 205.45"));
        QCOMPARE(model.rowTone(0), Tone::Unknown);
        QCOMPARE(model.index(0, OrdersModel::State).data(TableModel::ToneRole).toInt(),
                 static_cast<int>(Tone::Unknown));
        QCOMPARE(model.openCount(), 1);
        o.reason = "looked up 2 times, next at 20:21:55";
        model.setOrders({o}, false);
        QVERIFY(shown(model, 0, OrdersModel::State).contains(QStringLiteral("looked up 2 times")));
    }

    /// cases.md B51 to B54: names, collateral, outcomes.
    void onlyTheLatestEndedOrdersAreKept()
    {
        OrdersModel model;
        model.setOrders({order(1, "110143", "0.05")}, false); // open, and older than all of them
        constexpr auto kMax = static_cast<model::OrderKey>(OrdersModel::kMaxEnded);
        for (model::OrderKey key = 2; key < 2 * kMax; key += 50) {
            std::vector<model::Order> some;
            for (model::OrderKey k = key; k < key + 50; ++k) {
                some.push_back(order(k, "110143", "0.05"));
                some.back().phase = model::OrderPhase::Filled;
                some.back().updatedAt = static_cast<TimeMs>(k);
            }
            model.setOrders(some, false);
        }
        QCOMPARE(model.rowCount(), static_cast<int>(kMax) + 1);
        QCOMPARE(model.openCount(), 1);
        QVERIFY(model.rowOf(1) >= 0);
        const model::OrderKey last = 2 * kMax + 1;
        QVERIFY(model.rowOf(last) >= 0);
        QVERIFY(model.rowOf(last - kMax + 1) >= 0);
        QCOMPARE(model.rowOf(last - kMax), -1);
    }

    void namesCannotBeConfused()
    {
        MarketsModel model;
        model.setInstruments(someInstruments());
        QCOMPARE(columnTexts(model, MarketsModel::Market),
                 (QStringList{u"BTC"_qs, u"ETH"_qs, u"xyz:TSLA"_qs, u"hyna:BTC"_qs,
                              u"PUMP/USDC @20"_qs, u"UPUMP/USDC @188"_qs, u"Yes #70020"_qs}));
        QCOMPARE(shown(model, 3, MarketsModel::Collateral), QStringLiteral("USDE"));
        QVERIFY(model.index(4, MarketsModel::Market)
                    .data(Qt::ToolTipRole)
                    .toString()
                    .contains(QStringLiteral("not the venue's own listing")));

        PositionsModel positions;
        positions.setInstruments(someInstruments());
        model::Position p;
        p.coin = "hyna:BTC";
        p.grid = kBtc;
        p.szi = *parseSz("0.01", kBtc);
        p.entryPx = dec("100000");
        p.marginUsed = dec("100");
        p.collateral = "USDE";
        positions.setPositions({p});
        QCOMPARE(shown(positions, 0, PositionsModel::Margin), QStringLiteral("100.00 USDE"));
        // B55: no liquidation price is said, never 0 and never blank.
        QCOMPARE(shown(positions, 0, PositionsModel::Liquidation), QStringLiteral("none"));
    }

    void pnlFollowsTheMarkExactly()
    {
        PositionsModel model;
        model::Position p;
        p.coin = "BTC";
        p.grid = kBtc;
        p.szi = *parseSz("-0.25", kBtc);
        p.entryPx = dec("110137.4");
        p.unrealizedPnl = dec("1");
        p.liquidationPx = dec("121160.7");
        model.setPositions({p});
        QCOMPARE(shown(model, 0, PositionsModel::Pnl), QStringLiteral("+1.00"));
        market::AssetCtx ctx;
        ctx.coin = "BTC";
        ctx.mark = dec("110146");
        model.setContexts({ctx});
        QCOMPARE(model.index(0, PositionsModel::Pnl).data(TableModel::ExactRole).toString(),
                 QStringLiteral("-2.15"));
        QCOMPARE(shown(model, 0, PositionsModel::Distance), QStringLiteral("10.00 %"));
        // The mark stays known when the account's next picture comes.
        model.setPositions({p});
        QCOMPARE(shown(model, 0, PositionsModel::Mark), QStringLiteral("110,146"));
    }

    void everyCellSpeaks()
    {
        OrdersModel model;
        model.setOrders({order(1, "110143", "0.05")}, false);
        QCOMPARE(model.index(0, OrdersModel::Price).data(Qt::AccessibleTextRole).toString(),
                 QStringLiteral("Price 110,143"));
        QCOMPARE(model.index(0, OrdersModel::Price).data(TableModel::ExactRole).toString(),
                 QStringLiteral("110143"));
    }

    void theLogForgetsItsOldest()
    {
        LogModel model;
        QAbstractItemModelTester tester(&model, kFatal);
        for (std::size_t i = 0; i < LogModel::kMax + 3; ++i) {
            engine::Notice notice;
            notice.text = std::to_string(i);
            model.add(notice);
        }
        QCOMPARE(model.rowCount(), static_cast<int>(LogModel::kMax));
        QCOMPARE(model.noticeAt(0).text, std::to_string(LogModel::kMax + 2));
    }
};

QTEST_GUILESS_MAIN(TestTableModels)
#include "tst_table_models.moc"
