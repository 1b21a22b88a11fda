// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "market/book_composer.h"
#include "market/delta_book.h"
#include "market/instrument_registry.h"
#include "venue/hyperliquid/frame_decoder.h"

#include <QTest>

#include <random>

using namespace hl;
using namespace hl::venue;

namespace {

constexpr const char *kUser = "0x00000000000000000000000000000000000000aa";

market::Instrument perp(const char *coin, std::uint32_t asset, std::uint8_t szDecimals)
{
    market::Instrument instrument;
    instrument.coin = coin;
    instrument.asset = asset;
    instrument.grid = {MarketKind::Perp, szDecimals};
    return instrument;
}

market::InstrumentRegistry markets()
{
    market::InstrumentRegistry registry;
    market::Instrument spot = perp("@107", 10107, 2);
    spot.grid.kind = MarketKind::Spot;
    const auto status =
        registry.reload({perp("BTC", 0, 5), perp("ETH", 1, 4), perp("SOL", 5, 2), spot});
    if (!status)
        qFatal("%s", status.error().sentence().c_str());
    return registry;
}

std::string bookFrame(const char *extra = "")
{
    return std::string(R"({"channel":"l2Book","data":{"coin":"BTC","time":1700000000000,"levels":)"
                       R"([[{"px":"100.0","sz":"1.5","n":3},{"px":"99.5","sz":"0.00001","n":1}],)"
                       R"([{"px":"101.0","sz":"2.0","n":1}]])") +
           extra + "}}";
}

} // namespace

class TestFrameDecoder : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void bookOfTheUsualLayout();
    void bookVariants_data();
    void bookVariants();
    void bboSides_data();
    void bboSides();
    void tradesKeepTheirOrder();
    void emptyTradesHaveNoCoin();
    void kinds_data();
    void kinds();
    void refusals_data();
    void refusals();
    void B40_B45_orderUpdatesOmitIsNotFalse();
    void B43_openOrdersCarryTriggersAndOriginalSize();
    void unknownMarketInAListIsTold();
    void fillsAreSnapshotOrUpdate();
    void userEvents();
    void perpAccountKeepsMissingLiquidation();
    void candleVolumeResidue();
    void fastContexts_data();
    void fastContexts();
    void postKinds_data();
    void postKinds();
    void inferredGridsFollowSizes();
    void countersCount();
    void scannerEqualsGeneralOnMutations();
    void reloadIsSeen();
    void B35_deltaBook();
};

void TestFrameDecoder::bookOfTheUsualLayout()
{
    const auto registry = markets();
    FrameDecoder decoder(registry);
    Frame frame;
    QCOMPARE(decoder.decodeCopy(bookFrame(), frame), FrameKind::Data);
    QCOMPARE(frame.channel, Channel::L2Book);
    QCOMPARE(decoder.counters().scanned, 1U);
    QCOMPARE(frame.book.coin, std::string("BTC"));
    QCOMPARE(frame.book.time, 1700000000000);
    QCOMPARE(frame.book.bids.size(), 2U);
    QCOMPARE(frame.book.bids[0].px.ticks, 1000);
    QCOMPARE(frame.book.bids[0].sz.lots, 150000);
    QCOMPARE(frame.book.bids[0].n, 3);
    QCOMPARE(frame.book.bids[1].sz.lots, 1);
    QCOMPARE(frame.book.asks[0].px.ticks, 1010);
    QVERIFY(!frame.book.isFast);
    QVERIFY(!frame.book.isAggregated);
}

void TestFrameDecoder::bookVariants_data()
{
    QTest::addColumn<QString>("extra");
    QTest::addColumn<bool>("fast");
    QTest::addColumn<bool>("aggregated");
    QTest::addColumn<quint64>("scanned");
    QTest::newRow("fast") << R"(,"fast":true)" << true << false << quint64{1};
    QTest::newRow("not fast") << R"(,"fast":false)" << false << false << quint64{0};
    QTest::newRow("grouped") << R"(,"spread":"1.0")" << false << true << quint64{0};
    QTest::newRow("new field") << R"(,"seq":7)" << false << false << quint64{0};
}

