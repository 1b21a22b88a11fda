// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/key_command.h"

#include "app/cli/call_parser.h"
#include "app/profile.h"
#include "app/secret_input.h"
#include "app/single_instance.h"
#include "base/clock.h"
#include "base/safe_file.h"
#include "codec/value.h"
#include "signing/key_vault.h"
#include "signing/keystore_v3.h"

#include <QDateTime>

#include <unistd.h>

#include <cstdio>
#include <optional>

namespace hl::cli {

namespace {

using signing::KeyVault;
using signing::StoredKey;

/// Whether the passphrase has proven what the file says.
enum class Proof : std::uint8_t { None, Opened };

codec::Value toValue(const StoredKey &key, Proof proof)
{
    return codec::Object{{"name", key.name},
                         {"address", key.address.toString()},
                         {"createdAt", key.createdAt},
                         {"verified", proof == Proof::Opened}};
}

void print(const StoredKey &key, bool asJson, Proof proof)
{
    if (asJson)
        std::printf("%s\n", codec::toJson(toValue(key, proof)).c_str());
    else
        std::printf("%s  %s%s\n", key.address.toString().c_str(), key.name.c_str(),
                    proof == Proof::Opened ? "" : "  (as its file says; not verified)");
}

/// The terminal, or standard input where that is none: as typed, 64 hex digits.
Result<SecretBytes> readPrivateKey()
{
    Result<SecretBytes> text = ::isatty(STDIN_FILENO) != 0
                                   ? app::askSecret("Private key (64 hex digits, not shown): ")
                                   : app::readSecretLine(STDIN_FILENO);
    if (!text)
        return text;
    return signing::parsePrivateKey({reinterpret_cast<const char *>(text->data()), text->size()});
}

/// A wallet's file. It may be anybody's to read, but a link or a pipe is not waited for.
Result<SecretBytes> readKeystore(const std::string &file, int fd)
{
    HL_TRY(json, readRegularFile(file, signing::kLargestKeyFile));
    HL_TRY(passphrase, app::passphraseFrom(fd, "Passphrase of the keystore: "));
    return signing::openKeystoreV3(json, passphrase.view());
}

/// A new passphrase is typed twice at the terminal; a descriptor is taken at its word.
Result<SecretBytes> newPassphrase(int fd)
{
    Result<SecretBytes> first = app::passphraseFrom(fd, "New passphrase: ");
    if (!first || fd >= 0)
        return first;
    HL_CHECK(KeyVault::checkPassphrase(first->view()));
    HL_TRY(second, app::askSecret("Again: "));
    if (!std::ranges::equal(first->view(), second.view()))
        return fail(ErrorKind::Validation, "the two differ", "passphrase");
    return first;
}

class KeyCall
{
public:
    KeyCall(const CallParser &parser, QString command)
        : m_command(std::move(command))
        , m_parser(parser)
        , m_profile(parser.value(QStringLiteral("profile-dir")))
        , m_vault(m_profile.keysDir().toStdString())
        , m_name(parser.positionals().value(1).toStdString())
        , m_asJson(parser.isSet(QStringLiteral("json")))
    {}

    Status run()
    {
        if (m_command == QLatin1String("list"))
            return list();
        if (m_command == QLatin1String("address"))
            return address();
        HL_TRY(lock, app::SingleInstance::claim(m_profile.dir()));
        if (m_command == QLatin1String("remove"))
            return remove();
        HL_CHECK(KeyVault::checkName(m_name));
        HL_TRY(fd, passphraseFdOption(m_parser));
        const std::string keystore = m_parser.value(QStringLiteral("keystore")).toStdString();
        HL_TRY(secret, m_command == QLatin1String("new") ? KeyVault::newSecret()
                       : keystore.empty()                ? readPrivateKey()
                                                         : readKeystore(keystore, fd));
        HL_TRY(passphrase, newPassphrase(fd));
        HL_TRY(key, m_vault.add(m_name, secret, passphrase.view(), SystemClock().wallMs()));
        print(key, m_asJson, Proof::Opened);
        return {};
    }

private:
    Status list() const
    {
        std::vector<std::string> notes;
        for (const StoredKey &key : m_vault.list(&notes))
            print(key, m_asJson, Proof::None);
        if (notes.empty())
            return {};
        std::string sentence;
        for (const std::string &note : notes)
            sentence += (sentence.empty() ? "" : "; ") + note;
        return fail(ErrorKind::Parse, sentence);
    }

