// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "few_markets.h"
#include "venue/hyperliquid/answer_scanner.h"
#include "venue/hyperliquid/frame_decoder.h"
#include "venue/hyperliquid/info_decoder.h"

#include <QtTest>

#include <random>

using namespace hl;
using namespace hl::venue;

namespace {

// As the venue sends them (recorded), shortened.
const std::string kAccount =
    R"({"marginSummary":{"accountValue":"3155203.7660619998","totalNtlPos":"75.652","totalRawUsd":"-7.655638","totalMarginUsed":"7.525754"},"crossMarginSummary":{"accountValue":"75.781884","totalNtlPos":"0.0","totalRawUsd":"75.781884","totalMarginUsed":"0.0"},"crossMaintenanceMarginUsed":"0.0","withdrawable":"75.781884","assetPositions":[{"type":"oneWay","position":{"coin":"SOL","szi":"-2.25","leverage":{"type":"isolated","value":10,"rawUsd":"-68.126246"},"entryPx":"37.829","positionValue":"1279779996.9537603855","unrealizedPnl":"-0.006","returnOnEquity":"-0.0007930424","liquidationPx":"35.8559189474","marginUsed":"7.525754","maxLeverage":10,"cumFunding":{"allTime":"4.966798","sinceOpen":"0.5","sinceChange":"0.0"}}},{"type":"oneWay","position":{"coin":"BTC","szi":"0.00001","leverage":{"type":"cross","value":40},"entryPx":"110136.8","positionValue":"75.652","unrealizedPnl":"123456789.123456789","returnOnEquity":"0.0","liquidationPx":null,"marginUsed":"7.525754","maxLeverage":40,"cumFunding":{"allTime":"4.966798","sinceOpen":"-0.25","sinceChange":"0.0"}}}],"time":1754467216357})";
const std::string kMeta =
    R"([{"universe":[{"szDecimals":5,"name":"BTC","maxLeverage":40,"marginTableId":56},{"szDecimals":1,"name":"MATIC","maxLeverage":20,"marginTableId":20,"isDelisted":true},{"szDecimals":2,"name":"xyz:GOLD","maxLeverage":3,"marginTableId":3,"onlyIsolated":true,"marginMode":"strictIsolated","growthMode":"enabled","lastGrowthModeChangeTime":"2025-11-23T17:37:10"}],"marginTables":[[50,{"description":"","marginTiers":[{"lowerBound":"0.0","maxLeverage":50}]}],[51,{"description":"tiered 10x","marginTiers":[{"lowerBound":"0.0","maxLeverage":10},{"lowerBound":"3000000.0","maxLeverage":5}]}]],"collateralToken":0},[{"funding":"0.0000125","openInterest":"33640.82836","prevDayPx":"63980.0","dayNtlVlm":"1279779996.9537603855","premium":"-0.0001987309","oraclePx":"64911.9","markPx":"64885.0","midPx":"64898.5","impactPxs":["64898.0","64899.0"],"dayBaseVlm":"19849.44719"},{"funding":"0.0","openInterest":"0.0","prevDayPx":"0.3","dayNtlVlm":"0.0","premium":null,"oraclePx":"0.2","markPx":"0.2","midPx":null,"impactPxs":null,"dayBaseVlm":"0.0"},{"funding":"0.0","openInterest":"0.0","prevDayPx":"0.3","dayNtlVlm":"0.0","premium":null,"oraclePx":"0.2","markPx":"0.2","midPx":null,"impactPxs":null}]])";
const std::string kMids =
    R"({"BTC":"110146.5","@107":"44.8075","PURR/USDC":"0.1","#10":"0.000123456789012345678"})";
const std::string kSpot =
    R"({"user":"0x0000000000000000000000000000000000000002","spotState":{"balances":[{"coin":"USDC","token":0,"total":"100508.11272667","hold":"49999.89","entryNtl":"0.0"},{"coin":"HYPE","token":150,"total":"-1.5","hold":"0.0","entryNtl":"12.5"}]}})";

const std::string kWebData =
    R"json({"channel":"webData3","data":{"userState":{"agentAddress":"0x0000000000000000000000000000000000000008","agentValidUntil":1792311392771,"cumLedger":"-2686.97","serverTime":1791280777681,"isVault":false,"user":"0x0000000000000000000000000000000000000003","dexAbstractionEnabled":true,"abstraction":"unifiedAccount","optOutOfSpotDusting":true},"perpDexStates":[{"totalVaultEquity":"1250000.5","perpsAtOpenInterestCap":["CANTO","FTM"]},{"totalVaultEquity":"15.25","perpsAtOpenInterestCap":[],"leadingVaults":[{"address":"0x0000000000000000000000000000000000000009","name":"Hyperliquidity Provider (HLP)"}]},{"totalVaultEquity":"0.0"}]}})json";
const std::string kWebDataPlain =
    R"json({"channel":"webData3","data":{"userState":{"agentAddress":null,"agentValidUntil":null,"cumLedger":"1250.5","serverTime":1791280775688,"isVault":true,"user":"0x0000000000000000000000000000000000000001"},"perpDexStates":[]}})json";

std::string accountFrame(const char *dex)
{
    return std::string(R"({"channel":"clearinghouseState","data":{"dex":")") + dex +
           R"(","user":"0x0000000000000000000000000000000000000001","clearinghouseState":)" +
           kAccount + "}}";
}

