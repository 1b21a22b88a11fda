// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/hex.h"
#include "crypto/keccak256.h"
#include "num/tick_rule.h"
#include "sim/base64_deflate.h"
#include "venue_fixture.h"

#include <QByteArray>
#include <QtTest>

using namespace hl;
using namespace hl::test;

namespace {

/// One client of the venue: what it was sent, by channel.
struct Client
{
    explicit Client(VenueFixture &fixture) : v(fixture)
    {
        id = v.core.connect([this](const std::string &text) { frames.push_back(text); });
    }
    ~Client() { v.core.disconnect(id); }

    void send(const std::string &text) { v.core.receive(id, text); }
    void subscribe(const std::string &subscription)
    {
        send(J("{'method':'subscribe','subscription':" + subscription + "}"));
    }
    std::vector<codec::Value> of(const std::string &channel) const
    {
        std::vector<codec::Value> out;
        for (const std::string &text : frames) {
            const auto value = codec::parseJson(text);
            if (value && value->string("channel").value_or("") == channel)
                out.push_back(*value->find("data"));
        }
        return out;
    }

    VenueFixture &v;
    sim::SessionId id = 0;
    std::vector<std::string> frames;
};

const std::string kUser = "'user':'0x14791697260e4c9a71f18484c9f997b308e59325'";
// Checksummed, as wallets print it.
const std::string kUserMixed = "'user':'0x14791697260E4c9A71f18484C9f997B308e59325'";

std::string gtc(bool buy, const char *px, const char *sz)
{
    return VenueFixture::orderJson(0, buy, px, sz);
}

} // namespace

