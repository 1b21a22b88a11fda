// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "codec/value.h"
#include "market/asset_ctx.h"
#include "market/book_update.h"
#include "venue/hyperliquid/frame.h"
#include "venue/hyperliquid/wire_types.h"

#include <string>
#include <utility>
#include <vector>

/// Is what a decoder made of a text of the workload that text's every value? Prices and sizes are
/// held against the workload's own texts, number by number.
namespace hl::bench {

/// The coin and every level of `data`, an l2Book's own.
bool isBookOf(const codec::Value &data, const market::BookUpdate &book);
/// "l2_book".
bool isWorkloadBook(const market::BookUpdate &book);
/// "all_mids".
bool areWorkloadMids(const std::vector<std::pair<std::string, Decimal>> &mids);
/// "clearinghouse_state".
bool isWorkloadAccount(const venue::PerpAccount &account);
/// "meta_and_asset_ctxs".
bool areWorkloadContexts(const std::vector<market::AssetCtx> &contexts);
/// The balances of "spot_state_frame".
bool areWorkloadBalances(const std::vector<model::Balance> &balances);
/// "fast_contexts_…": each coin with its mark and mid.
bool areWorkloadFastContexts(const std::vector<venue::FastContext> &contexts, const char *key);

} // namespace hl::bench
