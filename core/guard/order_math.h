// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "market/asset_ctx.h"
#include "market/book_snapshot.h"
#include "market/instrument.h"
#include "model/account.h"
#include "model/order.h"

#include <optional>

/// What a ticket would cost, worked out exactly from what is known. Pure; estimates say so by
/// being optional: what is not known is never guessed.
namespace hl::guard {

/// Share a market order may move from the touch (interaction.md 3): entry 0.5 % in a deep market,
/// 2 % in a thin one; a close 2 % and 5 %.
Decimal marketCapShare(bool isDeep, bool isEntry);
/// 24 h volume of at least 100 million and a spread of at most 2 basis points.
bool isDeepMarket(const market::AssetCtx *context, const market::BookSnapshot *book);

/// The cap of a market order as a valid price, rounded outward. From the opposite touch; for an
/// exit without a live book, from the mark (L27). None where neither is known.
std::optional<Px> marketCap(model::Side side, bool isEntry, Grid grid,
                            const market::BookSnapshot *book, const market::AssetCtx *context);

/// The cap of one position of "flatten all": 5 % in a deep market, 8 % in a thin one; from the mark
/// where no live book gives it, which `isFromMark` then says.
struct FlattenCap
{
    Px px;
    bool isFromMark = false;
};
std::optional<FlattenCap> flattenCap(model::Side side, Grid grid, const market::BookSnapshot *book,
                                     const market::AssetCtx *context);

/// Worst fill of a stop or target that fires as a market order: 10 % past its trigger.
std::optional<Px> triggerCap(model::Side side, Px trigger, Grid grid);

/// Where a stop gives back what was paid (interaction.md L32): entry, both fees and the funding
/// paid since the position opened, as a valid price rounded away from loss. `fee` is the rate of
/// both ways. None where nothing is held.
std::optional<Px> breakEvenPx(const model::Position &position, const Decimal &fee);

struct BookFill
{
    Decimal averagePx;
    Sz filled; ///< less than asked where the book does not reach that far
};
/// What the book as it stands would give an order that takes, up to its limit.
std::optional<BookFill> fillFromBook(model::Side side, Px limit, Sz sz,
                                     const market::BookSnapshot &book);

/// Would a limit at this price meet the opposite touch?
bool crosses(model::Side side, Px px, const market::BookSnapshot *book);

/// Part of the size that opens or raises exposure; the rest closes an opposite position.
Sz openingSize(model::Side side, Sz sz, const model::Position *position);

struct LiquidationInput
{
    model::Side side = model::Side::Buy;
    Px px; ///< assumed fill price
    Sz sz;
    Grid grid;
    Decimal mark;
    const model::Position *position = nullptr; ///< of that market
    const model::MarginSummary *margin = nullptr;
    int leverage = 0;
    bool isCross = true;
    int maxLeverage = 0;
};
struct Liquidation
{
    bool isKnown = false;
    bool isFlat = false;       ///< no position is left
    std::optional<Decimal> px; ///< none: no price of this market would liquidate
};
/// After the order has filled (protocol/prices.md 7), with the lowest margin tier's rate of
/// 1 / (2 × max leverage).
Liquidation liquidationAfter(const LiquidationInput &input);

/// Largest size the free collateral carries at this price, fee included, plus what an opposite
/// position gives back; floored to the lot. None where leverage or balance is not known.
std::optional<Sz> largestSize(model::Side side, Px px, Grid grid, int leverage,
                              const std::optional<Decimal> &available, const Decimal &feeRate,
                              const model::Position *position);

} // namespace hl::guard
