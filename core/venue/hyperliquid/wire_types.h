// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/ids.h"
#include "model/account.h"
#include "model/order.h"
#include "num/decimal.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Values that both WebSocket frames and info answers carry (protocol/info.md 2).
namespace hl::venue {

/// An order as the venue lists it. `orderUpdates` and `openOrders` over HTTP send the short form:
/// what they omit is absent here, which is not the same as false (cases.md B45).
struct WireOrder
{
    std::string coin;
    Grid grid;
    model::Side side = model::Side::Buy;
    Px limitPx;
    Sz sz; ///< what is left; keeps its value when cancelled, zero when filled
    Sz origSz;
    Oid oid = 0;
    TimeMs timestamp = 0;
    std::optional<Cloid> cloid;
    std::optional<bool> reduceOnly;
    std::optional<bool> isTrigger;
    std::optional<bool> isPositionTpsl;
    std::optional<Px> triggerPx; ///< none where the order has no trigger
    std::string triggerCondition;
    std::string orderType; ///< "Limit", "Stop Market", … as sent; empty in the short form
    std::string tif;       ///< "Gtc", "FrontendMarket", … as sent; empty where null or absent
    std::vector<WireOrder> children;

    Sz filled() const { return origSz - sz; }
};

/// The meaning of a status string. Anything new is Other and never ends an order.
enum class StatusClass : std::uint8_t { Open, Triggered, Filled, Cancelled, Rejected, Other };
StatusClass classifyStatus(std::string_view status);

struct OrderUpdate
{
    WireOrder order;
    std::string status; ///< as sent
    TimeMs statusTimestamp = 0;

    StatusClass statusClass() const { return classifyStatus(status); }
};

struct SliceFill
{
    model::Fill fill;
    std::uint64_t twapId = 0;
};

struct Twap
{
    std::uint64_t twapId = 0; ///< 0 where the frame does not say
    std::string coin;
    Grid grid;
    Address user;
    model::Side side = model::Side::Buy;
    Sz sz;
    Decimal executedSz;
    Decimal executedNtl;
    std::int64_t minutes = 0;
    bool reduceOnly = false;
    bool randomize = false;
    TimeMs timestamp = 0;
    std::optional<Decimal> triggerPx;
    std::optional<bool> triggerAbove;
    std::optional<Decimal> stopPx;
};

struct TwapHistoryEntry
{
    std::int64_t timeSeconds = 0; ///< seconds, alone in the whole protocol
    Twap twap;
    std::string status;
    std::string description; ///< where status is "error"
};

struct FundingPayment
{
    TimeMs time = 0;
    std::string coin;
    Decimal usdc; ///< negative: paid
    Decimal szi;
    Decimal fundingRate;
    std::optional<std::int64_t> nSamples;
    std::string hash; ///< info answers only
};

struct LedgerEntry
{
    TimeMs time = 0;
    std::string hash;
    std::string type;
    std::string deltaJson; ///< the whole delta
};

/// clearinghouseState of one dex. `skipped`: positions that cannot be read, mostly of markets that
/// are not known, in words; the account holds them all the same.
struct PerpAccount
{
    model::MarginSummary margin;
    std::vector<model::Position> positions;
    std::vector<std::string> skipped;
    std::vector<std::string> skippedCoins; ///< of these; empty where even that cannot be read
};

struct SpotAccount
{
    std::vector<model::Balance> balances;
    bool portfolioMarginEnabled = false;
};

struct ActiveAsset
{
    Address user;
    std::string coin;
    Grid grid;
    int leverage = 0;
    bool isCross = true;
    Sz maxBuySz;
    Sz maxSellSz;
    Decimal availableToBuy;
    Decimal availableToSell;
    Decimal markPx;
};

} // namespace hl::venue
