// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "engine/api/events.h"
#include "market/trade.h"

#include <QString>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace hl::ui {

/// The candles of one market and interval, oldest first, at most kMax. History replaces, live
/// candles are put in by their open time.
class CandleSeries
{
public:
    static constexpr std::size_t kMax = 5000;

    void reset(std::string coin, std::string interval);
    const std::string &coin() const { return m_coin; }
    const std::string &interval() const { return m_interval; }
    Grid grid() const { return m_grid; }
    const std::vector<market::Candle> &candles() const { return m_candles; }
    bool isEmpty() const { return m_candles.empty(); }

    /// False where the batch is of another market or interval.
    bool apply(const engine::CandleBatch &batch);
    /// Lowest and highest price of [first, last); {0,0} where there is none.
    std::pair<Px, Px> range(std::size_t first, std::size_t last) const;

    /// Length of "1s", "15m", "4h", "1d", … in ms; 0 where it is not one.
    static TimeMs lengthMs(std::string_view interval);

private:
    std::string m_coin;
    std::string m_interval;
    Grid m_grid;
    std::vector<market::Candle> m_candles;
};

/// Round price steps for a grid of lines: 1, 2 or 5 times a power of ten ticks, so that about
/// `wanted` lines fit into `span`.
std::int64_t niceStep(std::int64_t span, int wanted);

} // namespace hl::ui
