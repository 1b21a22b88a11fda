// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/ids.h"
#include "market/trade.h"
#include "num/grid.h"
#include "sim/rng.h"

#include <optional>
#include <string_view>
#include <vector>

namespace hl::sim {

using market::Candle;

/// Length of a wire interval ("1m" … "1w") in ms; 0 for "1M", which is a calendar month; none
/// where the venue has no such interval.
std::optional<TimeMs> intervalMs(std::string_view interval);
/// First millisecond of the candle that holds `time`, and of the one after it.
TimeMs candleOpen(TimeMs time, std::string_view interval);
TimeMs candleAfter(TimeMs open, std::string_view interval);

/// One market's past as candles of a minute (four days), an hour (two months before that) and a
/// day (three years before that); every interval of the wire is built from these.
class CandleStore
{
public:
    /// Walks back from `px` at `now`; `volatility` in 10^-6 a tenth of a second.
    void seed(Rng &rng, Grid grid, Px px, TimeMs now, std::int64_t volatility,
              std::int64_t typicalLots);
    void addTrade(Px px, Sz sz, TimeMs time);
    /// A quiet minute still has a candle, at the last price.
    void roll(TimeMs now);

    /// Candles of [from, to] by open time, oldest first, at most the newest `most`.
    std::vector<Candle> range(std::string_view interval, TimeMs from, TimeMs to,
                              std::size_t most = 5000) const;
    std::optional<Candle> current(std::string_view interval, TimeMs now) const;
    /// Price of a day ago.
    Px priceAt(TimeMs time) const;

private:
    std::vector<Candle> m_days;
    std::vector<Candle> m_hours;
    std::vector<Candle> m_minutes;
};

} // namespace hl::sim