/// Every field a decoder may set, in words.
class Words
{
public:
    template <class T>
    Words &operator<<(const T &value)
    {
        if constexpr (std::is_integral_v<T>)
            m_text += std::to_string(value);
        else
            m_text += value;
        m_text += '|';
        return *this;
    }
    Words &operator<<(const Decimal &value)
    {
        // The scale too: 1.50 and 1.5 are told apart.
        return *this << value.toString() << value.scale();
    }
    Words &operator<<(const std::optional<Decimal> &value)
    {
        return value ? *this << *value : *this << "none";
    }
    Words &operator<<(const PerpAccount &a)
    {
        *this << a.margin.dex << a.margin.collateral << a.margin.accountValue
              << a.margin.totalNtlPos << a.margin.totalMarginUsed << a.margin.withdrawable
              << a.margin.maintenanceMargin << a.margin.time << a.skipped.size();
        for (const model::Position &p : a.positions)
            *this << p.coin << static_cast<int>(p.grid.kind) << int{p.grid.szDecimals} << p.dex
                  << p.szi.lots << p.entryPx << p.positionValue << p.unrealizedPnl
                  << p.returnOnEquity << p.liquidationPx << p.marginUsed << p.leverage << p.isCross
                  << p.maxLeverage << p.fundingSinceOpen << p.collateral;
        return *this;
    }
    Words &operator<<(const Mids &mids)
    {
        for (const auto &[coin, px] : mids)
            *this << coin << px;
        return *this;
    }
    Words &operator<<(const MetaAndContexts &both)
    {
        for (const market::PerpAsset &a : both.first.universe)
            *this << a.name << a.szDecimals << a.maxLeverage << a.marginTableId
                  << static_cast<int>(a.marginMode) << a.isDelisted;
        for (const market::MarginTable &t : both.first.marginTables) {
            *this << t.id << t.description;
            for (const market::MarginTier &tier : t.tiers)
                *this << tier.lowerBound << tier.maxLeverage;
        }
        *this << both.first.collateralToken;
        for (const market::AssetCtx &c : both.second)
            *this << c.coin << c.mark << c.mid << c.oracle << c.prevDayPx << c.dayNtlVlm
                  << c.openInterest << c.funding << c.premium;
        return *this;
    }
    Words &operator<<(const Frame &frame)
    {
        *this << static_cast<int>(frame.kind) << static_cast<int>(frame.channel)
              << frame.channelText << frame.reason << frame.skipped.size() << frame.payload.index()
              << frame.book.coin;
        if (const auto *f = std::get_if<PerpAccountsFrame>(&frame.payload)) {
            *this << f->user.toString() << f->accounts.size();
            for (const PerpAccount &account : f->accounts)
                *this << account;
        } else if (const auto *spot = std::get_if<SpotStateFrame>(&frame.payload)) {
            *this << spot->user.toString() << spot->account.portfolioMarginEnabled;
            for (const model::Balance &b : spot->account.balances)
                *this << b.coin << b.token << b.total << b.hold << b.entryNtl;
        } else if (const auto *mids = std::get_if<AllMidsFrame>(&frame.payload)) {
            *this << mids->dex << mids->mids;
        } else if (const auto *web = std::get_if<WebData3Frame>(&frame.payload)) {
            *this << web->user.toString() << (web->agent ? web->agent->toString() : "none")
                  << web->agentValidUntil.value_or(-1) << web->cumLedger << web->serverTime
                  << web->isVault << web->abstraction << web->perpsAtOpenInterestCap.size();
            for (const auto &coins : web->perpsAtOpenInterestCap) {
                *this << coins.size();
                for (const std::string &coin : coins)
                    *this << coin;
            }
        }
        return *this;
    }
    const std::string &text() const { return m_text; }

private:
    std::string m_text;
};