void TestFrameDecoder::bookVariants()
{
    QFETCH(QString, extra);
    const auto registry = markets();
    FrameDecoder decoder(registry);
    Frame frame;
    QCOMPARE(decoder.decodeCopy(bookFrame(extra.toUtf8().constData()), frame), FrameKind::Data);
    QTEST(frame.book.isFast, "fast");
    QTEST(frame.book.isAggregated, "aggregated");
    QTEST(quint64{decoder.counters().scanned}, "scanned");
    QCOMPARE(frame.book.bids.size(), 2U);
}

void TestFrameDecoder::bboSides_data()
{
    QTest::addColumn<QString>("sides");
    QTest::addColumn<bool>("bid");
    QTest::addColumn<bool>("ask");
    const QString level = QStringLiteral(R"({"px":"1.5","sz":"2.0","n":4})");
    QTest::newRow("both") << level + "," + level << true << true;
    QTest::newRow("no bid") << "null," + level << false << true;
    QTest::newRow("no ask") << level + ",null" << true << false;
    QTest::newRow("neither") << "null,null" << false << false;
}

void TestFrameDecoder::bboSides()
{
    QFETCH(QString, sides);
    const auto registry = markets();
    FrameDecoder decoder(registry);
    for (const bool scan : {true, false}) {
        Frame frame;
        const std::string text = R"({"channel":"bbo","data":{"coin":"ETH","time":5,"bbo":[)" +
                                 sides.toStdString() + "]}}";
        QCOMPARE(scan ? decoder.decodeCopy(text, frame) : decoder.decodeGeneral(text, frame),
                 FrameKind::Data);
        QTEST(frame.bbo.bid.has_value(), "bid");
        QTEST(frame.bbo.ask.has_value(), "ask");
    }
    QCOMPARE(decoder.counters().scanned, 1U);
}

void TestFrameDecoder::tradesKeepTheirOrder()
{
    const auto registry = markets();
    FrameDecoder decoder(registry);
    Frame frame;
    QCOMPARE(
        decoder.decodeCopy(
            R"({"channel":"trades","data":[)"
            R"({"coin":"SOL","side":"A","px":"128.5","sz":"0.42","time":9,"hash":"0x0","tid":867891549538215,"users":["a","b"]},)"
            R"({"coin":"SOL","side":"B","px":"128.6","sz":"1","time":8,"hash":"0x0","tid":2}]})",
            frame),
        FrameKind::Data);
    QCOMPARE(frame.trades.trades.size(), 2U);
    QVERIFY(!frame.trades.trades[0].isBuy);
    QVERIFY(frame.trades.trades[1].isBuy);
    QCOMPARE(frame.trades.trades[0].tid, 867891549538215U);
    QCOMPARE(frame.trades.trades[0].sz.lots, 42);
    QCOMPARE(frame.trades.trades[0].px.ticks, 1285000);
}

void TestFrameDecoder::emptyTradesHaveNoCoin()
{
    const auto registry = markets();
    FrameDecoder decoder(registry);
    Frame frame;
    QCOMPARE(decoder.decodeCopy(R"({"channel":"trades","data":[]})", frame), FrameKind::Data);
    QVERIFY(frame.trades.coin.empty());
}

void TestFrameDecoder::kinds_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("kind");
    const auto row = [](const char *name, const char *text, FrameKind kind) {
        QTest::newRow(name) << QString::fromLatin1(text) << static_cast<int>(kind);
    };
    row("greeting", "Websocket connection established.", FrameKind::Ignored);
    row("pong", R"({"channel":"pong"})", FrameKind::Pong);
    row("ack",
        R"({"channel":"subscriptionResponse","data":{"method":"subscribe","subscription":{"type":"bbo","coin":"X"}}})",
        FrameKind::Ack);
    row("error", R"({"channel":"error","data":"Cannot track more than 10 total users."})",
        FrameKind::Error);
    row("new channel", R"({"channel":"l4Book","data":{}})", FrameKind::Ignored);
    row("explorer", R"([{"blockTime":1}])", FrameKind::Ignored);
    row("no channel", R"({"method":"ping"})", FrameKind::Ignored);
    row("number", "17", FrameKind::Ignored);
    row("notification", R"({"channel":"notification","data":{"notification":"x"}})",
        FrameKind::Data);
    row("allMids", R"({"channel":"allMids","data":{"mids":{"BTC":"1.5"}}})", FrameKind::Data);
    row("assetCtxs", R"({"channel":"assetCtxs","data":{"dex":"","ctxs":[{"markPx":"1"}]}})",
        FrameKind::Data);
    row("spotAssetCtxs", R"({"channel":"spotAssetCtxs","data":[{"coin":"@107","markPx":"1"}]})",
        FrameKind::Data);
    row("outcome list", R"({"channel":"outcomeMetaUpdates","data":[{"outcomeSettled":5}]})",
        FrameKind::Data);
    row("outcome object",
        R"({"channel":"outcomeMetaUpdates","data":{"updates":[{"outcomeSettled":{"outcome":5}}]}})",
        FrameKind::Data);
}

