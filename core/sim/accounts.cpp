// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "sim/accounts.h"

#include <algorithm>

namespace hl::sim {

Int128 spotUnitsOf(Sz sz, Grid grid)
{
    Int128 units = sz.lots;
    for (int i = grid.szDecimals; i < 8; ++i)
        units *= 10;
    return units;
}

LeverageSetting SimAccount::leverageOf(MarketId market, const Universe &universe) const
{
    const auto it = leverage.find(market);
    if (it != leverage.end())
        return it->second;
    return {std::min(20, std::max(1, universe.market(market).maxLeverage)), true};
}

const PerpPosition *SimAccount::position(MarketId market, const Universe &universe) const
{
    const int dex = universe.market(market).dex;
    if (dex < 0)
        return nullptr;
    const auto &positions = perps[static_cast<std::size_t>(dex)].positions;
    const auto it = positions.find(market);
    return it == positions.end() ? nullptr : &it->second;
}

std::optional<Oid> SimAccount::openByCloid(const Cloid &cloid) const
{
    for (const auto &[oid, order] : open) {
        if (order.cloid == cloid)
            return oid;
    }
    return std::nullopt;
}

std::optional<Oid> SimAccount::anyByCloid(const Cloid &cloid) const
{
    // A refused twin is younger than the order that lives.
    if (const auto live = openByCloid(cloid))
        return live;
    for (auto it = records.rbegin(); it != records.rend(); ++it) {
        if (it->second.order.cloid == cloid)
            return it->first;
    }
    return std::nullopt;
}

SpotUnits SimAccount::hold(int token, const Universe &universe, Oid except) const
{
    Int128 held = 0;
    for (const auto &[oid, order] : open) {
        const MarketSpec &spec = universe.market(order.market);
        if (spec.isPerp() || !order.isOnBook() || oid == except)
            continue;
        if (order.side == Side::Sell && spec.baseToken == token)
            held += spotUnitsOf(order.sz, spec.grid);
        else if (order.side == Side::Buy && spec.quoteToken == token)
            held += (order.limitPx * order.sz).units;
    }
    return saturated(held);
}

SpotUnits SimAccount::spotAvailable(int token, const Universe &universe, Oid except) const
{
    const auto it = spot.find(token);
    const SpotUnits total = it == spot.end() ? 0 : it->second.total;
    return std::max<SpotUnits>(0, saturated(Int128{total} - hold(token, universe, except)));
}

void SimAccount::record(const SimOrder &order)
{
    records[order.oid] = {order, order.status, order.statusTime};
    // The oldest that are done make room; a live order is never forgotten.
    for (auto it = records.begin(); records.size() > kHistory && it != records.end();)
        it = open.contains(it->first) ? std::next(it) : records.erase(it);
}

void SimAccount::addFill(SimFill fill)
{
    fills.push_back(std::move(fill));
    if (fills.size() > kHistory)
        fills.pop_front();
}

SimAccount &AccountStore::create(const Address &address)
{
    if (SimAccount *known = find(address))
        return *known;
    auto account = std::make_unique<SimAccount>();
    account->id = static_cast<UserId>(m_accounts.size());
    account->address = address;
    account->perps.resize(m_universe.dexes().size());
    m_byAddress[address] = account->id;
    m_accounts.push_back(std::move(account));
    return *m_accounts.back();
}

SimAccount *AccountStore::find(const Address &address)
{
    const auto it = m_byAddress.find(address);
    return it == m_byAddress.end() ? nullptr : m_accounts[it->second].get();
}

const SimAccount *AccountStore::find(const Address &address) const
{
    const auto it = m_byAddress.find(address);
    return it == m_byAddress.end() ? nullptr : m_accounts[it->second].get();
}

std::optional<UserId> AccountStore::masterOfAgent(const Address &agent, TimeMs now) const
{
    for (const auto &account : m_accounts) {
        for (const SimAgent &known : account->agents) {
            if (known.address == agent && (!known.validUntil || *known.validUntil > now))
                return account->id;
        }
    }
    return std::nullopt;
}

} // namespace hl::sim
