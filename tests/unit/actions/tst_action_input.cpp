// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/hex.h"
#include "codec/value.h"
#include "crypto/keccak256.h"
#include "crypto/secp256k1.h"
#include "explain/explain.h"
#include "support/json_vectors.h"
#include "venue/hyperliquid/actions/actions.h"
#include "venue/hyperliquid/actions/request.h"
#include "venue/hyperliquid/actions/user_signed_data.h"

#include <QTest>

using namespace hl;
using codec::Value;

namespace {

QString q(const std::string &text)
{
    return QString::fromStdString(text);
}

std::string order(const std::string &members)
{
    return "{\"type\":\"order\",\"orders\":[{" + members + "}],\"grouping\":\"na\"}";
}

const std::string kPlain = "\"a\":0,\"b\":true,\"p\":\"30000\",\"s\":\"0.02\",\"r\":false,"
                           "\"t\":{\"limit\":{\"tif\":\"Gtc\"}}";

std::string idOf(const std::string &json, std::optional<Address> vault = {},
                 std::optional<std::uint64_t> expiresAfter = {})
{
    const auto action = actions::parseAction(json);
    if (!action)
        return action.error().sentence();
    Bytes scratch;
    return toHex0x(actions::connectionId(*action, 1700000000000, vault, expiresAfter, scratch));
}

} // namespace

