// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/hex.h"
#include "crypto/keccak256.h"
#include "sim/treasury.h"
#include "venue/hyperliquid/actions/multisig_build.h"
#include "venue_fixture.h"

#include <QtTest>

using namespace hl;
using namespace hl::test;

namespace {

const std::string kOrder =
    VenueFixture::ordersJson(VenueFixture::orderJson(0, true, "100000", "0.01"));

std::string addressText(const char *key)
{
    return keyOf(key).address().toString();
}

std::string quoted(const std::string &text)
{
    return "'" + text + "'";
}

std::string approve(const std::string &agent, const std::string &name)
{
    return J("{'type':'approveAgent','agentAddress':'" + agent + "'" +
             (name.empty() ? "" : ",'agentName':" + quoted(name)) + "}");
}

} // namespace

/// Who may do what, and with which nonce (protocol/signing.md 1, 6, 7 and 8).
class TestSimSigning : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void knownSignerIsServed()
    {
        VenueFixture v;
        COMPARE_TEXT(at(v.act(kOrder), "status"), "ok");
    }

    void unknownSignerGetsTheSentence()
    {
        VenueFixture v;
        const codec::Value answer = v.act(kOrder, kStrangerKey);
        COMPARE_TEXT(at(answer, "status"), "err");
        COMPARE_TEXT(at(answer, "response"),
                     "User or API Wallet " + addressText(kStrangerKey) + " does not exist.");
    }

    void anotherByteGivesAnotherAddress_data()
    {
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("to");
        QTest::newRow("price") << "100000"
                               << "100001";
        QTest::newRow("side") << "\"b\":true"
                              << "\"b\":false";
        QTest::newRow("size") << "0.01"
                              << "0.02";
    }

    void anotherByteGivesAnotherAddress()
    {
        QFETCH(QString, from);
        QFETCH(QString, to);
        VenueFixture v;
        const QString body = QString::fromStdString(v.body(kOrder, kVectorsKey));
        const QString forged = QString(body).replace(from, to);
        QVERIFY(forged != body);
        const codec::Value answer =
            VenueFixture::parse(v.core.post("/exchange", forged.toStdString()).body);
        const std::string text = at(answer, "response");
        QVERIFY2(text.rfind("User or API Wallet 0x", 0) == 0, text.c_str());
        QVERIFY(text.find(addressText(kVectorsKey)) == std::string::npos);
        COMPARE_TEXT(
            at(VenueFixture::parse(v.core.post("/exchange", body.toStdString()).body), "status"),
            "ok");
    }

    void mainnetSignaturesAreStrangers_data()
    {
        QTest::addColumn<QString>("action");
        QTest::newRow("L1") << QString::fromStdString(kOrder);
        QTest::newRow("user-signed")
            << QString::fromStdString(J("{'type':'usdClassTransfer','amount':'1','toPerp':false}"));
    }

    void mainnetSignaturesAreStrangers()
    {
        QFETCH(QString, action);
        VenueFixture v;
        const codec::Value answer = v.act(action.toStdString(), kVectorsKey, {.isMainnet = true});
        const std::string text = at(answer, "response");
        QVERIFY2(text.rfind("User or API Wallet 0x", 0) == 0, text.c_str());
    }

    void nonceWindow_data()
    {
        QTest::addColumn<qint64>("offset");
        QTest::addColumn<bool>("isTaken");
        constexpr qint64 kDay = 86'400'000;
        QTest::newRow("two days old") << -2 * kDay << false;
        QTest::newRow("just inside two days") << -2 * kDay + 1 << true;
        QTest::newRow("just inside a day ahead") << kDay - 1 << true;
        QTest::newRow("a day ahead") << kDay << false;
    }

    void nonceWindow()
    {
        QFETCH(qint64, offset);
        QFETCH(bool, isTaken);
        VenueFixture v;
        const auto nonce = static_cast<Nonce>(v.clock.wallMs() + offset);
        const codec::Value answer = v.act(J("{'type':'noop'}"), kVectorsKey, {.nonce = nonce});
        COMPARE_TEXT(at(answer, "status"), isTaken ? "ok" : "err");
        if (!isTaken)
            QVERIFY(at(answer, "response").rfind("Invalid nonce", 0) == 0);
    }

    void nonceIsUsedOnceAndTheHundredHighestCount()
    {
        VenueFixture v;
        const auto base = static_cast<Nonce>(v.clock.wallMs());
        const auto noop = [&](Nonce nonce) {
            return at(v.act(J("{'type':'noop'}"), kVectorsKey, {.nonce = nonce}), "status");
        };
        COMPARE_TEXT(noop(base), "ok");
        COMPARE_TEXT(noop(base), "err");
        COMPARE_TEXT(noop(base - 5), "ok"); // older, unused, fewer than 100 kept
        for (Nonce n = 1; n <= 100; ++n)
            COMPARE_TEXT(noop(base + 10 * n), "ok");
        // Kept are base+10 … base+1000: below the smallest nothing is taken, between them it is.
        COMPARE_TEXT(noop(base + 9), "err");
        COMPARE_TEXT(noop(base + 15), "ok");
        COMPARE_TEXT(noop(base + 10), "err");
    }

    void refusedActionStillUsesItsNonce()
    {
        VenueFixture v;
        const auto nonce = static_cast<Nonce>(v.clock.wallMs());
        v.act(J("{'type':'cancel','cancels':[{'a':0,'o':1}]}"), kVectorsKey, {.nonce = nonce});
        COMPARE_TEXT(at(v.act(kOrder, kVectorsKey, {.nonce = nonce}), "status"), "err");
    }

    void expiryIsHonoured()
    {
        VenueFixture v;
        const auto now = static_cast<std::uint64_t>(v.clock.wallMs());
        const codec::Value late = v.act(kOrder, kVectorsKey, {.expiresAfter = now - 1});
        QVERIFY(at(late, "response").find("expired") != std::string::npos);
        COMPARE_TEXT(at(v.act(kOrder, kVectorsKey, {.expiresAfter = now}), "status"), "ok");
        QCOMPARE(v.infoOf("openOrders").asArray()->size(), std::size_t{1});
        COMPARE_TEXT(at(v.infoOf("userRateLimit"), "nRequestsUsed"), "6"); // five for being late
    }

    void malformedIs422_data()
    {
        QTest::addColumn<QString>("body");
        QTest::newRow("no JSON") << "{";
        QTest::newRow("no signature") << "{\"action\":{\"type\":\"noop\"},\"nonce\":1}";
        QTest::newRow("unknown action") << "{\"action\":{\"type\":\"fly\"},\"nonce\":1,"
                                           "\"signature\":{\"r\":\"0x1\",\"s\":\"0x1\",\"v\":27}}";
        QTest::newRow("unknown key in an order")
            << "{\"action\":{\"type\":\"cancel\",\"cancels\":[{\"a\":0,\"o\":1,\"x\":2}]},"
               "\"nonce\":1,"
               "\"signature\":{\"r\":\"0x1\",\"s\":\"0x1\",\"v\":27}}";
    }

    void malformedIs422()
    {
        QFETCH(QString, body);
        VenueFixture v;
        const auto reply = v.core.post("/exchange", body.toStdString());
        QCOMPARE(reply.status, 422);
        COMPARE_TEXT(reply.body, "Failed to deserialize the JSON body into the target type");
    }

    void agentTradesButMovesNoMoney()
    {
        VenueFixture v;
        const std::string agent = addressText(kStrangerKey);
        COMPARE_TEXT(at(v.act(approve(agent, "desk")), "status"), "ok");
        COMPARE_TEXT(at(v.infoOf("extraAgents"), "0/name"), "desk");
        COMPARE_TEXT(at(v.infoOf("extraAgents"), "0/address"), agent);
        COMPARE_TEXT(at(v.infoOf("userRole", kStrangerKey), "role"), "agent");
        COMPARE_TEXT(at(v.act(kOrder, kStrangerKey), "status"), "ok");
        QCOMPARE(v.infoOf("openOrders").asArray()->size(), std::size_t{1});
        const codec::Value send =
            v.act(J("{'type':'usdSend','destination':'" + agent + "','amount':'5'}"), kStrangerKey);
        COMPARE_TEXT(at(send, "response"), "User or API Wallet " + agent + " does not exist.");
        // The same slot again replaces the agent.
        COMPARE_TEXT(
            at(v.act(approve("0x00000000000000000000000000000000000000aa", "desk")), "status"),
            "ok");
        COMPARE_TEXT(at(v.act(kOrder, kStrangerKey), "status"), "err");
    }

    void agentExpires()
    {
        VenueFixture v;
        const std::string until = std::to_string(v.clock.wallMs() + 60'000);
        COMPARE_TEXT(
            at(v.act(approve(addressText(kStrangerKey), "short valid_until " + until)), "status"),
            "ok");
        COMPARE_TEXT(at(v.infoOf("extraAgents"), "0/validUntil"), until);
        COMPARE_TEXT(at(v.act(kOrder, kStrangerKey), "status"), "ok");
        v.advance(60'001);
        COMPARE_TEXT(at(v.act(kOrder, kStrangerKey), "status"), "err");
    }

    void agentSlotsAreCounted()
    {
        VenueFixture v;
        for (const char *name : {"one", "two", "three"}) {
            COMPARE_TEXT(at(v.act(approve("0x00000000000000000000000000000000000000a" +
                                              std::to_string(std::string(name).size()),
                                          name)),
                            "status"),
                         std::string(name) == "two" ? "err" : "ok"); // "one" and "two": one address
        }
        v.act(approve("0x00000000000000000000000000000000000000b1", "two"));
        COMPARE_TEXT(
            at(v.act(approve("0x00000000000000000000000000000000000000b2", "four")), "response"),
            "Too many extra agents.");
        COMPARE_TEXT(at(v.act(approve("0x00000000000000000000000000000000000000b3", "")), "status"),
                     "ok");
    }

    void subAccountTradesForItself()
    {
        VenueFixture v;
        const codec::Value made = v.act(J("{'type':'createSubAccount','name':'second'}"));
        const std::string sub = at(made, "response/data");
        QVERIFY(Address::parse(sub).has_value());
        COMPARE_TEXT(at(v.act(J("{'type':'subAccountTransfer','subAccountUser':'" + sub +
                                "','isDeposit':true,'usd':5000000000}")),
                        "status"),
                     "ok");
        const auto vault = Address::parse(sub).value();
        COMPARE_TEXT(at(v.act(kOrder, kVectorsKey, {.vault = vault}), "status"), "ok");
        QCOMPARE(v.infoOf("openOrders").asArray()->size(), std::size_t{0});
        const codec::Value list = v.infoOf("subAccounts");
        COMPARE_TEXT(at(list, "0/name"), "second");
        COMPARE_TEXT(at(list, "0/clearinghouseState/marginSummary/accountValue"), "5000.0");
        COMPARE_TEXT(at(v.infoOf("clearinghouseState"), "marginSummary/accountValue"), "95000.0");
        // Someone else's sub-account is not his.
        COMPARE_TEXT(at(v.act(kOrder, kMakerKey, {.vault = vault}), "response"),
                     "Vault not registered: " + sub);
    }

    void multiSigNeedsItsSigners_data()
    {
        QTest::addColumn<QString>("action");
        QTest::addColumn<int>("signers");
        QTest::addColumn<bool>("isTaken");
        const QString order = QString::fromStdString(kOrder);
        const QString send = QString::fromStdString(
            J("{'type':'usdSend','destination':'" + addressText(kMakerKey) + "','amount':'5'}"));
        QTest::newRow("order, both sign") << order << 2 << true;
        QTest::newRow("order, one signs") << order << 1 << false;
        QTest::newRow("transfer, both sign") << send << 2 << true;
        QTest::newRow("transfer, one signs") << send << 1 << false;
    }

    void multiSigNeedsItsSigners()
    {
        QFETCH(QString, action);
        QFETCH(int, signers);
        QFETCH(bool, isTaken);
        VenueFixture v;
        const Address multi = sim::practiceAddress();
        const std::string practice = toHex0x(sim::practiceKey().view());
        const std::string config = J("{'authorizedUsers':['" + addressText(kMakerKey) + "','" +
                                     addressText(kVectorsKey) + "'],'threshold':2}");
        const std::string convert =
            codec::toJson(codec::Object{{"type", "convertToMultiSigUser"}, {"signers", config}});
        COMPARE_TEXT(at(v.act(convert, practice.c_str()), "status"), "ok");
        // On its own key the account can do nothing any more.
        COMPARE_TEXT(at(v.act(kOrder, practice.c_str()), "status"), "err");

        const Nonce nonce = v.nextNonce();
        actions::Action inner = *actions::parseAction(action.toStdString());
        if (actions::isUserSigned(inner))
            QVERIFY(actions::complete(inner, nonce, false, "0x66eee").has_value());
        const auto leader = keyOf(kVectorsKey);
        const actions::MultiSigParties parties{multi, leader.address()};
        const actions::RequestEnvelope envelope{nonce, {}, {}, false};
        Bytes scratch;
        const auto digest = actions::innerDigest(inner, parties, envelope, scratch);
        QVERIFY(digest.has_value());
        std::vector<crypto::Signature> signatures{*leader.sign(digest->digest)};
        if (signers > 1)
            signatures.push_back(*keyOf(kMakerKey).sign(digest->digest));
        const actions::MultiSig wrapper = actions::wrap(inner, parties, signatures, "0x66eee");
        const auto outer = actions::outerDigest(wrapper, envelope, scratch);
        const std::string body =
            actions::requestBody(wrapper, nonce, *leader.sign(outer.digest), {}, {});
        const codec::Value answer = VenueFixture::parse(v.core.post("/exchange", body).body);
        COMPARE_TEXT(at(answer, "status"), isTaken ? "ok" : "err");
        if (!isTaken)
            COMPARE_TEXT(at(answer, "response"), "Multi-sig needs 2 signatures, got 1.");
    }

    void moneyMovesAreBookedOnBothSides()
    {
        VenueFixture v;
        const std::string fresh = "0x00000000000000000000000000000000000000cc";
        COMPARE_TEXT(
            at(v.act(J("{'type':'usdSend','destination':'" + fresh + "','amount':'10.5'}")),
               "status"),
            "ok");
        // A new account costs one dollar.
        COMPARE_TEXT(at(v.infoOf("clearinghouseState"), "marginSummary/accountValue"), "99988.5");
        COMPARE_TEXT(at(v.infoOf("userNonFundingLedgerUpdates"), "1/delta/fee"), "1.0");
        COMPARE_TEXT(
            at(v.act(J("{'type':'withdraw3','destination':'" + fresh + "','amount':'100'}")),
               "status"),
            "ok");
        COMPARE_TEXT(at(v.infoOf("clearinghouseState"), "withdrawable"), "99888.5");
        COMPARE_TEXT(
            at(v.act(J("{'type':'usdSend','destination':'" + fresh + "','amount':'100000'}")),
               "response"),
            "Insufficient balance for withdrawal.");
        COMPARE_TEXT(at(v.act(J("{'type':'sendAsset','destination':'" + addressText(kVectorsKey) +
                                "','sourceDex':'','destinationDex':'xyz','token':'USDC:"
                                "0x6d1e7cde53ba9467b783cb7c530ce054',"
                                "'amount':'500','fromSubAccount':''}")),
                        "status"),
                     "ok");
        COMPARE_TEXT(at(v.info(J("{'type':'clearinghouseState','dex':'xyz','user':'" +
                                 addressText(kVectorsKey) + "'}")),
                        "withdrawable"),
                     "500.0");
        COMPARE_TEXT(at(v.act(J("{'type':'vaultTransfer','vaultAddress':'" +
                                sim::Treasury::vaultAddress().toString() +
                                "','isDeposit':true,'usd':10000000}")),
                        "status"),
                     "ok");
        COMPARE_TEXT(at(v.act(J("{'type':'vaultTransfer','vaultAddress':'" + fresh +
                                "','isDeposit':true,'usd':10000000}")),
                        "response"),
                     "Vault not registered: " + fresh);
        COMPARE_TEXT(at(v.act(J("{'type':'reserveRequestWeight','weight':1000}")), "status"), "ok");
        // 99888.5 − 500 − 10 − 0.5
        COMPARE_TEXT(at(v.infoOf("clearinghouseState"), "withdrawable"), "99378.0");
        COMPARE_TEXT(at(v.act(J("{'type':'userSetAbstraction','user':'" + addressText(kVectorsKey) +
                                "','abstraction':'unifiedAccount'}")),
                        "status"),
                     "ok");
        COMPARE_TEXT(codec::toJson(v.infoOf("userAbstraction")), "\"unifiedAccount\"");
    }

    void otherActionsAreRefusedInWords()
    {
        VenueFixture v;
        COMPARE_TEXT(
            at(v.act(
                   J("{'type':'perpDeploy','haltTrading':{'coin':'xyz:XYZ100','isHalted':true}}")),
               "response"),
            "Deployer has not staked enough");
        COMPARE_TEXT(at(v.act(J("{'type':'claimRewards'}")), "status"), "err");
        COMPARE_TEXT(at(v.act(J("{'type':'claimRewards'}"), kStrangerKey), "response"),
                     "User or API Wallet " + addressText(kStrangerKey) + " does not exist.");
    }

    void practiceKeyIsFixed()
    {
        // The account a user of the demo sees must be the same in every version.
        COMPARE_TEXT(toHex0x(crypto::keccak256("touchline practice account")),
                     toHex0x(sim::practiceKey().view()));
        QVERIFY(!sim::practiceAddress().isZero());
        COMPARE_TEXT(keyOf(kVectorsKey).address().toString(), sim::vectorsAddress().toString());
    }
};

QTEST_APPLESS_MAIN(TestSimSigning)
#include "tst_sim_signing.moc"
