// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/ids.h"
#include "model/order.h"
#include "num/decimal.h"
#include "ui/common/theme.h"

#include <QString>

#include <optional>

/// What table cells say beyond ui/common/formatters.h.
namespace hl::ui::cell {

/// Every digit, as the venue writes it; empty where there is no figure. For copies and exports.
QString exact(const std::optional<Decimal> &value);
/// UTC with milliseconds: "2026-11-30T20:21:43.812Z".
QString isoTime(TimeMs time);
/// "buy" / "sell" in the user's language.
QString side(model::Side side);
Tone sideTone(model::Side side);
/// Bid above zero, Ask below, else Text.
Tone signTone(const std::optional<Decimal> &value);

} // namespace hl::ui::cell
