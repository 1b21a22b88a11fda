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

using Readers = std::map<std::string, std::function<void(const std::string &)>>;

/// The decoder of each request; `check` sees every result.
template <class Check>
Readers readersOf(InfoDecoder &d, Check check)
{
    return {
        {"meta", [&d, check](const std::string &a) { check(d.meta(a)); }},
        {"perpDexs", [&d, check](const std::string &a) { check(d.perpDexs(a)); }},
        {"spotMeta", [&d, check](const std::string &a) { check(d.spotMeta(a)); }},
        {"metaAndAssetCtxs", [&d, check](const std::string &a) { check(d.metaAndAssetCtxs(a)); }},
        {"spotMetaAndAssetCtxs",
         [&d, check](const std::string &a) { check(d.spotMetaAndAssetCtxs(a)); }},
        {"allMids", [&d, check](const std::string &a) { check(d.allMids(a)); }},
        {"l2Book", [&d, check](const std::string &a) { check(d.l2Book(a)); }},
        {"candleSnapshot", [&d, check](const std::string &a) { check(d.candleSnapshot(a)); }},
        {"fundingHistory", [&d, check](const std::string &a) { check(d.fundingHistory(a)); }},
        {"clearinghouseState",
         [&d, check](const std::string &a) { check(d.clearinghouseState(a, "")); }},
        {"spotClearinghouseState",
         [&d, check](const std::string &a) { check(d.spotClearinghouseState(a)); }},
        {"openOrders", [&d, check](const std::string &a) { check(d.openOrders(a)); }},
        {"frontendOpenOrders",
         [&d, check](const std::string &a) { check(d.frontendOpenOrders(a)); }},
        {"historicalOrders", [&d, check](const std::string &a) { check(d.historicalOrders(a)); }},
        {"orderStatus", [&d, check](const std::string &a) { check(d.orderStatus(a)); }},
        {"userFills", [&d, check](const std::string &a) { check(d.userFills(a)); }},
        {"userFillsByTime", [&d, check](const std::string &a) { check(d.userFills(a)); }},
        {"userTwapSliceFills",
         [&d, check](const std::string &a) { check(d.userTwapSliceFills(a)); }},
        {"userFunding", [&d, check](const std::string &a) { check(d.userFunding(a)); }},
        {"userNonFundingLedgerUpdates",
         [&d, check](const std::string &a) { check(d.userNonFundingLedgerUpdates(a)); }},
        {"userRateLimit", [&d, check](const std::string &a) { check(d.userRateLimit(a)); }},
        {"userRole", [&d, check](const std::string &a) { check(d.userRole(a)); }},
        {"extraAgents", [&d, check](const std::string &a) { check(d.extraAgents(a)); }},
        {"userFees", [&d, check](const std::string &a) { check(d.userFees(a)); }},
        {"outcomeMeta", [&d, check](const std::string &a) { check(d.outcomeMeta(a)); }},
        {"subAccounts", [&d, check](const std::string &a) { check(d.subAccounts(a)); }},
        {"portfolio", [&d, check](const std::string &a) { check(d.portfolio(a)); }},
        {"activeAssetData", [&d, check](const std::string &a) { check(d.activeAssetData(a)); }},
    };
}

} // namespace

class TestRecordedAnswers : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void cassettes_data();
    void cassettes();
    void namedAnswers_data();
    void namedAnswers();
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
        if (!result)
            QFAIL(result.error().sentence().c_str());
        for (const std::string &row : skippedOf(*result)) {
            if (!isOldFills)
                QFAIL(row.c_str());
            QCOMPARE(row, std::string("tid: a whole number of at least 0 is needed"));
        }
        if constexpr (requires { result->unreadable; })
            QCOMPARE(result->unreadable, skippedOf(*result).size());
    };
    const auto readers = readersOf(decoder, checked);
    // Requests the terminal does not make.
    const std::set<std::string> others{"delegatorHistory", "userVaultEquities", "perpDexLimits",
                                       "perpDexStatus", "perpDeployAuctionStatus"};

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

