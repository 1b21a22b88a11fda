// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/ids.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace hl::net {

/// Seconds of a Retry-After header: delay-seconds below 2^53, or one of the three HTTP dates of
/// RFC 9110 (a past one gives 0). Nothing for anything else (vectors/retry-after.json).
std::optional<std::uint64_t> parseRetryAfter(std::string_view header, TimeMs nowMs);

} // namespace hl::net
