// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trading/press_rules.h"

#include <algorithm>

namespace hl::trading {

namespace {

/// The widest cap the product itself gives an entry (interaction.md 3, "market caps"): so far may
/// the market come to meet an order without making its cap another one than was meant.
constexpr std::int64_t kWidestCapBp = 200;

/// How far `cap` is past `touch` for that side, in ticks; negative: it does not reach it.
std::int64_t ticksPast(model::Side side, Px cap, Px touch)
{
    return side == model::Side::Buy ? cap.ticks - touch.ticks : touch.ticks - cap.ticks;
}

} // namespace

bool isTaking(const model::OrderTicket &ticket)
{
    return ticket.kind == model::OrderKind::Market ||
           (ticket.kind == model::OrderKind::Limit && ticket.tif == model::Tif::Ioc);
}

std::optional<Px> touchAgainst(const model::OrderTicket &ticket, const market::BookSnapshot *book)
{
    if (book == nullptr || !book->isTradable())
        return {};
    const auto &opposite = ticket.side == model::Side::Buy ? book->asks : book->bids;
    return opposite.empty() ? std::nullopt : std::optional(opposite.front().px);
}

std::optional<std::string> brokenRule(const model::OrderTicket &ticket,
                                      const model::ValidationContext &now)
{
    for (const model::TicketProblem &problem : model::validateTicket(ticket, now)) {
        if (!problem.blocks || (problem.rule == "bookNotLive" && !isTaking(ticket)))
            continue;
        return problem.detail + " It was not sent.";
    }
    return {};
}

std::optional<std::string> capProblem(const model::OrderTicket &ticket,
                                      const model::ValidationContext &now,
                                      std::optional<Px> touchWhenFrozen)
{
    if (!model::isEntry(ticket, now) || !isTaking(ticket))
        return {};
    const auto touch = touchAgainst(ticket, now.book);
    if (!touch)
        return "The book of " + ticket.coin + " is not live; the order was not sent.";
    const Grid grid = now.instrument->grid;
    const std::int64_t past = ticksPast(ticket.side, ticket.px, *touch);
    if (past < 0)
        return "The price moved past the cap " + pxText(ticket.px, grid) + ": the best " +
               (ticket.side == model::Side::Buy ? "ask" : "bid") + " is " + pxText(*touch, grid) +
               ". The order was not sent.";
    const std::int64_t then =
        touchWhenFrozen ? ticksPast(ticket.side, ticket.px, *touchWhenFrozen) : 0;
    if (past > std::max<std::int64_t>(then, 0) + touch->ticks * kWidestCapBp / 10'000)
        return "The cap " + pxText(ticket.px, grid) + " is too far from the best price " +
               pxText(*touch, grid) + " by now. The order was not sent.";
    return {};
}

} // namespace hl::trading
