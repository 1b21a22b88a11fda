// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "net/qt_ws_transport.h"
#include "support/raw_server.h"
#include "support/test_ca.h"

#include <QCryptographicHash>
#include <QElapsedTimer>
#include <QFile>
#include <QTest>
#include <QTimer>
#include <QWebSocket>
#include <QWebSocketServer>

#include <memory>
#include <optional>

using namespace hl;

namespace {

/// One connection and what it told.
struct Link
{
    std::unique_ptr<net::WsConnection> connection;
    bool wasOpened = false;
    int closes = 0;
    net::CloseInfo info;
    std::vector<std::string> frames;
    std::vector<std::int64_t> times;
    bool isPadded = true;

    void open(net::WsFactory &factory, const std::string &url)
    {
        connection = factory.create();
        net::WsConnection::Callbacks callbacks;
        callbacks.opened = [this] { wasOpened = true; };
        callbacks.closed = [this](net::CloseInfo i) {
            ++closes;
            info = std::move(i);
        };
        callbacks.frame = [this](std::string_view text, std::int64_t ns) {
            frames.emplace_back(text);
            times.push_back(ns);
            for (std::size_t i = 0; i < 64; ++i)
                isPadded = isPadded && text.data()[text.size() + i] == '\0';
        };
        connection->open(url, std::move(callbacks));
    }
};

std::string urlOf(const QWebSocketServer &server, const char *scheme = "ws")
{
    return std::string(scheme) + "://127.0.0.1:" + std::to_string(server.serverPort()) + "/ws";
}

qint64 residentKiB()
{
    QFile status(QStringLiteral("/proc/self/status"));
    if (!status.open(QIODevice::ReadOnly))
        return -1;
    for (const QByteArray &line : status.readAll().split('\n')) {
        if (line.startsWith("VmRSS:"))
            return line.mid(6).trimmed().split(' ').first().toLongLong();
    }
    return -1;
}

/// The 101 of RFC 6455 for the key in `request`.
QByteArray handshake(const QByteArray &request)
{
    const auto at = request.toLower().indexOf("sec-websocket-key:");
    const QByteArray key = request.mid(at + 18).split('\r').first().trimmed();
    const QByteArray accept = QCryptographicHash::hash(key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11",
                                                       QCryptographicHash::Sha1)
                                  .toBase64();
    return "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
           "Sec-WebSocket-Accept: " +
           accept + "\r\n\r\n";
}

/// Header of an unmasked final text frame of this length.
QByteArray textHeader(quint64 length)
{
    QByteArray header("\x81\x7f", 2);
    for (int shift = 56; shift >= 0; shift -= 8)
        header.append(static_cast<char>(length >> shift));
    return header;
}

} // namespace

class TestQtWsTransport : public QObject
{
    Q_OBJECT

private:
    SystemClock m_clock;

private Q_SLOTS:
    void textGoesBothWays()
    {
        QWebSocketServer server(QStringLiteral("venue"), QWebSocketServer::NonSecureMode);
        QVERIFY(server.listen(QHostAddress::LocalHost));
        std::unique_ptr<QWebSocket> peer;
        QStringList heard;
        connect(&server, &QWebSocketServer::newConnection, this, [&] {
            peer.reset(server.nextPendingConnection());
            connect(peer.get(), &QWebSocket::textMessageReceived, this, [&](const QString &text) {
                heard.append(text);
                peer->sendTextMessage(text);
            });
        });
        net::QtWsFactory factory(m_clock);
        Link link;
        link.open(factory, urlOf(server));
        QVERIFY2(!link.connection->send("early"), "sent before it was open");
        QTRY_VERIFY(link.wasOpened);
        const std::vector<std::string> texts{"{\"method\":\"ping\"}", "€ ü 𝄞 \"quoted\"",
                                             std::string(3'000'000, 'x'), "short again"};
        for (const std::string &text : texts)
            QVERIFY(link.connection->send(text));
        QTRY_COMPARE(link.frames.size(), texts.size());
        QVERIFY(link.frames == texts);
        QVERIFY(link.isPadded);
        QVERIFY(std::is_sorted(link.times.begin(), link.times.end()) && link.times.front() > 0);

        peer->close(QWebSocketProtocol::CloseCodeNormal, QStringLiteral("Expired"));
        QTRY_COMPARE(link.closes, 1);
        QCOMPARE(link.info.code, 1000);
        QCOMPARE(link.info.reason, std::string("Expired"));
        QVERIFY(!link.connection->send("late"));
        // The other end has gone too: nothing more can be told.
        QTRY_COMPARE(peer->state(), QAbstractSocket::UnconnectedState);
        QCOMPARE(link.closes, 1);
    }

