// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "model/ticket_validator.h"
#include "ui/common/workspace_state.h"
#include "ui/ticket/ticket_plan.h"

#include <vector>

namespace hl::ui {

/// What the guard says to this ticket at this moment (interaction.md 3), and whether a close of the
/// same position is still unknown (G13); nothing without a signer. `isSliced`: a TWAP as one order.
std::vector<model::TicketProblem> guardProblems(const WorkspaceState &state,
                                                const model::OrderTicket &ticket,
                                                const model::ValidationContext &context,
                                                bool isSliced = false);

/// What it says to single orders of a plan, beside what it says to the whole: of a scale the one
/// that is farthest (G5), of a bracket its stop, judged by the position that its entry makes (G10).
std::vector<model::GroupProblem> legProblems(const WorkspaceState &state, const TicketPlan &plan,
                                             const model::ValidationContext &context);

/// What a person is asked or told before it is sent: of the validator what does not block, of the
/// guard everything.
std::vector<model::TicketProblem> askedProblems(const WorkspaceState &state,
                                                const model::OrderTicket &ticket,
                                                const model::ValidationContext &context);

/// Does it take one more deliberate act? An exit goes without (rule zero), but for a second partial
/// close beside one that is unknown: twice would close twice.
bool wantsAct(const model::OrderTicket &ticket, const model::TicketProblem &problem,
              const model::ValidationContext &context);

} // namespace hl::ui
