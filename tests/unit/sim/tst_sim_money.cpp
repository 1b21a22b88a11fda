// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "sim/treasury.h"
#include "venue_fixture.h"

#include <QtTest>

#include <limits>

using namespace hl;
using namespace hl::test;

namespace {

constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
constexpr const char *kFresh = "0x00000000000000000000000000000000000000cc";
constexpr const char *kUsdc = "USDC:0x6d1e7cde53ba9467b783cb7c530ce054";
constexpr const char *kNoFunds = "Insufficient balance for withdrawal.";
constexpr const char *kTooMuch = "Amount is too large for the receiving balance.";

std::string addressText(const char *keyHex)
{
    return keyOf(keyHex).address().toString();
}

} // namespace

/// Nobody moves or spends what he does not have, up to and past the edges of 64 bits.
class TestSimMoney : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void amountsFitOrAreNone_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("decimals");
        QTest::addColumn<qint64>("units"); ///< −1: none
        QTest::newRow("one") << "1" << 6 << qint64{1'000'000};
        QTest::newRow("smallest") << "0.000001" << 6 << qint64{1};
        QTest::newRow("finer than the unit") << "0.0000001" << 6 << qint64{-1};
        QTest::newRow("negative") << "-1" << 6 << qint64{-1};
        QTest::newRow("largest, full scale") << "9223372036854.775807" << 6 << qint64{kMost};
        QTest::newRow("one more, full scale") << "9223372036854.775808" << 6 << qint64{-1};
        QTest::newRow("wraps to a negative, full scale")
            << "9223372036854.775809" << 6 << qint64{-1};
        QTest::newRow("wraps to one, full scale") << "18446744073709.551617" << 6 << qint64{-1};
        QTest::newRow("largest of a token") << "92233720368.54775807" << 8 << qint64{kMost};
        QTest::newRow("one more of a token") << "92233720368.54775808" << 8 << qint64{-1};
        QTest::newRow("largest whole") << "9223372036854775807" << 0 << qint64{kMost};
        QTest::newRow("one more whole") << "9223372036854775808" << 0 << qint64{-1};
        QTest::newRow("too large when scaled") << "9223372036854.8" << 6 << qint64{-1};
        QTest::newRow("38 digits") << "99999999999999999999999999999999999999" << 8 << qint64{-1};
    }

    void amountsFitOrAreNone()
    {
        QFETCH(QString, text);
        QFETCH(int, decimals);
        QFETCH(qint64, units);
        const auto got = sim::toUnits(text.toStdString(), decimals);
        QCOMPARE(got.has_value(), units >= 0);
        if (got)
            QCOMPARE(qint64{*got}, units);
    }

    void valuesSaturate()
    {
        QCOMPARE(sim::saturated(Int128{kMost}), kMost);
        QCOMPARE(sim::saturated(Int128{kMost} + 1), kMost);
        QCOMPARE(sim::saturated(Int128{kLeast}), kLeast);
        QCOMPARE(sim::saturated(Int128{kLeast} - 1), kLeast);
        QCOMPARE(sim::saturated(Int128{1} << 64), kMost);
        QCOMPARE(sim::perpNotional({1'000'000'000}, {kMost}), kMost);
        QCOMPARE(sim::perpNotional({1'000'000'000}, {-kMost}), kLeast);
        QCOMPARE(sim::perpNotional({1}, {kMost}), kMost);
        // Divided before it is cut to 64 bits.
        QCOMPARE(sim::initialMargin({20}, {kMost}, 20), kMost);
        QCOMPARE(sim::initialMargin({40}, {kMost}, 20), kMost);
        QVERIFY(sim::spotUnitsOf({999'999'999'999'999'999}, {MarketKind::Spot, 0}) ==
                Int128{999'999'999'999'999'999} * 100'000'000);
        QVERIFY(sim::spotUnitsOf({kMost}, {MarketKind::Spot, 8}) == Int128{kMost});
    }

    void nobodySendsWhatHeHasNot_data()
    {
        QTest::addColumn<QString>("action");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char *name, const std::string &action, const char *expected) {
            QTest::newRow(name) << QString::fromStdString(J(action)) << QString(expected);
        };
        const std::string maker = addressText(kMakerKey);
        const auto usdSend = [](const std::string &to, const std::string &amount) {
            return "{'type':'usdSend','destination':'" + to + "','amount':'" + amount + "'}";
        };
        row("usdSend, largest, new account", usdSend(kFresh, "9223372036854.775807"), kNoFunds);
        row("usdSend, due one past the largest", usdSend(kFresh, "9223372036853.775808"), kNoFunds);
        row("usdSend, largest", usdSend(maker, "9223372036854.775807"), kNoFunds);
        row("usdSend, one past", usdSend(maker, "9223372036854.775808"), "Invalid amount.");
        row("usdSend, negative when wrapped", usdSend(maker, "9223372036854.775809"),
            "Invalid amount.");
        row("usdSend, tiny when wrapped", usdSend(maker, "18446744073709.551617"),
            "Invalid amount.");
        row("usdSend, one micro too many", usdSend(maker, "100000.000001"), kNoFunds);
        const auto classTransfer = [](const std::string &amount, bool toPerp) {
            return "{'type':'usdClassTransfer','amount':'" + amount +
                   "','toPerp':" + (toPerp ? "true}" : "false}");
        };
        row("to perps, negative when scaled", classTransfer("92233720368.547759", true), kNoFunds);
        row("to perps, tiny when scaled", classTransfer("184467440737.095517", true), kNoFunds);
        row("to perps, largest", classTransfer("9223372036854.775807", true), kNoFunds);
        row("to perps, one past", classTransfer("9223372036854.775808", true), "Invalid amount.");
        row("to spot, largest", classTransfer("9223372036854.775807", false), kNoFunds);
        const auto spotSend = [&](const std::string &amount) {
            return "{'type':'spotSend','destination':'" + maker + "','token':'" + kUsdc +
                   "','amount':'" + amount + "'}";
        };
        row("spotSend, largest", spotSend("92233720368.54775807"), kNoFunds);
        row("spotSend, one past", spotSend("92233720368.54775808"), "Invalid amount.");
        const auto sendAsset = [&](const std::string &from, const std::string &amount) {
            return "{'type':'sendAsset','destination':'" + maker + "','sourceDex':'" + from +
                   "','destinationDex':'','token':'" + kUsdc + "','amount':'" + amount +
                   "','fromSubAccount':''}";
        };
        row("sendAsset of perps, largest", sendAsset("", "92233720368.547758"), kNoFunds);
        row("sendAsset of spot, largest", sendAsset("spot", "92233720368.547758"), kNoFunds);
        row("sendAsset, one past", sendAsset("", "92233720368.547759"), "Invalid amount.");
        row("withdraw, largest",
            "{'type':'withdraw3','destination':'" + maker + "','amount':'9223372036854.775807'}",
            kNoFunds);
    }

    void nobodySendsWhatHeHasNot()
    {
        QFETCH(QString, action);
        QFETCH(QString, expected);
        VenueFixture v;
        COMPARE_TEXT(at(v.act(action.toStdString()), "response"), expected.toStdString());
        COMPARE_TEXT(at(v.infoOf("clearinghouseState"), "withdrawable"), "100000.0");
        COMPARE_TEXT(at(v.infoOf("spotClearinghouseState"), "balances/0/total"), "0.0");
        COMPARE_TEXT(at(v.infoOf("clearinghouseState", kMakerKey), "withdrawable"), "10000000.0");
        QVERIFY(v.core.exchange().accounts().find(*Address::parse(kFresh)) == nullptr);
    }

    void wholeMicrosAreCheckedUnsigned_data()
    {
        QTest::addColumn<quint64>("usd");
        QTest::newRow("one micro too many") << quint64{100'000'000'001};
        QTest::newRow("2^63 - 1") << quint64{9'223'372'036'854'775'807U};
        QTest::newRow("2^63") << quint64{9'223'372'036'854'775'808U};
        QTest::newRow("2^64 - 1, minus one when signed") << quint64{18'446'744'073'709'551'615U};
    }

    /// The wire's own limit is 2^53; the venue does not lean on it.
    void wholeMicrosAreCheckedUnsigned()
    {
        QFETCH(quint64, usd);
        VenueFixture v;
        const std::string sub =
            at(v.act(J("{'type':'createSubAccount','name':'edge'}")), "response/data");
        sim::Treasury treasury(v.core.exchange());
        sim::SimAccount &account = *v.core.exchange().accounts().find(keyOf(kVectorsKey).address());
        for (const bool isDeposit : {true, false}) {
            actions::SubAccountTransfer transfer;
            transfer.subAccountUser = Address::parse(sub).value();
            transfer.isDeposit = isDeposit;
            transfer.usd = usd;
            COMPARE_TEXT(treasury.subAccountTransfer(account, transfer), kNoFunds);
            actions::VaultTransfer vault;
            vault.vaultAddress = sim::Treasury::vaultAddress();
            vault.isDeposit = isDeposit;
            vault.usd = usd;
            COMPARE_TEXT(treasury.vaultTransfer(account, vault),
                         isDeposit ? kNoFunds : "Insufficient vault equity.");
        }
        QCOMPARE(account.perps[0].raw, sim::Micros{100'000'000'000});
    }

    void aFullBalanceTakesNoMore()
    {
        VenueFixture v;
        sim::SimAccount &maker = *v.core.exchange().accounts().find(keyOf(kMakerKey).address());
        maker.perps[0].raw = kMost - 9'999'999;
        const auto send = [&](const char *amount) {
            return at(v.act(J("{'type':'usdSend','destination':'" + addressText(kMakerKey) +
                              "','amount':'" + amount + "'}")),
                      "response");
        };
        COMPARE_TEXT(send("10"), kTooMuch);
        QCOMPARE(maker.perps[0].raw, kMost - 9'999'999);
        QVERIFY(send("9.999999") != kTooMuch);
        QCOMPARE(maker.perps[0].raw, kMost);
        // On the spot side the same money has a hundred times as many units.
        COMPARE_TEXT(at(v.act(J("{'type':'usdClassTransfer','amount':'92233720368.547759',"
                                "'toPerp':false}"),
                              kMakerKey),
                        "response"),
                     kTooMuch);
        QCOMPARE(maker.perps[0].raw, kMost);
        QCOMPARE(maker.spot[0].total, sim::SpotUnits{0});
        COMPARE_TEXT(at(v.act(J("{'type':'usdClassTransfer','amount':'92233720368.547758',"
                                "'toPerp':false}"),
                              kMakerKey),
                        "status"),
                     "ok");
        QCOMPARE(maker.spot[0].total, sim::SpotUnits{9'223'372'036'854'775'800});
    }

    void nobodyOrdersWhatHeCannotPay_data()
    {
        QTest::addColumn<bool>("buy");
        QTest::addColumn<QString>("sz");
        QTest::addColumn<QString>("expected");
        const QString large = "Order value too large. Max is $5000000.";
        const QString poor = "Order has insufficient spot balance to trade. asset=10000";
        for (const bool buy : {true, false}) {
            const char *side = buy ? "buy" : "sell";
            QTest::addRow("%s, payable by few", side) << buy << "1000" << poor;
            QTest::addRow("%s, wraps", side) << buy << "800000000000" << large;
            QTest::addRow("%s, 2^64 units", side) << buy << "184467440738" << large;
            QTest::addRow("%s, most digits", side) << buy << "999999999999999999" << large;
        }
    }

    void nobodyOrdersWhatHeCannotPay()
    {
        QFETCH(bool, buy);
        QFETCH(QString, sz);
        QFETCH(QString, expected);
        VenueFixture v;
        sim::Exchange &exchange = v.core.exchange();
        const sim::MarketId id = exchange.universe().findCoin("PURR/USDC");
        const std::string px = pxText(exchange.markOf(id), exchange.universe().market(id).grid);
        const std::string answer =
            v.place(VenueFixture::orderJson(10'000, buy, px, sz.toStdString()));
        COMPARE_TEXT(answer, J("{'error':'" + expected.toStdString() + "'}"));
        COMPARE_TEXT(codec::toJson(v.infoOf("openOrders")), "[]");
    }

    void marginOfHugeOrdersIsRefused_data()
    {
        QTest::addColumn<QString>("sz");
        // 92233720.36855 BTC at 100,000 are 2^63 micros.
        for (const char *sz :
             {"83852.5", "92233720.36855", "184467440.73710", "9999999999999.99999"})
            QTest::newRow(sz) << sz;
    }

    void marginOfHugeOrdersIsRefused()
    {
        QFETCH(QString, sz);
        VenueFixture v;
        v.makeBook();
        // The price of a market order behind a trigger says nothing about its value.
        const std::string trigger =
            J("{'trigger':{'isMarket':true,'triggerPx':'120000','tpsl':'sl'}}");
        const std::string answer =
            v.place(VenueFixture::orderJson(0, true, "1", sz.toStdString(), trigger));
        QVERIFY2(answer.find("Order value too large. Max is $") != std::string::npos,
                 answer.c_str());
        const codec::Value twap = v.act(J("{'type':'twapOrder','twap':{'a':0,'b':true,'s':'" +
                                          sz.toStdString() + "','r':false,'m':5,'t':false}}"));
        const std::string text = codec::toJson(twap);
        QVERIFY2(text.find("Order value too large. asset=0") != std::string::npos, text.c_str());
    }
};

QTEST_APPLESS_MAIN(TestSimMoney)
#include "tst_sim_money.moc"