    void failures_data()
    {
        QTest::addColumn<QByteArray>("url");
        QTest::addColumn<QByteArray>("says");
        QTest::newRow("nobody listens")
            << QByteArray("ws://127.0.0.1:1/ws") << QByteArray("The venue refused the connection.");
        QTest::newRow("unknown host")
            << QByteArray("ws://venue.invalid/ws")
            << QByteArray("The venue's address was not found; is the network up?");
        QTest::newRow("no WebSocket URL") << QByteArray("http://127.0.0.1/ws")
                                          << QByteArray("The venue's address is no ws or wss URL.");
        QTest::newRow("broken URL")
            << QByteArray("ws://[::1/ws") << QByteArray("The venue's address is no ws or wss URL.");
    }

    void failures()
    {
        QFETCH(QByteArray, url);
        QFETCH(QByteArray, says);
        net::QtWsFactory factory(m_clock);
        Link link;
        link.open(factory, url.toStdString());
        QCOMPARE(link.closes, 0); // later, never from inside the call
        QTRY_COMPARE_WITH_TIMEOUT(link.closes, 1, 10'000);
        QCOMPARE(link.info.code, 0);
        QCOMPARE(QByteArray::fromStdString(link.info.reason), says);
        QVERIFY(!link.wasOpened);
    }

    void serverThatIsNoWebSocket()
    {
        test::RawServer server([](QTcpSocket &socket, const QByteArray &) {
            socket.write("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n");
            socket.disconnectFromHost();
        });
        net::QtWsFactory factory(m_clock);
        Link link;
        link.open(factory, server.url("ws"));
        QTRY_COMPARE(link.closes, 1);
        QCOMPARE(link.info.code, 0);
        QVERIFY(!link.info.reason.empty());
    }

    void silentServerCanBeDropped()
    {
        test::RawServer server([](QTcpSocket &, const QByteArray &) {});
        net::QtWsFactory factory(m_clock);
        auto link = std::make_unique<Link>();
        link->open(factory, server.url("ws"));
        QTRY_VERIFY(!server.received.isEmpty());
        link->connection->abort();
        link->connection.reset();
        QTRY_VERIFY(factory.children().isEmpty());
    }

    /// cases.md B58: aborted attempts never spoil a later one.
    void B58_tenthAttemptConnects()
    {
        QWebSocketServer server(QStringLiteral("venue"), QWebSocketServer::NonSecureMode);
        QVERIFY(server.listen(QHostAddress::LocalHost));
        std::vector<std::unique_ptr<QWebSocket>> peers;
        connect(&server, &QWebSocketServer::newConnection, this,
                [&] { peers.emplace_back(server.nextPendingConnection()); });
        test::RawServer silent([](QTcpSocket &, const QByteArray &) {});
        net::QtWsFactory factory(m_clock);
        for (int i = 0; i < 9; ++i) {
            Link link;
            link.open(factory, silent.url("ws"));
            QTRY_COMPARE(silent.connections, i + 1);
            link.connection->abort();
        }
        Link link;
        link.open(factory, urlOf(server));
        QTRY_VERIFY(link.wasOpened);
        QTRY_COMPARE(peers.size(), 1U);
        peers[0]->sendTextMessage(QStringLiteral("hello"));
        QTRY_COMPARE(link.frames.size(), 1U);
        QCOMPARE(link.closes, 0);
        QTRY_COMPARE(factory.children().size(), 1); // the old sockets are gone
    }

    void hugeFrameGivesASentenceAndNoMemory()
    {
        constexpr quint64 kSize = 50U * 1024U * 1024U;
        quint64 left = kSize;
        test::RawServer server([&](QTcpSocket &socket, const QByteArray &bytes) {
            if (!bytes.startsWith("GET"))
                return;
            socket.write(handshake(bytes) + textHeader(kSize));
            const auto more = [&socket, &left] {
                const QByteArray block(256 * 1024, 'x');
                while (left > 0 && socket.bytesToWrite() < 1024 * 1024) {
                    socket.write(block);
                    left -= static_cast<quint64>(block.size());
                }
            };
            connect(&socket, &QTcpSocket::bytesWritten, &socket, more);
            more();
        });
        net::QtWsFactory factory(m_clock);
        const qint64 before = residentKiB();
        qint64 peak = before;
        QTimer sampler;
        connect(&sampler, &QTimer::timeout, this, [&] { peak = std::max(peak, residentKiB()); });
        sampler.start(1);
        Link link;
        link.open(factory, server.url("ws"));
        QTRY_COMPARE_WITH_TIMEOUT(link.closes, 1, 10'000);
        QCOMPARE(link.info.reason,
                 std::string("The venue sent a frame over 16 MB; the connection was dropped."));
        QVERIFY(link.frames.empty());
        QVERIFY2(peak - before < 16 * 1024, qPrintable(QString::number(peak - before)));
    }

    void truncatedFrameIsABrokenConnection()
    {
        test::RawServer server([&](QTcpSocket &socket, const QByteArray &bytes) {
            if (!bytes.startsWith("GET"))
                return;
            socket.write(handshake(bytes) + textHeader(1'000) + "{\"channel\":\"l2B");
            socket.flush();
            socket.disconnectFromHost();
        });
        net::QtWsFactory factory(m_clock);
        Link link;
        link.open(factory, server.url("ws"));
        QTRY_COMPARE(link.closes, 1);
        QVERIFY(link.wasOpened);
        QVERIFY(link.frames.empty());
        QVERIFY(link.info.code != 1000);
    }

    void closeSaysGoodbyeAndTheSocketGoes()
    {
        QWebSocketServer server(QStringLiteral("venue"), QWebSocketServer::NonSecureMode);
        QVERIFY(server.listen(QHostAddress::LocalHost));
        std::unique_ptr<QWebSocket> peer;
        int code = 0;
        connect(&server, &QWebSocketServer::newConnection, this, [&] {
            peer.reset(server.nextPendingConnection());
            connect(peer.get(), &QWebSocket::disconnected, this,
                    [&] { code = static_cast<int>(peer->closeCode()); });
        });
        net::QtWsFactory factory(m_clock);
        Link link;
        link.open(factory, urlOf(server));
        QTRY_VERIFY(link.wasOpened);
        link.connection->close(1000, "closed by the user");
        link.connection.reset();
        QTRY_COMPARE(code, 1000);
        QTRY_VERIFY(factory.children().isEmpty());
        QCOMPARE(link.closes, 0);
    }

    void wss_data()
    {
        QTest::addColumn<QByteArray>("certificateFor");
        QTest::addColumn<bool>("isTrusted");
        QTest::addColumn<bool>("works");
        QTest::newRow("right certificate") << QByteArray("127.0.0.1") << true << true;
        QTest::newRow("unknown authority") << QByteArray("127.0.0.1") << false << false;
        QTest::newRow("another host's certificate") << QByteArray("venue.test") << true << false;
    }

    void wss()
    {
        QFETCH(QByteArray, certificateFor);
        QFETCH(bool, isTrusted);
        QFETCH(bool, works);
        const test::TestCa ca;
        const test::TestCa other;
        QWebSocketServer server(QStringLiteral("venue"), QWebSocketServer::SecureMode);
        server.setSslConfiguration(
            test::TestCa::serverConfiguration(ca.identityFor(certificateFor)));
        QVERIFY(server.listen(QHostAddress::LocalHost));
        int opened = 0;
        connect(&server, &QWebSocketServer::newConnection, this, [&] { ++opened; });
        net::QtWsFactory::Options options;
        options.ssl = isTrusted ? ca.clientConfiguration() : other.clientConfiguration();
        net::QtWsFactory factory(m_clock, options);
        Link link;
        link.open(factory, urlOf(server, "wss"));
        if (works) {
            QTRY_VERIFY(link.wasOpened);
            QVERIFY(link.connection->send("hello"));
            return;
        }
        QTRY_COMPARE(link.closes, 1);
        QVERIFY(!link.wasOpened);
        QCOMPARE(link.info.code, 0);
        QVERIFY2(link.info.reason.find("certificate") != std::string::npos,
                 link.info.reason.c_str());
        // Both ends are closed: nobody can arrive any more.
        server.close();
        QCoreApplication::processEvents();
        QCOMPARE(opened, 0);
    }

    void wssNeverFallsBackToPlain()
    {
        test::RawServer server([](QTcpSocket &socket, const QByteArray &bytes) {
            socket.write(bytes.startsWith("GET") ? handshake(bytes) : QByteArray("no\r\n\r\n"));
        });
        net::QtWsFactory factory(m_clock);
        Link link;
        link.open(factory, server.url("wss"));
        QTRY_COMPARE(link.closes, 1);
        QVERIFY(!link.wasOpened);
        QVERIFY2(link.info.reason.find("secure connection") != std::string::npos,
                 link.info.reason.c_str());
        QVERIFY(!server.received.contains("GET"));
    }
};

QTEST_GUILESS_MAIN(TestQtWsTransport)
#include "tst_qt_ws_transport.moc"
