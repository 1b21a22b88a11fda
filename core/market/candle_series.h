// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "market/trade.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace hl::market {

/// Length of an interval in ms: the venue's ("1m" … "1w"; "1M" counts as 30 days and is only an
/// estimate) and our own below a minute ("1s", "5s", "15s", "30s").
Result<std::int64_t> intervalMs(std::string_view interval);
/// Served by the venue? The others are built from trades.
bool isVenueInterval(std::string_view interval);

/// Candles of one market and interval, oldest first, at most `capacity`.
class CandleSeries
{
public:
    explicit CandleSeries(std::string_view interval, std::size_t capacity = 5'000);

    /// By openTime: replaces, appends, or inserts a late one. False: older than all that is kept.
    bool upsert(const Candle &candle);
    /// Replaces everything; sorted and without repeats afterwards.
    void setHistory(std::vector<Candle> candles);
    /// Adds trades that were not counted before (see TradeTape); for intervals of our own. Returns
    /// the candles that changed, oldest first.
    std::vector<Candle> addTrades(std::span<const Trade> trades);
    void clear() { m_candles.clear(); }

    const std::vector<Candle> &candles() const { return m_candles; }
    std::int64_t lengthMs() const { return m_lengthMs; }

private:
    std::int64_t m_lengthMs;
    std::size_t m_capacity;
    std::vector<Candle> m_candles;
};

} // namespace hl::market
