// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "venue/hyperliquid/actions/fields.h"

#include <optional>
#include <variant>
#include <vector>

/// Account, transfers between own accounts, validators (protocol/exchange-actions.md 2 and 3). L1,
/// without an envelope vault.
namespace hl::actions {

inline constexpr Rule kName16 = between(1, 16);

struct CreateSubAccount
{
    std::string name;

    using Fields = Table<Type<"createSubAccount">, Field<"name", &CreateSubAccount::name, kName16>>;
};

struct SubAccountModify
{
    Address subAccountUser;
    std::string name;

    using Fields =
        Table<Type<"subAccountModify">,
              Field<"subAccountUser", &SubAccountModify::subAccountUser, kAny, "account">,
              Field<"name", &SubAccountModify::name, kName16>>;
};

struct SubAccountTransfer
{
    Address subAccountUser;
    bool isDeposit = true;
    std::uint64_t usd = 0; ///< 1e-6 USD

    using Fields = Table<
        Type<"subAccountTransfer">,
        Field<"subAccountUser", &SubAccountTransfer::subAccountUser, kAny, "account">,
        Field<"isDeposit", &SubAccountTransfer::isDeposit, kAny, "direction|deposit|withdraw">,
        Field<"usd", &SubAccountTransfer::usd, kNotEmpty, "micro-USD">>;
};

struct SubAccountSpotTransfer
{
    Address subAccountUser;
    bool isDeposit = true;
    std::string token;
    Dec amount;

    using Fields = Table<
        Type<"subAccountSpotTransfer">,
        Field<"subAccountUser", &SubAccountSpotTransfer::subAccountUser, kAny, "account">,
        Field<"isDeposit", &SubAccountSpotTransfer::isDeposit, kAny, "direction|deposit|withdraw">,
        Field<"token", &SubAccountSpotTransfer::token, kNotEmpty>,
        Field<"amount", &SubAccountSpotTransfer::amount>>;
};

struct VaultTransfer
{
    Address vaultAddress;
    bool isDeposit = true;
    std::uint64_t usd = 0; ///< 1e-6 USD

    using Fields =
        Table<Type<"vaultTransfer">,
              Field<"vaultAddress", &VaultTransfer::vaultAddress, kAny, "vault">,
              Field<"isDeposit", &VaultTransfer::isDeposit, kAny, "direction|deposit|withdraw">,
              Field<"usd", &VaultTransfer::usd, kNotEmpty, "micro-USD">>;
};

/// usd 0 closes the vault.
struct VaultDistribute
{
    Address vaultAddress;
    std::uint64_t usd = 0;

    using Fields = Table<Type<"vaultDistribute">,
                         Field<"vaultAddress", &VaultDistribute::vaultAddress, kAny, "vault">,
                         Field<"usd", &VaultDistribute::usd, kAny, "micro-USD">>;
};

/// Null: unchanged.
struct VaultModify
{
    Address vaultAddress;
    std::optional<bool> allowDeposits;
    std::optional<bool> alwaysCloseOnWithdraw;

    static constexpr Rule kUnchanged{.presence = Presence::NullByDefault};
    using Fields =
        Table<Type<"vaultModify">, Field<"vaultAddress", &VaultModify::vaultAddress, kAny, "vault">,
              Field<"allowDeposits", &VaultModify::allowDeposits, kUnchanged, "allow deposits">,
              Field<"alwaysCloseOnWithdraw", &VaultModify::alwaysCloseOnWithdraw, kUnchanged,
                    "always close on withdraw">>;
};

struct CreateVault
{
    std::string name;
    std::string description;
    std::uint64_t initialUsd = 100'000'000; ///< 1e-6 USD
    std::optional<Nonce> nonce;             ///< the envelope's

    using Fields = Table<Type<"createVault">, Field<"name", &CreateVault::name, between(3, 50)>,
                         Field<"description", &CreateVault::description, between(10, 250)>,
                         Field<"initialUsd", &CreateVault::initialUsd,
                               between(100'000'000, kMaxSafe), "initial micro-USD">,
                         Field<"nonce", &CreateVault::nonce, kEnvelope>>;
};

/// As sendAsset, but an agent may sign it; the destination must be the account itself.
struct AgentSendAsset
{
    Address destination;
    std::string sourceDex;
    std::string destinationDex;
    std::string token;
    Dec amount;
    MaybeAddress fromSubAccount;
    std::optional<Nonce> nonce;

