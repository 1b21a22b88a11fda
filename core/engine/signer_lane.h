// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "engine/wire_transport.h"
#include "trading/dispatcher.h"

#include <memory>

namespace hl::engine {

/// One signer's way to the wire: its nonces, its transport, its chain. The signer is someone
/// else's and outlives it.
struct SignerLane
{
    std::unique_ptr<trading::NonceStore> nonces;
    std::unique_ptr<WireTransport> transport;
    std::unique_ptr<trading::Dispatcher> dispatcher;

    bool isQuiet() const
    {
        return !dispatcher || (dispatcher->waiting() == 0 && dispatcher->inFlight() == 0);
    }
};

} // namespace hl::engine
