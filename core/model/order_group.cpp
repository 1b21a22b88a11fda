// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "model/order_group.h"

#include "num/tick_rule.h"

#include <algorithm>
#include <utility>

namespace hl::model {

namespace {

using Problems = std::vector<GroupProblem>;

void add(Problems &out, std::size_t at, std::string field, std::string rule, std::string detail)
{
    out.push_back({at, {std::move(field), std::move(rule), std::move(detail), {}, true}});
}

std::string legName(const OrderTicket &leg)
{
    return leg.trigger && leg.trigger->tpsl == TpSl::Tp ? "target" : "stop";
}

/// Children as the venue wants them; false: they are no children at all.
bool checkShape(const std::vector<OrderTicket> &tickets, Problems &out)
{
    const OrderTicket &entry = tickets.front();
    if (entry.kind == OrderKind::Trigger || entry.reduceOnly) {
        add(out, 0, "kind", "bracketEntry",
            "The entry of a bracket is a limit or market order that may open a position.");
        return false;
    }
    if (tickets.size() < 2 || tickets.size() > 3) {
        add(out, 0, "triggerPx", "bracketLegs", "A bracket needs a stop, a target, or both.");
        return false;
    }
    for (std::size_t i = 1; i < tickets.size(); ++i) {
        const OrderTicket &leg = tickets[i];
        const bool isTwin = i == 2 && leg.trigger && tickets[1].trigger &&
                            leg.trigger->tpsl == tickets[1].trigger->tpsl;
        if (leg.coin == entry.coin && leg.side == opposite(entry.side) && leg.reduceOnly &&
            leg.kind == OrderKind::Trigger && leg.trigger && leg.sz == entry.sz && !isTwin)
            continue;
        add(out, i, "kind", "bracketLegs",
            "A bracket's stop and target are one of each, reduce only, on the other side and of "
            "the entry's size.");
        return false;
    }
    return true;
}

void checkLegs(const std::vector<OrderTicket> &tickets, const ValidationContext &context,
               Problems &out)
{
    const OrderTicket &entry = tickets.front();
    const Grid grid = context.instrument->grid;
    Position filled;
    filled.coin = entry.coin;
    filled.grid = grid;
    filled.szi = entry.side == Side::Buy ? entry.sz : -entry.sz;
    ValidationContext then = context;
    then.position = &filled;
    then.isPositionLate = false;
    const auto expected = expectedEntry(entry, context);
    then.mark = expected ? std::optional(toDecimal(*expected, grid)) : std::nullopt;
    for (std::size_t i = 1; i < tickets.size(); ++i) {
        const OrderTicket &leg = tickets[i];
        for (TicketProblem &problem : validateTicket(leg, then)) {
            if (problem.rule == "watchOnly" || problem.rule == "delisted")
                continue; // said of the entry
            if (problem.rule == "triggerSide") {
                const bool isAbove = (leg.side == Side::Buy) == (leg.trigger->tpsl == TpSl::Sl);
                problem.detail = "The " + legName(leg) + " of a " +
                                 std::string(sideName(entry.side)) + " entry must be " +
                                 (isAbove ? "above " : "below ") + pxText(*expected, grid) +
                                 ", where the entry is expected to fill.";
            }
            out.push_back({i, std::move(problem)});
        }
    }
}

} // namespace

std::optional<Px> expectedEntry(const OrderTicket &entry, const ValidationContext &context)
{
    if (entry.px.ticks <= 0 || context.instrument == nullptr)
        return {};
    if (!context.mark)
        return entry.px;
    const Grid grid = context.instrument->grid;
    const bool isBuy = entry.side == Side::Buy;
    const auto mark = toPx(context.mark->rounded(grid.pxDecimals(), Rounding::HalfEven), grid);
    if (!mark)
        return entry.px;
    return isBuy ? std::min(entry.px, *mark) : std::max(entry.px, *mark);
}

std::vector<GroupProblem> validateGroup(const std::vector<OrderTicket> &tickets, Grouping grouping,
                                        const ValidationContext &context)
{
    Problems out;
    if (tickets.empty()) {
        add(out, 0, "orders", "none", "There is no order in it.");
        return out;
    }
    if (tickets.size() > kMaxGroup) {
        add(out, 0, "orders", "tooMany",
            "One action carries at most " + std::to_string(kMaxGroup) + " orders here.");
        return out;
    }
    const bool isBracket = grouping == Grouping::Bracket;
    for (std::size_t i = 0; i < (isBracket ? 1 : tickets.size()); ++i) {
        if (tickets[i].coin != tickets.front().coin ||
            tickets[i].reduceOnly != tickets.front().reduceOnly) {
            add(out, i, "coin", "mixed",
                "Orders of several markets, or entries and exits, are not mixed in one action.");
            return out;
        }
        for (TicketProblem &problem : validateTicket(tickets[i], context))
            out.push_back({i, std::move(problem)});
    }
    if (isBracket && context.instrument != nullptr && checkShape(tickets, out))
        checkLegs(tickets, context, out);
    return out;
}

OrderTicket wholeOf(const std::vector<OrderTicket> &tickets, Grouping grouping)
{
    OrderTicket whole = tickets.front();
    if (grouping == Grouping::Bracket)
        return whole;
    for (std::size_t i = 1; i < tickets.size(); ++i) {
        whole.sz = whole.sz + tickets[i].sz;
        whole.px = whole.side == Side::Buy ? std::max(whole.px, tickets[i].px)
                                           : std::min(whole.px, tickets[i].px);
    }
    return whole;
}

} // namespace hl::model
