// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "codec/value.h"
#include "support/recorded_markets.h"
#include "venue/hyperliquid/exchange_response.h"
#include "venue/hyperliquid/info_decoder.h"
#include "venue/hyperliquid/meta_collector.h"

#include <QTest>

#include <filesystem>
#include <functional>
#include <map>
#include <set>

using namespace hl;
using namespace hl::venue;

namespace {

struct Exchange
{
    std::string url;
    std::string type; ///< of the info request or the action
    std::string request;
    std::string answer;
};

std::vector<Exchange> readCassette(const std::string &path)
{
    std::vector<Exchange> entries;
    std::ifstream in(path);
    for (std::string line; std::getline(in, line);) {
        const auto value = codec::parseJson(line);
        if (!value)
            continue;
        Exchange entry;
        for (const char *key : {"url", "uri"}) {
            if (const auto text = value->string(key))
                entry.url = *text;
        }
        if (const auto text = value->string("request_raw"))
            entry.request = *text;
        else if (const codec::Value *request = value->find("request"))
            entry.request = codec::toJson(*request);
        entry.answer = value->string("response_raw").value_or("");
        const auto request = codec::parseJson(entry.request);
        if (!request)
            continue;
        const codec::Value *action = request->find("action");
        entry.type = (action ? *action : *request).string("type").value_or("");
        entries.push_back(entry);
    }
    return entries;
}

template <class T>
std::vector<std::string> skippedOf(const T &value)
{
    if constexpr (requires { value.skipped; })
        return value.skipped;
    return {};
}

} // namespace

class TestRecordedAnswers : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void cassettes_data();
    void cassettes();
    void wholeSpotMetaLoads();
    void answersAreChecked_data();
    void answersAreChecked();
};

void TestRecordedAnswers::cassettes_data()
{
    QTest::addColumn<QString>("file");
    int count = 0;
    for (const char *folder : {"rest/go_sdk_cassettes", "rest/python_sdk_cassettes"}) {
        std::error_code ignored;
        for (const auto &entry :
             std::filesystem::directory_iterator(test::sharedData(folder), ignored)) {
            QTest::newRow(entry.path().filename().c_str())
                << QString::fromStdString(entry.path().string());
            ++count;
        }
    }
    if (count == 0)
        QSKIP("The recorded exchange data is not here.");
}

