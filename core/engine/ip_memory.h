// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "net/rate_budget.h"
#include "venue/session/ws_quota.h"

#include <array>

namespace hl::engine {

/// What of an IP's limits at one venue is spent (protocol/limits.md 1). Whoever opens sessions
/// keeps one for each network and hands it to each of its sessions, one at a time: what the venue
/// counts for this computer goes on counting when a session ends. Used on that session's engine
/// thread.
struct IpMemory
{
    net::RateBudget::Memory weight;
    session::WsQuota::Memory sockets;

    std::array<net::RateBudget::Memory *, 3> all()
    {
        return {&weight, &sockets.messages, &sockets.connects};
    }
};

} // namespace hl::engine
