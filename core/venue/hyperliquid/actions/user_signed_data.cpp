// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "venue/hyperliquid/actions/user_signed_data.h"

#include "crypto/keccak256.h"
#include "venue/hyperliquid/actions/detail/table_walk.h"
#include "venue/hyperliquid/actions/eip712.h"
#include "venue/hyperliquid/actions/text_rules.h"

#include <cstring>

namespace hl::actions {
namespace {

using namespace detail;
using crypto::keccak256Constant;

constexpr std::string_view kPrefix = "HyperliquidTransaction:";
constexpr std::string_view kUserDomainName = "HyperliquidSignTransaction";

constexpr std::string_view solName(Sol sol)
{
    switch (sol) {
    case Sol::String:
        return "string";
    case Sol::Address:
        return "address";
    case Sol::Bool:
        return "bool";
    case Sol::Uint64:
        return "uint64";
    case Sol::Uint32:
        return "uint32";
    case Sol::Bytes:
        return "bytes";
    case Sol::None:
        break;
    }
    return {};
}

/// The tables' rows that are hashed, in order; `f` gets the row.
template <class T, class F>
constexpr void eachSigned(F &&f)
{
    eachRow(typename T::Fields{}, [&f](auto row) {
        if constexpr (!kIsType<decltype(row)>) {
            if constexpr (decltype(row)::kRule.sol != Sol::None)
                f(row);
        }
    });
}

enum class WithParties : bool { No, Yes };

struct ConstantText
{
    char text[400]{};
    std::size_t size = 0;

    constexpr void add(std::string_view part)
    {
        for (const char c : part)
            text[size++] = c;
    }
    constexpr std::string_view view() const { return {text, size}; }
};

template <class T, WithParties P>
consteval ConstantText typeTextOf()
{
    ConstantText out;
    out.add(kPrefix);
    out.add(T::kPrimary);
    char separator = '(';
    eachSigned<T>([&](auto row) {
        out.add({&separator, 1});
        out.add(solName(decltype(row)::kRule.sol));
        out.add(" ");
        out.add(decltype(row)::kKey);
        if (P == WithParties::Yes && separator == '(')
            out.add(",address payloadMultiSigUser,address outerSigner");
        separator = ',';
    });
    out.add(")");
    return out;
}

template <class T, WithParties P>
inline constexpr ConstantText kTypeText = typeTextOf<T, P>();
template <class T, WithParties P>
inline constexpr Hash32 kTypeHash = keccak256Constant(kTypeText<T, P>.view());

template <Worded E>
consteval auto hashWords()
{
    std::array<Hash32, Words<E>::kWords.size()> out{};
    for (std::size_t i = 0; i < out.size(); ++i)
        out[i] = keccak256Constant(Words<E>::kWords[i]);
    return out;
}
template <Worded E>
inline constexpr auto kWordHashes = hashWords<E>();

/// Words of 32 bytes, one after the other.
struct WordWriter
{
    std::uint8_t bytes[32 * 16]{};
    std::size_t size = 0;

