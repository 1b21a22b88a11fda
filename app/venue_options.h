// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "engine/api/events.h"
#include "venue/hyperliquid/endpoints.h"

#include <QString>

#include <optional>

namespace hl::app {

/// "mainnet", "testnet", "demo"; none for anything else.
std::optional<engine::Network> networkFromName(const QString &name);
QString networkName(engine::Network network);

/// The endpoints of --network, --api-url and --ws-url (empty: not said). One address without the
/// other gives both, so that nobody watches one venue and trades on another. Errors name the
/// option. For demo the embedded venue decides; both must be empty.
Result<venue::Endpoints> endpointsOf(engine::Network network, const QString &apiUrl,
                                     const QString &wsUrl);

} // namespace hl::app
