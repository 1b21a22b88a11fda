// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "market/instrument_registry.h"
#include "venue/hyperliquid/frame_decoder.h"
#include "venue/hyperliquid/info_decoder.h"
#include "venue/hyperliquid/meta_collector.h"
#include "venue_fixture.h"

#include <QtTest>

#include <map>

using namespace hl;
using namespace hl::test;

namespace {

const std::string kUser = "'user':'0x14791697260e4c9a71f18484c9f997b308e59325'";

std::string buy(const char *px, const char *sz, const char *tif)
{
    return VenueFixture::orderJson(0, true, px, sz,
                                   J(std::string("{'limit':{'tif':'") + tif + "'}}"));
}

/// A venue where something of everything happened.
struct BusyVenue : VenueFixture
{
    BusyVenue() : VenueFixture(true)
    {
        id = core.connect([this](const std::string &text) { frames.push_back(text); });
        for (const char *type :
             {"orderUpdates", "userEvents", "userFills", "userFundings",
              "userNonFundingLedgerUpdates", "userHistoricalOrders", "userTwapSliceFills",
              "userTwapHistory", "notification", "clearinghouseState", "allDexsClearinghouseState",
              "openOrders", "twapStates", "spotState", "webData3"})
            subscribe(std::string("{'type':'") + type + "'," + kUser + "}");
        for (const char *coin : {"BTC", "xyz:XYZ100", "PURR/USDC", "@107"}) {
            for (const char *type : {"l2Book", "bbo", "trades", "activeAssetCtx"})
                subscribe(std::string("{'type':'") + type + "','coin':'" + coin + "'}");
            subscribe(std::string("{'type':'candle','interval':'1m','coin':'") + coin + "'}");
        }
        subscribe("{'type':'l2Book','coin':'ETH','fast':true}");
        subscribe("{'type':'l2Book','coin':'SOL','nSigFigs':4}");
        for (const char *type :
             {"allMids", "assetCtxs", "spotAssetCtxs", "allDexsAssetCtxs", "fastAssetCtxs"})
            subscribe(std::string("{'type':'") + type + "'}");
        subscribe("{'type':'activeAssetData','coin':'BTC'," + kUser + "}");
        advance(1000);
        act(J("{'type':'usdClassTransfer','amount':'5000','toPerp':false}"));
        place(buy("120000", "0.5", "Ioc"));
        place(buy("100000", "0.1", "Gtc"));
        place(buy("100000", "0.1", "FrontendMarket"));
        place(orderJson(0, true, "100000", "0.00001"));
        place(orderJson(10107, true, "60", "3", J("{'limit':{'tif':'Ioc'}}")));
        place(orderJson(0, false, "90000", "0.5",
                        J("{'trigger':{'isMarket':true,'triggerPx':'95000','tpsl':'sl'}}"), true));
        statuses(buy("101000", "0.1", "Gtc") + "," +
                     orderJson(0, false, "90000", "0.1",
                               J("{'trigger':{'isMarket':false,'triggerPx':'95000','tpsl':'sl'}}"),
                               true),
                 kVectorsKey, "normalTpsl");
        act(J("{'type':'twapOrder','twap':{'a':1,'b':true,'s':'3','r':false,'m':5,'t':true}}"));
        act(J("{'type':'approveAgent','agentAddress':'0x00000000000000000000000000000000000000aa','"
              "agentName':'x'}"));
        act(J("{'type':'createSubAccount','name':'second'}"));
        // Past the hour, so that funding is paid, and on until the TWAP has ended.
        clock.stepWall(3'600'000 - clock.wallMs() % 3'600'000 - 5000);
        advance(330'000);
    }

    void subscribe(const std::string &text)
    {
        core.receive(id, J("{'method':'subscribe','subscription':" + text + "}"));
    }

    market::InstrumentRegistry registry()
    {
        venue::MetaCollector metas;
        const auto add = [&](const std::string &request) {
            const std::string body = core.post("/info", request).body;
            const auto done = metas.add(J("{'request':" + request + ",'answer':") + body + "}");
            if (!done)
                qWarning() << done.error().sentence().c_str();
        };
        add(J("{'type':'perpDexs'}"));
        add(J("{'type':'meta'}"));
        add(J("{'type':'meta','dex':'xyz'}"));
        add(J("{'type':'spotMeta'}"));
        add(J("{'type':'outcomeMeta'}"));
        market::InstrumentRegistry out;
        const auto loaded = out.reload(metas.build());
        if (!loaded)
            qWarning() << loaded.error().sentence().c_str();
        return out;
    }

    sim::SessionId id = 0;
    std::vector<std::string> frames;
};

} // namespace

/// The terminal's own decoders read all that the venue says: nothing refused, nothing unknown.
class TestSimWire : public QObject
{
    Q_OBJECT

