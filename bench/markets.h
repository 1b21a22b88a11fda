// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "market/instrument_registry.h"

namespace hl::bench {

/// The markets the seeded inputs speak of: BTC and C0 to C399.
const market::InstrumentRegistry &markets();

} // namespace hl::bench
