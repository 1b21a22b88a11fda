// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "guard/collateral.h"

#include <QtTest>

using namespace hl;
using namespace hl::guard;

namespace {

Decimal dec(std::string_view text)
{
    return Decimal::parse(text).value();
}

model::Balance balance(std::string coin, std::string_view total, std::string_view hold)
{
    model::Balance out;
    out.coin = std::move(coin);
    out.total = dec(total);
    out.hold = dec(hold);
    return out;
}

model::MarginSummary margin(std::string dex, std::string token, std::string_view value,
                            std::string_view free)
{
    model::MarginSummary out;
    out.dex = std::move(dex);
    out.collateral = std::move(token);
    out.accountValue = dec(value);
    out.withdrawable = dec(free);
    return out;
}

market::Instrument instrument(MarketKind kind, std::string quote)
{
    market::Instrument out;
    out.grid.kind = kind;
    out.quoteToken = std::move(quote);
    return out;
}

} // namespace

class TestCollateral : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// cases.md B49
    void unifiedAccountIsNotEmpty_B49()
    {
        model::AccountState state;
        state.margins = {margin("", "USDC", "0", "0")};
        state.balances = {balance("USDC", "1500.0", "200.0")};
        for (const char *mode : {"unifiedAccount", "portfolioMargin"}) {
            const Collateral kept = collateralOf(state, mode, "USDC");
            QCOMPARE(kept.equity, dec("1500"));
            QCOMPARE(kept.available, dec("1300"));
        }
        const Collateral plain = collateralOf(state, "default", "USDC");
        QCOMPARE(plain.equity, dec("0"));
        QCOMPARE(plain.available, dec("0"));
    }

    /// cases.md B53
    void otherCollateralIsNotAdded_B53()
    {
        model::AccountState state;
        state.margins = {margin("", "USDC", "100", "40"), margin("hyna", "USDE", "70", "30"),
                         margin("xyz", "USDC", "5", "1")};
        QCOMPARE(collateralOf(state, "default", "USDC").equity, dec("105"));
        QCOMPARE(collateralOf(state, "default", "USDE").equity, dec("70"));
        QCOMPARE(collateralOf(state, "default", "USDE").available, dec("30"));
    }

    void equityIsThatOfTheMarketsCollateral_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<QString>("quote");
        QTest::addColumn<QString>("mode");
        QTest::addColumn<QString>("equity");
        const int perp = int(MarketKind::Perp);
        const int spot = int(MarketKind::Spot);
        QTest::newRow("perp") << perp << "USDC"
                              << "default"
                              << "100";
        QTest::newRow("perp, other collateral") << perp << "USDE"
                                                << "default"
                                                << "70";
        QTest::newRow("perp, unified") << perp << "USDC"
                                       << "unifiedAccount"
                                       << "2000";
        QTest::newRow("spot") << spot << "USDC"
                              << "default"
                              << "2000";
        QTest::newRow("spot, other quote") << spot << "USDH"
                                           << "default"
                                           << "3";
        QTest::newRow("outcome") << int(MarketKind::Outcome) << "USDH"
                                 << "default"
                                 << "3";
        QTest::newRow("spot, nothing held") << spot << "USDE"
                                            << "default"
                                            << "0";
    }

    void equityIsThatOfTheMarketsCollateral()
    {
        QFETCH(int, kind);
        QFETCH(QString, quote);
        QFETCH(QString, mode);
        QFETCH(QString, equity);
        model::AccountState state;
        state.mode = mode.toStdString();
        state.margins = {margin("", "USDC", "100", "0"), margin("hyna", "USDE", "70", "0")};
        state.balances = {balance("USDC", "2000", "0"), balance("USDH", "3", "0")};
        const auto market = instrument(MarketKind(kind), quote.toStdString());
        QVERIFY(!equityFor(state, market)); // not read yet: not known, and not zero
        state.receivedMonoNs = 1;
        QCOMPARE(*equityFor(state, market), dec(equity.toStdString()));
    }
};

QTEST_APPLESS_MAIN(TestCollateral)
#include "tst_collateral.moc"
