// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstdint>
#include <optional>
#include <source_location>
#include <string>
#include <string_view>

namespace hl {

/// What went wrong, as a kind a caller can act on. Whether something may be tried again is a
/// property of the kind (isRetriable), never a decision at the call site.
enum class ErrorKind : std::uint8_t {
    Parse,
    Validation,
    Transport,
    RateLimited,
    VenueRejected,
    Signature,
    DeviceAbsent,
    DeviceDenied,
    DeviceLocked,
    DeviceWrongApp,
    DeviceRefused,
    Timeout,
    UnknownOutcome,
    Cancelled,
    Internal,
};

/// Lower-case name used in logs and by `touchline-cli batch`, e.g. "validation".
std::string_view errorKindName(ErrorKind kind);

/// UnknownOutcome is never retriable: bytes left and nobody knows what became of them.
bool isRetriable(ErrorKind kind);

/// `detail` is one English sentence, already free of secrets and signatures; `field` names the
/// input it speaks of, empty where there is none. Cheap to move.
struct [[nodiscard]] Error
{
    ErrorKind kind = ErrorKind::Internal;
    std::string detail;
    std::string field = {};
    std::optional<int> code = {};
    std::source_location where = std::source_location::current();

    /// "field: detail", or detail alone.
    std::string sentence() const;
};

} // namespace hl
