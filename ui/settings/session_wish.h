// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/ids.h"
#include "engine/api/events.h"

#include <QString>

#include <optional>

namespace hl::ui {

/// Another session in the same window's place: whose account, by which signer, where. A session
/// never changes these itself; what is not said is absent.
struct SessionWish
{
    engine::Network network = engine::Network::Demo; ///< never Replay
    std::optional<Address> watch;                    ///< followed without a key
    QString signer;                                  ///< a stored key; the session begins locked
    bool hasLedger = false;                          ///< over USB
};

} // namespace hl::ui
