// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/ids.h"
#include "num/grid.h"

#include <vector>

namespace hl::market {

/// `isBuy` is the aggressor's side. Unique by (time, coin, tid).
struct Trade
{
    Px px;
    Sz sz;
    TimeMs time = 0;
    Tid tid = 0;
    bool isBuy = true;

    friend bool operator==(const Trade &, const Trade &) = default;
};

struct Candle
{
    TimeMs openTime = 0;
    TimeMs closeTime = 0; ///< open + interval − 1
    Px open;
    Px high;
    Px low;
    Px close;
    Sz volume;
    std::int64_t n = 0;
};

} // namespace hl::market
