// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "net/qt_http_transport.h"
#include "support/raw_server.h"
#include "support/test_ca.h"

#include <QHttpServer>
#include <QHttpServerResponse>
#include <QSslServer>
#include <QTest>
#include <QTimer>

#include <optional>

using namespace hl;

namespace {

/// Bytes before the blank line and all of the body that Content-Length announces.
bool isWhole(const QByteArray &request)
{
    const auto end = request.indexOf("\r\n\r\n");
    if (end < 0)
        return false;
    const auto at = request.toLower().indexOf("content-length:");
    const auto length = at < 0 ? 0 : request.mid(at + 15, 12).trimmed().split('\r').first().toInt();
    return request.size() - end - 4 >= length;
}

QByteArray answer(const QByteArray &status, const QByteArray &headers, const QByteArray &body)
{
    return "HTTP/1.1 " + status + "\r\n" + headers +
           "Content-Length: " + QByteArray::number(body.size()) + "\r\n\r\n" + body;
}

} // namespace

class TestQtHttpTransport : public QObject
{
    Q_OBJECT

private:
    SystemClock m_clock;

    net::HttpResponse post(net::QtHttpTransport &http, const std::string &url,
                           const std::string &body = "{}", int timeoutMs = 5'000)
    {
        std::optional<net::HttpResponse> got;
        (void)http.post(url, body, timeoutMs, [&](net::HttpResponse r) { got = std::move(r); });
        if (got)
            qFatal("answered from inside the call");
        if (!QTest::qWaitFor([&] { return got.has_value(); }, 10'000))
            qFatal("no answer");
        return *got;
    }

private Q_SLOTS:
    void postsAndAnswers()
    {
        QHttpServer server;
        QByteArray seenBody;
        QByteArray seenType;
        server.route("/info", QHttpServerRequest::Method::Post,
                     [&](const QHttpServerRequest &request) {
                         seenBody = request.body();
                         seenType = request.value("Content-Type");
                         QHttpServerResponse response("application/json", "{\"a\":[1]}",
                                                      QHttpServerResponse::StatusCode::Ok);
                         response.setHeader("Retry-After", "7");
                         return response;
                     });
        const quint16 port = server.listen(QHostAddress::LocalHost);
        QVERIFY(port != 0);
        net::QtHttpTransport http(m_clock);
        const std::string body =
            "{\"type\":\"meta\",\"pad\":\"" + std::string(100'000, 'x') + "\"}";
        for (int i = 0; i < 3; ++i) {
            const auto got = post(http, "http://127.0.0.1:" + std::to_string(port) + "/info", body);
            QVERIFY2(got.problem.empty(), got.problem.c_str());
            QCOMPARE(got.status, 200);
            QCOMPARE(got.body, std::string("{\"a\":[1]}"));
            QCOMPARE(got.contentType, std::string("application/json"));
            QCOMPARE(got.retryAfter, std::string("7"));
            QVERIFY(got.written);
            QVERIFY(got.receivedMonoNs > 0);
            QCOMPARE(seenBody.toStdString(), body);
            QCOMPARE(seenType, QByteArray("application/json"));
        }
    }

    void statusesAreAnswers_data()
    {
        QTest::addColumn<QByteArray>("status");
        for (const char *status :
             {"400 Bad Request", "401 Unauthorized", "404 Not Found", "422 Unprocessable Entity",
              "429 Too Many Requests", "500 Internal Server Error", "502 Bad Gateway",
              "503 Service Unavailable", "302 Found"})
            QTest::newRow(status) << QByteArray(status);
    }

    void statusesAreAnswers()
    {
        QFETCH(QByteArray, status);
        int whole = 0;
        QByteArray request;
        test::RawServer server([&](QTcpSocket &socket, const QByteArray &bytes) {
            request += bytes;
            if (!isWhole(request))
                return;
            ++whole;
            request.clear();
            socket.write(answer(status, "Content-Type: text/html\r\nLocation: /elsewhere\r\n",
                                "<html>no</html>"));
        });
        net::QtHttpTransport http(m_clock);
        const auto got = post(http, server.url("http") + "/exchange");
        QCOMPARE(got.status, status.left(3).toInt());
        QCOMPARE(got.body, std::string("<html>no</html>"));
        QVERIFY(got.written && got.problem.empty());
        QCOMPARE(whole, 1); // no redirect is followed, nothing is repeated
    }

    void refusedConnectionWroteNothing()
    {
        quint16 port = 0;
        {
            QTcpServer unused;
            QVERIFY(unused.listen(QHostAddress::LocalHost));
            port = unused.serverPort();
        }
        net::QtHttpTransport http(m_clock);
        const auto got = post(http, "http://127.0.0.1:" + std::to_string(port) + "/info");
        QCOMPARE(got.status, 0);
        QVERIFY(!got.written);
        QCOMPARE(got.problem, std::string("The venue refused the connection."));
    }

    void unknownHostWroteNothing()
    {
        net::QtHttpTransport http(m_clock);
        const auto got = post(http, "http://venue.invalid/info", "{}", 8'000);
        QCOMPARE(got.status, 0);
        QVERIFY(!got.written);
        QVERIFY2(got.problem.find("address was not found") != std::string::npos,
                 got.problem.c_str());
    }

    void badUrlIsSaid_data()
    {
        QTest::addColumn<QByteArray>("url");
        QTest::newRow("no scheme") << QByteArray("api.venue.test/info");
        QTest::newRow("ftp") << QByteArray("ftp://127.0.0.1/info");
        QTest::newRow("broken") << QByteArray("http://[::1/info");
    }

    void badUrlIsSaid()
    {
        QFETCH(QByteArray, url);
        net::QtHttpTransport http(m_clock);
        const auto got = post(http, url.toStdString());
        QVERIFY(!got.written);
        QCOMPARE(got.problem, std::string("The venue's address is no http or https URL."));
    }

    void silentServerTimesOutAsWritten()
    {
        test::RawServer server([](QTcpSocket &, const QByteArray &) {});
        net::QtHttpTransport http(m_clock);
        const auto got =
            post(http, server.url("http") + "/exchange", "{\"signature\":\"0xsecret\"}", 300);
        QCOMPARE(got.status, 0);
        QVERIFY(got.written);
        QCOMPARE(got.problem, std::string("The venue did not answer within 300 ms."));
        QCOMPARE(server.connections, 1);
    }

    /// Qt repeats a request by itself where the connection closes before the answer. A signed
    /// action must leave once only.
    void requestIsNeverRepeatedByItself_data()
    {
        QTest::addColumn<bool>("reusesConnection");
        QTest::newRow("fresh connection") << false;
        QTest::newRow("kept-alive connection") << true;
    }

    void requestIsNeverRepeatedByItself()
    {
        QFETCH(bool, reusesConnection);
        int whole = 0;
        QByteArray request;
        bool closes = !reusesConnection;
        test::RawServer server([&](QTcpSocket &socket, const QByteArray &bytes) {
            request += bytes;
            if (!isWhole(request))
                return;
            ++whole;
            request.clear();
            if (closes)
                socket.abort();
            else
                socket.write(answer("200 OK", "Content-Type: application/json\r\n", "{}"));
        });
        net::QtHttpTransport http(m_clock);
        const std::string url = server.url("http") + "/exchange";
        if (reusesConnection) {
            QCOMPARE(post(http, url).status, 200);
            closes = true;
            whole = 0;
        }
        const auto got = post(http, url, "{\"action\":1}");
        QCOMPARE(got.status, 0);
        QVERIFY2(got.written, "bytes left and the outcome says they did not");
        QVERIFY2(got.problem.find("closed the connection") != std::string::npos,
                 got.problem.c_str());
        // Had it been sent again, that would have come before this one.
        closes = false;
        QCOMPARE(post(http, url).status, 200);
        QCOMPARE(whole, 2);
    }

    void cutOffBodyIsNoAnswer()
    {
        QByteArray request;
        test::RawServer server([&](QTcpSocket &socket, const QByteArray &bytes) {
            request += bytes;
            if (!isWhole(request))
                return;
            socket.write("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
                         "Content-Length: 100\r\n\r\n{\"a\":");
            socket.disconnectFromHost();
        });
        net::QtHttpTransport http(m_clock);
        const auto got = post(http, server.url("http") + "/info");
        QCOMPARE(got.status, 0);
        QVERIFY(got.written);
        QVERIFY2(got.problem.find("before its answer was whole") != std::string::npos,
                 got.problem.c_str());
    }

    void noHttpIsSaid()
    {
        test::RawServer server([](QTcpSocket &socket, const QByteArray &) {
            socket.write("SSH-2.0-whatever\r\n");
            socket.disconnectFromHost();
        });
        net::QtHttpTransport http(m_clock);
        const auto got = post(http, server.url("http") + "/info");
        QCOMPARE(got.status, 0);
        QVERIFY(got.written);
        QVERIFY(!got.problem.empty());
    }

    void hugeAnswerIsDropped()
    {
        QByteArray request;
        test::RawServer server([&](QTcpSocket &socket, const QByteArray &bytes) {
            request += bytes;
            if (isWhole(request))
                socket.write(answer("200 OK", "Content-Type: application/json\r\n",
                                    QByteArray(8 * 1024 * 1024, '1')));
        });
        net::QtHttpTransport::Options options;
        options.maxBodyBytes = 1024 * 1024;
        net::QtHttpTransport http(m_clock, options);
        const auto got = post(http, server.url("http") + "/info");
        QCOMPARE(got.status, 0);
        QCOMPARE(got.problem, std::string("The venue's answer is over 1 MB and was dropped."));
    }

    void cancelledIsNotAnswered()
    {
        test::RawServer server([](QTcpSocket &, const QByteArray &) {});
        net::QtHttpTransport http(m_clock);
        bool wasCalled = false;
        const auto handle = http.post(server.url("http"), "{}", 100,
                                      [&](const net::HttpResponse &) { wasCalled = true; });
        http.cancel(handle);
        http.cancel(handle);
        // A later one's time-out comes after its own would have.
        bool isOver = false;
        http.post(server.url("http"), "{}", 200, [&](const net::HttpResponse &) { isOver = true; });
        QTRY_VERIFY(isOver);
        QVERIFY(!wasCalled);
    }

    void https_data()
    {
        QTest::addColumn<QByteArray>("certificateFor");
        QTest::addColumn<bool>("isTrusted");
        QTest::addColumn<bool>("works");
        QTest::newRow("right certificate") << QByteArray("127.0.0.1") << true << true;
        QTest::newRow("unknown authority") << QByteArray("127.0.0.1") << false << false;
        QTest::newRow("another host's certificate") << QByteArray("venue.test") << true << false;
    }

    void https()
    {
        QFETCH(QByteArray, certificateFor);
        QFETCH(bool, isTrusted);
        QFETCH(bool, works);
        const test::TestCa ca;
        const test::TestCa other;
        QSslServer server;
        server.setSslConfiguration(
            test::TestCa::serverConfiguration(ca.identityFor(certificateFor)));
        QVERIFY(server.listen(QHostAddress::LocalHost));
        QByteArray request;
        connect(&server, &QTcpServer::pendingConnectionAvailable, this, [&] {
            QTcpSocket *socket = server.nextPendingConnection();
            connect(socket, &QTcpSocket::readyRead, socket, [&request, socket] {
                request += socket->readAll();
                if (isWhole(request))
                    socket->write(answer("200 OK", "Content-Type: application/json\r\n", "{}"));
            });
        });
        net::QtHttpTransport::Options options;
        options.ssl = isTrusted ? ca.clientConfiguration() : other.clientConfiguration();
        net::QtHttpTransport http(m_clock, options);
        const auto got =
            post(http, "https://127.0.0.1:" + std::to_string(server.serverPort()) + "/exchange",
                 "{\"signature\":\"0xsecret\"}");
        if (works) {
            QVERIFY2(got.problem.empty(), got.problem.c_str());
            QCOMPARE(got.status, 200);
            return;
        }
        QCOMPARE(got.status, 0);
        QVERIFY(!got.written);
        QVERIFY2(got.problem.find("certificate") != std::string::npos, got.problem.c_str());
        QVERIFY2(request.isEmpty(), "bytes of the request went to an untrusted server");
    }

    void httpsNeverFallsBackToPlain()
    {
        test::RawServer server([](QTcpSocket &socket, const QByteArray &) {
            socket.write(answer("200 OK", "Content-Type: application/json\r\n", "{}"));
            socket.disconnectFromHost();
        });
        net::QtHttpTransport http(m_clock);
        const auto got = post(http, server.url("https") + "/exchange", "{\"secret\":1}");
        QCOMPARE(got.status, 0);
        QVERIFY(!got.written);
        QVERIFY(!got.problem.empty());
        QVERIFY(!server.received.contains("secret"));
        QVERIFY(!server.received.contains("POST"));
    }
};

QTEST_GUILESS_MAIN(TestQtHttpTransport)
#include "tst_qt_http_transport.moc"
