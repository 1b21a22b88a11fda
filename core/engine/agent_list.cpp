// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine/agent_desk.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <utility>

/// What the venue lists, and what follows from it; approving and revoking are in agent_desk.cpp.
namespace hl::engine {

namespace {

constexpr std::int64_t kLookEveryMs = 60'000;

std::string plainName(const std::string &name)
{
    return name.substr(0, name.find(kAgentUntil));
}

} // namespace

std::string dateWords(TimeMs time)
{
    static constexpr std::array kMonths{"January",   "February", "March",    "April",
                                        "May",       "June",     "July",     "August",
                                        "September", "October",  "November", "December"};
    const std::chrono::sys_time<std::chrono::milliseconds> at{std::chrono::milliseconds(time)};
    const auto day = std::chrono::floor<std::chrono::days>(at);
    const std::chrono::year_month_day date{day};
    const auto minutes = std::chrono::duration_cast<std::chrono::minutes>(at - day).count();
    const auto two = [](std::int64_t n) { return (n < 10 ? "0" : "") + std::to_string(n); };
    return std::to_string(static_cast<unsigned>(date.day())) + ' ' +
           kMonths[static_cast<unsigned>(date.month()) - 1] + ' ' +
           std::to_string(static_cast<int>(date.year())) + ", " + two(minutes / 60) + ':' +
           two(minutes % 60) + " UTC";
}

void AgentDesk::ask(std::function<void(Result<std::vector<venue::ExtraAgent>>)> done)
{
    m_services.info.request(
        codec::Object{{"type", "extraAgents"}, {"user", m_account.value_or(Address{}).toString()}},
        [this, done = std::move(done), alive = m_isAlive](const Result<std::string> &body) {
            if (!*alive)
                return;
            if (!body)
                done(fail(body.error()));
            else
                done(m_services.decoder.extraAgents(*body));
        });
}

void AgentDesk::refresh(std::function<void(const Status &)> done)
{
    ask([this, done = std::move(done),
         alive = m_isAlive](Result<std::vector<venue::ExtraAgent>> agents) {
        if (!agents) {
            m_list.problem = agents.error().detail;
            m_services.sink.agentsChanged(m_list);
            return done(fail(agents.error()));
        }
        if (!m_services.keys.list) {
            listed(*agents, {});
            return done({});
        }
        m_services.keys.list(
            [this, agents = std::move(*agents), done, alive](std::vector<OwnKey> keys) {
                if (!*alive)
                    return;
                listed(agents, keys);
                done({});
            });
    });
}

void AgentDesk::listed(const std::vector<venue::ExtraAgent> &agents,
                       const std::vector<OwnKey> &keys)
{
    m_keys = keys;
    m_list.slots.clear();
    const auto trading = m_hooks.tradingAgent();
    for (const venue::ExtraAgent &agent : agents) {
        AgentSlot slot;
        slot.name = plainName(agent.name);
        slot.address = agent.address;
        slot.validUntil = agent.validUntil;
        if (const auto key = std::ranges::find(keys, agent.address, &OwnKey::address);
            key != keys.end()) {
            slot.isMadeHere = true;
            slot.madeAt = key->createdMs;
        }
        slot.isTrading = trading == agent.address;
        m_list.slots.push_back(std::move(slot));
    }
    m_list.isKnown = true;
    m_list.problem.clear();
    m_services.sink.agentsChanged(m_list);
    checkStillListed(agents);
    warnOfExpiry();
    tellUnused();
}

void AgentDesk::read(Done done)
{
    refresh(std::move(done));
}

const AgentSlot *AgentDesk::slotOf(const std::string &name) const
{
    const auto it = std::ranges::find(m_list.slots, name, &AgentSlot::name);
    return it == m_list.slots.end() ? nullptr : &*it;
}

/// The wizard's agents have names: the venue lists them as long as they count. An unnamed one is
/// never in its list.
bool AgentDesk::isMadeHere(const Address &agent) const
{
    const auto key = std::ranges::find(m_keys, agent, &OwnKey::address);
    return key != m_keys.end() && key->name.starts_with(kAgentKeyPrefix);
}

/// An agent that the venue does not list any more, or whose time is up, ends trading at once (D9).
void AgentDesk::checkStillListed(const std::vector<venue::ExtraAgent> &agents)
{
    const auto trading = m_hooks.tradingAgent();
    if (!trading)
        return;
    const auto it = std::ranges::find(agents, *trading, &venue::ExtraAgent::address);
    if (it == agents.end()) {
        if (m_wasListed == trading || isMadeHere(*trading))
            endTrading(*trading, false);
        else if (m_agent == trading)
            askRole(*trading);
        return;
    }
    // By the venue's clock, or not yet: this computer's may be days off (G16).
    if (it->validUntil && m_services.venueClock.offsetMs() &&
        *it->validUntil <= m_services.venueClock.nowMs())
        return endTrading(*trading, true);
    m_wasListed = trading;
    m_hooks.listedUntil(it->validUntil);
}

/// An unnamed agent is never in the list; whose it is the venue tells by its role.
void AgentDesk::askRole(const Address &agent)
{
    m_services.info.request(codec::Object{{"type", "userRole"}, {"user", agent.toString()}},
                            [this, agent, alive = m_isAlive](const Result<std::string> &body) {
                                if (!*alive || !body)
                                    return;
                                const auto role = m_services.decoder.userRole(*body);
                                const bool isOurs =
                                    role && role->role == "agent" && role->master == m_account;
                                if (role && !isOurs && m_hooks.tradingAgent() == agent)
                                    endTrading(agent, false);
                            });
}

void AgentDesk::endTrading(const Address &agent, bool isExpired)
{
    m_wasListed.reset();
    m_hooks.drop();
    // Replaced or revoked here: what was asked for.
    if (isReplacedHere(agent))
        return;
    m_services.notice(NoticeLevel::Error,
                      (isExpired ? "The agent " + agent.shortened() + " has expired"
                                 : "The venue no longer lists the agent " + agent.shortened()) +
                          ": it signs nothing more, and its key is wiped from memory. " +
                          (m_queue != nullptr
                               ? "Approve a new one on the device to trade by an agent again."
                               : "Approve a new one and start with its key to trade again."),
                      "agent");
}

void AgentDesk::warnOfExpiry()
{
    const auto trading = m_hooks.tradingAgent();
    for (const AgentSlot &slot : m_list.slots) {
        if (!trading || slot.address != *trading || !slot.validUntil)
            continue;
        const TimeMs left = *slot.validUntil - m_services.venueClock.nowMs();
        for (const int hours : {1, 24, 168}) {
            if (left > hours * TimeMs{3'600'000})
                continue;
            if (m_warned.insert({slot.address, hours}).second)
                m_services.notice(
                    NoticeLevel::Warning,
                    "The agent \"" + slot.name + "\" expires on " + dateWords(*slot.validUntil) +
                        (m_queue != nullptr
                             ? "; renewing it in the signer panel takes one press on the device."
                             : "; approve a new one before then."),
                    "agentExpiry");
            break;
        }
    }
}

/// Approved from this profile and never proven, or left behind: it counts at the venue, and its key
/// is never used again.
void AgentDesk::tellUnused()
{
    if (m_job || m_queue == nullptr || m_hooks.isComing())
        return;
    for (const AgentSlot &slot : m_list.slots) {
        if (slot.isTrading || !isMadeHere(slot.address) ||
            (slot.validUntil && *slot.validUntil <= m_services.venueClock.nowMs()) ||
            !m_toldUnused.insert(slot.address).second)
            continue;
        const auto key = std::ranges::find(m_keys, slot.address, &OwnKey::address);
        m_services.notice(NoticeLevel::Warning,
                          "The agent \"" + slot.name + "\" (" + slot.address.shortened() +
                              ") was approved from here and is not in use; its key is kept as " +
                              key->name +
                              ". Renew it, which makes a fresh key, or revoke it in the signer "
                              "panel.",
                          "agentUnused");
    }
}

void AgentDesk::tick()
{
    if (!m_account || m_job || m_isAsking)
        return;
    // Without an agent only what an earlier session left is of interest.
    if (!m_hooks.tradingAgent() && (m_queue == nullptr || m_list.isKnown || m_hooks.isComing()))
        return;
    const std::int64_t now = m_services.clock.monoMs();
    if (m_lookedMonoMs != 0 && now - m_lookedMonoMs < kLookEveryMs)
        return;
    m_lookedMonoMs = now;
    m_isAsking = true;
    refresh([this](const Status &) { m_isAsking = false; });
}

void AgentDesk::sendState() const
{
    if (m_list.isKnown || !m_list.problem.empty())
        m_services.sink.agentsChanged(m_list);
    if (m_progress)
        m_services.sink.agentProgressed(*m_progress);
}

} // namespace hl::engine
