// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/chart/candle_series.h"

#include <algorithm>
#include <charconv>

namespace hl::ui {

void CandleSeries::reset(std::string coin, std::string interval)
{
    m_coin = std::move(coin);
    m_interval = std::move(interval);
    m_candles.clear();
}

bool CandleSeries::apply(const engine::CandleBatch &batch)
{
    if (batch.coin != m_coin || batch.interval != m_interval)
        return false;
    m_grid = batch.grid;
    if (batch.isHistory) {
        m_candles = batch.candles;
        std::sort(m_candles.begin(), m_candles.end(),
                  [](const auto &a, const auto &b) { return a.openTime < b.openTime; });
    } else {
        for (const auto &candle : batch.candles) {
            const auto it = std::lower_bound(
                m_candles.begin(), m_candles.end(), candle.openTime,
                [](const market::Candle &c, TimeMs time) { return c.openTime < time; });
            if (it != m_candles.end() && it->openTime == candle.openTime)
                *it = candle;
            else
                m_candles.insert(it, candle);
        }
    }
    if (m_candles.size() > kMax)
        m_candles.erase(m_candles.begin(), m_candles.end() - static_cast<std::ptrdiff_t>(kMax));
    return true;
}

std::pair<Px, Px> CandleSeries::range(std::size_t first, std::size_t last) const
{
    std::pair<Px, Px> found{};
    last = std::min(last, m_candles.size());
    for (std::size_t i = first; i < last; ++i) {
        const auto &c = m_candles[i];
        found.first = i == first ? c.low : std::min(found.first, c.low);
        found.second = i == first ? c.high : std::max(found.second, c.high);
    }
    return found;
}

TimeMs CandleSeries::lengthMs(std::string_view interval)
{
    TimeMs n = 0;
    const char *end = interval.data() + interval.size();
    const auto read = std::from_chars(interval.data(), end, n);
    if (read.ec != std::errc() || read.ptr + 1 != end || n <= 0)
        return 0;
    switch (*read.ptr) {
    case 's':
        return n * 1000;
    case 'm':
        return n * 60'000;
    case 'h':
        return n * 3'600'000;
    case 'd':
        return n * 86'400'000;
    case 'w':
        return n * 7 * 86'400'000;
    default:
        return 0;
    }
}

std::int64_t niceStep(std::int64_t span, int wanted)
{
    const std::int64_t rough = std::max<std::int64_t>(1, span / std::max(1, wanted));
    std::int64_t power = 1;
    while (power <= rough / 10)
        power *= 10;
    for (const std::int64_t factor : {1, 2, 5, 10}) {
        if (power * factor >= rough)
            return power * factor;
    }
    return power * 10;
}

} // namespace hl::ui
