// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "net/qt_timer_service.h"
#include "net/qt_ws_transport.h"
#include "support/fault_tcp_proxy.h"
#include "support/json_frame_sink.h"
#include "support/raw_server.h"
#include "venue/session/ws_session.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QPointer>
#include <QTest>
#include <QWebSocket>
#include <QWebSocketServer>

#include <memory>
#include <vector>

using namespace hl;
using namespace hl::session;
using namespace std::chrono_literals;

namespace {

/// A venue of a few lines on loopback: acknowledges, answers pings and posts, sends one book.
class TinyVenue : public QObject
{
public:
    TinyVenue() : m_server(QStringLiteral("venue"), QWebSocketServer::NonSecureMode)
    {
        listen(0);
        connect(&m_server, &QWebSocketServer::newConnection, this, [this] {
            QWebSocket *peer = m_server.nextPendingConnection();
            peer->setParent(&m_server);
            peers.push_back(peer);
            peer->sendTextMessage(QStringLiteral("Websocket connection established."));
            connect(peer, &QWebSocket::textMessageReceived, this,
                    [this, peer](const QString &text) { heard(peer, text); });
        });
    }

    void listen(quint16 port)
    {
        if (!m_server.listen(QHostAddress::LocalHost, port))
            qFatal("the loopback port cannot be opened");
    }
    quint16 port() const { return m_server.serverPort(); }
    void closeServer()
    {
        m_server.close();
        for (const auto &peer : peers) {
            if (peer)
                peer->abort();
        }
    }
    QWebSocket *peer() { return peers.empty() ? nullptr : peers.back().data(); }

    std::vector<QPointer<QWebSocket>> peers;
    QStringList subscribed;

private:
    void heard(QWebSocket *peer, const QString &text)
    {
        const QJsonObject o = QJsonDocument::fromJson(text.toUtf8()).object();
        const QString method = o.value(QStringLiteral("method")).toString();
        if (method == QStringLiteral("ping")) {
            peer->sendTextMessage(QStringLiteral("{\"channel\":\"pong\"}"));
        } else if (method == QStringLiteral("subscribe")) {
            const QByteArray s = QJsonDocument(o.value(QStringLiteral("subscription")).toObject())
                                     .toJson(QJsonDocument::Compact);
            subscribed.append(QString::fromUtf8(s));
            peer->sendTextMessage(QString::fromUtf8(
                "{\"channel\":\"subscriptionResponse\",\"data\":{\"method\":\"subscribe\","
                "\"subscription\":" +
                s + "}}"));
            peer->sendTextMessage(QStringLiteral("{\"channel\":\"l2Book\",\"data\":{\"coin\":"
                                                 "\"BTC\",\"time\":1,\"levels\":[[],[]]}}"));
        } else if (method == QStringLiteral("post")) {
            const qint64 id = o.value(QStringLiteral("id")).toInteger();
            peer->sendTextMessage(
                QStringLiteral("{\"channel\":\"post\",\"data\":{\"id\":%1,\"response\":{\"type\":"
                               "\"action\",\"payload\":{\"status\":\"ok\",\"response\":{\"type\":"
                               "\"default\"}}}}}")
                    .arg(id));
        }
    }

    QWebSocketServer m_server;
};

} // namespace

