// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "market/instrument.h"
#include "model/account.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

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

/// What of a spot market's base token may be sold. None where it is no spot market, or before the
/// account has been read.
std::optional<Decimal> freeBaseOf(const model::AccountState &state,
                                  const market::Instrument &instrument);

/// What one of a token is worth in USDC: the price of the venue's own listing of that name.
std::optional<Decimal>
tokenPx(const std::vector<market::Instrument> &instruments, std::string_view token,
        const std::function<std::optional<Decimal>(const std::string &coin)> &px);

/// Is this account's collateral its spot balance?
bool isSpotKept(std::string_view mode);

} // namespace hl::guard
