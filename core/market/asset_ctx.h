// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "num/decimal.h"

#include <optional>
#include <string>

namespace hl::market {

/// What the venue says about a market beside its book. Off-grid figures, hence Decimal.
struct AssetCtx
{
    std::string coin;
    std::optional<Decimal> mark;
    std::optional<Decimal> mid;
    std::optional<Decimal> oracle;
    std::optional<Decimal> prevDayPx;
    std::optional<Decimal> dayNtlVlm;
    std::optional<Decimal> openInterest; ///< base units
    std::optional<Decimal> funding;      ///< hourly rate
    std::optional<Decimal> premium;

    /// mark (or mid) / prevDayPx − 1, six decimals; none where either is missing or zero.
    std::optional<Decimal> dayChange() const;
};

} // namespace hl::market
