// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "num/decimal.h"
#include "sim/side.h"
#include "sim/universe.h"

#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <string>

/// Perp account arithmetic (protocol/prices.md 7), Qt-free and without time. Money is an integer
/// number of 10^-6 USD: a perp's price times its size has exactly six decimals, so nothing but
/// fees, margins and partial entries ever rounds.
namespace hl::sim {

using Micros = std::int64_t;

inline Decimal usd(Micros micros)
{
    return Decimal(micros, 6);
}

/// The nearest that 64 bits hold. Whatever is compared with a balance ends here, so that a value
/// too large stays too large and never wraps into a small one.
constexpr std::int64_t saturated(Int128 value)
{
    constexpr Int128 most = std::numeric_limits<std::int64_t>::max();
    constexpr Int128 least = std::numeric_limits<std::int64_t>::min();
    return static_cast<std::int64_t>(value > most ? most : value < least ? least : value);
}

/// px × sz in micros (grids of perps have six decimals together), saturated.
inline Micros perpNotional(Px px, Sz sz)
{
    return saturated((px * sz).units);
}

struct LeverageSetting
{
    int value = 20;
    bool isCross = true;
};

struct PerpPosition
{
    Sz szi;              ///< signed
    Micros entryNtl = 0; ///< what |szi| was bought or sold for; entry price = entryNtl / |szi|
    bool isCross = true;
    int leverage = 20;
    Micros isolatedRaw = 0;    ///< isolated only: margin put in, less what was bought, plus sold
    Micros fundingAllTime = 0; ///< positive: paid by the user
    Micros fundingSinceOpen = 0;
    Micros fundingSinceChange = 0;
};

/// One account's side of one perp dex.
struct PerpLedger
{
    Micros raw = 0; ///< cross: deposits less what was bought, plus what was sold, less fees
    std::map<MarketId, PerpPosition> positions; ///< flat ones are erased
};

/// Marks of the moment.
using MarkOf = std::function<Px(MarketId)>;

struct PerpSummary
{
    Micros accountValue = 0; ///< cross and isolated
    Micros totalNtl = 0;
    Micros totalRaw = 0;
    Micros marginUsed = 0;
    Micros crossValue = 0;
    Micros crossNtl = 0;
    Micros crossMarginUsed = 0;
    Micros crossMaintenance = 0;
    Micros withdrawable = 0; ///< cross value less the larger of initial margin and 10 % of notional
    /// Cross value less initial margin in use, never below zero: what new orders may use.
    Micros available = 0;
};

struct PositionView
{
    Micros value = 0;
    Micros unrealizedPnl = 0;
    Micros marginUsed = 0;
    Decimal entryPx;
    Decimal returnOnEquity;
    std::optional<Decimal> liquidationPx;
};

struct FillEffect
{
    Sz startPosition;
    Micros closedPnl = 0; ///< without fees
    std::string dir;
};

/// Notional × rate, cut to micros as the venue does. 1 ppm is 0.0001 %: 0.045 % is 450.
Micros feeOf(Micros notional, std::int64_t ppm);

/// |sz| × mark / leverage, cut to micros, saturated.
Micros initialMargin(Px mark, Sz sz, int leverage);

/// Books one fill: cash, position, entry, realised result. A new position takes `setting`.
FillEffect applyFill(PerpLedger &ledger, MarketId market, const LeverageSetting &setting, Side side,
                     Px px, Sz sz, Micros fee);

PerpSummary summarise(const PerpLedger &ledger, const Universe &universe, const MarkOf &markOf);

PositionView viewPosition(const PerpLedger &ledger, MarketId market, const PerpSummary &summary,
                          const Universe &universe, Px mark);

/// What the available margin would be lowered by if an order of this size filled at the mark:
/// negative where it frees margin.
Micros marginNeeded(const PerpLedger &ledger, MarketId market, const LeverageSetting &setting,
                    Side side, Sz sz, Px mark);

} // namespace hl::sim
