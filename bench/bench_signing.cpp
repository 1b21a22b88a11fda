// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/hex.h"
#include "crypto/secp256k1.h"
#include "explain/explain.h"
#include "independent.h"
#include "scenario.h"
#include "venue/hyperliquid/actions/actions.h"
#include "venue/hyperliquid/actions/multisig_build.h"
#include "venue/hyperliquid/actions/user_signed_data.h"
#include "workload.h"

#include <benchmark/benchmark.h>

#include <algorithm>

namespace hl::bench {
namespace {

using benchmark::State;

Nonce nonce()
{
    static const Nonce value = inputUint("nonce");
    return value;
}

actions::Action actionOf(const char *key)
{
    auto action = actions::parseAction(inputJson(key));
    if (!action)
        std::abort();
    return std::move(*action);
}

/// The action hash worked out by the code that shares nothing with the encoder.
Hash32 independentHash(const char *key, const std::optional<Address> &vault,
                       std::optional<std::uint64_t> expiresAfter)
{
    Bytes bytes;
    codec::appendMsgpack(input(key), bytes);
    explain::Surroundings around{nonce(), vault, expiresAfter, true};
    return explain::hashesOf(bytes, around)->connectionId.value();
}

crypto::SecretKey mainKey()
{
    return std::move(*crypto::SecretKey::parse(inputText("privateKey")));
}

Hash32 hash32(const std::string &hex)
{
    Hash32 out{};
    if (!fromHexExact(hex, out))
        std::abort();
    return out;
}

std::string textOf(const crypto::Signature &signature)
{
    return toHex0x(signature.r) + " " + toHex0x(signature.s) + " " + std::to_string(signature.v);
}

/// Blocks of Keccak, signatures and recoveries of one iteration: limits.py adds up what the bare
/// parts cost.
void madeOf(State &state, std::size_t blocks, int signatures = 0, int recoveries = 0)
{
    state.counters["blocks"] = static_cast<double>(blocks);
    state.counters["signatures"] = signatures;
    state.counters["recoveries"] = recoveries;
}

constexpr std::size_t blocksOf(std::size_t bytes)
{
    return bytes / 136 + 1;
}

void finish(State &state, std::size_t units)
{
    state.SetItemsProcessed(static_cast<std::int64_t>(units) * state.iterations());
}

void actionHash(State &state, const char *key, bool withVaultAndExpiry)
{
    const actions::Action action = actionOf(key);
    std::optional<Address> vault;
    std::optional<std::uint64_t> expiresAfter;
    if (withVaultAndExpiry) {
        vault = *Address::parse(inputText("vaultAddress"));
        expiresAfter = inputUint("expiresAfter");
    }
    Bytes scratch;
    Hash32 id{};
    for (auto _ : state) {
        id = actions::connectionId(action, nonce(), vault, expiresAfter, scratch);
        benchmark::DoNotOptimize(id);
    }
    if (id != independentHash(key, vault, expiresAfter))
        state.SkipWithError("wrong hash");
    gave(toHex0x(id));
    const std::size_t size =
        actions::packPreimage(action, nonce(), vault, expiresAfter, scratch).size();
    state.counters["permutations"] = static_cast<double>(blocksOf(size));
    finish(state, actions::itemCount(action));
}

void signAction(State &state, const char *key)
{
    const actions::Action action = actionOf(key);
    const crypto::SecretKey secret = mainKey();
    Bytes scratch;
    crypto::Signature signature;
    Hash32 digest{};
    for (auto _ : state) {
        digest =
            actions::agentDigest(actions::connectionId(action, nonce(), {}, {}, scratch), true);
        signature = *secret.sign(digest);
        benchmark::DoNotOptimize(signature);
    }
    if (digest != agentDigestOf(independentHash(key, {}, {})))
        state.SkipWithError("the wrong digest was signed");
    if (*crypto::recoverAddress(digest, signature) != secret.address())
        state.SkipWithError("wrong signature");
    gave(textOf(signature));
    const std::size_t size = actions::packPreimage(action, nonce(), {}, {}, scratch).size();
    madeOf(state, blocksOf(size) + 2, 1);
    finish(state, actions::itemCount(action));
}

/// The check that every signature passes before it may leave.
void recoverBeforeDispatch(State &state)
{
    const crypto::SecretKey secret = mainKey();
    const Hash32 digest = hash32(inputText("connectionId"));
    const crypto::Signature signature = *secret.sign(digest);
    Address address;
    for (auto _ : state) {
        address = *crypto::recoverAddress(digest, signature);
        benchmark::DoNotOptimize(address);
    }
    if (address != secret.address())
        state.SkipWithError("wrong address");
    madeOf(state, 1, 0, 1);
    finish(state, 1);
}

void agentDigest(State &state)
{
    const Hash32 id = hash32(inputText("connectionId"));
    Hash32 digest{};
    for (auto _ : state) {
        digest = actions::agentDigest(id, true);
        benchmark::DoNotOptimize(digest);
    }
    if (digest != agentDigestOf(id))
        state.SkipWithError("wrong digest");
    gave(toHex0x(digest));
    state.counters["permutations"] = 2;
    finish(state, 1);
}

void multiSigDigest(State &state)
{
    const Hash32 id = hash32(inputText("connectionId"));
    Hash32 digest{};
    for (auto _ : state) {
        digest = actions::sendMultiSigDigest(id, nonce(), true, 42161);
        benchmark::DoNotOptimize(digest);
    }
    if (digest != sendMultiSigDigestOf(id, nonce()))
        state.SkipWithError("wrong digest");
    gave(toHex0x(digest));
    state.counters["permutations"] = 2;
    finish(state, 1);
}

void userSignedDigest(State &state)
{
    const actions::Action action = actionOf("approve_agent");
    Hash32 digest{};
    for (auto _ : state) {
        digest = *actions::userSignedDigest(action);
        benchmark::DoNotOptimize(digest);
    }
    Bytes bytes;
    codec::appendMsgpack(input("approve_agent"), bytes);
    if (digest != explain::hashesOf(bytes, {})->digest)
        state.SkipWithError("wrong digest");
    gave(toHex0x(digest));
    state.counters["permutations"] = 4;
    finish(state, 1);
}

std::vector<crypto::SecretKey> multiSigKeys()
{
    std::vector<crypto::SecretKey> out;
    for (const std::string &text : inputTexts("multisig_signer_keys"))
        out.push_back(std::move(*crypto::SecretKey::parse(text)));
    return out;
}

/// What each signer must sign: the Agent struct of [user, leader, action], or the action's own
/// struct with both addresses in it.
Hash32 innerDigestOf(const char *key, const actions::MultiSigParties &parties)
{
    const codec::Value &action = input(key);
    const std::string user = parties.multiSigUser.toString();
    const std::string leader = parties.outerSigner.toString();
    if (action.find("orders") != nullptr)
        return agentDigestOf(plainActionHash(codec::Array{user, leader, action}, nonce()));
    return typedDigest("HyperliquidSignTransaction", 42'161, "HyperliquidTransaction:ApproveAgent",
                       {{"string", "hyperliquidChain", "Mainnet"},
                        {"address", "payloadMultiSigUser", user},
                        {"address", "outerSigner", leader},
                        {"address", "agentAddress", *action.string("agentAddress")},
                        {"string", "agentName", *action.string("agentName")},
                        {"uint64", "nonce", std::to_string(nonce())}});
}

/// The signature that costs nothing, the peers' too.
crypto::Signature dummySignature()
{
    crypto::Signature dummy;
    dummy.r.fill(0x11);
    dummy.s.fill(0x11);
    return dummy;
}

/// Inner signatures, wrapper, outer signature and body; without the curve where `isDummy`.
void multiSig(State &state, const char *key, bool isDummy)
{
    actions::Action action = actionOf(key);
    if (!actions::complete(action, nonce(), true))
        std::abort();
    const std::vector<crypto::SecretKey> keys = multiSigKeys();
    const actions::MultiSigParties parties{*Address::parse(inputText("multisig_user")),
                                           keys.front().address()};
    const actions::RequestEnvelope envelope{nonce(), {}, {}, true};
    const crypto::Signature dummy = dummySignature();
    Bytes scratch;
    std::string body;
    Hash32 inner{};
    Hash32 outer{};
    std::vector<crypto::Signature> signatures;
    crypto::Signature last;
    for (auto _ : state) {
        inner = actions::innerDigest(action, parties, envelope, scratch)->digest;
        signatures.clear();
        for (const crypto::SecretKey &secret : keys)
            signatures.push_back(isDummy ? dummy : *secret.sign(inner));
        const actions::MultiSig wrapper = actions::wrap(action, parties, signatures, "0xa4b1");
        outer = actions::outerDigest(wrapper, envelope, scratch).digest;
        last = isDummy ? dummy : *keys.front().sign(outer);
        body = actions::requestBody(wrapper, nonce(), last, {}, {});
        benchmark::DoNotOptimize(body);
    }
    if (inner != innerDigestOf(key, parties))
        state.SkipWithError("the signers sign something else");
    if (digestOfBody(body) != outer)
        state.SkipWithError("the leader signs something else than the body says");
    for (std::size_t i = 0; !isDummy && i < keys.size(); ++i)
        if (*crypto::recoverAddress(inner, signatures[i]) != keys[i].address())
            state.SkipWithError("wrong signature of a signer");
    if (!isDummy && *crypto::recoverAddress(outer, last) != keys.front().address())
        state.SkipWithError("wrong signature of the leader");
    gave(isDummy ? toHex0x(outer) : textOf(last));
    const actions::MultiSig wrapper = actions::wrap(action, parties, signatures, "0xa4b1");
    const std::size_t outerBlocks = blocksOf(actions::packWrapper(wrapper, scratch).size() + 9) + 2;
    const std::size_t innerBlocks =
        actions::isUserSigned(action)
            ? 4
            : blocksOf(actions::packInner(action, parties, scratch).size() + 9) + 2;
    madeOf(state, innerBlocks + outerBlocks, isDummy ? 0 : static_cast<int>(keys.size()) + 1);
    finish(state, 1);
}

/// Text of an action in, canonical struct out.
void parseOrders(State &state, const char *key)
{
    const std::string text = inputJson(key);
    Result<actions::Action> action = actions::Action();
    for (auto _ : state) {
        action = actions::parseAction(text);
        benchmark::DoNotOptimize(action);
    }
    if (!action || actions::actionJson(*action) != text)
        state.SkipWithError("wrong action");
    else
        gave(actions::actionJson(*action));
    finish(state, action ? actions::itemCount(*action) : 1);
}

/// Keys in reverse order brought back into the order that is hashed, as text.
void canonicaliseOrders(State &state, const char *key)
{
    codec::Object action = *input(key).asObject();
    std::reverse(action.begin(), action.end());
    for (auto &[name, value] : action)
        if (codec::Array *orders = value.asArray())
            for (codec::Value &order : *orders)
                std::reverse(order.asObject()->begin(), order.asObject()->end());
    const std::string text = codec::toJson(action);
    std::string out;
    for (auto _ : state) {
        out = actions::actionJson(*actions::parseAction(text));
        benchmark::DoNotOptimize(out);
    }
    if (out != inputJson(key))
        state.SkipWithError("wrong order of keys");
    gave(out);
    finish(state, actions::itemCount(actionOf(key)));
}

/// From the action's text to the body, with a signature that costs nothing.
void endToEnd(State &state, const char *key)
{
    const std::string text = inputJson(key);
    const crypto::Signature dummy = dummySignature();
    Bytes scratch;
    std::string body;
    Hash32 digest{};
    for (auto _ : state) {
        actions::Action action = std::move(*actions::parseAction(text));
        if (!actions::complete(action, nonce(), true))
            std::abort();
        digest = actions::isUserSigned(action)
                     ? *actions::userSignedDigest(action)
                     : actions::agentDigest(actions::connectionId(action, nonce(), {}, {}, scratch),
                                            true);
        benchmark::DoNotOptimize(digest);
        body = actions::requestBody(action, nonce(), dummy, {}, {});
        benchmark::DoNotOptimize(body);
    }
    if (body.find(text) == std::string::npos)
        state.SkipWithError("wrong body");
    if (digestOfBody(body) != digest)
        state.SkipWithError("the digest is not the body's");
    finish(state, 1);
}

[[maybe_unused]] const int kRegistered = [] {
    scenario("signing/canonicalize_order_1", canonicaliseOrders, "order_1");
    scenario("signing/canonicalize_order_100", canonicaliseOrders, "order_100");
    scenario("signing/parse_canonicalize_order_100", parseOrders, "order_100");
    scenario("signing/l1_action_hash_order_1", actionHash, "order_1", false);
    scenario("signing/l1_action_hash_order_100", actionHash, "order_100", false);
    scenario("signing/l1_action_hash_with_vault_and_expiry", actionHash, "order_1", true);
    scenario("signing/l1_action_hash_cancel_1", actionHash, "cancel_1", false);
    scenario("signing/l1_action_hash_cancel_100", actionHash, "cancel_100", false);
    scenario("signing/l1_action_hash_cancel_1000", actionHash, "cancel_1000", false);
    scenario("signing/sign_l1_action_order_1", signAction, "order_1");
    scenario("signing/sign_l1_action_order_100", signAction, "order_100");
    scenario("signing/recover_before_dispatch", recoverBeforeDispatch);
    scenario("signing/multisig_l1_3_signers", multiSig, "order_1", false);
    scenario("signing/multisig_user_signed_3_signers", multiSig, "approve_agent", false);
    scenario("signing/multisig_user_signed_3_signers_no_ecdsa", multiSig, "approve_agent", true);
    scenario("signing/multisig_l1_3_signers_no_ecdsa", multiSig, "multisig_order_20", true);
    scenario("signing/eip712_agent_digest", agentDigest);
    scenario("signing/eip712_multisig_digest", multiSigDigest);
    scenario("signing/eip712_user_signed_digest", userSignedDigest);
    scenario("signing/order_text_to_body", endToEnd, "order_1");
    scenario("signing/approve_agent_e2e_no_ecdsa", endToEnd, "approve_agent");
    return 0;
}();

} // namespace
} // namespace hl::bench
