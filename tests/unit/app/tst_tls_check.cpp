// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/tls_check.h"

#include <QSslSocket>
#include <QTest>

using namespace hl;
using app::TlsBackends;

class TestTlsCheck : public QObject
{
    Q_OBJECT

    static TlsBackends certOnly() { return {{"cert-only"}, "cert-only", false, {}}; }

private Q_SLOTS:
    void endpoints_data()
    {
        QTest::addColumn<QString>("api");
        QTest::addColumn<QString>("ws");
        QTest::addColumn<bool>("isRefused");
        QTest::newRow("both need it") << "https://a.example"
                                      << "wss://a.example/ws" << true;
        QTest::newRow("only HTTP needs it") << "https://a.example"
                                            << "ws://a.example/ws" << true;
        QTest::newRow("only WebSocket needs it") << "http://a.example"
                                                 << "wss://a.example/ws" << true;
        QTest::newRow("loopback") << "http://127.0.0.1:1"
                                  << "ws://127.0.0.1:1/ws" << false;
        QTest::newRow("demo, not yet known") << ""
                                             << "" << false;
    }

    void endpoints()
    {
        QFETCH(QString, api);
        QFETCH(QString, ws);
        QFETCH(bool, isRefused);
        const venue::Endpoints endpoints{true, api.toStdString(), ws.toStdString()};
        QCOMPARE(!app::checkTls(endpoints, certOnly()), isRefused);
        QVERIFY(app::checkTls(endpoints, {{"openssl"}, "openssl", true, "OpenSSL 3"}));
    }

    void namesWhatIsMissing_data()
    {
        QTest::addColumn<QStringList>("found");
        QTest::addColumn<QByteArray>("words");
        QTest::newRow("a package without a backend")
            << QStringList{"cert-only"}
            << QByteArray("the openssl backend is missing (backends found: cert-only)");
        QTest::newRow("no plugin at all")
            << QStringList{} << QByteArray("the openssl backend is missing (backends found: none)");
        QTest::newRow("the library is absent or 1.1")
            << QStringList{"openssl", "cert-only"}
            << QByteArray("the OpenSSL 3 library does not load (backends found: openssl, "
                          "cert-only)");
    }

    void namesWhatIsMissing()
    {
        QFETCH(QStringList, found);
        QFETCH(QByteArray, words);
        const Status status =
            app::checkTls(venue::mainnetEndpoints(), {found, "cert-only", false, {}});
        QVERIFY(!status);
        QVERIFY2(QByteArray::fromStdString(status.error().sentence()).contains(words),
                 status.error().sentence().c_str());
    }

    void versionSaysIt()
    {
        QCOMPARE(app::tlsText(certOnly()),
                 QStringLiteral("none (backends found: cert-only): https and wss will not work"));
        QCOMPARE(app::tlsText({{"openssl"}, "openssl", true, "OpenSSL 3.0.1"}),
                 QStringLiteral("openssl, OpenSSL 3.0.1"));
    }

    /// Qt itself, made to use the backend that a package without TLS is left with. Last: a process
    /// chooses once.
    void qtWithCertOnly()
    {
        if (!QSslSocket::availableBackends().contains(QStringLiteral("cert-only")))
            QSKIP("this Qt has no cert-only backend to try");
        QVERIFY(QSslSocket::setActiveBackend(QStringLiteral("cert-only")));
        QVERIFY(!app::tlsBackends().works);
        QVERIFY(!app::checkTls(venue::mainnetEndpoints()));
        QVERIFY(app::checkTls(venue::Endpoints{}));
    }
};

QTEST_GUILESS_MAIN(TestTlsCheck)
#include "tst_tls_check.moc"
