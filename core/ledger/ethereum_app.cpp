// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ledger/ethereum_app.h"

#include "base/secret_bytes.h"
#include "ledger/status_word.h"

#include <utility>

namespace hl::ledger {
namespace {

using namespace std::chrono_literals;

constexpr auto kSilentCommand = 5s;
constexpr const char *kAppName = "Ethereum";

Error wrongApp(const AppVersion &app)
{
    const bool dashboard = app.name == "BOLOS" || app.name == "OLOS";
    std::string detail =
        dashboard ? "no app is open on the device; open the Ethereum app there"
                  : "the " + app.name + " app is open on the device; open the Ethereum app there";
    if (app.name == "Hyperliquid")
        detail = "the Hyperliquid app is open on the device; it signs only what its maker has "
                 "described and knows no client order id, vault or expiry, so it cannot be used "
                 "here; open the Ethereum app";
    return {ErrorKind::DeviceWrongApp, detail, "device"};
}

/// It did not take the message, for what is in it or for its length.
bool isAboutTheData(int word)
{
    const DeviceProblem problem = classify(static_cast<std::uint16_t>(word));
    return problem == DeviceProblem::BadData || problem == DeviceProblem::OutOfMemory;
}

} // namespace

EthereumApp::EthereumApp(ApduPort &port, TimerService &timers, DeviceModel model)
    : m_port(port)
    , m_timers(timers)
    , m_deadline(timers)
    , m_model(model)
{}

EthereumApp::~EthereumApp()
{
    *m_alive = false;
}

bool EthereumApp::claim(const std::function<void(Error)> &refuse)
{
    if (m_busy || m_draining) {
        const Error error{ErrorKind::DeviceRefused,
                          m_draining ? "the device still shows an earlier request; press reject on "
                                       "it"
                                     : "the device is busy with another request",
                          "device"};
        (void)m_timers.after(0ms, [refuse, error] { refuse(error); });
        return false;
    }
    m_busy = true;
    ++m_conversation;
    m_cancel = refuse;
    return true;
}

// Every end of a conversation goes through here, so that the next one can begin.
template <class T>
EthereumApp::Done<T> EthereumApp::ending(Done<T> done)
{
    return [this, conversation = m_conversation, done = std::move(done)](Result<T> result) {
        if (conversation != m_conversation || !m_busy)
            return;
        m_busy = false;
        m_cancel = nullptr;
        done(std::move(result));
    };
}

void EthereumApp::send(Bytes apdu, bool mayShow, Raw next)
{
    m_timedOut = false;
    m_mayShow = mayShow;
    if (!mayShow)
        m_deadline.start(kSilentCommand, [this] {
            m_timedOut = true;
            m_port.close();
        });
    const auto conversation = m_conversation;
    m_port.exchange(std::move(apdu), [this, alive = m_alive, conversation,
                                      next = std::move(next)](Result<Bytes> answer) {
        if (!*alive)
            return;
        m_deadline.stop();
        if (!m_busy || conversation != m_conversation) {
            const bool wasDraining = std::exchange(m_draining, false);
            if (answer)
                wipe(*answer);
            if (wasDraining && m_drained)
                m_drained(answer.has_value());
            return;
        }
        if (!answer) {
            if (m_timedOut)
                next(fail(ErrorKind::Timeout, "the device does not answer", "device"));
            else
                next(fail(answer.error()));
            return;
        }
        auto reply = parseReply(*answer);
        wipe(*answer);
        if (reply && !reply->isOk())
            next(fail(errorFor(reply->sw)));
        else
            next(std::move(reply));
    });
}

void EthereumApp::open(Done<AppVersion> done)
{
    if (!claim([done](Error error) { done(fail(std::move(error))); }))
        return;
    send(appVersionCommand(), false, [this, end = ending<AppVersion>(std::move(done))](auto reply) {
        if (!reply)
            return end(fail(reply.error()));
        auto app = readAppVersion(reply->data);
        if (app)
            m_version = *app;
        if (app && app->name != kAppName)
            return end(fail(wrongApp(*app)));
        end(std::move(app));
    });
}

void EthereumApp::configuration(Done<EthereumConfig> done)
{
    if (!claim([done](Error error) { done(fail(std::move(error))); }))
        return;
    send(configurationCommand(), false,
         [end = ending<EthereumConfig>(std::move(done))](auto reply) {
             end(reply ? readConfiguration(reply->data) : fail(reply.error()));
         });
}

void EthereumApp::address(const DerivationPath &path, bool showOnDevice, Done<DeviceAddress> done)
{
    if (!claim([done](Error error) { done(fail(std::move(error))); }))
        return;
    auto end = ending<DeviceAddress>(std::move(done));
    auto command = addressCommand(path, showOnDevice);
    if (!command)
        return end(fail(command.error()));
    send(std::move(*command), showOnDevice,
         [end](auto reply) { end(reply ? readAddress(reply->data) : fail(reply.error())); });
}

void EthereumApp::prepare(const SignJob &job, Done<SignForm> done)
{
    if (!claim([done](Error error) { done(fail(std::move(error))); }))
        return;
    inspect(std::make_shared<SignJob>(job), ending<SignForm>(std::move(done)));
}

void EthereumApp::sign(SignJob job, std::function<void(SignForm)> reviewing,
                       Done<DeviceSignature> done)
{
    if (!claim([done](Error error) { done(fail(std::move(error))); }))
        return;
    auto end = ending<DeviceSignature>(std::move(done));
    auto shared = std::make_shared<SignJob>(std::move(job));
    inspect(shared, [this, shared, reviewing = std::move(reviewing), end](Result<SignForm> form) {
        if (!form)
            return end(fail(form.error()));
        runReview(*shared, *form, reviewing, end);
    });
}

void EthereumApp::inspect(std::shared_ptr<SignJob> job, Done<SignForm> then)
{
    send(appVersionCommand(), false, [=, this](Result<Reply> reply) {
        if (!reply)
            return then(fail(reply.error()));
        const auto app = readAppVersion(reply->data);
        if (!app)
            return then(fail(app.error()));
        m_version = *app;
        if (app->name != kAppName)
            return then(fail(wrongApp(*app)));
        send(configurationCommand(), false, [=, this](Result<Reply> answer) {
            if (!answer)
                return then(fail(answer.error()));
            const auto config = readConfiguration(answer->data);
            if (!config)
                return then(fail(config.error()));
            m_config = *config;
            inspectAccount(job, then);
        });
    });
}

void EthereumApp::inspectAccount(std::shared_ptr<SignJob> job, Done<SignForm> then)
{
    SignForm form = job->form;
    const bool fullWorks = supportsFullForm(*m_version, m_model);
    if (form == SignForm::Automatic)
        form = fullWorks ? SignForm::Full : SignForm::Hashed;
    if (form == SignForm::Full && !fullWorks)
        return then(fail(ErrorKind::Validation,
                         "this device or app version cannot show the message in full; choose the "
                         "hashed form",
                         "device"));
    // Said before the device is asked: the hashed form fails at once without this setting.
    if (form == SignForm::Hashed && !m_config->blindSigning)
        return then(fail(ErrorKind::DeviceRefused,
                         "Blind signing is off; turn it on in the Ethereum app's settings on the "
                         "device",
                         "setting"));
    auto command = addressCommand(job->path, false);
    if (!command)
        return then(fail(command.error()));
    send(std::move(*command), false, [=](Result<Reply> reply) {
        if (!reply)
            return then(fail(reply.error()));
        const auto address = readAddress(reply->data);
        if (!address)
            return then(fail(address.error()));
        if (address->address != job->expected)
            return then(fail(ErrorKind::Signature,
                             "the device holds " + address->checksummed + " under " +
                                 job->path.toString() + ", but " + job->expected.toString() +
                                 " is wanted; another device or passphrase is in use",
                             "account"));
        then(form);
    });
}

void EthereumApp::runReview(const SignJob &job, SignForm form,
                            const std::function<void(SignForm)> &reviewing,
                            Done<DeviceSignature> done)
{
    auto commands = std::make_shared<std::vector<Bytes>>();
    if (form == SignForm::Full) {
        auto full = signFullCommands(job.path, job.message);
        if (!full)
            return done(fail(full.error()));
        *commands = std::move(*full);
    } else {
        auto hashed =
            signHashesCommand(job.path, job.message.domainSeparator, job.message.structHash);
        if (!hashed)
            return done(fail(hashed.error()));
        commands->push_back(std::move(*hashed));
    }
    if (reviewing)
        reviewing(form);
    if (form != SignForm::Full)
        return runCommands(commands, 0, done);
    // The other form is offered, never taken by itself (cases.md B61).
    runCommands(commands, 0, [this, done](Result<DeviceSignature> result) {
        if (!result && result.error().code && isAboutTheData(*result.error().code)) {
            Error error = result.error();
            error.detail += "; app " + m_version->name + ' ' + m_version->version +
                            ". It can be asked with hashes only, which is a choice of yours: in "
                            "the signer panel, or --ledger-hashes";
            result = fail(std::move(error));
        }
        done(std::move(result));
    });
}

void EthereumApp::runCommands(std::shared_ptr<std::vector<Bytes>> commands, std::size_t next,
                              Done<DeviceSignature> done)
{
    const bool last = next + 1 == commands->size();
    // Before app 1.19 each value waits for the person; definitions never do.
    const std::uint8_t ins = (*commands)[next][1];
    const bool mayShow = ins != 0x1A;
    send((*commands)[next], mayShow, [=, this](Result<Reply> reply) {
        if (!reply)
            return done(fail(reply.error()));
        if (!last)
            return runCommands(commands, next + 1, done);
        auto signature = readSignature(reply->data);
        wipe(reply->data);
        done(std::move(signature));
    });
}

void EthereumApp::abandon()
{
    if (!m_busy)
        return;
    m_busy = false;
    m_draining = m_port.isBusy();
    if (!m_draining || m_mayShow)
        m_deadline.stop();
    const auto cancel = std::exchange(m_cancel, nullptr);
    cancel({ErrorKind::Cancelled,
            "not placed; if the device still shows the request, press reject on it too", "device"});
}

} // namespace hl::ledger
