// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "venue/hyperliquid/actions/request.h"

#include "crypto/secp256k1.h"
#include "venue/hyperliquid/actions/detail/read.h"
#include "venue/hyperliquid/actions/detail/read_action.h"

namespace hl::actions {
namespace {

using codec::JsonCursor;

bool readMember(JsonCursor &in, std::string_view key, PostedRequest &out, unsigned &seen)
{
    const auto once = [&](unsigned bit) {
        if (seen & bit)
            return in.refuse(ErrorKind::Validation, "must be given once");
        seen |= bit;
        return true;
    };
    const bool isNull = in.peek() == JsonCursor::Kind::Null;
    if (key == "action")
        return once(1) && detail::readRootAction(in, out.action);
    if (key == "signature")
        return once(2) && detail::readInnerSignature(in, out.signature);
    if (key == "nonce")
        return once(4) && detail::readUnsigned(in, out.nonce);
    if (key == "vaultAddress")
        return once(8) && (isNull ? in.null() : detail::readAddress(in, out.vault.emplace()));
    if (key == "expiresAfter")
        return once(16) &&
               (isNull ? in.null() : detail::readUnsigned(in, out.expiresAfter.emplace()));
    return in.refuse(ErrorKind::Validation, "is not a key of a request");
}

RequestEnvelope envelopeOf(const PostedRequest &request, bool isMainnet)
{
    return {request.nonce, request.vault, request.expiresAfter, isMainnet};
}

} // namespace

Result<PostedRequest> parseRequest(std::string_view body)
{
    JsonCursor in(body);
    PostedRequest out;
    unsigned seen = 0;
    std::string_view key;
    std::string scratch;
    if (in.peek() != JsonCursor::Kind::Object)
        return fail(ErrorKind::Parse, "The request is no JSON object.");
    in.beginObject();
    while (in.member(key, scratch))
        if (!readMember(in, key, out, seen))
            in.under(key);
    if (!in.ok() || !in.atEnd())
        return fail(std::move(in.error()));
    for (const auto &[bit, name] : {std::pair(1u, "action"), {2u, "signature"}, {4u, "nonce"}})
        if (!(seen & bit))
            return fail(ErrorKind::Validation, "is missing", name);
    return out;
}

Result<crypto::Signature> parseSignature(std::string_view json)
{
    JsonCursor in(json);
    crypto::Signature out;
    if (!detail::readInnerSignature(in, out) || !in.atEnd())
        return fail(std::move(in.error()));
    return out;
}

Result<Hash32> requestDigest(const PostedRequest &request, bool isMainnet)
{
    if (isUserSigned(request.action))
        return userSignedDigest(request.action);
    Bytes scratch;
    if (const MultiSig *wrapper = request.action.as<MultiSig>())
        return outerDigest(*wrapper, envelopeOf(request, isMainnet), scratch).digest;
    return agentDigest(
        connectionId(request.action, request.nonce, request.vault, request.expiresAfter, scratch),
        isMainnet);
}

Result<Address> recoverRequestSigner(const PostedRequest &request, bool isMainnet)
{
    HL_TRY(digest, requestDigest(request, isMainnet));
    return crypto::recoverAddress(digest, request.signature);
}

Result<std::vector<Address>> recoverInnerSigners(const PostedRequest &request, bool isMainnet)
{
    const MultiSig *wrapper = request.action.as<MultiSig>();
    if (!wrapper || !wrapper->payload.action.action)
        return fail(ErrorKind::Internal, "The action is no multiSig.");
    Bytes scratch;
    HL_TRY(inner, innerDigest(signedForm(*wrapper->payload.action.action),
                              {wrapper->payload.multiSigUser, wrapper->payload.outerSigner},
                              envelopeOf(request, isMainnet), scratch));
    std::vector<Address> out;
    for (const InnerSignature &signature : wrapper->signatures) {
        HL_TRY(address, crypto::recoverAddress(inner.digest, signature.value));
        out.push_back(address);
    }
    return out;
}

} // namespace hl::actions
