// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "trading/order_store.h"
#include "venue/hyperliquid/wire_types.h"

#include <vector>

namespace hl::trading {

/// What a list of open orders says of one (no status, no status time).
OrderReport reportOf(const venue::WireOrder &order);
/// Its trigger, as `orderType` words it; none where it has none or has fired.
std::optional<model::TriggerSpec> triggerOf(const venue::WireOrder &order);
OrderReport reportOf(const venue::OrderUpdate &update);
/// A list with the children of bracket parents as orders of their own.
std::vector<OrderReport> reportsOf(const std::vector<venue::WireOrder> &orders);

} // namespace hl::trading
