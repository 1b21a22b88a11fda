// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "venue/hyperliquid/actions/multisig_build.h"

#include <vector>

/// A posted /exchange body, read back: what the embedded venue and the checks before dispatch use.
namespace hl::actions {

struct PostedRequest
{
    Action action;
    crypto::Signature signature;
    Nonce nonce = 0;
    std::optional<Address> vault;
    std::optional<std::uint64_t> expiresAfter;
};

/// Null vault and expiry count as absent; r and s may lack leading zeros; v 0/1 counts as 27/28.
/// The action is read by parseAction's rules. Unknown keys are refused.
Result<PostedRequest> parseRequest(std::string_view body);

/// {r,s,v} by the same rules.
Result<crypto::Signature> parseSignature(std::string_view json);

/// The digest the body's signature is over: agent digest of an L1 action, the action's own struct
/// where it is user-signed, the wrapper's where it is a multiSig.
Result<Hash32> requestDigest(const PostedRequest &request, bool isMainnet);
/// Who signed the body: of a multiSig the leader.
Result<Address> recoverRequestSigner(const PostedRequest &request, bool isMainnet);
/// Who signed the payload of a multiSig, in the order of its signatures.
Result<std::vector<Address>> recoverInnerSigners(const PostedRequest &request, bool isMainnet);

} // namespace hl::actions