template <class T>
std::string words(const T &value)
{
    return (Words() << value).text();
}

std::string edited(std::string text, std::mt19937 &random)
{
    constexpr std::string_view bytes = "0123456789.-+eE\",:{}[]nulltruefas\\ \t\x7f\x80\xc3";
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
    return text;
}

} // namespace

class TestAnswerScanner : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void knowsTheVenuesLayout();
    void answersAreAsTheGeneralDecoder();
    void framesAreAsTheGeneralDecoder();
    void surprises_data();
    void surprises();
    void digitsOfEveryLength();
    void fastContexts_data();
    void fastContexts();
};

void TestAnswerScanner::knowsTheVenuesLayout()
{
    const market::InstrumentRegistry registry = hl::test::markets();
    PerpAccount account;
    QVERIFY(scanPerpAccount(kAccount, registry, "xyz", account));
    QCOMPARE(account.positions.size(), std::size_t{2});
    QCOMPARE(account.positions[0].szi.lots, std::int64_t{-225});
    QCOMPARE(account.positions[0].positionValue.toString(), std::string("1279779996.9537603855"));
    QVERIFY(!account.positions[0].isCross);
    QVERIFY(!account.positions[1].liquidationPx);
    QCOMPARE(account.margin.accountValue.toString(), std::string("3155203.7660619998"));
    MetaAndContexts meta;
    QVERIFY(scanMetaAndContexts(kMeta, meta));
    QCOMPARE(meta.first.universe[2].marginMode, market::MarginMode::StrictIsolated);
    QCOMPARE(meta.first.marginTables[1].tiers[1].lowerBound.toString(), std::string("3000000"));
    QCOMPARE(meta.second[1].coin, std::string("MATIC"));
    QVERIFY(!meta.second[1].mid && meta.second[0].mid);
    Mids mids;
    QVERIFY(scanMids(kMids, mids));
    QCOMPARE(mids[1].second.toString(), std::string("44.8075"));
    FrameDecoder decoder(registry);
    Frame frame;
    for (const std::string &text :
         {accountFrame(""), R"({"channel":"spotState","data":)" + kSpot + "}",
          R"({"channel":"allMids","data":{"mids":)" + kMids + "}}", kWebDataPlain, kWebData})
        QCOMPARE(decoder.decodeCopy(text, frame), FrameKind::Data);
    QCOMPARE(decoder.counters().scanned, std::uint64_t{5});
    const auto &web = std::get<WebData3Frame>(frame.payload);
    QCOMPARE(web.abstraction, std::string("unifiedAccount"));
    QCOMPARE(web.agentValidUntil, std::optional<TimeMs>(1792311392771));
    QCOMPARE(web.perpsAtOpenInterestCap.size(), std::size_t{3});
    QCOMPARE(web.perpsAtOpenInterestCap[0].back(), std::string("FTM"));
}

