// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/signer/ask_again.h"

#include "guard/order_math.h"

namespace hl::ui {

std::optional<model::OrderTicket> ticketAtTheMarket(const WorkspaceState &state,
                                                    const engine::SigningReview &review)
{
    if (!review.ticket)
        return std::nullopt;
    model::OrderTicket ticket = *review.ticket;
    ticket.cloid.reset();
    ticket.expiresAfter.reset();
    if (ticket.trigger)
        return ticket;
    const auto book = state.book(ticket.coin);
    const bool isLive = book && book->state == market::BookState::Live;
    std::optional<Px> px;
    if (ticket.kind == model::OrderKind::Market || ticket.tif == model::Tif::Ioc) {
        // An exit is capped from the mark where the book is not live (L27).
        px = guard::marketCap(ticket.side, ticket.isEntry(), review.grid,
                              isLive ? book.get() : nullptr, state.context(ticket.coin));
    } else if (isLive) {
        const auto &own = ticket.side == model::Side::Buy ? book->bids : book->asks;
        if (!own.empty())
            px = own.front().px;
    }
    if (!px)
        return std::nullopt;
    ticket.px = *px;
    return ticket;
}

} // namespace hl::ui