    using Fields = Table<
        Type<"agentSendAsset">, Field<"destination", &AgentSendAsset::destination>,
        Field<"sourceDex", &AgentSendAsset::sourceDex, kAny, "source dex">,
        Field<"destinationDex", &AgentSendAsset::destinationDex, kAny, "destination dex">,
        Field<"token", &AgentSendAsset::token, kNotEmpty>, Field<"amount", &AgentSendAsset::amount>,
        Field<"fromSubAccount", &AgentSendAsset::fromSubAccount, kDefaulted, "from sub-account">,
        Field<"nonce", &AgentSendAsset::nonce, kEnvelope>>;
};

struct AgentEnableDexAbstraction
{
    using Fields = Table<Type<"agentEnableDexAbstraction">>;
};

/// Account modes; the short words go into agentSetAbstraction and multi-sig payloads.
enum class ShortAbstraction : std::uint8_t {
    Disabled,
    UnifiedAccount,
    PortfolioMargin,
    DexAbstraction
};
template <>
struct Words<ShortAbstraction>
{
    static constexpr std::array<std::string_view, 4> kWords{"i", "u", "p", "dexAbstraction"};
};

enum class AgentAbstraction : std::uint8_t { Disabled, UnifiedAccount, PortfolioMargin };
template <>
struct Words<AgentAbstraction>
{
    static constexpr std::array<std::string_view, 3> kWords{"i", "u", "p"};
};

struct AgentSetAbstraction
{
    AgentAbstraction abstraction = AgentAbstraction::Disabled;

    using Fields =
        Table<Type<"agentSetAbstraction">, Field<"abstraction", &AgentSetAbstraction::abstraction>>;
};

struct SetDisplayName
{
    std::string displayName;

    using Fields =
        Table<Type<"setDisplayName">,
              Field<"displayName", &SetDisplayName::displayName, between(0, 20), "name">>;
};

struct SetReferrer
{
    std::string code;

    using Fields = Table<Type<"setReferrer">, Field<"code", &SetReferrer::code, between(1, 20)>>;
};

struct RegisterReferrer
{
    std::string code;

    using Fields =
        Table<Type<"registerReferrer">, Field<"code", &RegisterReferrer::code, between(1, 20)>>;
};

struct ClaimRewards
{
    using Fields = Table<Type<"claimRewards">>;
};

struct EvmUserModify
{
    bool usingBigBlocks = false;

    using Fields =
        Table<Type<"evmUserModify">,
              Field<"usingBigBlocks", &EvmUserModify::usingBigBlocks, kAny, "big blocks">>;
};

struct SpotDusting
{
    bool optOut = false;

    using Fields = Table<Field<"optOut", &SpotDusting::optOut, kAny, "opt out">>;
};

struct SpotUser
{
    SpotDusting toggleSpotDusting;

    using Fields = Table<Type<"spotUser">,
                         Field<"toggleSpotDusting", &SpotUser::toggleSpotDusting, kAny, "dusting">>;
};

struct ReserveRequestWeight
{
    std::uint64_t weight = 0;
    std::optional<Address> destination;

    using Fields =
        Table<Type<"reserveRequestWeight">,
              Field<"weight", &ReserveRequestWeight::weight, between(0, 1'844'674'407'370'955)>,
              Field<"destination", &ReserveRequestWeight::destination, kOptional>>;
};

/// Consumes a nonce and does nothing else.
struct Noop
{
    using Fields = Table<Type<"noop">>;
};

struct GossipPriorityBid
{
    std::uint64_t slotId = 0;
    IpText ip;
    std::uint64_t maxGas = 0; ///< 1e-8 HYPE

    using Fields = Table<Type<"gossipPriorityBid">,
                         Field<"slotId", &GossipPriorityBid::slotId, between(0, 1), "slot">,
                         Field<"ip", &GossipPriorityBid::ip>,
                         Field<"maxGas", &GossipPriorityBid::maxGas, kAny, "most 1e-8 HYPE">>;
};

struct SplitOutcome
{
    std::uint64_t outcome = 0;
    Dec amount;

    using Fields =
        Table<Field<"outcome", &SplitOutcome::outcome>, Field<"amount", &SplitOutcome::amount>>;
};

struct MergeOutcome
{
    std::uint64_t outcome = 0;
    std::optional<Dec> amount;

    using Fields = Table<Field<"outcome", &MergeOutcome::outcome>,
                         Field<"amount", &MergeOutcome::amount, kNullable>>;
};

struct MergeQuestion
{
    std::uint64_t question = 0;
    std::optional<Dec> amount;

    using Fields = Table<Field<"question", &MergeQuestion::question>,
                         Field<"amount", &MergeQuestion::amount, kNullable>>;
};

struct NegateOutcome
{
    std::uint64_t question = 0;
    std::uint64_t outcome = 0;
    Dec amount;

    using Fields =
        Table<Field<"question", &NegateOutcome::question>,
              Field<"outcome", &NegateOutcome::outcome>, Field<"amount", &NegateOutcome::amount>>;
};

struct UserOutcome
{
    std::variant<SplitOutcome, MergeOutcome, MergeQuestion, NegateOutcome> what;

    using Fields =
        Table<Type<"userOutcome">, OneOf<&UserOutcome::what, "splitOutcome", "mergeOutcome",
                                         "mergeQuestion", "negateOutcome">>;
};

struct Hip3LiquidatorTransfer
{
    std::string dex;
    std::uint64_t ntl = 0; ///< 1e-6 of the quote token, whole thousands of it
    bool isDeposit = true;

