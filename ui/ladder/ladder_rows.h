// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "market/book_snapshot.h"
#include "model/order.h"
#include "ui/common/workspace_state.h"
#include "ui/ladder/price_scale.h"

#include <optional>
#include <vector>

namespace hl::ui {

/// What lies in one row of one side of the book: exact sums of the snapshot's levels.
struct LadderCell
{
    std::int64_t row = 0;
    Sz sz;
    std::int32_t n = 0;
    market::BookSource source = market::BookSource::Deep; ///< the oldest kind in it
};

/// A person's own orders in one row of one side.
struct OwnCell
{
    std::int64_t row = 0;
    model::Side side = model::Side::Buy;
    Sz sz;
    std::vector<model::OrderKey> keys;
    bool isTrigger = false; ///< hollow, with a T
    bool isPending = false; ///< not resting yet, or being cancelled
    bool isUnknown = false;
};

/// Where closing a position as a taker pays back its entry and both fees (L2): a long sells at
/// entry × (1 + f) / (1 − f), a short buys at entry × (1 − f) / (1 + f). Rounded away from loss;
/// none without fee rates.
std::optional<Decimal> breakEven(const model::Position &position,
                                 const std::optional<model::FeeRates> &fees);

/// The book of one market as rows of a PriceScale: pure data, no painting. GUI thread.
class LadderRows
{
public:
    void setScale(const PriceScale &scale);
    const PriceScale &scale() const { return m_scale; }
    void setBook(const market::BookSnapshotPtr &book);
    void setOrders(const std::vector<model::Order> &orders);
    void clear();

    const market::BookSnapshotPtr &book() const { return m_book; }
    /// Best first on both sides.
    const std::vector<LadderCell> &bids() const { return m_bids; }
    const std::vector<LadderCell> &asks() const { return m_asks; }
    const std::vector<OwnCell> &own() const { return m_own; }
    const LadderCell *bidAt(std::int64_t row) const;
    const LadderCell *askAt(std::int64_t row) const;
    const OwnCell *ownAt(std::int64_t row, model::Side side) const;
    Sz largest() const { return m_largest; }

    std::optional<std::int64_t> bestBidRow() const;
    std::optional<std::int64_t> bestAskRow() const;
    /// The row in the middle of the touch; of the one side that is there, its best.
    std::optional<std::int64_t> midRow() const;
    /// Where fast levels end and deep ones begin: the first row that is deep.
    std::optional<std::int64_t> firstDeepBid() const { return m_deepBid; }
    std::optional<std::int64_t> firstDeepAsk() const { return m_deepAsk; }

    /// Sum of what traded in a row; bought at the ask's row, sold at the bid's.
    static void tradedRows(const TradeTape &tape, const PriceScale &scale, std::int64_t lowest,
                           std::int64_t highest, std::vector<std::pair<std::int64_t, Sz>> &rows);

private:
    void rebuildBook();
    void rebuildOrders();

    PriceScale m_scale;
    market::BookSnapshotPtr m_book;
    std::vector<model::Order> m_orders;
    std::vector<LadderCell> m_bids;
    std::vector<LadderCell> m_asks;
    std::vector<OwnCell> m_own;
    std::optional<std::int64_t> m_deepBid;
    std::optional<std::int64_t> m_deepAsk;
    Sz m_largest;
};

} // namespace hl::ui