    void hash(const Hash32 &h)
    {
        std::memcpy(bytes + size, h.data(), 32);
        size += 32;
    }
    void address(const Address &a)
    {
        std::memcpy(bytes + size + 12, a.bytes.data(), 20);
        size += 32;
    }
    void number(std::uint64_t v)
    {
        for (std::size_t i = 0; i < 8; ++i)
            bytes[size + 31 - i] = static_cast<std::uint8_t>(v >> (8 * i));
        size += 32;
    }
    ByteView view() const { return {bytes, size}; }
};

template <class M>
const auto &plain(const M &member)
{
    if constexpr (kIsOptional<M>)
        return *member;
    else
        return member;
}

template <class Row, class M>
void putWord(WordWriter &out, const M &member)
{
    const auto &value = plain(member);
    using V = std::decay_t<decltype(value)>;
    if constexpr (Row::kRule.sol == Sol::Bytes) {
        const Result<Bytes> bytes = fromHex(value.text);
        out.hash(crypto::keccak256(bytes ? ByteView(*bytes) : ByteView()));
    } else if constexpr (Row::kRule.sol == Sol::Address) {
        out.address(value);
    } else if constexpr (Row::kRule.sol != Sol::String) {
        out.number(static_cast<std::uint64_t>(value));
    } else if constexpr (Worded<V>) {
        out.hash(kWordHashes<V>[static_cast<std::size_t>(value)]);
    } else if constexpr (std::is_same_v<V, Address>) {
        char text[kAddressText];
        text[0] = '0';
        text[1] = 'x';
        writeHex(value.bytes, text + 2);
        out.hash(crypto::keccak256(std::string_view(text, sizeof text)));
    } else if constexpr (kIsText<V>) {
        out.hash(crypto::keccak256(value.text));
    } else {
        out.hash(crypto::keccak256(std::string_view(value)));
    }
}

template <class Row, class M>
std::string shownText(const M &member)
{
    const auto &value = plain(member);
    using V = std::decay_t<decltype(value)>;
    if constexpr (std::is_same_v<V, bool>)
        return value ? "true" : "false";
    else if constexpr (std::is_integral_v<V>)
        return std::to_string(value);
    else if constexpr (Worded<V>)
        return std::string(Words<V>::kWords[static_cast<std::size_t>(value)]);
    else if constexpr (std::is_same_v<V, Address>)
        return value.toString();
    else if constexpr (kIsText<V>)
        return value.text;
    else
        return value;
}

template <class T>
concept UserSigned = requires
{
    T::kPrimary;
};

template <UserSigned T>
bool isComplete(const T &action)
{
    bool ok = chainNumber(action.signatureChainId) != 0;
    eachSigned<T>([&](auto row) {
        const auto &member = action.*decltype(row)::kMember;
        if constexpr (kIsOptional<std::decay_t<decltype(member)>>)
            ok = ok && member.has_value();
    });
    return ok;
}

tl::unexpected<Error> notUserSigned()
{
    return fail(ErrorKind::Internal, "The action is not a complete user-signed one.");
}

template <UserSigned T>
Hash32 structHash(const T &action, const MultiSigParties *parties)
{
    WordWriter out;
    out.hash(parties ? kTypeHash<T, WithParties::Yes> : kTypeHash<T, WithParties::No>);
    bool isFirst = true;
    eachSigned<T>([&](auto row) {
        putWord<decltype(row)>(out, action.*decltype(row)::kMember);
        if (std::exchange(isFirst, false) && parties) {
            out.address(parties->multiSigUser);
            out.address(parties->outerSigner);
        }
    });
    return crypto::keccak256(out.view());
}

constexpr std::string_view kSendMultiSig =
    "HyperliquidTransaction:SendMultiSig(string hyperliquidChain,bytes32 multiSigActionHash,uint64 "
    "nonce)";

Hash32 sendMultiSigStruct(const Hash32 &multiSigActionHash, Nonce nonce, bool isMainnet)
{
    static constexpr Hash32 kType = keccak256Constant(kSendMultiSig);
    WordWriter out;
    out.hash(kType);
    out.hash(kWordHashes<Chain>[isMainnet ? 0 : 1]);
    out.hash(multiSigActionHash);
    out.number(nonce);
    return crypto::keccak256(out.view());
}

} // namespace

Result<Hash32> userSignedDigest(const Action &action, const MultiSigParties *parties)
{
    return std::visit(
        [&](const auto &a) -> Result<Hash32> {
            if constexpr (UserSigned<std::decay_t<decltype(a)>>) {
                if (isComplete(a))
                    return eip712Digest(userDomain(chainNumber(a.signatureChainId)),
                                        structHash(a, parties));
            }
            return notUserSigned();
        },
        action.v);
}

Result<codec::TypedData> userTypedData(const Action &action, const MultiSigParties *parties)
{
    return std::visit(
        [&](const auto &a) -> Result<codec::TypedData> {
            using T = std::decay_t<decltype(a)>;
            if constexpr (UserSigned<T>) {
                if (!isComplete(a))
                    return notUserSigned();
                codec::TypedData out;
                out.domainName = kUserDomainName;
                out.chainId = chainNumber(a.signatureChainId);
                out.primaryType = kPrefix;
                out.primaryType += T::kPrimary;
                eachSigned<T>([&](auto row) {
                    using Row = decltype(row);
                    out.fields.push_back({std::string(solName(Row::kRule.sol)),
                                          std::string(Row::kKey), shownText<Row>(a.*Row::kMember)});
                    if (parties && out.fields.size() == 1) {
                        out.fields.push_back(
                            {"address", "payloadMultiSigUser", parties->multiSigUser.toString()});
                        out.fields.push_back(
                            {"address", "outerSigner", parties->outerSigner.toString()});
                    }
                });
                out.domainSeparator = userDomain(out.chainId);
                out.structHash = structHash(a, parties);
                return out;
            } else {
                return notUserSigned();
            }
        },
        action.v);
}

Hash32 sendMultiSigDigest(const Hash32 &multiSigActionHash, Nonce nonce, bool isMainnet,
                          std::uint64_t chainId)
{
    return eip712Digest(userDomain(chainId),
                        sendMultiSigStruct(multiSigActionHash, nonce, isMainnet));
}

codec::TypedData sendMultiSigTypedData(const Hash32 &multiSigActionHash, Nonce nonce,
                                       bool isMainnet, std::uint64_t chainId)
{
    codec::TypedData out;
    out.domainName = kUserDomainName;
    out.chainId = chainId;
    out.primaryType = kSendMultiSig.substr(0, kSendMultiSig.find('('));
    out.fields = {{"string", "hyperliquidChain", isMainnet ? "Mainnet" : "Testnet"},
                  {"bytes32", "multiSigActionHash", toHex0x(multiSigActionHash)},
                  {"uint64", "nonce", std::to_string(nonce)}};
    out.domainSeparator = userDomain(chainId);
    out.structHash = sendMultiSigStruct(multiSigActionHash, nonce, isMainnet);
    return out;
}

} // namespace hl::actions
