// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/hex.h"
#include "crypto/keccak256.h"
#include "explain/explain.h"
#include "explain/msgpack_walk.h"

#include <algorithm>
#include <charconv>

namespace hl::explain {
namespace {

/// The structs of user-signed actions as the protocol prints them (protocol/signing.md 6.1), behind
/// the action's type and without the common first field.
struct UserStruct
{
    std::string_view type;
    std::string_view name;
    std::string_view fields;
};
constexpr UserStruct kUserStructs[] = {
    {"approveAgent", "ApproveAgent", "address agentAddress,string agentName,uint64 nonce"},
    {"approveBuilderFee", "ApproveBuilderFee", "string maxFeeRate,address builder,uint64 nonce"},
    {"cDeposit", "CDeposit", "uint64 wei,uint64 nonce"},
    {"cWithdraw", "CWithdraw", "uint64 wei,uint64 nonce"},
    {"convertToMultiSigUser", "ConvertToMultiSigUser", "string signers,uint64 nonce"},
    {"linkStakingUser", "LinkStakingUser", "address user,bool isFinalize,uint64 nonce"},
    {"sendAsset", "SendAsset",
     "string destination,string sourceDex,string destinationDex,string token,string amount,string "
     "fromSubAccount,uint64 nonce"},
    {"sendToEvmWithData", "SendToEvmWithData",
     "string token,string amount,string sourceDex,string destinationRecipient,string "
     "addressEncoding,uint32 destinationChainId,uint64 gasLimit,bytes data,uint64 nonce"},
    {"spotSend", "SpotSend", "string destination,string token,string amount,uint64 time"},
    {"stakingLinkDisableTradingUser", "StakingLinkDisableTradingUser",
     "address tradingUser,uint64 nonce"},
    {"tokenDelegate", "TokenDelegate",
     "address validator,uint64 wei,bool isUndelegate,uint64 nonce"},
    {"usdClassTransfer", "UsdClassTransfer", "string amount,bool toPerp,uint64 nonce"},
    {"usdSend", "UsdSend", "string destination,string amount,uint64 time"},
    {"userDexAbstraction", "UserDexAbstraction", "address user,bool enabled,uint64 nonce"},
    {"userPortfolioMargin", "UserPortfolioMargin", "address user,bool enabled,uint64 nonce"},
    {"userSetAbstraction", "UserSetAbstraction", "address user,string abstraction,uint64 nonce"},
    {"withdraw3", "Withdraw", "string destination,string amount,uint64 time"},
};

void putHash(const Hash32 &hash, Bytes &out)
{
    out.insert(out.end(), hash.begin(), hash.end());
}

void putNumber(std::uint64_t value, Bytes &out)
{
    out.insert(out.end(), 24, 0);
    for (int shift = 56; shift >= 0; shift -= 8)
        out.push_back(static_cast<std::uint8_t>(value >> shift));
}

void putText(std::string_view text, Bytes &out)
{
    putHash(crypto::keccak256(text), out);
}

Hash32 domainOf(std::string_view name, std::uint64_t chainId)
{
    Bytes words;
    putText("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)",
            words);
    putText(name, words);
    putText("1", words);
    putNumber(chainId, words);
    putNumber(0, words);
    return crypto::keccak256(words);
}

Hash32 digestOf(const Hash32 &domain, const Hash32 &message)
{
    Bytes bytes{0x19, 0x01};
    putHash(domain, bytes);
    putHash(message, bytes);
    return crypto::keccak256(bytes);
}

Hash32 actionHash(ByteView msgpack, const Surroundings &around)
{
    Bytes bytes(msgpack.begin(), msgpack.end());
    const auto number = [&bytes](std::uint64_t value) {
        for (int shift = 56; shift >= 0; shift -= 8)
            bytes.push_back(static_cast<std::uint8_t>(value >> shift));
    };
    number(around.nonce);
    bytes.push_back(around.vault ? 1 : 0);
    if (around.vault)
        bytes.insert(bytes.end(), around.vault->bytes.begin(), around.vault->bytes.end());
    if (around.expiresAfter) {
        bytes.push_back(0);
        number(*around.expiresAfter);
    }
    return crypto::keccak256(bytes);
}

/// The number in "0xa4b1"; 0 where there is none.
std::uint64_t chainOf(const Node &action)
{
    const std::string_view text = action.textOf("signatureChainId");
    std::uint64_t out = 0;
    if (text.size() > 2 && text.substr(0, 2) == "0x")
        std::from_chars(text.data() + 2, text.data() + text.size(), out, 16);
    return out;
}

constexpr std::string_view kUserDomain = "HyperliquidSignTransaction";

tl::unexpected<Error> unfit(std::string_view field)
{
    return fail(ErrorKind::Validation,
                "is missing or of another kind than the struct it is signed in",
                std::string(field));
}

Status putField(std::string_view type, std::string_view name, const Node &action, Bytes &out)
{
    const Node *value = action.find(name);
    if (type == "string") {
        // An agent without a name is signed with an empty one.
        if (!value && name == "agentName") {
            putText("", out);
            return {};
        }
        if (!value || !value->is(Node::Kind::Text))
            return unfit(name);
        putText(value->text, out);
    } else if (type == "address") {
        Address address;
        if (!value || !value->is(Node::Kind::Text) || !fromHexExact(value->text, address.bytes))
            return unfit(name);
        out.insert(out.end(), 12, 0);
        out.insert(out.end(), address.bytes.begin(), address.bytes.end());
    } else if (type == "bytes") {
        const Result<Bytes> bytes = value && value->is(Node::Kind::Text)
                                        ? fromHex(value->text)
                                        : Result<Bytes>(unfit(name));
        if (!bytes)
            return unfit(name);
        putHash(crypto::keccak256(*bytes), out);
    } else if (type == "bool") {
        if (!value || !value->is(Node::Kind::Bool))
            return unfit(name);
        putNumber(value->flag ? 1 : 0, out);
    } else {
        if (!value || !value->is(Node::Kind::Uint))
            return unfit(name);
        putNumber(value->number, out);
    }
    return {};
}

Result<Hashes> userHashes(const Node &action, const UserStruct &shape)
{
    const std::string fields = "string hyperliquidChain," + std::string(shape.fields);
    Bytes words;
    putText("HyperliquidTransaction:" + std::string(shape.name) + '(' + fields + ')', words);
    for (std::string_view left = fields; !left.empty();) {
        const std::string_view field = left.substr(0, left.find(','));
        left.remove_prefix(std::min(field.size() + 1, left.size()));
        const std::size_t blank = field.find(' ');
        HL_CHECK(putField(field.substr(0, blank), field.substr(blank + 1), action, words));
    }
    const std::uint64_t chainId = chainOf(action);
    if (chainId == 0)
        return unfit("signatureChainId");
    Hashes out;
    out.domain = domainOf(kUserDomain, chainId);
    out.message = crypto::keccak256(words);
    out.digest = digestOf(out.domain, out.message);
    return out;
}

/// The wrapper's bytes without its type, which is its first key.
Result<Hashes> multiSigHashes(const Node &wrapper, ByteView msgpack, const Surroundings &around)
{
    const auto &members = wrapper.members;
    if (members.size() != 4 || members[0].first != "type")
        return unfit("type");
    Bytes bytes{0x83};
    const std::size_t from = members[0].second.end;
    bytes.insert(bytes.end(), msgpack.begin() + static_cast<std::ptrdiff_t>(from), msgpack.end());
    Hashes out;
    out.connectionId = actionHash(bytes, around);
    Bytes words;
    putText("HyperliquidTransaction:SendMultiSig(string hyperliquidChain,bytes32 "
            "multiSigActionHash,uint64 nonce)",
            words);
    putText(around.isMainnet ? "Mainnet" : "Testnet", words);
    putHash(*out.connectionId, words);
    putNumber(around.nonce, words);
    out.domain = domainOf(kUserDomain, chainOf(wrapper));
    out.message = crypto::keccak256(words);
    out.digest = digestOf(out.domain, out.message);
    return out;
}

} // namespace

Result<Hashes> hashesOf(ByteView msgpack, const Surroundings &around)
{
    HL_TRY(walk, walkMsgpack(msgpack));
    const std::string_view type = walk.root.textOf("type");
    if (type.empty())
        return fail(ErrorKind::Parse, "The bytes are no action: they have no type.");
    for (const UserStruct &shape : kUserStructs)
        if (shape.type == type)
            return userHashes(walk.root, shape);
    if (type == "multiSig")
        return multiSigHashes(walk.root, msgpack, around);
    Hashes out;
    out.connectionId = actionHash(msgpack, around);
    Bytes words;
    putText("Agent(string source,bytes32 connectionId)", words);
    putText(around.isMainnet ? "a" : "b", words);
    putHash(*out.connectionId, words);
    out.domain = domainOf("Exchange", 1337);
    out.message = crypto::keccak256(words);
    out.digest = digestOf(out.domain, out.message);
    return out;
}

} // namespace hl::explain