    std::unique_ptr<BusyVenue> m_busy;

private Q_SLOTS:
    void initTestCase() { m_busy = std::make_unique<BusyVenue>(); }
    void cleanupTestCase() { m_busy.reset(); }

    void everyFrameDecodes()
    {
        BusyVenue &v = *m_busy;
        const market::InstrumentRegistry registry = v.registry();
        QCOMPARE(registry.instruments().size(), v.core.exchange().marketCount());
        venue::FrameDecoder decoder(registry);
        venue::Frame frame;
        std::map<std::string, int> kinds;
        for (const std::string &text : v.frames) {
            decoder.decodeCopy(text, frame);
            ++kinds[std::string(venue::frameKindName(frame.kind))];
            QVERIFY2(frame.kind != venue::FrameKind::Refused,
                     (frame.reason + ": " + text.substr(0, 400)).c_str());
            if (frame.kind == venue::FrameKind::Ignored)
                COMPARE_TEXT(text, "Websocket connection established.");
            if (frame.kind == venue::FrameKind::Error)
                QFAIL(text.c_str());
        }
        QCOMPARE(decoder.counters().unknownChannels, std::uint64_t{0});
        QCOMPARE(decoder.counters().unknownFields, std::uint64_t{0});
        QCOMPARE(decoder.counters().skippedRows, std::uint64_t{0});
        QVERIFY2(kinds["data"] > 3000, qPrintable(QString::number(kinds["data"])));
        QVERIFY(kinds["snapshot"] >= 6);
    }

    void everyInfoAnswerDecodes()
    {
        BusyVenue &v = *m_busy;
        const market::InstrumentRegistry registry = v.registry();
        venue::InfoDecoder decoder(registry);
        const auto ask = [&](const std::string &rest) {
            return v.core.post("/info", J("{" + rest + "}")).body;
        };
        const auto of = [&](const char *type) {
            return ask(std::string("'type':'") + type + "'," + kUser);
        };
        const auto good = [](const auto &result, const char *what) {
            if (!result)
                qWarning() << what << result.error().sentence().c_str();
            return result.has_value();
        };
        QVERIFY(
            good(decoder.metaAndAssetCtxs(ask("'type':'metaAndAssetCtxs'")), "metaAndAssetCtxs"));
        QVERIFY(good(decoder.spotMetaAndAssetCtxs(ask("'type':'spotMetaAndAssetCtxs'")),
                     "spotMetaAndAssetCtxs"));
        QVERIFY(good(decoder.allMids(ask("'type':'allMids'")), "allMids"));
        QVERIFY(good(decoder.l2Book(ask("'type':'l2Book','coin':'BTC'")), "l2Book"));
        QVERIFY(
            good(decoder.candleSnapshot(ask(
                     "'type':'candleSnapshot','req':{'coin':'BTC','interval':'1h','startTime':0}")),
                 "candles"));
        QVERIFY(
            good(decoder.recentTrades(ask("'type':'recentTrades','coin':'@107'")), "recentTrades"));
        QVERIFY(good(decoder.fundingHistory(
                         ask("'type':'fundingHistory','coin':'BTC','startTime':1699000000000")),
                     "fundingHistory"));
        QVERIFY(good(decoder.exchangeStatus(ask("'type':'exchangeStatus'")), "exchangeStatus"));
        const auto state = decoder.clearinghouseState(of("clearinghouseState"), "");
        QVERIFY(good(state, "clearinghouseState"));
        QVERIFY(good(decoder.spotClearinghouseState(of("spotClearinghouseState")),
                     "spotClearinghouseState"));
        QVERIFY(good(decoder.openOrders(of("openOrders")), "openOrders"));
        QVERIFY(good(decoder.frontendOpenOrders(of("frontendOpenOrders")), "frontendOpenOrders"));
        const auto history = decoder.historicalOrders(of("historicalOrders"));
        QVERIFY(good(history, "historicalOrders"));
        QVERIFY(history->items.size() > 8 && history->skipped.empty());
        QVERIFY(
            good(decoder.orderStatus(ask("'type':'orderStatus','oid':5," + kUser)), "orderStatus"));
        const auto fills = decoder.userFills(of("userFills"));
        QVERIFY(good(fills, "userFills"));
        QVERIFY(fills->items.size() > 3 && fills->skipped.empty());
        const auto slices = decoder.userTwapSliceFills(of("userTwapSliceFills"));
        QVERIFY(good(slices, "userTwapSliceFills"));
        QVERIFY(slices->items.size() >= 11);
        const auto funding = decoder.userFunding(of("userFunding"));
        QVERIFY(good(funding, "userFunding"));
        QVERIFY(!funding->empty());
        QVERIFY(
            good(decoder.userNonFundingLedgerUpdates(of("userNonFundingLedgerUpdates")), "ledger"));
        QVERIFY(good(decoder.userFees(of("userFees")), "userFees"));
        QVERIFY(good(decoder.userRateLimit(of("userRateLimit")), "userRateLimit"));
        QVERIFY(good(decoder.userRole(of("userRole")), "userRole"));
        QVERIFY(good(decoder.extraAgents(of("extraAgents")), "extraAgents"));
        QVERIFY(good(decoder.activeAssetData(ask("'type':'activeAssetData','coin':'BTC'," + kUser)),
                     "activeAssetData"));
        QVERIFY(good(decoder.userAbstraction(of("userAbstraction")), "userAbstraction"));
        QVERIFY(good(decoder.subAccounts(of("subAccounts")), "subAccounts"));
    }

