// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/hex.h"
#include "crypto/keccak256.h"
#include "venue/hyperliquid/actions/actions.h"
#include "venue/hyperliquid/actions/eip712.h"
#include "venue/hyperliquid/actions/user_signed_data.h"

#include <cstring>

namespace hl::actions {
namespace {

Hash32 agentStruct(const Hash32 &connectionId, bool isMainnet)
{
    static constexpr Hash32 kType =
        crypto::keccak256Constant("Agent(string source,bytes32 connectionId)");
    static constexpr Hash32 kMainnet = crypto::keccak256Constant("a");
    static constexpr Hash32 kTestnet = crypto::keccak256Constant("b");
    std::uint8_t words[96];
    std::memcpy(words, kType.data(), 32);
    std::memcpy(words + 32, (isMainnet ? kMainnet : kTestnet).data(), 32);
    std::memcpy(words + 64, connectionId.data(), 32);
    return crypto::keccak256(ByteView(words));
}

} // namespace

Hash32 agentDigest(const Hash32 &connectionId, bool isMainnet)
{
    return eip712Digest(exchangeDomain(), agentStruct(connectionId, isMainnet));
}

codec::TypedData agentTypedData(const Hash32 &connectionId, bool isMainnet)
{
    codec::TypedData out;
    out.domainName = "Exchange";
    out.chainId = 1337;
    out.primaryType = "Agent";
    out.fields = {{"string", "source", isMainnet ? "a" : "b"},
                  {"bytes32", "connectionId", toHex0x(connectionId)}};
    out.domainSeparator = exchangeDomain();
    out.structHash = agentStruct(connectionId, isMainnet);
    return out;
}

} // namespace hl::actions
