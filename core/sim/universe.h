// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "num/grid.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// Which markets the embedded venue lists: data only. Qt-free, immutable after construction.
namespace hl::sim {

using MarketId = std::uint32_t;
inline constexpr MarketId kNoMarket = ~MarketId{0};

struct TokenSpec
{
    std::string name;
    int szDecimals = 0;
    int weiDecimals = 8;
    int index = 0; ///< what spotMeta and pairs refer to; not dense
    std::string tokenId;
    std::string fullName;
};

struct MarginTier
{
    std::int64_t lowerBoundUsd = 0;
    int maxLeverage = 1;
};

/// protocol/info.md, meta: ids below 50 have one tier with maxLeverage = id.
struct MarginTable
{
    int id = 0;
    std::string description;
    std::vector<MarginTier> tiers;

    const MarginTier &tierOf(std::int64_t notionalMicros) const;
    /// Maintenance margin in 10^-6 USD, cut to that step (protocol/prices.md 7).
    std::int64_t maintenance(std::int64_t notionalMicros) const;
};

struct MarketSpec
{
    std::string coin;        ///< wire name
    std::uint32_t asset = 0; ///< protocol/prices.md 4
    Grid grid;
    int dex = 0;      ///< perps: index in perpDexs; −1: spot
    int position = 0; ///< perps: place in the universe of its dex; spot: pair index
    int maxLeverage = 0;
    int marginTableId = 0;
    bool isDelisted = false;
    bool isCanonical = true;
    int baseToken = -1;
    int quoteToken = 0;

    Px startPx;
    std::int64_t volatility = 20;      ///< of the fair price a step, in 10^-6
    std::int64_t typicalLots = 1;      ///< of one maker order
    std::int64_t openInterest = 0;     ///< lots
    std::int64_t tradesPerMille = 150; ///< chance of a taker in a step

    bool isPerp() const { return grid.kind == MarketKind::Perp; }
};

class Universe
{
public:
    /// The coins named (all where empty; unknown names are ignored), in their usual order. Asset
    /// ids follow the order, as the venue's do.
    explicit Universe(const std::vector<std::string> &coins = {});

    const std::vector<MarketSpec> &markets() const { return m_markets; }
    const MarketSpec &market(MarketId id) const { return m_markets[id]; }
    const std::vector<TokenSpec> &tokens() const { return m_tokens; }
    const std::vector<MarginTable> &marginTables() const { return m_tables; }
    /// Dex names; the first is "".
    const std::vector<std::string> &dexes() const { return m_dexes; }

    MarketId findCoin(std::string_view coin) const;
    MarketId findAsset(std::uint64_t asset) const;
    /// Null where unknown.
    const TokenSpec *findToken(int index) const;
    /// "NAME:0x…" or a bare name.
    const TokenSpec *findToken(std::string_view text) const;
    int findDex(std::string_view name) const; ///< −1 where unknown
    const MarginTable &tableOf(const MarketSpec &spec) const;

private:
    std::vector<MarketSpec> m_markets;
    std::vector<TokenSpec> m_tokens;
    std::vector<MarginTable> m_tables;
    std::vector<std::string> m_dexes;
};

} // namespace hl::sim
