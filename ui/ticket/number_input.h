// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "model/order.h"
#include "num/decimal.h"
#include "num/grid.h"

#include <QString>

#include <optional>

namespace hl::ui {

/// A typed figure, exact. Commas only as the thousands groups this program prints ("110,143");
/// "1,5" is refused with the rule, never guessed. An exponent is read ("1e-7") but never shown.
/// `field` names the input in the error.
Result<Decimal> parseTyped(const QString &text, const std::string &field);

/// What a price may be typed relative to.
struct PriceReference
{
    Grid grid;
    model::Side side = model::Side::Buy;
    std::optional<Px> bid;
    std::optional<Px> ask;

    /// Half-way between the touches, exact.
    std::optional<Decimal> mid() const;
    /// The touch an order of this side joins.
    std::optional<Px> ownBest() const { return side == model::Side::Buy ? bid : ask; }
};

/// So many valid prices farther; from one that is not valid the first step goes to its neighbour.
/// None where it leaves the grid.
std::optional<Px> steppedPx(const Decimal &from, int steps, Grid grid);

/// "110,143" · "b", "a", "m" best bid, ask, mid · any of these or nothing (the own side's best)
/// followed by "+5t" (valid ticks) or "-0.2%" (interaction.md L29). What is worked out and not
/// valid goes to the nearest valid price away from taking: buys down, sells up. A plain figure is
/// given back as typed, valid or not.
Result<Decimal> parsePriceText(const QString &text, const PriceReference &reference,
                               const std::string &field);

} // namespace hl::ui