/// Every recorded request and answer goes through the decoder of its type. Markets come from the
/// metadata of the same cassette where it has any.
void TestRecordedAnswers::cassettes()
{
    QFETCH(QString, file);
    const auto entries = readCassette(file.toStdString());
    QVERIFY(!entries.empty());

    market::InstrumentRegistry markets = test::recordedMarkets();
    InfoDecoder decoder(markets);
    // Fills of 2023 had no tid, by which they are told apart today.
    const bool isOldFills = file.contains(QLatin1String("test_get_user_fills"));
    const auto checked = [&](const auto &result) {
        if (!result && isOldFills) {
            QCOMPARE(result.error().sentence(),
                     std::string("userFills: tid: a whole number of at least 0 is needed"));
            return;
        }
        if (!result)
            QFAIL(result.error().sentence().c_str());
        for (const std::string &row : skippedOf(*result))
            QFAIL(row.c_str());
    };
    const std::map<std::string, std::function<void(const std::string &)>> readers{
        {"meta", [&](const std::string &a) { checked(decoder.meta(a)); }},
        {"perpDexs", [&](const std::string &a) { checked(decoder.perpDexs(a)); }},
        {"spotMeta", [&](const std::string &a) { checked(decoder.spotMeta(a)); }},
        {"metaAndAssetCtxs", [&](const std::string &a) { checked(decoder.metaAndAssetCtxs(a)); }},
        {"spotMetaAndAssetCtxs",
         [&](const std::string &a) { checked(decoder.spotMetaAndAssetCtxs(a)); }},
        {"allMids", [&](const std::string &a) { checked(decoder.allMids(a)); }},
        {"l2Book", [&](const std::string &a) { checked(decoder.l2Book(a)); }},
        {"candleSnapshot", [&](const std::string &a) { checked(decoder.candleSnapshot(a)); }},
        {"fundingHistory", [&](const std::string &a) { checked(decoder.fundingHistory(a)); }},
        {"clearinghouseState",
         [&](const std::string &a) { checked(decoder.clearinghouseState(a, "")); }},
        {"spotClearinghouseState",
         [&](const std::string &a) { checked(decoder.spotClearinghouseState(a)); }},
        {"openOrders", [&](const std::string &a) { checked(decoder.openOrders(a)); }},
        {"frontendOpenOrders",
         [&](const std::string &a) { checked(decoder.frontendOpenOrders(a)); }},
        {"historicalOrders", [&](const std::string &a) { checked(decoder.historicalOrders(a)); }},
        {"orderStatus", [&](const std::string &a) { checked(decoder.orderStatus(a)); }},
        {"userFills", [&](const std::string &a) { checked(decoder.userFills(a)); }},
        {"userFillsByTime", [&](const std::string &a) { checked(decoder.userFills(a)); }},
        {"userTwapSliceFills",
         [&](const std::string &a) { checked(decoder.userTwapSliceFills(a)); }},
        {"userFunding", [&](const std::string &a) { checked(decoder.userFunding(a)); }},
        {"userNonFundingLedgerUpdates",
         [&](const std::string &a) { checked(decoder.userNonFundingLedgerUpdates(a)); }},
        {"userRateLimit", [&](const std::string &a) { checked(decoder.userRateLimit(a)); }},
        {"userRole", [&](const std::string &a) { checked(decoder.userRole(a)); }},
        {"extraAgents", [&](const std::string &a) { checked(decoder.extraAgents(a)); }},
        {"activeAssetData", [&](const std::string &a) { checked(decoder.activeAssetData(a)); }},
    };
    // Requests the terminal does not make.
    const std::set<std::string> others{"delegatorHistory",  "portfolio",
                                       "userVaultEquities", "perpDexLimits",
                                       "perpDexStatus",     "perpDeployAuctionStatus"};

    MetaCollector collector;
    for (const Exchange &entry : entries) {
        if (entry.type == "meta" || entry.type == "spotMeta" || entry.type == "perpDexs" ||
            entry.type == "metaAndAssetCtxs" || entry.type == "spotMetaAndAssetCtxs")
            checked(
                collector
                    .add(R"({"request":)" + entry.request + R"(,"answer":)" + entry.answer + "}")
                    .map([] { return 0; }));
    }
    if (!collector.isEmpty()) {
        const auto loaded = markets.reload(collector.build());
        QVERIFY2(loaded.has_value(), loaded ? "" : loaded.error().sentence().c_str());
        QVERIFY(!markets.instruments().empty());
    }
    for (const Exchange &entry : entries) {
        if (entry.url.ends_with("/exchange")) {
            if (entry.type == "perpDeploy")
                continue; // a deployer's action, answered in a shape of its own
            for (const ItemOutcome &item : decodeExchangeBody(entry.answer).items)
                QVERIFY2(item.kind != OutcomeKind::Unknown, item.message.c_str());
            continue;
        }
        const auto reader = readers.find(entry.type);
        if (reader == readers.end()) {
            QVERIFY2(others.contains(entry.type), entry.type.c_str());
            continue;
        }
        reader->second(entry.answer);
    }
}

void TestRecordedAnswers::wholeSpotMetaLoads()
{
    const std::string text = test::readText(test::sharedData("rest/roq_spotMeta_full.json"));
    if (text.empty())
        QSKIP("The recorded exchange data is not here.");
    MetaCollector collector;
    QVERIFY(collector.addFile(text));
    market::InstrumentRegistry markets;
    QVERIFY(markets.reload(collector.build()));
    QVERIFY(markets.instruments().size() > 1'000);
    for (const market::Instrument &instrument : markets.instruments()) {
        QVERIFY(markets.find(instrument.coin) == &instrument);
        QVERIFY(markets.findAsset(instrument.asset) == &instrument);
        if (instrument.coin.starts_with('@'))
            QCOMPARE(instrument.asset,
                     10'000 + static_cast<std::uint32_t>(std::stoul(instrument.coin.substr(1))));
    }
}

void TestRecordedAnswers::answersAreChecked_data()
{
    QTest::addColumn<QString>("json");
    QTest::addColumn<QString>("reason");
    QTest::newRow("not JSON") << "<html>"
                              << "not valid JSON";
    QTest::newRow("list for an object") << "[]"
                                        << "universe: a list is needed";
    QTest::newRow("name missing") << R"({"universe":[{"szDecimals":1}]})"
                                  << "name: a text is needed";
    QTest::newRow("text for a number") << R"({"universe":[{"name":"A","szDecimals":"1"}]})"
                                       << "szDecimals: a whole number is needed";
}

void TestRecordedAnswers::answersAreChecked()
{
    QFETCH(QString, json);
    QFETCH(QString, reason);
    const market::InstrumentRegistry markets;
    InfoDecoder decoder(markets);
    const auto meta = decoder.meta(json.toStdString());
    QVERIFY(!meta);
    QCOMPARE(meta.error().kind, ErrorKind::Parse);
    QVERIFY2(QString::fromStdString(meta.error().sentence()).contains(reason),
             meta.error().sentence().c_str());
}

QTEST_APPLESS_MAIN(TestRecordedAnswers)

#include "tst_recorded_answers.moc"
