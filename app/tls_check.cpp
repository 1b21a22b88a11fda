// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/tls_check.h"

#include <QSslSocket>

namespace hl::app {

namespace {

QString namesOf(const TlsBackends &backends)
{
    return backends.found.isEmpty() ? QStringLiteral("none")
                                    : backends.found.join(QStringLiteral(", "));
}

} // namespace

TlsBackends tlsBackends()
{
    TlsBackends backends;
    backends.found = QSslSocket::availableBackends();
    backends.active = QSslSocket::activeBackend();
    backends.works = QSslSocket::supportsSsl();
    if (backends.works)
        backends.library = QSslSocket::sslLibraryVersionString();
    return backends;
}

Status checkTls(const venue::Endpoints &endpoints, const TlsBackends &backends)
{
    const bool isNeeded =
        endpoints.apiUrl.starts_with("https:") || endpoints.wsUrl.starts_with("wss:");
    if (!isNeeded || backends.works)
        return {};
    const QString missing = backends.found.contains(QStringLiteral("openssl"))
                                ? QStringLiteral("the OpenSSL 3 library does not load")
                                : QStringLiteral("the openssl backend is missing");
    return fail(ErrorKind::Transport,
                QStringLiteral("no TLS: %1 (backends found: %2), so neither https nor wss works "
                               "and nothing is connected; the demo venue and replays need none")
                    .arg(missing, namesOf(backends))
                    .toStdString());
}

QString tlsText(const TlsBackends &backends)
{
    if (backends.works)
        return backends.active + QLatin1String(", ") + backends.library;
    return QStringLiteral("none (backends found: %1): https and wss will not work")
        .arg(namesOf(backends));
}

} // namespace hl::app
