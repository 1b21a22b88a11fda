// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "sim/order_book.h"

#include <algorithm>

namespace hl::sim {

void OrderBook::add(const RestingOrder &order)
{
    const std::int64_t key = keyOf(order.side, order.px);
    Level &level = sideOf(order.side)[key];
    level.orders.push_back(order);
    level.total = level.total + order.sz;
    m_where[order.oid] = {order.side, key};
    ++m_revision;
}

bool OrderBook::remove(Oid oid)
{
    const auto where = m_where.find(oid);
    if (where == m_where.end())
        return false;
    const auto [side, key] = where->second;
    Levels &levels = sideOf(side);
    const auto level = levels.find(key);
    auto &orders = level->second.orders;
    const auto it = std::find_if(orders.begin(), orders.end(),
                                 [&](const RestingOrder &o) { return o.oid == oid; });
    level->second.total = level->second.total - it->sz;
    orders.erase(it);
    if (orders.empty())
        levels.erase(level);
    m_where.erase(where);
    ++m_revision;
    return true;
}

void OrderBook::reduce(Oid oid, Sz by)
{
    const auto where = m_where.find(oid);
    if (where == m_where.end())
        return;
    Level &level = sideOf(where->second.first).at(where->second.second);
    const auto it = std::find_if(level.orders.begin(), level.orders.end(),
                                 [&](const RestingOrder &o) { return o.oid == oid; });
    if (it->sz <= by) {
        remove(oid);
        return;
    }
    it->sz = it->sz - by;
    level.total = level.total - by;
    ++m_revision;
}

const RestingOrder *OrderBook::best(Side side) const
{
    const Levels &levels = sideOf(side);
    return levels.empty() ? nullptr : &levels.begin()->second.orders.front();
}

const RestingOrder *OrderBook::find(Oid oid) const
{
    const auto where = m_where.find(oid);
    if (where == m_where.end())
        return nullptr;
    const Level &level = sideOf(where->second.first).at(where->second.second);
    const auto it = std::find_if(level.orders.begin(), level.orders.end(),
                                 [&](const RestingOrder &o) { return o.oid == oid; });
    return &*it;
}

void OrderBook::eachLevel(Side side, const std::function<bool(const LevelView &)> &visit) const
{
    for (const auto &[key, level] : sideOf(side)) {
        const LevelView view{level.orders.front().px, level.total,
                             static_cast<std::int32_t>(level.orders.size())};
        if (!visit(view))
            return;
    }
}

std::vector<LevelView> OrderBook::levels(Side side, std::size_t most) const
{
    std::vector<LevelView> out;
    out.reserve(most);
    eachLevel(side, [&](const LevelView &view) {
        if (out.size() == most)
            return false;
        out.push_back(view);
        return true;
    });
    return out;
}

bool OrderBook::crosses(Side side, Px limit) const
{
    const RestingOrder *other = best(opposite(side));
    if (other == nullptr)
        return false;
    return side == Side::Buy ? other->px <= limit : other->px >= limit;
}

} // namespace hl::sim
