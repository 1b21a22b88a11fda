// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/batch/batch_registry.h"
#include "app/cli/batch/op_arguments.h"
#include "app/cli/batch/ops.h"
#include "base/hex.h"
#include "crypto/keccak256.h"
#include "explain/explain.h"
#include "venue/hyperliquid/actions/actions.h"
#include "venue/hyperliquid/actions/multisig_build.h"
#include "venue/hyperliquid/actions/request.h"
#include "venue/hyperliquid/actions/user_signed_data.h"

#include <algorithm>

namespace hl::cli {
namespace {

using codec::Object;
using codec::Value;

/// The `action` field, canonical and complete but for the nonce and the chain.
Result<actions::Action> actionOf(const Value &request)
{
    const Value *action = request.find("action");
    if (!action || !action->asObject())
        return fail(ErrorKind::Validation, "must be an object", "action");
    Object members = *action->asObject();
    // Callers name noop's nonce beside its type; it is the request's, not the action's.
    const Value *type = action->find("type");
    if (type && *type == Value("noop"))
        std::erase_if(members, [&](const auto &member) {
            const Value *nonce = request.find("nonce");
            return member.first == "nonce" && nonce && *nonce == member.second;
        });
    return actions::parseAction(codec::toJson(members));
}

/// From the request, else from inside the action.
Result<Nonce> nonceOf(const Value &request, const actions::Action &action)
{
    HL_TRY(given, optionalUint(request, "nonce"));
    if (given)
        return *given;
    if (const auto own = actions::innerNonce(action))
        return *own;
    return fail(ErrorKind::Validation, "is missing", "nonce");
}

Result<std::string> chainText(const Value &request)
{
    const Value *chain = request.find("signatureChainId");
    if (!chain || chain->isNull())
        return std::string();
    return request.string("signatureChainId");
}

Result<actions::RequestEnvelope> envelopeOf(const Value &request, const actions::Action &action)
{
    actions::RequestEnvelope out;
    HL_TRY(nonce, nonceOf(request, action));
    HL_TRY(vault, optionalAddress(request, "vaultAddress"));
    HL_TRY(expiresAfter, optionalUint(request, "expiresAfter"));
    HL_TRY(isTestnet, flag(request, "isTestnet", false));
    return actions::RequestEnvelope{nonce, vault, expiresAfter, !isTestnet};
}

Result<Value> l1(const Value &request)
{
    HL_TRY(action, actionOf(request));
    if (actions::isUserSigned(action) || action.is<actions::MultiSig>())
        return fail(ErrorKind::Validation, "is no L1 action; see the operations user and multisig",
                    "action");
    HL_TRY(envelope, envelopeOf(request, action));
    HL_CHECK(actions::complete(action, envelope.nonce, envelope.isMainnet));
    HL_TRY(key, optionalKey(request));
    Bytes scratch;
    Object out{{"actionJson", actions::actionJson(action)}};
    out.emplace_back("msgpack", toHex(actions::packAction(action, scratch)));
    out.emplace_back("preimage", toHex(actions::packPreimage(action, envelope.nonce, envelope.vault,
                                                             envelope.expiresAfter, scratch)));
    const Hash32 id = actions::connectionId(action, envelope.nonce, envelope.vault,
                                            envelope.expiresAfter, scratch);
    const Hash32 digest = actions::agentDigest(id, envelope.isMainnet);
    out.emplace_back("connectionId", toHex0x(id));
    out.emplace_back("digest", toHex0x(digest));
    if (key) {
        HL_TRY(signature, key->sign(digest));
        out.emplace_back("address", key->address().toString());
        out.emplace_back("signature", signatureValue(signature));
        out.emplace_back("requestBody",
                         actions::requestBody(action, envelope.nonce, signature, envelope.vault,
                                              envelope.expiresAfter));
    }
    return Value(std::move(out));
}

Result<Value> user(const Value &request)
{
    HL_TRY(action, actionOf(request));
    if (!actions::isUserSigned(action))
        return fail(ErrorKind::Validation, "is no user-signed action", "action");
    HL_TRY(nonce, nonceOf(request, action));
    HL_TRY(chain, chainText(request));
    const Value *network = request.find("action")->find("hyperliquidChain");
    HL_TRY(isTestnet, flag(request, "isTestnet", network && *network == Value("Testnet")));
    HL_TRY(key, optionalKey(request));
    HL_CHECK(actions::complete(action, nonce, !isTestnet, chain));
    HL_TRY(data, actions::userTypedData(action));
    HL_TRY(digest, actions::userSignedDigest(action));
    const std::string type = codec::typeString(data);
    Object out{{"actionJson", actions::actionJson(action)},
               {"typeString", type},
               {"typeHash", toHex0x(crypto::keccak256(type))},
               {"domainSeparator", toHex0x(data.domainSeparator)},
               {"structHash", toHex0x(data.structHash)},
               {"digest", toHex0x(digest)}};
    if (key) {
        HL_TRY(signature, key->sign(digest));
        out.emplace_back("address", key->address().toString());
        out.emplace_back("signature", signatureValue(signature));
        out.emplace_back("requestBody", actions::requestBody(action, nonce, signature, std::nullopt,
                                                             std::nullopt));
    }
    return Value(std::move(out));
}

Result<std::vector<crypto::SecretKey>> signerKeys(const Value &request)
{
    const Value *list = request.find("signerKeys");
    if (!list || !list->asArray() || list->asArray()->empty() || list->asArray()->size() > 10)
        return fail(ErrorKind::Validation, "must be a list of 1 to 10 private keys", "signerKeys");
    std::vector<crypto::SecretKey> out;
    for (const Value &item : *list->asArray()) {
        auto key = crypto::SecretKey::parse(item.asString() ? *item.asString() : std::string());
        if (!key)
            return fail(ErrorKind::Validation, key.error().detail, "signerKeys");
        out.push_back(std::move(*key));
    }
    return out;
}

Object trimmedValue(const crypto::Signature &signature)
{
    const auto trimmed = [](const Hash32 &hash) {
        const std::string digits = toHex(hash);
        return "0x" + digits.substr(std::min(digits.find_first_not_of('0'), digits.size()));
    };
    return {{"r", trimmed(signature.r)},
            {"s", trimmed(signature.s)},
            {"v", std::uint64_t{signature.v}}};
}

Result<Value> multisig(const Value &request)
{
    HL_TRY(action, actionOf(request));
    if (const Value *kind = request.find("kind"); kind && !kind->isNull()) {
        const bool isUser = actions::isUserSigned(action);
        if (*kind != Value(isUser ? "user" : "l1"))
            return fail(ErrorKind::Validation,
                        isUser ? "must be user for this action" : "must be l1 for this action",
                        "kind");
    }
    HL_TRY(envelope, envelopeOf(request, action));
    HL_TRY(chain, chainText(request));
    HL_TRY(keys, signerKeys(request));
    actions::MultiSigParties parties;
    HL_TRY(multiSigUser, address(request, "multiSigUser"));
    HL_TRY(outerSigner, optionalAddress(request, "outerSigner"));
    parties = {multiSigUser, outerSigner.value_or(keys.front().address())};
    const auto leader = std::find_if(keys.begin(), keys.end(), [&](const crypto::SecretKey &key) {
        return key.address() == parties.outerSigner;
    });
    if (leader == keys.end())
        return fail(ErrorKind::Validation, "is the address of none of the signers", "outerSigner");
    if (actions::isUserSigned(action)) {
        if (envelope.vault || envelope.expiresAfter)
            return fail(ErrorKind::Validation, "a user-signed action has neither vault nor expiry",
                        envelope.vault ? "vaultAddress" : "expiresAfter");
    }
    HL_CHECK(actions::complete(action, envelope.nonce, envelope.isMainnet, chain));

    Bytes scratch;
    Object inner;
    HL_TRY(digest, actions::innerDigest(action, parties, envelope, scratch));
    if (digest.connectionId) {
        inner.emplace_back("msgpack", toHex(actions::packInner(action, parties, scratch)));
        inner.emplace_back("connectionId", toHex0x(*digest.connectionId));
    }
    inner.emplace_back("digest", toHex0x(digest.digest));
    std::vector<crypto::Signature> signatures;
    codec::Array full;
    codec::Array trimmed;
    for (const crypto::SecretKey &key : keys) {
        HL_TRY(signature, key.sign(digest.digest));
        signatures.push_back(signature);
        full.push_back(signatureValue(signature));
        trimmed.push_back(trimmedValue(signature));
    }
    inner.emplace_back("signatures", std::move(full));
    inner.emplace_back("signaturesTrimmed", std::move(trimmed));

    // The wrapper's chain is the action's own where it has one.
    std::string wrapperChain = chain.empty() ? std::string(actions::kDefaultChainId) : chain;
    std::visit(
        [&wrapperChain](const auto &a) {
            if constexpr (requires { a.signatureChainId; })
                wrapperChain = a.signatureChainId.text;
        },
        action.v);
    const actions::MultiSig wrapper = actions::wrap(action, parties, signatures, wrapperChain);
    HL_CHECK(actions::checkAction(wrapper));
    const actions::OuterDigest outer = actions::outerDigest(wrapper, envelope, scratch);
    HL_TRY(signature, leader->sign(outer.digest));
    return Value(
        Object{{"inner", std::move(inner)},
               {"outer", Object{{"msgpack", toHex(actions::packWrapper(wrapper, scratch))},
                                {"multiSigActionHash", toHex0x(outer.multiSigActionHash)},
                                {"digest", toHex0x(outer.digest)},
                                {"signature", signatureValue(signature)}}},
               {"wrapperJson", actions::actionJson(wrapper)},
               {"requestBody", actions::requestBody(wrapper, envelope.nonce, signature,
                                                    envelope.vault, envelope.expiresAfter)}});
}

Result<Value> agentDigest(const Value &request)
{
    HL_TRY(id, hash32(request, "connectionId"));
    HL_TRY(isTestnet, flag(request, "isTestnet", false));
    return Value(Object{{"digest", toHex0x(actions::agentDigest(id, !isTestnet))}});
}

Result<Value> recover(const Value &request)
{
    HL_TRY(digest, hash32(request, "digest"));
    const Value *given = request.find("signature");
    if (!given || !given->asObject())
        return fail(ErrorKind::Validation, "must be an object with r, s and v", "signature");
    Result<crypto::Signature> signature = actions::parseSignature(codec::toJson(*given));
    if (!signature)
        return fail(std::move(signature).error());
    HL_TRY(signer, crypto::recoverAddress(digest, *signature));
    return Value(Object{{"address", signer.toString()}});
}

Result<Value> keccak(const Value &request)
{
    HL_TRY(bytes, hexBytes(request, "hex"));
    return Value(Object{{"hash", toHex0x(crypto::keccak256(bytes))}});
}

Result<Value> msgpack(const Value &request)
{
    const Value *value = request.find("value");
    if (!value)
        return fail(ErrorKind::Validation, "is missing", "value");
    Bytes out;
    codec::appendMsgpack(*value, out);
    return Value(Object{{"msgpack", toHex(out)}});
}

Result<Value> msgpackDecode(const Value &request)
{
    HL_TRY(bytes, hexBytes(request, "msgpack"));
    HL_TRY(value, codec::decodeMsgpack(bytes));
    return Value(Object{{"value", std::move(value)}});
}

Result<Value> explainOp(const Value &request)
{
    HL_TRY(bytes, hexBytes(request, "msgpack"));
    HL_TRY(lines, explain::actionInWords(bytes));
    codec::Array out;
    for (std::string &line : lines)
        out.emplace_back(std::move(line));
    return Value(Object{{"lines", std::move(out)}});
}

Result<Value> addressOp(const Value &request)
{
    HL_TRY(key, optionalKey(request));
    if (!key)
        return fail(ErrorKind::Validation, "is missing", "privateKey");
    return Value(Object{{"address", key->address().toString()},
                        {"checksum", crypto::checksumAddress(key->address())},
                        {"publicKey", "0x04" + toHex(key->publicKey())}});
}

} // namespace

void registerSigningOps(BatchRegistry &registry)
{
    registry.add("l1", l1);
    registry.add("user", user);
    registry.add("multisig", multisig);
    registry.add("agent-digest", agentDigest);
    registry.add("recover", recover);
    registry.add("keccak", keccak);
    registry.add("msgpack", msgpack);
    registry.add("msgpack-decode", msgpackDecode);
    registry.add("explain", explainOp);
    registry.add("address", addressOp);
}

} // namespace hl::cli
