// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/ids.h"
#include "model/order.h"
#include "model/twap.h"
#include "num/decimal.h"
#include "num/grid.h"

#include <optional>
#include <string>
#include <vector>

namespace hl::model {

struct Fill
{
    Tid tid = 0;
    Oid oid = 0;
    std::optional<Cloid> cloid;
    std::string coin;
    Grid grid;
    Side side = Side::Buy;
    Px px;
    Sz sz;
    TimeMs time = 0;
    Decimal fee; ///< negative: rebate; includes the builder's share
    std::string feeToken;
    Decimal closedPnl;
    Decimal startPosition;
    std::string dir; ///< the venue's words, display only
    bool isTaker = false;
    bool isLiquidation = false;
};

struct Position
{
    std::string coin;
    Grid grid;
    std::string dex;
    Sz szi; ///< signed
    Decimal entryPx;
    Decimal positionValue;
    Decimal unrealizedPnl;
    Decimal returnOnEquity;
    std::optional<Decimal> liquidationPx; ///< none at current equity, which is not zero
    Decimal marginUsed;
    int leverage = 0;
    bool isCross = true;
    int maxLeverage = 0;
    Decimal fundingSinceOpen;
    std::string collateral = "USDC";
};

struct Balance
{
    std::string coin; ///< token name
    std::int64_t token = -1;
    Decimal total;
    Decimal hold;
    Decimal entryNtl;
};

/// One perp dex's margin state.
struct MarginSummary
{
    std::string dex;
    std::string collateral = "USDC";
    Decimal accountValue;
    Decimal totalNtlPos;
    Decimal totalMarginUsed;
    Decimal withdrawable;
    Decimal maintenanceMargin;
    TimeMs time = 0;
};

/// A perp market's leverage setting and what may still be traded there, in the venue's own words
/// (activeAssetData). Known for markets that are followed.
struct MarketSetting
{
    std::string coin;
    int leverage = 0; ///< 0: not known
    bool isCross = true;
    Decimal availableToBuy; ///< collateral units, before leverage
    Decimal availableToSell;
    Decimal maxBuySz; ///< base units
    Decimal maxSellSz;
};

/// Everything known about one account beside its orders and fills.
struct AccountState
{
    Address user;
    /// How collateral is kept: "default", "unifiedAccount", … as userAbstraction says.
    std::string mode = "default";
    std::vector<MarginSummary> margins;
    std::vector<Position> positions;
    std::vector<Balance> balances;
    std::vector<MarketSetting> settings; ///< at most one a coin
    std::vector<Twap> twaps;             ///< newest first
    std::int64_t receivedMonoNs = 0;     ///< newest frame; its age is shown
    /// Of the whole account at 00:00 UTC, and the result since then: fees, funding and what is open
    /// included, money moved in or out left out (guard/day_result.h). None: not known.
    std::optional<Decimal> dayStartEquity;
    std::optional<Decimal> dayResult;
};

struct FeeRates
{
    Decimal taker;
    Decimal maker;
    Decimal spotTaker;
    Decimal spotMaker;
};

} // namespace hl::model
