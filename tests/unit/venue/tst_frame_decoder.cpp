// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "market/book_composer.h"
#include "market/delta_book.h"
#include "market/instrument_registry.h"
#include "unit/venue/few_markets.h"
#include "venue/hyperliquid/frame_decoder.h"

#include <QTest>

#include <random>

using namespace hl;
using namespace hl::venue;
using test::markets;
using test::perp;

namespace {

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