void TestFrameDecoder::kinds()
{
    QFETCH(QString, text);
    QFETCH(int, kind);
    const auto registry = markets();
    FrameDecoder decoder(registry);
    Frame frame;
    QCOMPARE(static_cast<int>(decoder.decodeCopy(text.toStdString(), frame)), kind);
    if (frame.kind == FrameKind::Ignored)
        QVERIFY(!frame.reason.empty());
}

void TestFrameDecoder::refusals_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("reason");
    const auto row = [](const char *name, const char *text, const char *reason) {
        QTest::newRow(name) << QString::fromLatin1(text) << QString::fromLatin1(reason);
    };
    row("empty", "", "the text is empty");
    row("broken", R"({"channel":"bbo")", "not valid JSON");
    row("something behind it", R"({"channel":"pong"} x)", "not valid JSON");
    row("no data", R"({"channel":"trades"})", "data is missing");
    row("unknown market", R"({"channel":"bbo","data":{"coin":"NOPE","time":1,"bbo":[null,null]}})",
        "\"NOPE\" is not a known market");
    row("price off the grid",
        R"({"channel":"bbo","data":{"coin":"BTC","time":1,"bbo":[{"px":"1.55","sz":"1","n":1},null]}})",
        "more than the 1 decimals");
    row("exponent",
        R"({"channel":"bbo","data":{"coin":"BTC","time":1,"bbo":[{"px":"1e5","sz":"1","n":1},null]}})",
        "not a plain decimal number");
    row("negative price",
        R"({"channel":"bbo","data":{"coin":"BTC","time":1,"bbo":[{"px":"-1","sz":"1","n":1},null]}})",
        "cannot be negative");
    row("one side", R"({"channel":"bbo","data":{"coin":"BTC","time":1,"bbo":[null]}})",
        "two sides are needed, 1 came");
    row("three sides", R"({"channel":"l2Book","data":{"coin":"BTC","time":1,"levels":[[],[],[]]}})",
        "two sides are needed, 3 came");
    row("levels missing", R"({"channel":"l2Book","data":{"coin":"BTC","time":1}})",
        "levels: a list is needed");
    row("time as text", R"({"channel":"l2Book","data":{"coin":"BTC","time":"1","levels":[[],[]]}})",
        "time: a whole number is needed");
    row("two markets in one batch",
        R"({"channel":"trades","data":[{"coin":"BTC","side":"B","px":"1","sz":"1","time":1,"tid":1},{"coin":"ETH","side":"B","px":"1","sz":"1","time":1,"tid":2}]})",
        "trades of one market only");
    row("bad side",
        R"({"channel":"trades","data":[{"coin":"BTC","side":"X","px":"1","sz":"1","time":1,"tid":1}]})",
        "\"B\" or \"A\" is needed");
    row("mid as list", R"({"channel":"allMids","data":{"mids":{"BTC":[]}}})",
        "a decimal number as text is needed");
    row("fast contexts not base64", R"({"channel":"fastAssetCtxs","data":"???"})", "multiple of 4");
    row("integer too wide", R"({"channel":"post","data":{"id":99999999999999999999}})",
        "not valid JSON");
    row("no user", R"({"channel":"userFills","data":{"fills":[]}})", "user: a text is needed");
}

void TestFrameDecoder::refusals()
{
    QFETCH(QString, text);
    QFETCH(QString, reason);
    const auto registry = markets();
    FrameDecoder decoder(registry);
    Frame frame;
    QCOMPARE(decoder.decodeCopy(text.toStdString(), frame), FrameKind::Refused);
    if (!QString::fromStdString(frame.reason).contains(reason))
        QFAIL(frame.reason.c_str());
    QCOMPARE(decoder.counters().refused, 1U);
}