class TestSimFeeds : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void greetsAndAnswersPing()
    {
        VenueFixture v;
        Client c(v);
        COMPARE_TEXT(c.frames.at(0), "Websocket connection established.");
        c.send(J("{'method':'ping'}"));
        COMPARE_TEXT(c.frames.at(1), J("{'channel':'pong'}"));
    }

    void acknowledgesNormalised_data()
    {
        QTest::addColumn<QString>("asked");
        QTest::addColumn<QString>("echo");
        const auto row = [](const char *name, const std::string &asked, const std::string &echo) {
            QTest::newRow(name) << QString::fromStdString(asked) << QString::fromStdString(J(echo));
        };
        row("l2Book gets its nulls", "{'type':'l2Book','coin':'BTC'}",
            "{'type':'l2Book','coin':'BTC','nSigFigs':null,'mantissa':null}");
        row("unknown keys go", "{'type':'bbo','coin':'BTC','depth':5}",
            "{'type':'bbo','coin':'BTC'}");
        row("dex is filled in", "{'type':'openOrders'," + kUser + "}",
            "{'type':'openOrders'," + kUser + ",'dex':''}");
        row("addresses in lower case", "{'type':'userFills'," + kUserMixed + "}",
            "{'type':'userFills'," + kUser + ",'aggregateByTime':false}");
        row("candle", "{'type':'candle','coin':'BTC','interval':'1m'}",
            "{'type':'candle','interval':'1m','coin':'BTC'}");
    }

    void acknowledgesNormalised()
    {
        QFETCH(QString, asked);
        QFETCH(QString, echo);
        VenueFixture v;
        Client c(v);
        c.subscribe(asked.toStdString());
        const auto acks = c.of("subscriptionResponse");
        QCOMPARE(acks.size(), std::size_t{1});
        COMPARE_TEXT(at(acks[0], "method"), "subscribe");
        COMPARE_TEXT(at(acks[0], "subscription"), echo.toStdString());
    }

    void refusesInTheVenuesWords_data()
    {
        QTest::addColumn<QStringList>("texts");
        QTest::addColumn<QString>("error");
        const auto sub = [](const char *method, const char *what) {
            return QString::fromStdString(
                J(std::string("{'method':'") + method + "','subscription':" + what + "}"));
        };
        QTest::newRow("twice") << QStringList{sub("subscribe", "{'type':'bbo','coin':'BTC'}"),
                                              sub("subscribe", "{'type':'bbo','coin':'BTC'}")}
                               << "Already subscribed: {\"type\":\"bbo\",\"coin\":\"BTC\"}";
        QTest::newRow("not subscribed")
            << QStringList{sub("unsubscribe", "{'type':'trades','coin':'ETH'}")}
            << "Already unsubscribed: {\"type\":\"trades\",\"coin\":\"ETH\"}";
        QTest::newRow("unknown coin")
            << QStringList{sub("subscribe", "{'type':'bbo','coin':'NOPE'}")}
            << "Invalid subscription {\"type\":\"bbo\",\"coin\":\"NOPE\"}";
        QTest::newRow("mantissa without five figures")
            << QStringList{sub("subscribe",
                               "{'type':'l2Book','coin':'BTC','nSigFigs':4,'mantissa':2}")}
            << "Invalid subscription "
               "{\"type\":\"l2Book\",\"coin\":\"BTC\",\"nSigFigs\":4,\"mantissa\":2}";
        const QString odd = sub("subscribe", "{'type':'noSuchType','coin':'BTC'}");
        QTest::newRow("unknown type")
            << QStringList{odd} << "Error parsing JSON into valid websocket request: " + odd;
        QTest::newRow("no JSON") << QStringList{QStringLiteral("{oops")}
                                 << "Error parsing JSON into valid websocket request: {oops";
    }

    void refusesInTheVenuesWords()
    {
        QFETCH(QStringList, texts);
        QFETCH(QString, error);
        VenueFixture v;
        Client c(v);
        for (const QString &text : texts)
            c.send(text.toStdString());
        const auto errors = c.of("error");
        QCOMPARE(errors.size(), std::size_t{1});
        COMPARE_TEXT(*errors[0].asString(), error.toStdString());
    }

    void tracksFifteenUsersOverAllConnections()
    {
        VenueFixture v;
        Client a(v);
        Client b(v);
        const auto user = [](int n) {
            return "{'type':'orderUpdates','user':'0x00000000000000000000000000000000000000" +
                   std::to_string(n) + "'}";
        };
        for (int n = 10; n < 25; ++n)
            (n % 2 == 0 ? a : b).subscribe(user(n));
        QCOMPARE(a.of("error").size() + b.of("error").size(), std::size_t{0});
        a.subscribe(user(25));
        COMPARE_TEXT(*a.of("error").at(0).asString(), "Cannot track more than 15 total users.");
        b.subscribe(user(10)); // one that is tracked already
        QCOMPARE(b.of("error").size(), std::size_t{0});
    }

    void booksComeAtTheVenuesPace()
    {
        VenueFixture v(true);
        Client c(v);
        c.subscribe("{'type':'l2Book','coin':'BTC'}");
        c.subscribe("{'type':'l2Book','coin':'ETH','fast':true}");
        c.frames.clear();
        v.advance(10'000);
        std::size_t deep = 0;
        std::size_t fast = 0;
        for (const codec::Value &book : c.of("l2Book")) {
            const bool isFast = at(book, "fast") == "true";
            (isFast ? fast : deep) += 1;
            const codec::Array *bids = book.find("levels")->asArray()->front().asArray();
            QCOMPARE(bids->size(), isFast ? std::size_t{5} : std::size_t{20});
            COMPARE_TEXT(at(book, "coin"), isFast ? "ETH" : "BTC");
        }
        QCOMPARE(deep, std::size_t{2});
        QCOMPARE(fast, std::size_t{20});
    }

    void groupedBooksKeepEverySizeAndNeverFlatter()
    {
        VenueFixture v;
        v.statuses(gtc(true, "109994", "1") + "," + gtc(true, "109991", "2") + "," +
                       gtc(true, "109989", "4") + "," + gtc(false, "110001", "1") + "," +
                       gtc(false, "110010", "2") + "," + gtc(false, "110011", "4"),
                   kMakerKey);
        const codec::Value book = v.info(J("{'type':'l2Book','coin':'BTC','nSigFigs':5}"));
        COMPARE_TEXT(at(book, "levels/0"),
                     J("[{'px':'109990.0','sz':'3.0','n':2},{'px':'109980.0','sz':'4.0','n':1}]"));
        COMPARE_TEXT(at(book, "levels/1"),
                     J("[{'px':'110010.0','sz':'3.0','n':2},{'px':'110020.0','sz':'4.0','n':1}]"));
        COMPARE_TEXT(at(book, "spread"), "7.0");
        const codec::Value wide =
            v.info(J("{'type':'l2Book','coin':'BTC','nSigFigs':5,'mantissa':5}"));
        COMPARE_TEXT(at(wide, "levels/0"), J("[{'px':'109950.0','sz':'7.0','n':3}]"));
        COMPARE_TEXT(at(wide, "levels/1"), J("[{'px':'110050.0','sz':'7.0','n':3}]"));
    }

    void bboComesOnlyWhenItChanges()
    {
        VenueFixture v;
        v.makeBook();
        Client c(v);
        c.subscribe("{'type':'bbo','coin':'BTC'}");
        QCOMPARE(c.of("bbo").size(), std::size_t{1});
        v.advance(5000);
        v.place(gtc(true, "100000", "0.1")); // behind the best
        QCOMPARE(c.of("bbo").size(), std::size_t{1});
        v.place(gtc(true, "110000", "0.1"));
        const auto bbos = c.of("bbo");
        QCOMPARE(bbos.size(), std::size_t{2});
        COMPARE_TEXT(at(bbos[1], "bbo/0"), J("{'px':'110000.0','sz':'0.1','n':1}"));
    }

    void emptySideIsNull()
    {
        VenueFixture v;
        v.place(gtc(false, "110001", "0.1"));
        Client c(v);
        c.subscribe("{'type':'bbo','coin':'BTC'}");
        COMPARE_TEXT(at(c.of("bbo").at(0), "bbo/0"), "null");
    }

    void anOrdersLifeIsTold()
    {
        VenueFixture v;
        v.makeBook();
        Client c(v);
        for (const char *type : {"orderUpdates", "userFills", "openOrders", "clearinghouseState",
                                 "userEvents", "notification", "webData3", "userHistoricalOrders"})
            c.subscribe(std::string("{'type':'") + type + "'," + kUser + "}");
        COMPARE_TEXT(at(c.of("userFills").at(0), "isSnapshot"), "true");
        const std::string cloid = "0x1234567890abcdef1234567890abcdef";
        v.place(VenueFixture::orderJson(0, true, "110000", "1", J("{'limit':{'tif':'Gtc'}}"), false,
                                        cloid));
        auto updates = c.of("orderUpdates");
        QCOMPARE(updates.size(), std::size_t{1});
        COMPARE_TEXT(at(updates[0], "0/status"), "open");
        COMPARE_TEXT(at(updates[0], "0/order/cloid"), cloid);
        v.advance(100);
        COMPARE_TEXT(at(c.of("openOrders").back(), "orders/0/origSz"), "1.0");
        v.place(gtc(false, "110000", "0.4"), kMakerKey);
        updates = c.of("orderUpdates");
        COMPARE_TEXT(at(updates.back(), "0/status"), "open");
        COMPARE_TEXT(at(updates.back(), "0/order/sz"), "0.6");
        COMPARE_TEXT(at(c.of("userFills").back(), "fills/0/sz"), "0.4");
        COMPARE_TEXT(at(c.of("userFills").back(), "isSnapshot"), "(none)");
        COMPARE_TEXT(at(c.of("user").back(), "fills/0/cloid"), cloid);
        COMPARE_TEXT(at(c.of("notification").back(), "notification"),
                     "Resting order filled: Bought 0.4 BTC at $110000");
        v.advance(100);
        COMPARE_TEXT(at(c.of("clearinghouseState").back(),
                        "clearinghouseState/assetPositions/0/position/szi"),
                     "0.4");
        v.act(J("{'type':'cancelByCloid','cancels':[{'asset':0,'cloid':'" + cloid + "'}]}"));
        updates = c.of("orderUpdates");
        COMPARE_TEXT(at(updates.back(), "0/status"), "canceled");
        COMPARE_TEXT(at(updates.back(), "0/order/sz"), "0.6"); // what was left
        v.advance(100);
        COMPARE_TEXT(at(c.of("openOrders").back(), "orders"), "[]");
        COMPARE_TEXT(at(c.of("userHistoricalOrders").back(), "orderHistory/0/status"), "canceled");
    }

    void accountFeedsBeatWithoutEvents()
    {
        VenueFixture v;
        Client c(v);
        for (const char *type : {"openOrders", "clearinghouseState", "webData3", "spotState"})
            c.subscribe(std::string("{'type':'") + type + "'," + kUser + "}");
        c.frames.clear();
        v.advance(10'000);
        for (const char *type : {"openOrders", "clearinghouseState", "webData3", "spotState"})
            QVERIFY2(c.of(type).size() >= 2, type);
    }

    void postsCarryInfoAndActions()
    {
        VenueFixture v;
        Client c(v);
        c.send(J("{'method':'post','id':7,'request':{'type':'info','payload':{'type':'l2Book','"
                 "coin':'NOPE'}}}"));
        COMPARE_TEXT(
            codec::toJson(c.of("post").at(0)),
            J("{'id':7,'response':{'type':'info','payload':{'type':'l2Book','data':null}}}"));
        const std::string body =
            v.body(VenueFixture::ordersJson(gtc(true, "100000", "0.1")), kVectorsKey);
        c.send(J("{'method':'post','id':8,'request':{'type':'action','payload':") + body + "}}");
        COMPARE_TEXT(at(c.of("post").at(1), "response/payload/status"), "ok");
        c.send(J("{'method':'post','id':9,'request':{'type':'info','payload':{'type':'nope'}}}"));
        COMPARE_TEXT(at(c.of("post").at(2), "response/type"), "error");
        c.send(J("{'method':'post','id':10,'request':{'type':'info','payload':{'type':'l2Book','"
                 "coin':'BTC','nSigFigs':5,'mantissa':1}}}"));
        COMPARE_TEXT(at(c.of("post").at(3), "response/payload"), "500 Internal Server Error");
    }

    void tradesBeginWithTheRecentOnes()
    {
        VenueFixture v(true);
        v.advance(60'000);
        Client c(v);
        c.subscribe("{'type':'trades','coin':'BTC'}");
        const auto batches = c.of("trades");
        QCOMPARE(batches.size(), std::size_t{1});
        QCOMPARE(batches[0].asArray()->size(), std::size_t{30});
        v.advance(10'000);
        QVERIFY(c.of("trades").size() > 5);
    }

    void fastContextsAreDeltas()
    {
        VenueFixture v;
        v.makeBook();
        Client c(v);
        c.subscribe("{'type':'fastAssetCtxs'}");
        const auto decode = [](const codec::Value &data) {
            const QByteArray raw =
                QByteArray::fromBase64(QByteArray::fromStdString(*data.asString()));
            return codec::parseJson(std::string_view(raw.constData() + 5,
                                                     static_cast<std::size_t>(raw.size() - 5)))
                .value_or(codec::Value());
        };
        const codec::Value all = decode(c.of("fastAssetCtxs").at(0));
        QVERIFY(all.find("ETH") != nullptr);
        COMPARE_TEXT(at(all, "BTC/midPx"), "110000.0");
        v.place(gtc(true, "110000", "0.1"));
        v.advance(1200);
        const codec::Value change = decode(c.of("fastAssetCtxs").at(1));
        COMPARE_TEXT(codec::toJson(change), J("{'BTC':{'midPx':'110000.5'}}"));
    }

    void longTextsAreSplitIntoStoredBlocks()
    {
        const std::string text(70'000, 'x');
        const QByteArray raw =
            QByteArray::fromBase64(QByteArray::fromStdString(sim::base64Deflate(text)));
        QCOMPARE(raw.size(), qsizetype{70'000 + 10});
        QCOMPARE(raw.at(0), '\0');
        QCOMPARE(raw.at(5 + 65'535), '\1');
    }

    /// The same seed and the same steps give the same frames, byte for byte; another seed does not.
    void sameSeedSameFrames()
    {
        const auto run = [](std::uint64_t seed) {
            VenueFixture v(true, seed);
            Client c(v);
            for (const char *coin : {"BTC", "ETH", "@107"}) {
                for (const char *type : {"l2Book", "bbo", "trades", "activeAssetCtx"})
                    c.subscribe(std::string("{'type':'") + type + "','coin':'" + coin + "'}");
            }
            c.subscribe("{'type':'allMids'}");
            c.subscribe("{'type':'userFills'," + kUser + "}");
            v.advance(5000);
            v.place(gtc(true, "115000", "0.1"));
            v.advance(5000);
            std::string all;
            for (const std::string &frame : c.frames)
                all += frame + "\n";
            return std::pair(toHex(crypto::keccak256(all)), c.frames.size());
        };
        const auto first = run(5);
        QVERIFY(first.second > 200);
        COMPARE_TEXT(run(5).first, first.first);
        QVERIFY(run(6).first != first.first);
    }

    void marketsStaySane()
    {
        VenueFixture v(true);
        std::size_t tight = 0;
        std::size_t samples = 0;
        for (int i = 0; i < 40; ++i) {
            v.advance(10'000);
            for (sim::MarketId id = 0; id < v.core.exchange().marketCount(); ++id) {
                const sim::MarketSpec &spec = v.core.exchange().universe().market(id);
                const sim::OrderBook &book = v.core.exchange().market(id).book;
                const sim::RestingOrder *bid = book.best(sim::Side::Buy);
                const sim::RestingOrder *ask = book.best(sim::Side::Sell);
                QVERIFY2(bid != nullptr && ask != nullptr, spec.coin.c_str());
                QVERIFY2(bid->px < ask->px, spec.coin.c_str());
                QVERIFY(book.levels(sim::Side::Buy, 20).size() == 20);
                ++samples;
                tight += ask->px.ticks - bid->px.ticks <= tickAt(bid->px, spec.grid) ? 1U : 0U;
            }
        }
        // Mostly one tick wide.
        QVERIFY2(tight * 10 >= samples * 8, qPrintable(QString::number(tight)));
    }
};

QTEST_APPLESS_MAIN(TestSimFeeds)
#include "tst_sim_feeds.moc"
