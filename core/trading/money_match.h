// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "codec/value.h"
#include "model/money.h"
#include "venue/hyperliquid/actions/actions.h"
#include "venue/hyperliquid/wire_types.h"

#include <optional>
#include <string>
#include <string_view>

/// A movement of money as the action that is signed, as what a person asked for and as a row of the
/// venue's ledger (protocol/exchange-actions.md 3, protocol/info.md 4). Pure.
namespace hl::trading {

/// `wireToken`: "NAME:0x…", where the kind has a token.
actions::Action actionOf(const model::MoneyOrder &order, const std::string &wireToken,
                         const Address &own);
/// The movement that `action` asks for, of the account `own`; nothing where it moves no money. What
/// the bytes do not tell: the token's number is -1.
std::optional<model::MoneyOrder> moneyOrderOf(const actions::Action &action, const Address &own);

/// Its row in the ledger names the nonce.
bool hasNonceInLedger(model::MoneyKind kind);
/// Is this row what `order` asked for with that nonce? Rows that carry the nonce say so for
/// certain; the others agree in every figure and are no older than the request, which was made at
/// `since`. (A nonce is no time: it may be hours ahead of the clock.)
bool isIt(const venue::LedgerEntry &row, const model::MoneyOrder &order, Nonce nonce, TimeMs since);
/// A figure of such a row; zero where it has none of that name.
Decimal figureOf(const codec::Value &delta, std::string_view name);
/// The same movement once more.
bool isTwin(const model::MoneyOrder &a, const model::MoneyOrder &b);

/// Between this computer's clock and the venue's.
inline constexpr TimeMs kMoneySlackMs = 60'000;

} // namespace hl::trading
