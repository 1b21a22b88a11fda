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
                                                const model::ValidationContext &context,
                                                bool isSliced)
{
    if (!context.canTrade)
        return {};
    guard::Situation now = guard::situationOf(context, state.context(ticket.coin), state.account());
    now.isSliced = isSliced;
    for (const auto &[key, order] : state.orders())
        guard::countResting(order, ticket.coin, now);
    state.entryHistory().judgeBy(ticket, state.clock().monoNs(), now);
    std::vector<model::TicketProblem> problems = guard::judge(ticket, now, state.guardLimits());
    checkUnknownClose(state, ticket, context, problems);
    return problems;
}

std::vector<model::GroupProblem> legProblems(const WorkspaceState &state, const TicketPlan &plan,
                                             const model::ValidationContext &context)
{
    std::vector<model::GroupProblem> out;
    if (!context.canTrade || !plan.isGroup() || context.instrument == nullptr)
        return out;
    const auto &orders = plan.orders;
    const market::AssetCtx *asset = state.context(orders.front().coin);
    guard::Situation now = guard::situationOf(context, asset, state.account());
    if (plan.isScale()) {
        const bool isBuy = orders.front().side == model::Side::Buy;
        const auto farthest = std::ranges::min_element(orders, [&](const auto &a, const auto &b) {
            return isBuy ? a.px < b.px : a.px > b.px;
        });
        for (model::TicketProblem &problem : guard::judge(*farthest, now, state.guardLimits()))
            if (problem.rule == "G5")
                out.push_back(
                    {static_cast<std::size_t>(farthest - orders.begin()), std::move(problem)});
        return out;
    }
    const guard::Liquidation after = guard::liquidationOf(orders.front(), now);
    model::Position held;
    if (context.position != nullptr)
        held = *context.position;
    const Sz entry = orders.front().sz;
    held.coin = orders.front().coin;
    held.grid = context.instrument->grid;
    held.szi = held.szi + (orders.front().side == model::Side::Buy ? entry : -entry);
    held.liquidationPx.reset();
    if (after.isKnown && !after.isFlat && after.px)
        held.liquidationPx = after.px->rounded(held.grid.pxDecimals(), Rounding::HalfEven);
    now.market.position = &held;
    for (std::size_t i = 1; i < orders.size(); ++i)
        for (model::TicketProblem &problem : guard::judge(orders[i], now, state.guardLimits()))
            out.push_back({i, std::move(problem)});
    return out;
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

bool wantsAct(const model::OrderTicket &ticket, const model::TicketProblem &problem,
              const model::ValidationContext &context)
{
    return !problem.blocks && (model::isEntry(ticket, context) || problem.rule == kUnknownClose);
}

} // namespace hl::ui
