// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "venue/hyperliquid/actions/fields.h"

#include <optional>

/// User-signed actions (protocol/signing.md 6): signed as EIP-712 structs of their own fields, by
/// the master key only, without vault and expiry. Every table begins with type, signatureChainId
/// and hyperliquidChain and ends with the nonce; these are filled by complete().
namespace hl::actions {

enum class Chain : std::uint8_t { Mainnet, Testnet };
template <>
struct Words<Chain>
{
    static constexpr std::array<std::string_view, 2> kWords{"Mainnet", "Testnet"};
};

inline constexpr Rule kChainRule = kEnvelope.as(Sol::String);
inline constexpr Rule kNonceRule = kEnvelope.as(Sol::Uint64);
inline constexpr Rule kSolText = kAny.as(Sol::String);
inline constexpr Rule kSolName = kNotEmpty.as(Sol::String);
inline constexpr Rule kSolAddress = kAny.as(Sol::Address);
inline constexpr Rule kSolBool = kAny.as(Sol::Bool);
inline constexpr Rule kSolWei = kNotEmpty.as(Sol::Uint64);

/// The rows every one of them begins and ends with.
template <class T, Name TypeWord, class... Rows>
using UserTable =
    Table<Type<TypeWord>,
          Field<"signatureChainId", &T::signatureChainId, kEnvelope, "signature chain">,
          Field<"hyperliquidChain", &T::hyperliquidChain, kChainRule, "network">, Rows...>;

/// Without a name the signature covers "" and the posted action has no agentName (signing.md 6.2).
struct ApproveAgent
{
    static constexpr std::string_view kPrimary = "ApproveAgent";
    ChainId signatureChainId;
    std::optional<Chain> hyperliquidChain;
    Address agentAddress;
    std::string agentName;
    std::optional<Nonce> nonce;

    static constexpr Rule kAgentName{.presence = Presence::OmitEmpty, .sol = Sol::String};
    using Fields =
        UserTable<ApproveAgent, "approveAgent",
                  Field<"agentAddress", &ApproveAgent::agentAddress, kSolAddress, "agent">,
                  Field<"agentName", &ApproveAgent::agentName, kAgentName, "name">,
                  Field<"nonce", &ApproveAgent::nonce, kNonceRule>>;
};

struct ApproveBuilderFee
{
    static constexpr std::string_view kPrimary = "ApproveBuilderFee";
    ChainId signatureChainId;
    std::optional<Chain> hyperliquidChain;
    Percent maxFeeRate;
    Address builder;
    std::optional<Nonce> nonce;

    using Fields =
        UserTable<ApproveBuilderFee, "approveBuilderFee",
                  Field<"maxFeeRate", &ApproveBuilderFee::maxFeeRate, kSolText, "highest fee">,
                  Field<"builder", &ApproveBuilderFee::builder, kSolAddress>,
                  Field<"nonce", &ApproveBuilderFee::nonce, kNonceRule>>;
};

struct CDeposit
{
    static constexpr std::string_view kPrimary = "CDeposit";
    ChainId signatureChainId;
    std::optional<Chain> hyperliquidChain;
    std::uint64_t wei = 0; ///< 1e-8 HYPE
    std::optional<Nonce> nonce;

    using Fields =
        UserTable<CDeposit, "cDeposit", Field<"wei", &CDeposit::wei, kSolWei, "1e-8 HYPE">,
                  Field<"nonce", &CDeposit::nonce, kNonceRule>>;
};

struct CWithdraw
{
    static constexpr std::string_view kPrimary = "CWithdraw";
    ChainId signatureChainId;
    std::optional<Chain> hyperliquidChain;
    std::uint64_t wei = 0; ///< 1e-8 HYPE
    std::optional<Nonce> nonce;

    using Fields =
        UserTable<CWithdraw, "cWithdraw", Field<"wei", &CWithdraw::wei, kSolWei, "1e-8 HYPE">,
                  Field<"nonce", &CWithdraw::nonce, kNonceRule>>;
};

struct ConvertToMultiSigUser
{
    static constexpr std::string_view kPrimary = "ConvertToMultiSigUser";
    ChainId signatureChainId;
    std::optional<Chain> hyperliquidChain;
    Signers signers;
    std::optional<Nonce> nonce;

    using Fields = UserTable<ConvertToMultiSigUser, "convertToMultiSigUser",
                             Field<"signers", &ConvertToMultiSigUser::signers, kSolText>,
                             Field<"nonce", &ConvertToMultiSigUser::nonce, kNonceRule>>;
};

struct LinkStakingUser
{
    static constexpr std::string_view kPrimary = "LinkStakingUser";
    ChainId signatureChainId;
    std::optional<Chain> hyperliquidChain;
    Address user;
    bool isFinalize = false;
    std::optional<Nonce> nonce;

