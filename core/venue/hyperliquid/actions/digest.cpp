// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "crypto/keccak256.h"
#include "venue/hyperliquid/actions/actions.h"
#include "venue/hyperliquid/actions/eip712.h"

#include <cstring>

namespace hl::actions {

Hash32 agentDigest(const Hash32 &connectionId, bool isMainnet)
{
    static constexpr Hash32 kType =
        crypto::keccak256Constant("Agent(string source,bytes32 connectionId)");
    static constexpr Hash32 kMainnet = crypto::keccak256Constant("a");
    static constexpr Hash32 kTestnet = crypto::keccak256Constant("b");
    std::uint8_t words[96];
    std::memcpy(words, kType.data(), 32);
    std::memcpy(words + 32, (isMainnet ? kMainnet : kTestnet).data(), 32);
    std::memcpy(words + 64, connectionId.data(), 32);
    return eip712Digest(exchangeDomain(), crypto::keccak256(ByteView(words)));
}

} // namespace hl::actions
