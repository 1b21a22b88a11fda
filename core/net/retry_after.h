// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/ids.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>

namespace hl::net {

/// Seconds of a Retry-After header: delay-seconds below 2^53, or one of the three HTTP dates of
/// RFC 9110 (a past one gives 0). Nothing for anything else (vectors/retry-after.json).
std::optional<std::uint64_t> parseRetryAfter(std::string_view header, TimeMs nowMs);

/// How long to ask nothing after a 429: what its Retry-After says, at most two minutes; two seconds
/// where it says nothing.
std::chrono::seconds pauseAfter429(std::optional<std::uint64_t> retryAfterSeconds);

} // namespace hl::net