/// What comes from outside: canonical form, refusals with the field's path, and the cases of the
/// field (cases.md B).
class TestActionInput : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void refuses_data()
    {
        QTest::addColumn<QString>("json");
        QTest::addColumn<QString>("field");
        QTest::addColumn<QString>("detail");
        const auto add = [](const char *name, const std::string &json, const char *field,
                            const char *detail) {
            QTest::newRow(name) << q(json) << field << detail;
        };
        add("unknown key", order(kPlain + ",\"brokerCode\":1"), "orders[0].brokerCode",
            "is not a key of this action");
        add("unknown key at the root", "{\"type\":\"noop\",\"x\":1}", "x",
            "is not a key of this action");
        add("prototype name", "{\"type\":\"noop\",\"__proto__\":{}}", "__proto__",
            "is not a key of this action");
        add("missing key", order("\"a\":0,\"b\":true,\"p\":\"1\",\"s\":\"1\",\"r\":false"),
            "orders[0].t", "is missing");
        add("twice", order(kPlain + ",\"a\":1"), "orders[0].a", "must be given once");
        add("wrong type", order("\"a\":{},\"b\":true,\"p\":\"1\",\"s\":\"1\",\"r\":false,\"t\":{}"),
            "orders[0].a", "must be a whole number");
        add("number for a flag",
            order("\"a\":0,\"b\":1,\"p\":\"1\",\"s\":\"1\",\"r\":false,\"t\":{}"), "orders[0].b",
            "must be true or false");
        add("negative asset", order("\"a\":-1,\"b\":true"), "orders[0].a", "must not be negative");
        add("fraction", order("\"a\":1.5,\"b\":true"), "orders[0].a",
            "must be a whole number between -(2^53-1) and 2^53-1");
        add("beyond 2^53", "{\"type\":\"cancel\",\"cancels\":[{\"a\":0,\"o\":9007199254740992}]}",
            "cancels[0].o", "must be a whole number between -(2^53-1) and 2^53-1");
        add("price zero", order("\"a\":0,\"b\":true,\"p\":\"0.0\""), "orders[0].p",
            "must be above zero");
        add("price negative", order("\"a\":0,\"b\":true,\"p\":\"-1\""), "orders[0].p",
            "must be a plain decimal above zero");
        add("size negative", order("\"a\":0,\"b\":true,\"p\":\"1\",\"s\":\"-1\""), "orders[0].s",
            "must be a plain decimal that is not negative");
        add("unknown tif",
            order(
                "\"a\":0,\"b\":true,\"p\":\"1\",\"s\":\"1\",\"r\":false,\"t\":{\"limit\":{\"tif\":"
                "\"Fok\"}}"),
            "orders[0].t.limit.tif", "must be one of: Gtc, Ioc, Alo, FrontendMarket");
        add("two kinds",
            order(
                "\"a\":0,\"b\":true,\"p\":\"1\",\"s\":\"1\",\"r\":false,\"t\":{\"limit\":{\"tif\":"
                "\"Gtc\"},\"trigger\":{\"isMarket\":true,\"triggerPx\":\"1\",\"tpsl\":\"sl\"}}"),
            "orders[0].t.trigger", "must be given once");
        add("no kind", order("\"a\":0,\"b\":true,\"p\":\"1\",\"s\":\"1\",\"r\":false,\"t\":{}"),
            "orders[0].t", "must have one of: limit, trigger");
        add("short cloid", order(kPlain + ",\"c\":\"0x01\""), "orders[0].c",
            "must be 32 hex digits behind 0x");
        add("no orders", "{\"type\":\"order\",\"orders\":[],\"grouping\":\"na\"}", "orders",
            "must be at least 1 items");
        add("fast false", "{\"type\":\"cancel\",\"cancels\":[{\"a\":0,\"o\":1}],\"f\":false}", "f",
            "must be true or left out");
        add("bad address", "{\"type\":\"vaultDistribute\",\"vaultAddress\":\"0x12\",\"usd\":1}",
            "vaultAddress", "must be an address of 40 hex digits behind 0x");
        add("leverage zero",
            "{\"type\":\"updateLeverage\",\"asset\":0,\"isCross\":true,\"leverage\":0}", "leverage",
            "must be at least 1");
        add("long name", "{\"type\":\"createSubAccount\",\"name\":\"12345678901234567\"}", "name",
            "must be between 1 and 16 characters");
        add("empty name", "{\"type\":\"createSubAccount\",\"name\":\"\"}", "name",
            "must be between 1 and 16 characters");
        add("twap too short",
            "{\"type\":\"twapOrder\",\"twap\":{\"a\":0,\"b\":true,\"s\":\"1\",\"r\":false,\"m\":4,"
            "\"t\":true}}",
            "twap.m", "must be between 5 and 10080");
        add("no ip",
            "{\"type\":\"gossipPriorityBid\",\"slotId\":0,\"ip\":\"1.2.3.256\",\"maxGas\":1}", "ip",
            "must be an IPv4 or IPv6 address");
        add("missing amount is not the most",
            "{\"type\":\"borrowLend\",\"operation\":\"withdraw\",\"token\":0}", "amount",
            "is missing");
        add("pair of three", "{\"type\":\"spotDeploy\",\"registerSpot\":{\"tokens\":[1,2,3]}}",
            "registerSpot.tokens", "must have 2 items");
        add("two variants",
            "{\"type\":\"userOutcome\",\"splitOutcome\":{\"outcome\":1,\"amount\":\"1\"},"
            "\"mergeOutcome\":{\"outcome\":1,\"amount\":null}}",
            "mergeOutcome", "must be given once");
        add("long agent name",
            "{\"type\":\"approveAgent\",\"agentAddress\":"
            "\"0x5e9ee1089755c3435139848e47e6635505d5a13a\","
            "\"agentName\":\"12345678901234567\"}",
            "agentName", "must have at most 16 characters");
        add("odd data",
            "{\"type\":\"sendToEvmWithData\",\"token\":\"USDC\",\"amount\":\"1\",\"sourceDex\":"
            "\"\","
            "\"destinationRecipient\":\"x\",\"addressEncoding\":\"base58\",\"destinationChainId\":"
            "1,"
            "\"gasLimit\":1,\"data\":\"0x123\"}",
            "data", "must be 0x and an even number of hex digits");
        add("threshold out of reach",
            "{\"type\":\"convertToMultiSigUser\",\"signers\":{\"authorizedUsers\":["
            "\"0x5e9ee1089755c3435139848e47e6635505d5a13a\"],\"threshold\":2}}",
            "signers",
            "must be null or authorizedUsers (1 to 10 addresses) and a threshold they can reach");
        add("unknown type", "{\"type\":\"dummy\"}", "type", "is no known action");
        add("no type", "{\"orders\":[]}", "type", "is missing");
        add("type is no text", "{\"type\":5}", "type", "must be a text");
        add("no object", "[]", "", "must be an object");
        add("cut off", "{\"type\":\"noop\"", "", "The JSON text lacks a comma or a closing brace.");
        add("something after", "{\"type\":\"noop\"} x", "", "The JSON text goes on after its end.");
        add("nested multi-sig",
            "{\"type\":\"multiSig\",\"signatureChainId\":\"0x1\",\"signatures\":[{\"r\":\"0x1\","
            "\"s\":"
            "\"0x1\",\"v\":27}],\"payload\":{\"multiSigUser\":"
            "\"0x5e9ee1089755c3435139848e47e6635505d5a13a\",\"outerSigner\":"
            "\"0x5e9ee1089755c3435139848e47e6635505d5a13a\",\"action\":{\"type\":\"multiSig\"}}}",
            "payload.action.type", "is no known action");
    }
    void refuses()
    {
        QFETCH(QString, json);
        QFETCH(QString, field);
        QFETCH(QString, detail);
        const auto action = actions::parseAction(json.toStdString());
        QVERIFY(!action);
        QCOMPARE(q(action.error().field), field);
        QCOMPARE(q(action.error().detail), detail);
    }

    void canonicalForm_data()
    {
        QTest::addColumn<QString>("json");
        QTest::addColumn<QString>("canonical");
        QTest::newRow("null for optional fields")
            << q("{\"type\":\"order\",\"orders\":[{" + kPlain +
                 ",\"c\":null}],\"grouping\":null,\"builder\":null}")
            << q(order(kPlain));
        QTest::newRow("numbers as text")
            << "{\"type\":\"cancel\",\"cancels\":[{\"o\":\"12\",\"a\":\"0x10\"}],\"f\":null}"
            << "{\"type\":\"cancel\",\"cancels\":[{\"a\":16,\"o\":12}]}";
        QTest::newRow("exponents and points")
            << "{\"type\":\"cancel\",\"cancels\":[{\"o\":1e3,\"a\":5.0}]}"
            << "{\"type\":\"cancel\",\"cancels\":[{\"a\":5,\"o\":1000}]}";
        QTest::newRow("decimals as numbers")
            << q(order("\"a\":0,\"b\":true,\"p\":1e-7,\"s\":250,\"r\":false,"
                       "\"t\":{\"limit\":{\"tif\":\"Gtc\"}}"))
            << q(order("\"a\":0,\"b\":true,\"p\":\"0.0000001\",\"s\":\"250\",\"r\":false,"
                       "\"t\":{\"limit\":{\"tif\":\"Gtc\"}}"));
        QTest::newRow("escaped key and value")
            << "{\"type\":\"setReferrer\",\"c\\u006fde\":\"\\u0041\"}"
            << "{\"type\":\"setReferrer\",\"code\":\"A\"}";
        QTest::newRow("type last") << "{\"code\":\"A\",\"type\":\"setReferrer\"}"
                                   << "{\"type\":\"setReferrer\",\"code\":\"A\"}";
        QTest::newRow("outcome deployer, other shape")
            << "{\"type\":\"activateOutcomeDeployer\",\"activate\":{\"venueName\":\"v\"}}"
            << "{\"type\":\"activateOutcomeDeployer\",\"activate\":{\"venueName\":\"v\"}}";
    }
    void canonicalForm()
    {
        QFETCH(QString, json);
        QFETCH(QString, canonical);
        const auto action = actions::parseAction(json.toStdString());
        QVERIFY2(action.has_value(), action ? "" : action.error().sentence().c_str());
        QCOMPARE(q(actions::actionJson(*action)), canonical);
        QCOMPARE(q(actions::actionJson(*actions::parseAction(canonical.toStdString()))), canonical);
    }

    /// cases.md B13: addresses are folded in what is hashed and in what is posted.
    void mixedCaseAddress()
    {
        const std::string json = "{\"type\":\"order\",\"orders\":[{" + kPlain +
                                 "}],\"grouping\":\"na\",\"builder\":{\"b\":"
                                 "\"0xABCDEFabcdefabcdefabcdefabcdefabcdefABCD\",\"f\":10}}";
        const std::string id = idOf(json);
        QVERIFY2(id.starts_with("0xbefbe332") && id.ends_with("4023"), id.c_str());
        QVERIFY(actions::actionJson(*actions::parseAction(json))
                    .find("0xabcdefabcdefabcdefabcdefabcdefabcdefabcd") != std::string::npos);
    }

    /// cases.md B14 and B17: one order, one hash, whatever the caller's key order, and absent is
    /// absent.
    void oneHashForOneOrder()
    {
        const std::string expected =
            "0x7c9db07d8bf357a74eb653505ab8034a6463624476c71ec6cbd4ac7ddab274e6";
        std::vector<std::string> members{"\"a\":0",         "\"b\":true",
                                         "\"p\":\"30000\"", "\"s\":\"0.02\"",
                                         "\"r\":false",     "\"t\":{\"limit\":{\"tif\":\"Gtc\"}}",
                                         "\"c\":null"};
        std::sort(members.begin(), members.end());
        int tried = 0;
        do {
            std::string all;
            for (const std::string &member : members)
                all += (all.empty() ? "" : ",") + member;
            QCOMPARE(idOf(order(all)), expected);
        } while (++tried < 1000 && std::next_permutation(members.begin(), members.end()));
        QCOMPARE(tried, 1000);
    }

    /// cases.md B15.
    void keyOrderInsideATrigger()
    {
        const std::string id = idOf(order(
            "\"a\":1,\"b\":false,\"p\":\"2457.7\",\"s\":\"0.5\",\"r\":true,\"t\":{\"trigger\":"
            "{\"triggerPx\":\"2470\",\"isMarket\":true,\"tpsl\":\"sl\"}}"));
        QVERIFY2(id.starts_with("0x535f6088") && id.ends_with("4bd64a"), id.c_str());
    }

    /// cases.md B16: the price signed is the price posted.
    void trailingZeros()
    {
        const std::string id = idOf(order("\"a\":1,\"b\":true,\"p\":\"100.0\",\"s\":\"100.00\","
                                          "\"r\":false,\"t\":{\"limit\":{\"tif\":\"Gtc\"}}"));
        QCOMPARE(id, idOf(order("\"a\":1,\"b\":true,\"p\":\"100\",\"s\":\"100\",\"r\":false,"
                                "\"t\":{\"limit\":{\"tif\":\"Gtc\"}}")));
    }

    /// cases.md B18: null, absent and empty vault are one byte; a real one twenty-one.
    void vaultAndExpiry()
    {
        const std::string json = order(kPlain);
        const Address vault = *Address::parse("0x1234567890123456789012345678901234567890");
        const auto is = [](const std::string &id, const char *start, const char *end) {
            return id.starts_with(start) && id.ends_with(end);
        };
        QVERIFY(is(idOf(json), "0x7c9db07d", "74e6"));
        QVERIFY(is(idOf(json, vault), "0xc3bffc9a", "0f44d"));
        QVERIFY(is(idOf(json, vault, 1700000010000), "0xcea409d1", "ac79a"));
        QVERIFY(is(idOf(json, {}, 1700000010000), "0xf8cbae83", "7b37"));
        // Zero is an expiry.
        QVERIFY(idOf(json, {}, 0) != idOf(json));
    }

    void structsAreCheckedByTheSameRules()
    {
        actions::Order o;
        QCOMPARE(actions::checkAction(o).error().sentence(),
                 std::string("orders: must be at least 1 items"));
        o.orders.emplace_back();
        o.orders[0].p = "100.0";
        o.orders[0].s = "1";
        QCOMPARE(actions::checkAction(o).error().sentence(),
                 std::string("orders[0].p: is not in canonical form"));
        o.orders[0].p = "100";
        QVERIFY(actions::checkAction(o).has_value());
        o.orders[0].t.kind = actions::Trigger{true, "0", actions::TpSl::Sl};
        QCOMPARE(actions::checkAction(o).error().field,
                 std::string("orders[0].t.trigger.triggerPx"));
        actions::UsdSend send;
        send.amount = "1";
        QCOMPARE(actions::checkAction(send).error().field, std::string("signatureChainId"));
        actions::Action complete = send;
        QVERIFY(actions::complete(complete, 5, true).has_value());
        QVERIFY(actions::checkAction(complete).has_value());
        QCOMPARE(*actions::innerNonce(complete), Nonce{5});
    }

    void incompleteActionsHaveNoDigest()
    {
        QVERIFY(!actions::userSignedDigest(actions::UsdSend{}));
        QVERIFY(!actions::userTypedData(actions::UsdSend{}));
        QVERIFY(!actions::userSignedDigest(actions::Noop{}));
    }

    void agentExpiry()
    {
        constexpr TimeMs kNow = 1'700'000'000'000;
        constexpr TimeMs kDay = 24 * 60 * 60 * 1000;
        const auto named = [](const std::string &name) {
            actions::ApproveAgent a;
            a.agentName = name;
            return actions::Action(a);
        };
        const std::string last = std::to_string(kNow + 180 * kDay);
        const std::string late = std::to_string(kNow + 180 * kDay + 1);
        QVERIFY(actions::checkAgentExpiry(named("bot valid_until " + last), kNow).has_value());
        QVERIFY(!actions::checkAgentExpiry(named("bot valid_until " + late), kNow));
        QVERIFY(actions::checkAgentExpiry(named("bot"), kNow).has_value());
        QVERIFY(actions::checkAgentExpiry(actions::Noop{}, kNow).has_value());
        // The end does not count as part of the name; an end that is no time does.
        const auto read = [](const std::string &name) {
            return actions::parseAction(
                       "{\"type\":\"approveAgent\",\"agentAddress\":"
                       "\"0x5e9ee1089755c3435139848e47e6635505d5a13a\",\"agentName\":\"" +
                       name + "\"}")
                .has_value();
        };
        QVERIFY(read("1234567890123456 valid_until " + last));
        QVERIFY(!read("1234567890123456 valid_until soon"));
    }

    void facts()
    {
        const auto of = [](const char *json) { return *actions::parseAction(json); };
        QCOMPARE(actions::typeOf(of("{\"type\":\"noop\"}")), std::string_view("noop"));
        QVERIFY(actions::acceptsVault(of("{\"type\":\"scheduleCancel\"}")));
        QVERIFY(!actions::acceptsVault(of("{\"type\":\"noop\"}")));
        QCOMPARE(actions::itemCount(
                     of("{\"type\":\"cancel\",\"cancels\":[{\"a\":0,\"o\":1},{\"a\":0,\"o\":2}]}")),
                 std::size_t{2});
        QCOMPARE(actions::itemCount(of("{\"type\":\"noop\"}")), std::size_t{1});
    }

    void words()
    {
        const auto lines = actions::actionWords(*actions::parseAction(order(kPlain)));
        QCOMPARE(lines.size(), std::size_t{3});
        QCOMPARE(q(lines[0]), QString("Place orders"));
        QCOMPARE(q(lines[1]), QString("orders 1: asset 0, side buy, price 30000, size 0.02, reduce "
                                      "only no, type limit time in force Gtc"));
    }

    void requestsAreReadAsTheVenueReadsThem()
    {
        const auto key = crypto::SecretKey::parse(test::kVectorKey);
        const auto action = actions::parseAction(order(kPlain));
        Bytes scratch;
        const Hash32 digest =
            actions::agentDigest(actions::connectionId(*action, 7, {}, {}, scratch), false);
        std::string body = actions::requestBody(*action, 7, *key->sign(digest), {}, {});
        QCOMPARE(*actions::recoverRequestSigner(*actions::parseRequest(body), false),
                 key->address());
        // For the other network it is another address, and that is no error.
        QVERIFY(*actions::recoverRequestSigner(*actions::parseRequest(body), true) !=
                key->address());
        body.insert(body.size() - 1, ",\"vaultAddress\":null,\"expiresAfter\":null");
        QCOMPARE(*actions::recoverRequestSigner(*actions::parseRequest(body), false),
                 key->address());
        body.insert(body.size() - 1, ",\"more\":1");
        QCOMPARE(actions::parseRequest(body).error().field, std::string("more"));
        QCOMPARE(
            actions::parseRequest("{\"action\":{\"type\":\"noop\"},\"nonce\":1}").error().field,
            std::string("signature"));
        QCOMPARE(actions::parseRequest("{\"action\":{\"type\":\"cancel\",\"cancels\":[{\"a\":0}]}}")
                     .error()
                     .field,
                 std::string("action.cancels[0].o"));
    }

    /// Values of the official SDKs' own tests.
    void officialVectors_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<int>("rows");
        QTest::newRow("python") << "official-python-sdk.json" << 12;
        QTest::newRow("rust") << "official-rust-sdk.json" << 12;
        QTest::newRow("pins") << "sdk-pins.json" << 4;
    }
    void officialVectors();
};

