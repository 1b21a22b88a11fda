// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "venue/hyperliquid/endpoints.h"

#include <QString>
#include <QStringList>

namespace hl::app {

/// What this installation of Qt has to speak TLS with. A package can carry none: then Qt falls back
/// to "cert-only", which reads certificates and cannot connect.
struct TlsBackends
{
    QStringList found;
    QString active;
    bool works = false; ///< the active one and the library that it loads are both there
    QString library;    ///< "OpenSSL 3.0.…"; empty where it does not work
};

/// Needs a QCoreApplication: backends are plugins.
TlsBackends tlsBackends();

/// The self-check at start: fails where an endpoint is https or wss and nothing here speaks TLS.
/// The sentence names what was found, what is missing and what works without it.
Status checkTls(const venue::Endpoints &endpoints, const TlsBackends &backends = tlsBackends());

/// "openssl, OpenSSL 3.0.…", or what will not work.
QString tlsText(const TlsBackends &backends);

} // namespace hl::app
