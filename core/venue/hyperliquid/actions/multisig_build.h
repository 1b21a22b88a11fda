// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "venue/hyperliquid/actions/actions.h"
#include "venue/hyperliquid/actions/user_signed_data.h"

/// Building and checking multi-sig requests (protocol/signing.md 7).
namespace hl::actions {

/// What surrounds the action; the same for the inner and the outer signatures.
struct RequestEnvelope
{
    Nonce nonce = 0;
    std::optional<Address> vault;
    std::optional<std::uint64_t> expiresAfter;
    bool isMainnet = true;
};

/// What every inner signer signs over: one digest a call, whatever the number of signers. For an L1
/// action `connectionId` is the inner hash; a user-signed one has none.
struct InnerDigest
{
    std::optional<Hash32> connectionId;
    Hash32 digest{};
};
Result<InnerDigest> innerDigest(const Action &action, const MultiSigParties &parties,
                                const RequestEnvelope &envelope, Bytes &scratch);
/// The same for signers that show what they sign.
Result<codec::TypedData> innerTypedData(const Action &action, const MultiSigParties &parties,
                                        const RequestEnvelope &envelope, Bytes &scratch);

/// The msgpack the inner L1 hash is over, without nonce, vault and expiry; for checks and oracles.
ByteView packInner(const Action &action, const MultiSigParties &parties, Bytes &scratch);
/// The same of the outer hash: the wrapper without its type.
ByteView packWrapper(const MultiSig &wrapper, Bytes &scratch);

/// The action as it stands in the wrapper: userSetAbstraction with its short word.
Action payloadForm(const Action &action);
/// The action whose digest the inner signers signed, from its payload form.
Action signedForm(const Action &payload);

/// The wrapper for signatures in the signers' order. `signatureChainId` is the action's own where
/// it is user-signed.
MultiSig wrap(const Action &action, const MultiSigParties &parties,
              const std::vector<crypto::Signature> &signatures, std::string_view signatureChainId);

struct OuterDigest
{
    Hash32 multiSigActionHash{};
    Hash32 digest{};
};
/// What the leader signs.
OuterDigest outerDigest(const MultiSig &wrapper, const RequestEnvelope &envelope, Bytes &scratch);

} // namespace hl::actions
