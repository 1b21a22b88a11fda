// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "market/instrument_registry.h"

#include <QtGlobal>

namespace hl::test {

inline market::Instrument perp(const char *coin, std::uint32_t asset, std::uint8_t szDecimals)
{
    market::Instrument instrument;
    instrument.coin = coin;
    instrument.asset = asset;
    instrument.grid = {MarketKind::Perp, szDecimals};
    return instrument;
}

inline market::InstrumentRegistry markets()
{
    market::InstrumentRegistry registry;
    market::Instrument spot = perp("@107", 10107, 2);
    spot.grid.kind = MarketKind::Spot;
    const auto status =
        registry.reload({perp("BTC", 0, 5), perp("ETH", 1, 4), perp("SOL", 5, 2), spot});
    if (!status)
        qFatal("%s", status.error().sentence().c_str());
    return registry;
}

} // namespace hl::test
