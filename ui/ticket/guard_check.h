// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "model/ticket_validator.h"
#include "ui/common/workspace_state.h"

namespace hl::ui {

/// What the guard says of an order at this moment, from what the window knows. The engine asks the
/// same functions again before anything is signed.
std::vector<model::TicketProblem> guardProblems(const WorkspaceState &state,
                                                const model::OrderTicket &ticket,
                                                const model::ValidationContext &context);

} // namespace hl::ui
