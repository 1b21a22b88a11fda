// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "codec/value.h"
#include "venue/hyperliquid/exchange_response.h"

#include <string>

namespace hl::cli {

/// As `batch`'s `response` names it: outcome, oid, cloid, message; totalSz and avgPx of a fill.
codec::Value outcomesValue(const venue::ExchangeOutcome &outcome);
/// One line for people; numbered where there are several.
std::string outcomeLine(const venue::ExchangeOutcome &outcome, std::size_t item);
/// Done as asked, or accepted and at work.
bool isGoodOutcome(venue::OutcomeKind kind);

} // namespace hl::cli
