// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "markets.h"

#include <cstdlib>

namespace hl::bench {

const market::InstrumentRegistry &markets()
{
    static const market::InstrumentRegistry registry = [] {
        std::vector<market::Instrument> instruments;
        for (std::uint32_t i = 0; i <= 400; ++i) {
            market::Instrument instrument;
            instrument.coin = i == 400 ? "BTC" : "C" + std::to_string(i);
            instrument.asset = i;
            instrument.grid = {MarketKind::Perp, static_cast<std::uint8_t>(i == 400 ? 5 : 3)};
            instruments.push_back(std::move(instrument));
        }
        market::InstrumentRegistry built;
        if (!built.reload(std::move(instruments)))
            std::abort();
        return built;
    }();
    return registry;
}

} // namespace hl::bench
