// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/ticket/guard_check.h"

#include "guard/situation.h"

#include <algorithm>
#include <iterator>

namespace hl::ui {

namespace {

constexpr const char *kUnknownClose = "unknownClose";

/// G13: whether that close has happened is not known, and the position shown may be older than it.
void checkUnknownClose(const WorkspaceState &state, const model::OrderTicket &ticket,
                       const model::ValidationContext &context,
                       std::vector<model::TicketProblem> &out)
{
    const std::int64_t lots = context.position != nullptr ? context.position->szi.lots : 0;
    if (ticket.isEntry() || ticket.kind == model::OrderKind::Trigger ||
        ticket.sz.lots >= (lots < 0 ? -lots : lots))
        return; // a full close takes what is there
    for (const auto &[key, order] : state.orders()) {
        if (order.phase != model::OrderPhase::Unknown || !order.reduceOnly || order.trigger ||
            order.coin != ticket.coin || order.side != ticket.side)
            continue;
        out.push_back({"sz",
                       kUnknownClose,
                       "What became of the " + std::string(sideName(order.side)) + " of " +
                           szText(order.origSz, order.grid) + " " + order.coin +
                           " that closes is not known yet: a second one may close twice as much.",
                       {},
                       false});
        return;
    }
}

} // namespace

std::vector<model::TicketProblem> guardProblems(const WorkspaceState &state,
                                                const model::OrderTicket &ticket,
                                                const model::ValidationContext &context)
{
    if (!context.canTrade)
        return {};
    guard::Situation now = guard::situationOf(context, state.context(ticket.coin), state.account());
    for (const auto &[key, order] : state.orders())
        guard::countResting(order, ticket.coin, now);
    state.entryHistory().judgeBy(ticket, state.clock().monoNs(), now);
    std::vector<model::TicketProblem> problems = guard::judge(ticket, now, state.guardLimits());
    checkUnknownClose(state, ticket, context, problems);
    return problems;
}

std::vector<model::TicketProblem> askedProblems(const WorkspaceState &state,
                                                const model::OrderTicket &ticket,
                                                const model::ValidationContext &context)
{
    std::vector<model::TicketProblem> out;
    std::ranges::copy_if(model::validateTicket(ticket, context), std::back_inserter(out),
                         [](const model::TicketProblem &problem) { return !problem.blocks; });
    std::ranges::move(guardProblems(state, ticket, context), std::back_inserter(out));
    return out;
}

bool wantsAct(const model::OrderTicket &ticket, const model::TicketProblem &problem)
{
    return !problem.blocks && (ticket.isEntry() || problem.rule == kUnknownClose);
}

} // namespace hl::ui
