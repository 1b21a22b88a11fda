// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "market/book_snapshot.h"
#include "market/trade.h"
#include "model/order.h"

#include <cstdint>
#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

namespace hl::ui {

/// How much may lie before an own order in its level: an upper bound, and only where the fast feed
/// covers that price (interaction.md L22). It falls with what trades there and with what the level
/// still holds; it never rises by what joins behind. One market; no widget.
class QueueEstimate
{
public:
    /// A book frame that came so much after the order rested has it in its level.
    static constexpr std::int64_t kIncludesNs = 1'000'000'000;

    void clear();
    void setOrders(const std::vector<model::Order> &orders, std::int64_t monoNs);
    void setBook(const market::BookSnapshot &book);
    void addTrade(const market::Trade &trade);

    /// None: not covered, or nothing is known.
    std::optional<Sz> ahead(model::OrderKey key) const;

private:
    struct Place
    {
        model::Side side = model::Side::Buy;
        Px px;
        Sz own;
        std::int64_t restsSinceNs = 0;
        std::optional<Sz> ahead;
        TimeMs basis = 0; ///< venue time of the level the bound came from
        bool isCovered = false;
    };
    std::unordered_map<model::OrderKey, Place> m_places;
};

/// Size added to and pulled from a level between two fast frames, what traded there taken out; only
/// where both frames cover it (L22).
class LevelChanges
{
public:
    static constexpr std::int64_t kShownNs = 2'000'000'000;

    void clear();
    void setBook(const market::BookSnapshot &book, std::int64_t monoNs);
    void addTrade(const market::Trade &trade);
    /// Positive: added, negative: pulled; none: nothing lately.
    std::optional<Sz> at(model::Side side, Px px, std::int64_t monoNs) const;

private:
    struct Change
    {
        Sz sz;
        std::int64_t monoNs = 0;
    };
    using Levels = std::map<Px, Sz>;

    void compare(model::Side side, const std::vector<market::BookLevel> &levels, Levels &last,
                 std::int64_t monoNs);

    std::int64_t m_fastNs = 0;
    Levels m_bids; ///< of the last fast frame
    Levels m_asks;
    std::map<Px, Sz> m_soldSince; ///< hit the bids since that frame
    std::map<Px, Sz> m_boughtSince;
    std::map<std::pair<model::Side, Px>, Change> m_changes;
};

} // namespace hl::ui
