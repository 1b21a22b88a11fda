// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QByteArray>
#include <QList>
#include <QSslCertificate>
#include <QSslConfiguration>
#include <QSslKey>

namespace hl::test {

/// A certificate authority made for one test run, and what it signs. Nothing is kept.
class TestCa
{
public:
    TestCa();

    struct Identity
    {
        QSslCertificate certificate;
        QSslKey key;
    };
    /// For a server reached as this name or address.
    Identity identityFor(const QByteArray &host) const;
    QSslCertificate certificate() const;

    /// A server that shows `identity`.
    static QSslConfiguration serverConfiguration(const Identity &identity);
    /// A client that trusts this authority and no other.
    QSslConfiguration clientConfiguration() const;

private:
    QByteArray m_certificatePem;
    QByteArray m_keyPem;
};

} // namespace hl::test
