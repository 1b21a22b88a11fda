// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "market/instrument.h"

#include <vector>

namespace hl::market {

/// Size decimals of common markets, for recordings that carry no metadata and came without
/// --meta. Asset ids in it are places in this table, good for nothing but reading.
std::vector<Instrument> bundledInstruments();

} // namespace hl::market
