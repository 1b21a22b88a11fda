// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/ticket/guard_check.h"

#include "guard/situation.h"

namespace hl::ui {

std::vector<model::TicketProblem> guardProblems(const WorkspaceState &state,
                                                const model::OrderTicket &ticket,
                                                const model::ValidationContext &context)
{
    if (!context.canTrade)
        return {};
    guard::Situation now = guard::situationOf(context, state.context(ticket.coin), state.account());
    for (const auto &[key, order] : state.orders())
        guard::countResting(order, ticket.coin, now);
    return guard::judge(ticket, now, state.guardLimits());
}

} // namespace hl::ui
