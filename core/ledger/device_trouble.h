// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace hl::ledger {

/// Why a device does not do what it was asked. Each kind has its own way out.
enum class Trouble : std::uint8_t {
    None,
    NotFound,
    NoPermission,
    Busy, ///< another program holds it
    Locked,
    WrongApp,
    NoApp, ///< the dashboard
    AppMissing,
    SettingOff, ///< Blind signing
    NotSetUp,
    Unsupported, ///< bootloader, old firmware or app
    Unplugged,   ///< gone while something was asked of it
    NoAnswer,
    Refused,
    WrongAccount,
    Cancelled, ///< by us
    Other,
};

/// `hadPort`: the device was open when it happened. `appName`: what it said is open, if it did.
/// `blindSigning`: what the app's configuration said last; a message that is not accepted though
/// that is on has another reason (ledger/protocol.md 8).
Trouble troubleOf(const Error &error, bool hadPort, std::string_view appName,
                  std::optional<bool> blindSigning);

} // namespace hl::ledger
