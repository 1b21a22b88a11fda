// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/common/workspace_state.h"

#include <optional>

namespace hl::ui {

/// A new order like the one whose approval came too late, priced by the book as it is now (D13): a
/// resting limit joins its own side, what takes is capped anew, a stop keeps its trigger. Without
/// cloid and expiry, which belong to the old request. None where no live book says a price.
std::optional<model::OrderTicket> ticketAtTheMarket(const WorkspaceState &state,
                                                    const engine::SigningReview &review);

} // namespace hl::ui