void TestFrameDecoder::B40_B45_orderUpdatesOmitIsNotFalse()
{
    const auto registry = markets();
    FrameDecoder decoder(registry);
    Frame frame;
    QCOMPARE(
        decoder.decodeCopy(
            R"({"channel":"orderUpdates","data":[)"
            R"({"order":{"coin":"SOL","side":"A","limitPx":"56.3","sz":"1","oid":5,"timestamp":1,"origSz":"1"},"status":"open","statusTimestamp":2},)"
            R"({"order":{"coin":"SOL","side":"B","limitPx":"56","sz":"0.0","oid":6,"timestamp":1,"origSz":"2.5","cloid":"0x00000000000000000000000000000005"},"status":"somethingNew2027","statusTimestamp":3}]})",
            frame),
        FrameKind::Data);
    const auto &updates = std::get<OrderUpdatesFrame>(frame.payload).updates;
    QCOMPARE(updates.size(), 2U);
    QVERIFY(!updates[0].order.reduceOnly.has_value());
    QVERIFY(!updates[0].order.cloid.has_value());
    QCOMPARE(updates[0].order.side, model::Side::Sell);
    QCOMPARE(updates[0].statusClass(), StatusClass::Open);
    QCOMPARE(updates[1].statusClass(), StatusClass::Other);
    QCOMPARE(updates[1].order.filled().lots, 250);
    QVERIFY(updates[1].order.cloid.has_value());
}

void TestFrameDecoder::B43_openOrdersCarryTriggersAndOriginalSize()
{
    const auto registry = markets();
    FrameDecoder decoder(registry);
    Frame frame;
    const std::string text =
        std::string(R"({"channel":"openOrders","data":{"dex":"","user":")") + kUser +
        R"(","orders":[{"coin":"SOL","side":"B","limitPx":"200","sz":"6","oid":1,"timestamp":1,"origSz":"10","isTrigger":false,"triggerPx":"0.0","children":[],"reduceOnly":false,"orderType":"Limit","tif":"Gtc","cloid":null},)"
        R"({"coin":"SOL","side":"A","limitPx":"203.37","sz":"11.28","oid":2,"timestamp":1,"origSz":"11.28","isTrigger":true,"triggerPx":"225.97","triggerCondition":"Price below 225.97","children":[],"isPositionTpsl":true,"reduceOnly":true,"orderType":"Stop Limit","tif":null}]}})";
    QCOMPARE(decoder.decodeCopy(text, frame), FrameKind::Data);
    const auto &orders = std::get<OpenOrdersFrame>(frame.payload).orders;
    QCOMPARE(orders.size(), 2U);
    QCOMPARE(orders[0].filled().lots, 400);
    QVERIFY(!orders[0].triggerPx.has_value());
    QCOMPARE(orders[0].reduceOnly, std::optional(false));
    QCOMPARE(orders[1].triggerPx->ticks, 2259700);
    QCOMPARE(orders[1].orderType, std::string("Stop Limit"));
    QCOMPARE(orders[1].reduceOnly, std::optional(true));
    QCOMPARE(orders[1].isPositionTpsl, std::optional(true));
    QVERIFY(orders[1].tif.empty());
}

void TestFrameDecoder::unknownMarketInAListIsTold()
{
    const auto registry = markets();
    FrameDecoder decoder(registry);
    Frame frame;
    const auto order = [](const char *coin) {
        return std::string(R"({"order":{"coin":")") + coin +
               R"(","side":"A","limitPx":"5","sz":"1","oid":5,"timestamp":1,"origSz":"1"},"status":"open","statusTimestamp":2})";
    };
    QCOMPARE(decoder.decodeCopy(R"({"channel":"orderUpdates","data":[)" + order("NEW") + "," +
                                    order("SOL") + "]}",
                                frame),
             FrameKind::Data);
    QCOMPARE(std::get<OrderUpdatesFrame>(frame.payload).updates.size(), 1U);
    QCOMPARE(frame.skipped, std::vector<std::string>{"coin: \"NEW\" is not a known market"});
    QCOMPARE(
        decoder.decodeCopy(R"({"channel":"orderUpdates","data":[)" + order("NEW") + "]}", frame),
        FrameKind::Refused);
    QVERIFY(frame.reason.find("NEW") != std::string::npos);
}

