// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/hex.h"
#include "crypto/secp256k1.h"
#include "explain/explain.h"
#include "vector_case.h"
#include "venue/hyperliquid/actions/actions.h"
#include "venue/hyperliquid/actions/user_signed_data.h"

namespace hl::batch_vectors {
namespace {

/// Given as 65 bytes, or as an object whose r and s may lack leading zeros.
Value fullSignature(const Value &given)
{
    std::string r;
    std::string s;
    std::uint64_t v = 0;
    if (const std::string *text = given.asString()) {
        r = text->substr(2, 64);
        s = text->substr(66, 64);
        v = text->substr(130) == "1b" ? 27 : 28;
    } else {
        r = test::textOf(given, "r").substr(2);
        s = test::textOf(given, "s").substr(2);
        v = *given.uint("v");
    }
    const auto padded = [](const std::string &digits) {
        return "0x" + std::string(64 - digits.size(), '0') + digits;
    };
    return Object{{"r", padded(r)}, {"s", padded(s)}, {"v", v}};
}

/// What is hashed, by hand (protocol/signing.md 3).
Bytes preimage(Bytes bytes, const explain::Surroundings &around)
{
    const auto number = [&bytes](std::uint64_t n) {
        for (int shift = 56; shift >= 0; shift -= 8)
            bytes.push_back(static_cast<std::uint8_t>(n >> shift));
    };
    number(around.nonce);
    bytes.push_back(around.vault ? 1 : 0);
    if (around.vault)
        bytes.insert(bytes.end(), around.vault->bytes.begin(), around.vault->bytes.end());
    if (around.expiresAfter) {
        bytes.push_back(0);
        number(*around.expiresAfter);
    }
    return bytes;
}

/// A message of the official tests as the action it belongs to.
Object messageAction(const Value &row)
{
    const std::string primary = test::textOf(row, "primaryType");
    Object out;
    for (const auto &[name, type] :
         {std::pair("UsdSend", "usdSend"), std::pair("Withdraw", "withdraw3"),
          std::pair("ApproveBuilderFee", "approveBuilderFee")})
        if (primary.ends_with(name))
            out.emplace_back("type", std::string(type));
    for (const auto &member : *at(row, "message").asObject())
        out.push_back(member);
    out.emplace_back("signatureChainId", at(row, "signatureChainId"));
    return out;
}

} // namespace

/// Values transcribed from the projects' own tests. What they hash is canonical in most; dummy
/// actions and texts with trailing zeros or capitals go in as bytes and digests.
void official(std::vector<Case> &out, const char *file)
{
    const Value all = test::vectorFile(file);
    const std::string keyText = test::textOf(at(all, "meta"), "privateKey");
    const Value key = keyText.empty() ? Value(std::string(test::kVectorKey)) : Value(keyText);
    const std::string signer = crypto::SecretKey::parse(*key.asString())->address().toString();
    for (const Value &row : test::rowsOf(all, "vectors")) {
        const std::string name =
            std::string(file) + ' ' + test::textOf(row, "test") + test::textOf(row, "name");
        const std::string kind = test::textOf(row, "kind");
        const std::string json = test::textOf(row, "actionJson");
        const auto recovers = [&](const char *which, const Hash32 &digest) {
            if (row.find(which))
                out.push_back({name + " recover",
                               Object{{"op", "recover"},
                                      {"digest", toHex0x(digest)},
                                      {"signature", fullSignature(at(row, which))}},
                               Object{{"address", signer}}});
        };
        if (kind == "userSigned") {
            const Object members = messageAction(row);
            Bytes bytes;
            codec::appendMsgpack(members, bytes);
            const Hash32 digest = explain::hashesOf(bytes, {})->digest;
            const char *which = row.find("signature") ? "signature" : "testnet";
            recovers(which, digest);
            const auto canonical = actions::parseAction(codec::toJson(members));
            if (canonical && *actions::userSignedDigest(*canonical) == digest)
                out.push_back(
                    {name,
                     Object{{"op", "user"},
                            {"action", members},
                            {"privateKey", key},
                            {"isTestnet",
                             *at(row, "message").string("hyperliquidChain") == "Testnet"}},
                     Object{{"digest", toHex0x(digest)},
                            {"signature", fullSignature(at(row, which))}}});
            continue;
        }
        Hash32 id{};
        if (!fromHexExact(test::textOf(row, "connectionId"), id))
            std::abort();
        if (kind != "agent") {
            Bytes bytes;
            if (json.empty())
                bytes = *fromHex(test::textOf(row, "msgpack"));
            else
                codec::appendMsgpack(*codec::parseJson(json), bytes);
            explain::Surroundings around;
            around.nonce = row.uint("nonce") ? *row.uint("nonce") : 0;
            if (const std::string vault = test::textOf(row, "vaultAddress"); !vault.empty())
                around.vault = *Address::parse(vault);
            if (at(row, "expiresAfter").asUint())
                around.expiresAfter = *at(row, "expiresAfter").asUint();
            out.push_back({name + " keccak",
                           Object{{"op", "keccak"}, {"hex", toHex(preimage(bytes, around))}},
                           Object{{"hash", at(row, "connectionId")}}});
        }
        for (const char *network : {"mainnet", "testnet"}) {
            const bool isTestnet = std::string_view(network) == "testnet";
            const Hash32 digest = actions::agentDigest(id, !isTestnet);
            out.push_back({name + " agent-digest",
                           Object{{"op", "agent-digest"},
                                  {"connectionId", at(row, "connectionId")},
                                  {"isTestnet", isTestnet}},
                           Object{{"digest", toHex0x(digest)}}});
            recovers(network, digest);
            const auto canonical = actions::parseAction(json);
            if (!canonical || actions::actionJson(*canonical) != json)
                continue;
            Object request{{"op", "l1"},
                           {"action", *codec::parseJson(json)},
                           {"privateKey", key},
                           {"isTestnet", isTestnet}};
            give(request, row, {"nonce", "vaultAddress", "expiresAfter"});
            Object expected{{"connectionId", at(row, "connectionId")}, {"digest", toHex0x(digest)}};
            if (row.find(network))
                expected.emplace_back("signature", fullSignature(at(row, network)));
            out.push_back({name, request, expected});
        }
    }
    if (all.find("floatToIntForHashing"))
        for (const Value &row : test::rowsOf(all, "floatToIntForHashing"))
            out.push_back({"float-to-int " + test::textOf(row, "value"),
                           Object{{"op", "float-to-int"},
                                  {"value", at(row, "value")},
                                  {"function", "float_to_int_for_hashing"}},
                           refusable(at(row, "result"), "result")});
}

} // namespace hl::batch_vectors
