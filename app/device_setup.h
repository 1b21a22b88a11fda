// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "app/profile.h"
#include "engine/engine_config.h"

#include <QString>

namespace hl::app {

/// What --ledger says, as the engine takes it; account, path and mode are the profile's. The error
/// names the option.
Result<engine::DeviceConfig> deviceConfig(const QString &ledger, const Profile &profile);

/// The profile's key store, for agents that are made here. Their key files are called
/// "agent-<name>-<when>".
engine::AgentKeys agentKeys(const Profile &profile);

} // namespace hl::app
