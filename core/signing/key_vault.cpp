// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "signing/key_vault.h"

#include "base/safe_file.h"

#include <openssl/rand.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

namespace hl::signing {

namespace {

constexpr std::string_view kSuffix = ".json";

Error noSuchKey(std::string_view name)
{
    return Error{ErrorKind::Validation, "there is no key \"" + std::string(name) + "\"", "key"};
}

Error unreadable(std::string_view name, const Error &why)
{
    return Error{ErrorKind::Parse,
                 "the key \"" + std::string(name) + "\" cannot be used: " + why.detail, "key"};
}

std::string path(const std::string &folder, std::string_view name)
{
    return folder + "/" + std::string(name) + std::string(kSuffix);
}

Status systemFailure(const std::string &what)
{
    return fail(ErrorKind::Internal, what + ": " + std::strerror(errno));
}

Result<KeyFile> readKey(const std::string &folder, std::string_view name)
{
    HL_CHECK(KeyVault::checkName(name));
    const auto text = readRegularFile(path(folder, name), kLargestKeyFile, FileAccess::Private);
    if (!text)
        return fail(text.error().kind == ErrorKind::Validation ? noSuchKey(name)
                                                               : unreadable(name, text.error()));
    return parseKeyFile(name, *text);
}

/// What is on the disk is what was meant, and opens.
Status verify(const std::string &file, std::string_view name, const std::string &text,
              ByteView passphrase, const SecretBytes &secret)
{
    HL_TRY(written, readRegularFile(file, kLargestKeyFile, FileAccess::Private));
    if (written != text)
        return fail(ErrorKind::Internal, file + " does not hold what was written to it");
    HL_TRY(parsed, parseKeyFile(name, written));
    HL_TRY(opened, openKeyFile(parsed, passphrase));
    if (!std::ranges::equal(opened.view(), secret.view()))
        return fail(ErrorKind::Internal, file + " does not open to the key it was made for");
    return {};
}

} // namespace

KeyVault::KeyVault(std::string folder, ScryptCost cost) : m_folder(std::move(folder)), m_cost(cost)
{}

Status KeyVault::checkName(std::string_view name)
{
    const auto isAllowed = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '.' || c == '_' || c == '-';
    };
    if (name.empty() || name.size() > 64 || name.front() == '.' ||
        !std::ranges::all_of(name, isAllowed))
        return fail(ErrorKind::Validation,
                    "a key's name is 1 to 64 letters, digits, '.', '_' or '-', not first a dot",
                    "name");
    return {};
}

Status KeyVault::checkPassphrase(ByteView passphrase)
{
    if (passphrase.size() < 8)
        return fail(ErrorKind::Validation, "must have at least eight characters", "passphrase");
    return {};
}

Result<SecretBytes> KeyVault::newSecret()
{
    SecretBytes secret(kSecretSize);
    if (RAND_priv_bytes(secret.data(), static_cast<int>(secret.size())) != 1)
        return fail(ErrorKind::Internal, "the system gives no random bytes");
    return secret;
}

std::vector<StoredKey> KeyVault::list(std::vector<std::string> *notes) const
{
    std::vector<std::string> names;
    std::error_code error;
    for (const auto &entry : std::filesystem::directory_iterator(m_folder, error)) {
        const std::string file = entry.path().filename().string();
        if (file.size() > kSuffix.size() && file.ends_with(kSuffix) && file.front() != '.')
            names.push_back(file.substr(0, file.size() - kSuffix.size()));
    }
    if (error && error != std::errc::no_such_file_or_directory && notes != nullptr)
        notes->push_back("the folder of the keys cannot be read: " + error.message());
    std::ranges::sort(names);
    std::vector<StoredKey> keys;
    for (const std::string &name : names) {
        const Result<KeyFile> read = readKey(m_folder, name);
        if (read)
            keys.push_back(read->key);
        else if (notes != nullptr)
            notes->push_back(read.error().detail);
    }
    return keys;
}

Result<StoredKey> KeyVault::find(std::string_view name) const
{
    HL_TRY(file, readKey(m_folder, name));
    return file.key;
}

