// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/ids.h"
#include "base/result.h"
#include "base/secret_bytes.h"
#include "signing/scrypt.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace hl::signing {

/// What a key file says of itself. Without the passphrase nothing of it is proven: whoever could
/// write the file could write any address into it.
struct StoredKey
{
    std::string name;
    Address address;
    TimeMs createdAt = 0;
};

constexpr std::size_t kSecretSize = 32;
constexpr std::size_t kLargestKeyFile = 64 * 1024;

/// One encrypted key. The secret is under AES-256-GCM with a key from scrypt; everything else of
/// the file is authenticated with it.
struct KeyFile
{
    StoredKey key;
    ScryptCost cost;
    Bytes salt;
    Bytes nonce;
    Bytes data;
    Bytes tag;
};

/// The words of the file of the key called `name`. Only the very text that printKeyFile() writes is
/// read, so that no byte of it can change unnoticed. Costs beyond 1 GiB are refused.
Result<KeyFile> parseKeyFile(std::string_view name, std::string_view text);
std::string printKeyFile(const KeyFile &file);

/// `secret` is a private key. Takes as long as `cost` says, as does openKeyFile().
Result<KeyFile> sealKey(std::string_view name, const SecretBytes &secret, ByteView passphrase,
                        TimeMs createdAt, ScryptCost cost);
/// ErrorKind::Validation (field "passphrase") where the passphrase is wrong or the file was
/// changed; the two cannot be told apart.
Result<SecretBytes> openKeyFile(const KeyFile &file, ByteView passphrase);

} // namespace hl::signing
