// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "guard/guard.h"

namespace hl::guard {

/// What the account says about an order in that market; pace, history and resting orders are the
/// caller's. Keeps pointers into `account` and `context`: valid as long as they are.
Situation situationOf(const model::ValidationContext &market, const market::AssetCtx *context,
                      const model::AccountState &account);

/// Adds one order to the counts of G8 where it is an entry that rests or will.
void countResting(const model::Order &order, std::string_view coin, Situation &situation);

/// A refusal with the setting that would change it.
std::string refusalText(const model::TicketProblem &problem);

} // namespace hl::guard
