// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "venue/hyperliquid/frame_decoder.h"
#include "venue/session/frame_router.h"

#include <QTest>

using namespace hl;
using namespace hl::session;

/// The decoder and the session speak of the same frame: every channel's frame finds the
/// subscription it belongs to.
class TestFrameRouter : public QObject
{
    Q_OBJECT

private:
    market::InstrumentRegistry m_registry;
    venue::FrameDecoder m_decoder{m_registry, venue::FrameDecoder::UnknownCoins::Infer};
    venue::Frame m_frame;
    FrameRouter m_router;

    FrameRoute route(const QByteArray &text)
    {
        (void)m_decoder.decodeCopy(text.toStdString(), m_frame);
        return m_router.route(m_frame);
    }

private Q_SLOTS:
    void data_data()
    {
        QTest::addColumn<QByteArray>("subscription");
        QTest::addColumn<QByteArray>("frame");
        const QByteArray user = "0x14791697260e4c9a71f18484c9f997b308e59325";
        const auto frame = [](const QByteArray &channel, const QByteArray &data) {
            return QByteArray("{'channel':'" + channel + "','data':" + data + "}")
                .replace('\'', '"');
        };
        const auto sub = [](QByteArray text) { return text.replace('\'', '"'); };
        QTest::newRow("l2Book") << sub("{'type':'l2Book','coin':'BTC'}")
                                << frame(
                                       "l2Book",
                                       "{'coin':'BTC','time':1700000000000,'levels':[[{'px':'1.0',"
                                       "'sz':'1.0','n':1}],[]]}");
        QTest::newRow("l2Book fast")
            << sub("{'type':'l2Book','coin':'BTC','fast':true}")
            << frame("l2Book",
                     "{'coin':'BTC','time':1700000000000,'levels':[[{'px':'1.0','sz':'1.0',"
                     "'n':1}],[]],'fast':true}");
        QTest::newRow("bbo") << sub("{'type':'bbo','coin':'BTC'}")
                             << frame("bbo",
                                      "{'coin':'BTC','time':1700000000000,'bbo':[{'px':'1.0',"
                                      "'sz':'1.0','n':1},null]}");
        QTest::newRow("trades")
            << sub("{'type':'trades','coin':'BTC'}")
            << frame("trades",
                     "[{'coin':'BTC','side':'B','px':'1.0','sz':'1.0','time':1700000000000,'hash':"
                     "'0x0000000000000000000000000000000000000000000000000000000000000000',"
                     "'tid':1,'users':['" +
                         user + "','" + user + "']}]");
        QTest::newRow("candle")
            << sub("{'type':'candle','coin':'BTC','interval':'1m'}")
            << frame("candle", "{'t':1700000000000,'T':1700000059999,'s':'BTC','i':'1m','o':'1.0',"
                               "'c':'1.0','h':'1.0','l':'1.0','v':'1.0','n':1}");
        QTest::newRow("allMids") << sub("{'type':'allMids'}")
                                 << frame("allMids", "{'mids':{'BTC':'1.5'}}");
        QTest::newRow("openOrders of another dex")
            << sub("{'type':'openOrders','dex':'xyz','user':'" + user + "'}")
            << frame("openOrders", "{'dex':'xyz','user':'" + user + "','orders':[]}");
        QTest::newRow("userFills")
            << sub("{'type':'userFills','user':'" + user + "'}")
            << frame("userFills", "{'user':'" + user + "','fills':[],'isSnapshot':true}");
        QTest::newRow("orderUpdates")
            << sub("{'type':'orderUpdates','user':'" + user + "'}") << frame("orderUpdates", "[]");
        QTest::newRow("userEvents")
            << sub("{'type':'userEvents','user':'" + user + "'}") << frame("user", "{'fills':[]}");
        QTest::newRow("notification") << sub("{'type':'notification','user':'" + user + "'}")
                                      << frame("notification", "{'notification':'x'}");
        QTest::newRow("twapStates")
            << sub("{'type':'twapStates','dex':'','user':'" + user + "'}")
            << frame("twapStates", "{'dex':'','user':'" + user + "','states':[]}");
    }

    void data()
    {
        QFETCH(QByteArray, subscription);
        QFETCH(QByteArray, frame);
        const auto s = subscriptionFromPayload(*codec::parseJson(subscription.toStdString()));
        QVERIFY(s.has_value());
        const FrameRoute got = route(frame);
        QVERIFY2(got.kind == FrameRoute::Kind::Data, m_frame.reason.c_str());
        QVERIFY(matches(*s, got.stream));
        // The same by the plain JSON reader.
        const codec::Value value = *codec::parseJson(frame.toStdString());
        const StreamKey plain =
            streamKeyOf(*value.find("channel")->asString(), *value.find("data"));
        QCOMPARE(std::string(got.stream.channel), std::string(plain.channel));
        QCOMPARE(std::string(got.stream.key), std::string(plain.key));
        QCOMPARE(std::string(got.stream.dex), std::string(plain.dex));
        QCOMPARE(got.stream.isFast, plain.isFast);
    }

    void control()
    {
        FrameRoute got = route(R"({"channel":"pong"})");
        QVERIFY(got.kind == FrameRoute::Kind::Pong);
        got = route(R"({"channel":"error","data":"Cannot track more than 10 total users."})");
        QVERIFY(got.kind == FrameRoute::Kind::Error);
        QCOMPARE(std::string(got.text), std::string("Cannot track more than 10 total users."));
        got = route(
            R"({"channel":"subscriptionResponse","data":{"method":"unsubscribe","subscription":{"type":"bbo","coin":"BTC"}}})");
        QVERIFY(got.kind == FrameRoute::Kind::Ack && got.isUnsubscribe);
        QVERIFY(canonicalId(*codec::parseJson(got.subscriptionJson)) ==
                Subscription::bbo("BTC").canonicalId());
        got = route(
            R"({"channel":"post","data":{"id":18446744073709551615,"response":{"type":"action","payload":{"status":"ok","response":{"type":"default"}}}}})");
        QVERIFY(got.kind == FrameRoute::Kind::Post && got.postKind == session::PostKind::Action);
        QCOMPARE(got.postId, ~std::uint64_t{0});
        QCOMPARE(std::string(got.text),
                 std::string(R"({"status":"ok","response":{"type":"default"}})"));
        got = route(
            R"({"channel":"post","data":{"id":3,"response":{"type":"info","payload":{"type":"meta","data":[1,2]}}}})");
        QVERIFY(got.postKind == session::PostKind::Info);
        QCOMPARE(std::string(got.text), std::string("[1,2]"));
    }

    void nothingOfUse_data()
    {
        QTest::addColumn<QByteArray>("frame");
        QTest::newRow("greeting") << QByteArray("Websocket connection established.");
        QTest::newRow("unknown channel") << QByteArray("{\"channel\":\"new\",\"data\":{}}");
        QTest::newRow("broken") << QByteArray("{\"channel\":\"l2Book\",\"data\":{\"coin\"");
        QTest::newRow("book that cannot be used")
            << QByteArray("{\"channel\":\"l2Book\",\"data\":{\"coin\":\"BTC\"}}");
    }

    void nothingOfUse()
    {
        QFETCH(QByteArray, frame);
        QVERIFY(route(frame).kind == FrameRoute::Kind::Ignored);
    }
};

QTEST_APPLESS_MAIN(TestFrameRouter)
#include "tst_frame_router.moc"
