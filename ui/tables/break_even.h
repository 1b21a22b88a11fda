// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/common/workspace_state.h"

#include <QString>

#include <optional>
#include <string>
#include <vector>

namespace hl::ui {

/// What "break-even" would do for one position at this moment (interaction.md L32).
struct BreakEven
{
    std::optional<Px> px;               ///< where the stop goes; none: see whyNot
    QString whyNot;                     ///< a sentence; empty: it may be done
    std::vector<model::OrderKey> stops; ///< that move there; empty: one is placed
};
BreakEven breakEvenOf(const WorkspaceState &state, const std::string &coin);

/// A reduce-only market stop for the whole position of that side, whatever its size becomes.
model::OrderTicket positionStop(const std::string &coin, model::Side side, Px trigger, Grid grid);

} // namespace hl::ui
