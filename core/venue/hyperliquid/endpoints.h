// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <string>

namespace hl::venue {

/// `source` and chain names are what is signed; URLs may point elsewhere (--api-url, --ws-url).
struct Endpoints
{
    bool isMainnet = false;
    std::string
        apiUrl; ///< without a trailing slash: "https://…" ("/info" and "/exchange" are appended)
    std::string wsUrl; ///< "wss://…/ws"
};

inline Endpoints mainnetEndpoints()
{
    return {true, "https://api.hyperliquid.xyz", "wss://api.hyperliquid.xyz/ws"};
}

inline Endpoints testnetEndpoints()
{
    return {false, "https://api.hyperliquid-testnet.xyz", "wss://api.hyperliquid-testnet.xyz/ws"};
}

} // namespace hl::venue
