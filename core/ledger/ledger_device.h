// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/clock.h"
#include "ledger/device_trouble.h"
#include "ledger/ethereum_app.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>

namespace hl::ledger {

/// A fresh way to the device. Asked for a port each time the old one has ended: the device
/// re-enumerates whenever its app changes.
class PortOpener
{
public:
    struct Opened
    {
        std::unique_ptr<ApduPort> port;
        DeviceModel model = DeviceModel::Unknown;
    };

    virtual ~PortOpener() = default;
    virtual Result<Opened> open() = 0;
};

/// USB: the Ledger that is plugged in; of several none. Enumerates only when asked for a port.
std::unique_ptr<PortOpener> hidOpener(TimerService &timers);
std::unique_ptr<PortOpener> tcpOpener(std::string host, std::uint16_t port, const Clock &clock,
                                      TimerService &timers);

/// What the person in front of the device should know; `sentence` says what to do.
struct DeviceStatus
{
    enum class State : std::uint8_t {
        Idle,
        Connecting,
        Locked,    ///< looked at each second
        Reviewing, ///< the device shows the request
        OpeningApp,
        Problem,
        Draining, ///< still shows a request that nobody waits for (D20)
    };
    State state = State::Idle;
    std::string sentence;
    SignForm form = SignForm::Automatic;
    bool isEmulator = false;
    Trouble trouble = Trouble::None; ///< of Problem and Locked
    DeviceModel model = DeviceModel::Unknown;
    std::optional<AppVersion> app;
    std::optional<bool> blindSigning;
    bool canShowFields = false;
    std::int64_t untilMonoMs = 0; ///< Locked, OpeningApp: looked at until then
};

/// One device over all its re-enumerations. Signer thread. Requests are served one at a time, at
/// most three wait (interaction.md D15); the handle is given back after some idle seconds, because
/// other programs want the device too.
class LedgerDevice
{
public:
    template <class T>
    using Done = std::function<void(Result<T>)>;
    static constexpr std::size_t kMostWaiting = 3;

    LedgerDevice(std::unique_ptr<PortOpener> opener, const Clock &clock, TimerService &timers);
    ~LedgerDevice();
    LedgerDevice(const LedgerDevice &) = delete;
    LedgerDevice &operator=(const LedgerDevice &) = delete;

    void setStatusChanged(std::function<void(const DeviceStatus &)> fn);

    /// Whatever is open, the dashboard too.
    void appVersion(Done<AppVersion> done);
    /// A locked device is waited for as in sign() (D19). `id` names it for cancel(); 0: it cannot
    /// be given up.
    void address(const DerivationPath &path, bool showOnDevice, Done<DeviceAddress> done,
                 std::uint64_t id = 0);
    /// What sign() asks silently before it shows anything (D10); a locked device is waited for as
    /// there. Answers the form that the message would be shown in.
    void prepare(std::uint64_t id, EthereumApp::SignJob job, Done<SignForm> done);
    /// A locked device is waited for up to 60 s, then the flow starts anew (D19). `id` names the
    /// request for cancel().
    void sign(std::uint64_t id, EthereumApp::SignJob job, Done<DeviceSignature> done);
    /// Waiting: dropped. On the device: no longer waited for (D20).
    void cancel(std::uint64_t id);
    /// Quits another app if need be and opens Ethereum; the device asks the person. 5 s for a
    /// silent answer, 30 s for the person's (ErrorKind::Timeout), 8 s for each return on the bus.
    void openEthereum(Done<AppVersion> done);

private:
    struct Request
    {
        std::uint64_t id = 0;
        std::function<void()> start;
        std::function<void(Error)> refuse;
    };

    void enqueue(Request request);
    void startNext();
    void finished();
    Result<EthereumApp *> app();
    void drop();
    void runSign(std::shared_ptr<EthereumApp::SignJob> job, std::int64_t giveUpMonoMs,
                 Done<DeviceSignature> done);
    void runAddress(const DerivationPath &path, bool showOnDevice, std::int64_t giveUpMonoMs,
                    Done<DeviceAddress> done);
    void runPrepare(std::shared_ptr<EthereumApp::SignJob> job, std::int64_t giveUpMonoMs,
                    Done<SignForm> done);
    /// True where the answer was "locked" and `again` will be called in a second.
    bool waitsForPin(const Error &error, std::int64_t giveUpMonoMs, std::function<void()> again);
    void drained(bool isThere);
    void raw(Bytes apdu, std::chrono::milliseconds most, std::function<void(Result<Reply>)> done);
    void awaitReturn(std::int64_t giveUpMonoMs, std::function<void(Status)> done);
    bool isStillLeaving(const Error &error, std::int64_t giveUpMonoMs) const;
    void returnThenAsk(std::int64_t giveUpMonoMs, Done<AppVersion> end);
    void askToOpen(std::int64_t giveUpMonoMs, Done<AppVersion> end);
    void returnThenOpen(std::int64_t giveUpMonoMs, Done<AppVersion> end);
    void report(DeviceStatus::State state, std::string sentence, SignForm form = {},
                const Error *error = nullptr, std::int64_t untilMonoMs = 0);
    template <class T>
    Done<T> ending(Done<T> done);

    std::unique_ptr<PortOpener> m_opener;
    const Clock &m_clock;
    TimerService &m_timers;
    Timer m_retry;
    Timer m_idle;
    Timer m_deadline;
    std::unique_ptr<ApduPort> m_port;
    std::unique_ptr<EthereumApp> m_app;
    std::function<void(const DeviceStatus &)> m_statusChanged;
    std::deque<Request> m_waiting;
    std::uint64_t m_currentId = 0;
    bool m_isServing = false;
    DeviceModel m_model = DeviceModel::Unknown;
    std::optional<AppVersion> m_version; ///< as the device said last
    std::optional<EthereumConfig> m_config;
    bool m_isEmulator = false;
    std::uint64_t m_serial = 0;
    std::function<void(Error)> m_refuseCurrent;
};

} // namespace hl::ledger
