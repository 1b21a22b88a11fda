// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/call_parser.h"

#include "app/venue_options.h"
#include "base/printable.h"

#include <cstdio>

namespace hl::cli {

CallParser::CallParser(const QString &command, const QString &summary) : m_command(command)
{
    m_parser.setApplicationDescription(summary);
    m_parser.addOption(QCommandLineOption({QStringLiteral("h"), QStringLiteral("help")},
                                          QStringLiteral("Shows this text.")));
}

void CallParser::option(const QString &name, const QString &help, const QString &valueName)
{
    if (!valueName.isEmpty())
        m_valued.append(name);
    m_parser.addOption(valueName.isEmpty() ? QCommandLineOption(name, help)
                                           : QCommandLineOption(name, help, valueName));
}

void CallParser::positional(const QString &name, const QString &help, const QString &syntax)
{
    m_parser.addPositionalArgument(name, help, syntax);
}

std::optional<int> CallParser::parse(const QStringList &arguments, int leastPositionals,
                                     int mostPositionals)
{
    const QString program = QStringLiteral("touchline-cli ") + m_command;
    if (!m_parser.parse(QStringList{program} + arguments)) {
        // "-h" beside a mistake is still a call for help.
        if (!m_parser.isSet(QStringLiteral("help")))
            return badCall(m_parser.errorText());
    }
    if (m_parser.isSet(QStringLiteral("help"))) {
        QString text = m_parser.helpText();
        // Qt prints the running program's own path in the usage line.
        const qsizetype end = text.indexOf(QLatin1Char('\n'));
        const qsizetype options = text.indexOf(QStringLiteral(" ["));
        if (options > 0 && options < end)
            text = QStringLiteral("Usage: ") + program + text.mid(options);
        std::fputs(qPrintable(text), stdout);
        return kDone;
    }
    const qsizetype count = positionals().size();
    if (count < leastPositionals)
        return badCall(QStringLiteral("too few arguments; see --help"));
    if (count > mostPositionals)
        return badCall(QStringLiteral("unexpected argument \"%1\"; see --help")
                           .arg(positionals().at(mostPositionals)));
    // An unset variable in a script must never read as "market" or "no stop".
    for (const QString &argument : positionals())
        if (argument.isEmpty())
            return badCall(QStringLiteral("an argument is empty; see --help"));
    for (const QString &name : m_valued)
        if (values(name).contains(QString()))
            return badCall(QStringLiteral("--%1 is empty").arg(name));
    return std::nullopt;
}

int CallParser::badCall(const QString &text) const
{
    std::fprintf(stderr, "touchline-cli %s: %s\n", qPrintable(m_command),
                 printable(text.toStdString()).c_str());
    return kBadCall;
}

int CallParser::failed(const QString &text) const
{
    badCall(text);
    return kFailed;
}

void addVenueOptions(CallParser &parser, const QString &networkHelp)
{
    const QString network = QStringLiteral("Default: the profile's, demo on first start.");
    parser.option(QStringLiteral("network"),
                  networkHelp.isEmpty() ? network : network + QLatin1Char(' ') + networkHelp,
                  QStringLiteral("mainnet|testnet|demo"));
    parser.option(QStringLiteral("api-url"),
                  QStringLiteral("Another HTTP endpoint, with mainnet or testnet."),
                  QStringLiteral("URL"));
    parser.option(QStringLiteral("ws-url"),
                  QStringLiteral("Another WebSocket endpoint, with mainnet or testnet."),
                  QStringLiteral("URL"));
    parser.option(QStringLiteral("profile-dir"),
                  QStringLiteral("The profile. Default: the platform's place."),
                  QStringLiteral("DIR"));
}

Result<engine::Network> networkOption(const CallParser &parser, engine::Network unsaid)
{
    const QString name = parser.value(QStringLiteral("network"));
    if (name.isEmpty())
        return unsaid;
    if (const auto network = app::networkFromName(name))
        return *network;
    return fail(ErrorKind::Validation, "must be mainnet, testnet or demo", "--network");
}

Result<int> passphraseFdOption(const CallParser &parser)
{
    if (!parser.isSet(QStringLiteral("passphrase-fd")))
        return -1;
    bool ok = false;
    const int fd = parser.value(QStringLiteral("passphrase-fd")).toInt(&ok);
    if (!ok || fd < 0)
        return fail(ErrorKind::Validation, "must be the number of an open descriptor",
                    "--passphrase-fd");
    return fd;
}

} // namespace hl::cli