    using Fields =
        UserTable<LinkStakingUser, "linkStakingUser",
                  Field<"user", &LinkStakingUser::user, kSolAddress>,
                  Field<"isFinalize", &LinkStakingUser::isFinalize, kSolBool, "finalise">,
                  Field<"nonce", &LinkStakingUser::nonce, kNonceRule>>;
};

/// Dex "" is the main perp dex, "spot" the spot balances. The destination is hashed as text, in
/// lower case.
struct SendAsset
{
    static constexpr std::string_view kPrimary = "SendAsset";
    ChainId signatureChainId;
    std::optional<Chain> hyperliquidChain;
    Address destination;
    std::string sourceDex;
    std::string destinationDex;
    std::string token;
    Dec amount;
    MaybeAddress fromSubAccount;
    std::optional<Nonce> nonce;

    static constexpr Rule kFromSub = kDefaulted.as(Sol::String);
    using Fields =
        UserTable<SendAsset, "sendAsset", Field<"destination", &SendAsset::destination, kSolText>,
                  Field<"sourceDex", &SendAsset::sourceDex, kSolText, "source dex">,
                  Field<"destinationDex", &SendAsset::destinationDex, kSolText, "destination dex">,
                  Field<"token", &SendAsset::token, kSolName>,
                  Field<"amount", &SendAsset::amount, kSolText>,
                  Field<"fromSubAccount", &SendAsset::fromSubAccount, kFromSub, "from sub-account">,
                  Field<"nonce", &SendAsset::nonce, kNonceRule>>;
};

enum class AddressEncoding : std::uint8_t { Hex, Base58 };
template <>
struct Words<AddressEncoding>
{
    static constexpr std::array<std::string_view, 2> kWords{"hex", "base58"};
};

struct SendToEvmWithData
{
    static constexpr std::string_view kPrimary = "SendToEvmWithData";
    ChainId signatureChainId;
    std::optional<Chain> hyperliquidChain;
    std::string token;
    Dec amount;
    std::string sourceDex;
    std::string destinationRecipient;
    AddressEncoding addressEncoding = AddressEncoding::Hex;
    std::uint64_t destinationChainId = 0;
    std::uint64_t gasLimit = 0;
    HexData data;
    std::optional<Nonce> nonce;

    static constexpr Rule kChainNumber = between(0, 0xffffffff).as(Sol::Uint32);
    using Fields = UserTable<
        SendToEvmWithData, "sendToEvmWithData", Field<"token", &SendToEvmWithData::token, kSolName>,
        Field<"amount", &SendToEvmWithData::amount, kSolText>,
        Field<"sourceDex", &SendToEvmWithData::sourceDex, kSolText, "source dex">,
        Field<"destinationRecipient", &SendToEvmWithData::destinationRecipient, kSolName,
              "recipient">,
        Field<"addressEncoding", &SendToEvmWithData::addressEncoding, kSolText, "encoding">,
        Field<"destinationChainId", &SendToEvmWithData::destinationChainId, kChainNumber, "chain">,
        Field<"gasLimit", &SendToEvmWithData::gasLimit, kAny.as(Sol::Uint64), "gas limit">,
        Field<"data", &SendToEvmWithData::data, kAny.as(Sol::Bytes)>,
        Field<"nonce", &SendToEvmWithData::nonce, kNonceRule>>;
};

struct SpotSend
{
    static constexpr std::string_view kPrimary = "SpotSend";
    ChainId signatureChainId;
    std::optional<Chain> hyperliquidChain;
    Address destination;
    std::string token;
    Dec amount;
    std::optional<Nonce> time;

    using Fields =
        UserTable<SpotSend, "spotSend", Field<"destination", &SpotSend::destination, kSolText>,
                  Field<"token", &SpotSend::token, kSolName>,
                  Field<"amount", &SpotSend::amount, kSolText>,
                  Field<"time", &SpotSend::time, kNonceRule, "nonce">>;
};

struct StakingLinkDisableTradingUser
{
    static constexpr std::string_view kPrimary = "StakingLinkDisableTradingUser";
    ChainId signatureChainId;
    std::optional<Chain> hyperliquidChain;
    Address tradingUser;
    std::optional<Nonce> nonce;

    using Fields = UserTable<StakingLinkDisableTradingUser, "stakingLinkDisableTradingUser",
                             Field<"tradingUser", &StakingLinkDisableTradingUser::tradingUser,
                                   kSolAddress, "trading user">,
                             Field<"nonce", &StakingLinkDisableTradingUser::nonce, kNonceRule>>;
};

struct TokenDelegate
{
    static constexpr std::string_view kPrimary = "TokenDelegate";
    ChainId signatureChainId;
    std::optional<Chain> hyperliquidChain;
    Address validator;
    std::uint64_t wei = 0; ///< 1e-8 HYPE
    bool isUndelegate = false;
    std::optional<Nonce> nonce;

