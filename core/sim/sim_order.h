// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/ids.h"
#include "num/grid.h"
#include "sim/order_book.h"
#include "sim/universe.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hl::sim {

/// protocol/info.md, orderStatus: the words the venue uses.
enum class OrderStatus : std::uint8_t {
    Open,
    Filled,
    Canceled,
    Triggered,
    Rejected,
    MarginCanceled,
    SelfTradeCanceled,
    ReduceOnlyCanceled,
    SiblingFilledCanceled,
    LiquidatedCanceled,
    ScheduledCancel,
    TickRejected,
    MinTradeNtlRejected,
    PerpMarginRejected,
    ReduceOnlyRejected,
    BadAloPxRejected,
    IocCancelRejected,
    BadTriggerPxRejected,
    MarketOrderNoLiquidityRejected,
    InsufficientSpotBalanceRejected,
    OracleRejected,
};

std::string_view statusText(OrderStatus status);

enum class WireTif : std::uint8_t { None, Gtc, Ioc, Alo, FrontendMarket, LiquidationMarket };

std::string_view tifText(WireTif tif);

/// An order as the venue keeps it, from arrival to its end.
struct SimOrder
{
    Oid oid = 0;
    std::optional<Cloid> cloid;
    UserId user = kNoUser;
    MarketId market = kNoMarket;
    Side side = Side::Buy;
    Px limitPx;
    Sz origSz;
    Sz sz; ///< what is left
    WireTif tif = WireTif::Gtc;
    bool reduceOnly = false;

    bool isTrigger = false;
    bool isMarket = false;
    bool isTp = false;
    bool isPositionTpsl = false;
    bool tracksPosition = false; ///< positionTpsl for the whole position, whatever its size
    Px triggerPx;

    TimeMs timestamp = 0;
    Oid parent = 0;            ///< normalTpsl child
    std::vector<Oid> children; ///< normalTpsl parent
    bool waitsForParent = false;

    Ntl filledNtl;
    std::optional<std::int64_t> twapId;
    std::optional<Address> builder;
    std::int64_t builderFee = 0; ///< tenths of a basis point

    OrderStatus status = OrderStatus::Open;
    TimeMs statusTime = 0;

    Sz filled() const { return origSz - sz; }
    bool isOnBook() const { return !isTrigger && !waitsForParent; }
};

/// One fill of one account (protocol/info.md, userFills).
struct SimFill
{
    Tid tid = 0;
    Oid oid = 0;
    std::optional<Cloid> cloid;
    MarketId market = kNoMarket;
    Side side = Side::Buy;
    Px px;
    Sz sz;
    TimeMs time = 0;
    Decimal startPosition;
    std::string dir;
    Decimal closedPnl;
    Decimal fee; ///< negative: rebate
    std::optional<Decimal> builderFee;
    std::string feeToken = "USDC";
    std::string hash;
    bool isTaker = false;
    std::optional<std::int64_t> twapId;
    std::optional<Px> liquidationMark; ///< set where a liquidation made it
};

} // namespace hl::sim
