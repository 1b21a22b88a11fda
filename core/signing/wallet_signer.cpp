// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "signing/wallet_signer.h"

#include "base/hex.h"
#include "codec/json_writer.h"
#include "codec/value.h"
#include "signing/recovery.h"

namespace hl::signing {

struct WalletSigner::Pending
{
    std::map<std::uint64_t, std::function<void(Result<Signature>)>> done;
};

WalletSigner::WalletSigner(Address address, Call call)
    : m_address(address)
    , m_call(std::move(call))
    , m_pending(std::make_shared<Pending>())
{}

void WalletSigner::sign(const SignRequest &request, std::function<void(Result<Signature>)> done)
{
    if (!request.typedData) {
        done(fail(ErrorKind::Internal, "The wallet needs the typed data of what it signs."));
        return;
    }
    const std::uint64_t id = request.id;
    m_pending->done[id] = std::move(done);
    // The answer may come after this signer is gone, or never.
    m_call(signTypedDataRequest(id, m_address, *request.typedData),
           [id, weak = std::weak_ptr<Pending>(m_pending)](Result<std::string> answer) {
               const std::shared_ptr<Pending> pending = weak.lock();
               const auto found =
                   pending ? pending->done.find(id) : decltype(pending->done)::iterator();
               if (!pending || found == pending->done.end())
                   return;
               auto callback = std::move(found->second);
               pending->done.erase(found);
               callback(answer ? signTypedDataAnswer(*answer)
                               : Result<Signature>(fail(std::move(answer).error())));
           });
}

void WalletSigner::cancel(std::uint64_t id)
{
    const auto found = m_pending->done.find(id);
    if (found == m_pending->done.end())
        return;
    auto callback = std::move(found->second);
    m_pending->done.erase(found);
    callback(fail(ErrorKind::Cancelled, "Signing was given up."));
}

std::string signTypedDataRequest(std::uint64_t id, const Address &address, const TypedData &data)
{
    std::string out = R"({"jsonrpc":"2.0","id":)";
    codec::appendJsonUint(id, out);
    out += R"(,"method":"eth_signTypedData_v4","params":[")";
    out += address.toString();
    out += "\",";
    // By custom the typed data travels as text that holds JSON.
    codec::appendJsonString(codec::typedDataJson(data), out);
    out += "]}";
    return out;
}

Result<Signature> signTypedDataAnswer(std::string_view text)
{
    HL_TRY(answer, codec::parseJson(text));
    if (const codec::Value *error = answer.find("error"); error && !error->isNull()) {
        const auto message = error->string("message");
        return fail(ErrorKind::DeviceDenied,
                    "The wallet refused: " + (message ? *message : std::string("no reason given")));
    }
    HL_TRY(hex, answer.string("result"));
    const Result<Bytes> bytes = fromHex(hex);
    if (!bytes)
        return fail(ErrorKind::Signature, "The wallet's signature is no hex text.");
    return signatureFromBytes(*bytes);
}

} // namespace hl::signing
