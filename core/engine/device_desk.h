// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "engine/agent_desk.h"
#include "engine/device_reviews.h"
#include "engine/device_services.h"
#include "trading/device_queue.h"

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace hl::engine {

/// The device of a session: finding it and its account, its queue and reviews, its states, who
/// signs what (interaction.md D1, D4, D10 to D21), and the commands of the window about it. Engine
/// thread. Without a device every command that is answered is refused with a sentence.
class DeviceDesk
{
public:
    struct Config
    {
        bool isUsed = false;
        bool isEmulator = false;
        std::string path;
        std::optional<Address> account; ///< absent: what the device says
        TradeMode mode = TradeMode::DeviceOnly;
        std::chrono::seconds takes{60}; ///< to be shown; the order desk goes by them
        std::chrono::seconds rests{120};
        bool hashesOnly = false;
        Network network = Network::Demo;
    };
    struct Hooks
    {
        std::function<void(std::function<void(Result<std::unique_ptr<DeviceLink>>)> done)> make;
        /// Whose account it is; refused where the session shows another.
        std::function<void(const Address &signer, std::function<void(Status)> done)> settle;
        /// The signer without a device; null where there is none.
        std::function<trading::Dispatcher *()> localLane;
        /// Its key is away: nothing can be signed by it until it is unlocked.
        std::function<bool()> isLocked;
        std::function<void()> routesChanged;
        std::function<bool()> hasPosition;
        std::function<bool()> isQuiet; ///< nothing is on its way to the venue
        /// What waits for its turn on a device that is given up ends, with this sentence.
        std::function<void(const std::string &why)> givenUp;
        std::function<Address()> account;
        AgentDesk::Hooks agents;
        DeviceReviews::Hooks reviews;
    };

    DeviceDesk(DeskServices services, Config config, Hooks hooks);
    ~DeviceDesk();
    DeviceDesk(const DeviceDesk &) = delete;
    DeviceDesk &operator=(const DeviceDesk &) = delete;

    void start();
    void connectionChanged();
    void tick();

    bool isUsed() const { return m_config.isUsed; }
    TradeMode mode() const;
    bool isEmulator() const { return m_status.isEmulator || m_config.isEmulator; }
    /// Null until the device has told its account.
    trading::DeviceQueue *queue() { return m_queue.get(); }
    std::optional<Address> signer() const;
    /// For the router, by the mode; null: nobody can at the moment.
    trading::ActionSender *entries();
    trading::ActionSender *exits();
    int waiting() const;
    /// The session's own signer is an agent of that account (AgentDesk::setAgent).
    void agentIs(const Address &agent, const Address &of) { m_agents.setAgent(agent, of); }
    /// The signer without a device came or went.
    void localLaneChanged();

    void rejectReview(ReviewId review);
    void dropReview(ReviewId review);
    void acknowledgeBlocked();
    void retry();
    void openEthereum();
    void setMode(RequestId request, TradeMode mode);
    void setExpiries(std::chrono::seconds takes, std::chrono::seconds rests);
    /// Of what is put to the device from now on.
    void setForm(bool hashesOnly);
    void scanAccounts(RequestId request, PathScheme scheme, int first, int count);
    void scanPath(RequestId request, const std::string &path);
    void showAddress(RequestId request, const std::string &path);
    /// The one that the device shows is not waited for any more (D20).
    void giveUpAddress();
    void useAccount(RequestId request, const std::string &path);
    void readAgents(RequestId request);
    void approveAgent(RequestId request, const AgentPlan &plan);
    void revokeAgent(RequestId request, const std::string &name);

    void sendState();

private:
    struct Scan;

    void finish(RequestId request, const Status &status);
    void deviceMade(Result<std::unique_ptr<DeviceLink>> link);
    void connect();
    void giveUp(ReviewId review);
    void lookAgain();
    void accountKnown(const Address &address);
    void laneOpened(Result<SignerLane> lane);
    trading::DeviceQueue::Hooks queueHooks();
    void newsCame(const signing::DeviceNews &news);
    void publishStatus();
    void applyForm();
    bool isDeviceDown() const;
    std::string exitHint() const;
    void publishNewHint();
    void scanNext(const std::shared_ptr<Scan> &scan);
    DeviceAccount &noteAccount(PathScheme scheme, const std::string &path,
                               const DeviceLink::Account &account);
    void askVenue(const std::string &path, const Address &address);
    void changeAccount(const std::string &path, const std::function<void(DeviceAccount &)> &change);

    DeskServices m_services;
    Config m_config;
    Hooks m_hooks;
    EventSink &m_sink;
    DeviceReviews m_reviews;
    DeviceStatus m_status;
    std::optional<Error> m_blocked;
    std::unique_ptr<DeviceLink> m_link;
    SignerLane m_lane;
    std::unique_ptr<trading::DeviceQueue> m_queue;
    AgentDesk m_agents;
    std::vector<DeviceAccount> m_accounts;
    TradeMode m_mode;
    std::int64_t m_giveUpMonoMs = 0; ///< looking for the device's account
    bool m_isConnecting = false;
    bool m_isAddressShown = false; ///< on the device, or about to be
    bool m_hasHashesOnly = false;  ///< as the device was told last
    bool m_isSettled = false;
    bool m_isSettling = false; ///< from the account's being known until its lane is open
    std::string m_shownHint;
    bool m_wasDown = false; ///< Looking: before it too
    Timer m_retry;
    std::shared_ptr<bool> m_isAlive;
};

} // namespace hl::engine
