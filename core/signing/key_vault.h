// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/ids.h"
#include "base/result.h"
#include "base/secret_bytes.h"

#include <string>
#include <string_view>
#include <vector>

namespace hl::signing {

/// What is known of a stored key without its passphrase.
struct StoredKey
{
    std::string name;
    Address address;
    TimeMs createdAt = 0;
};

/// scrypt's cost: memory is 128 · n · r bytes, and the work grows with it.
struct ScryptCost
{
    std::uint64_t n = 1 << 17; ///< a power of two; 128 MiB and about half a second with r = 8
    std::uint32_t r = 8;
    std::uint32_t p = 1;
};

/// The encrypted key store: one JSON file a key, `FOLDER/NAME.json`, mode 0600, replaced
/// atomically. The secret is under AES-256-GCM with a key from scrypt; name, address and cost are
/// authenticated with it, so a file that was edited or renamed does not open. Any thread; the
/// caller keeps two processes apart (one process a profile).
class KeyVault
{
public:
    explicit KeyVault(std::string folder);

    /// Letters, digits, '.', '_' and '-', not first a dot, at most 64.
    static Status checkName(std::string_view name);
    /// At least eight bytes: the file may be copied and tried at leisure.
    static Status checkPassphrase(ByteView passphrase);

    /// 32 bytes of the system's randomness.
    static Result<SecretBytes> newSecret();

    /// By name. Files that are no keys are left out and named in `notes`, a sentence each.
    std::vector<StoredKey> list(std::vector<std::string> *notes = nullptr) const;
    Result<StoredKey> find(std::string_view name) const;

    /// `secret` is a private key of 32 bytes. A name that is taken is refused, never replaced.
    /// Takes as long as `cost` says.
    Result<StoredKey> add(std::string_view name, const SecretBytes &secret, ByteView passphrase,
                          TimeMs now, ScryptCost cost = {});
    /// ErrorKind::Validation (field "passphrase") where the passphrase is wrong or the file was
    /// changed; the two cannot be told apart. Takes as long as the file's cost says.
    Result<SecretBytes> open(std::string_view name, ByteView passphrase) const;
    Status remove(std::string_view name);

private:
    std::string m_folder;
};

} // namespace hl::signing
