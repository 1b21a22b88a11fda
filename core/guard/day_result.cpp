// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "guard/day_result.h"

#include <algorithm>
#include <utility>

namespace hl::guard {

namespace {

constexpr TimeMs kDayMs = 86'400'000;
constexpr int kMoneyScale = 6; // the venue writes up to 15 places of a dollar

/// Past it no account is; figures a sum could not hold are not kept.
constexpr std::int64_t kMostMoney = 1'000'000'000'000'000;

void tidy(std::vector<DayPoint> &points)
{
    std::erase_if(points, [](const DayPoint &point) {
        return point.value.abs() > Decimal::fromInt(kMostMoney);
    });
    for (DayPoint &point : points)
        point.value = point.value.rounded(kMoneyScale, Rounding::HalfEven);
    std::ranges::stable_sort(points, {}, &DayPoint::time);
}

/// On the line between the points around `time`; the first or the last one outside of them.
Decimal valueAt(const std::vector<DayPoint> &points, TimeMs time)
{
    const auto after = std::ranges::lower_bound(points, time, {}, &DayPoint::time);
    if (after == points.end())
        return points.back().value;
    if (after == points.begin() || after->time == time)
        return after->value;
    const DayPoint &before = *(after - 1);
    const auto share =
        Decimal::div(Decimal::fromInt(time - before.time),
                     Decimal::fromInt(after->time - before.time), 9, Rounding::HalfEven);
    const Decimal value =
        share ? before.value + (after->value - before.value) * *share : before.value;
    return value.rounded(kMoneyScale, Rounding::HalfEven);
}

} // namespace

void DayResult::read(std::vector<DayPoint> equity, std::vector<DayPoint> results,
                     const Decimal &unrealised)
{
    tidy(equity);
    tidy(results);
    if (equity.empty() || results.empty())
        return;
    m_equity = std::move(equity);
    m_results = std::move(results);
    m_unrealised = unrealised;
    m_realised = {};
}

void DayResult::noteFill(const model::Fill &fill)
{
    if (m_results.empty() || fill.time <= m_results.back().time ||
        fill.grid.kind != MarketKind::Perp)
        return;
    m_realised = m_realised + fill.closedPnl - fill.fee;
}

std::optional<DayResult::Day> DayResult::at(TimeMs now, const Decimal &unrealised) const
{
    if (m_results.empty())
        return std::nullopt;
    const TimeMs midnight = now - now % kDayMs;
    Day day;
    day.startEquity = valueAt(m_equity, midnight);
    // An account that was empty then is measured by what it was given first.
    for (const DayPoint &point : m_equity)
        if (day.startEquity.sign() <= 0 && point.time > midnight)
            day.startEquity = point.value;
    day.result = m_results.back().value - valueAt(m_results, midnight) +
                 (unrealised - m_unrealised) + m_realised;
    return day;
}

Decimal unrealisedOf(const model::AccountState &account)
{
    Decimal sum;
    for (const model::Position &position : account.positions)
        sum = sum + position.unrealizedPnl;
    return sum;
}

} // namespace hl::guard
