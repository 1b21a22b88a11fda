// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "signing/key_file.h"

#include <string>
#include <string_view>
#include <vector>

namespace hl::signing {

/// The encrypted key store: one JSON file a key, `FOLDER/NAME.json`, mode 0600, replaced
/// atomically and only by what was read back and opened. A file that was edited or renamed does not
/// open; a link, a pipe, a device or a file that others may read is refused. Any thread; the caller
/// keeps two processes apart (one process a profile).
class KeyVault
{
public:
    /// `cost` is what new files get and weaker ones are raised to when they are opened.
    explicit KeyVault(std::string folder, ScryptCost cost = {});

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
    /// Takes twice as long as the cost says: what was written is opened once.
    Result<StoredKey> add(std::string_view name, const SecretBytes &secret, ByteView passphrase,
                          TimeMs now);
    /// ErrorKind::Validation (field "passphrase") where the passphrase is wrong or the file was
    /// changed; the two cannot be told apart. Takes as long as the file's cost says. `note`: a
    /// sentence where a weak file could not be raised, or a weaker copy of it not be removed; the
    /// key opens all the same.
    Result<SecretBytes> open(std::string_view name, ByteView passphrase,
                             std::string *note = nullptr) const;
    /// With every copy of it; where one cannot be removed, the key's own file stays.
    Status remove(std::string_view name);

private:
    Status raiseCost(const KeyFile &old, const SecretBytes &secret, ByteView passphrase) const;
    Status removeRest(std::string_view name) const;

    std::string m_folder;
    ScryptCost m_cost;
};

} // namespace hl::signing
