// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "engine/device_services.h"
#include "trading/device_queue.h"

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace hl::engine {

/// The life of an agent (interaction.md D5 to D9): a new key made and kept encrypted here, approved
/// on the device under a name with an expiry, proven by the venue's list and a no-op, renewed,
/// revoked; ended at once where the venue no longer lists it. One thing at a time. Engine thread.
class AgentDesk
{
public:
    using Done = std::function<void(const Status &)>;

    struct Hooks
    {
        /// A new agent's key is in memory.
        std::function<void()> keyMade;
        /// It was given up: nothing of it is left to lock or to unlock.
        std::function<void()> keyGone;
        /// The session signs with it from now on. `signer` stays alive inside.
        std::function<void(std::unique_ptr<trading::SignerPort> signer, SignerLane lane,
                           std::string name, TimeMs validUntil)>
            adopt;
        /// The agent that signs in this session; none: no agent does.
        std::function<std::optional<Address>()> tradingAgent;
        std::function<void()> drop;
        std::function<bool()> isQuiet;
        std::function<std::size_t()> openOrders;
    };

    AgentDesk(const DeskServices &services, Hooks hooks);
    ~AgentDesk();
    AgentDesk(const AgentDesk &) = delete;
    AgentDesk &operator=(const AgentDesk &) = delete;

    /// The device's queue and the account whose agents these are.
    void setDevice(trading::DeviceQueue *queue, const Address &account);

    void read(Done done);
    void approve(RequestId request, const AgentPlan &plan, Done done);
    void revoke(RequestId request, const std::string &name, Done done);

    void connectionChanged();
    /// About twice a second: looks at the list once a minute, tells of expiries.
    void tick();
    void sendState() const;

private:
    struct Job;
    using JobPtr = std::shared_ptr<Job>;

    void ask(std::function<void(Result<std::vector<venue::ExtraAgent>>)> done);
    void listed(const std::vector<venue::ExtraAgent> &agents, const std::vector<OwnKey> &keys);
    void refresh(std::function<void(const Status &)> done);
    const AgentSlot *slotOf(const std::string &name) const;

    void makeKey(const JobPtr &job);
    void askDevice(const JobPtr &job, std::string agentName);
    void approved(const JobPtr &job, const trading::DispatchResult &result);
    void confirmListed(const JobPtr &job);
    void prove(const JobPtr &job);
    void proven(const JobPtr &job, const trading::DispatchResult &result);
    void takeOver(const JobPtr &job);
    void revoked(const JobPtr &job);
    void forgetKeyOf(const Address &address);
    void step(const JobPtr &job, AgentStep step, std::string sentence);
    void failed(const JobPtr &job, std::string sentence);
    void warnOfExpiry();
    bool isMadeHere(const Address &agent) const;
    void checkStillListed(const std::vector<venue::ExtraAgent> &agents);

    const DeskServices &m_services;
    Hooks m_hooks;
    trading::DeviceQueue *m_queue = nullptr;
    Address m_account;
    AgentList m_list;
    std::vector<OwnKey> m_keys;
    JobPtr m_job;
    std::optional<AgentProgress> m_progress;
    std::optional<Address> m_wasListed; ///< the trading agent, once the list had it
    std::int64_t m_lookedMonoMs = 0;
    bool m_isAsking = false;
    std::set<std::pair<Address, int>> m_warned; ///< agent and hours left
    Timer m_again;
    std::shared_ptr<bool> m_isAlive;
};

/// "30 December 2026, 17:40 UTC".
std::string dateWords(TimeMs time);

} // namespace hl::engine
