// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/ledger_options.h"

#include "ledger/tcp_port.h"

namespace hl::app {

Result<std::unique_ptr<ledger::PortOpener>> ledgerOpener(const QString &text, const Clock &clock,
                                                         TimerService &timers)
{
    if (text == QLatin1String("hid"))
        return ledger::hidOpener(timers);
    if (!isEmulator(text))
        return fail(ErrorKind::Validation, "must be hid or tcp:HOST:PORT", "--ledger");
    auto endpoint = ledger::TcpPort::parseEndpoint(text.mid(4).toStdString());
    if (!endpoint)
        return fail(ErrorKind::Validation, endpoint.error().detail, "--ledger");
    return ledger::tcpOpener(endpoint->host, endpoint->port, clock, timers);
}

bool isEmulator(const QString &text)
{
    return text.startsWith(QLatin1String("tcp:"));
}

} // namespace hl::app
