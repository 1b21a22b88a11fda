// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "model/ticket_validator.h"

#include <optional>
#include <string>

/// What is asked of one order again after a person has pressed (interaction.md D12, D13), for the
/// window's orders and for those of the command line. Pure.
namespace hl::trading {

/// It trades now or not at all: what it pays is bounded by its cap alone.
bool isTaking(const model::OrderTicket &ticket);

/// The best price that it would trade at; none where the book is not live.
std::optional<Px> touchAgainst(const model::OrderTicket &ticket, const market::BookSnapshot *book);

/// A rule that the order breaks by now. A resting limit's price protects it, whatever the book does
/// meanwhile (D13).
std::optional<std::string> brokenRule(const model::OrderTicket &ticket,
                                      const model::ValidationContext &now);

/// Of an entry that takes: the book must be live and the cap within its band. A cap that was wider
/// when it was chosen may be so still.
std::optional<std::string> capProblem(const model::OrderTicket &ticket,
                                      const model::ValidationContext &now,
                                      std::optional<Px> touchWhenFrozen);

} // namespace hl::trading
