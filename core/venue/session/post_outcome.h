// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/error.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace hl::session {

/// What became of one request to the venue, over WebSocket or HTTP. Its fate is known where it was
/// answered or not written; written and not answered is unknown whatever `error` says, and must be
/// looked up, never sent again.
struct PostOutcome
{
    bool written = false;  ///< bytes of it may have left
    bool answered = false; ///< the venue answered this very request
    /// HTTP status, or what a WebSocket answer says in its place: 200 for a payload, the number in
    /// front of an error's text ("429 Too Many Requests"), 400 for an error text without one. 0:
    /// no answer.
    int status = 0;
    /// As answered: JSON text of the action's whole answer or of an info's data, or the venue's
    /// error text.
    std::string payloadText = {};
    std::string contentType = {};
    std::optional<std::uint64_t> retryAfterSeconds = {};
    /// One sentence where not answered: Transport or RateLimited (not written), UnknownOutcome or
    /// Timeout or RateLimited (written). Free of signatures.
    Error error = {};
    std::int64_t sentMonoNs = 0;
    std::int64_t receivedMonoNs = 0;

    bool isUnknown() const { return written && !answered; }
};

using PostDone = std::function<void(const PostOutcome &)>;

} // namespace hl::session
