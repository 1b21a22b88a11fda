// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "base/ids.h"
#include "base/result.h"
#include "base/secret_bytes.h"
#include "crypto/signature.h"

#include <array>
#include <string>
#include <string_view>

namespace hl::crypto {

/// A secp256k1 private key, checked when made. Movable, never copied, never printed.
class SecretKey
{
public:
    /// 32 bytes between 1 and n-1.
    static Result<SecretKey> create(SecretBytes bytes);
    /// 64 hex digits, "0x" allowed. The text stays the caller's to wipe.
    static Result<SecretKey> parse(std::string_view hex);

    const Address &address() const { return m_address; }
    /// x and y, without the leading 04.
    const std::array<std::uint8_t, 64> &publicKey() const { return m_publicKey; }
    /// RFC 6979, low s, v 27 or 28.
    Result<Signature> sign(const Hash32 &digest) const;

private:
    SecretKey() = default;

    SecretBytes m_bytes;
    std::array<std::uint8_t, 64> m_publicKey{};
    Address m_address;
};

/// The address whose key made this signature over this digest. ErrorKind::Signature where there is
/// none (v other than 27/28, r or s out of range).
Result<Address> recoverAddress(const Hash32 &digest, const Signature &signature);

/// Lower 20 bytes of the hash of x and y.
Address addressOf(std::span<const std::uint8_t, 64> publicKey);

/// EIP-55 mixed-case form, for people only: what is hashed or posted is lower case.
std::string checksumAddress(const Address &address);

} // namespace hl::crypto
