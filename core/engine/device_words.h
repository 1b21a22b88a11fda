// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "engine/api/review.h"
#include "signing/device_signer.h"

namespace hl::engine {

/// The device's news as the window shows them: a state, a sentence, a way out (interaction.md D19
/// to D21). Pure.
DeviceStatus deviceStatus(const signing::DeviceNews &news);

/// Pages through every field where blind signing is on, instead of a message hash: the models with
/// a touch screen (ledger/protocol.md 3.5).
bool hasTouchScreen(std::string_view model);

} // namespace hl::engine
