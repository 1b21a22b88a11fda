// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "venue/hyperliquid/actions/eip712.h"

#include "crypto/keccak256.h"

#include <array>
#include <bit>
#include <cstring>
#include <string_view>

namespace hl::actions {
namespace {

using crypto::keccak256Constant;

constexpr Hash32 kDomainType = keccak256Constant(
    "EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");
constexpr Hash32 kVersion = keccak256Constant("1");
constexpr Hash32 kUserName = keccak256Constant("HyperliquidSignTransaction");

using DomainWords = std::array<char, 160>;

constexpr DomainWords domainWords(const Hash32 &name, std::uint64_t chainId)
{
    DomainWords out{};
    for (std::size_t i = 0; i < 32; ++i) {
        out[i] = static_cast<char>(kDomainType[i]);
        out[32 + i] = static_cast<char>(name[i]);
        out[64 + i] = static_cast<char>(kVersion[i]);
    }
    for (std::size_t i = 0; i < 8; ++i)
        out[96 + 31 - i] = static_cast<char>(chainId >> (8 * i));
    return out; // the contract's word stays zero
}

consteval Hash32 constantDomain(std::string_view name, std::uint64_t chainId)
{
    const DomainWords words = domainWords(keccak256Constant(name), chainId);
    return keccak256Constant({words.data(), words.size()});
}

struct Known
{
    std::uint64_t chainId = 0;
    Hash32 separator{};
};

constexpr std::array<Known, 5> kKnown{
    {{42161, constantDomain("HyperliquidSignTransaction", 42161)},
     {421614, constantDomain("HyperliquidSignTransaction", 421614)},
     {1, constantDomain("HyperliquidSignTransaction", 1)},
     {1337, constantDomain("HyperliquidSignTransaction", 1337)},
     {999, constantDomain("HyperliquidSignTransaction", 999)}}};

} // namespace

const Hash32 &exchangeDomain()
{
    static constexpr Hash32 kDomain = constantDomain("Exchange", 1337);
    return kDomain;
}

Hash32 userDomain(std::uint64_t chainId)
{
    for (const Known &known : kKnown)
        if (known.chainId == chainId)
            return known.separator;
    thread_local std::array<Known, 4> recent{};
    thread_local std::size_t next = 0;
    for (const Known &known : recent)
        if (known.chainId == chainId && chainId != 0)
            return known.separator;
    const DomainWords words = domainWords(kUserName, chainId);
    const Hash32 made = crypto::keccak256(std::string_view(words.data(), words.size()));
    recent[next] = {chainId, made};
    next = (next + 1) % recent.size();
    return made;
}

Hash32 eip712Digest(const Hash32 &domainSeparator, const Hash32 &structHash)
{
    static_assert(std::endian::native == std::endian::little);
    // 0x19 0x01 moves everything by two bytes. Put together as the words that are hashed: words
    // read across the borders of others would have to wait for them.
    std::array<std::uint64_t, 9> words;
    std::uint64_t carry = 0x0119;
    for (std::size_t i = 0; i < 8; ++i) {
        const Hash32 &from = i < 4 ? domainSeparator : structHash;
        std::uint64_t word = 0;
        std::memcpy(&word, from.data() + 8 * (i % 4), sizeof word);
        words[i] = word << 16 | carry;
        carry = word >> 48;
    }
    words[8] = carry;
    return crypto::keccak256(ByteView(reinterpret_cast<const std::uint8_t *>(words.data()), 66));
}

} // namespace hl::actions
