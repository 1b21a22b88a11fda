// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "codec/typed_data.h"
#include "venue/hyperliquid/actions/actions.h"

/// The EIP-712 side of actions, from the same tables: digests by the short way, typed data for
/// signers that show what they sign (protocol/signing.md 6 and 7).
namespace hl::actions {

/// Set when the action is the payload of a multi-sig: two fields more are signed.
struct MultiSigParties
{
    Address multiSigUser;
    Address outerSigner;
};

/// Digest of a complete user-signed action. ErrorKind::Internal where it is not complete or not
/// user-signed. No allocation unless the action carries `data`.
Result<Hash32> userSignedDigest(const Action &action, const MultiSigParties *parties = nullptr);
/// The same as typed data, hashes included.
Result<codec::TypedData> userTypedData(const Action &action,
                                       const MultiSigParties *parties = nullptr);
codec::TypedData agentTypedData(const Hash32 &connectionId, bool isMainnet);

/// What the leader of a multi-sig signs over the wrapper's hash.
Hash32 sendMultiSigDigest(const Hash32 &multiSigActionHash, Nonce nonce, bool isMainnet,
                          std::uint64_t chainId);
codec::TypedData sendMultiSigTypedData(const Hash32 &multiSigActionHash, Nonce nonce,
                                       bool isMainnet, std::uint64_t chainId);

} // namespace hl::actions
