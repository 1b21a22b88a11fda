// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "venue/hyperliquid/actions/fields.h"

#include <optional>
#include <tuple>
#include <variant>
#include <vector>

/// Deployers' actions (protocol/exchange-actions.md 4). L1. Lists of pairs keep the caller's order,
/// which the venue wants sorted.
namespace hl::actions {

struct TokenSpec
{
    std::string name;
    std::uint64_t szDecimals = 0;
    std::uint64_t weiDecimals = 0;

    using Fields =
        Table<Field<"name", &TokenSpec::name>, Field<"szDecimals", &TokenSpec::szDecimals>,
              Field<"weiDecimals", &TokenSpec::weiDecimals>>;
};

struct RegisterToken2
{
    TokenSpec spec;
    std::uint64_t maxGas = 0;
    std::optional<std::string> fullName;

    using Fields =
        Table<Field<"spec", &RegisterToken2::spec>, Field<"maxGas", &RegisterToken2::maxGas>,
              Field<"fullName", &RegisterToken2::fullName, kOptional>>;
};

struct UserGenesis
{
    std::uint64_t token = 0;
    std::vector<std::tuple<Address, Dec>> userAndWei;
    std::vector<std::tuple<std::uint64_t, Dec>> existingTokenAndWei;
    std::optional<std::vector<std::tuple<Address, bool>>> blacklistUsers;

    using Fields =
        Table<Field<"token", &UserGenesis::token>, Field<"userAndWei", &UserGenesis::userAndWei>,
              Field<"existingTokenAndWei", &UserGenesis::existingTokenAndWei>,
              Field<"blacklistUsers", &UserGenesis::blacklistUsers, kOptional>>;
};

struct Genesis
{
    std::uint64_t token = 0;
    Dec maxSupply;
    bool noHyperliquidity = false;

    using Fields = Table<Field<"token", &Genesis::token>, Field<"maxSupply", &Genesis::maxSupply>,
                         Field<"noHyperliquidity", &Genesis::noHyperliquidity, kTrueOnly>>;
};

struct RegisterSpot
{
    std::tuple<std::uint64_t, std::uint64_t> tokens; ///< base, quote

    using Fields = Table<Field<"tokens", &RegisterSpot::tokens>>;
};

struct RegisterHyperliquidity
{
    std::uint64_t spot = 0;
    Dec startPx;
    Dec orderSz;
    std::uint64_t nOrders = 0;
    std::optional<std::uint64_t> nSeededLevels;

    using Fields = Table<Field<"spot", &RegisterHyperliquidity::spot>,
                         Field<"startPx", &RegisterHyperliquidity::startPx>,
                         Field<"orderSz", &RegisterHyperliquidity::orderSz>,
                         Field<"nOrders", &RegisterHyperliquidity::nOrders>,
                         Field<"nSeededLevels", &RegisterHyperliquidity::nSeededLevels, kOptional>>;
};

struct FeeShare
{
    std::uint64_t token = 0;
    Percent share;

    using Fields = Table<Field<"token", &FeeShare::token>, Field<"share", &FeeShare::share>>;
};

/// The argument of several variants; N only tells them apart in the std::variant.
template <int N>
struct TokenArgument
{
    std::uint64_t token = 0;

    using Fields = Table<Field<"token", &TokenArgument::token>>;
};
using EnableQuoteToken = TokenArgument<0>;
using DisableQuoteToken = TokenArgument<1>;
using EnableAlignedQuoteToken = TokenArgument<2>;
using DisableAlignedQuoteToken = TokenArgument<3>;
using EnableFreezePrivilege = TokenArgument<4>;
using RevokeFreezePrivilege = TokenArgument<5>;

struct RequestEvmContract
{
    std::uint64_t token = 0;
    Address address;
    std::int64_t evmExtraWeiDecimals = 0;

    using Fields = Table<
        Field<"token", &RequestEvmContract::token>, Field<"address", &RequestEvmContract::address>,
        Field<"evmExtraWeiDecimals", &RequestEvmContract::evmExtraWeiDecimals, between(-2, 18)>>;
};

struct FreezeUser
{
    std::uint64_t token = 0;
    Address user;
    bool freeze = false;

