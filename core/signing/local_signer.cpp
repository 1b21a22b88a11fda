// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "signing/local_signer.h"

namespace hl::signing {

Result<std::unique_ptr<Signer>> LocalSigner::create(SecretBytes secret)
{
    HL_TRY(key, crypto::SecretKey::create(std::move(secret)));
    return std::make_unique<LocalSigner>(std::move(key));
}

void LocalSigner::sign(const SignRequest &request, std::function<void(Result<Signature>)> done)
{
    done(m_key.sign(request.digest));
}

} // namespace hl::signing
