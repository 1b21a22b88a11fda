// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "guard/entry_pace.h"

namespace hl::guard {

namespace {

constexpr std::int64_t kSecondNs = 1'000'000'000;

} // namespace

void EntryPace::note(const model::OrderTicket &ticket, std::int64_t monoNs)
{
    while (!m_entries.empty() && m_entries.front().monoNs <= monoNs - 60 * kSecondNs)
        m_entries.pop_front();
    m_entries.push_back({monoNs, ticket});
}

EntryPace::Count EntryPace::count(std::int64_t monoNs) const
{
    Count count;
    for (auto it = m_entries.rbegin(); it != m_entries.rend(); ++it) {
        const std::int64_t age = monoNs - it->monoNs;
        if (age >= 60 * kSecondNs)
            break;
        ++count.minute;
        count.tenSeconds += age < 10 * kSecondNs ? 1 : 0;
        count.second += age < kSecondNs ? 1 : 0;
    }
    return count;
}

bool EntryPace::isRepeat(const model::OrderTicket &ticket, std::int64_t monoNs) const
{
    for (auto it = m_entries.rbegin(); it != m_entries.rend(); ++it) {
        if (monoNs - it->monoNs >= kSecondNs)
            break;
        const model::OrderTicket &other = it->ticket;
        if (other.coin == ticket.coin && other.side == ticket.side && other.kind == ticket.kind &&
            other.px == ticket.px && other.sz == ticket.sz && other.trigger == ticket.trigger)
            return true;
    }
    return false;
}

} // namespace hl::guard