    using Fields = UserTable<TokenDelegate, "tokenDelegate",
                             Field<"validator", &TokenDelegate::validator, kSolAddress>,
                             Field<"wei", &TokenDelegate::wei, kSolWei, "1e-8 HYPE">,
                             Field<"isUndelegate", &TokenDelegate::isUndelegate, kSolBool,
                                   "direction|undelegate|delegate">,
                             Field<"nonce", &TokenDelegate::nonce, kNonceRule>>;
};

struct UsdClassTransfer
{
    static constexpr std::string_view kPrimary = "UsdClassTransfer";
    ChainId signatureChainId;
    std::optional<Chain> hyperliquidChain;
    ClassAmount amount;
    bool toPerp = true;
    std::optional<Nonce> nonce;

    using Fields =
        UserTable<UsdClassTransfer, "usdClassTransfer",
                  Field<"amount", &UsdClassTransfer::amount, kSolText>,
                  Field<"toPerp", &UsdClassTransfer::toPerp, kSolBool, "direction|to perp|to spot">,
                  Field<"nonce", &UsdClassTransfer::nonce, kNonceRule>>;
};

struct UsdSend
{
    static constexpr std::string_view kPrimary = "UsdSend";
    ChainId signatureChainId;
    std::optional<Chain> hyperliquidChain;
    Address destination;
    Dec amount;
    std::optional<Nonce> time;

    using Fields =
        UserTable<UsdSend, "usdSend", Field<"destination", &UsdSend::destination, kSolText>,
                  Field<"amount", &UsdSend::amount, kSolText>,
                  Field<"time", &UsdSend::time, kNonceRule, "nonce">>;
};

struct UserDexAbstraction
{
    static constexpr std::string_view kPrimary = "UserDexAbstraction";
    ChainId signatureChainId;
    std::optional<Chain> hyperliquidChain;
    Address user;
    bool enabled = false;
    std::optional<Nonce> nonce;

    using Fields = UserTable<UserDexAbstraction, "userDexAbstraction",
                             Field<"user", &UserDexAbstraction::user, kSolAddress>,
                             Field<"enabled", &UserDexAbstraction::enabled, kSolBool>,
                             Field<"nonce", &UserDexAbstraction::nonce, kNonceRule>>;
};

struct UserPortfolioMargin
{
    static constexpr std::string_view kPrimary = "UserPortfolioMargin";
    ChainId signatureChainId;
    std::optional<Chain> hyperliquidChain;
    Address user;
    bool enabled = false;
    std::optional<Nonce> nonce;

    using Fields = UserTable<UserPortfolioMargin, "userPortfolioMargin",
                             Field<"user", &UserPortfolioMargin::user, kSolAddress>,
                             Field<"enabled", &UserPortfolioMargin::enabled, kSolBool>,
                             Field<"nonce", &UserPortfolioMargin::nonce, kNonceRule>>;
};

enum class Abstraction : std::uint8_t { Disabled, UnifiedAccount, PortfolioMargin, DexAbstraction };
template <>
struct Words<Abstraction>
{
    static constexpr std::array<std::string_view, 4> kWords{"disabled", "unifiedAccount",
                                                            "portfolioMargin", "dexAbstraction"};
};

struct UserSetAbstraction
{
    static constexpr std::string_view kPrimary = "UserSetAbstraction";
    ChainId signatureChainId;
    std::optional<Chain> hyperliquidChain;
    Address user;
    Abstraction abstraction = Abstraction::Disabled;
    std::optional<Nonce> nonce;

    using Fields =
        UserTable<UserSetAbstraction, "userSetAbstraction",
                  Field<"user", &UserSetAbstraction::user, kSolAddress>,
                  Field<"abstraction", &UserSetAbstraction::abstraction, kSolText, "mode">,
                  Field<"nonce", &UserSetAbstraction::nonce, kNonceRule>>;
};

/// type withdraw3.
struct Withdraw
{
    static constexpr std::string_view kPrimary = "Withdraw";
    ChainId signatureChainId;
    std::optional<Chain> hyperliquidChain;
    Address destination;
    Dec amount;
    std::optional<Nonce> time;

    using Fields =
        UserTable<Withdraw, "withdraw3", Field<"destination", &Withdraw::destination, kSolText>,
                  Field<"amount", &Withdraw::amount, kSolText>,
                  Field<"time", &Withdraw::time, kNonceRule, "nonce">>;
};

} // namespace hl::actions
