// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"

#include <cstdint>
#include <string>

namespace hl::ledger {

/// What the device's answer means for the person in front of it (protocol.md 4, cases.md B61).
enum class DeviceProblem : std::uint8_t {
    None,
    Refused,    ///< rejected on the device
    Locked,     ///< needs the PIN
    WrongApp,   ///< another app, the dashboard or a path this app may not use
    AppMissing, ///< open app: not installed
    NotOnboarded,
    BadData,     ///< the app could not accept what it was given; often a setting that is off
    WrongState,  ///< an unfinished flow; begin again with an address request
    OutOfMemory, ///< too large for the full form: use the hashed one
    Unsupported, ///< this app or model does not know the command
    Halted,      ///< replug
    InternalError,
    Unknown,
};

DeviceProblem classify(std::uint16_t sw);

/// One sentence with what to do; the code in hex where we do not know it.
Error errorFor(std::uint16_t sw);

} // namespace hl::ledger
