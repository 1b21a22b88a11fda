// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <string_view>

/// What a REST request costs of the IP's 1200 a minute (protocol/limits.md 1,
/// vectors/rest-weights.json).
namespace hl::net {

/// `length`: of the action's orders, cancels or modifies; 1 for any other action.
int exchangeWeight(std::size_t length);
/// `type` of an /info request; 20 where it is not known to be cheaper or dearer.
int infoWeight(std::string_view type);
/// True for the types that cost more by the length of their answer.
bool hasSurcharge(std::string_view type);
/// Owed after an answer with this many items, rounded up. The venue's documentation names
/// `nonUserFundingUpdates`, which no request has; `userNonFundingLedgerUpdates` is charged too.
int infoSurcharge(std::string_view type, std::size_t items);
/// Elements of a top-level JSON array; 0 for anything else. Counts, does not validate.
std::size_t countTopLevelItems(std::string_view json);

/// Any explorer request; a block list owes one more for each block.
inline constexpr int kExplorerWeight = 40;
int explorerSurcharge(std::string_view type, std::size_t items);

} // namespace hl::net
