// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/ids.h"
#include "num/grid.h"

#include <cstdint>
#include <string>

namespace hl::market {

enum class MarginMode : std::uint8_t { Normal, NoCross, StrictIsolated };

/// One market as the venue's metadata describes it. A value; shared as part of an immutable
/// InstrumentList.
struct Instrument
{
    std::string coin;        ///< wire name: "BTC", "xyz:AAPL", "@107", "#10"
    std::string displayName; ///< "BTC", "HYPE/USDC"; never unique, always shown with `coin` where
                             ///< they differ
    std::uint32_t asset = 0; ///< id used in actions (protocol/prices.md 4)
    Grid grid;
    std::string dex;        ///< "" for the venue's own perps, spot and outcomes
    std::string baseToken;  ///< spot: name of the base token
    std::string quoteToken; ///< spot and outcomes: quote token; perps: collateral token ("USDC")
    int maxLeverage = 0;    ///< 0 where leverage has no meaning
    MarginMode marginMode = MarginMode::Normal;
    bool isDelisted = false;
    bool isCanonical = true; ///< spot: the venue's own listing of that ticker

    bool isPerp() const { return grid.kind == MarketKind::Perp; }
};

} // namespace hl::market
