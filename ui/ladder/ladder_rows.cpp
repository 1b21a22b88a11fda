// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/ladder/ladder_rows.h"

#include <algorithm>
#include <compare>
#include <utility>

namespace hl::ui {

using market::BookSource;
using model::Side;

namespace {

std::optional<std::int64_t> firstDeep(const std::vector<LadderCell> &cells)
{
    // A hairline says something only where there are fast levels before it.
    for (std::size_t i = 0; i < cells.size(); ++i) {
        if (cells[i].source == BookSource::Deep)
            return i == 0 ? std::nullopt : std::optional(cells[i].row);
    }
    return std::nullopt;
}

const LadderCell *find(const std::vector<LadderCell> &cells, std::int64_t row, bool descending)
{
    const auto it = std::lower_bound(cells.begin(), cells.end(), row,
                                     [descending](const LadderCell &cell, std::int64_t wanted) {
                                         return descending ? cell.row > wanted : cell.row < wanted;
                                     });
    return it != cells.end() && it->row == row ? &*it : nullptr;
}

} // namespace

std::optional<Decimal> breakEven(const model::Position &position,
                                 const std::optional<model::FeeRates> &fees)
{
    if (!fees || position.szi.lots == 0)
        return std::nullopt;
    const bool isLong = position.szi.lots > 0;
    const Decimal one = Decimal::fromInt(1);
    const Decimal &fee = position.grid.kind == MarketKind::Spot ? fees->spotTaker : fees->taker;
    const auto up = Decimal::mul(position.entryPx, isLong ? one + fee : one - fee);
    if (!up)
        return std::nullopt;
    const auto even = Decimal::div(*up, isLong ? one - fee : one + fee, position.grid.pxDecimals(),
                                   isLong ? Rounding::Up : Rounding::Down);
    return even ? std::optional(*even) : std::nullopt;
}

void LadderRows::setScale(const PriceScale &scale)
{
    if (scale == m_scale)
        return;
    m_scale = scale;
    rebuildBook();
    rebuildOrders();
}

void LadderRows::setBook(const market::BookSnapshotPtr &book)
{
    m_book = book;
    if (book && book->grid != m_scale.grid()) {
        m_scale = PriceScale(book->grid, m_scale.group());
        rebuildOrders();
    }
    rebuildBook();
}

void LadderRows::setOrders(const std::vector<model::Order> &orders)
{
    m_orders = orders;
    rebuildOrders();
}

void LadderRows::clear()
{
    m_book = nullptr;
    m_orders.clear();
    rebuildBook();
    rebuildOrders();
}

void LadderRows::rebuildBook()
{
    m_bids.clear();
    m_asks.clear();
    m_largest = {};
    m_deepBid.reset();
    m_deepAsk.reset();
    if (!m_book)
        return;
    const auto fill = [this](const std::vector<market::BookLevel> &levels, Side side,
                             std::vector<LadderCell> &cells) {
        for (const auto &level : levels) {
            const std::int64_t row = m_scale.rowFor(level.px, side);
            if (cells.empty() || cells.back().row != row)
                cells.push_back({row, {}, 0, level.source});
            LadderCell &cell = cells.back();
            cell.sz = cell.sz + level.sz;
            cell.n += level.n;
            if (level.source == BookSource::Deep)
                cell.source = BookSource::Deep;
        }
        for (const auto &cell : cells)
            m_largest = std::max(m_largest, cell.sz);
    };
    fill(m_book->bids, Side::Buy, m_bids);
    fill(m_book->asks, Side::Sell, m_asks);
    m_deepBid = firstDeep(m_bids);
    m_deepAsk = firstDeep(m_asks);
}

void LadderRows::rebuildOrders()
{
    struct Place
    {
        std::int64_t row;
        Side side;
        bool isTrigger;
        std::size_t order; ///< in m_orders
        auto operator<=>(const Place &) const = default;
    };
    std::vector<Place> places;
    places.reserve(m_orders.size());
    for (std::size_t i = 0; i < m_orders.size(); ++i) {
        const model::Order &order = m_orders[i];
        // A market order never rests: it has no row of its own.
        if (model::isTerminal(order.phase) || order.kind == model::OrderKind::Market)
            continue;
        const Px px = order.trigger ? order.trigger->triggerPx : order.px;
        places.push_back(
            {m_scale.rowFor(px, order.side), order.side, order.trigger.has_value(), i});
    }
    // Thousands may rest in one market: sorted once, not searched for each.
    std::ranges::sort(places);
    m_own.clear();
    for (const Place &place : places) {
        if (m_own.empty() || m_own.back().row != place.row || m_own.back().side != place.side ||
            m_own.back().isTrigger != place.isTrigger) {
            OwnCell &made = m_own.emplace_back();
            made.row = place.row;
            made.side = place.side;
            made.isTrigger = place.isTrigger;
        }
        const model::Order &order = m_orders[place.order];
        OwnCell &cell = m_own.back();
        cell.sz = cell.sz + order.remaining();
        cell.keys.push_back(order.key);
        // Being moved it stays solid until the answer (L25): it rests where it is.
        cell.isPending |=
            !model::isLive(order.phase) || order.pending == model::PendingChange::Cancelling;
        cell.isUnknown |= order.phase == model::OrderPhase::Unknown;
    }
}

const LadderCell *LadderRows::bidAt(std::int64_t row) const
{
    return find(m_bids, row, true);
}

const LadderCell *LadderRows::askAt(std::int64_t row) const
{
    return find(m_asks, row, false);
}

const OwnCell *LadderRows::ownAt(std::int64_t row, Side side) const
{
    // Sorted by row, side and kind: what is not a trigger stands first.
    const auto it =
        std::ranges::lower_bound(m_own, std::pair(row, side), {}, [](const OwnCell &cell) {
            return std::pair(cell.row, cell.side);
        });
    return it != m_own.end() && it->row == row && it->side == side ? &*it : nullptr;
}

std::optional<std::int64_t> LadderRows::bestBidRow() const
{
    return m_bids.empty() ? std::nullopt : std::optional(m_bids.front().row);
}

std::optional<std::int64_t> LadderRows::bestAskRow() const
{
    return m_asks.empty() ? std::nullopt : std::optional(m_asks.front().row);
}

std::optional<std::int64_t> LadderRows::midRow() const
{
    const auto bid = bestBidRow();
    const auto ask = bestAskRow();
    if (bid && ask)
        return (*bid + *ask) / 2;
    return bid ? bid : ask;
}

void LadderRows::tradedRows(const TradeTape &tape, const PriceScale &scale, std::int64_t lowest,
                            std::int64_t highest, std::vector<std::pair<std::int64_t, Sz>> &rows)
{
    rows.assign(static_cast<std::size_t>(std::max<std::int64_t>(0, highest - lowest + 1)), {});
    for (std::size_t i = 0; i < rows.size(); ++i)
        rows[i].first = lowest + static_cast<std::int64_t>(i);
    const auto add = [&](std::int64_t row, Sz sz) {
        if (row >= lowest && row <= highest) {
            auto &sum = rows[static_cast<std::size_t>(row - lowest)].second;
            sum = sum + sz;
        }
    };
    const auto first = tape.traded.lower_bound(scale.pxAt(lowest - 1));
    const auto last = tape.traded.upper_bound(scale.pxAt(highest + 1));
    for (auto it = first; it != last; ++it) {
        if (it->second.sold.lots != 0)
            add(scale.rowFor(it->first, Side::Buy), it->second.sold);
        if (it->second.bought.lots != 0)
            add(scale.rowFor(it->first, Side::Sell), it->second.bought);
    }
}

} // namespace hl::ui