void TestRecordedAnswers::namedAnswers_data()
{
    QTest::addColumn<QString>("type");
    QTest::addColumn<QByteArray>("answer");
    // What the names beside the files call an answer, and the request it belongs to.
    const std::vector<std::pair<std::string, std::string>> types{
        {"Futures/Account/GetAccountInfo", "clearinghouseState"},
        {"Futures/ExchangeData/GetExchangeInfoAndTickers", "metaAndAssetCtxs"},
        {"Futures/ExchangeData/GetExchangeInfo", "meta"},
        {"GetFundingRateHistory", "fundingHistory"},
        {"GetFundingHistory", "userFunding"},
        {"SetLeverage", "exchange"},
        {"GetAccountLedger", "userNonFundingLedgerUpdates"},
        {"GetBalances", "spotClearinghouseState"},
        {"GetExtraAgents", "extraAgents"},
        {"GetRateLimits", "userRateLimit"},
        {"Spot/ExchangeData/GetExchangeInfoAndTickers", "spotMetaAndAssetCtxs"},
        {"Spot/ExchangeData/GetExchangeInfo", "spotMeta"},
        {"GetKlines", "candleSnapshot"},
        {"GetOrderBook", "l2Book"},
        {"GetPrices", "allMids"},
        {"GetOpenOrdersExtended", "frontendOpenOrders"},
        {"GetOpenOrders", "openOrders"},
        {"GetUserTrades", "userFills"},
        {"PlaceOrder", "exchange"},
        {"cancel_order_ack", "exchange"},
        {"create_order_ack", "exchange"},
        {"modify_order_ack", "exchange"},
        {"ioc_failed", "exchange"},
        {"get_clearing_house_state_ack", "clearinghouseState"},
        {"get_meta_ack", "meta"},
        {"get_open_orders_ack", "openOrders"},
        {"get_perp_dexs_ack", "perpDexs"},
        {"get_spot_clearing_house_state_ack", "spotClearinghouseState"},
        {"get_user_fills_ack", "userFills"},
        {"clearinghouseState", "clearinghouseState"},
        {"openOrders", "openOrders"},
        {"meta", "meta"},
        {"outcomeMeta", "outcomeMeta"},
        {"userFees", "userFees"},
    };
    int count = 0;
    for (const char *file :
         {"jkorf_net", "roq_2025_2026", "hftbacktest_testnet_20260728", "tuxedofish_examples"}) {
        std::ifstream answers(test::sharedData("rest/" + std::string(file) + ".jsonl"));
        std::ifstream names(test::sharedData("rest/" + std::string(file) + ".names.txt"));
        std::string answer;
        for (std::string name; std::getline(names, name) && std::getline(answers, answer);) {
            for (const auto &[word, type] : types) {
                const bool isWhole =
                    word.find_first_of("/_") == std::string::npos && word[0] >= 'a';
                if (isWhole ? !name.starts_with(word) : name.find(word) == std::string::npos)
                    continue;
                QTest::newRow(
                    (std::string(file) + " " + name + " " + std::to_string(count)).c_str())
                    << QString::fromStdString(type) << QByteArray::fromStdString(answer);
                ++count;
                break;
            }
        }
    }
    if (count == 0)
        QSKIP("The recorded exchange data is not here.");
    QVERIFY(count >= 40);
}

/// Single answers of other collectors. Rows of markets that only they list are told, not lost.
void TestRecordedAnswers::namedAnswers()
{
    QFETCH(QString, type);
    QFETCH(QByteArray, answer);
    if (type == QLatin1String("exchange")) {
        for (const ItemOutcome &item : decodeExchangeBody(answer.toStdString()).items)
            QVERIFY2(item.kind != OutcomeKind::Unknown, item.message.c_str());
        return;
    }
    const market::InstrumentRegistry markets = test::recordedMarkets();
    InfoDecoder decoder(markets);
    // A collector replaced addresses by words; a dust conversion is below its market's lot.
    const std::string replaced = "extraAgents: address: an address must begin with 0x";
    const std::string dust = "sz: \"0.000026746\" has more than the 4 decimals of this market";
    const auto readers = readersOf(decoder, [&](const auto &result) {
        if (!result) {
            QCOMPARE(result.error().sentence(), replaced);
            QCOMPARE(type, QStringLiteral("extraAgents"));
            return;
        }
        for (const std::string &row : skippedOf(*result))
            QVERIFY2(row == dust || row.ends_with("is not a known market"), row.c_str());
    });
    const auto reader = readers.find(type.toStdString());
    QVERIFY(reader != readers.end());
    reader->second(answer.toStdString());
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