namespace {

Hash32 leftPadded(std::string text)
{
    text.erase(0, 2);
    text.insert(0, 64 - text.size(), '0');
    Hash32 out{};
    if (!fromHexExact(text, out))
        std::abort();
    return out;
}

/// Given as an object or as 65 bytes.
crypto::Signature signatureOf(const Value &v)
{
    if (const std::string *text = v.asString())
        return {leftPadded(text->substr(0, 66)), leftPadded("0x" + text->substr(66, 64)),
                static_cast<std::uint8_t>(text->substr(130) == "1b" ? 27 : 28)};
    return {leftPadded(*v.string("r")), leftPadded(*v.string("s")),
            static_cast<std::uint8_t>(*v.uint("v"))};
}

} // namespace

void TestActionInput::officialVectors()
{
    QFETCH(QString, file);
    QFETCH(int, rows);
    const Value all = test::vectorFile(file.toStdString());
    const Value *meta = all.find("meta");
    const std::string keyText = test::textOf(*meta, "privateKey");
    const auto key = crypto::SecretKey::parse(keyText.empty() ? test::kVectorKey : keyText);
    QVERIFY(key.has_value());
    QCOMPARE(test::rowsOf(all, "vectors").size(), std::size_t(rows));
    for (const Value &row : test::rowsOf(all, "vectors")) {
        const std::string kind = test::textOf(row, "kind");
        if (kind == "l1-hash-of-user-signed-map") {
            // Addresses as bytes: not to be imitated, so only the hash of the given bytes.
            Bytes bytes = *fromHex(test::textOf(row, "msgpack"));
            QVERIFY(!codec::decodeMsgpack(bytes));
            continue;
        }
        Hash32 mainnet{};
        Hash32 testnet{};
        if (kind == "userSigned") {
            // Texts are hashed as they stand there, mixed case and all.
            codec::Object members{{"type", ""}};
            const std::string primary = test::textOf(row, "primaryType");
            const std::pair<const char *, const char *> types[] = {
                {"UsdSend", "usdSend"},
                {"Withdraw", "withdraw3"},
                {"ApproveBuilderFee", "approveBuilderFee"}};
            for (const auto &[name, type] : types)
                if (primary.ends_with(name))
                    members[0].second = type;
            for (const auto &member : *row.find("message")->asObject())
                members.push_back(member);
            members.emplace_back("signatureChainId", *row.find("signatureChainId"));
            Bytes bytes;
            codec::appendMsgpack(members, bytes);
            const auto hashes = explain::hashesOf(bytes, {});
            QVERIFY(hashes.has_value());
            mainnet = testnet = hashes->digest;
        } else {
            Hash32 id{};
            if (kind == "agent") {
                id = leftPadded(test::textOf(row, "connectionId"));
            } else {
                Bytes bytes;
                codec::appendMsgpack(*codec::parseJson(test::textOf(row, "actionJson")), bytes);
                explain::Surroundings around;
                around.nonce = *row.uint("nonce");
                if (const std::string vault = test::textOf(row, "vaultAddress"); !vault.empty())
                    around.vault = *Address::parse(vault);
                if (const Value *e = row.find("expiresAfter"); e && e->asUint())
                    around.expiresAfter = *e->asUint();
                id = *explain::hashesOf(bytes, around)->connectionId;
                QCOMPARE(q(toHex0x(id)), q(test::textOf(row, "connectionId")));
                // What is canonical gives the same from the structs.
                const auto action = actions::parseAction(test::textOf(row, "actionJson"));
                Bytes scratch;
                if (action && actions::actionJson(*action) == test::textOf(row, "actionJson"))
                    QCOMPARE(actions::connectionId(*action, around.nonce, around.vault,
                                                   around.expiresAfter, scratch),
                             id);
            }
            mainnet = actions::agentDigest(id, true);
            testnet = actions::agentDigest(id, false);
        }
        int signatures = 0;
        for (const auto &[name, digest] :
             {std::pair("mainnet", mainnet), std::pair("testnet", testnet),
              std::pair("signature", mainnet)}) {
            if (const Value *expected = row.find(name); expected && !expected->isNull()) {
                QCOMPARE(*key->sign(digest), signatureOf(*expected));
                ++signatures;
            }
        }
        QVERIFY2(signatures > 0 || kind == "hash" || file.startsWith("sdk"),
                 test::textOf(row, "test").c_str());
    }
}

QTEST_APPLESS_MAIN(TestActionInput)
#include "tst_action_input.moc"