void TestFrameDecoder::fillsAreSnapshotOrUpdate()
{
    const auto registry = markets();
    FrameDecoder decoder(registry);
    Frame frame;
    const std::string fill =
        R"({"coin":"@107","px":"92.7","sz":"0.41","side":"A","time":7,"startPosition":"-3695042.8999999999","dir":"Sell","closedPnl":"5.1","hash":"0x0","oid":566598918312,"crossed":true,"fee":"-0.01","tid":1126000000000000,"feeToken":"USDC","twapId":null,"liquidation":{"markPx":"1","method":"market"}})";
    const auto text = [&](const char *mark) {
        return std::string(R"({"channel":"userFills","data":{)") + mark + R"("user":")" + kUser +
               R"(","fills":[)" + fill + "]}}";
    };
    QCOMPARE(decoder.decodeCopy(text(R"("isSnapshot":true,)"), frame), FrameKind::Snapshot);
    QCOMPARE(decoder.decodeCopy(text(R"("isSnapshot":false,)"), frame), FrameKind::Data);
    QCOMPARE(decoder.decodeCopy(text(""), frame), FrameKind::Data);
    const auto &fills = std::get<FillsFrame>(frame.payload).fills;
    QCOMPARE(fills.size(), 1U);
    QCOMPARE(fills[0].px.ticks, 92700000);
    QCOMPARE(fills[0].sz.lots, 41);
    QCOMPARE(fills[0].oid, 566598918312U);
    QCOMPARE(fills[0].tid, 1126000000000000U);
    QCOMPARE(fills[0].startPosition.toString(), std::string("-3695042.8999999999"));
    QVERIFY(fills[0].fee.isNegative());
    QVERIFY(fills[0].isTaker);
    QVERIFY(fills[0].isLiquidation);
}

void TestFrameDecoder::userEvents()
{
    const auto registry = markets();
    FrameDecoder decoder(registry);
    Frame frame;
    QCOMPARE(
        decoder.decodeCopy(
            R"({"channel":"user","data":{"nonUserCancel":[{"coin":"PNUT","oid":566615769247}],)"
            R"("funding":{"time":1,"coin":"BTC","usdc":" -3.6","szi":"0.5","fundingRate":"0.1","nSamples":null},)"
            R"("liquidation":{"lid":1,"liquidator":"0x9","liquidated_user":"0xb","liquidated_ntl_pos":"3","liquidated_account_value":"2"},)"
            R"("brandNew":{}}})",
            frame),
        FrameKind::Data);
    const auto &events = std::get<UserEventsFrame>(frame.payload);
    QCOMPARE(events.nonUserCancels.size(), 1U);
    QCOMPARE(events.funding->usdc.toString(), std::string("-3.6"));
    QCOMPARE(events.liquidation->liquidatedNtlPos.toString(), std::string("3"));
    QCOMPARE(events.unknown, std::vector<std::string>{"brandNew"});
}

