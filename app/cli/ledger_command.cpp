// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/ledger_command.h"

#include "app/cli/call_parser.h"
#include "app/ledger_options.h"
#include "base/clock.h"
#include "base/printable.h"
#include "ledger/hidapi_device.h"
#include "ledger/ledger_device.h"
#include "net/qt_timer_service.h"

#include <QCoreApplication>

#include <cstdio>
#include <memory>
#include <optional>

namespace hl::cli {
namespace {

/// One question to one device; the event loop runs until it is answered.
class Session
{
public:
    Session(const CallParser &parser, std::unique_ptr<ledger::PortOpener> opener,
            const Clock &clock, TimerService &timers)
        : m_parser(parser)
        , m_device(std::move(opener), clock, timers)
    {
        m_device.setStatusChanged([](const ledger::DeviceStatus &status) {
            using State = ledger::DeviceStatus::State;
            if (status.state == State::Reviewing || status.state == State::Locked)
                std::fprintf(stderr, "%s%s\n", status.sentence.c_str(),
                             status.isEmulator ? " (emulator)" : "");
        });
    }

    ledger::LedgerDevice &device() { return m_device; }
    /// Beside every answer of a device over TCP.
    const char *badge() const
    {
        return app::isEmulator(m_parser.value(QStringLiteral("ledger"))) ? "  (emulator)" : "";
    }

    void end(const Error &error)
    {
        QCoreApplication::exit(m_parser.failed(QString::fromStdString(error.sentence() + badge())));
    }

private:
    const CallParser &m_parser;
    ledger::LedgerDevice m_device;
};

int list(const CallParser &parser)
{
    if (app::isEmulator(parser.value(QStringLiteral("ledger"))))
        return parser.badCall(QStringLiteral("list looks at USB; leave --ledger out"));
    const auto devices = ledger::listLedgers();
    if (devices.empty())
        return parser.failed(QStringLiteral("no Ledger is plugged in"));
    for (const ledger::HidDeviceInfo &info : devices) {
        const auto opened = ledger::openLedger(info);
        std::printf("%s  %s  %s\n", std::string(ledger::modelName(info.model())).c_str(),
                    info.path.c_str(), opened ? "ready" : opened.error().detail.c_str());
    }
    return kDone;
}

/// Empty where the app signs here.
std::string whatToOpen(const std::string &name)
{
    if (name == "Ethereum")
        return {};
    if (name == "BOLOS" || name == "OLOS")
        return "no app is open on the device; open the Ethereum app there to sign";
    if (name == "Hyperliquid")
        return "this app signs only what its maker has described (--ledger-metadata); close it and "
               "open the Ethereum app there to sign";
    return "this app does not sign for the venue; close it and open the Ethereum app there to sign";
}

int app(Session &session)
{
    session.device().appVersion([&](Result<ledger::AppVersion> version) {
        if (!version) {
            session.end(version.error());
            return;
        }
        std::printf("%s %s%s\n", printable(version->name).c_str(),
                    printable(version->version).c_str(), session.badge());
        if (const std::string what = whatToOpen(version->name); !what.empty())
            std::fprintf(stderr, "%s%s\n", what.c_str(), session.badge());
        QCoreApplication::exit(kDone);
    });
    return QCoreApplication::exec();
}

int address(const CallParser &parser, Session &session)
{
    const QString text = parser.value(QStringLiteral("path"));
    const auto path = text.isEmpty()
                          ? Result<ledger::DerivationPath>(ledger::DerivationPath::ledgerLive(0))
                          : ledger::DerivationPath::parse(text.toStdString());
    if (!path)
        return parser.badCall(QString::fromStdString("--path " + path.error().detail));
    session.device().address(*path, parser.isSet(QStringLiteral("show")),
                             [&](Result<ledger::DeviceAddress> answer) {
                                 if (!answer) {
                                     session.end(answer.error());
                                     return;
                                 }
                                 std::printf("%s  %s%s\n", printable(answer->checksummed).c_str(),
                                             path->toString().c_str(), session.badge());
                                 QCoreApplication::exit(kDone);
                             });
    return QCoreApplication::exec();
}

} // namespace

int runLedger(const QStringList &arguments)
{
    CallParser parser(QStringLiteral("ledger"),
                      QStringLiteral("What is plugged in, an address, the open app. Nothing here "
                                     "signs: only a decoded action can be signed."));
    parser.positional(QStringLiteral("what"), QStringLiteral("list, address or app"));
    parser.option(QStringLiteral("ledger"),
                  QStringLiteral("hid (USB, the default) or tcp:HOST:PORT of a device emulator"),
                  QStringLiteral("WAY"));
    parser.option(QStringLiteral("path"),
                  QStringLiteral("derivation path of the address, 44'/60'/0'/0/0 unless said"),
                  QStringLiteral("PATH"));
    parser.option(QStringLiteral("show"),
                  QStringLiteral("show the address on the device and wait for the answer there"));
    if (const auto ended = parser.parse(arguments, 1, 1))
        return *ended;
    const QString what = parser.positionals().first();
    if (what == QLatin1String("list"))
        return list(parser);
    if (what != QLatin1String("address") && what != QLatin1String("app"))
        return parser.badCall(QStringLiteral("\"%1\" is none of list, address and app").arg(what));

    SystemClock clock;
    net::QtTimerService timers;
    const QString way = parser.value(QStringLiteral("ledger"));
    auto opener = app::ledgerOpener(way.isEmpty() ? QStringLiteral("hid") : way, clock, timers);
    if (!opener)
        return parser.badCall(QString::fromStdString(opener.error().sentence()));
    Session session(parser, std::move(*opener), clock, timers);
    return what == QLatin1String("app") ? app(session) : address(parser, session);
}

} // namespace hl::cli
