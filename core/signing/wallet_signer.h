// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "signing/signer.h"

#include <functional>
#include <map>
#include <memory>
#include <string>

namespace hl::signing {

/// A remote wallet behind JSON-RPC that signs typed data (eth_signTypedData_v4) and is never given
/// a bare digest. How the text travels is the caller's; answers may come in any order.
class WalletSigner final : public Signer
{
public:
    /// Sends one JSON-RPC request text; `answer` is called on this thread, once, with the response
    /// text.
    using Call =
        std::function<void(std::string request, std::function<void(Result<std::string>)> answer)>;

    WalletSigner(Address address, Call call);

    Address address() const override { return m_address; }
    Capability capability() const override { return Capability::TypedData; }
    /// Without typed data ErrorKind::Internal.
    void sign(const SignRequest &request, std::function<void(Result<Signature>)> done) override;
    void cancel(std::uint64_t id) override;

private:
    struct Pending;

    Address m_address;
    Call m_call;
    std::shared_ptr<Pending> m_pending;
};

/// The request's text; `id` comes back in the answer.
std::string signTypedDataRequest(std::uint64_t id, const Address &address, const TypedData &data);
/// The 65 bytes in a JSON-RPC answer. The wallet's own error text where it refused
/// (ErrorKind::DeviceDenied).
Result<Signature> signTypedDataAnswer(std::string_view text);

} // namespace hl::signing
