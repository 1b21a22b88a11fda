// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trading/order_desk.h"
#include "trading/order_desk_p.h"
#include "trading/press_rules.h"

#include <utility>

/// What is looked at again after a person has pressed: minutes may have gone by (interaction.md D12
/// and D13).
namespace hl::trading {

namespace {

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
    return trading::touchAgainst(ticket, m_hooks.context(ticket.coin).book);
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
    if (auto broken = brokenRule(ticket, context))
        return broken;
    return capProblem(ticket, context, touchWhenFrozen);
}

} // namespace hl::trading
