// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "market/instrument.h"
#include "num/decimal.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// The venue's metadata answers as values (protocol/info.md 2: meta, perpDexs, spotMeta,
/// outcomeMeta). Decoded by venue/hyperliquid/info_decoder.h.
namespace hl::market {

struct MarginTier
{
    Decimal lowerBound;
    int maxLeverage = 0;
};

struct MarginTable
{
    std::int64_t id = 0;
    std::string description;
    std::vector<MarginTier> tiers;
};

struct PerpAsset
{
    std::string name;
    int szDecimals = 0;
    int maxLeverage = 0;
    std::int64_t marginTableId = 0;
    MarginMode marginMode = MarginMode::Normal;
    bool isDelisted = false;
};

/// `meta` of one dex; a place in `universe` is an asset index, also for delisted ones.
struct PerpMeta
{
    std::vector<PerpAsset> universe;
    std::vector<MarginTable> marginTables;
    std::int64_t collateralToken = 0; ///< token index
};

/// One entry of `perpDexs`; the place is the dex index, and place 0 (the venue's own) is null.
struct PerpDex
{
    std::string name;
    std::string fullName;
    std::string deployer;
};
using PerpDexList = std::vector<std::optional<PerpDex>>;

struct SpotToken
{
    std::string name;
    int szDecimals = 0;
    int weiDecimals = 0;
    std::int64_t index = 0; ///< the token's id; not its place in the list
    std::string tokenId;
    std::string fullName;
    bool isCanonical = false;
    bool hasEvmContract = false; ///< without one its HyperEVM bridge leads nowhere
};

struct SpotPair
{
    std::string name; ///< wire coin: "PURR/USDC" or "@107"
    std::int64_t base = 0;
    std::int64_t quote = 0;
    std::int64_t index = 0; ///< asset − 10000; not its place in the list
    bool isCanonical = false;
};

struct SpotMeta
{
    std::vector<SpotToken> tokens;
    std::vector<SpotPair> universe;
};

struct Outcome
{
    std::int64_t outcome = 0;
    std::string name;
    std::string description;
    std::vector<std::string> sides;
    std::string quoteToken;
};

struct OutcomeQuestion
{
    std::int64_t question = 0;
    std::string name;
    std::string description;
    std::optional<std::int64_t> fallbackOutcome;
    std::vector<std::int64_t> namedOutcomes;
    std::vector<std::int64_t> settledNamedOutcomes;
};

struct OutcomeMeta
{
    std::vector<Outcome> outcomes;
    std::vector<OutcomeQuestion> questions;
};

/// Everything a registry is built from. `perps[i]` is the meta of `dexes[i]`, none where it was
/// not asked for.
struct MetaSet
{
    PerpDexList dexes;
    std::vector<std::optional<PerpMeta>> perps;
    std::optional<SpotMeta> spot;
    std::optional<OutcomeMeta> outcomes;
};

} // namespace hl::market
