// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ledger/ledger_device.h"

#include "ledger/hid_port.h"
#include "ledger/hidapi_device.h"
#include "ledger/status_word.h"
#include "ledger/tcp_port.h"

#include <algorithm>
#include <random>
#include <utility>

namespace hl::ledger {
namespace {

using namespace std::chrono_literals;

constexpr auto kLookEvery = 1s;
constexpr auto kLookForReturn = 500ms;
constexpr std::int64_t kLockedMs = 60'000;
constexpr std::int64_t kReturnMs = 8'000;
constexpr auto kOpenAnswer = 30s;
constexpr auto kSilentAnswer = 5s;
constexpr auto kIdleClose = 5s;

class HidOpener final : public PortOpener
{
public:
    explicit HidOpener(TimerService &timers) : m_timers(timers) {}

    Result<Opened> open() override
    {
        HL_TRY(device, onlyLedger(listLedgers()));
        HL_TRY(channel, openLedger(device));
        std::random_device random;
        const auto id = static_cast<std::uint16_t>(1 + random() % 0xFFFE);
        return Opened{std::make_unique<HidPort>(std::move(channel), id, m_timers), device.model()};
    }

private:
    TimerService &m_timers;
};

class TcpOpener final : public PortOpener
{
public:
    TcpOpener(std::string host, std::uint16_t port, const Clock &clock, TimerService &timers)
        : m_host(std::move(host))
        , m_port(port)
        , m_clock(clock)
        , m_timers(timers)
    {}

