// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "sim/universe.h"

#include <algorithm>

namespace hl::sim {
namespace {

struct PerpRow
{
    const char *coin;
    std::uint8_t szDecimals;
    int maxLeverage;
    int table;
    const char *px;
    std::int64_t volatility;
    std::int64_t tradesPerMille;
    std::int64_t openInterestUsd;
};

constexpr PerpRow kPerps[] = {
    {"BTC", 5, 40, 56, "110000", 14, 420, 2'400'000'000},
    {"ETH", 4, 25, 55, "4300", 18, 330, 1'900'000'000},
    {"SOL", 2, 20, 54, "210", 22, 260, 700'000'000},
    {"HYPE", 2, 10, 52, "45", 26, 240, 1'100'000'000},
    {"WLFI", 0, 5, 5, "0.2", 35, 120, 60'000'000},
    {"kPEPE", 0, 10, 52, "0.0098", 40, 120, 40'000'000},
    {"DOGE", 0, 10, 52, "0.22", 28, 150, 150'000'000},
    {"XRP", 0, 20, 54, "2.8", 24, 150, 180'000'000},
    {"SUI", 1, 10, 52, "3.3", 30, 120, 90'000'000},
    {"LINK", 1, 10, 52, "23", 26, 100, 50'000'000},
    {"AVAX", 2, 10, 52, "25", 28, 100, 45'000'000},
};

constexpr std::int64_t kMakerOrderUsd = 24'000;

void fillSizes(MarketSpec &spec, std::int64_t openInterestUsd)
{
    // lots worth one USD at the start price, times what one order is worth
    Int128 scale = 1;
    for (int i = 0; i < spec.grid.ntlDecimals(); ++i)
        scale *= 10;
    const Int128 ticks = spec.startPx.ticks;
    spec.typicalLots =
        std::max<std::int64_t>(1, static_cast<std::int64_t>(kMakerOrderUsd * scale / ticks));
    spec.openInterest = static_cast<std::int64_t>(openInterestUsd * scale / ticks);
}

MarketSpec perp(const PerpRow &row, int dex, int position)
{
    MarketSpec spec;
    spec.coin = row.coin;
    spec.grid = {MarketKind::Perp, row.szDecimals};
    spec.dex = dex;
    spec.position = position;
    spec.asset = dex == 0 ? static_cast<std::uint32_t>(position)
                          : static_cast<std::uint32_t>(100'000 + dex * 10'000 + position);
    spec.maxLeverage = row.maxLeverage;
    spec.marginTableId = row.table;
    spec.startPx = parsePx(row.px, spec.grid).value_or(Px{1});
    spec.volatility = row.volatility;
    spec.tradesPerMille = row.tradesPerMille;
    fillSizes(spec, row.openInterestUsd);
    return spec;
}

MarketSpec pair(const char *coin, int index, const TokenSpec &base, const char *px, bool canonical)
{
    MarketSpec spec;
    spec.coin = coin;
    spec.grid = {MarketKind::Spot, static_cast<std::uint8_t>(base.szDecimals)};
    spec.dex = -1;
    spec.position = index;
    spec.asset = static_cast<std::uint32_t>(10'000 + index);
    spec.baseToken = base.index;
    spec.quoteToken = 0;
    spec.isCanonical = canonical;
    spec.startPx = parsePx(px, spec.grid).value_or(Px{1});
    spec.volatility = 24;
    spec.tradesPerMille = 160;
    fillSizes(spec, 0);
    spec.typicalLots = std::max<std::int64_t>(1, spec.typicalLots / 4);
    return spec;
}

} // namespace

const MarginTier &MarginTable::tierOf(std::int64_t notionalMicros) const
{
    const MarginTier *best = &tiers.front();
    for (const MarginTier &tier : tiers) {
        if (notionalMicros >= tier.lowerBoundUsd * 1'000'000)
            best = &tier;
    }
    return *best;
}

std::int64_t MarginTable::maintenance(std::int64_t notionalMicros) const
{
    // notional × rate(tier) − deduction(tier), over one common denominator so that nothing rounds
    // before the end
    Int128 denominator = 1;
    for (const MarginTier &tier : tiers)
        denominator *= 2 * tier.maxLeverage;
    Int128 deduction = 0;
    Int128 rate = denominator / (2 * tiers.front().maxLeverage);
    for (std::size_t i = 1; i < tiers.size(); ++i) {
        const Int128 bound = Int128{tiers[i].lowerBoundUsd} * 1'000'000;
        if (notionalMicros < bound)
            break;
        const Int128 next = denominator / (2 * tiers[i].maxLeverage);
        deduction += bound * (next - rate);
        rate = next;
    }
    return static_cast<std::int64_t>((notionalMicros * rate - deduction) / denominator);
}

Universe::Universe(const std::vector<std::string> &coins)
{
    const auto wanted = [&](std::string_view coin) {
        return coins.empty() || std::find(coins.begin(), coins.end(), coin) != coins.end();
    };
    m_tables = {
        {51, "tiered 10x", {{0, 10}, {3'000'000, 5}}},
        {52, "tiered 10x (2)", {{0, 10}, {20'000'000, 5}}},
        {53, "tiered 20x", {{0, 20}, {40'000'000, 10}}},
        {54, "tiered 20x (2)", {{0, 20}, {70'000'000, 10}}},
        {55, "tiered 25x", {{0, 25}, {100'000'000, 15}}},
        {56, "tiered 40x", {{0, 40}, {150'000'000, 20}}},
        {5, "", {{0, 5}}},
        {20, "", {{0, 20}}},
    };
    m_tokens = {
        {"USDC", 8, 8, 0, "0x6d1e7cde53ba9467b783cb7c530ce054", ""},
        {"PURR", 0, 5, 1, "0xc1fb593aeffbeb02f85e0308e9956a90", ""},
        {"HYPE", 2, 8, 150, "0x0d01dc56dcaaca66ad901c959b4011ec", "Hyperliquid"},
    };
    m_dexes = {""};

    int position = 0;
    for (const PerpRow &row : kPerps) {
        if (wanted(row.coin))
            m_markets.push_back(perp(row, 0, position++));
    }
    if (coins.empty()) {
        // A delisted market keeps its slot: the order of the list is the asset id.
        MarketSpec gone = perp({"MATIC", 1, 20, 20, "0.37621", 0, 0, 0}, 0, position++);
        gone.isDelisted = true;
        m_markets.push_back(gone);
    }
    if (wanted("xyz:XYZ100")) {
        m_dexes.emplace_back("xyz");
        m_markets.push_back(perp({"xyz:XYZ100", 4, 20, 20, "25100", 10, 120, 120'000'000}, 1, 0));
    }
    if (wanted("PURR/USDC"))
        m_markets.push_back(pair("PURR/USDC", 0, m_tokens[1], "0.15", true));
    if (wanted("@107") || wanted("HYPE/USDC"))
        m_markets.push_back(pair("@107", 107, m_tokens[2], "45", false));
}

MarketId Universe::findCoin(std::string_view coin) const
{
    for (MarketId id = 0; id < m_markets.size(); ++id) {
        if (m_markets[id].coin == coin)
            return id;
    }
    return kNoMarket;
}

MarketId Universe::findAsset(std::uint64_t asset) const
{
    for (MarketId id = 0; id < m_markets.size(); ++id) {
        if (m_markets[id].asset == asset)
            return id;
    }
    return kNoMarket;
}

const TokenSpec *Universe::findToken(int index) const
{
    for (const TokenSpec &token : m_tokens) {
        if (token.index == index)
            return &token;
    }
    return nullptr;
}

const TokenSpec *Universe::findToken(std::string_view text) const
{
    const std::size_t colon = text.find(':');
    for (const TokenSpec &token : m_tokens) {
        if (token.name == text.substr(0, colon) &&
            (colon == std::string_view::npos || text.substr(colon + 1) == token.tokenId)) {
            return &token;
        }
    }
    return nullptr;
}

int Universe::findDex(std::string_view name) const
{
    for (std::size_t i = 0; i < m_dexes.size(); ++i) {
        if (m_dexes[i] == name)
            return static_cast<int>(i);
    }
    return -1;
}

const MarginTable &Universe::tableOf(const MarketSpec &spec) const
{
    for (const MarginTable &table : m_tables) {
        if (table.id == spec.marginTableId)
            return table;
    }
    return m_tables.back();
}

} // namespace hl::sim