    void everyListedInfoTypeIsAnswered_data()
    {
        QTest::addColumn<QString>("rest");
        const auto row = [](const char *type, const char *more) {
            QTest::newRow(type) << QString::fromLatin1(more);
        };
        for (const char *type :
             {"meta", "spotMeta", "perpDexs", "metaAndAssetCtxs", "spotMetaAndAssetCtxs",
              "outcomeMeta", "allMids", "exchangeStatus"})
            row(type, "");
        row("l2Book", ",'coin':'BTC'");
        row("recentTrades", ",'coin':'BTC'");
        row("fundingHistory", ",'coin':'BTC','startTime':0");
        row("candleSnapshot", ",'req':{'coin':'BTC','interval':'1m','startTime':0}");
        for (const char *type :
             {"clearinghouseState", "spotClearinghouseState", "openOrders", "frontendOpenOrders",
              "historicalOrders", "userFills", "userFees", "userFunding",
              "userNonFundingLedgerUpdates", "userRateLimit", "userRole", "extraAgents",
              "subAccounts", "userTwapSliceFills", "portfolio", "userAbstraction"})
            row(type, ",USER");
        row("orderStatus", ",'oid':1,USER");
        row("userFillsByTime", ",'startTime':0,USER");
        row("activeAssetData", ",'coin':'BTC',USER");
        row("maxBuilderFee", ",'builder':'0x00000000000000000000000000000000000000aa',USER");
    }

    void everyListedInfoTypeIsAnswered()
    {
        QFETCH(QString, rest);
        VenueFixture v;
        std::string more = rest.toStdString();
        if (const auto place = more.find("USER"); place != std::string::npos)
            more.replace(place, 4, kUser);
        const std::string body =
            J(std::string("{'type':'") + QTest::currentDataTag() + "'" + more + "}");
        const auto reply = v.core.post("/info", body);
        QVERIFY2(reply.status == 200, reply.body.c_str());
        QVERIFY(codec::parseJson(reply.body).has_value());
        COMPARE_TEXT(reply.contentType, "application/json");
    }

    void anythingElseIs422_data()
    {
        QTest::addColumn<QString>("body");
        QTest::newRow("unknown type") << "{\"type\":\"vaultDetails\"}";
        QTest::newRow("no user") << "{\"type\":\"openOrders\"}";
        QTest::newRow("bad user") << "{\"type\":\"openOrders\",\"user\":\"0x12\"}";
        QTest::newRow("no coin") << "{\"type\":\"l2Book\"}";
        QTest::newRow("unknown interval") << "{\"type\":\"candleSnapshot\",\"req\":{\"coin\":"
                                             "\"BTC\",\"interval\":\"7m\",\"startTime\":0}}";
        QTest::newRow("no object") << "[]";
    }

    void anythingElseIs422()
    {
        QFETCH(QString, body);
        VenueFixture v;
        QCOMPARE(v.core.post("/info", body.toStdString()).status, 422);
    }
};

QTEST_APPLESS_MAIN(TestSimWire)
#include "tst_sim_wire.moc"
