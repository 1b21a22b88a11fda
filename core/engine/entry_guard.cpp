// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine/entry_guard.h"

#include "guard/situation.h"

namespace hl::engine {

EntryGuard::EntryGuard(std::optional<guard::Limits> limits, const Clock &clock)
    : m_limits(std::move(limits))
    , m_clock(clock)
{}

std::optional<std::string> EntryGuard::refusal(const model::OrderTicket &ticket,
                                               const model::ValidationContext &market,
                                               const Around &around) const
{
    if (!m_limits || market.instrument == nullptr || !model::isEntry(ticket, market))
        return std::nullopt;
    guard::Situation now = guard::situationOf(market, around.context, around.account);
    for (const model::Order *order : around.orders)
        guard::countResting(*order, ticket.coin, now);
    now.pace = m_pace.count(m_clock.monoNs());
    const auto problems = guard::judge(ticket, now, *m_limits);
    const model::TicketProblem *problem = guard::blocking(problems);
    return problem != nullptr ? std::optional(guard::refusalText(*problem)) : std::nullopt;
}

std::optional<std::string> EntryGuard::leverageRefusal(int leverage) const
{
    if (!m_limits)
        return std::nullopt;
    const auto problems = guard::judgeLeverage(leverage, *m_limits);
    const model::TicketProblem *problem = guard::blocking(problems);
    return problem != nullptr ? std::optional(guard::refusalText(*problem)) : std::nullopt;
}

void EntryGuard::noteEntry(const model::OrderTicket &ticket)
{
    m_pace.note(ticket, m_clock.monoNs());
}

} // namespace hl::engine
