// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trading/order_desk.h"
#include "trading/order_desk_p.h"

#include <algorithm>
#include <utility>

/// What is looked at again after a person has pressed: minutes may have gone by (interaction.md D12
/// and D13).
namespace hl::trading {

namespace {

/// The widest cap the product itself gives an entry (interaction.md 3, "market caps"): so far may
/// the market come to meet an order without making its cap another one than was meant.
constexpr std::int64_t kWidestCapBp = 200;

bool isTaking(const model::OrderTicket &ticket)
{
    return ticket.kind == model::OrderKind::Market ||
           (ticket.kind == model::OrderKind::Limit && ticket.tif == model::Tif::Ioc);
}

/// How far `cap` is past `touch` for that side, in ticks; negative: it does not reach it.
std::int64_t ticksPast(model::Side side, Px cap, Px touch)
{
    return side == model::Side::Buy ? cap.ticks - touch.ticks : touch.ticks - cap.ticks;
}

/// It closes what is held and opens the rest the other way: its size is right for that position
/// alone.
bool turnsRound(const model::OrderTicket &ticket, std::int64_t held)
{
    const bool isOpposite = held != 0 && (held > 0) == (ticket.side == model::Side::Sell);
    return ticket.isEntry() && ticket.kind != model::OrderKind::Trigger && isOpposite &&
           ticket.sz.lots > (held < 0 ? -held : held);
}

} // namespace

std::optional<Px> OrderDesk::touchAgainst(const model::OrderTicket &ticket) const
{
    const model::ValidationContext context = m_hooks.context(ticket.coin);
    if (context.book == nullptr || !context.book->isTradable())
        return {};
    const auto &opposite =
        ticket.side == model::Side::Buy ? context.book->asks : context.book->bids;
    return opposite.empty() ? std::nullopt : std::optional(opposite.front().px);
}

void OrderDesk::recheckAfterPress(ActionRequest &request, const model::OrderTicket &ticket) const
{
    if (!isDevice(request.isExit))
        return;
    request.ticket = ticket;
    // Asked already before anything is frozen, by the price at which it was wanted.
    const auto touch = std::make_shared<std::optional<Px>>(touchAgainst(ticket));
    const model::ValidationContext then = m_hooks.context(ticket.coin);
    const std::int64_t held = then.position == nullptr ? 0 : then.position->szi.lots;
    const bool isFlip = turnsRound(ticket, held);
    request.encode = [this, touch, ticket, encode = std::move(request.encode)](Nonce nonce) {
        if (const auto frozen = touchAgainst(ticket))
            *touch = frozen;
        return encode(nonce);
    };
    request.dropReason = [this, touch, ticket, held, isFlip,
                          late = std::move(request.dropReason)]() -> std::optional<std::string> {
        if (auto why = late ? late() : std::nullopt)
            return why;
        const model::ValidationContext now = m_hooks.context(ticket.coin);
        const std::int64_t lots = now.position == nullptr ? 0 : now.position->szi.lots;
        if (isFlip && (lots != held || now.isPositionLate))
            return "The position in " + ticket.coin +
                   " has changed since the reverse was asked for: it would open more than was "
                   "meant. It was not sent.";
        return discardReason(ticket, *touch);
    };
}

std::optional<std::string> OrderDesk::discardReason(const model::OrderTicket &ticket,
                                                    std::optional<Px> touchWhenFrozen) const
{
    const model::ValidationContext context = m_hooks.context(ticket.coin);
    const bool isEntry = model::isEntry(ticket, context);
    if (isEntry) {
        if (const auto hold = m_hooks.entryHold ? m_hooks.entryHold() : std::nullopt)
            return *hold + " Not sent.";
        if (const auto hold = twinHold(ticket))
            return hold;
        if (const auto hold = guardHold(ticket, false))
            return *hold + " Not sent.";
    }
    for (const model::TicketProblem &problem : model::validateTicket(ticket, context)) {
        // A resting limit's price protects it, whatever the book does meanwhile (D13).
        if (!problem.blocks || (problem.rule == "bookNotLive" && !isTaking(ticket)))
            continue;
        return problem.detail + " It was not sent.";
    }
    if (!isEntry || !isTaking(ticket))
        return {};
    const auto touch = touchAgainst(ticket);
    if (!touch)
        return "The book of " + ticket.coin + " is not live; the order was not sent.";
    const Grid grid = context.instrument->grid;
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
