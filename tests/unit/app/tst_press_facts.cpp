// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/press_facts.h"

#include <QTest>

using namespace hl;
using namespace hl::cli;

namespace {

constexpr auto kBtc = "BTC";

market::Instrument btc()
{
    market::Instrument instrument;
    instrument.coin = instrument.displayName = kBtc;
    instrument.asset = 0;
    instrument.grid = Grid{MarketKind::Perp, 5};
    instrument.quoteToken = "USDC";
    instrument.maxLeverage = 40;
    return instrument;
}

market::Instrument hype()
{
    market::Instrument instrument;
    instrument.coin = "@107";
    instrument.displayName = "HYPE/USDC";
    instrument.asset = 10'107;
    instrument.grid = Grid{MarketKind::Spot, 2};
    instrument.baseToken = "HYPE";
    instrument.quoteToken = "USDC";
    return instrument;
}

/// What the order is: one word for each thing that can be in the way.
actions::OrderWire wire(const QString &kind, bool isBuy, const char *px, const char *sz)
{
    actions::OrderWire order;
    order.b = isBuy;
    order.p.text = px;
    order.s.text = sz;
    order.r = kind.startsWith("close") || kind.startsWith("stop");
    if (kind.startsWith("stop"))
        order.t.kind = actions::Trigger{true, {px}, actions::TpSl::Sl};
    else
        order.t.kind = actions::Limit{kind.contains("ioc")   ? actions::Tif::Ioc
                                      : kind.contains("alo") ? actions::Tif::Alo
                                                             : actions::Tif::Gtc};
    return order;
}

/// A deep book around `mid`, and an account with 10,000 and `held` BTC.
PressFacts facts(const Grid &grid, int mid, const char *held)
{
    PressFacts facts;
    PressFacts::Market &market = facts.markets[kBtc];
    market.context.emplace();
    market.context->coin = kBtc;
    market.context->mark = Decimal::fromInt(mid);
    market.context->dayNtlVlm = Decimal::fromInt(1'000'000'000);
    market.book.emplace();
    market.book->coin = kBtc;
    market.book->grid = grid;
    market.book->state = market::BookState::Live;
    const Px bid = *parsePx(std::to_string(mid - 1), grid);
    const Px ask = *parsePx(std::to_string(mid + 1), grid);
    const Sz size = *parseSz("5", grid);
    market.book->bids.push_back({bid, size});
    market.book->asks.push_back({ask, size});
    facts.account.receivedMonoNs = 1;
    model::MarginSummary margin;
    margin.accountValue = Decimal::fromInt(10'000);
    facts.account.margins.push_back(margin);
    facts.isAccountKnown = true;
    const Sz lots = *parseSz(held[0] == '-' ? held + 1 : held, grid);
    if (lots.lots != 0) {
        model::Position position;
        position.coin = kBtc;
        position.szi = Sz{held[0] == '-' ? -lots.lots : lots.lots};
        position.collateral = "USDC";
        facts.account.positions.push_back(position);
    }
    return facts;
}

} // namespace

/// D12 and D13 for the command line: what was read before the press, what after it,
/// and what becomes of the order.
class TestPressFacts : public QObject
{
    Q_OBJECT

    market::InstrumentRegistry m_markets;

private Q_SLOTS:
    void initTestCase() { QVERIFY(m_markets.reload({btc(), hype()})); }

    void D12_D13_whatMayNoLongerBeSentIsNot_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<bool>("isBuy");
        QTest::addColumn<QByteArray>("px");
        QTest::addColumn<QByteArray>("sz");
        QTest::addColumn<int>("then"); ///< the mid before the press
        QTest::addColumn<int>("now");  ///< 0: the book cannot be read
        QTest::addColumn<QByteArray>("heldNow");
        QTest::addColumn<QString>("why"); ///< empty: sent
        const auto row = [](const char *name, const char *kind, bool isBuy, const char *px,
                            const char *sz, int then, int now, const char *held, const char *why) {
            QTest::newRow(name) << kind << isBuy << QByteArray(px) << QByteArray(sz) << then << now
                                << QByteArray(held) << why;
        };
        row("nothing changed", "gtc", true, "100000", "0.01", 100'500, 100'500, "0", "");
        row("resting limit, better by far", "gtc", true, "100000", "0.01", 100'500, 90'000, "0",
            "");
        row("resting limit, farther by far", "gtc", true, "100000", "0.01", 100'500, 250'000, "0",
            "");
        row("resting limit, no book", "gtc", true, "100000", "0.01", 100'500, 0, "0", "");
        row("post only, farther", "alo", true, "100000", "0.01", 100'500, 101'000, "0", "");
        row("post only, crosses by now", "alo", true, "100000", "0.01", 100'500, 99'900, "0",
            "post-only");
        row("post only sale, crosses by now", "alo", false, "101000", "0.01", 100'500, 101'500, "0",
            "post-only");
        row("ioc inside its cap", "ioc", true, "101000", "0.01", 100'500, 100'600, "0", "");
        row("ioc, price past the cap", "ioc", true, "101000", "0.01", 100'500, 101'500, "0",
            "past the cap");
        row("ioc sale, price past the cap", "ioc", false, "100000", "0.01", 100'500, 99'500, "0",
            "past the cap");
        row("ioc, cap too far by now", "ioc", true, "101000", "0.01", 100'500, 95'000, "0",
            "too far");
        row("ioc, wide from the start", "ioc", true, "150000", "0.01", 100'500, 100'400, "0", "");
        row("ioc, no book", "ioc", true, "101000", "0.01", 100'500, 0, "0", "not live");
        row("close, position there", "close ioc", false, "99000", "0.02", 100'500, 100'500, "0.02",
            "");
        row("close, no position any more", "close ioc", false, "99000", "0.02", 100'500, 100'500,
            "0", "no position");
        row("close, turned round", "close ioc", false, "99000", "0.02", 100'500, 100'500, "-0.02",
            "would increase");
        row("close, no book: an exit goes", "close ioc", false, "99000", "0.02", 100'500, 0, "0.02",
            "");
        row("stop, right side", "stop", false, "99000", "0.02", 100'500, 99'500, "0.02", "");
        row("stop, wrong side by now", "stop", false, "99000", "0.02", 100'500, 98'000, "0.02",
            "must trigger below");
        row("whole position's stop", "stop", false, "99000", "0", 100'500, 99'500, "0.02", "");
        row("whole position's stop, wrong side", "stop", false, "99000", "0", 100'500, 98'000,
            "0.02", "must trigger below");
        row("whole position's stop, no position", "stop", false, "99000", "0", 100'500, 99'500, "0",
            "no position");
        // 10,000 of equity: 5 × E in one market is a block, and is passed by what was filled.
        row("guard: inside", "gtc", true, "100000", "0.1", 100'500, 100'500, "0.2", "");
        row("guard: position grew meanwhile", "gtc", true, "100000", "0.1", 100'500, 100'500,
            "0.45", "Guard limit");
        row("guard: passed before the press too", "gtc", true, "100000", "0.6", 100'500, 100'500,
            "0", "");
    }

    void D12_D13_whatMayNoLongerBeSentIsNot()
    {
        QFETCH(QString, kind);
        QFETCH(bool, isBuy);
        QFETCH(QByteArray, px);
        QFETCH(QByteArray, sz);
        QFETCH(int, then);
        QFETCH(int, now);
        QFETCH(QByteArray, heldNow);
        QFETCH(QString, why);
        const Grid grid = btc().grid;
        actions::Order order;
        order.orders.push_back(wire(kind, isBuy, px.constData(), sz.constData()));
        const auto orders = ordersOf(order, m_markets);
        QVERIFY2(orders, orders ? "" : orders.error().sentence().c_str());
        const PressFacts frozen =
            facts(grid, then, kind.startsWith("close") || kind == "stop" ? "0.02" : "0");
        PressFacts after = facts(grid, now == 0 ? then : now, heldNow.constData());
        if (now == 0)
            after.markets.clear();
        QVERIFY(!discardReason(*orders, m_markets, frozen, frozen, guard::Limits{}));
        const auto reason = discardReason(*orders, m_markets, frozen, after, guard::Limits{});
        if (why.isEmpty()) {
            QVERIFY2(!reason, reason ? reason->c_str() : "");
        } else {
            QVERIFY(reason);
            QVERIFY2(reason->find(why.toStdString()) != std::string::npos, reason->c_str());
            QVERIFY2(reason->find("not sent") != std::string::npos, reason->c_str());
        }
    }

    /// An account that could not be read again stops no exit (rule zero).
    void anUnreadAccountStopsNoExit_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QByteArray>("sz");
        QTest::newRow("close") << "close ioc" << QByteArray("0.02");
        QTest::newRow("partial close") << "close gtc" << QByteArray("0.0001");
        QTest::newRow("stop") << "stop" << QByteArray("0.02");
        QTest::newRow("whole position's stop") << "stop" << QByteArray("0");
    }

    void anUnreadAccountStopsNoExit()
    {
        QFETCH(QString, kind);
        QFETCH(QByteArray, sz);
        actions::Order order;
        order.orders.push_back(wire(kind, false, "99000", sz.constData()));
        const auto orders = ordersOf(order, m_markets);
        QVERIFY(orders);
        const auto reason =
            discardReason(*orders, m_markets, facts(btc().grid, 100'500, "0.02"), {}, {});
        QVERIFY2(!reason, reason ? reason->c_str() : "");
    }

    /// Without the account no guard can judge: an entry is not sent on what is not known (G12).
    void D12_anEntryNeedsTheAccount_data()
    {
        QTest::addColumn<QString>("kind");
        for (const char *kind : {"gtc", "alo", "ioc"})
            QTest::newRow(kind) << kind;
    }

    void D12_anEntryNeedsTheAccount()
    {
        QFETCH(QString, kind);
        actions::Order order;
        order.orders.push_back(wire(kind, true, kind == "ioc" ? "101000" : "100000", "0.01"));
        const auto orders = ordersOf(order, m_markets);
        QVERIFY(orders);
        const PressFacts then = facts(btc().grid, 100'500, "0");
        PressFacts now = then;
        QVERIFY(!discardReason(*orders, m_markets, then, now, {}));
        now.isAccountKnown = false;
        const auto reason = discardReason(*orders, m_markets, then, now, {});
        QVERIFY(reason && reason->find("account could not be read") != std::string::npos);
    }

    /// Rule zero: an exit that has become pointless takes no other with it; an entry does.
    void anExitTakesNoOtherWithIt_data()
    {
        QTest::addColumn<QStringList>("kinds");
        QTest::addColumn<QList<QByteArray>>("prices");
        QTest::addColumn<bool>("isSent");
        QTest::newRow("one stop of two is too late")
            << QStringList{"stop", "stop"} << QList<QByteArray>{"99000", "97000"} << true;
        QTest::newRow("both are") << QStringList{"stop", "stop"}
                                  << QList<QByteArray>{"99000", "99500"} << false;
        QTest::newRow("an entry is in the way")
            << QStringList{"stop", "alo"} << QList<QByteArray>{"97000", "99000"} << false;
    }

    void anExitTakesNoOtherWithIt()
    {
        QFETCH(QStringList, kinds);
        QFETCH(QList<QByteArray>, prices);
        QFETCH(bool, isSent);
        actions::Order order;
        for (qsizetype i = 0; i < kinds.size(); ++i)
            order.orders.push_back(
                wire(kinds[i], kinds[i] == "alo", prices[i].constData(), "0.01"));
        const auto orders = ordersOf(order, m_markets);
        QVERIFY(orders);
        const auto reason = discardReason(*orders, m_markets, facts(btc().grid, 100'500, "0.02"),
                                          facts(btc().grid, 98'000, "0.02"), guard::Limits{});
        QVERIFY2(!reason == isSent, reason ? reason->c_str() : "");
    }

    /// A bracket's legs are judged where their entry fills and not at today's mark.
    void legsGoWithTheirEntry()
    {
        actions::Order order;
        order.orders.push_back(wire("gtc", true, "100000", "0.01"));
        order.orders.push_back(wire("stop", false, "105000", "0.01"));
        std::get<actions::Trigger>(order.orders[1].t.kind).tpsl = actions::TpSl::Tp;
        order.grouping = actions::Grouping::NormalTpsl;
        const PressFacts now = facts(btc().grid, 110'000, "0");
        const auto orders = ordersOf(order, m_markets);
        QVERIFY(orders);
        const auto reason = discardReason(*orders, m_markets, now, now, guard::Limits{});
        QVERIFY2(!reason, reason ? reason->c_str() : "");
        order.grouping = actions::Grouping::Na; // alone it is judged
        const auto alone = ordersOf(order, m_markets);
        QVERIFY(alone && !(*alone)[1].isLeg);
    }

    /// The venue places a change anew whose order has ended (L26).
    void L26_aChangeNeedsTheOrderAsItWas_data()
    {
        QTest::addColumn<bool>("isExit");
        QTest::addColumn<int>("openNow"); ///< -1: could not be read
        QTest::addColumn<int>("filledNow");
        QTest::addColumn<bool>("isSent");
        QTest::newRow("as it was") << false << 1 << 0 << true;
        QTest::newRow("ended") << false << 0 << 0 << false;
        QTest::newRow("filled in part") << false << 1 << 300 << false;
        QTest::newRow("not read") << false << -1 << 0 << false;
        QTest::newRow("a stop, as it was") << true << 1 << 0 << true;
        QTest::newRow("a stop, ended") << true << 0 << 0 << false;
        QTest::newRow("a stop, not read: an exit goes") << true << -1 << 0 << true;
    }

    void L26_aChangeNeedsTheOrderAsItWas()
    {
        QFETCH(bool, isExit);
        QFETCH(int, openNow);
        QFETCH(int, filledNow);
        QFETCH(bool, isSent);
        actions::ModifyWire change;
        change.oid = std::uint64_t{1};
        change.order =
            isExit ? wire("stop", false, "99000", "0.02") : wire("gtc", true, "100000", "0.01");
        PressFacts then = facts(btc().grid, 100'500, isExit ? "0.02" : "0");
        then.changed[0] = {true, Sz{0}};
        PressFacts now = then;
        now.changed.clear();
        if (openNow >= 0)
            now.changed[0] = {openNow == 1, Sz{filledNow}};
        actions::BatchModify batch;
        batch.modifies.push_back(change);
        actions::Modify one;
        one.oid = change.oid;
        one.order = change.order;
        for (const actions::Action &action : {actions::Action(batch), actions::Action(one)}) {
            const auto orders = ordersOf(action, m_markets);
            QVERIFY(orders && orders->size() == 1 && orders->front().changes);
            const auto reason = discardReason(*orders, m_markets, then, now, guard::Limits{});
            QVERIFY2(!reason == isSent, reason ? reason->c_str() : "");
        }
    }

    /// Each order of an action is looked at, and the one in the way is named.
    void theOneInTheWayIsNamed()
    {
        actions::BatchModify batch;
        for (const char *px : {"100000", "100400"}) {
            actions::ModifyWire change;
            change.oid = std::uint64_t{1};
            change.order = wire("alo", true, px, "0.01");
            batch.modifies.push_back(change);
        }
        const auto orders = ordersOf(batch, m_markets);
        QVERIFY(orders);
        PressFacts then = facts(btc().grid, 100'500, "0");
        PressFacts now = facts(btc().grid, 100'100, "0");
        then.changed[0] = then.changed[1] = now.changed[0] = now.changed[1] = {true, Sz{0}};
        const auto reason = discardReason(*orders, m_markets, then, now, {});
        QVERIFY(reason && reason->starts_with("Order 2 of 2: "));
    }

    /// A market that is not known here is not pressed for.
    void anUnknownMarketIsNamed()
    {
        actions::Order order;
        order.orders.push_back(wire("gtc", true, "1", "1"));
        order.orders.back().a = 77;
        QCOMPARE(assetsOf(order), std::vector<std::uint64_t>{77});
        const auto orders = ordersOf(order, m_markets);
        QVERIFY(!orders);
        QVERIFY(orders.error().sentence().find("77") != std::string::npos);
    }

    /// Neither a price nor a position is in these.
    void cancelsAndTransfersAreNotHeldAgainstAMarket()
    {
        QVERIFY(assetsOf(actions::Cancel{{{0, 5}}}).empty());
        QVERIFY(assetsOf(actions::UsdSend{}).empty());
        QVERIFY(assetsOf(actions::Noop{}).empty());
    }
};

QTEST_APPLESS_MAIN(TestPressFacts)
#include "tst_press_facts.moc"
