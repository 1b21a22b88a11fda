// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ledger/ledger_device.h"
#include "signing/device_signer.h"

#include <memory>

namespace hl::signing {

/// Signs with the Ethereum app of a Ledger. A device that holds another account under the path is
/// refused before anything is shown (ledger/ethereum_app.h).
class LedgerSigner final : public DeviceSigner
{
public:
    /// A zero `address`: not known yet, read it and use() it before signing.
    LedgerSigner(std::unique_ptr<ledger::LedgerDevice> device, ledger::DerivationPath path,
                 const Address &address, ledger::SignForm form = ledger::SignForm::Automatic);

    Address address() const override { return m_address; }
    Capability capability() const override { return Capability::TypedData; }
    /// Without typed data ErrorKind::Internal: a bare hash is never put to a device.
    void sign(const SignRequest &request, std::function<void(Result<Signature>)> done) override;
    void cancel(std::uint64_t id) override;

    void setNews(std::function<void(const DeviceNews &)> fn) override;
    void prepare(std::uint64_t id, std::function<void(Result<bool>)> done) override;
    void readAddress(const std::string &path, bool show,
                     std::function<void(Result<Account>)> done) override;
    void openApp(std::function<void(Status)> done) override;
    void setForm(bool hashesOnly) override;
    Status use(const std::string &path, const Address &address) override;
    std::string path() const override { return m_path.toString(); }

    ledger::LedgerDevice &device() { return *m_device; }
    /// What the device stands on and what has to end after it: clock and timers.
    void keep(std::shared_ptr<void> basis) { m_basis = std::move(basis); }

private:
    std::shared_ptr<void> m_basis; ///< first: ends last
    std::unique_ptr<ledger::LedgerDevice> m_device;
    ledger::DerivationPath m_path;
    Address m_address;
    ledger::SignForm m_form;
};

/// What the device is given for a request.
ledger::TypedMessage typedMessage(const TypedData &data);
DeviceNews deviceNews(const ledger::DeviceStatus &status);

} // namespace hl::signing
