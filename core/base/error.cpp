// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/error.h"

namespace hl {

std::string_view errorKindName(ErrorKind kind)
{
    switch (kind) {
    case ErrorKind::Parse:
        return "parse";
    case ErrorKind::Validation:
        return "validation";
    case ErrorKind::Transport:
        return "transport";
    case ErrorKind::RateLimited:
        return "rateLimited";
    case ErrorKind::VenueRejected:
        return "venueRejected";
    case ErrorKind::Signature:
        return "signature";
    case ErrorKind::DeviceAbsent:
        return "deviceAbsent";
    case ErrorKind::DeviceDenied:
        return "deviceDenied";
    case ErrorKind::DeviceLocked:
        return "deviceLocked";
    case ErrorKind::DeviceWrongApp:
        return "deviceWrongApp";
    case ErrorKind::DeviceRefused:
        return "deviceRefused";
    case ErrorKind::Timeout:
        return "timeout";
    case ErrorKind::UnknownOutcome:
        return "unknownOutcome";
    case ErrorKind::Cancelled:
        return "cancelled";
    case ErrorKind::Internal:
        return "internal";
    }
    return "internal";
}

bool isRetriable(ErrorKind kind)
{
    switch (kind) {
    case ErrorKind::Transport:
    case ErrorKind::RateLimited:
    case ErrorKind::DeviceAbsent:
    case ErrorKind::DeviceLocked:
    case ErrorKind::DeviceWrongApp:
        return true;
    default:
        return false;
    }
}

std::string Error::sentence() const
{
    return field.empty() ? detail : field + ": " + detail;
}

} // namespace hl
