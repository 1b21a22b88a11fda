// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "market/metadata.h"

#include <string>
#include <vector>

namespace hl::market {

/// Readable names of an outcome's sides, in side order ("btc-above-61720-yes-jun-08-0600",
/// "nba-finals-game-3-san-antonio-yes"); empty where it has none: fallback outcomes, and recurring
/// ones whose description cannot be read (protocol/prices.md 5).
std::vector<std::string> outcomeSlugs(const Outcome &outcome, const OutcomeMeta &meta);

} // namespace hl::market
