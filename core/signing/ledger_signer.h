// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ledger/ledger_device.h"
#include "signing/signer.h"

#include <memory>

namespace hl::signing {

/// Signs with the Ethereum app of a Ledger. The account is fixed at the start; a device that holds
/// another one under the path is refused before anything is shown (ledger/ethereum_app.h).
class LedgerSigner final : public Signer
{
public:
    LedgerSigner(std::unique_ptr<ledger::LedgerDevice> device, ledger::DerivationPath path,
                 const Address &address, ledger::SignForm form = ledger::SignForm::Automatic);

    Address address() const override { return m_address; }
    Capability capability() const override { return Capability::TypedData; }
    /// Without typed data ErrorKind::Internal: a bare hash is never put to a device. The form is
    /// the one given at the start.
    void sign(const SignRequest &request, std::function<void(Result<Signature>)> done) override;
    void cancel(std::uint64_t id) override;

    ledger::LedgerDevice &device() { return *m_device; }

private:
    std::unique_ptr<ledger::LedgerDevice> m_device;
    ledger::DerivationPath m_path;
    Address m_address;
    ledger::SignForm m_form;
};

/// What the device is given for a request.
ledger::TypedMessage typedMessage(const TypedData &data);

} // namespace hl::signing
