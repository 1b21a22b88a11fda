// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "engine/api/events.h"

#include <QCommandLineParser>
#include <QString>
#include <QStringList>

#include <optional>

namespace hl::cli {

/// Exit statuses of both programs (the command-line contract).
inline constexpr int kDone = 0;
inline constexpr int kFailed = 1;
inline constexpr int kBadCall = 2;

/// The words of one subcommand. Prints --help on standard output, a mistake as one line on standard
/// error.
class CallParser
{
public:
    CallParser(const QString &command, const QString &summary);

    void option(const QString &name, const QString &help, const QString &valueName = {});
    void positional(const QString &name, const QString &help, const QString &syntax = {});

    /// `arguments` start after the subcommand. A value: end the program with that status.
    std::optional<int> parse(const QStringList &arguments, int leastPositionals = 0,
                             int mostPositionals = 0);

    bool isSet(const QString &name) const { return m_parser.isSet(name); }
    QString value(const QString &name) const { return m_parser.value(name); }
    QStringList values(const QString &name) const { return m_parser.values(name); }
    QStringList positionals() const { return m_parser.positionalArguments(); }

    /// Prints "touchline-cli COMMAND: text" on standard error and gives `kBadCall`.
    int badCall(const QString &text) const;
    /// The same with `kFailed`.
    int failed(const QString &text) const;

private:
    QString m_command;
    QCommandLineParser m_parser;
    QStringList m_valued; ///< options that take a value
};

/// --network, --api-url, --ws-url and --profile-dir: which venue, and whose settings.
void addVenueOptions(CallParser &parser, const QString &networkHelp = {});

/// Options that several commands share, read and checked; errors name the option.
Result<engine::Network> networkOption(const CallParser &parser, engine::Network unsaid);
/// −1 where it was not said.
Result<int> passphraseFdOption(const CallParser &parser);

} // namespace hl::cli
