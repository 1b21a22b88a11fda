// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "trading/dispatcher.h"

#include <deque>
#include <memory>
#include <optional>
#include <set>

namespace hl::trading {

/// A signer that a person holds in the hand, as the engine thread sees it.
class DevicePort : public SignerPort
{
public:
    /// Silent: unlocked, right app, right account (interaction.md D10). `done` comes later, once.
    /// True: the device will page through the fields.
    virtual void prepare(std::uint64_t id, std::function<void(Result<bool>)> done) = 0;
};

/// What waits for a device (interaction.md D10, D15): one request on it, at most three behind it,
/// exits first, also before an entry about which the device is only being asked. Bytes, nonce and
/// expiry are made when the turn comes, after the device has said silently that it is ready; what
/// could not leave any more is not put to it at all. Another signer's requests never come through
/// here. Engine thread; no Qt.
class DeviceQueue final : public ActionSender
{
public:
    static constexpr std::size_t kMostWaiting = 3;

    enum class Stage : std::uint8_t {
        Queued,
        Preparing, ///< asked silently; also while it is waited for a device that is not ready
        Frozen,    ///< bytes, nonce, expiry are made; the device has it or is about to
        Signed,    ///< the device is free again
        Handed,
    };

    struct Hooks
    {
        std::function<void(Ticket, const ActionRequest &)> queued;
        std::function<void(Ticket)> preparing;
        /// An entry that was Preparing waits again, behind an exit. May be empty.
        std::function<void(Ticket)> putBack;
        /// The device is not ready; looked at again until `untilMonoMs`.
        std::function<void(Ticket, const Error &, std::int64_t untilMonoMs)> held;
        /// A failure ends the request before the device is asked.
        std::function<Status(Ticket, const EncodedAction &, bool showsFields)> frozen;
        std::function<void(Ticket)> isSigned;
        std::function<void(Ticket)> handed;
        /// Before the request's own `done`. `at`: how far it had come.
        std::function<void(Ticket, const DispatchResult &, Stage at)> ended;
        /// Another signer or digest: nothing more goes to the device until acknowledge() (D21).
        std::function<void(const Error &)> blocked;
    };

    /// `dispatcher` is the device's own chain; both references outlive the queue.
    DeviceQueue(const Clock &clock, TimerService &timers, Dispatcher &dispatcher,
                DevicePort &device, Hooks hooks);
    ~DeviceQueue() override;
    DeviceQueue(const DeviceQueue &) = delete;
    DeviceQueue &operator=(const DeviceQueue &) = delete;

    Submitted submit(ActionRequest request, Done done) override;
    bool abandon(Ticket ticket, const std::string &why) override;
    /// A no-op is not worth a press: answers NotSent.
    void spend(Nonce nonce, ActionRequest request, Done done) override;
    void foundOut(const Address &signer, Nonce nonce, const std::string &words) override;
    std::optional<Address> signer() const override { return m_dispatcher.signer(); }
    bool isDevice(bool) const override { return true; }
    bool mayOvertake() const override { return m_dispatcher.mayOvertake(); }
    bool isRecorded(bool isExit) const override { return m_dispatcher.isRecorded(isExit); }

    /// The device still shows a request that nobody waits for: the next one waits (D20).
    void setDraining(bool isDraining);
    /// Ends everything that has not been handed over, as not sent: a signature that is here or
    /// comes late is wiped. How many; told in a moment.
    std::size_t endAll(const std::string &why);
    /// Looks at once where it is waited for a device.
    void retry();
    bool isBlocked() const { return m_isBlocked; }
    void acknowledge();

    std::optional<Stage> stageOf(Ticket ticket) const;
    /// The request that the device has or is asked about.
    std::optional<Ticket> active() const { return m_active; }
    std::size_t waiting() const;
    bool isEmpty() const { return m_jobs.empty(); }

private:
    struct Job
    {
        Ticket ticket = 0;
        ActionRequest request;
        Done done;
        Stage stage = Stage::Queued;
        Dispatcher::Ticket sent = 0; ///< in the dispatcher, from Frozen on
        bool showsFields = false;
        std::uint64_t question = 0;    ///< the silent one that is asked now; older ones are void
        bool isEnding = false;         ///< decided, told in a moment: nothing more happens to it
        std::int64_t giveUpMonoMs = 0; ///< of a device that is not ready; 0: not waiting for it
    };

    Job *find(Ticket ticket);
    void startNext();
    void prepare(Ticket ticket);
    void prepared(Ticket ticket, std::uint64_t question, Result<bool> showsFields);
    void putEntryBack();
    void freeze(Job &job);
    void freed(Ticket ticket);
    void end(Ticket ticket, DispatchResult result);
    void endLater(Ticket ticket, DispatchResult::Fate fate, Error error);
    bool makeRoom(bool isExit);

    const Clock &m_clock;
    TimerService &m_timers;
    Dispatcher &m_dispatcher;
    DevicePort &m_device;
    Hooks m_hooks;
    std::deque<Job> m_jobs; ///< in the order of coming; stays until the end is told
    std::optional<Ticket> m_active;
    Ticket m_lastTicket = 0;
    std::uint64_t m_lastQuestion = 0;
    bool m_isDraining = false;
    bool m_isBlocked = false;
    Timer m_retry;
    std::shared_ptr<bool> m_isAlive;
};

/// Two signers behind one desk: entries to one, exits to the other (interaction.md D1).
class SenderRouter final : public ActionSender
{
public:
    explicit SenderRouter(TimerService &timers) : m_timers(timers) {}

    /// Either may be replaced later; each outlives the router or is forgotten before it goes.
    void setRoutes(ActionSender *entries, ActionSender *exits)
    {
        m_entries = entries;
        m_exits = exits;
        for (ActionSender *sender : {entries, exits})
            if (sender != nullptr)
                m_known.insert(sender);
    }
    /// It is about to go: nothing is given to it any more, also what it was asked.
    void forget(const ActionSender *sender);
    /// Of one that is forgotten: foundOut() closes them as before.
    void keep(OpenRequests open)
    {
        if (!open.isEmpty())
            m_past.push_back(std::move(open));
    }

    bool mayEnter() const { return m_entries != nullptr; }
    bool mayExit() const { return m_exits != nullptr; }

    /// NotSent where nobody signs it at the moment.
    Submitted submit(ActionRequest request, Done done) override;
    bool abandon(Ticket ticket, const std::string &why) override;
    void spend(Nonce nonce, ActionRequest request, Done done) override;
    void foundOut(const Address &signer, Nonce nonce, const std::string &words) override;
    bool isDevice(bool isExit) const override;
    bool mayOvertake() const override;
    bool isRecorded(bool isExit) const override;

private:
    void refuse(Done done) const;

    struct Route
    {
        ActionSender *sender = nullptr;
        Ticket ticket = 0;
    };

    TimerService &m_timers;
    ActionSender *m_entries = nullptr;
    ActionSender *m_exits = nullptr;
    std::set<ActionSender *> m_known; ///< what was sent by one may be found out later
    std::vector<OpenRequests> m_past; ///< of signers that are gone
    std::shared_ptr<std::map<Ticket, Route>> m_routes = std::make_shared<std::map<Ticket, Route>>();
    Ticket m_lastTicket = 0;
};

} // namespace hl::trading
