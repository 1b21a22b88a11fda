// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "app/profile.h"
#include "engine/engine_config.h"

#include <QString>

#include <optional>
#include <string>

namespace hl::app {

/// What --ledger says, as the engine takes it; account, path and mode are the profile's. The error
/// names the option.
Result<engine::DeviceConfig> deviceConfig(const QString &ledger, const Profile &profile);

/// The profile's key store, for agents that are made here. Their key files are called
/// "agent-<name>-<when>".
engine::AgentKeys agentKeys(const Profile &profile);

/// The agent that a device approved in an earlier session, by its key file: there from the start,
/// and locked until its passphrase is given. Only for the account of `config.device`: nothing where
/// the agent is another's (`account`, where it was noted), or `keyName` is none.
void useRememberedAgent(engine::EngineConfig &config, const Profile &profile,
                        const std::string &keyName, const std::optional<Address> &account);

} // namespace hl::app
