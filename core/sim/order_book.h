// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/ids.h"
#include "num/grid.h"
#include "sim/side.h"

#include <functional>
#include <map>
#include <unordered_map>
#include <vector>

namespace hl::sim {

/// Who owns an order: an account's number, or one of the simulated participants.
using UserId = std::uint32_t;
inline constexpr UserId kNoUser = ~UserId{0};
inline constexpr UserId kFirstParticipant = 0x8000'0000U;
constexpr bool isParticipant(UserId user)
{
    return user >= kFirstParticipant;
}

struct RestingOrder
{
    Oid oid = 0;
    UserId owner = kNoUser;
    Side side = Side::Buy;
    Px px;
    Sz sz;
};

struct LevelView
{
    Px px;
    Sz sz;
    std::int32_t n = 0;
};

/// One market's resting orders, by price, then by arrival. It holds and finds; who trades with
/// whom is the exchange's business. Qt-free; one thread.
class OrderBook
{
public:
    void add(const RestingOrder &order);
    /// False where it is not here.
    bool remove(Oid oid);
    /// Takes `by` off the order's size and keeps its place; at zero the order leaves.
    void reduce(Oid oid, Sz by);

    /// First in line on that side; null where empty.
    const RestingOrder *best(Side side) const;
    const RestingOrder *find(Oid oid) const;
    std::vector<LevelView> levels(Side side, std::size_t most) const;
    /// Every level of one side, best first, until `visit` says false.
    void eachLevel(Side side, const std::function<bool(const LevelView &)> &visit) const;
    bool isEmpty(Side side) const { return side == Side::Buy ? m_bids.empty() : m_asks.empty(); }
    /// Would an order of `side` at `limit` trade at once?
    bool crosses(Side side, Px limit) const;
    /// Rises with every change.
    std::uint64_t revision() const { return m_revision; }

private:
    struct Level
    {
        std::vector<RestingOrder> orders;
        Sz total;
    };
    // Asks by ticks, bids by negated ticks: the first entry is the best of either.
    using Levels = std::map<std::int64_t, Level>;

    static std::int64_t keyOf(Side side, Px px) { return side == Side::Buy ? -px.ticks : px.ticks; }
    Levels &sideOf(Side side) { return side == Side::Buy ? m_bids : m_asks; }
    const Levels &sideOf(Side side) const { return side == Side::Buy ? m_bids : m_asks; }

    Levels m_bids;
    Levels m_asks;
    std::unordered_map<Oid, std::pair<Side, std::int64_t>> m_where;
    std::uint64_t m_revision = 0;
};

} // namespace hl::sim