/// The session on real sockets and real time, over loopback.
class TestSessionLive : public QObject
{
    Q_OBJECT

private:
    SystemClock m_clock;

private Q_SLOTS:
    void subscribesPostsReconnects()
    {
        TinyVenue venue;
        net::QtTimerService timers;
        net::QtWsFactory factory(m_clock);
        WsQuota quota(m_clock, timers);
        test::JsonFrameSink sink;
        StreamState state = StreamState::Pending;
        WsSession session({"ws://127.0.0.1:" + std::to_string(venue.port()) + "/ws"}, factory,
                          m_clock, timers, quota, sink, {});
        const auto handle = session.subscribe(
            Subscription::l2Book("BTC"), {[&](StreamState next, const Error &) { state = next; }});
        QVERIFY(handle);
        QVERIFY(session.start());
        QTRY_COMPARE(state, StreamState::Live);
        QTRY_VERIFY(session.pingMs() >= 0);

        std::vector<PostOutcome> got;
        const auto collect = [&](const PostOutcome &outcome) { got.push_back(outcome); };
        for (int i = 0; i < 50; ++i)
            session.postAction("{\"action\":{\"type\":\"noop\"}}", collect);
        QTRY_COMPARE(got.size(), 50U);
        for (const PostOutcome &outcome : got)
            QVERIFY(outcome.answered && outcome.receivedMonoNs > outcome.sentMonoNs);

        for (int round = 0; round < 3; ++round) {
            venue.peer()->close(QWebSocketProtocol::CloseCodeNormal, QStringLiteral("Expired"));
            QTRY_COMPARE(static_cast<int>(session.connections()), round + 2);
            QTRY_COMPARE(state, StreamState::Live);
        }
        QCOMPARE(venue.subscribed.size(), 4);
        QCOMPARE(factory.children().size(), 1);

        // The venue is away for a while and comes back on the same port.
        const quint16 port = venue.port();
        venue.closeServer();
        session.postAction("{}", collect);
        QTRY_COMPARE(session.state(), WsState::Waiting);
        session.postAction("{}", collect);
        QTRY_COMPARE(got.size(), 52U);
        QVERIFY(!got[51].written);
        venue.listen(port);
        QTRY_COMPARE_WITH_TIMEOUT(state, StreamState::Live, 10'000);
        session.stop();
        QTRY_VERIFY(factory.children().isEmpty());
        QCOMPARE(timers.pending(), 0U);
    }

    /// Faults on the wire between real sockets: the session comes back, and says of the post in
    /// flight what is true.
    void faultsOnTheWire_data()
    {
        QTest::addColumn<int>("mode");
        QTest::addColumn<qint64>("budget");
        using Mode = test::FaultTcpProxy::Mode;
        QTest::newRow("cut within a frame") << static_cast<int>(Mode::CutAfter) << qint64{7};
        QTest::newRow("stalled, still open") << static_cast<int>(Mode::Stall) << qint64{0};
        QTest::newRow("bytes garbled") << static_cast<int>(Mode::Garble) << qint64{0};
    }

    void faultsOnTheWire()
    {
        QFETCH(int, mode);
        QFETCH(qint64, budget);
        TinyVenue venue;
        test::FaultTcpProxy proxy(venue.port());
        net::QtTimerService timers;
        net::QtWsFactory factory(m_clock);
        WsQuota quota(m_clock, timers);
        test::JsonFrameSink sink;
        WsSession session({"ws://127.0.0.1:" + std::to_string(proxy.port()) + "/ws"}, factory,
                          m_clock, timers, quota, sink, {});
        StreamState state = StreamState::Pending;
        const auto handle = session.subscribe(
            Subscription::l2Book("BTC"), {[&](StreamState next, const Error &) { state = next; }});
        QVERIFY(handle);
        QVERIFY(session.start());
        QTRY_COMPARE(state, StreamState::Live);
        proxy.setMode(static_cast<test::FaultTcpProxy::Mode>(mode), budget);
        std::vector<PostOutcome> got;
        const std::int64_t startMs = m_clock.monoMs();
        session.postAction("{}", [&](const PostOutcome &outcome) { got.push_back(outcome); });
        QTRY_COMPARE_WITH_TIMEOUT(got.size(), 1U, 12'000);
        QVERIFY(got[0].isUnknown());
        QCOMPARE(got[0].error.kind, ErrorKind::UnknownOutcome);
        QVERIFY2(m_clock.monoMs() - startMs < 8'500, "noticed too late");
        QVERIFY(proxy.fired > 0);
        proxy.setMode(test::FaultTcpProxy::Mode::Pass);
        QTRY_COMPARE_WITH_TIMEOUT(state, StreamState::Live, 15'000);
        proxy.dropAll();
        QTRY_COMPARE_WITH_TIMEOUT(session.connections(), 3U, 10'000);
    }

    void hugeFrameMeansASentenceAndAReconnect()
    {
        TinyVenue venue;
        net::QtTimerService timers;
        net::QtWsFactory factory(m_clock);
        WsQuota quota(m_clock, timers);
        test::JsonFrameSink sink;
        std::vector<std::string> reasons;
        WsSession session({"ws://127.0.0.1:" + std::to_string(venue.port()) + "/ws"}, factory,
                          m_clock, timers, quota, sink,
                          {[&](WsState state, const std::string &why) {
                               if (state == WsState::Waiting)
                                   reasons.push_back(why);
                           },
                           {}});
        QVERIFY(session.start());
        QTRY_VERIFY(session.isOpen() && venue.peer() != nullptr);
        venue.peer()->sendTextMessage(QString(50 * 1024 * 1024, QLatin1Char('x')));
        QTRY_COMPARE_WITH_TIMEOUT(reasons.size(), 1U, 10'000);
        QCOMPARE(reasons[0],
                 std::string("The venue sent a frame over 16 MB; the connection was dropped."));
        QTRY_VERIFY(session.isOpen());
        QCOMPARE(session.connections(), 2U);
    }
};

QTEST_GUILESS_MAIN(TestSessionLive)
#include "tst_session_live.moc"
