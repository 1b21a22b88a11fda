// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "independent.h"

#include "base/hex.h"
#include "crypto/keccak256.h"
#include "explain/explain.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>

namespace hl::bench {
namespace {

void append(Bytes &to, const Hash32 &word)
{
    to.insert(to.end(), word.begin(), word.end());
}

Hash32 numberWord(std::uint64_t number)
{
    Hash32 word{};
    for (std::size_t i = 0; i < 8; ++i)
        word[31 - i] = static_cast<std::uint8_t>(number >> (8 * i));
    return word;
}

Hash32 wordOf(const PlainField &field)
{
    const std::string_view type = field.type;
    if (type == "string")
        return crypto::keccak256(field.value);
    Hash32 word{};
    if (type == "uint64") {
        std::uint64_t number = 0;
        std::from_chars(field.value.data(), field.value.data() + field.value.size(), number);
        return numberWord(number);
    }
    if (type == "bytes32" && fromHexExact(field.value, word))
        return word;
    if (const auto address = Address::parse(field.value); type == "address" && address) {
        std::copy(address->bytes.begin(), address->bytes.end(), word.begin() + 12);
        return word;
    }
    std::abort();
}

} // namespace

Hash32 typedDigest(std::string_view domainName, std::uint64_t chainId, std::string_view primaryType,
                   const std::vector<PlainField> &fields)
{
    Bytes domain;
    append(domain, crypto::keccak256("EIP712Domain(string name,string version,uint256 chainId,"
                                     "address verifyingContract)"));
    append(domain, crypto::keccak256(domainName));
    append(domain, crypto::keccak256("1"));
    append(domain, numberWord(chainId));
    append(domain, Hash32{});

    std::string type(primaryType);
    for (std::size_t i = 0; i < fields.size(); ++i)
        type += (i == 0 ? "(" : ",") + std::string(fields[i].type) + " " + fields[i].name;
    Bytes message;
    append(message, crypto::keccak256(type + ")"));
    for (const PlainField &field : fields)
        append(message, wordOf(field));

    Bytes whole{0x19, 0x01};
    append(whole, crypto::keccak256(ByteView(domain)));
    append(whole, crypto::keccak256(ByteView(message)));
    return crypto::keccak256(ByteView(whole));
}

Hash32 agentDigestOf(const Hash32 &connectionId)
{
    return typedDigest(
        "Exchange", 1337, "Agent",
        {{"string", "source", "a"}, {"bytes32", "connectionId", toHex0x(connectionId)}});
}

Hash32 sendMultiSigDigestOf(const Hash32 &actionHash, Nonce nonce)
{
    return typedDigest("HyperliquidSignTransaction", 42'161, "HyperliquidTransaction:SendMultiSig",
                       {{"string", "hyperliquidChain", "Mainnet"},
                        {"bytes32", "multiSigActionHash", toHex0x(actionHash)},
                        {"uint64", "nonce", std::to_string(nonce)}});
}

Hash32 plainActionHash(const codec::Value &value, Nonce nonce)
{
    Bytes bytes;
    codec::appendMsgpack(value, bytes);
    for (int shift = 56; shift >= 0; shift -= 8)
        bytes.push_back(static_cast<std::uint8_t>(nonce >> shift));
    bytes.push_back(0);
    return crypto::keccak256(ByteView(bytes));
}

std::optional<Hash32> digestOfBody(const std::string &body)
{
    const auto value = codec::parseJson(body);
    const codec::Value *action = value ? value->find("action") : nullptr;
    const codec::Value *nonce = value ? value->find("nonce") : nullptr;
    if (action == nullptr || nonce == nullptr || nonce->asUint() == nullptr)
        return {};
    explain::Surroundings around{*nonce->asUint(), {}, {}, true};
    if (const codec::Value *expires = value->find("expiresAfter");
        expires != nullptr && expires->asUint() != nullptr)
        around.expiresAfter = *expires->asUint();
    if (const codec::Value *vault = value->find("vaultAddress");
        vault != nullptr && vault->asString() != nullptr) {
        const auto address = Address::parse(*vault->asString());
        if (!address)
            return {};
        around.vault = *address;
    }
    Bytes bytes;
    codec::appendMsgpack(*action, bytes);
    const auto hashes = explain::hashesOf(bytes, around);
    return hashes ? std::optional(hashes->digest) : std::nullopt;
}

} // namespace hl::bench