Result<StoredKey> KeyVault::add(std::string_view name, const SecretBytes &secret,
                                ByteView passphrase, TimeMs now)
{
    HL_CHECK(checkName(name));
    HL_CHECK(checkPassphrase(passphrase));
    const std::string target = path(m_folder, name);
    const auto taken = [&] {
        return fail(ErrorKind::Validation, "there is a key \"" + std::string(name) + "\" already",
                    "name");
    };
    std::error_code ignored;
    if (std::filesystem::symlink_status(target, ignored).type() !=
        std::filesystem::file_type::not_found)
        return taken();
    HL_TRY(file, sealKey(name, secret, passphrase, now, m_cost));
    HL_CHECK(openPrivateFolder(m_folder));
    const std::string text = printKeyFile(file);
    const std::string fresh = target + ".new";
    ::unlink(fresh.c_str());
    HL_CHECK(createFile(fresh, text));
    Status done = verify(fresh, name, text, passphrase, secret);
    // A link of its own refuses where a rename would replace.
    if (done && ::link(fresh.c_str(), target.c_str()) != 0)
        done = errno == EEXIST ? Status(taken())
                               : systemFailure("the key file cannot be put in its place");
    ::unlink(fresh.c_str());
    HL_CHECK(done);
    HL_CHECK(syncFolder(m_folder));
    return file.key;
}

Result<SecretBytes> KeyVault::open(std::string_view name, ByteView passphrase,
                                   std::string *note) const
{
    HL_TRY(file, readKey(m_folder, name));
    HL_TRY(secret, openKeyFile(file, passphrase));
    const bool isWeak = file.cost.work() < m_cost.work();
    // Of a raise that was cut short: the weaker file stood by until this one was in its place.
    const Status done = isWeak ? raiseCost(file, secret, passphrase) : removeRest(name);
    if (!done && note != nullptr)
        *note =
            (isWeak ? "the key opens, but its file keeps its weaker protection: "
                    : "the key opens, but an older copy of it with a weaker protection stays: ") +
            done.error().detail;
    return secret;
}

/// The old file stays beside the new one until that was read back from its place.
Status KeyVault::raiseCost(const KeyFile &old, const SecretBytes &secret, ByteView passphrase) const
{
    const std::string &name = old.key.name;
    const std::string target = path(m_folder, name);
    const std::string fresh = target + ".new";
    const std::string backup = target + ".bak";
    HL_TRY(file, sealKey(name, secret, passphrase, old.key.createdAt, m_cost));
    const std::string text = printKeyFile(file);
    ::unlink(fresh.c_str());
    HL_CHECK(createFile(fresh, text));
    if (const Status checked = verify(fresh, name, text, passphrase, secret); !checked) {
        ::unlink(fresh.c_str());
        return checked;
    }
    ::unlink(backup.c_str()); // where it cannot be, the link below says so
    if (::link(target.c_str(), backup.c_str()) != 0 ||
        ::rename(fresh.c_str(), target.c_str()) != 0) {
        const Status failed = systemFailure("the key file cannot be replaced");
        ::unlink(fresh.c_str());
        return failed;
    }
    Status done = syncFolder(m_folder);
    if (done) {
        const auto placed = readRegularFile(target, kLargestKeyFile, FileAccess::Private);
        if (!placed || *placed != text)
            done = fail(ErrorKind::Internal, "the new key file cannot be read back");
    }
    if (!done) {
        ::rename(backup.c_str(), target.c_str());
        return done;
    }
    return removeRest(name);
}

/// What a process that was killed in the middle left beside the key's file.
Status KeyVault::removeRest(std::string_view name) const
{
    bool wasThere = false;
    Status done;
    for (const char *suffix : {".bak", ".new"}) {
        const std::string rest = path(m_folder, name) + suffix;
        if (::unlink(rest.c_str()) == 0)
            wasThere = true;
        else if (errno != ENOENT)
            done = systemFailure(rest + " cannot be removed");
    }
    HL_CHECK(done);
    return wasThere ? syncFolder(m_folder) : Status{};
}

Status KeyVault::remove(std::string_view name)
{
    HL_CHECK(checkName(name));
    const std::string file = path(m_folder, name);
    // The copies first: once the key's own file is gone, nobody would look for them.
    std::error_code error;
    if (std::filesystem::symlink_status(file, error).type() ==
        std::filesystem::file_type::not_found)
        return fail(noSuchKey(name));
    HL_CHECK(removeRest(name));
    if (::unlink(file.c_str()) != 0)
        return systemFailure("the key file cannot be removed");
    return syncFolder(m_folder);
}

} // namespace hl::signing