void TestFrameDecoder::perpAccountKeepsMissingLiquidation()
{
    const auto registry = markets();
    FrameDecoder decoder(registry);
    Frame frame;
    const std::string position =
        R"({"type":"oneWay","position":{"coin":"ETH","szi":"-1.5","leverage":{"type":"isolated","value":3,"rawUsd":"1"},"entryPx":"2000.1","positionValue":"3000","unrealizedPnl":"-1","returnOnEquity":"-0.1","liquidationPx":null,"marginUsed":"10","maxLeverage":25,"cumFunding":{"allTime":"1","sinceOpen":"0.25","sinceChange":"0"}}})";
    const std::string other = R"({"type":"oneWay","position":{"coin":"GONE"}})";
    const std::string text =
        std::string(R"({"channel":"clearinghouseState","data":{"dex":"","user":")") + kUser +
        R"(","clearinghouseState":{"marginSummary":{"accountValue":"1821731901.6448168755","totalNtlPos":"1","totalRawUsd":"1","totalMarginUsed":"2"},"crossMaintenanceMarginUsed":"3","withdrawable":"4","time":9,"assetPositions":[)" +
        position + "," + other + "]}}}";
    QCOMPARE(decoder.decodeCopy(text, frame), FrameKind::Data);
    const PerpAccount &account = std::get<PerpAccountsFrame>(frame.payload).accounts.at(0);
    QCOMPARE(account.margin.accountValue.toString(), std::string("1821731901.6448168755"));
    QCOMPARE(account.positions.size(), 1U);
    QCOMPARE(account.positions[0].szi.lots, -15000);
    QVERIFY(!account.positions[0].liquidationPx.has_value());
    QVERIFY(!account.positions[0].isCross);
    QCOMPARE(account.positions[0].leverage, 3);
    QCOMPARE(account.positions[0].fundingSinceOpen.toString(), std::string("0.25"));
    QCOMPARE(frame.skipped.size(), 1U);
    QVERIFY(frame.skipped[0].find("GONE") != std::string::npos);
}

void TestFrameDecoder::candleVolumeResidue()
{
    const auto registry = markets();
    FrameDecoder decoder(registry);
    Frame frame;
    const auto text = [](const char *volume) {
        return std::string(
                   R"({"channel":"candle","data":{"t":60000,"T":119999,"s":"SOL","i":"1m","o":"1","c":"2","h":"3","l":"0.5","v":")") +
               volume + R"(","n":7}})";
    };
    QCOMPARE(decoder.decodeCopy(text("3495670.8399999999"), frame), FrameKind::Data);
    QCOMPARE(std::get<CandleFrame>(frame.payload).candles.at(0).volume.lots, 349567084);
    QCOMPARE(decoder.decodeCopy(text("3495670.835"), frame), FrameKind::Refused);
}

void TestFrameDecoder::fastContexts_data()
{
    QTest::addColumn<QString>("data");
    QTest::addColumn<int>("count");
    QTest::newRow("the documents' sample")
        << "q1ZyCnFWsqpWyk0syg6oULJSsjQ3NTDQM1Wq1VFyDfFAkTI2MzXQMwJLVVRWWfmFuTiiyBuamOoZKdXWAgA="
        << 3;
    QTest::newRow("no mid now") << "q1ZyDfFQsqpWys1MCahQssorzcmprQUA" << 1;
    QTest::newRow("nothing changed") << "q64FAA==" << 0;
    QTest::newRow("cut off") << "q1ZyDfFQsqpWys1MCahQssor" << -1;
    QTest::newRow("empty") << "" << -1;
    QTest::newRow("blank inside") << "q64F AA=" << -1;
}

void TestFrameDecoder::fastContexts()
{
    QFETCH(QString, data);
    QFETCH(int, count);
    const auto registry = markets();
    FrameDecoder decoder(registry);
    Frame frame;
    const FrameKind kind = decoder.decodeCopy(
        R"({"channel":"fastAssetCtxs","data":")" + data.toStdString() + "\"}", frame);
    QCOMPARE(kind, count < 0 ? FrameKind::Refused : FrameKind::Data);
    if (count < 0)
        return;
    const auto &contexts = std::get<FastContextsFrame>(frame.payload).contexts;
    QCOMPARE(static_cast<int>(contexts.size()), count);
    if (count == 3)
        QCOMPARE(contexts[0].mark->toString(), std::string("97500.5"));
    if (count == 1) {
        QVERIFY(contexts[0].mid.has_value());
        QVERIFY(!contexts[0].mid->has_value());
        QVERIFY(!contexts[0].mark.has_value());
    }
}

void TestFrameDecoder::postKinds_data()
{
    QTest::addColumn<QString>("response");
    QTest::addColumn<int>("kind");
    QTest::addColumn<QString>("payload");
    const auto row = [](const char *name, const char *response, PostKind kind,
                        const char *payload) {
        QTest::newRow(name) << QString::fromLatin1(response) << static_cast<int>(kind)
                            << QString::fromLatin1(payload);
    };
    row("info", R"({"type":"info","payload":{"type":"l2Book","data":{"a":[1,"x"]}}})",
        PostKind::Info, R"({"a":[1,"x"]})");
    row("info null", R"({"type":"info","payload":{"type":"l2Book","data":null}})", PostKind::Info,
        "null");
    row("action", R"({"type":"action","payload":{"status":"ok","response":{"type":"default"}}})",
        PostKind::Action, R"({"status":"ok","response":{"type":"default"}})");
    row("action err", R"({"type":"action","payload":{"status":"err","response":"no"}})",
        PostKind::Action, R"({"status":"err","response":"no"})");
    row("error", R"({"type":"error","payload":"429 Too Many Requests"})", PostKind::Error,
        "429 Too Many Requests");
    row("action without type", R"({"type":"action","payload":{"status":"ok","response":{}}})",
        PostKind::Malformed, R"(Malformed post response: {"status":"ok","response":{}})");
    row("info without data", R"({"type":"info","payload":{}})", PostKind::Malformed,
        R"(Malformed post response: {"type":"info","payload":{}})");
    row("new type", R"({"type":"poem","payload":{}})", PostKind::Malformed,
        R"(Unknown post response type "poem")");
}

