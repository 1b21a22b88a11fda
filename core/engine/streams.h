// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "venue/session/subscription.h"

#include <cstdint>
#include <functional>

namespace hl::engine {

/// Subscriptions as market data and account need them; a replay has none behind it. Engine thread.
class Streams
{
public:
    using Handle = std::uint64_t; ///< 0: none

    virtual ~Streams() = default;
    /// `refused` is called later where the venue will not have it: once, and then it is over, but
    /// for LastingStreams.
    virtual Result<Handle> subscribe(const session::Subscription &subscription,
                                     std::function<void(const Error &)> refused) = 0;
    virtual void unsubscribe(Handle handle) = 0;
    virtual void renew(Handle handle) = 0;
    /// The venue will not have it, and it is not asked for again before the next opening.
    virtual bool isRefused(Handle) const { return false; }
};

} // namespace hl::engine
