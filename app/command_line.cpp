// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/command_line.h"

#include "app/tls_check.h"
#include "app/venue_options.h"
#include "ledger/tcp_port.h"

#include <QCommandLineParser>

#include <iterator>

namespace hl::app {

namespace {

struct Option
{
    const char *name;
    const char *value; ///< null: a switch
    const char *help;
};

constexpr Option kOptions[] = {
    {"network", "mainnet|testnet|demo",
     "The venue. demo starts the embedded venue in this process, on loopback, and needs no "
     "network. Default: the profile's, demo on first start."},
    {"api-url", "URL",
     "Another HTTP endpoint, with --network mainnet or testnet. --ws-url follows from it."},
    {"ws-url", "URL",
     "Another WebSocket endpoint, with --network mainnet or testnet. --api-url follows from it."},
    {"profile-dir", "DIR",
     "Settings, keys and logs live here. One process a profile. Default: the platform's place."},
    {"signer", "NAME",
     "Sign with this key of the profile (touchline-cli key list). Without it, on mainnet and "
     "testnet, the window only watches."},
    {"passphrase-fd", "N", "Read the passphrase of --signer from this file descriptor."},
    {"ledger", "hid|tcp:HOST:PORT",
     "Sign with a Ledger: over USB, or the raw APDU port of a device emulator. With --signer that "
     "key is the agent."},
    {"account", "ADDRESS", "Show this account; default: the signer's own."},
    {"load", "PROFILE",
     "In demo, give the practice account a past and a present: light, busy, heavy, or "
     "fills=N,orders=N,positions=N,rate=N."},
    {"replay", "FILE",
     "Play a recorded session or archive file (.jsonl, .jsonl.zst, .lz4) instead of a venue."},
    {"speed", "N|max", "Speed of the replay; 1 is as recorded (default), max as fast as possible."},
    {"exit-after-replay", nullptr, "Quit when the replay has ended."},
    {"meta", "FILE",
     "Answers of meta and spotMeta for a replay. Default: the recording's own, else a bundled "
     "table of the common coins."},
    {"record", "FILE",
     "Write every inbound frame with its receive time, in the venue's archive envelope."},
    {"record-session", "FILE",
     "Write everything that reaches the engine (frames, answers, clock, commands, signatures), so "
     "that the session can be repeated: --replay, touchline-cli session."},
    {"layout", "NAME", "Start with this saved or built-in workspace (default, bench)."},
    {"coin", "COIN", "Start on this market."},
    {"theme", "NAME", "dark, light or colourblind."},
    {"log-rules", "RULES", "Logging rules, e.g. \"hl.net.*=true\", separated by semicolons."},
    {"for", "MS", "Quit after this many milliseconds."},
    {"screenshot", "FILE", "Save the main window as PNG and quit (see --after)."},
    {"after", "MS", "When to take the screenshot. Default: 3000."},
    {"perf-report", "FILE", "Write figures of this run as JSON at exit."},
    {"version", nullptr, "Print name, version, Qt version and TLS backend."},
    {"help", nullptr, "Print this text."},
};

QString text(const char *latin)
{
    return QString::fromLatin1(latin);
}

tl::unexpected<Error> refuse(const char *option, const QString &rule)
{
    return fail(ErrorKind::Validation, rule.toStdString(), std::string("--") + option);
}

/// QCommandLineParser lays the table out; its usage line names the running file, which we replace.
QString helpText(const QCommandLineParser &parser)
{
    const QString table = parser.helpText();
    const qsizetype end = table.indexOf(QLatin1Char('\n'));
    return QStringLiteral("Usage: touchline [options]") + table.mid(end) +
           QStringLiteral("\nExit status: 0 done, 1 refused or failed (one line on standard error "
                          "says why), 2 the words of the call are off.\n");
}

class Reader
{
public:
    explicit Reader(const QCommandLineParser &parser) : m_parser(parser) {}

    bool has(const char *name) const { return m_parser.isSet(text(name)); }
    QString value(const char *name) const { return m_parser.value(text(name)); }

