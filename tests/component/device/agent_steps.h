// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "device_rig.h"

namespace hl::test {

inline std::shared_ptr<const SecretBytes> passphrase()
{
    return std::make_shared<SecretBytes>(asBytes("a long passphrase"));
}

inline engine::AgentPlan planOf(const std::string &name, int days = 30)
{
    engine::AgentPlan plan;
    plan.name = name;
    plan.days = days;
    plan.passphrase = passphrase();
    return plan;
}

/// Where the wizard stands; null: nowhere yet.
inline const engine::AgentProgress *last(const DeviceRig &d)
{
    return d.rig.sink.agentSteps.empty() ? nullptr : &d.rig.sink.agentSteps.back();
}

inline bool untilStep(DeviceRig &d, engine::AgentStep step,
                      std::chrono::milliseconds most = std::chrono::seconds(40))
{
    return d.rig.until(most, [&] { return last(d) != nullptr && last(d)->step == step; });
}

inline std::vector<engine::AgentStep> steps(const DeviceRig &d)
{
    std::vector<engine::AgentStep> out;
    for (const engine::AgentProgress &progress : d.rig.sink.agentSteps)
        out.push_back(progress.step);
    return out;
}

inline const sim::SimAgent *atVenue(DeviceRig &d, const std::string &name)
{
    const auto &agents = d.rig.account().agents;
    const auto it = std::ranges::find(agents, name, &sim::SimAgent::name);
    return it == agents.end() ? nullptr : &*it;
}

} // namespace hl::test
