// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "sim/candle_store.h"

#include "num/tick_rule.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>

namespace hl::sim {
namespace {

constexpr TimeMs kMinute = 60'000;
constexpr TimeMs kHour = 60 * kMinute;
constexpr TimeMs kDay = 24 * kHour;

struct Interval
{
    std::string_view name;
    TimeMs ms;
};

constexpr std::array kIntervals{
    Interval{"1m", kMinute},       Interval{"3m", 3 * kMinute},
    Interval{"5m", 5 * kMinute},   Interval{"15m", 15 * kMinute},
    Interval{"30m", 30 * kMinute}, Interval{"1h", kHour},
    Interval{"2h", 2 * kHour},     Interval{"4h", 4 * kHour},
    Interval{"8h", 8 * kHour},     Interval{"12h", 12 * kHour},
    Interval{"1d", kDay},          Interval{"3d", 3 * kDay},
    Interval{"1w", 7 * kDay},      Interval{"1M", 0},
};

std::chrono::year_month_day monthOf(TimeMs time)
{
    using namespace std::chrono;
    const year_month_day day{floor<days>(sys_time<milliseconds>(milliseconds(time)))};
    return day.year() / day.month() / 1;
}

TimeMs msOf(std::chrono::year_month_day day)
{
    using namespace std::chrono;
    return duration_cast<milliseconds>(sys_days(day).time_since_epoch()).count();
}

void extend(Candle &candle, const Candle &part)
{
    candle.high = std::max(candle.high, part.high);
    candle.low = std::min(candle.low, part.low);
    candle.close = part.close;
    candle.volume = candle.volume + part.volume;
    candle.n += part.n;
}

/// `count` candles before `end`, newest made first; gives the open of the oldest.
Px walkBack(Rng &rng, Grid grid, Px close, TimeMs end, TimeMs step, std::size_t count,
            std::int64_t ppm, std::int64_t lots, std::vector<Candle> &out)
{
    std::vector<Candle> made;
    made.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        Candle c;
        c.openTime = end - static_cast<TimeMs>(i + 1) * step;
        c.closeTime = c.openTime + step - 1;
        c.close = close;
        const std::int64_t px = close.ticks;
        const std::int64_t tick = tickAt(close, grid);
        const auto part = [&](std::int64_t share) {
            const auto moved = static_cast<std::int64_t>(Int128{px} * share / 1'000'000);
            return moved - moved % tick;
        };
        c.open = {std::max<std::int64_t>(1, px + part(rng.bell(ppm)))};
        c.high = {std::max(c.open.ticks, px) + part(std::abs(rng.bell(ppm / 2)))};
        c.low = {std::max<std::int64_t>(1, std::min(c.open.ticks, px) -
                                               part(std::abs(rng.bell(ppm / 2))))};
        c.n = rng.range(20, 60) * std::max<std::int64_t>(1, step / kMinute);
        c.volume = {c.n * std::max<std::int64_t>(1, lots * rng.range(20, 90) / 1000)};
        close = c.open;
        made.push_back(c);
    }
    out.assign(made.rbegin(), made.rend());
    return close;
}

} // namespace

std::optional<TimeMs> intervalMs(std::string_view interval)
{
    for (const Interval &known : kIntervals) {
        if (known.name == interval)
            return known.ms;
    }
    return std::nullopt;
}

TimeMs candleOpen(TimeMs time, std::string_view interval)
{
    const TimeMs ms = intervalMs(interval).value_or(kMinute);
    return ms == 0 ? msOf(monthOf(time)) : time - time % ms;
}

TimeMs candleAfter(TimeMs open, std::string_view interval)
{
    const TimeMs ms = intervalMs(interval).value_or(kMinute);
    return ms == 0 ? msOf(monthOf(open) + std::chrono::months(1)) : open + ms;
}

void CandleStore::seed(Rng &rng, Grid grid, Px px, TimeMs now, std::int64_t volatility,
                       std::int64_t typicalLots)
{
    const TimeMs minute = now - now % kMinute;
    const TimeMs minutesFrom = now - now % kDay - 4 * kDay;
    const TimeMs hoursFrom = minutesFrom - 60 * kDay;
    const auto minutes = static_cast<std::size_t>((minute - minutesFrom) / kMinute);
    // Deviations grow with the square root of time: 600 steps of 0.1 s are a minute.
    const std::int64_t perMinute = volatility * 24;
    const std::int64_t perHour = perMinute * 6;
    const std::int64_t perDay = perHour * 4;
    Px at = walkBack(rng, grid, px, minute, kMinute, minutes, perMinute, typicalLots, m_minutes);
    at = walkBack(rng, grid, at, minutesFrom, kHour, 60 * 24, perHour, typicalLots, m_hours);
    walkBack(rng, grid, at, hoursFrom, kDay, 1000, perDay, typicalLots, m_days);
    Candle running;
    running.openTime = minute;
    running.closeTime = minute + kMinute - 1;
    running.open = running.high = running.low = running.close = px;
    m_minutes.push_back(running);
}

void CandleStore::roll(TimeMs now)
{
    const TimeMs minute = now - now % kMinute;
    while (!m_minutes.empty() && m_minutes.back().openTime < minute) {
        Candle next;
        next.openTime = std::max(m_minutes.back().openTime + kMinute, minute - 5000 * kMinute);
        next.closeTime = next.openTime + kMinute - 1;
        next.open = next.high = next.low = next.close = m_minutes.back().close;
        m_minutes.push_back(next);
    }
}

void CandleStore::addTrade(Px px, Sz sz, TimeMs time)
{
    roll(time);
    if (m_minutes.empty())
        return;
    Candle &c = m_minutes.back();
    c.high = std::max(c.high, px);
    c.low = std::min(c.low, px);
    c.close = px;
    c.volume = c.volume + sz;
    ++c.n;
}

std::vector<Candle> CandleStore::range(std::string_view interval, TimeMs from, TimeMs to,
                                       std::size_t most) const
{
    std::vector<Candle> out;
    const auto ms = intervalMs(interval);
    if (!ms)
        return out;
    const auto take = [&](const std::vector<Candle> &parts) {
        for (const Candle &part : parts) {
            const TimeMs open = candleOpen(part.openTime, interval);
            if (open < from || open > to)
                continue;
            if (!out.empty() && out.back().openTime == open) {
                extend(out.back(), part);
                continue;
            }
            out.push_back(part);
            out.back().openTime = open;
            out.back().closeTime = candleAfter(open, interval) - 1;
        }
    };
    if (*ms == 0 || *ms >= kDay)
        take(m_days);
    if (*ms == 0 || *ms >= kHour)
        take(m_hours);
    take(m_minutes);
    if (out.size() > most)
        out.erase(out.begin(), out.end() - static_cast<std::ptrdiff_t>(most));
    return out;
}

std::optional<Candle> CandleStore::current(std::string_view interval, TimeMs now) const
{
    const TimeMs open = candleOpen(now, interval);
    std::vector<Candle> last = range(interval, open, now, 1);
    if (last.empty())
        return std::nullopt;
    return last.back();
}

Px CandleStore::priceAt(TimeMs time) const
{
    for (auto it = m_minutes.rbegin(); it != m_minutes.rend(); ++it) {
        if (it->openTime <= time)
            return it->close;
    }
    return m_minutes.empty() ? Px{} : m_minutes.front().open;
}

} // namespace hl::sim