void TestAnswerScanner::answersAreAsTheGeneralDecoder()
{
    const market::InstrumentRegistry registry = hl::test::markets();
    InfoDecoder decoder(registry);
    std::mt19937 random(11);
    int scanned = 0;
    int refused = 0;
    // A blank in front is no part of the layout, so the general decoder reads the rest.
    const auto check = [&](const std::string &text, auto scan, auto general) {
        if (!scan.first(text, scan.second)) {
            ++refused;
            return true;
        }
        ++scanned;
        const auto slow = general(" " + text);
        return slow && words(*slow) == words(scan.second);
    };
    for (int i = 0; i < 20'000; ++i) {
        const std::string account = i < 2 ? kAccount : edited(kAccount, random);
        QVERIFY2(check(account,
                       std::pair{[&](const std::string &t, PerpAccount &out) {
                                     return scanPerpAccount(t, registry, "", out);
                                 },
                                 PerpAccount()},
                       [&](const std::string &t) { return decoder.clearinghouseState(t, ""); }),
                 account.c_str());
        const std::string meta = i < 2 ? kMeta : edited(kMeta, random);
        QVERIFY2(check(meta, std::pair{&scanMetaAndContexts, MetaAndContexts()},
                       [&](const std::string &t) { return decoder.metaAndAssetCtxs(t); }),
                 meta.c_str());
        const std::string mids = i < 2 ? kMids : edited(kMids, random);
        QVERIFY2(check(mids, std::pair{&scanMids, Mids()},
                       [&](const std::string &t) { return decoder.allMids(t); }),
                 mids.c_str());
    }
    QVERIFY(scanned > 5'000);
    QVERIFY(refused > 5'000);
}

void TestAnswerScanner::framesAreAsTheGeneralDecoder()
{
    const market::InstrumentRegistry registry = hl::test::markets();
    FrameDecoder decoder(registry);
    const std::vector<std::string> seeds{
        accountFrame(""),
        accountFrame("xyz"),
        R"({"channel":"spotState","data":)" + kSpot + "}",
        R"({"channel":"allMids","data":{"mids":)" + kMids + "}}",
        kWebData,
        kWebDataPlain,
        R"({"channel":"l2Book","data":{"coin":"BTC","time":1,"levels":[[],[]]}})"};
    Frame fast;
    Frame slow;
    std::mt19937 random(5);
    for (int i = 0; i < 20'000; ++i) {
        const std::string text = edited(seeds[random() % seeds.size()], random);
        decoder.decodeCopy(text, fast);
        decoder.decodeGeneral(text, slow);
        if (words(fast) != words(slow))
            QFAIL((text + "\n" + words(fast) + "\n" + words(slow)).c_str());
    }
    QVERIFY(decoder.counters().scanned > 500);
}

void TestAnswerScanner::surprises_data()
{
    QTest::addColumn<QByteArray>("what");
    QTest::addColumn<QByteArray>("with");
    QTest::newRow("unknown market") << QByteArray(R"("SOL")") << QByteArray(R"("DOGE")");
    QTest::newRow("new field") << QByteArray(R"("leverage":{)")
                               << QByteArray(R"("leverage":{"new":1,)");
    QTest::newRow("number in place of a text") << QByteArray(R"("37.829")") << QByteArray("37.829");
    QTest::newRow("off the lot") << QByteArray("-2.25") << QByteArray("-2.251");
    QTest::newRow("float residue") << QByteArray("-2.25") << QByteArray("-2.2499999999999999");
    QTest::newRow("exponent") << QByteArray(R"("37.829")") << QByteArray(R"("3e7")");
    QTest::newRow("no digit after the point")
        << QByteArray(R"("37.829")") << QByteArray(R"("37.")");
    QTest::newRow("escape") << QByteArray(R"("75.781884")") << QByteArray(R"("75\u002e781884")");
    QTest::newRow("cut") << QByteArray(R"(,"time":1754467216357})") << QByteArray("");
    QTest::newRow("something behind")
        << QByteArray("1754467216357}") << QByteArray("1754467216357}}");
}

void TestAnswerScanner::surprises()
{
    QFETCH(QByteArray, what);
    QFETCH(QByteArray, with);
    const market::InstrumentRegistry registry = hl::test::markets();
    const std::string text = QByteArray::fromStdString(kAccount).replace(what, with).toStdString();
    QVERIFY(text != kAccount);
    PerpAccount account;
    QVERIFY(!scanPerpAccount(text, registry, "", account));
}

void TestAnswerScanner::digitsOfEveryLength()
{
    for (int whole = 1; whole <= 20; ++whole) {
        for (int fraction = 0; fraction <= 20; ++fraction) {
            for (const char *sign : {"", "-"}) {
                std::string number = sign;
                for (int i = 0; i < whole; ++i)
                    number += static_cast<char>('1' + (i * 7 + fraction) % 9);
                if (fraction > 0)
                    number += '.';
                for (int i = 0; i < fraction; ++i)
                    number += static_cast<char>('0' + (i * 3 + whole) % 10);
                Mids mids;
                const auto exact = Decimal::parse(number);
                QCOMPARE(scanMids("{\"A\":\"" + number + "\"}", mids), exact.has_value());
                if (exact)
                    QCOMPARE(words(mids.front().second), words(*exact));
            }
        }
    }
}

void TestAnswerScanner::fastContexts_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("isUsual");
    QTest::addColumn<QByteArray>("contexts");
    QTest::newRow("both") << QByteArray(R"({"BTC":{"markPx":"97500.5","midPx":"97501"}})") << true
                          << QByteArray("BTC 97500.5 97501;");
    QTest::newRow("one each") << QByteArray(R"({"BTC":{"markPx":"1.5"},"ETH":{"midPx":"2.5"}})")
                              << true << QByteArray("BTC 1.5 same;ETH same 2.5;");
    QTest::newRow("no mid now") << QByteArray(R"({"BTC":{"markPx":"1.5","midPx":null}})") << true
                                << QByteArray("BTC 1.5 none;");
    QTest::newRow("nothing new") << QByteArray(R"({"BTC":{}})") << true
                                 << QByteArray("BTC same same;");
    QTest::newRow("nothing") << QByteArray("{}") << true << QByteArray();
    QTest::newRow("other order") << QByteArray(R"({"BTC":{"midPx":"2","markPx":"1"}})") << false
                                 << QByteArray("BTC 1 2;");
    QTest::newRow("blanks") << QByteArray(R"({ "BTC":{"markPx":"1"}})") << false
                            << QByteArray("BTC 1 same;");
}

void TestAnswerScanner::fastContexts()
{
    QFETCH(QByteArray, text);
    QFETCH(bool, isUsual);
    QFETCH(QByteArray, contexts);
    const auto wordsOf = [](const std::vector<FastContext> &list) {
        QByteArray all;
        for (const FastContext &c : list) {
            all += QByteArray::fromStdString(c.coin + ' ' + (c.mark ? c.mark->toString() : "same") +
                                             ' ');
            all += QByteArray::fromStdString(!c.mid   ? "same"
                                             : *c.mid ? (*c.mid)->toString()
                                                      : "none");
            all += ';';
        }
        return all;
    };
    std::vector<FastContext> scanned;
    QCOMPARE(scanFastContexts(text.toStdString(), scanned), isUsual);
    if (isUsual)
        QCOMPARE(wordsOf(scanned), contexts);
    // The way through the frame; a stored block needs no compressor.
    const auto size = static_cast<std::uint16_t>(text.size());
    QByteArray block(1, '\1');
    for (const std::uint16_t word : {size, static_cast<std::uint16_t>(~size)}) {
        block += static_cast<char>(word & 0xff);
        block += static_cast<char>(word >> 8);
    }
    const market::InstrumentRegistry registry = hl::test::markets();
    FrameDecoder decoder(registry);
    Frame frame;
    const QByteArray packed = (block + text).toBase64();
    QCOMPARE(decoder.decodeCopy(
                 R"({"channel":"fastAssetCtxs","data":")" + packed.toStdString() + "\"}", frame),
             FrameKind::Data);
    QCOMPARE(wordsOf(std::get<FastContextsFrame>(frame.payload).contexts), contexts);
}

QTEST_APPLESS_MAIN(TestAnswerScanner)
#include "tst_answer_scanner.moc"