    using Fields = Table<Field<"token", &FreezeUser::token>, Field<"user", &FreezeUser::user>,
                         Field<"freeze", &FreezeUser::freeze>>;
};

using TextPair = std::tuple<std::string, std::string>;

struct OutcomeTemplate
{
    std::string id;
    std::vector<TextPair> keywordToValue;
    std::optional<Dec> deployerFeeScale;

    using Fields = Table<Field<"id", &OutcomeTemplate::id>,
                         Field<"keywordToValue", &OutcomeTemplate::keywordToValue>,
                         Field<"deployerFeeScale", &OutcomeTemplate::deployerFeeScale, kOptional>>;
};

struct QuestionTemplate
{
    OutcomeTemplate questionTemplateInstance;
    std::vector<OutcomeTemplate> namedOutcomeTemplateInstances;

    using Fields = Table<
        Field<"questionTemplateInstance", &QuestionTemplate::questionTemplateInstance>,
        Field<"namedOutcomeTemplateInstances", &QuestionTemplate::namedOutcomeTemplateInstances>>;
};

struct SettleOutcome
{
    std::uint64_t outcome = 0;
    Dec settleFraction;
    std::string details;
    TextPair nameAndDescription;
    TextPair sideNames;

    using Fields = Table<Field<"outcome", &SettleOutcome::outcome>,
                         Field<"settleFraction", &SettleOutcome::settleFraction>,
                         Field<"details", &SettleOutcome::details>,
                         Field<"nameAndDescription", &SettleOutcome::nameAndDescription>,
                         Field<"sideNames", &SettleOutcome::sideNames>>;
};

struct SettleQuestion2
{
    std::uint64_t question = 0;
    std::vector<SettleOutcome> outcomeSettlements;
    TextPair nameAndDescription;

    using Fields = Table<Field<"question", &SettleQuestion2::question>,
                         Field<"outcomeSettlements", &SettleQuestion2::outcomeSettlements>,
                         Field<"nameAndDescription", &SettleQuestion2::nameAndDescription>>;
};

struct OutcomeDeploy
{
    std::variant<OutcomeTemplate, QuestionTemplate, SettleOutcome, SettleQuestion2> what;

    using Fields = Table<OneOf<&OutcomeDeploy::what, "registerStandaloneOutcomeFromTemplate",
                               "registerQuestionFromTemplate", "settleOutcome", "settleQuestion2">>;
};

struct SpotDeploy
{
    std::variant<RegisterToken2, UserGenesis, Genesis, RegisterSpot, RegisterHyperliquidity,
                 FeeShare, EnableQuoteToken, DisableQuoteToken, EnableAlignedQuoteToken,
                 DisableAlignedQuoteToken, RequestEvmContract, OutcomeDeploy, EnableFreezePrivilege,
                 RevokeFreezePrivilege, FreezeUser>
        what;

    using Fields =
        Table<Type<"spotDeploy">,
              OneOf<&SpotDeploy::what, "registerToken2", "userGenesis", "genesis", "registerSpot",
                    "registerHyperliquidity", "setDeployerTradingFeeShare", "enableQuoteToken",
                    "disableQuoteToken", "enableAlignedQuoteToken", "disableAlignedQuoteToken",
                    "requestEvmContract", "outcome", "enableFreezePrivilege",
                    "revokeFreezePrivilege", "freezeUser">>;
};

enum class MarginMode : std::uint8_t { StrictIsolated, NoCross, Normal };
template <>
struct Words<MarginMode>
{
    static constexpr std::array<std::string_view, 3> kWords{"strictIsolated", "noCross", "normal"};
};

struct AssetRequest2
{
    std::string coin;
    std::uint64_t szDecimals = 0;
    Dec oraclePx;
    std::uint64_t marginTableId = 0;
    MarginMode marginMode = MarginMode::Normal;

