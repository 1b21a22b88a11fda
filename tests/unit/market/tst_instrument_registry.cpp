// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "market/bundled_instruments.h"
#include "market/instrument_registry.h"

#include <QTest>

using namespace hl;
using namespace hl::market;

namespace {

PerpMeta perps(std::vector<std::string> names, int szDecimals = 2)
{
    PerpMeta meta;
    for (std::string &name : names)
        meta.universe.push_back({std::move(name), szDecimals, 10, 0, MarginMode::Normal, false});
    return meta;
}

SpotToken token(std::int64_t index, const char *name, int szDecimals)
{
    SpotToken result;
    result.index = index;
    result.name = name;
    result.szDecimals = szDecimals;
    return result;
}

PerpDex dex(const char *name)
{
    PerpDex result;
    result.name = name;
    return result;
}

} // namespace

class TestInstrumentRegistry : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void B48_tokensAreFoundByIndex();
    void B51_dexPrefixedNames();
    void B52_sameTickerDifferentToken();
    void B53_collateralIsNamed();
    void B54_outcomes();
    void delistedKeepTheirSlot();
    void reloadIsAllOrNothing();
    void unusableDecimalsAreNoted();
    void everyBundledMarketIsFound();
    void hashingKeepsNamesApart();
};

void TestInstrumentRegistry::B48_tokensAreFoundByIndex()
{
    MetaSet set;
    set.spot = SpotMeta{
        {token(0, "USDC", 8), token(1, "PURR", 0), token(479, "WARS", 0)},
        {{"PURR/USDC", 1, 0, 0, true}, {"@367", 479, 0, 367, false}, {"@999", 900, 0, 999, false}}};
    InstrumentRegistry registry;
    QVERIFY(registry.reload(set));
    const Instrument *wars = registry.find("@367");
    QVERIFY(wars);
    QCOMPARE(wars->displayName, std::string("WARS/USDC"));
    QCOMPARE(wars->asset, 10'367U);
    QVERIFY(registry.resolve("WARS/USDC").value() == wars);
    QVERIFY(registry.find("PURR/USDC")->asset == 10'000U);
    QVERIFY(!registry.find("@999"));
    QCOMPARE(registry.notes().size(), 1U);
    QVERIFY(registry.notes()[0].find("@999") != std::string::npos);
}

void TestInstrumentRegistry::B51_dexPrefixedNames()
{
    MetaSet set;
    set.dexes = {std::nullopt, dex("xyz"), dex("flx"), std::nullopt};
    set.perps = {perps({"BTC"}), perps({"xyz:XYZ100", "xyz:TSLA"}), perps({"flx:TSLA", "flx:XMR"})};
    InstrumentRegistry registry;
    QVERIFY(registry.reload(set));
    QCOMPARE(registry.find("xyz:TSLA")->asset, 110'001U);
    QCOMPARE(registry.find("flx:XMR")->asset, 120'001U);
    QCOMPARE(registry.find("flx:XMR")->dex, std::string("flx"));
    QCOMPARE(registry.find("flx:XMR")->grid.kind, MarketKind::Perp);
    QCOMPARE(registry.dexIndex("flx").value(), 2U);
    QVERIFY(!registry.dexIndex("abc"));
    QCOMPARE(registry.dexNames(), (std::vector<std::string>{"", "xyz", "flx"}));
    for (const char *name : {"XYZ:tsla", "TSLA", "XMR", "btc", "nothing", ""}) {
        const auto found = registry.resolve(name);
        QVERIFY2(!found, name);
        QCOMPARE(found.error().field, std::string("coin"));
    }
    const std::string choices = registry.resolve("TSLA").error().detail;
    QVERIFY(choices.find("xyz:TSLA") != std::string::npos);
    QVERIFY(choices.find("flx:TSLA") != std::string::npos);
}

void TestInstrumentRegistry::B52_sameTickerDifferentToken()
{
    MetaSet set;
    set.spot = SpotMeta{
        {token(0, "USDC", 8), token(5, "PUMP", 0), token(9, "UPUMP", 1), token(11, "PUMP", 2)},
        {{"@20", 5, 0, 20, false}, {"@188", 9, 0, 188, true}, {"@300", 11, 0, 300, false}}};
    InstrumentRegistry registry;
    QVERIFY(registry.reload(set));
    const auto both = registry.resolve("PUMP/USDC");
    QVERIFY(!both);
    QVERIFY(both.error().detail.find("@20, @300") != std::string::npos);
    QCOMPARE(registry.resolve("UPUMP/USDC").value()->coin, std::string("@188"));
    QVERIFY(registry.find("@188")->isCanonical);
    QCOMPARE(int{registry.find("@300")->grid.szDecimals}, 2);
}

void TestInstrumentRegistry::B53_collateralIsNamed()
{
    MetaSet set;
    set.dexes = {std::nullopt, dex("hyna"), dex("odd")};
    set.perps = {perps({"BTC"}), perps({"hyna:BTC"}), perps({"odd:BTC"})};
    set.perps[1]->collateralToken = 235;
    set.perps[2]->collateralToken = 777;
    set.spot = SpotMeta{{token(0, "USDC", 8), token(235, "USDE", 2)}, {}};
    InstrumentRegistry registry;
    QVERIFY(registry.reload(set));
    QCOMPARE(registry.collateralOf(""), std::string("USDC"));
    QCOMPARE(registry.collateralOf("hyna"), std::string("USDE"));
    QCOMPARE(registry.collateralOf("odd"), std::string("token 777"));
    QCOMPARE(registry.find("hyna:BTC")->quoteToken, std::string("USDE"));
}

void TestInstrumentRegistry::B54_outcomes()
{
    MetaSet set;
    set.outcomes = OutcomeMeta{{{7'002, "San Antonio", "d", {"Yes", "No"}, "USDC"}}, {}};
    InstrumentRegistry registry;
    QVERIFY(registry.reload(set));
    QCOMPARE(registry.find("#70020")->asset, 100'070'020U);
    QCOMPARE(registry.find("#70021")->asset, 100'070'021U);
    QCOMPARE(registry.find("#70020")->baseToken, std::string("+70020"));
    QCOMPARE(registry.find("#70020")->grid, (Grid{MarketKind::Outcome, 0}));
    QCOMPARE(registry.resolve("san-antonio-no").value()->coin, std::string("#70021"));
}

void TestInstrumentRegistry::delistedKeepTheirSlot()
{
    MetaSet set;
    set.perps = {perps({"A", "GONE", "C"})};
    set.perps[0]->universe[1].isDelisted = true;
    InstrumentRegistry registry;
    QVERIFY(registry.reload(set));
    QCOMPARE(registry.find("C")->asset, 2U);
    QVERIFY(registry.find("GONE")->isDelisted);
}

void TestInstrumentRegistry::reloadIsAllOrNothing()
{
    MetaSet set;
    set.perps = {perps({"A"})};
    InstrumentRegistry registry;
    QVERIFY(registry.reload(set));
    QCOMPARE(registry.generation(), 1U);
    QVERIFY(!registry.reload(MetaSet{}));
    std::vector<Instrument> twice(2);
    twice[0].coin = twice[1].coin = "B";
    QVERIFY(!registry.reload(twice));
    QCOMPARE(registry.generation(), 1U);
    QVERIFY(registry.find("A"));
    QVERIFY(!registry.find("B"));
}

void TestInstrumentRegistry::unusableDecimalsAreNoted()
{
    MetaSet set;
    set.perps = {perps({"A", "B"})};
    set.perps[0]->universe[0].szDecimals = 99;
    InstrumentRegistry registry;
    QVERIFY(registry.reload(set));
    QVERIFY(!registry.find("A"));
    QCOMPARE(registry.find("B")->asset, 1U);
    QCOMPARE(registry.notes().size(), 1U);
}

void TestInstrumentRegistry::everyBundledMarketIsFound()
{
    InstrumentRegistry registry;
    const auto bundled = bundledInstruments();
    QVERIFY(registry.reload(bundled));
    for (const Instrument &instrument : bundled)
        QCOMPARE(registry.find(instrument.coin)->grid, instrument.grid);
    QCOMPARE(int{registry.find("BTC")->grid.szDecimals}, 5);
    QCOMPARE(int{registry.find("ETH")->grid.szDecimals}, 4);
    QCOMPARE(int{registry.find("SOL")->grid.szDecimals}, 2);
    QCOMPARE(int{registry.find("WLFI")->grid.szDecimals}, 0);
}

/// Names of every length, many alike, find themselves and nothing else.
void TestInstrumentRegistry::hashingKeepsNamesApart()
{
    std::vector<Instrument> instruments;
    for (std::size_t length = 1; length <= 40; ++length) {
        for (char last = 'a'; last <= 'z'; ++last) {
            Instrument instrument;
            instrument.coin = std::string(length - 1, 'x') + last;
            instrument.asset = static_cast<std::uint32_t>(instruments.size());
            instruments.push_back(instrument);
        }
    }
    InstrumentRegistry registry;
    QVERIFY(registry.reload(instruments));
    for (const Instrument &instrument : instruments) {
        QCOMPARE(registry.find(instrument.coin)->asset, instrument.asset);
        QVERIFY(!registry.find(instrument.coin + "!"));
    }
    QVERIFY(!registry.find(""));
}

QTEST_APPLESS_MAIN(TestInstrumentRegistry)

#include "tst_instrument_registry.moc"
