// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/ids.h"
#include "base/result.h"
#include "base/secret_bytes.h"
#include "signing/scrypt.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace hl::signing {

/// The private key in an Ethereum keystore file, version 3 (Web3 Secret Storage): scrypt or
/// PBKDF2-HMAC-SHA256, AES-128-CTR, Keccak-256 MAC. The file is a stranger's: a cost that would
/// take more than 512 MiB or about ten seconds is refused before anything is derived, and the key
/// must have the address the file names, where it names one.
/// ErrorKind::Validation (field "passphrase") where the MAC differs, ErrorKind::Parse (field
/// "keystore") for every other refusal. Takes as long as the file's cost says.
Result<SecretBytes> openKeystoreV3(std::string_view json, ByteView passphrase);

/// The same in two halves: what the file says, checked, and the work.
struct KeystoreV3
{
    enum class Kdf : std::uint8_t { Scrypt, Pbkdf2 };

    Kdf kdf = Kdf::Scrypt;
    ScryptCost scrypt;
    std::uint32_t rounds = 0; ///< of PBKDF2
    Bytes salt;
    Bytes iv;
    Bytes cipherText; ///< 1 to 32 bytes: some wallets cut a key's leading zeros
    Bytes mac;
    std::optional<Address> address;
};
Result<KeystoreV3> parseKeystoreV3(std::string_view json);
Result<SecretBytes> openKeystoreV3(const KeystoreV3 &keystore, ByteView passphrase);

/// 64 hex digits, "0x" allowed: what a person types. ErrorKind::Validation, field "private key".
Result<SecretBytes> parsePrivateKey(std::string_view text);

} // namespace hl::signing