    /// With a passphrase the address is proven; without one it is what the file says.
    Status address() const
    {
        HL_TRY(key, m_vault.find(m_name));
        Proof proof = Proof::None;
        if (m_parser.isSet(QStringLiteral("passphrase-fd"))) {
            HL_TRY(lock, app::SingleInstance::claim(m_profile.dir()));
            HL_TRY(fd, passphraseFdOption(m_parser));
            HL_TRY(passphrase, app::passphraseFrom(fd));
            HL_CHECK(m_vault.open(m_name, passphrase.view()));
            proof = Proof::Opened;
        }
        if (m_asJson)
            print(key, true, proof);
        else
            std::printf("%s\n", key.address.toString().c_str());
        if (proof == Proof::None && ::isatty(STDERR_FILENO) != 0)
            std::fprintf(stderr, "touchline-cli key: this is what the file says; --passphrase-fd "
                                 "proves it\n");
        return {};
    }

    Status remove()
    {
        // A file that cannot be read any more may be removed as well.
        const auto key = m_vault.find(m_name);
        if (!key && key.error().kind == ErrorKind::Validation)
            return fail(key.error());
        const std::string question = "Remove the key " + m_name +
                                     (key ? " of " + key->address.toString() : std::string()) +
                                     "? It cannot be brought back. [y/N] ";
        if (!m_parser.isSet(QStringLiteral("yes")) && !app::askYes(question.c_str()))
            return fail(ErrorKind::Cancelled,
                        "nothing was removed: without a terminal --yes is needed");
        return m_vault.remove(m_name);
    }

    QString m_command;
    const CallParser &m_parser;
    app::Profile m_profile;
    KeyVault m_vault;
    std::string m_name;
    bool m_asJson;
};

} // namespace

int runKey(const QStringList &arguments)
{
    CallParser parser(QStringLiteral("key"),
                      QStringLiteral("The encrypted key store of a profile. A secret is read from "
                                     "the terminal or standard input, never from the command "
                                     "line."));
    parser.positional(QStringLiteral("command"),
                      QStringLiteral("new, import, list, address, remove"),
                      QStringLiteral("new|import|list|address|remove"));
    parser.positional(QStringLiteral("name"), QStringLiteral("The key's name; not for list."),
                      QStringLiteral("[NAME]"));
    parser.option(QStringLiteral("profile-dir"),
                  QStringLiteral("The profile. Default: the platform's place."),
                  QStringLiteral("DIR"));
    parser.option(QStringLiteral("passphrase-fd"),
                  QStringLiteral("Read the passphrase from this file descriptor."),
                  QStringLiteral("N"));
    parser.option(QStringLiteral("keystore"),
                  QStringLiteral("import: an Ethereum keystore file, version 3. Its passphrase is "
                                 "asked first, or is the descriptor's first line; the new one "
                                 "follows."),
                  QStringLiteral("FILE"));
    parser.option(QStringLiteral("yes"), QStringLiteral("Remove without asking."));
    parser.option(QStringLiteral("json"), QStringLiteral("Print JSON, one key a line."));
    if (const auto status = parser.parse(arguments, 1, 2))
        return *status;

    const QString command = parser.positionals().first();
    const QStringList commands{QStringLiteral("new"), QStringLiteral("import"),
                               QStringLiteral("list"), QStringLiteral("address"),
                               QStringLiteral("remove")};
    if (!commands.contains(command))
        return parser.badCall(QStringLiteral("there is no \"key %1\"; see --help").arg(command));
    const bool needsName = command != QLatin1String("list");
    if (needsName != (parser.positionals().size() == 2))
        return parser.badCall(needsName ? QStringLiteral("\"key %1\" needs a name").arg(command)
                                        : QStringLiteral("\"key list\" takes no name"));

    if (parser.isSet(QStringLiteral("keystore")) && command != QLatin1String("import"))
        return parser.badCall(QStringLiteral("--keystore has a meaning only with \"key import\""));

    const Status done = KeyCall(parser, command).run();
    return done ? kDone : parser.failed(QString::fromStdString(done.error().sentence()));
}

} // namespace hl::cli
