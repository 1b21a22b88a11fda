// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "num/decimal.h"
#include "num/grid.h"

#include <QString>

#include <array>
#include <optional>

namespace hl::ui {

enum class PresetUnit : std::uint8_t { Coin, Quote, Percent };

/// One of the five sizes of a market (interaction.md L17): an amount of the coin, of the quote, or
/// a share of the account's equity in percent. "100 %" is what the venue says may be traded (L18).
struct SizePreset
{
    PresetUnit unit = PresetUnit::Quote;
    Decimal amount;

    friend bool operator==(const SizePreset &, const SizePreset &) = default;
};
using SizePresets = std::array<SizePreset, 5>;
SizePresets defaultPresets();

/// "0.05", "500 $" or "25 %", and back; nothing where the text is none of these.
QString presetText(const SizePreset &preset);
std::optional<SizePreset> parsePreset(const QString &text);

struct PresetFacts
{
    Grid grid;
    std::optional<Decimal> px; ///< what a size is valued at
    std::optional<Decimal> equity;
    std::optional<Sz>
        largest; ///< largest size the venue lets this side open, fee and cap taken off
};

struct PresetSize
{
    Sz sz; ///< floored to the lot
    std::optional<Decimal> value;
    QString problem; ///< why it cannot be used: below the minimum, a figure not known
};
PresetSize presetSize(const SizePreset &preset, const PresetFacts &facts);

/// Value at px; none where the price is not known.
std::optional<Decimal> valueOf(Sz sz, const PresetFacts &facts);
/// The venue's minimum in a sentence where `sz` is worth less, else empty.
QString belowMinimum(Sz sz, const PresetFacts &facts);

} // namespace hl::ui
