// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "sim/exchange.h"
#include "sim/venue_config.h"

#include <vector>

namespace hl::sim {

/// Makes accounts busy by trading for them: everything it leaves behind (fills, orders, positions)
/// came through the books as a client's orders would.
class LoadGenerator
{
public:
    LoadGenerator(Exchange &exchange, SimLoadProfile profile, std::vector<UserId> users,
                  std::uint64_t seed);

    void open();
    void step();

private:
    OrderRequest request(MarketId market, bool isBuy, std::int64_t away, WireTif tif);
    void makeFills(UserId user);
    void makeOrders(UserId user, int count);
    void makePositions(UserId user);

    Exchange &m_exchange;
    SimLoadProfile m_profile;
    std::vector<UserId> m_users;
    std::vector<MarketId> m_markets;
    Rng m_rng;
    int m_owed = 0; ///< tenths of an action
};

} // namespace hl::sim
