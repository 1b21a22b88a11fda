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
#include <string_view>
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
        /// The session's own signer was asked for and may still come.
        std::function<bool()> isComing;
        /// Until when the agent that signs is good, as the venue lists it.
        std::function<void(std::optional<TimeMs>)> listedUntil;
        std::function<bool()> isQuiet;
        std::function<std::size_t()> openOrders;
    };

    AgentDesk(const DeskServices &services, Hooks hooks);
    ~AgentDesk();
    AgentDesk(const AgentDesk &) = delete;
    AgentDesk &operator=(const AgentDesk &) = delete;

    /// The device's queue and the account whose agents these are.
    void setDevice(trading::DeviceQueue *queue, const Address &account);
    /// The venue said that the session's own signer is an agent of that account; what became of it
    /// is looked at in a session without a device too.
    void setAgent(const Address &agent, const Address &of);

    void read(Done done);
    void approve(RequestId request, const AgentPlan &plan, Done done);
    void revoke(RequestId request, const std::string &name, Done done);

    void connectionChanged();
    /// About twice a second. Looks at the list once a minute while an agent signs, and once at the
    /// start of a session with a device; tells of expiries, and of agents that are not in use.
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
    void tellUnused();
    void askRole(const Address &agent);
    void endTrading(const Address &agent, bool isExpired);
    bool isMadeHere(const Address &agent) const;
    void checkStillListed(const std::vector<venue::ExtraAgent> &agents);
    bool isReplacedHere(const Address &agent) const;

    const DeskServices &m_services;
    Hooks m_hooks;
    trading::DeviceQueue *m_queue = nullptr;
    std::optional<Address> m_account;
    std::optional<Address> m_agent; ///< the session's own signer, where it is one
    AgentList m_list;
    std::vector<OwnKey> m_keys;
    JobPtr m_job;
    std::optional<AgentProgress> m_progress;
    std::optional<Address> m_wasListed; ///< the trading agent, once the list had it
    std::int64_t m_lookedMonoMs = 0;
    bool m_isAsking = false;
    std::set<std::pair<Address, int>> m_warned; ///< agent and hours left
    std::set<Address> m_toldUnused;
    Timer m_again;
    std::shared_ptr<bool> m_isAlive;
};

/// Between an agent's name and its expiry, as the venue takes them.
inline constexpr std::string_view kAgentUntil = " valid_until ";
/// Key files of agents that were made here.
inline constexpr std::string_view kAgentKeyPrefix = "agent-";

/// "30 December 2026, 17:40 UTC".
std::string dateWords(TimeMs time);

} // namespace hl::engine
