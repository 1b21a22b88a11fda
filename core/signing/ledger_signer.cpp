// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "signing/ledger_signer.h"

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

} // namespace hl::signing
