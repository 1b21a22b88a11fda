// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "unit/venue/few_markets.h"
#include "venue/hyperliquid/frame_decoder.h"
#include "venue/hyperliquid/info_decoder.h"

#include <QTest>

using namespace hl;
using namespace hl::venue;
using test::markets;

namespace {

constexpr const char *kUser = "0x00000000000000000000000000000000000000aa";

} // namespace

class TestAccountFrames : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void B40_B45_orderUpdatesOmitIsNotFalse();
    void B43_openOrdersCarryTriggersAndOriginalSize();
    void unknownMarketInAListIsTold();
    void fillsAreSnapshotOrUpdate();
    void userEvents();
    void perpAccountKeepsMissingLiquidation();
};

void TestAccountFrames::B40_B45_orderUpdatesOmitIsNotFalse()
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

void TestAccountFrames::B43_openOrdersCarryTriggersAndOriginalSize()
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

void TestAccountFrames::unknownMarketInAListIsTold()
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
    // What an account holds is not refused for it: the rest of it would be lost.
    const std::string open = std::string(R"({"channel":"openOrders","data":{"dex":"","user":")") +
                             kUser +
                             R"(","orders":[{"coin":"NEW","side":"A","limitPx":"5",)"
                             R"("sz":"1","oid":5,"timestamp":1,"origSz":"1"}]}})";
    QCOMPARE(decoder.decodeCopy(open, frame), FrameKind::Data);
    QVERIFY(std::get<OpenOrdersFrame>(frame.payload).orders.empty());
    QCOMPARE(frame.skipped, std::vector<std::string>{"coin: \"NEW\" is not a known market"});
    InfoDecoder info(registry);
    const auto listed = info.frontendOpenOrders(
        R"([{"coin":"NEW","side":"A","limitPx":"5","sz":"1","oid":5,"timestamp":1},)"
        R"({"coin":"SOL","side":"?","limitPx":"5","sz":"1","oid":6,"timestamp":1}])");
    QVERIFY(listed);
    QVERIFY(listed->items.empty());
    QCOMPARE(listed->skipped.size(), 2U);
    QCOMPARE(listed->unreadable, 1U);
    QVERIFY(!info.frontendOpenOrders(R"({"orders":[]})"));
}

void TestAccountFrames::fillsAreSnapshotOrUpdate()
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

void TestAccountFrames::userEvents()
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

void TestAccountFrames::perpAccountKeepsMissingLiquidation()
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
    QCOMPARE(account.skippedCoins, std::vector<std::string>{"GONE"});
}

QTEST_APPLESS_MAIN(TestAccountFrames)

#include "tst_account_frames.moc"
