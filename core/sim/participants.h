// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "sim/exchange.h"

#include <vector>

namespace hl::sim {

/// Makers that keep a ladder around a drifting fair price, and takers that trade against it. One
/// step is a tenth of a second of market; each market has its own stream of chance, so the same
/// seed and the same steps give the same market, whatever else is listed.
class Participants
{
public:
    Participants(Exchange &exchange, std::uint64_t seed);

    /// Fills the books once, so that the first client sees depth.
    void open();
    void step();

private:
    struct Quote
    {
        Oid oid = 0;
        Px px;
    };
    struct Market
    {
        MarketId id = kNoMarket;
        Rng rng;
        std::int64_t fair = 0;  ///< 10^-4 of a grid tick
        std::int64_t drift = 0; ///< of the fair price a step, same unit
        std::vector<Quote> bids = {};
        std::vector<Quote> asks = {};
        std::vector<Quote> farBids = {}; ///< thin interest far from the touch, for wide groupings
        std::vector<Quote> farAsks = {};
        std::uint32_t steps = 0;
    };

    void move(Market &market);
    void quote(Market &market, bool opening);
    void quoteSide(Market &market, Side side, Px touch, std::int64_t tick, bool opening);
    void quoteFar(Market &market, Side side, Px touch, std::int64_t tick, bool opening);
    void take(Market &market);
    Sz orderSize(Market &market, std::int64_t depth);
    UserId maker(Market &market, std::int64_t slot) const;

    Exchange &m_exchange;
    std::vector<Market> m_markets;
};

} // namespace hl::sim
