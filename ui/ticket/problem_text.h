// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "model/ticket_validator.h"

#include <QString>

namespace hl::ui {

/// The rule a ticket breaks, in one short sentence of the user's language; the validator's own
/// words where the rule is newer than this list.
QString problemText(const model::TicketProblem &problem, const model::OrderTicket &ticket,
                    const model::ValidationContext &context);

/// "110,143.25 is off the grid: …" for a price of this market.
QString offGridText(const QString &typed, Grid grid);

} // namespace hl::ui
