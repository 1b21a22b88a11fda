// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "signing/recovery.h"

#include "crypto/secp256k1.h"

#include <algorithm>

namespace hl::signing {

Status checkRecovered(const Hash32 &digest, const Signature &signature, const Address &expected)
{
    HL_TRY(signer, crypto::recoverAddress(digest, signature));
    if (signer != expected)
        return fail(ErrorKind::Signature, "The signature belongs to " + signer.toString() +
                                              ", not to " + expected.toString() +
                                              "; nothing was sent.");
    return {};
}

Result<Signature> signatureFromBytes(std::span<const std::uint8_t> bytes)
{
    if (bytes.size() != 65)
        return fail(ErrorKind::Signature,
                    "The signature has " + std::to_string(bytes.size()) + " bytes instead of 65.");
    const std::uint8_t v = bytes[64];
    if (v != 0 && v != 1 && v != 27 && v != 28)
        return fail(ErrorKind::Signature, "must be 0, 1, 27 or 28", "v");
    Signature out;
    std::copy_n(bytes.begin(), 32, out.r.begin());
    std::copy_n(bytes.begin() + 32, 32, out.s.begin());
    out.v = static_cast<std::uint8_t>(v < 27 ? v + 27 : v);
    return out;
}

} // namespace hl::signing
