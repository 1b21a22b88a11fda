// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "sim/load_generator.h"

#include "num/tick_rule.h"

#include <algorithm>

namespace hl::sim {

LoadGenerator::LoadGenerator(Exchange &exchange, SimLoadProfile profile, std::vector<UserId> users,
                             std::uint64_t seed)
    : m_exchange(exchange)
    , m_profile(profile)
    , m_users(std::move(users))
    , m_rng(seed ^ 0x10adU)
{
    const auto &markets = exchange.universe().markets();
    for (MarketId id = 0; id < markets.size(); ++id) {
        if (markets[id].isPerp() && markets[id].dex == 0 && !markets[id].isDelisted)
            m_markets.push_back(id);
    }
}

/// An order of about 15 USD, `away` ticks from the mark on its own side (below zero: through it).
OrderRequest LoadGenerator::request(MarketId market, bool isBuy, std::int64_t away, WireTif tif)
{
    const MarketSpec &spec = m_exchange.universe().market(market);
    const Px mark = m_exchange.markOf(market);
    const Px px =
        stepPx(nearestValidPx(toDecimal(mark, spec.grid), spec.grid, Rounding::Down).value_or(mark),
               isBuy ? -away : away, spec.grid);
    Int128 units = m_rng.range(15, 40);
    for (int i = 0; i < spec.grid.ntlDecimals(); ++i)
        units *= 10;
    OrderRequest out;
    out.asset = spec.asset;
    out.isBuy = isBuy;
    out.px = pxText(px, spec.grid);
    out.sz = szText({static_cast<std::int64_t>(units / px.ticks) + 1}, spec.grid);
    out.tif = tif;
    return out;
}

void LoadGenerator::makeFills(UserId user)
{
    for (int i = 0; i < m_profile.fills && !m_markets.empty(); ++i) {
        const MarketId market = m_markets[static_cast<std::size_t>(i) % m_markets.size()];
        m_exchange.place(
            user,
            {request(market, i / static_cast<int>(m_markets.size()) % 2 == 0, -40, WireTif::Ioc)},
            Grouping::Na, std::nullopt);
        m_exchange.settle();
    }
}

void LoadGenerator::makeOrders(UserId user, int count)
{
    for (int i = 0; i < count && !m_markets.empty(); ++i) {
        const MarketId market = m_markets[m_rng.below(m_markets.size())];
        m_exchange.place(user,
                         {request(market, m_rng.chance(500), m_rng.range(60, 600), WireTif::Gtc)},
                         Grouping::Na, std::nullopt);
    }
}

void LoadGenerator::makePositions(UserId user)
{
    for (int i = 0; i < m_profile.positions && i < static_cast<int>(m_markets.size()); ++i) {
        const MarketId market = m_markets[static_cast<std::size_t>(i)];
        for (int n = 0; n < 4; ++n)
            m_exchange.place(user, {request(market, i % 2 == 0, -40, WireTif::Ioc)}, Grouping::Na,
                             std::nullopt);
    }
}

void LoadGenerator::open()
{
    for (const UserId user : m_users) {
        makeFills(user);
        makeOrders(user, m_profile.orders);
        makePositions(user);
    }
    m_exchange.settle();
}

void LoadGenerator::step()
{
    m_owed += m_profile.actionsPerSecond;
    for (; m_owed >= 10; m_owed -= 10) {
        for (const UserId user : m_users) {
            const SimAccount &account = m_exchange.accounts().at(user);
            const bool isFull = static_cast<int>(account.open.size()) >= m_profile.orders;
            if (isFull && !account.open.empty()) {
                auto it = account.open.begin();
                std::advance(it, static_cast<std::ptrdiff_t>(m_rng.below(account.open.size())));
                m_exchange.cancel(user, m_exchange.universe().market(it->second.market).asset,
                                  it->first);
            }
            if (m_rng.chance(120) && !m_markets.empty()) {
                const MarketId market = m_markets[m_rng.below(m_markets.size())];
                m_exchange.place(user, {request(market, m_rng.chance(500), -40, WireTif::Ioc)},
                                 Grouping::Na, std::nullopt);
            } else {
                makeOrders(user, 1);
            }
        }
    }
}

} // namespace hl::sim