    using Fields =
        Table<Field<"coin", &AssetRequest2::coin>, Field<"szDecimals", &AssetRequest2::szDecimals>,
              Field<"oraclePx", &AssetRequest2::oraclePx>,
              Field<"marginTableId", &AssetRequest2::marginTableId>,
              Field<"marginMode", &AssetRequest2::marginMode>>;
};

struct AssetRequest
{
    std::string coin;
    std::uint64_t szDecimals = 0;
    Dec oraclePx;
    std::uint64_t marginTableId = 0;
    bool onlyIsolated = false;

    using Fields =
        Table<Field<"coin", &AssetRequest::coin>, Field<"szDecimals", &AssetRequest::szDecimals>,
              Field<"oraclePx", &AssetRequest::oraclePx>,
              Field<"marginTableId", &AssetRequest::marginTableId>,
              Field<"onlyIsolated", &AssetRequest::onlyIsolated>>;
};

struct DexSchema
{
    std::string fullName;
    std::uint64_t collateralToken = 0;
    std::optional<Address> oracleUpdater;

    using Fields = Table<Field<"fullName", &DexSchema::fullName>,
                         Field<"collateralToken", &DexSchema::collateralToken>,
                         Field<"oracleUpdater", &DexSchema::oracleUpdater, kNullable>>;
};

struct RegisterAsset2
{
    std::optional<std::uint64_t> maxGas;
    AssetRequest2 assetRequest;
    std::string dex;
    std::optional<DexSchema> schema;

    using Fields = Table<Field<"maxGas", &RegisterAsset2::maxGas, kNullable>,
                         Field<"assetRequest", &RegisterAsset2::assetRequest>,
                         Field<"dex", &RegisterAsset2::dex>,
                         Field<"schema", &RegisterAsset2::schema, kNullable>>;
};

struct RegisterAsset
{
    std::optional<std::uint64_t> maxGas;
    AssetRequest assetRequest;
    std::string dex;
    std::optional<DexSchema> schema;

    using Fields = Table<Field<"maxGas", &RegisterAsset::maxGas, kNullable>,
                         Field<"assetRequest", &RegisterAsset::assetRequest>,
                         Field<"dex", &RegisterAsset::dex>,
                         Field<"schema", &RegisterAsset::schema, kNullable>>;
};

using CoinDec = std::tuple<std::string, Dec>;

struct SetOracle
{
    std::string dex;
    std::vector<CoinDec> oraclePxs;
    std::vector<std::vector<CoinDec>> markPxs;
    std::vector<CoinDec> externalPerpPxs;

    using Fields = Table<Field<"dex", &SetOracle::dex>, Field<"oraclePxs", &SetOracle::oraclePxs>,
                         Field<"markPxs", &SetOracle::markPxs, between(0, 2)>,
                         Field<"externalPerpPxs", &SetOracle::externalPerpPxs>>;
};

struct SetFundingMultipliers
{
    std::vector<CoinDec> list;
    using Whole = Field<"", &SetFundingMultipliers::list, between(0, 10)>;
};

struct SetFundingInterestRates
{
    std::vector<std::tuple<std::string, SignedDec>> list;
    using Whole = Field<"", &SetFundingInterestRates::list>;
};

struct HaltTrading
{
    std::string coin;
    bool isHalted = false;

    using Fields =
        Table<Field<"coin", &HaltTrading::coin>, Field<"isHalted", &HaltTrading::isHalted>>;
};

struct SetMarginTableIds
{
    std::vector<std::tuple<std::string, std::uint64_t>> list;
    using Whole = Field<"", &SetMarginTableIds::list>;
};

struct MarginTier
{
    std::uint64_t lowerBound = 0;
    std::uint64_t maxLeverage = 1;

    using Fields = Table<Field<"lowerBound", &MarginTier::lowerBound>,
                         Field<"maxLeverage", &MarginTier::maxLeverage, between(1, 50)>>;
};

struct MarginTable
{
    std::string description;
    std::vector<MarginTier> marginTiers;

    using Fields = Table<Field<"description", &MarginTable::description>,
                         Field<"marginTiers", &MarginTable::marginTiers, between(0, 3)>>;
};

struct InsertMarginTable
{
    std::string dex;
    MarginTable marginTable;

    using Fields = Table<Field<"dex", &InsertMarginTable::dex>,
                         Field<"marginTable", &InsertMarginTable::marginTable>>;
};

struct SetFeeRecipient
{
    std::string dex;
    Address feeRecipient;

