// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "venue_fixture.h"

#include <QtTest>

using namespace hl;
using namespace hl::test;

namespace {

const std::string kIoc = J("{'limit':{'tif':'Ioc'}}");
const std::string kAlo = J("{'limit':{'tif':'Alo'}}");
const std::string kGtc = J("{'limit':{'tif':'Gtc'}}");
constexpr const char *kCloid = "0x1234567890abcdef1234567890abcdef";

std::string trigger(const char *px, const char *tpsl, bool isMarket = true)
{
    return std::string(J("{'trigger':{'isMarket':")) + (isMarket ? "true" : "false") +
           J(",'triggerPx':'") + px + J("','tpsl':'") + tpsl + J("'}}");
}

std::string order(bool buy, const char *px, const char *sz, const std::string &type = kGtc,
                  bool reduceOnly = false, const std::string &cloid = {}, int asset = 0)
{
    return VenueFixture::orderJson(asset, buy, px, sz, type, reduceOnly, cloid);
}

} // namespace

class TestSimOrders : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void refusesInTheVenuesWords_data()
    {
        QTest::addColumn<QString>("orderText");
        QTest::addColumn<QString>("error");
        QTest::addColumn<QString>("status");
        const auto row = [](const char *name, const std::string &text, const char *error,
                            const char *status) {
            QTest::newRow(name) << QString::fromStdString(text) << QString::fromLatin1(error)
                                << QString::fromLatin1(status);
        };
        row("off the tick", order(true, "100000.5", "0.01"),
            "Price must be divisible by tick size. asset=0", "tickRejected");
        row("six figures with a fraction", order(true, "4300.11", "1", kGtc, false, {}, 1),
            "Price must be divisible by tick size. asset=1", "tickRejected");
        row("off the lot", order(true, "100000", "0.000001"), "Order has invalid size.",
            "rejected");
        row("no size", order(true, "100000", "0"), "Order has zero size. asset=0", "rejected");
        row("below ten dollars", order(true, "100000", "0.00009"),
            "Order must have minimum value of $10. asset=0", "minTradeNtlRejected");
        row("more than the margin", order(true, "100000", "25"),
            "Insufficient margin to place order. asset=0", "perpMarginRejected");
        row("reduce-only without a position", order(false, "110001", "0.01", kGtc, true),
            "Reduce only order would increase position. asset=0", "reduceOnlyRejected");
        row("post-only that would match", order(true, "110001", "0.01", kAlo),
            "Post only order would have immediately matched, bbo was 109999@110001. asset=0",
            "badAloPxRejected");
        row("ioc that does not match", order(true, "109000", "0.01", kIoc),
            "Order could not immediately match against any resting orders. asset=0",
            "iocCancelRejected");
        row("ioc into an empty side", order(true, "4400", "1", kIoc, false, {}, 1),
            "No liquidity available for market order. asset=1", "marketOrderNoLiquidityRejected");
        row("stop loss of a long above the mark",
            order(false, "100000", "0.01", trigger("120000", "sl"), true),
            "Invalid TP/SL price. asset=0", "badTriggerPxRejected");
        row("take profit of a short above the mark",
            order(true, "130000", "0.01", trigger("120000", "tp"), true),
            "Invalid TP/SL price. asset=0", "badTriggerPxRejected");
        row("spot without the money", order(true, "0.15", "1000", kGtc, false, {}, 10000),
            "Order has insufficient spot balance to trade. asset=10000",
            "insufficientSpotBalanceRejected");
        row("spot below ten", order(true, "0.15", "10", kGtc, false, {}, 10000),
            "Order must have minimum value of 10 USDC. asset=10000", "minTradeNtlRejected");
    }

    void refusesInTheVenuesWords()
    {
        QFETCH(QString, orderText);
        QFETCH(QString, error);
        QFETCH(QString, status);
        VenueFixture v;
        v.makeBook();
        const codec::Value list = v.statuses(orderText.toStdString());
        const std::string text = at(list, "0/error");
        QVERIFY2(text.rfind(error.toStdString(), 0) == 0, text.c_str());
        // Refused orders are in the history under the venue's status, and nothing rests.
        const codec::Value history = v.infoOf("historicalOrders");
        COMPARE_TEXT(at(history, "0/status"), status.toStdString());
        QCOMPARE(v.infoOf("openOrders").asArray()->size(), std::size_t{0});
        COMPARE_TEXT(at(v.infoOf("clearinghouseState"), "marginSummary/accountValue"), "100000.0");
    }

    void oneErrorForABatchThatFailsEarly_data()
    {
        QTest::addColumn<QString>("bad");
        QTest::addColumn<QString>("error");
        QTest::newRow("96 % below the reference")
            << QString::fromStdString(order(true, "4400", "0.01"))
            << "Order price cannot be more than 95% away from the reference price";
        QTest::newRow("market order too large")
            << QString::fromStdString(order(true, "220", "30000",
                                            J("{'limit':{'tif':'FrontendMarket'}}"), false, {}, 2))
            << "Order value too large. Max is $5000000.";
    }

    void oneErrorForABatchThatFailsEarly()
    {
        QFETCH(QString, bad);
        QFETCH(QString, error);
        VenueFixture v;
        v.makeBook();
        const codec::Value list =
            v.statuses(order(true, "100000", "0.01") + "," + bad.toStdString());
        QCOMPARE(list.asArray()->size(), std::size_t{1});
        COMPARE_TEXT(at(list, "0/error"), error.toStdString());
        QCOMPARE(v.infoOf("openOrders").asArray()->size(), std::size_t{0});
    }

    void restsFillsAndIsRightToTheLastDigit()
    {
        VenueFixture v;
        v.makeBook();
        const std::string resting = v.place(order(true, "100000", "0.5", kGtc, false, kCloid));
        QVERIFY2(resting.find(J("{'resting':{'oid':")) == 0, resting.c_str());
        QVERIFY(resting.find(kCloid) != std::string::npos);
        COMPARE_TEXT(at(v.infoOf("openOrders"), "0/limitPx"), "100000.0");

        // Through two levels: 5 at 110001 and 1.5 at 110010.
        COMPARE_TEXT(v.place(order(true, "110010", "6.5", kIoc)).substr(0, 40),
                     J("{'filled':{'totalSz':'6.5','avgPx':'1100"));
        const codec::Value state = v.infoOf("clearinghouseState");
        COMPARE_TEXT(at(state, "assetPositions/0/position/szi"), "6.5");
        // (5·110001 + 1.5·110010) / 6.5 = 110003.0769…, cut to the grid 110003.0
        COMPARE_TEXT(at(state, "assetPositions/0/position/entryPx"), "110003.0");
        // Fees 0.045 %: 5·110001·0.00045 = 247.50225 and 1.5·110010·0.00045 = 74.25675.
        const codec::Value fills = v.infoOf("userFills");
        COMPARE_TEXT(at(fills, "1/fee"), "247.50225");
        COMPARE_TEXT(at(fills, "0/fee"), "74.25675");
        COMPARE_TEXT(at(fills, "0/dir"), "Open Long");
        COMPARE_TEXT(at(fills, "0/startPosition"), "5.0");
        COMPARE_TEXT(at(fills, "0/crossed"), "true");
        // Bid 109999, ask 110010, last 110010: the mark is 110010.
        COMPARE_TEXT(at(state, "assetPositions/0/position/positionValue"), "715065.0");
        // 715065 − 715020
        COMPARE_TEXT(at(state, "assetPositions/0/position/unrealizedPnl"), "45.0");
        COMPARE_TEXT(at(state, "marginSummary/accountValue"), "99723.241");
        COMPARE_TEXT(at(state, "marginSummary/totalRawUsd"), "-615341.759");
        COMPARE_TEXT(at(state, "assetPositions/0/position/marginUsed"), "35753.25");
        COMPARE_TEXT(at(state, "crossMaintenanceMarginUsed"), "8938.3125");
        // 99723.241 − max(35753.25, 71506.5)
        COMPARE_TEXT(at(state, "withdrawable"), "28216.741");
        // 110010 − (99723.241 − 8938.3125)·80 / (6.5·79)
        COMPARE_TEXT(at(state, "assetPositions/0/position/liquidationPx"), "95866.2915676728");

        // Closing a part realises its share of the entry.
        v.place(order(false, "109999", "2", kIoc, true));
        const codec::Value after = v.infoOf("userFills");
        COMPARE_TEXT(at(after, "0/dir"), "Close Long");
        // 2·109999 − 715020·2/6.5
        COMPARE_TEXT(at(after, "0/closedPnl"), "-8.153846");
        COMPARE_TEXT(at(v.infoOf("clearinghouseState"), "assetPositions/0/position/szi"), "4.5");
    }

    void makerPaysLessAndIsTold()
    {
        VenueFixture v;
        v.makeBook();
        v.place(order(true, "110000", "1"));
        v.place(order(false, "110000", "1", kIoc), kMakerKey);
        const codec::Value fills = v.infoOf("userFills");
        COMPARE_TEXT(at(fills, "0/crossed"), "false");
        COMPARE_TEXT(at(fills, "0/fee"), "16.5"); // 0.015 %
        COMPARE_TEXT(at(v.infoOf("historicalOrders"), "0/status"), "filled");
        COMPARE_TEXT(at(v.infoOf("historicalOrders"), "0/order/sz"), "0.0");
    }

    void flipsThroughZero()
    {
        VenueFixture v;
        v.makeBook();
        v.place(order(true, "110001", "1", kIoc));
        v.place(order(false, "109999", "3", kIoc));
        COMPARE_TEXT(at(v.infoOf("userFills"), "0/dir"), "Long > Short");
        COMPARE_TEXT(at(v.infoOf("userFills"), "0/closedPnl"), "-2.0");
        const codec::Value state = v.infoOf("clearinghouseState");
        COMPARE_TEXT(at(state, "assetPositions/0/position/szi"), "-2.0");
        COMPARE_TEXT(at(state, "assetPositions/0/position/entryPx"), "109999.0");
    }

    void isolatedMarginIsKeptApart()
    {
        VenueFixture v;
        v.makeBook();
        COMPARE_TEXT(
            at(v.act(J("{'type':'updateLeverage','asset':0,'isCross':false,'leverage':10}")),
               "status"),
            "ok");
        v.place(order(true, "110001", "1", kIoc));
        codec::Value state = v.infoOf("clearinghouseState");
        COMPARE_TEXT(at(state, "assetPositions/0/position/leverage/type"), "isolated");
        // 11000.1 − 110001 − 49.50045
        COMPARE_TEXT(at(state, "assetPositions/0/position/leverage/rawUsd"), "-99050.40045");
        COMPARE_TEXT(at(state, "crossMarginSummary/accountValue"), "88999.9");
        // mark 110001: 110001 − 99050.40045
        COMPARE_TEXT(at(state, "assetPositions/0/position/marginUsed"), "10950.59955");
        COMPARE_TEXT(
            at(v.act(J("{'type':'updateLeverage','asset':0,'isCross':true,'leverage':10}")),
               "response"),
            "Cannot switch leverage type with open position.");
        COMPARE_TEXT(
            at(v.act(J("{'type':'updateIsolatedMargin','asset':0,'isBuy':true,'ntli':5000000}")),
               "status"),
            "ok");
        state = v.infoOf("clearinghouseState");
        COMPARE_TEXT(at(state, "assetPositions/0/position/leverage/rawUsd"), "-99045.40045");
        v.place(order(false, "109999", "1", kIoc, true));
        state = v.infoOf("clearinghouseState");
        COMPARE_TEXT(at(state, "assetPositions"), "[]");
        // 100000 − 2 − 49.50045 − 49.49955
        COMPARE_TEXT(at(state, "marginSummary/accountValue"), "99899.0");
    }

    void selfTradeCancelsTheMaker()
    {
        VenueFixture v;
        v.makeBook();
        const std::string own = v.place(order(false, "110000", "1"));
        COMPARE_TEXT(v.place(order(true, "110001", "1", kIoc)).substr(0, 33),
                     J("{'filled':{'totalSz':'1.0','avgPx"));
        const codec::Value status = v.info(
            J("{'type':'orderStatus','user':'0x14791697260e4c9a71f18484c9f997b308e59325','oid':") +
            std::to_string(VenueFixture::oidIn(own)) + "}");
        COMPARE_TEXT(at(status, "order/status"), "selfTradeCanceled");
        COMPARE_TEXT(at(v.infoOf("userFills"), "0/px"), "110001.0");
    }

    void modifyKeepsTheCloidAndTakesANewOid()
    {
        VenueFixture v;
        v.makeBook();
        const std::uint64_t oid =
            VenueFixture::oidIn(v.place(order(true, "100000", "0.5", kGtc, false, kCloid)));
        const std::string to = J("{'type':'modify','oid':") + std::to_string(oid) + J(",'order':") +
                               order(true, "100001", "0.4") + "}";
        COMPARE_TEXT(codec::toJson(v.act(to)), J("{'status':'ok','response':{'type':'default'}}"));
        const codec::Value open = v.infoOf("frontendOpenOrders");
        QCOMPARE(open.asArray()->size(), std::size_t{1});
        COMPARE_TEXT(at(open, "0/cloid"), kCloid);
        COMPARE_TEXT(at(open, "0/limitPx"), "100001.0");
        COMPARE_TEXT(at(open, "0/tif"), "Alo");
        QVERIFY(at(open, "0/oid") != std::to_string(oid));
        // The old one is gone for good.
        COMPARE_TEXT(at(v.act(to), "response"), "Cannot modify canceled or filled order");
        // By cloid; a change that would trade is none, and the order stays.
        const std::string cross = std::string(J("{'type':'batchModify','modifies':[{'oid':'")) +
                                  kCloid + J("','order':") +
                                  order(true, "110001", "0.4", kGtc, false, kCloid) + "}]}";
        COMPARE_TEXT(
            at(v.act(cross), "response/data/statuses/0/error"),
            "Post only order would have immediately matched, bbo was 109999@110001. asset=0");
        const std::string ioc = std::string(J("{'type':'batchModify','modifies':[{'oid':'")) +
                                kCloid + J("','order':") + order(true, "110001", "0.4", kIoc) +
                                "}]}";
        COMPARE_TEXT(at(v.act(ioc), "response/data/statuses/0/error"),
                     "Attempted to modify to invalid new order");
        QCOMPARE(v.infoOf("openOrders").asArray()->size(), std::size_t{1});
    }

    void cancelsAndSaysSo()
    {
        VenueFixture v;
        v.makeBook();
        const std::uint64_t oid =
            VenueFixture::oidIn(v.place(order(true, "100000", "0.5", kGtc, false, kCloid)));
        const std::string cancel =
            J("{'type':'cancel','cancels':[{'a':0,'o':") + std::to_string(oid) + "}]}";
        COMPARE_TEXT(
            codec::toJson(v.act(cancel)),
            J("{'status':'ok','response':{'type':'cancel','data':{'statuses':['success']}}}"));
        const std::string gone = "Order was never placed, already canceled, or filled. asset=0";
        COMPARE_TEXT(at(v.act(cancel), "response/data/statuses/0/error"), gone);
        const std::uint64_t filled =
            VenueFixture::oidIn(v.place(order(true, "110001", "0.1", kIoc)));
        COMPARE_TEXT(
            at(v.act(J("{'type':'cancel','cancels':[{'a':0,'o':") + std::to_string(filled) + "}]}"),
               "response/data/statuses/0/error"),
            gone);
        v.place(order(true, "100000", "0.5", kGtc, false, kCloid));
        COMPARE_TEXT(
            at(v.act(std::string(J("{'type':'cancelByCloid','cancels':[{'asset':0,'cloid':'")) +
                     kCloid + J("'}]}")),
               "response/data/statuses/0"),
            "success");
        // Another account's order cannot be reached.
        const std::string maker = at(v.infoOf("openOrders", kMakerKey), "0/oid");
        COMPARE_TEXT(at(v.act(J("{'type':'cancel','cancels':[{'a':0,'o':") + maker + "}]}"),
                        "response/data/statuses/0/error"),
                     gone);
    }

    void cloidIsUniqueAmongLiveOrders()
    {
        VenueFixture v;
        v.makeBook();
        v.place(order(true, "100000", "0.5", kGtc, false, kCloid));
        QVERIFY(
            v.place(order(true, "100001", "0.5", kGtc, false, kCloid)).find("Cloid already used") !=
            std::string::npos);
        // The refused twin is not what lives under that name.
        const codec::Value status =
            v.info(std::string(J(
                       "{'type':'orderStatus','user':'0x14791697260e4c9a71f18484c9f997b308e59325',"
                       "'oid':'")) +
                   kCloid + J("'}"));
        COMPARE_TEXT(at(status, "order/status"), "open");
        v.act(std::string(J("{'type':'cancelByCloid','cancels':[{'asset':0,'cloid':'")) + kCloid +
              J("'}]}"));
        QVERIFY(v.place(order(true, "100001", "0.5", kGtc, false, kCloid)).find("resting") !=
                std::string::npos);
    }

    void triggersFireOnTheMark_data()
    {
        QTest::addColumn<bool>("isLong");
        QTest::addColumn<QString>("tpsl");
        QTest::addColumn<QString>("triggerPx");
        QTest::addColumn<QString>("movedTo");
        QTest::newRow("stop of a long below") << true << "sl"
                                              << "109000"
                                              << "108990";
        QTest::newRow("target of a long above") << true << "tp"
                                                << "111000"
                                                << "111010";
        QTest::newRow("stop of a short above") << false << "sl"
                                               << "111000"
                                               << "111010";
        QTest::newRow("target of a short below") << false << "tp"
                                                 << "109000"
                                                 << "108990";
    }

    void triggersFireOnTheMark()
    {
        QFETCH(bool, isLong);
        QFETCH(QString, tpsl);
        QFETCH(QString, triggerPx);
        QFETCH(QString, movedTo);
        VenueFixture v;
        v.makeBook();
        v.place(order(isLong, isLong ? "110001" : "109999", "1", kIoc));
        const std::string status = v.place(
            order(!isLong, isLong ? "100000" : "120000", "1",
                  trigger(triggerPx.toStdString().c_str(), tpsl.toStdString().c_str()), true));
        QVERIFY2(status.find("resting") != std::string::npos, status.c_str());
        v.advance(1000);
        QCOMPARE(v.infoOf("openOrders").asArray()->size(), std::size_t{1});
        // The maker moves the market past the trigger.
        const codec::Value resting = v.infoOf("openOrders", kMakerKey);
        for (const codec::Value &o : *resting.asArray())
            v.act(J("{'type':'cancel','cancels':[{'a':0,'o':") + at(o, "oid") + "}]}", kMakerKey);
        const int px = movedTo.toInt();
        v.place(order(true, std::to_string(px - 1).c_str(), "5"), kMakerKey);
        v.place(order(false, std::to_string(px + 1).c_str(), "5"), kMakerKey);
        v.advance(200);
        COMPARE_TEXT(at(v.infoOf("clearinghouseState"), "assetPositions"), "[]");
        QCOMPARE(v.infoOf("openOrders").asArray()->size(), std::size_t{0});
        COMPARE_TEXT(at(v.infoOf("historicalOrders"), "0/status"), "filled");
        COMPARE_TEXT(at(v.infoOf("userFills"), "0/px"),
                     std::to_string(isLong ? px - 1 : px + 1) + ".0");
    }

    void bracketWaitsForItsParentAndCancelsTheSibling()
    {
        VenueFixture v;
        v.makeBook();
        const std::string bracket = order(true, "110000", "1") + "," +
                                    order(false, "100000", "1", trigger("109000", "sl"), true) +
                                    "," +
                                    order(false, "100000", "1", trigger("112000", "tp"), true);
        const codec::Value list = v.statuses(bracket, kVectorsKey, "normalTpsl");
        QVERIFY(at(list, "0").find("resting") != std::string::npos);
        COMPARE_TEXT(at(list, "1"), "waitingForFill");
        COMPARE_TEXT(at(list, "2"), "waitingForFill");
        codec::Value open = v.infoOf("frontendOpenOrders");
        QCOMPARE(open.asArray()->size(), std::size_t{1});
        COMPARE_TEXT(at(open, "0/children/1/orderType"), "Take Profit Market");
        COMPARE_TEXT(at(open, "0/children/0/triggerCondition"), "Price below 109000");
        v.place(order(false, "110000", "1", kIoc), kMakerKey);
        open = v.infoOf("frontendOpenOrders");
        QCOMPARE(open.asArray()->size(), std::size_t{2});
        // Down to the stop.
        v.place(order(false, "109990", "10", kIoc), kMakerKey);
        v.place(order(true, "108990", "5"), kMakerKey);
        v.place(order(false, "108991", "1"), kMakerKey);
        v.advance(200);
        COMPARE_TEXT(at(v.infoOf("clearinghouseState"), "assetPositions"), "[]");
        QCOMPARE(v.infoOf("openOrders").asArray()->size(), std::size_t{0});
        bool sawSibling = false;
        const codec::Value history = v.infoOf("historicalOrders");
        for (const codec::Value &row : *history.asArray())
            sawSibling |= at(row, "status") == "siblingFilledCanceled";
        QVERIFY(sawSibling);
    }

    void cancelledParentTakesItsChildrenAlong()
    {
        VenueFixture v;
        v.makeBook();
        const codec::Value list =
            v.statuses(order(true, "100000", "1") + "," +
                           order(false, "90000", "1", trigger("95000", "sl"), true),
                       kVectorsKey, "normalTpsl");
        const std::uint64_t oid = VenueFixture::oidIn(at(list, "0"));
        v.act(J("{'type':'cancel','cancels':[{'a':0,'o':") + std::to_string(oid) + "}]}");
        QCOMPARE(v.infoOf("frontendOpenOrders").asArray()->size(), std::size_t{0});
        COMPARE_TEXT(at(v.infoOf("historicalOrders"), "0/status"), "canceled");
    }

    void reduceOnlyShrinksWithThePosition()
    {
        VenueFixture v;
        v.makeBook();
        v.place(order(true, "110001", "2", kIoc));
        v.place(order(false, "111000", "2", kGtc, true));
        v.place(order(false, "109999", "1.5", kIoc, true));
        COMPARE_TEXT(at(v.infoOf("openOrders"), "0/sz"), "0.5");
        v.place(order(false, "109999", "0.5", kIoc, true));
        QCOMPARE(v.infoOf("openOrders").asArray()->size(), std::size_t{0});
        COMPARE_TEXT(at(v.infoOf("historicalOrders"), "0/status"), "filled");
        COMPARE_TEXT(at(v.infoOf("historicalOrders"), "2/status"), "reduceOnlyCanceled");
    }

    void twapTradesInSlices()
    {
        VenueFixture v;
        v.makeBook();
        COMPARE_TEXT(at(v.act(J("{'type':'twapOrder','twap':{'a':0,'b':true,'s':'0.0001','r':false,"
                                "'m':5,'t':false}}")),
                        "response/data/status/error"),
                     "TWAP must have minimum value of $100. asset=0");
        const codec::Value running = v.act(
            J("{'type':'twapOrder','twap':{'a':0,'b':true,'s':'1.1','r':false,'m':5,'t':false}}"));
        const std::string id = at(running, "response/data/status/running/twapId");
        QVERIFY(id != "(none)");
        v.advance(31'000);
        QCOMPARE(v.infoOf("userTwapSliceFills").asArray()->size(), std::size_t{2});
        COMPARE_TEXT(at(v.infoOf("userTwapSliceFills"), "0/fill/sz"), "0.1");
        COMPARE_TEXT(at(v.infoOf("userTwapSliceFills"), "0/fill/hash"),
                     "0x" + std::string(64, '0'));
        v.advance(300'000);
        COMPARE_TEXT(at(v.infoOf("clearinghouseState"), "assetPositions/0/position/szi"), "1.1");
        COMPARE_TEXT(at(v.act(J("{'type':'twapCancel','a':0,'t':") + id + "}"),
                        "response/data/status/error"),
                     "TWAP was never placed, already canceled, or filled.");
    }

    void scheduledCancelSweepsEverything()
    {
        VenueFixture v;
        v.makeBook();
        v.place(order(true, "100000", "0.5"));
        const std::string soon = std::to_string(v.clock.wallMs() + 4000);
        QVERIFY(at(v.act(J("{'type':'scheduleCancel','time':") + soon + "}"), "response")
                    .find("too early") != std::string::npos);
        const std::string later = std::to_string(v.clock.wallMs() + 6000);
        COMPARE_TEXT(at(v.act(J("{'type':'scheduleCancel','time':") + later + "}"), "status"),
                     "ok");
        v.advance(5900);
        QCOMPARE(v.infoOf("openOrders").asArray()->size(), std::size_t{1});
        v.advance(200);
        QCOMPARE(v.infoOf("openOrders").asArray()->size(), std::size_t{0});
        COMPARE_TEXT(at(v.infoOf("historicalOrders"), "0/status"), "scheduledCancel");
    }

    void spotMovesBalancesAndHolds()
    {
        VenueFixture v;
        const std::string user = keyOf(kVectorsKey).address().toString();
        COMPARE_TEXT(
            at(v.act(J("{'type':'usdClassTransfer','amount':'1000','toPerp':false}")), "status"),
            "ok");
        COMPARE_TEXT(at(v.infoOf("spotClearinghouseState"), "balances/0/total"), "1000.0");
        // A seller: the practice account sells PURR to us through the maker key's buy order is not
        // needed; the hold of a resting buy is.
        QVERIFY(v.place(order(true, "0.15", "2000", kGtc, false, {}, 10000)).find("resting") !=
                std::string::npos);
        COMPARE_TEXT(at(v.infoOf("spotClearinghouseState"), "balances/0/hold"), "300.0");
        COMPARE_TEXT(
            at(v.act(J("{'type':'usdClassTransfer','amount':'700.01','toPerp':true}")), "response"),
            "Insufficient balance for withdrawal.");
        COMPARE_TEXT(
            at(v.act(J("{'type':'usdClassTransfer','amount':'700','toPerp':true}")), "status"),
            "ok");
        COMPARE_TEXT(at(v.infoOf("userNonFundingLedgerUpdates"), "1/delta/type"),
                     "accountClassTransfer");
        QVERIFY(!user.empty());
    }
};

QTEST_APPLESS_MAIN(TestSimOrders)
#include "tst_sim_orders.moc"
