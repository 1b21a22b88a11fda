// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "model/ticket_validator.h"
#include "ui/common/workspace_state.h"
#include "ui/ticket/number_input.h"

namespace hl::ui {

/// What a ticket for this market is judged by at this moment. Keeps the book it points to alive; a
/// picture that stopped coming counts as not live, whatever it said when it was sent. Valid until
/// the next event of the state.
class TicketContext
{
public:
    TicketContext(const WorkspaceState &state, const std::string &coin);
    TicketContext(const TicketContext &) = delete;
    TicketContext &operator=(const TicketContext &) = delete;

    const model::ValidationContext &get() const { return m_context; }

private:
    market::BookSnapshotPtr m_book;
    market::BookSnapshot m_notLive;
    model::ValidationContext m_context;
};

/// What a relative price of that market is measured from at this moment.
PriceReference referenceOf(const WorkspaceState &state, const std::string &coin, Grid grid,
                           model::Side side);

} // namespace hl::ui