    using Fields = Table<
        Type<"hip3LiquidatorTransfer">, Field<"dex", &Hip3LiquidatorTransfer::dex>,
        Field<"ntl", &Hip3LiquidatorTransfer::ntl, kAny, "notional">,
        Field<"isDeposit", &Hip3LiquidatorTransfer::isDeposit, kAny, "direction|deposit|withdraw">>;
};

enum class AqaRole : std::uint8_t { Technical, Treasury };
template <>
struct Words<AqaRole>
{
    static constexpr std::array<std::string_view, 2> kWords{"technical", "treasury"};
};

struct AuthorizeAqav2Role
{
    std::uint64_t token = 0;
    AqaRole role = AqaRole::Technical;

    using Fields = Table<Type<"authorizeAqav2Role">, Field<"token", &AuthorizeAqav2Role::token>,
                         Field<"role", &AuthorizeAqav2Role::role>>;
};

struct EvmCreateNonce
{
    std::uint64_t nonce = 0;

    using Fields = Table<Field<"nonce", &EvmCreateNonce::nonce>>;
};

struct EvmCreate
{
    EvmCreateNonce create;

    using Fields = Table<Field<"create", &EvmCreate::create>>;
};

enum class EvmSlot : std::uint8_t { First, Custom };
template <>
struct Words<EvmSlot>
{
    static constexpr std::array<std::string_view, 2> kWords{"firstStorageSlot",
                                                            "customStorageSlot"};
};

struct FinalizeEvmContract
{
    std::uint64_t token = 0;
    std::variant<EvmSlot, EvmCreate> input;

    using Fields = Table<Type<"finalizeEvmContract">, Field<"token", &FinalizeEvmContract::token>,
                         Field<"input", &FinalizeEvmContract::input>>;
};

struct JailSelf
{
    static constexpr bool kIsNull = true;
};
struct UnjailSelf
{
    static constexpr bool kIsNull = true;
};

struct CSigner
{
    std::variant<JailSelf, UnjailSelf> what;

    using Fields = Table<Type<"CSignerAction">, OneOf<&CSigner::what, "jailSelf", "unjailSelf">>;
};

struct NodeIp
{
    IpText ip;

    using Fields = Table<Field<"Ip", &NodeIp::ip, kAny, "IP">>;
};

struct ChangeProfile
{
    std::optional<NodeIp> nodeIp;
    std::optional<std::string> name;
    std::optional<std::string> description;
    bool unjailed = false;
    std::optional<bool> disableDelegations;
    std::optional<std::uint64_t> commissionBps;
    std::optional<Address> signer;

    using Fields =
        Table<Field<"node_ip", &ChangeProfile::nodeIp, kNullable, "node">,
              Field<"name", &ChangeProfile::name, kNullable>,
              Field<"description", &ChangeProfile::description, kNullable>,
              Field<"unjailed", &ChangeProfile::unjailed>,
              Field<"disable_delegations", &ChangeProfile::disableDelegations, kNullable>,
              Field<"commission_bps", &ChangeProfile::commissionBps, kNullable>,
              Field<"signer", &ChangeProfile::signer, kNullable>>;
};

struct ValidatorProfile
{
    NodeIp nodeIp;
    std::string name;
    std::string description;
    bool delegationsDisabled = false;
    std::uint64_t commissionBps = 0;
    Address signer;

    using Fields = Table<Field<"node_ip", &ValidatorProfile::nodeIp, kAny, "node">,
                         Field<"name", &ValidatorProfile::name>,
                         Field<"description", &ValidatorProfile::description>,
                         Field<"delegations_disabled", &ValidatorProfile::delegationsDisabled>,
                         Field<"commission_bps", &ValidatorProfile::commissionBps>,
                         Field<"signer", &ValidatorProfile::signer>>;
};

struct RegisterValidator
{
    ValidatorProfile profile;
    bool unjailed = false;
    std::uint64_t initialWei = 0;

    using Fields = Table<Field<"profile", &RegisterValidator::profile>,
                         Field<"unjailed", &RegisterValidator::unjailed>,
                         Field<"initial_wei", &RegisterValidator::initialWei>>;
};

struct Unregister
{
    static constexpr bool kIsNull = true;
};

struct CValidator
{
    std::variant<ChangeProfile, RegisterValidator, Unregister> what;

    using Fields = Table<Type<"CValidatorAction">,
                         OneOf<&CValidator::what, "changeProfile", "register", "unregister">>;
};

struct ValidatorL1Stream
{
    Dec riskFreeRate;

    using Fields =
        Table<Type<"validatorL1Stream">,
              Field<"riskFreeRate", &ValidatorL1Stream::riskFreeRate, kAny, "risk-free rate">>;
};

} // namespace hl::actions
