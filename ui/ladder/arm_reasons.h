// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/common/workspace_state.h"
#include "ui/ladder/ladder_arming.h"

#include <string>
#include <vector>

namespace hl::ui {

/// The account's own stream may be so old and no older while a ladder is armed (L6, G12).
inline constexpr std::int64_t kAccountTooOldNs = 10'000'000'000;

/// Everything that keeps the ladder of `coin` from being armed at this moment, worst first: the one
/// place where such a reason is added. `notLive` is why its book may not be acted on, empty: live.
std::vector<ArmReason> armReasons(const WorkspaceState &state, const std::string &coin,
                                  const QString &notLive);

/// Whom and what an arming in that market would be for.
ArmIdentity armIdentity(const WorkspaceState &state, const std::string &coin);

} // namespace hl::ui
