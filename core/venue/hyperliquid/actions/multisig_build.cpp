// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "venue/hyperliquid/actions/multisig_build.h"

#include "crypto/keccak256.h"
#include "venue/hyperliquid/actions/envelope.h"
#include "venue/hyperliquid/actions/text_rules.h"

namespace hl::actions {
namespace {

Hash32 innerHash(const Action &action, const MultiSigParties &parties,
                 const RequestEnvelope &envelope, Bytes &scratch)
{
    return crypto::keccak256(packMultiSigPreimage(action, parties.multiSigUser, parties.outerSigner,
                                                  envelope.nonce, envelope.vault,
                                                  envelope.expiresAfter, scratch));
}

} // namespace

Result<InnerDigest> innerDigest(const Action &action, const MultiSigParties &parties,
                                const RequestEnvelope &envelope, Bytes &scratch)
{
    InnerDigest out;
    if (isUserSigned(action)) {
        HL_TRY(digest, userSignedDigest(action, &parties));
        out.digest = digest;
        return out;
    }
    out.connectionId = innerHash(action, parties, envelope, scratch);
    out.digest = agentDigest(*out.connectionId, envelope.isMainnet);
    return out;
}

Result<codec::TypedData> innerTypedData(const Action &action, const MultiSigParties &parties,
                                        const RequestEnvelope &envelope, Bytes &scratch)
{
    if (isUserSigned(action))
        return userTypedData(action, &parties);
    return agentTypedData(innerHash(action, parties, envelope, scratch), envelope.isMainnet);
}

ByteView packInner(const Action &action, const MultiSigParties &parties, Bytes &scratch)
{
    const ByteView all = packMultiSigPreimage(action, parties.multiSigUser, parties.outerSigner, 0,
                                              std::nullopt, std::nullopt, scratch);
    return all.first(all.size() - kLeastEnvelope);
}

ByteView packWrapper(const MultiSig &wrapper, Bytes &scratch)
{
    const ByteView all = packWrapperPreimage(wrapper, 0, std::nullopt, std::nullopt, scratch);
    return all.first(all.size() - kLeastEnvelope);
}

Action payloadForm(const Action &action)
{
    if (const UserSetAbstraction *a = action.as<UserSetAbstraction>())
        return UserSetAbstractionPayload{a->signatureChainId, a->hyperliquidChain, a->user,
                                         static_cast<ShortAbstraction>(a->abstraction), a->nonce};
    return action;
}

Action signedForm(const Action &payload)
{
    if (const UserSetAbstractionPayload *a = payload.as<UserSetAbstractionPayload>())
        return UserSetAbstraction{a->signatureChainId, a->hyperliquidChain, a->user,
                                  static_cast<Abstraction>(a->abstraction), a->nonce};
    return payload;
}

MultiSig wrap(const Action &action, const MultiSigParties &parties,
              const std::vector<crypto::Signature> &signatures, std::string_view signatureChainId)
{
    MultiSig out;
    out.signatureChainId.text = signatureChainId;
    out.signatures.reserve(signatures.size());
    for (const crypto::Signature &signature : signatures)
        out.signatures.push_back({signature});
    out.payload = {parties.multiSigUser,
                   parties.outerSigner,
                   {std::make_shared<const Action>(payloadForm(action))}};
    return out;
}

OuterDigest outerDigest(const MultiSig &wrapper, const RequestEnvelope &envelope, Bytes &scratch)
{
    OuterDigest out;
    out.multiSigActionHash = crypto::keccak256(packWrapperPreimage(
        wrapper, envelope.nonce, envelope.vault, envelope.expiresAfter, scratch));
    out.digest = sendMultiSigDigest(out.multiSigActionHash, envelope.nonce, envelope.isMainnet,
                                    chainNumber(wrapper.signatureChainId));
    return out;
}

} // namespace hl::actions
