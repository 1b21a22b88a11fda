// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/clock.h"
#include "ledger/apdu_port.h"
#include "ledger/ethereum_commands.h"

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace hl::ledger {

/// How typed data is put to the device. Automatic: in full where model and app version allow it,
/// else hashed. Falling back from full to hashed is never done silently.
enum class SignForm : std::uint8_t { Automatic, Full, Hashed };

/// Conversations with the Ethereum app over one port. Signer thread; one conversation at a time: a
/// second one answers ErrorKind::Internal. Commands that show nothing are given 5 s, after which
/// the port is closed; a review is waited for without limit.
class EthereumApp
{
public:
    template <class T>
    using Done = std::function<void(Result<T>)>;

    EthereumApp(ApduPort &port, TimerService &timers, DeviceModel model);
    ~EthereumApp();

    /// Which app is open; anything but Ethereum is DeviceWrongApp with its name.
    void open(Done<AppVersion> done);
    void configuration(Done<EthereumConfig> done);
    void address(const DerivationPath &path, bool showOnDevice, Done<DeviceAddress> done);

    struct SignJob
    {
        DerivationPath path;
        Address expected; ///< another address on the device ends the flow before anything is shown
        TypedMessage message;
        SignForm form = SignForm::Automatic;
    };
    /// The silent part of sign() alone (D10): app and version, settings, address. Answers the form
    /// that signing would take; nothing is shown.
    void prepare(const SignJob &job, Done<SignForm> done);
    /// App and version, settings, silent address request (which resets an unfinished flow and
    /// proves the account), then the message. `reviewing` is called when the device lights up.
    void sign(SignJob job, std::function<void(SignForm)> reviewing, Done<DeviceSignature> done);

    /// Stops waiting: the conversation answers Cancelled now. The device may still show the review;
    /// the port stays reserved until it answers, and a late signature is wiped (D20).
    void abandon();
    bool isBusy() const { return m_busy; }
    /// The device still shows something nobody waits for.
    bool isDraining() const { return m_draining; }
    /// … and a person sees it there; a silent command is drained within its 5 s.
    bool isShownInVain() const { return m_draining && m_mayShow; }
    /// Called when it has answered after all, or is gone (false).
    void setDrained(std::function<void(bool isThere)> fn) { m_drained = std::move(fn); }

    /// What the device said last; empty before.
    const std::optional<AppVersion> &lastVersion() const { return m_version; }
    const std::optional<EthereumConfig> &lastConfiguration() const { return m_config; }
    DeviceModel model() const { return m_model; }

private:
    using Raw = std::function<void(Result<Reply>)>;

    bool claim(const std::function<void(Error)> &refuse);
    void send(Bytes apdu, bool mayShow, Raw next);
    void inspect(std::shared_ptr<SignJob> job, Done<SignForm> then);
    void inspectAccount(std::shared_ptr<SignJob> job, Done<SignForm> then);
    void runReview(const SignJob &job, SignForm form,
                   const std::function<void(SignForm)> &reviewing, Done<DeviceSignature> done);
    void runCommands(std::shared_ptr<std::vector<Bytes>> commands, std::size_t next,
                     Done<DeviceSignature> done);
    template <class T>
    Done<T> ending(Done<T> done);

    ApduPort &m_port;
    TimerService &m_timers;
    Timer m_deadline;
    DeviceModel m_model;
    std::optional<AppVersion> m_version;
    std::optional<EthereumConfig> m_config;
    std::function<void(bool)> m_drained;
    bool m_busy = false;
    bool m_draining = false;
    bool m_mayShow = false; ///< the command in flight
    bool m_timedOut = false;
    std::uint64_t m_conversation = 0;
    std::function<void(Error)> m_cancel;
    std::shared_ptr<bool> m_alive = std::make_shared<bool>(true);
};

} // namespace hl::ledger
