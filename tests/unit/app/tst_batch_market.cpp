// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/batch/batch_registry.h"
#include "app/cli/batch/ops.h"

#include <QTest>

#include <fstream>
#include <iterator>

using namespace hl;
using codec::Array;
using codec::Object;
using codec::Value;

namespace {

/// The answer's line as a value.
Value call(const Object &request)
{
    static const cli::BatchRegistry registry = [] {
        cli::BatchRegistry built;
        cli::registerMarketOps(built);
        return built;
    }();
    return codec::parseJson(registry.answer(codec::toJson(request))).value();
}

const Value &at(const Value &value, std::string_view key)
{
    static const Value none;
    const Value *found = value.find(key);
    return found ? *found : none;
}

const Value &vectors()
{
    static const Value value = [] {
        std::ifstream in(HL_TEST_DATA "/vectors/symbols-and-ticks.json");
        const std::string text{std::istreambuf_iterator<char>(in),
                               std::istreambuf_iterator<char>()};
        return codec::parseJson(text).value();
    }();
    return value;
}

std::string bookFrame(const std::string &coin, int time, const std::vector<std::string> &bids,
                      const std::vector<std::string> &asks, bool fast = false)
{
    const auto side = [](const std::vector<std::string> &prices) {
        std::string levels;
        for (const std::string &px : prices)
            levels += (levels.empty() ? "" : ",") + (R"({"px":")" + px) + R"(","sz":"1.50","n":2})";
        return levels;
    };
    return R"({"channel":"l2Book","data":{"coin":")" + coin + R"(","time":)" +
           std::to_string(time) + R"(,"levels":[[)" + side(bids) + "],[" + side(asks) + "]]" +
           (fast ? R"(,"fast":true)" : "") + "}}";
}

Value book(const Array &frames, int nowMs)
{
    const Value answer = call({{"op", "book"},
                               {"coin", "ETH"},
                               {"szDecimals", 4},
                               {"market", "perp"},
                               {"frames", frames},
                               {"nowMs", nowMs}});
    if (at(answer, "ok") != Value(true))
        qFatal("%s", codec::toJson(answer).c_str());
    return at(answer, "result");
}

std::string text(const Value &value)
{
    return value.asString() ? *value.asString() : std::string();
}

} // namespace

class TestBatchMarket : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void symbols_data();
    void symbols();
    void frames_data();
    void frames();
    void B34_deepBehindFast();
    void B35_deltaFramesWithoutEnvelope();
    void B37_lateFrameOfAnotherMarket();
    void bookStates_data();
    void bookStates();
    void badRequests_data();
    void badRequests();
};

void TestBatchMarket::symbols_data()
{
    QTest::addColumn<std::size_t>("row");
    const Array &rows = *at(vectors(), "symbols").asArray();
    QCOMPARE(rows.size(), 25U);
    for (std::size_t i = 0; i < rows.size(); ++i)
        QTest::newRow(text(at(rows[i], "name")).c_str()) << i;
}

