// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "base/ids.h"
#include "codec/value.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// What scenarios hold their results against: worked out from the workload's own JSON by code that
/// shares no more than Keccak and the general msgpack writer with what is measured.
namespace hl::bench {

/// One field of an EIP-712 struct.
struct PlainField
{
    const char *type; ///< "string", "address", "bytes32" or "uint64"
    const char *name;
    std::string value;
};
/// What is signed of a struct without structs in it.
Hash32 typedDigest(std::string_view domainName, std::uint64_t chainId, std::string_view primaryType,
                   const std::vector<PlainField> &fields);
/// Of the Agent struct on mainnet.
Hash32 agentDigestOf(const Hash32 &connectionId);
/// Of the leader's struct on mainnet, chain 42161.
Hash32 sendMultiSigDigestOf(const Hash32 &actionHash, Nonce nonce);
/// keccak(msgpack ‖ nonce ‖ no vault), for a value whose keys are in the order that is hashed.
Hash32 plainActionHash(const codec::Value &value, Nonce nonce);
/// What the signature of a request's body must be of, on mainnet; none where it is no such body.
std::optional<Hash32> digestOfBody(const std::string &body);

} // namespace hl::bench
