// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/secret_bytes.h"
#include "crypto/secp256k1.h"
#include "signing/signer.h"

#include <memory>

namespace hl::signing {

/// Signs with a private key held in locked memory. Answers from inside sign(); there is nothing to
/// cancel afterwards.
class LocalSigner final : public Signer
{
public:
    /// `secret` is a private key of 32 bytes.
    static Result<std::unique_ptr<Signer>> create(SecretBytes secret);
    explicit LocalSigner(crypto::SecretKey key) : m_key(std::move(key)) {}

    Address address() const override { return m_key.address(); }
    Capability capability() const override { return Capability::RawDigest; }
    void sign(const SignRequest &request, std::function<void(Result<Signature>)> done) override;
    void cancel(std::uint64_t) override {}

private:
    crypto::SecretKey m_key;
};

} // namespace hl::signing
