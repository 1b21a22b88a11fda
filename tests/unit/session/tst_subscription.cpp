// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/vectors.h"
#include "venue/session/subscription.h"

#include <QTest>

using namespace hl;
using namespace hl::session;

namespace {

codec::Value json(const QJsonValue &text)
{
    return codec::parseJson(text.toString().toStdString()).value();
}

} // namespace

class TestSubscription : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void ids()
    {
        const QJsonArray rows =
            test::vectorRows(QStringLiteral("ws-matching.json"), QStringLiteral("ids"));
        QCOMPARE(rows.size(), 17);
        int undefinedRows = 0;
        for (const QJsonValue &row : rows) {
            const QJsonObject o = row.toObject();
            const QString context = QString::fromUtf8(QJsonDocument(o).toJson());
            const codec::Value value = json(o.value(QStringLiteral("inputJson")));
            QVERIFY2(canonicalId(value) == o.value(QStringLiteral("id")).toString().toStdString(),
                     qPrintable(context));
            const int leaves = o.value(QStringLiteral("specificity")).toInt();
            if (specificity(value) != leaves) {
                // One row's input had a member of the value `undefined`, which JSON cannot show
                // and its reference counts as a leaf.
                ++undefinedRows;
                QVERIFY2(o.value(QStringLiteral("inputJson")) ==
                                 QStringLiteral("{\"type\":\"allMids\"}") &&
                             leaves == 2,
                         qPrintable(context));
            }
        }
        QCOMPARE(undefinedRows, 1);
    }

    void subsets()
    {
        const QJsonArray rows =
            test::vectorRows(QStringLiteral("ws-matching.json"), QStringLiteral("subset"));
        QCOMPARE(rows.size(), 15);
        for (const QJsonValue &row : rows) {
            const QJsonObject o = row.toObject();
            QVERIFY2(isSubset(json(o.value(QStringLiteral("subset"))),
                              json(o.value(QStringLiteral("superset")))) ==
                         o.value(QStringLiteral("result")).toBool(),
                     qPrintable(QString::fromUtf8(QJsonDocument(o).toJson())));
        }
    }

    void routing()
    {
        const QJsonArray rows =
            test::vectorRows(QStringLiteral("ws-matching.json"), QStringLiteral("routing"));
        QCOMPARE(rows.size(), 20);
        for (const QJsonValue &row : rows) {
            const QJsonObject o = row.toObject();
            const QString context = QString::fromUtf8(QJsonDocument(o).toJson());
            const std::string channel = o.value(QStringLiteral("channel")).toString().toStdString();
            const auto same = [](const std::optional<std::string> &key,
                                 const QJsonValue &expected) {
                return key ? expected.isString() && expected.toString().toStdString() == *key
                           : expected.isNull();
            };
            QVERIFY2(same(routeKey(channel, json(o.value(QStringLiteral("payload")))),
                          o.value(QStringLiteral("payloadKey"))),
                     qPrintable(context));
            QVERIFY2(same(frameKey(channel, json(o.value(QStringLiteral("frameData")))),
                          o.value(QStringLiteral("frameKey"))),
                     qPrintable(context));
        }
    }

    void payloads_data()
    {
        QTest::addColumn<QByteArray>("payload");
        QTest::newRow("l2Book") << QByteArray(
            R"({"coin":"BTC","mantissa":null,"nSigFigs":null,"type":"l2Book"})");
        QTest::newRow("l2Book fast") << QByteArray(
            R"({"coin":"BTC","fast":true,"mantissa":null,"nSigFigs":null,"type":"l2Book"})");
        QTest::newRow("l2Book grouped")
            << QByteArray(R"({"coin":"BTC","mantissa":2,"nSigFigs":5,"type":"l2Book"})");
        QTest::newRow("bbo") << QByteArray(R"({"coin":"xyz:TSLA","type":"bbo"})");
        QTest::newRow("candle") << QByteArray(R"({"coin":"BTC","interval":"1m","type":"candle"})");
        QTest::newRow("allMids, first dex") << QByteArray(R"({"type":"allMids"})");
        QTest::newRow("allMids, other dex") << QByteArray(R"({"dex":"xyz","type":"allMids"})");
        QTest::newRow("assetCtxs, first dex") << QByteArray(R"({"dex":"","type":"assetCtxs"})");
        QTest::newRow("userFills") << QByteArray(
            R"({"aggregateByTime":false,"type":"userFills","user":"0x14791697260e4c9a71f18484c9f997b308e59325"})");
        QTest::newRow("orderUpdates") << QByteArray(
            R"({"type":"orderUpdates","user":"0x14791697260e4c9a71f18484c9f997b308e59325"})");
        QTest::newRow("openOrders, other dex") << QByteArray(
            R"({"dex":"xyz","type":"openOrders","user":"0x14791697260e4c9a71f18484c9f997b308e59325"})");
        QTest::newRow("activeAssetData") << QByteArray(
            R"({"coin":"BTC","type":"activeAssetData","user":"0x14791697260e4c9a71f18484c9f997b308e59325"})");
    }

    void payloads()
    {
        QFETCH(QByteArray, payload);
        const auto value = codec::parseJson(payload.toStdString());
        QVERIFY(value.has_value());
        const auto subscription = subscriptionFromPayload(*value);
        QVERIFY(subscription.has_value());
        QCOMPARE(QByteArray::fromStdString(codec::toJson(subscription->payload())), payload);
        QCOMPARE(QByteArray::fromStdString(subscription->canonicalId()), payload);
    }

    void everyTypeHasItsName()
    {
        for (int i = 0; i <= static_cast<int>(StreamType::WebData3); ++i) {
            const auto type = static_cast<StreamType>(i);
            QVERIFY(streamTypeFromName(streamTypeName(type)) == type);
        }
        QVERIFY(!streamTypeFromName("webData2"));
    }

    void badPayloadNamesTheField_data()
    {
        QTest::addColumn<QByteArray>("payload");
        QTest::addColumn<QByteArray>("field");
        QTest::newRow("no type") << QByteArray(R"({"coin":"BTC"})") << QByteArray("type");
        QTest::newRow("unknown type") << QByteArray(R"({"type":"webData2"})") << QByteArray("type");
        QTest::newRow("nSigFigs") << QByteArray(R"({"type":"l2Book","coin":"A","nSigFigs":9999})")
                                  << QByteArray("nSigFigs");
    }

    void badPayloadNamesTheField()
    {
        QFETCH(QByteArray, payload);
        QFETCH(QByteArray, field);
        const auto result = subscriptionFromPayload(*codec::parseJson(payload.toStdString()));
        QVERIFY(!result);
        QVERIFY2(result.error().sentence().find(field.toStdString()) != std::string::npos,
                 result.error().sentence().c_str());
    }

    void matches_data()
    {
        QTest::addColumn<QByteArray>("subscription");
        QTest::addColumn<QByteArray>("channel");
        QTest::addColumn<QByteArray>("data");
        QTest::addColumn<bool>("expected");
        const QByteArray book = R"({"type":"l2Book","coin":"BTC"})";
        const QByteArray fast = R"({"type":"l2Book","coin":"BTC","fast":true})";
        QTest::newRow("book") << book << QByteArray("l2Book") << QByteArray(R"({"coin":"BTC"})")
                              << true;
        QTest::newRow("other coin")
            << book << QByteArray("l2Book") << QByteArray(R"({"coin":"ETH"})") << false;
        QTest::newRow("other channel")
            << book << QByteArray("bbo") << QByteArray(R"({"coin":"BTC"})") << false;
        QTest::newRow("fast frame, deep subscription")
            << book << QByteArray("l2Book") << QByteArray(R"({"coin":"BTC","fast":true})") << false;
        QTest::newRow("fast frame, fast subscription")
            << fast << QByteArray("l2Book") << QByteArray(R"({"coin":"BTC","fast":true})") << true;
        QTest::newRow("deep frame, fast subscription")
            << fast << QByteArray("l2Book") << QByteArray(R"({"coin":"BTC"})") << false;
        const QByteArray candle = R"({"type":"candle","coin":"BTC","interval":"1m"})";
        QTest::newRow("candle") << candle << QByteArray("candle")
                                << QByteArray(R"({"s":"BTC","i":"1m"})") << true;
        QTest::newRow("other interval")
            << candle << QByteArray("candle") << QByteArray(R"({"s":"BTC","i":"5m"})") << false;
        const QByteArray state =
            R"({"type":"clearinghouseState","dex":"xyz","user":"0x14791697260e4c9a71f18484c9f997b308e59325"})";
        QTest::newRow("account, other spelling of the address")
            << state << QByteArray("clearinghouseState")
            << QByteArray(R"({"dex":"xyz","user":"0x14791697260E4C9A71F18484C9F997B308E59325"})")
            << true;
        QTest::newRow("account of the first dex")
            << state << QByteArray("clearinghouseState")
            << QByteArray(R"({"dex":"","user":"0x14791697260e4c9a71f18484c9f997b308e59325"})")
            << false;
        QTest::newRow("other account")
            << state << QByteArray("clearinghouseState")
            << QByteArray(R"({"dex":"xyz","user":"0x24791697260e4c9a71f18484c9f997b308e59325"})")
            << false;
        const QByteArray mids = R"({"type":"allMids"})";
        QTest::newRow("mids without a dex")
            << mids << QByteArray("allMids") << QByteArray(R"({"mids":{}})") << true;
        QTest::newRow("mids of another dex")
            << mids << QByteArray("allMids") << QByteArray(R"({"mids":{},"dex":"xyz"})") << false;
        const QByteArray spot = R"({"type":"activeAssetCtx","coin":"@107"})";
        QTest::newRow("spot context comes on its own channel")
            << spot << QByteArray("activeSpotAssetCtx") << QByteArray(R"({"coin":"@107"})") << true;
        const QByteArray events =
            R"({"type":"userEvents","user":"0x14791697260e4c9a71f18484c9f997b308e59325"})";
        QTest::newRow("events come on channel user")
            << events << QByteArray("user") << QByteArray(R"({"fills":[]})") << true;
        const QByteArray active =
            R"({"type":"activeAssetData","coin":"BTC","user":"0x14791697260e4c9a71f18484c9f997b308e59325"})";
        QTest::newRow("active asset of another account")
            << active << QByteArray("activeAssetData")
            << QByteArray(R"({"coin":"BTC","user":"0x24791697260e4c9a71f18484c9f997b308e59325"})")
            << false;
        const QByteArray trades = R"({"type":"trades","coin":"BTC"})";
        QTest::newRow("empty batch of trades names no coin")
            << trades << QByteArray("trades") << QByteArray("[]") << false;
    }

    void matches()
    {
        QFETCH(QByteArray, subscription);
        QFETCH(QByteArray, channel);
        QFETCH(QByteArray, data);
        QFETCH(bool, expected);
        const auto s = subscriptionFromPayload(*codec::parseJson(subscription.toStdString()));
        QVERIFY(s.has_value());
        const codec::Value value = *codec::parseJson(data.toStdString());
        const std::string name = channel.toStdString();
        QCOMPARE(session::matches(*s, streamKeyOf(name, value)), expected);
    }
};

QTEST_APPLESS_MAIN(TestSubscription)
#include "tst_subscription.moc"