void TestFrameDecoder::postKinds()
{
    QFETCH(QString, response);
    const auto registry = markets();
    FrameDecoder decoder(registry);
    Frame frame;
    QCOMPARE(
        decoder.decodeCopy(R"({"channel":"post","data":{"id":18446744073709551615,"response":)" +
                               response.toStdString() + "}}",
                           frame),
        FrameKind::Post);
    const auto &post = std::get<PostFrame>(frame.payload);
    QCOMPARE(post.id, 18446744073709551615U);
    QTEST(static_cast<int>(post.postKind), "kind");
    QTEST(QString::fromStdString(post.payload), "payload");
}

void TestFrameDecoder::inferredGridsFollowSizes()
{
    const market::InstrumentRegistry none;
    FrameDecoder decoder(none, FrameDecoder::UnknownCoins::Infer);
    Frame frame;
    QCOMPARE(decoder.decodeCopy(bookFrame(), frame), FrameKind::Data);
    QCOMPARE(int{frame.book.grid.szDecimals}, 5);
    QCOMPARE(frame.book.bids[0].px.ticks, 1000);
    QCOMPARE(
        decoder.decodeCopy(
            R"({"channel":"bbo","data":{"coin":"@1","time":1,"bbo":[{"px":"0.00001234","sz":"7","n":1},null]}})",
            frame),
        FrameKind::Data);
    QCOMPARE(frame.bbo.grid.kind, MarketKind::Spot);
    QCOMPARE(frame.bbo.bid->px.ticks, 1234);
    FrameDecoder strict(none);
    QCOMPARE(strict.decodeCopy(bookFrame(), frame), FrameKind::Refused);
}

void TestFrameDecoder::countersCount()
{
    const auto registry = markets();
    FrameDecoder decoder(registry);
    Frame frame;
    decoder.decodeCopy(bookFrame(R"(,"seq":7)"), frame);
    decoder.decodeCopy(R"({"channel":"new","data":1})", frame);
    decoder.decodeCopy("{", frame);
    const auto &counters = decoder.counters();
    QCOMPARE(counters.unknownFields, 1U);
    QCOMPARE(counters.unknownChannels, 1U);
    QCOMPARE(counters.refused, 1U);
    QCOMPARE(counters.frames[static_cast<std::size_t>(Channel::L2Book)], 1U);
}

