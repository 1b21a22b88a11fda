// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "market/bundled_instruments.h"
#include "market/instrument_registry.h"

#include <QtGlobal>

#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace hl::test {

/// Path of a file of the recorded exchange data; the file may be absent.
inline std::string sharedData(const std::string &name)
{
    return std::string(HL_SHARED_DATA) + "/data/" + name;
}

/// Whole file; empty where it cannot be read.
inline std::string readText(const std::string &path)
{
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

/// Every market the recorded frames speak of: the bundled perps, and those of builder dexes and
/// spot pairs with the size decimals their frames show.
inline market::InstrumentRegistry recordedMarkets()
{
    std::vector<market::Instrument> instruments = market::bundledInstruments();
    const auto add = [&](const char *coin, MarketKind kind, std::uint8_t szDecimals) {
        market::Instrument instrument;
        instrument.coin = coin;
        instrument.displayName = coin;
        instrument.asset = 900'000'000 + static_cast<std::uint32_t>(instruments.size());
        instrument.grid = {kind, szDecimals};
        instruments.push_back(instrument);
    };
    add("xyz:XYZ100", MarketKind::Perp, 4);
    add("xyz:SILVER", MarketKind::Perp, 2);
    add("PURR/USDC", MarketKind::Spot, 0);
    add("@2", MarketKind::Spot, 0);
    add("@107", MarketKind::Spot, 2);
    add("@142", MarketKind::Spot, 5);
    add("@151", MarketKind::Spot, 4);
    add("@162", MarketKind::Spot, 1);
    market::InstrumentRegistry registry;
    if (const auto status = registry.reload(std::move(instruments)); !status)
        qFatal("%s", status.error().sentence().c_str());
    return registry;
}

} // namespace hl::test
