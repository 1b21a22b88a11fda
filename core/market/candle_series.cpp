// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "market/candle_series.h"

#include <algorithm>
#include <array>
#include <string>

namespace hl::market {

namespace {

struct Interval
{
    std::string_view name;
    std::int64_t ms;
    bool isVenue;
};

constexpr std::int64_t kMinute = 60'000;
constexpr std::int64_t kHour = 60 * kMinute;
constexpr std::int64_t kDay = 24 * kHour;

constexpr std::array kIntervals{
    Interval{"1s", 1'000, false},        Interval{"5s", 5'000, false},
    Interval{"15s", 15'000, false},      Interval{"30s", 30'000, false},
    Interval{"1m", kMinute, true},       Interval{"3m", 3 * kMinute, true},
    Interval{"5m", 5 * kMinute, true},   Interval{"15m", 15 * kMinute, true},
    Interval{"30m", 30 * kMinute, true}, Interval{"1h", kHour, true},
    Interval{"2h", 2 * kHour, true},     Interval{"4h", 4 * kHour, true},
    Interval{"8h", 8 * kHour, true},     Interval{"12h", 12 * kHour, true},
    Interval{"1d", kDay, true},          Interval{"3d", 3 * kDay, true},
    Interval{"1w", 7 * kDay, true},      Interval{"1M", 30 * kDay, true},
};

const Interval *findInterval(std::string_view name)
{
    const auto at = std::find_if(kIntervals.begin(), kIntervals.end(),
                                 [&](const Interval &i) { return i.name == name; });
    return at == kIntervals.end() ? nullptr : &*at;
}

bool opensBefore(const Candle &candle, TimeMs time)
{
    return candle.openTime < time;
}

} // namespace

Result<std::int64_t> intervalMs(std::string_view interval)
{
    const Interval *found = findInterval(interval);
    if (!found)
        return fail(ErrorKind::Validation,
                    "\"" + std::string(interval) + "\" is no candle interval", "interval");
    return found->ms;
}

bool isVenueInterval(std::string_view interval)
{
    const Interval *found = findInterval(interval);
    return found && found->isVenue;
}

CandleSeries::CandleSeries(std::string_view interval, std::size_t capacity)
    : m_lengthMs(intervalMs(interval).value_or(kMinute))
    , m_capacity(std::max<std::size_t>(capacity, 1))
{}

bool CandleSeries::upsert(const Candle &candle)
{
    if (m_candles.empty() || m_candles.back().openTime < candle.openTime) {
        m_candles.push_back(candle);
    } else {
        const auto at =
            std::lower_bound(m_candles.begin(), m_candles.end(), candle.openTime, opensBefore);
        if (at->openTime == candle.openTime)
            *at = candle;
        else if (at == m_candles.begin() && m_candles.size() == m_capacity)
            return false;
        else
            m_candles.insert(at, candle);
    }
    if (m_candles.size() > m_capacity)
        m_candles.erase(m_candles.begin(),
                        m_candles.end() - static_cast<std::ptrdiff_t>(m_capacity));
    return true;
}

void CandleSeries::setHistory(std::vector<Candle> candles)
{
    std::stable_sort(candles.begin(), candles.end(),
                     [](const Candle &a, const Candle &b) { return a.openTime < b.openTime; });
    m_candles.clear();
    for (const Candle &candle : candles)
        upsert(candle);
}

std::vector<Candle> CandleSeries::addTrades(std::span<const Trade> trades)
{
    std::vector<TimeMs> touched;
    for (const Trade &trade : trades) {
        const TimeMs open = trade.time - trade.time % m_lengthMs;
        const auto at = std::lower_bound(m_candles.begin(), m_candles.end(), open, opensBefore);
        if (at == m_candles.end() || at->openTime != open) {
            if (!upsert({open, open + m_lengthMs - 1, trade.px, trade.px, trade.px, trade.px,
                         trade.sz, 1}))
                continue;
        } else {
            at->high = std::max(at->high, trade.px);
            at->low = std::min(at->low, trade.px);
            at->close = trade.px;
            at->volume = at->volume + trade.sz;
            ++at->n;
        }
        if (std::find(touched.begin(), touched.end(), open) == touched.end())
            touched.push_back(open);
    }
    std::sort(touched.begin(), touched.end());
    std::vector<Candle> changed;
    for (const TimeMs open : touched) {
        const auto at = std::lower_bound(m_candles.begin(), m_candles.end(), open, opensBefore);
        if (at != m_candles.end() && at->openTime == open)
            changed.push_back(*at);
    }
    return changed;
}

} // namespace hl::market