/// Whatever one byte is changed, inserted or removed, both ways agree.
void TestFrameDecoder::scannerEqualsGeneralOnMutations()
{
    const auto registry = markets();
    FrameDecoder decoder(registry);
    Frame fast;
    Frame slow;
    std::mt19937 random(20240101);
    const std::vector<std::string> seeds{
        bookFrame(), bookFrame(R"(,"fast":true)"),
        R"({"channel":"bbo","data":{"coin":"ETH","time":17,"bbo":[{"px":"1.5","sz":"2.0","n":4},null]}})"};
    constexpr std::string_view bytes = "0123456789.-+eE\",:{}[]nulltruefas\\ \t\x7f\x80\xc3";
    std::uint64_t used = 0;
    for (int i = 0; i < 30'000; ++i) {
        std::string text = seeds[random() % seeds.size()];
        for (std::uint32_t edits = 1 + random() % 2; edits > 0; --edits) {
            const std::size_t at = random() % text.size();
            const char byte = bytes[random() % bytes.size()];
            switch (random() % 3) {
            case 0:
                text[at] = byte;
                break;
            case 1:
                text.insert(at, 1, byte);
                break;
            default:
                text.erase(at, 1);
            }
        }
        decoder.decodeCopy(text, fast);
        decoder.decodeGeneral(text, slow);
        const bool same =
            fast.kind == slow.kind && fast.channel == slow.channel && fast.reason == slow.reason &&
            (fast.kind != FrameKind::Data || fast.channel != Channel::L2Book ||
             fast.book == slow.book) &&
            (fast.kind != FrameKind::Data || fast.channel != Channel::Bbo || fast.bbo == slow.bbo);
        if (!same)
            QFAIL(text.c_str());
        used += fast.kind == FrameKind::Data ? 1 : 0;
    }
    QVERIFY(used > 1'000);
    QVERIFY(decoder.counters().scanned > 1'000);
}

void TestFrameDecoder::reloadIsSeen()
{
    market::InstrumentRegistry registry = markets();
    FrameDecoder decoder(registry);
    Frame frame;
    const std::string text =
        R"({"channel":"bbo","data":{"coin":"NEW","time":1,"bbo":[null,null]}})";
    QCOMPARE(decoder.decodeCopy(text, frame), FrameKind::Refused);
    QVERIFY(registry.reload({perp("NEW", 7, 1)}));
    QCOMPARE(decoder.decodeCopy(text, frame), FrameKind::Data);
}

/// The frames of the case: snapshot, packed update, another coin, a place that is not there; and an
/// update that would cross.
void TestFrameDecoder::B35_deltaBook()
{
    const auto registry = markets();
    const Grid grid = registry.find("ETH")->grid;
    FrameDecoder decoder(registry);
    Frame frame;
    using Applied = market::DeltaBook::Applied;
    const auto feed = [&](market::DeltaBook &book, const char *data) {
        const FrameKind kind =
            decoder.decodeCopy(R"({"channel":"l2","data":)" + std::string(data) + "}", frame);
        if (kind != FrameKind::Data)
            qFatal("%s", frame.reason.c_str());
        return book.apply(std::get<market::DeltaUpdate>(frame.payload));
    };
    const char *snapshot =
        R"({"s":{"coin":"ETH","time":1001,"levels":[[{"px":"3000","sz":"1","n":1},{"px":"2999","sz":"2","n":1},{"px":"2998","sz":"3","n":1}],[{"px":"3001","sz":"5","n":1}]]}})";
    const char *packed =
        R"({"c":"q1ZKVrJScg3xUNJRKlGyMjQwMNJRylGyio6uVioAyhhZWlrqmQIli4EcE6XaWJ3o2FgdpSKQCiMwpxYA"})";
    market::DeltaBook book("ETH", grid);
    QCOMPARE(feed(book, packed), Applied::Ignored);
    QCOMPARE(feed(book, snapshot), Applied::Accepted);
    QCOMPARE(feed(book, packed), Applied::Accepted);
    const auto prices = [&] {
        std::string text;
        for (const market::DepthLevel &level : book.book().bids)
            text += pxText(level.px, grid) + ":" + szText(level.sz, grid) + " ";
        return text;
    };
    QCOMPARE(prices(), std::string("3000:1 2999.5:4 2999:2 "));
    QCOMPARE(book.book().asks.size(), 1U);
    market::DeltaBook second = book;
    QCOMPARE(feed(book, R"({"u":{"c":"BTC","t":1003,"l":[[],[]],"r":[[0],[]]}})"),
             Applied::Foreign);
    QCOMPARE(prices(), std::string("3000:1 2999.5:4 2999:2 "));
    QCOMPARE(feed(book, R"({"u":{"c":"ETH","t":1004,"l":[[],[]],"r":[[9],[]]}})"),
             Applied::Invalid);
    QVERIFY(!book.isValid());
    const char *crossing =
        R"({"u":{"c":"ETH","t":1005,"l":[[{"p":"3001.5","s":"1"}],[]],"r":[[],[]]}})";
    QCOMPARE(feed(book, crossing), Applied::Ignored);
    QCOMPARE(feed(second, crossing), Applied::Invalid);
    QCOMPARE(feed(book, snapshot), Applied::Accepted);
    market::BookComposer composer("ETH", grid);
    composer.apply(book.book(), 1);
    QCOMPARE(composer.snapshot(1).bids.at(0).source, market::BookSource::Delta);
    QCOMPARE(decoder.decodeCopy(R"({"channel":"l2","data":{"c":"AAAA"}})", frame),
             FrameKind::Refused);
}

QTEST_APPLESS_MAIN(TestFrameDecoder)

#include "tst_frame_decoder.moc"