/// The reference converter does not take wire names like "@107"; a terminal must (cases.md B48).
void TestBatchMarket::symbols()
{
    QFETCH(std::size_t, row);
    const Value &expected = (*at(vectors(), "symbols").asArray())[row];
    const Value &fixtures = at(at(vectors(), "meta"), "fixtures");
    const Value &metas = at(fixtures, "meta");
    const std::string name = text(at(expected, "name"));
    const Value answer =
        call({{"op", "symbols"},
              {"meta", Array{at(metas, "meta"), at(metas, "xyz"), at(metas, "abc")}},
              {"perpDexs", at(fixtures, "perpDexs")},
              {"spotMeta", at(fixtures, "spotMeta")},
              {"outcomeMeta", at(fixtures, "outcomeMeta")},
              {"lookup", name}});
    const Value &result = at(answer, "result");
    if (name.starts_with('@')) {
        QVERIFY(at(result, "asset") == Value(10'000 + std::stoi(name.substr(1))));
        QVERIFY(at(result, "displayName") == at(expected, "symbolBySpotPairId"));
        return;
    }
    const bool exists = !at(expected, "assetId").isNull();
    QVERIFY(at(answer, "ok") == Value(exists));
    if (!exists)
        return;
    QVERIFY(at(result, "asset") == at(expected, "assetId"));
    QVERIFY(at(result, "szDecimals") == at(expected, "szDecimals"));
    QVERIFY(at(result, "pairId") == at(expected, "spotPairId"));
}

void TestBatchMarket::frames_data()
{
    QTest::addColumn<std::string>("raw");
    QTest::addColumn<std::string>("kind");
    QTest::addColumn<std::string>("channel");
    const auto row = [](const char *name, const std::string &raw, const char *kind,
                        const char *channel) {
        QTest::newRow(name) << raw << std::string(kind) << std::string(channel);
    };
    row("book", bookFrame("xyz:NEW", 5, {"1.5"}, {"1.6"}), "data", "l2Book");
    row("pong", R"({"channel":"pong"})", "pong", "pong");
    row("greeting", "Websocket connection established.", "ignored", "");
    row("cut", R"({"channel":"pong")", "refused", "");
    row("error", R"({"channel":"error","data":"x"})", "error", "error");
    row("fills",
        R"({"channel":"userFills","data":{"isSnapshot":true,"user":"0x00000000000000000000000000000000000000aa","fills":[]}})",
        "snapshot", "userFills");
    row("off the grid",
        R"({"channel":"bbo","data":{"coin":"ETH","time":1,"bbo":[{"px":"1.1234567","sz":"1","n":1},null]}})",
        "refused", "bbo");
}

void TestBatchMarket::frames()
{
    QFETCH(std::string, raw);
    QFETCH(std::string, kind);
    QFETCH(std::string, channel);
    const Value answer = call({{"op", "frame"}, {"raw", raw}});
    QVERIFY(at(answer, "ok") == Value(true));
    const Value &result = at(answer, "result");
    QCOMPARE(text(at(result, "kind")), kind);
    QCOMPARE(text(at(result, "channel")), channel);
    QVERIFY(kind != "refused" || !text(at(result, "reason")).empty());
}

void TestBatchMarket::B34_deepBehindFast()
{
    const Value result = book({bookFrame("ETH", 1'000, {"100.2"}, {"100.3"}, true),
                               bookFrame("ETH", 600, {"100.4", "100.1"}, {"100.5", "100.6"})},
                              1'500);
    QCOMPARE(codec::toJson(at(result, "bids")),
             std::string(R"([["100.2","1.5",2,500],["100.1","1.5",2,900]])"));
    QCOMPARE(codec::toJson(at(result, "asks")),
             std::string(R"([["100.3","1.5",2,500],["100.5","1.5",2,900],["100.6","1.5",2,900]])"));
    QCOMPARE(text(at(result, "state")), std::string("live"));
    QVERIFY(at(result, "tradable") == Value(true));
}

void TestBatchMarket::B35_deltaFramesWithoutEnvelope()
{
    const char *snapshot =
        R"({"s":{"coin":"ETH","time":1001,"levels":[[{"px":"3000","sz":"1","n":1},{"px":"2999","sz":"2","n":1},{"px":"2998","sz":"3","n":1}],[{"px":"3001","sz":"5","n":1}]]}})";
    const char *packed =
        R"({"c":"q1ZKVrJScg3xUNJRKlGyMjQwMNJRylGyio6uVioAyhhZWlrqmQIli4EcE6XaWJ3o2FgdpSKQCiMwpxYA"})";
    const char *other = R"({"u":{"c":"BTC","t":1003,"l":[[],[]],"r":[[0],[]]}})";
    const char *badPlace = R"({"u":{"c":"ETH","t":1004,"l":[[],[]],"r":[[9],[]]}})";
    const char *crossing =
        R"({"u":{"c":"ETH","t":1005,"l":[[{"p":"3001.5","s":"1"}],[]],"r":[[],[]]}})";
    const Value good = book({snapshot, packed, other}, 1'005);
    QCOMPARE(codec::toJson(at(good, "bids")),
             std::string(R"([["3000","1",1,3],["2999.5","4",0,3],["2999","2",1,3]])"));
    QCOMPARE(text(at(good, "state")), std::string("live"));
    for (const char *bad : {badPlace, crossing}) {
        const Value result = book({snapshot, packed, bad}, 1'005);
        QCOMPARE(text(at(result, "state")), std::string("invalid"));
        QVERIFY(at(result, "tradable") == Value(false));
        QVERIFY(at(result, "crossed") == Value(bad == crossing));
        QVERIFY(!text(at(result, "reason")).empty());
    }
}

void TestBatchMarket::B37_lateFrameOfAnotherMarket()
{
    const Value result = book(
        {bookFrame("SOL", 900, {"2999"}, {}), bookFrame("ETH", 1'000, {"150"}, {"150.1"})}, 1'000);
    QCOMPARE(codec::toJson(at(result, "bids")), std::string(R"([["150","1.5",2,0]])"));
}

void TestBatchMarket::bookStates_data()
{
    QTest::addColumn<std::string>("frames");
    QTest::addColumn<int>("nowMs");
    QTest::addColumn<std::string>("state");
    QTest::addColumn<bool>("crossed");
    const std::string good = bookFrame("ETH", 1'000, {"100"}, {"101"});
    const auto row = [](const char *name, const Array &frames, int nowMs, const char *state,
                        bool crossed) {
        QTest::newRow(name) << codec::toJson(frames) << nowMs << std::string(state) << crossed;
    };
    row("nothing", {}, 1'000, "empty", false);
    row("no orders", {bookFrame("ETH", 1'000, {}, {})}, 1'000, "empty", false);
    row("deep, ten seconds", {good}, 11'000, "live", false);
    row("deep, longer", {good}, 11'001, "stale", false);
    row("fast, longer", {bookFrame("ETH", 1'000, {"100"}, {"101"}, true)}, 3'001, "stale", false);
    row("its receive time counts", {Object{{"raw", good}, {"receivedMs", 60'000}}}, 65'000, "live",
        false);
    row("crossed", {bookFrame("ETH", 1'000, {"101"}, {"100"})}, 1'000, "invalid", true);
    row("off the grid", {good, bookFrame("ETH", 1'100, {"100.001"}, {})}, 1'200, "invalid", false);
    row("trade through",
        {good,
         R"({"channel":"trades","data":[{"coin":"ETH","side":"B","px":"105","sz":"1","time":1100,"tid":1}]})"},
        1'200, "stale", false);
}

void TestBatchMarket::bookStates()
{
    QFETCH(std::string, frames);
    QFETCH(int, nowMs);
    QFETCH(std::string, state);
    QFETCH(bool, crossed);
    const Value list = codec::parseJson(frames).value();
    const Value result = book(*list.asArray(), nowMs);
    QCOMPARE(text(at(result, "state")), state);
    QVERIFY(at(result, "crossed") == Value(crossed));
    QVERIFY(at(result, "tradable") == Value(state == "live"));
    QCOMPARE(text(at(result, "reason")).empty(), state == "live");
}

void TestBatchMarket::badRequests_data()
{
    QTest::addColumn<std::string>("request");
    QTest::addColumn<std::string>("field");
    const auto row = [](const char *name, const Object &request, const char *field) {
        QTest::newRow(name) << codec::toJson(request) << std::string(field);
    };
    row("frame without raw", {{"op", "frame"}}, "raw");
    row("raw is a number", {{"op", "frame"}, {"raw", 5}}, "raw");
    row("book without coin", {{"op", "book"}}, "coin");
    row("book without frames", {{"op", "book"}, {"coin", "A"}, {"szDecimals", 1}}, "frames");
    row("no markets", {{"op", "symbols"}, {"lookup", "A"}}, "meta");
}

void TestBatchMarket::badRequests()
{
    QFETCH(std::string, request);
    QFETCH(std::string, field);
    const Value parsed = codec::parseJson(request).value();
    const Value answer = call(*parsed.asObject());
    QVERIFY(at(answer, "ok") == Value(false));
    QCOMPARE(text(at(at(answer, "error"), "field")), field);
}

QTEST_APPLESS_MAIN(TestBatchMarket)

#include "tst_batch_market.moc"