    /// A whole number from `least` to what an int holds.
    Result<int> number(const char *name, int least) const
    {
        bool ok = false;
        const int number = value(name).toInt(&ok);
        if (!ok || number < least)
            return refuse(name, QStringLiteral("must be a whole number, %1 or more").arg(least));
        return number;
    }

private:
    const QCommandLineParser &m_parser;
};

Status readVenue(const Reader &reader, Options &options)
{
    if (reader.has("network")) {
        options.network = networkFromName(reader.value("network"));
        if (!options.network)
            return refuse("network", QStringLiteral("must be mainnet, testnet or demo"));
    }
    options.apiUrl = reader.value("api-url");
    options.wsUrl = reader.value("ws-url");
    HL_CHECK(endpointsOf(options.network.value_or(engine::Network::Demo), options.apiUrl,
                         options.wsUrl));

    options.profileDir = reader.value("profile-dir");
    options.load = reader.value("load");
    if (reader.has("load") &&
        options.network.value_or(engine::Network::Demo) != engine::Network::Demo)
        return refuse("load", QStringLiteral("has a meaning only with --network demo"));
    options.signer = reader.value("signer");
    if (reader.has("passphrase-fd")) {
        HL_TRY(fd, reader.number("passphrase-fd", 0));
        options.passphraseFd = fd;
    }
    options.ledger = reader.value("ledger");
    if (reader.has("ledger") && options.ledger != QLatin1String("hid") &&
        !options.ledger.startsWith(QLatin1String("tcp:")))
        return refuse("ledger", QStringLiteral("must be hid or tcp:HOST:PORT"));
    if (options.ledger.startsWith(QLatin1String("tcp:"))) {
        const auto endpoint = ledger::TcpPort::parseEndpoint(options.ledger.mid(4).toStdString());
        if (!endpoint)
            return refuse("ledger", QString::fromStdString(endpoint.error().detail));
    }
    if (reader.has("account")) {
        Result<Address> address = Address::parse(reader.value("account").toStdString());
        if (!address)
            return refuse("account", QString::fromStdString(address.error().detail));
        options.account = *address;
    }
    return {};
}

Status readReplay(const Reader &reader, Options &options)
{
    options.replayFile = reader.value("replay");
    if (reader.has("replay") && options.replayFile.isEmpty())
        return refuse("replay", QStringLiteral("needs a file"));
    for (const char *name : {"speed", "exit-after-replay", "meta"}) {
        if (reader.has(name) && !reader.has("replay"))
            return refuse(name, QStringLiteral("has a meaning only with --replay"));
    }
    if (reader.has("replay") && reader.has("record-session"))
        return refuse("record-session", QStringLiteral("has no meaning with --replay"));
    if (reader.has("replay") && (reader.has("network") || reader.has("record")))
        return refuse("replay", QStringLiteral("stands instead of --network and --record"));
    if (reader.has("speed") && reader.value("speed") != QLatin1String("max")) {
        bool ok = false;
        options.replaySpeed = reader.value("speed").toDouble(&ok);
        if (!ok || !(options.replaySpeed > 0 && options.replaySpeed <= 1e6))
            return refuse("speed", QStringLiteral("must be max or a number above zero"));
    } else if (reader.has("speed")) {
        options.replaySpeed = 0;
    }
    options.exitAfterReplay = reader.has("exit-after-replay");
    options.metaFile = reader.value("meta");
    options.recordFile = reader.value("record");
    options.sessionFile = reader.value("record-session");
    return {};
}

Status readRun(const Reader &reader, Options &options)
{
    options.layout = reader.value("layout");
    options.coin = reader.value("coin");
    options.theme = reader.value("theme");
    const QStringList themes{QString(), QStringLiteral("dark"), QStringLiteral("light"),
                             QStringLiteral("colourblind")};
    if (!themes.contains(options.theme))
        return refuse("theme", QStringLiteral("must be dark, light or colourblind"));
    options.logRules = reader.value("log-rules");
    options.logRules.replace(QLatin1Char(';'), QLatin1Char('\n'));
    if (reader.has("for")) {
        HL_TRY(ms, reader.number("for", 1));
        options.runForMs = ms;
    }
    options.screenshotFile = reader.value("screenshot");
    if (reader.has("after")) {
        if (!reader.has("screenshot"))
            return refuse("after", QStringLiteral("has a meaning only with --screenshot"));
        HL_TRY(ms, reader.number("after", 0));
        options.screenshotAfterMs = ms;
    }
    options.perfReportFile = reader.value("perf-report");
    return {};
}

} // namespace

QString versionText()
{
    return QStringLiteral("Touchline %1\nQt %2\nTLS %3\n")
        .arg(QStringLiteral(HL_VERSION), QString::fromLatin1(qVersion()), tlsText(tlsBackends()));
}

Result<std::variant<Options, Printout>> parseCommandLine(const QStringList &arguments)
{
    QCommandLineParser parser;
    parser.setApplicationDescription(QStringLiteral("A trading terminal for Hyperliquid."));
    for (const Option &option : kOptions) {
        parser.addOption(
            option.value == nullptr
                ? QCommandLineOption(text(option.name), text(option.help))
                : QCommandLineOption(text(option.name), text(option.help), text(option.value)));
    }
    const bool parsed = parser.parse(QStringList{QStringLiteral("touchline")} + arguments);
    const Reader reader(parser);
    if (reader.has("help"))
        return Printout{helpText(parser)};
    if (!parsed)
        return fail(ErrorKind::Validation, parser.errorText().toStdString());
    if (reader.has("version"))
        return Printout{versionText()};
    if (!parser.positionalArguments().isEmpty())
        return fail(ErrorKind::Validation, "unexpected argument \"" +
                                               parser.positionalArguments().first().toStdString() +
                                               "\"");
    Options options;
    HL_CHECK(readVenue(reader, options));
    HL_CHECK(readReplay(reader, options));
    HL_CHECK(readRun(reader, options));
    return options;
}

} // namespace hl::app