    Result<Opened> open() override
    {
        return Opened{std::make_unique<TcpPort>(m_host, m_port, m_clock, m_timers),
                      DeviceModel::Unknown};
    }

private:
    std::string m_host;
    std::uint16_t m_port;
    const Clock &m_clock;
    TimerService &m_timers;
};

} // namespace

std::unique_ptr<PortOpener> hidOpener(TimerService &timers)
{
    return std::make_unique<HidOpener>(timers);
}

std::unique_ptr<PortOpener> tcpOpener(std::string host, std::uint16_t port, const Clock &clock,
                                      TimerService &timers)
{
    return std::make_unique<TcpOpener>(std::move(host), port, clock, timers);
}

LedgerDevice::LedgerDevice(std::unique_ptr<PortOpener> opener, const Clock &clock,
                           TimerService &timers)
    : m_opener(std::move(opener))
    , m_clock(clock)
    , m_timers(timers)
    , m_retry(timers)
    , m_idle(timers)
    , m_deadline(timers)
{}

LedgerDevice::~LedgerDevice() = default;

void LedgerDevice::setStatusChanged(std::function<void(const DeviceStatus &)> fn)
{
    m_statusChanged = std::move(fn);
}

void LedgerDevice::report(DeviceStatus::State state, std::string sentence, SignForm form,
                          const Error *error, std::int64_t untilMonoMs)
{
    if (m_app) {
        if (m_app->lastVersion())
            m_version = m_app->lastVersion();
        if (m_app->lastConfiguration())
            m_config = m_app->lastConfiguration();
    }
    if (!m_statusChanged)
        return;
    DeviceStatus status;
    status.state = state;
    status.sentence = std::move(sentence);
    status.form = form;
    status.isEmulator = m_isEmulator;
    status.model = m_model;
    status.app = m_version;
    if (m_config)
        status.blindSigning = m_config->blindSigning;
    status.canShowFields =
        m_version && m_version->name == "Ethereum" && supportsFullForm(*m_version, m_model);
    status.untilMonoMs = untilMonoMs;
    if (error != nullptr)
        status.trouble =
            troubleOf(*error, m_port != nullptr, m_version ? m_version->name : std::string(),
                      status.blindSigning);
    m_statusChanged(status);
}

void LedgerDevice::enqueue(Request request)
{
    if (m_isServing && m_waiting.size() >= kMostWaiting) {
        (void)m_timers.after(0ms, [refuse = std::move(request.refuse)] {
            refuse({ErrorKind::DeviceRefused,
                    "three requests already wait for the device; nothing was sent", "device"});
        });
        return;
    }
    m_waiting.push_back(std::move(request));
    if (!m_isServing)
        startNext();
}

void LedgerDevice::startNext()
{
    if (m_waiting.empty()) {
        m_idle.start(kIdleClose, [this] {
            // A review nobody waits for keeps the port until it is answered.
            if (m_app && m_app->isDraining())
                m_idle.start(kIdleClose, [this] { startNext(); });
            else
                drop();
        });
        return;
    }
    // The port stays reserved until the device has answered what nobody waits for any more.
    if (m_app && m_app->isDraining())
        return;
    m_idle.stop();
    Request request = std::move(m_waiting.front());
    m_waiting.pop_front();
    m_isServing = true;
    m_currentId = request.id;
    ++m_serial;
    m_refuseCurrent = request.refuse;
    request.start();
}

void LedgerDevice::finished()
{
    m_isServing = false;
    m_currentId = 0;
    m_refuseCurrent = nullptr;
    m_retry.stop();
    m_deadline.stop();
    startNext();
}

template <class T>
LedgerDevice::Done<T> LedgerDevice::ending(Done<T> done)
{
    return [this, serial = m_serial, done = std::move(done)](Result<T> result) {
        if (!m_isServing || serial != m_serial)
            return;
        if (result)
            report(DeviceStatus::State::Idle, {});
        else if (m_app && m_app->isShownInVain())
            report(DeviceStatus::State::Draining,
                   "the device still shows the request; press reject on it too");
        else
            report(DeviceStatus::State::Problem, result.error().detail, {}, &result.error());
        if (!result && (result.error().kind == ErrorKind::DeviceAbsent ||
                        result.error().kind == ErrorKind::Timeout ||
                        result.error().kind == ErrorKind::Transport))
            drop();
        done(std::move(result));
        finished();
    };
}

Result<EthereumApp *> LedgerDevice::app()
{
    if (!m_app) {
        report(DeviceStatus::State::Connecting, "looking for the device");
        HL_TRY(opened, m_opener->open());
        m_port = std::move(opened.port);
        m_model = opened.model;
        m_isEmulator = m_port->isEmulator();
        m_app = std::make_unique<EthereumApp>(*m_port, m_timers, opened.model);
        m_app->setDrained([this](bool isThere) { drained(isThere); });
    }
    return m_app.get();
}

void LedgerDevice::drop()
{
    // Called from inside the port's own answer at times: it may not be destroyed under its feet.
    if (m_port) {
        (void)m_timers.after(0ms, [port = std::shared_ptr<ApduPort>(std::move(m_port)),
                                   app = std::shared_ptr<EthereumApp>(std::move(m_app))] {});
    }
    m_port.reset();
    m_app.reset();
}

void LedgerDevice::appVersion(Done<AppVersion> done)
{
    enqueue({0,
             [this, done] {
                 auto end = ending<AppVersion>(done);
                 const auto opened = app();
                 if (!opened)
                     return end(fail(opened.error()));
                 (*opened)->open([this, end](Result<AppVersion> version) {
                     // It said its name: that it is not Ethereum is the caller's to judge.
                     const bool isAnother = !version && !version.error().code &&
                                            version.error().kind == ErrorKind::DeviceWrongApp;
                     if (isAnother && m_app && m_app->lastVersion())
                         version = *m_app->lastVersion();
                     end(std::move(version));
                 });
             },
             [done](Error error) { done(fail(std::move(error))); }});
}

void LedgerDevice::address(const DerivationPath &path, bool showOnDevice, Done<DeviceAddress> done,
                           std::uint64_t id)
{
    enqueue({id,
             [this, path, showOnDevice, done] {
                 runAddress(path, showOnDevice, m_clock.monoMs() + kLockedMs,
                            ending<DeviceAddress>(done));
             },
             [done](Error error) { done(fail(std::move(error))); }});
}

void LedgerDevice::runAddress(const DerivationPath &path, bool showOnDevice,
                              std::int64_t giveUpMonoMs, Done<DeviceAddress> done)
{
    const auto opened = app();
    if (!opened)
        return done(fail(opened.error()));
    if (showOnDevice)
        report(DeviceStatus::State::Reviewing, "the device shows an address");
    (*opened)->address(path, showOnDevice,
                       [this, path, showOnDevice, giveUpMonoMs, done](Result<DeviceAddress> read) {
                           if (!read && read.error().kind == ErrorKind::Cancelled)
                               return done(fail(ErrorKind::Cancelled,
                                                "the address is not waited for any more; if the "
                                                "device still shows it, press reject on it too",
                                                "device"));
                           if (!read && waitsForPin(read.error(), giveUpMonoMs,
                                                    [this, path, showOnDevice, giveUpMonoMs, done] {
                                                        runAddress(path, showOnDevice, giveUpMonoMs,
                                                                   done);
                                                    }))
                               return;
                           done(std::move(read));
                       });
}

void LedgerDevice::sign(std::uint64_t id, EthereumApp::SignJob job, Done<DeviceSignature> done)
{
    auto shared = std::make_shared<EthereumApp::SignJob>(std::move(job));
    enqueue({id,
             [this, shared, done] {
                 runSign(shared, m_clock.monoMs() + kLockedMs, ending<DeviceSignature>(done));
             },
             [done](Error error) { done(fail(std::move(error))); }});
}

void LedgerDevice::prepare(std::uint64_t id, EthereumApp::SignJob job, Done<SignForm> done)
{
    auto shared = std::make_shared<EthereumApp::SignJob>(std::move(job));
    enqueue({id,
             [this, shared, done] {
                 runPrepare(shared, m_clock.monoMs() + kLockedMs, ending<SignForm>(done));
             },
             [done](Error error) { done(fail(std::move(error))); }});
}

bool LedgerDevice::waitsForPin(const Error &error, std::int64_t giveUpMonoMs,
                               std::function<void()> again)
{
    if (error.kind != ErrorKind::DeviceLocked || m_clock.monoMs() >= giveUpMonoMs)
        return false;
    report(DeviceStatus::State::Locked, "the device is locked; enter the PIN on it", {}, &error,
           giveUpMonoMs);
    m_retry.start(kLookEvery, std::move(again));
    return true;
}

void LedgerDevice::runPrepare(std::shared_ptr<EthereumApp::SignJob> job, std::int64_t giveUpMonoMs,
                              Done<SignForm> done)
{
    const auto opened = app();
    if (!opened)
        return done(fail(opened.error()));
    (*opened)->prepare(*job, [this, job, giveUpMonoMs, done](Result<SignForm> form) {
        if (!form && waitsForPin(form.error(), giveUpMonoMs, [this, job, giveUpMonoMs, done] {
                runPrepare(job, giveUpMonoMs, done);
            }))
            return;
        done(std::move(form));
    });
}

void LedgerDevice::runSign(std::shared_ptr<EthereumApp::SignJob> job, std::int64_t giveUpMonoMs,
                           Done<DeviceSignature> done)
{
    const auto opened = app();
    if (!opened)
        return done(fail(opened.error()));
    (*opened)->sign(
        *job,
        [this](SignForm form) {
            report(DeviceStatus::State::Reviewing, "the device shows the request", form);
        },
        [this, job, giveUpMonoMs, done](Result<DeviceSignature> result) {
            if (!result &&
                waitsForPin(result.error(), giveUpMonoMs,
                            [this, job, giveUpMonoMs, done] { runSign(job, giveUpMonoMs, done); }))
                return;
            done(std::move(result));
        });
}

void LedgerDevice::drained(bool isThere)
{
    if (!isThere) {
        const Error gone{ErrorKind::DeviceAbsent, "the device was unplugged", "device"};
        report(DeviceStatus::State::Problem, gone.detail, {}, &gone);
        drop();
    } else {
        report(DeviceStatus::State::Idle, {});
    }
    if (!m_isServing)
        startNext();
}

void LedgerDevice::cancel(std::uint64_t id)
{
    const auto it = std::find_if(m_waiting.begin(), m_waiting.end(),
                                 [&](const Request &r) { return r.id == id; });
    if (it != m_waiting.end()) {
        const auto refuse = std::move(it->refuse);
        m_waiting.erase(it);
        refuse({ErrorKind::Cancelled, "given up before the device was asked", "device"});
        return;
    }
    if (!m_isServing || id == 0 || m_currentId != id)
        return;
    if (m_app && m_app->isBusy()) {
        m_app->abandon();
        return;
    }
    // Between two looks at a locked device.
    const auto refuse = std::exchange(m_refuseCurrent, nullptr);
    report(DeviceStatus::State::Idle, {});
    refuse({ErrorKind::Cancelled, "given up before the device was asked", "device"});
    finished();
}

/// Answered once, at the latest after `most`: the device is then given up.
void LedgerDevice::raw(Bytes apdu, std::chrono::milliseconds most,
                       std::function<void(Result<Reply>)> done)
{
    const auto once = std::make_shared<std::function<void(Result<Reply>)>>(std::move(done));
    m_deadline.start(most, [this, once] {
        const auto late = std::exchange(*once, nullptr);
        if (m_port)
            m_port->close();
        if (late)
            late(fail(ErrorKind::Timeout, "the device did not answer in time", "device"));
    });
    m_port->exchange(std::move(apdu), [this, once](Result<Bytes> answer) {
        const auto first = std::exchange(*once, nullptr);
        if (!first)
            return;
        m_deadline.stop();
        first(answer ? parseReply(*answer) : Result<Reply>(fail(answer.error())));
    });
}

void LedgerDevice::awaitReturn(std::int64_t giveUpMonoMs, std::function<void(Status)> done)
{
    m_retry.start(kLookForReturn, [this, giveUpMonoMs, done = std::move(done)] {
        if (app())
            return done({});
        if (m_clock.monoMs() >= giveUpMonoMs)
            return done(fail(ErrorKind::DeviceAbsent,
                             "the device did not come back; plug it in again", "device"));
        awaitReturn(giveUpMonoMs, done);
    });
}

/// The old app may still be on the bus for a moment, and its handle dies under the question.
bool LedgerDevice::isStillLeaving(const Error &error, std::int64_t giveUpMonoMs) const
{
    return m_clock.monoMs() < giveUpMonoMs &&
           (error.kind == ErrorKind::DeviceAbsent || error.kind == ErrorKind::Transport ||
            error.kind == ErrorKind::DeviceWrongApp);
}

void LedgerDevice::openEthereum(Done<AppVersion> done)
{
    const auto start = [this, done] {
        auto end = ending<AppVersion>(done);
        const auto opened = app();
        if (!opened)
            return end(fail(opened.error()));
        report(DeviceStatus::State::OpeningApp, "looking which app is open");
        raw(appVersionCommand(), kSilentAnswer, [this, end](Result<Reply> reply) {
            if (!reply)
                return end(fail(reply.error()));
            if (!reply->isOk())
                return end(fail(errorFor(reply->sw)));
            auto open = readAppVersion(reply->data);
            if (open)
                m_version = *open;
            if (!open || open->name == "Ethereum")
                return end(std::move(open));
            if (open->name == "BOLOS" || open->name == "OLOS")
                return askToOpen(m_clock.monoMs(), end);
            raw(quitAppCommand(), kSilentAnswer, [this, end](Result<Reply> quit) {
                if (!quit && quit.error().kind == ErrorKind::Timeout)
                    return end(fail(quit.error()));
                // The handle dies with the app: that is success, whatever it answers.
                drop();
                returnThenAsk(m_clock.monoMs() + kReturnMs, end);
            });
        });
    };
    enqueue({0, start, [done](Error error) { done(fail(std::move(error))); }});
}

void LedgerDevice::returnThenAsk(std::int64_t giveUpMonoMs, Done<AppVersion> end)
{
    awaitReturn(giveUpMonoMs, [this, giveUpMonoMs, end = std::move(end)](Status back) {
        if (!back)
            return end(fail(back.error()));
        askToOpen(giveUpMonoMs, end);
    });
}

/// The device asks the person.
void LedgerDevice::askToOpen(std::int64_t giveUpMonoMs, Done<AppVersion> end)
{
    report(DeviceStatus::State::OpeningApp, "confirm on the device to open Ethereum", {}, nullptr,
           m_clock.monoMs() + std::chrono::milliseconds(kOpenAnswer).count());
    raw(*openAppCommand("Ethereum"), kOpenAnswer,
        [this, giveUpMonoMs, end = std::move(end)](Result<Reply> reply) {
            const auto error = !reply          ? std::optional(reply.error())
                               : reply->isOk() ? std::nullopt
                                               : std::optional(errorFor(reply->sw));
            if (error && isStillLeaving(*error, giveUpMonoMs) &&
                classify(static_cast<std::uint16_t>(error->code.value_or(0))) !=
                    DeviceProblem::AppMissing) {
                drop();
                return returnThenAsk(giveUpMonoMs, end);
            }
            if (error)
                return end(fail(*error));
            drop();
            returnThenOpen(m_clock.monoMs() + kReturnMs, end);
        });
}

void LedgerDevice::returnThenOpen(std::int64_t giveUpMonoMs, Done<AppVersion> end)
{
    awaitReturn(giveUpMonoMs, [this, giveUpMonoMs, end = std::move(end)](Status back) {
        if (!back)
            return end(fail(back.error()));
        m_app->open([this, giveUpMonoMs, end](Result<AppVersion> open) {
            if (!open && isStillLeaving(open.error(), giveUpMonoMs)) {
                drop();
                return returnThenOpen(giveUpMonoMs, end);
            }
            end(std::move(open));
        });
    });
}

} // namespace hl::ledger