    using Fields = Table<Field<"dex", &SetFeeRecipient::dex>,
                         Field<"feeRecipient", &SetFeeRecipient::feeRecipient>>;
};

struct SetOpenInterestCaps
{
    std::vector<std::tuple<std::string, std::uint64_t>> list;
    using Whole = Field<"", &SetOpenInterestCaps::list>;
};

struct SubDeployer
{
    std::string variant;
    Address user;
    bool allowed = false;

    using Fields = Table<Field<"variant", &SubDeployer::variant>, Field<"user", &SubDeployer::user>,
                         Field<"allowed", &SubDeployer::allowed>>;
};

struct SetSubDeployers
{
    std::string dex;
    std::vector<SubDeployer> subDeployers;

    using Fields = Table<Field<"dex", &SetSubDeployers::dex>,
                         Field<"subDeployers", &SetSubDeployers::subDeployers>>;
};

enum class IsolationMode : std::uint8_t { StrictIsolated, NoCross };
template <>
struct Words<IsolationMode>
{
    static constexpr std::array<std::string_view, 2> kWords{"strictIsolated", "noCross"};
};

struct SetMarginModes
{
    std::vector<std::tuple<std::string, IsolationMode>> list;
    using Whole = Field<"", &SetMarginModes::list>;
};

struct SetFeeScale
{
    std::string dex;
    Dec scale;

    using Fields = Table<Field<"dex", &SetFeeScale::dex>, Field<"scale", &SetFeeScale::scale>>;
};

struct SetGrowthModes
{
    std::vector<std::tuple<std::string, bool>> list;
    using Whole = Field<"", &SetGrowthModes::list>;
};

struct SetPerpAnnotation
{
    std::string coin;
    std::string category;
    std::string description;
    std::optional<std::string> displayName;
    std::vector<std::string> keywords;

    using Fields = Table<Field<"coin", &SetPerpAnnotation::coin>,
                         Field<"category", &SetPerpAnnotation::category>,
                         Field<"description", &SetPerpAnnotation::description>,
                         Field<"displayName", &SetPerpAnnotation::displayName, kNullable>,
                         Field<"keywords", &SetPerpAnnotation::keywords>>;
};

/// The dex's name.
struct DisableDex
{
    std::string dex;
    using Whole = Field<"", &DisableDex::dex>;
};

struct PerpDeploy
{
    std::variant<RegisterAsset2, RegisterAsset, SetOracle, SetFundingMultipliers,
                 SetFundingInterestRates, HaltTrading, SetMarginTableIds, InsertMarginTable,
                 SetFeeRecipient, SetOpenInterestCaps, SetSubDeployers, SetMarginModes, SetFeeScale,
                 SetGrowthModes, SetPerpAnnotation, DisableDex>
        what;

    using Fields = Table<Type<"perpDeploy">,
                         OneOf<&PerpDeploy::what, "registerAsset2", "registerAsset", "setOracle",
                               "setFundingMultipliers", "setFundingInterestRates", "haltTrading",
                               "setMarginTableIds", "insertMarginTable", "setFeeRecipient",
                               "setOpenInterestCaps", "setSubDeployers", "setMarginModes",
                               "setFeeScale", "setGrowthModes", "setPerpAnnotation", "disableDex">>;
};

struct ActivateVenue
{
    std::string venueName;

    using Fields = Table<Field<"venueName", &ActivateVenue::venueName>>;
};

struct IsDeactivate
{
    bool value = false;
    using Whole = Field<"", &IsDeactivate::value>;
};

struct Deactivate
{
    static constexpr bool kIsNull = true;
};

/// The published shapes differ; both are accepted (protocol/exchange-actions.md 4).
struct ActivateOutcomeDeployer
{
    std::variant<IsDeactivate, ActivateVenue, Deactivate> what;

    using Fields =
        Table<Type<"activateOutcomeDeployer">,
              OneOf<&ActivateOutcomeDeployer::what, "isDeactivate", "activate", "deactivate">>;
};

} // namespace hl::actions
