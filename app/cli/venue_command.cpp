// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/venue_command.h"

#include "app/cli/call_parser.h"
#include "app/signal_quit.h"
#include "sim/sim_venue.h"
#include "sim/universe.h"

#include <QCoreApplication>

#include <algorithm>
#include <cstdio>

namespace hl::cli {

namespace {

Result<sim::SimVenueConfig> readConfig(const CallParser &parser)
{
    sim::SimVenueConfig config;
    if (parser.isSet(QStringLiteral("seed"))) {
        bool ok = false;
        config.seed = parser.value(QStringLiteral("seed")).toULongLong(&ok);
        if (!ok)
            return fail(ErrorKind::Validation, "must be a whole number", "--seed");
    }
    if (parser.isSet(QStringLiteral("coins"))) {
        const QStringList coins =
            parser.value(QStringLiteral("coins")).split(QLatin1Char(','), Qt::SkipEmptyParts);
        if (coins.isEmpty())
            return fail(ErrorKind::Validation, "must name a market", "--coins");
        const sim::Universe known;
        for (const QString &coin : coins) {
            const std::string name = coin.toStdString();
            const bool isKnown = name == "HYPE/USDC" ||
                                 std::ranges::any_of(known.markets(), [&](const auto &market) {
                                     return market.coin == name;
                                 });
            if (!isKnown)
                return fail(ErrorKind::Validation,
                            "the embedded venue has no market \"" + name + "\"", "--coins");
            config.coins.push_back(name);
        }
    }
    for (const QString &text : parser.values(QStringLiteral("fund"))) {
        Result<sim::SimFund> fund = sim::SimFund::parse(text.toStdString());
        if (!fund)
            return fail(ErrorKind::Validation, fund.error().sentence(), "--fund");
        config.funds.push_back(*fund);
    }
    if (parser.isSet(QStringLiteral("load"))) {
        Result<sim::SimLoadProfile> load =
            sim::SimLoadProfile::parse(parser.value(QStringLiteral("load")).toStdString());
        if (!load)
            return fail(ErrorKind::Validation, load.error().sentence(), "--load");
        config.load = *load;
    }
    return config;
}

} // namespace

int runVenue(const QStringList &arguments)
{
    CallParser parser(QStringLiteral("venue"),
                      QStringLiteral("The embedded venue on 127.0.0.1: HTTP /info and /exchange, "
                                     "WebSocket /ws. It is a testnet."));
    parser.option(QStringLiteral("port"),
                  QStringLiteral("Listen on this port; 0 takes any and is printed."),
                  QStringLiteral("N"));
    parser.option(QStringLiteral("seed"),
                  QStringLiteral("The market repeats itself for the same seed. Default: 1."),
                  QStringLiteral("S"));
    parser.option(QStringLiteral("coins"), QStringLiteral("Only these markets. Default: all."),
                  QStringLiteral("A,B"));
    parser.option(
        QStringLiteral("fund"),
        QStringLiteral("An account with this much USDC (default 100000); may be repeated."),
        QStringLiteral("ADDRESS[=USDC]"));
    parser.option(QStringLiteral("load"),
                  QStringLiteral("Make accounts busy: light, busy, heavy, or "
                                 "fills=N,orders=N,positions=N,rate=N."),
                  QStringLiteral("PROFILE"));
    if (const auto status = parser.parse(arguments))
        return *status;

    bool ok = false;
    const ushort port = parser.value(QStringLiteral("port")).toUShort(&ok);
    if (!ok)
        return parser.badCall(QStringLiteral("--port must be a number from 0 to 65535"));
    Result<sim::SimVenueConfig> config = readConfig(parser);
    if (!config)
        return parser.badCall(QString::fromStdString(config.error().sentence()));

    app::SignalQuit signalQuit;
    sim::SimVenue venue(std::move(*config));
    const Result<quint16> listening = venue.listen(port);
    if (!listening)
        return parser.failed(QString::fromStdString(listening.error().sentence()));
    std::printf("listening on 127.0.0.1:%u\n", static_cast<unsigned>(*listening));
    std::fflush(stdout);
    const int status = QCoreApplication::exec();
    venue.close();
    return status;
}

} // namespace hl::cli
