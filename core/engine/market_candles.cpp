// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine/market_data.h"
#include "engine/market_data_p.h"

#include <utility>

namespace hl::engine {

using namespace std::chrono_literals;

void MarketData::followCandles(const std::string &coin, const std::string &interval)
{
    if (!market::intervalMs(interval)) {
        notice(NoticeLevel::Error, "There are no candles of \"" + interval + "\".", coin);
        return;
    }
    auto &candles = m_candles[{coin, interval}];
    if (!candles)
        candles = std::make_unique<Candles>(interval);
    ++candles->followers;
    if (!candles->isStarted)
        startCandles({coin, interval}, *candles);
    else
        m_sink.candlesChanged({coin, candles->grid, interval, candles->series.candles(), true});
}

void MarketData::startCandles(const CandleKey &key, Candles &candles)
{
    const auto &[coin, interval] = key;
    const market::Instrument *instrument = m_registry.find(coin);
    if (instrument == nullptr)
        return;
    candles.grid = instrument->grid;
    candles.isStarted = true;
    candles.isFromTrades = m_streams == nullptr || !market::isVenueInterval(interval);
    if (candles.isFromTrades) {
        // Built from the tape, which is kept while the market is followed.
        follow(coin);
        if (const auto it = m_markets.find(coin); it != m_markets.end()) {
            std::vector<market::Trade> known;
            for (std::size_t i = 0; i < it->second->tape.size(); ++i)
                known.push_back(it->second->tape.at(i));
            candles.series.addTrades(known);
            m_sink.candlesChanged({coin, candles.grid, interval, candles.series.candles(), true});
        }
        return;
    }
    candles.stream = subscribe(session::Subscription::candle(coin, interval));
    loadHistory(key, candles);
}

/// One at a time: while one waits for request weight, nothing is gained by a second.
void MarketData::loadHistory(const CandleKey &key, Candles &candles)
{
    if (std::exchange(candles.isLoading, true)) {
        candles.isHistoryStale = true;
        return;
    }
    candles.isHistoryStale = false;
    candles.loading = m_hooks.loadCandles(
        key.first, key.second,
        [this, key, alive = m_isAlive](std::optional<std::vector<market::Candle>> history) {
            if (*alive)
                historyLoaded(key, std::move(history));
        });
}

void MarketData::historyLoaded(const CandleKey &key,
                               std::optional<std::vector<market::Candle>> history)
{
    const auto it = m_candles.find(key);
    if (it == m_candles.end())
        return;
    Candles &candles = *it->second;
    candles.isLoading = false;
    candles.loading = 0;
    if (candles.isHistoryStale)
        return loadHistory(key, candles);
    if (!history)
        return;
    // What came on the stream is newer than the answer.
    const auto live = candles.series.candles();
    candles.series.setHistory(std::move(*history));
    for (const market::Candle &candle : live)
        candles.series.upsert(candle);
    candles.changed.clear();
    m_sink.candlesChanged({key.first, candles.grid, key.second, candles.series.candles(), true});
}

void MarketData::stopCandles(Candles &candles)
{
    if (candles.loading != 0 && m_hooks.cancelCandles)
        m_hooks.cancelCandles(std::exchange(candles.loading, 0));
    if (candles.stream != 0 && m_streams != nullptr)
        m_streams->unsubscribe(std::exchange(candles.stream, 0));
}

void MarketData::releaseCandles(const std::string &coin, const std::string &interval)
{
    const auto it = m_candles.find({coin, interval});
    if (it == m_candles.end() || --it->second->followers > 0)
        return;
    stopCandles(*it->second);
    const bool heldMarket = it->second->isStarted && it->second->isFromTrades;
    m_candles.erase(it);
    if (heldMarket)
        release(coin);
}

void MarketData::applyCandles(const venue::CandleFrame &frame)
{
    const auto it = m_candles.find({frame.coin, frame.interval});
    if (it == m_candles.end())
        return;
    for (const market::Candle &candle : frame.candles)
        if (it->second->series.upsert(candle))
            it->second->changed[candle.openTime] = candle;
    if (!m_candleTimer.isActive())
        m_candleTimer.start(100ms, [this] { flushCandles(); });
}

void MarketData::candlesFromTrades(const std::string &coin, std::span<const market::Trade> trades)
{
    for (auto &[key, candles] : m_candles) {
        if (key.first != coin || !candles->isFromTrades)
            continue;
        for (const market::Candle &candle : candles->series.addTrades(trades))
            candles->changed[candle.openTime] = candle;
        if (!m_candleTimer.isActive())
            m_candleTimer.start(100ms, [this] { flushCandles(); });
    }
}

void MarketData::flushCandles()
{
    for (auto &[key, candles] : m_candles) {
        if (candles->changed.empty())
            continue;
        CandleBatch batch{key.first, candles->grid, key.second, {}, false};
        for (const auto &[time, candle] : std::exchange(candles->changed, {}))
            batch.candles.push_back(candle);
        m_sink.candlesChanged(std::move(batch));
    }
}

} // namespace hl::engine
