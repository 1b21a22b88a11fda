// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/key_command.h"

#include "app/cli/call_parser.h"
#include "app/profile.h"
#include "app/secret_input.h"
#include "app/single_instance.h"
#include "base/clock.h"
#include "base/hex.h"
#include "codec/value.h"
#include "signing/key_vault.h"

#include <QDateTime>

#include <unistd.h>

#include <cstdio>
#include <optional>

namespace hl::cli {

namespace {

using signing::KeyVault;
using signing::StoredKey;

codec::Value toValue(const StoredKey &key)
{
    return codec::Object{
        {"name", key.name}, {"address", key.address.toString()}, {"createdAt", key.createdAt}};
}

void print(const StoredKey &key, bool asJson)
{
    if (asJson)
        std::printf("%s\n", codec::toJson(toValue(key)).c_str());
    else
        std::printf("%s  %s\n", key.address.toString().c_str(), key.name.c_str());
}

/// The terminal, or standard input where that is none: as typed, 64 hex digits.
Result<SecretBytes> readPrivateKey()
{
    Result<SecretBytes> text = ::isatty(STDIN_FILENO) != 0
                                   ? app::askSecret("Private key (64 hex digits, not shown): ")
                                   : app::readSecretLine(STDIN_FILENO);
    if (!text)
        return text;
    SecretBytes secret(32);
    const std::string_view digits(reinterpret_cast<const char *>(text->data()), text->size());
    if (!fromHexExact(digits, {secret.data(), secret.size()}))
        return fail(ErrorKind::Validation, "must be 64 hex digits", "private key");
    return secret;
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
        if (m_command == QLatin1String("address")) {
            HL_TRY(key, m_vault.find(m_name));
            if (m_asJson)
                print(key, true);
            else
                std::printf("%s\n", key.address.toString().c_str());
            return {};
        }
        HL_TRY(lock, app::SingleInstance::claim(m_profile.dir()));
        if (m_command == QLatin1String("remove"))
            return remove();
        HL_CHECK(KeyVault::checkName(m_name));
        HL_TRY(fd, passphraseFdOption(m_parser));
        HL_TRY(secret,
               m_command == QLatin1String("new") ? KeyVault::newSecret() : readPrivateKey());
        HL_TRY(passphrase, newPassphrase(fd));
        HL_TRY(key, m_vault.add(m_name, secret, passphrase.view(), SystemClock().wallMs()));
        print(key, m_asJson);
        return {};
    }

private:
    Status list() const
    {
        std::vector<std::string> notes;
        for (const StoredKey &key : m_vault.list(&notes))
            print(key, m_asJson);
        for (const std::string &note : notes)
            std::fprintf(stderr, "touchline-cli key: %s\n", note.c_str());
        return {};
    }

    Status remove()
    {
        HL_TRY(key, m_vault.find(m_name));
        const std::string question = "Remove the key " + key.name + " of " +
                                     key.address.toString() + "? It cannot be brought back. [y/N] ";
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

    const Status done = KeyCall(parser, command).run();
    return done ? kDone : parser.failed(QString::fromStdString(done.error().sentence()));
}

} // namespace hl::cli
