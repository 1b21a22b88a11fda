// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/device_setup.h"

#include "app/ledger_options.h"
#include "net/qt_timer_service.h"
#include "signing/key_vault.h"
#include "signing/ledger_signer.h"
#include "signing/local_signer.h"

#include <memory>
#include <utility>

namespace hl::app {

namespace {

/// What a device stands on; made and ended on its own thread.
struct Basis
{
    SystemClock clock;
    net::QtTimerService timers;
};

} // namespace

Result<engine::DeviceConfig> deviceConfig(const QString &ledger, const Profile &profile)
{
    {
        // Said before anything starts.
        Basis basis;
        HL_CHECK(ledgerOpener(ledger, basis.clock, basis.timers));
    }
    const Profile::Device kept = profile.device();
    engine::DeviceConfig config;
    config.isEmulator = isEmulator(ledger);
    if (!kept.path.isEmpty())
        config.path = kept.path.toStdString();
    config.account = kept.account;
    config.mode = kept.mode;
    config.takes = std::chrono::seconds(kept.takesSeconds);
    config.rests = std::chrono::seconds(kept.restsSeconds);
    config.hashesOnly = kept.hashesOnly;
    HL_TRY(path, ledger::DerivationPath::parse(config.path));
    config.make = [ledger, path, account = kept.account.value_or(Address{})]()
        -> Result<std::unique_ptr<signing::DeviceSigner>> {
        const auto basis = std::make_shared<Basis>();
        HL_TRY(opener, ledgerOpener(ledger, basis->clock, basis->timers));
        auto signer = std::make_unique<signing::LedgerSigner>(
            std::make_unique<ledger::LedgerDevice>(std::move(opener), basis->clock, basis->timers),
            path, account);
        signer->keep(basis);
        return std::unique_ptr<signing::DeviceSigner>(std::move(signer));
    };
    return config;
}

engine::AgentKeys agentKeys(const Profile &profile)
{
    const std::string folder = profile.keysDir().toStdString();
    engine::AgentKeys keys;
    keys.make =
        [folder](const std::string &name,
                 const SecretBytes &passphrase) -> Result<std::unique_ptr<signing::Signer>> {
        signing::KeyVault vault(folder);
        HL_TRY(secret, signing::KeyVault::newSecret());
        HL_TRY(stored, vault.add(name, secret, passphrase.view(), SystemClock().wallMs()));
        // What was written is what will sign (interaction.md D6).
        HL_TRY(read, vault.open(name, passphrase.view()));
        HL_TRY(signer, signing::LocalSigner::create(std::move(read)));
        if (signer->address() != stored.address)
            return fail(ErrorKind::Internal, "The stored key is not the one that was made.");
        return signer;
    };
    keys.open =
        [folder](const std::string &name,
                 const SecretBytes &passphrase) -> Result<std::unique_ptr<signing::Signer>> {
        HL_TRY(secret, signing::KeyVault(folder).open(name, passphrase.view()));
        return signing::LocalSigner::create(std::move(secret));
    };
    keys.forget = [folder](const std::string &name) {
        return signing::KeyVault(folder).remove(name);
    };
    keys.list = [folder] {
        std::vector<engine::AgentKeys::Stored> out;
        for (const signing::StoredKey &key : signing::KeyVault(folder).list())
            out.push_back({key.name, key.address, key.createdAt});
        return out;
    };
    return keys;
}

void useRememberedAgent(engine::EngineConfig &config, const Profile &profile,
                        const std::string &keyName, const std::optional<Address> &account)
{
    if (keyName.empty() || !config.device || !config.device->account)
        return;
    if (account && *account != *config.device->account)
        return;
    const auto stored = signing::KeyVault(profile.keysDir().toStdString()).find(keyName);
    if (!stored)
        return;
    config.signerKind = engine::SignerKind::Agent;
    config.signerName = stored->name;
    config.lockedSigner = stored->address;
    config.agentOf = config.device->account;
    config.unlockSigner = [open = config.agentKeys.open, keyName](const SecretBytes &passphrase) {
        return open(keyName, passphrase);
    };
}

} // namespace hl::app
