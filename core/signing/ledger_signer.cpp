// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "signing/ledger_signer.h"

#include "ledger/hidapi_device.h"

#include <utility>

namespace hl::signing {

LedgerSigner::LedgerSigner(std::unique_ptr<ledger::LedgerDevice> device,
                           ledger::DerivationPath path, const Address &address,
                           ledger::SignForm form)
    : m_device(std::move(device))
    , m_path(std::move(path))
    , m_address(address)
    , m_form(form)
{}

void LedgerSigner::sign(const SignRequest &request, std::function<void(Result<Signature>)> done)
{
    if (!request.typedData) {
        done(fail(ErrorKind::Internal, "a device is never given a bare hash", "device"));
        return;
    }
    if (m_address.isZero()) {
        done(fail(ErrorKind::DeviceAbsent, "the device has not told its account yet", "device"));
        return;
    }
    m_device->sign(request.id, {m_path, m_address, typedMessage(*request.typedData), m_form},
                   [done = std::move(done)](Result<ledger::DeviceSignature> result) {
                       if (!result)
                           done(fail(std::move(result).error()));
                       else
                           done(Signature{result->r, result->s, result->v});
                   });
}

void LedgerSigner::cancel(std::uint64_t id)
{
    m_device->cancel(id);
}

void LedgerSigner::setNews(std::function<void(const DeviceNews &)> fn)
{
    m_device->setStatusChanged(
        [fn = std::move(fn)](const ledger::DeviceStatus &status) { fn(deviceNews(status)); });
}

void LedgerSigner::prepare(std::uint64_t id, std::function<void(Result<bool>)> done)
{
    m_device->prepare(id, {m_path, m_address, {}, m_form},
                      [done = std::move(done)](Result<ledger::SignForm> form) {
                          if (!form)
                              done(fail(std::move(form).error()));
                          else
                              done(*form == ledger::SignForm::Full);
                      });
}

void LedgerSigner::readAddress(const std::string &path, bool show,
                               std::function<void(Result<Account>)> done)
{
    const auto parsed = ledger::DerivationPath::parse(path);
    if (!parsed) {
        done(fail(ErrorKind::Validation, parsed.error().detail, "path"));
        return;
    }
    m_device->address(
        *parsed, show,
        [done = std::move(done)](Result<ledger::DeviceAddress> read) {
            if (!read)
                done(fail(std::move(read).error()));
            else
                done(Account{read->address, read->checksummed});
        },
        show ? kShownAddress : 0);
}

void LedgerSigner::setForm(bool hashesOnly)
{
    m_form = hashesOnly ? ledger::SignForm::Hashed : ledger::SignForm::Automatic;
}

void LedgerSigner::openApp(std::function<void(Status)> done)
{
    m_device->openEthereum([done = std::move(done)](Result<ledger::AppVersion> opened) {
        if (opened)
            done({});
        else
            done(fail(std::move(opened).error()));
    });
}

Status LedgerSigner::use(const std::string &path, const Address &address)
{
    auto parsed = ledger::DerivationPath::parse(path);
    if (!parsed)
        return fail(ErrorKind::Validation, parsed.error().detail, "path");
    m_path = std::move(*parsed);
    m_address = address;
    return {};
}

ledger::TypedMessage typedMessage(const TypedData &data)
{
    ledger::TypedMessage message;
    message.domainName = data.domainName;
    message.chainId = data.chainId;
    message.primaryType = data.primaryType;
    for (const TypedField &field : data.fields)
        message.fields.push_back({field.type, field.name, field.value});
    message.domainSeparator = data.domainSeparator;
    message.structHash = data.structHash;
    return message;
}

namespace {

DeviceNews::State stateOf(const ledger::DeviceStatus &status)
{
    using Own = ledger::DeviceStatus::State;
    using State = DeviceNews::State;
    switch (status.state) {
    case Own::Idle:
        return State::Idle;
    case Own::Connecting:
        return State::Looking;
    case Own::Locked:
        return State::Locked;
    case Own::Reviewing:
        return State::Reviewing;
    case Own::OpeningApp:
        return State::OpeningApp;
    case Own::Draining:
        return State::Draining;
    case Own::Problem:
        break;
    }
    switch (status.trouble) {
    case ledger::Trouble::NotFound:
        return State::NotFound;
    case ledger::Trouble::NoPermission:
        return State::NoPermission;
    case ledger::Trouble::Busy:
        return State::Busy;
    case ledger::Trouble::Locked:
        return State::Locked;
    case ledger::Trouble::WrongApp:
        return State::WrongApp;
    case ledger::Trouble::NoApp:
        return State::NoApp;
    case ledger::Trouble::AppMissing:
        return State::AppMissing;
    case ledger::Trouble::SettingOff:
        return State::SettingOff;
    case ledger::Trouble::NotSetUp:
        return State::NotSetUp;
    case ledger::Trouble::Unsupported:
        return State::Unsupported;
    case ledger::Trouble::Unplugged:
        return State::Unplugged;
    case ledger::Trouble::NoAnswer:
        return State::NoAnswer;
    case ledger::Trouble::Refused:
        return State::Refused;
    case ledger::Trouble::WrongAccount:
        return State::WrongAccount;
    case ledger::Trouble::Cancelled:
        return State::Idle;
    case ledger::Trouble::None:
    case ledger::Trouble::Other:
        break;
    }
    return State::Problem;
}

} // namespace

DeviceNews deviceNews(const ledger::DeviceStatus &status)
{
    DeviceNews news;
    news.state = stateOf(status);
    news.sentence = status.sentence;
    if (news.state == DeviceNews::State::NoPermission)
        news.copyText = ledger::udevRule();
    if (status.model != ledger::DeviceModel::Unknown)
        news.model = ledger::modelName(status.model);
    if (status.app) {
        news.appName = status.app->name;
        news.appVersion = status.app->version;
    }
    news.blindSigning = status.blindSigning;
    news.isEmulator = status.isEmulator;
    news.canShowFields = status.canShowFields;
    news.untilMonoMs = status.untilMonoMs;
    return news;
}

} // namespace hl::signing
