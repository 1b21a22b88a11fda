// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "engine/market_data.h"
#include "market/delta_book.h"

#include <utility>

/// Shared by the source files of MarketData.
namespace hl::engine {

enum class Feed : std::uint8_t { Fast, Deep, Bbo, Trades };

/// One followed market.
struct MarketData::Market
{
    int followers = 0;
    std::optional<market::BookComposer> composer; ///< none: waits for the list of markets
    std::optional<market::DeltaBook> delta;       ///< where deltas are used
    market::TradeTape tape;
    std::vector<std::pair<Feed, Streams::Handle>> streams;
    bool isHistoryDue = true; ///< the next batch of trades is the replay after subscribing
    bool hasHistory = false;
    market::BookState sentState = market::BookState::Empty;
    std::int64_t renewedAtMs = 0;
    std::int64_t bookNs = 0; ///< when the newest of its book frames came, good or bad
};

/// One followed series.
struct MarketData::Candles
{
    explicit Candles(std::string_view interval) : series(interval) {}

    int followers = 0;
    market::CandleSeries series;
    Grid grid;
    bool isStarted = false;
    bool isFromTrades = false;
    Streams::Handle stream = 0;
    bool isLoading = false;                   ///< its history is asked for
    std::uint64_t loading = 0;                ///< that request
    bool isHistoryStale = false;              ///< it was asked for before the connection was lost
    std::map<TimeMs, market::Candle> changed; ///< since the last batch, by openTime
};

} // namespace hl::engine
