// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "market/instrument.h"
#include "model/account.h"

#include <optional>
#include <string_view>

namespace hl::guard {

/// Equity and free collateral of one token under an account mode (cases.md B49, B53): unified and
/// portfolio-margin accounts keep it in the spot balance, all others in each dex's margin account;
/// never both.
struct Collateral
{
    Decimal equity;
    Decimal available;
};
Collateral collateralOf(const model::AccountState &state, std::string_view mode,
                        std::string_view token);

/// E of interaction.md 3: what the account holds in that market's collateral. Spot and outcomes are
/// paid from the balance of their quote token. None before the account has been read.
std::optional<Decimal> equityFor(const model::AccountState &state,
                                 const market::Instrument &instrument);

} // namespace hl::guard
