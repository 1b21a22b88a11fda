// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/clock.h"
#include "codec/value.h"
#include "crypto/secp256k1.h"
#include "sim/sim_venue.h"
#include "venue/hyperliquid/actions/request.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QNetworkAccessManager>
#include <QNetworkReply>
#include <QSignalSpy>
#include <QTcpSocket>
#include <QThread>
#include <QWebSocket>
#include <QtTest>

#include <atomic>

using namespace hl;

namespace {

constexpr const char *kKey = "0x0123456789012345678901234567890123456789012345678901234567890123";

/// JSON written with single quotes.
QString J(const char *text)
{
    return QString::fromLatin1(text).replace(QLatin1Char('\''), QLatin1Char('"'));
}

QByteArray signedOrder(bool isBuy, const char *px, const char *sz, const char *tif)
{
    const std::string json = std::string(J("{'type':'order','orders':[{'a':0,'b':").toStdString()) +
                             (isBuy ? "true" : "false") + J(",'p':'").toStdString() + px +
                             J("','s':'").toStdString() + sz +
                             J("','r':false,'t':{'limit':{'tif':'").toStdString() + tif +
                             J("'}}}],'grouping':'na'}").toStdString();
    static Nonce last = 0;
    last = std::max(last + 1, static_cast<Nonce>(SystemClock().wallMs()));
    actions::PostedRequest request{*actions::parseAction(json), {}, last, {}, {}};
    const auto key = crypto::SecretKey::parse(kKey);
    const auto signature = key->sign(*actions::requestDigest(request, false));
    return QByteArray::fromStdString(
        actions::requestBody(request.action, last, *signature, {}, {}));
}

} // namespace

/// The venue over real sockets, on its own thread as the terminal runs it.
class TestVenueSockets : public QObject
{
    Q_OBJECT

    QThread m_thread;
    sim::SimVenue *m_venue = nullptr;
    quint16 m_port = 0;
    QNetworkAccessManager m_http;

    QPair<int, QByteArray> post(const QString &path, const QByteArray &body)
    {
        QNetworkRequest request(
            QUrl(QStringLiteral("http://127.0.0.1:%1%2").arg(m_port).arg(path)));
        request.setHeader(QNetworkRequest::ContentTypeHeader, "application/json");
        QNetworkReply *reply = m_http.post(request, body);
        QSignalSpy done(reply, &QNetworkReply::finished);
        if (!reply->isFinished() && !done.wait(5000))
            return {0, "no answer"};
        reply->deleteLater();
        return {reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt(),
                reply->readAll()};
    }

private Q_SLOTS:
    void initTestCase()
    {
        m_venue = new sim::SimVenue(sim::SimVenueConfig{});
        m_venue->moveToThread(&m_thread);
        QObject::connect(&m_thread, &QThread::finished, m_venue, &QObject::deleteLater);
        m_thread.start();
        std::atomic<int> port{-1};
        QMetaObject::invokeMethod(m_venue, [&] {
            const auto result = m_venue->listen(0);
            port = result ? *result : 0;
        });
        QTRY_VERIFY_WITH_TIMEOUT(port >= 0, 20'000);
        m_port = static_cast<quint16>(port.load());
        QVERIFY(m_port != 0);
    }

    void cleanupTestCase()
    {
        m_thread.quit();
        QVERIFY(m_thread.wait(5000));
    }

    void answersHttp()
    {
        const auto [status, body] = post(QStringLiteral("/info"), "{\"type\":\"allMids\"}");
        QCOMPARE(status, 200);
        QVERIFY(QJsonDocument::fromJson(body).object().contains(QLatin1String("BTC")));
        QCOMPARE(post(QStringLiteral("/info"), "{}").first, 422);
        QCOMPARE(post(QStringLiteral("/info"),
                      "{\"type\":\"l2Book\",\"coin\":\"BTC\",\"nSigFigs\":5,\"mantissa\":1}")
                     .first,
                 500);
        QCOMPARE(post(QStringLiteral("/elsewhere"), "{}").first, 404);
    }

    void keepsAConnectionForSeveralRequests()
    {
        QTcpSocket socket;
        socket.connectToHost(QStringLiteral("127.0.0.1"), m_port);
        QVERIFY(socket.waitForConnected(5000));
        for (int i = 0; i < 3; ++i) {
            const QByteArray body = "{\"type\":\"exchangeStatus\"}";
            socket.write("POST /info HTTP/1.1\r\nHost: x\r\nContent-Type: "
                         "application/json\r\nContent-Length: " +
                         QByteArray::number(body.size()) + "\r\n\r\n" + body);
            QByteArray answer;
            QTRY_VERIFY_WITH_TIMEOUT((answer += socket.readAll()).contains("specialStatuses"),
                                     5000);
            QVERIFY(answer.startsWith("HTTP/1.1 200"));
            QVERIFY(answer.toLower().contains("content-type: application/json"));
        }
        socket.write("GET /info HTTP/1.1\r\nHost: x\r\n\r\n");
        QByteArray answer;
        QTRY_VERIFY_WITH_TIMEOUT((answer += socket.readAll()).contains("Not Found"), 5000);
        QVERIFY(answer.startsWith("HTTP/1.1 405"));
    }

    void upgradesOnlyWhereTheSocketIs()
    {
        QWebSocket socket;
        QSignalSpy failed(&socket, &QWebSocket::disconnected);
        QSignalSpy opened(&socket, &QWebSocket::connected);
        socket.open(QUrl(QStringLiteral("ws://127.0.0.1:%1/other").arg(m_port)));
        QTRY_VERIFY_WITH_TIMEOUT(
            !failed.isEmpty() || socket.error() != QAbstractSocket::UnknownSocketError, 5000);
        QVERIFY(opened.isEmpty());
    }

    void aRestingOrderIsSeenEverywhereAndGoes()
    {
        QWebSocket socket;
        QStringList frames;
        QObject::connect(&socket, &QWebSocket::textMessageReceived, this,
                         [&](const QString &text) { frames << text; });
        socket.open(QUrl(QStringLiteral("ws://127.0.0.1:%1/ws").arg(m_port)));
        QTRY_VERIFY_WITH_TIMEOUT(
            frames.contains(QLatin1String("Websocket connection established.")), 5000);
        const QString user = QStringLiteral("0x14791697260e4c9a71f18484c9f997b308e59325");
        const auto subscribe = [&](const char *type, const QString &more) {
            socket.sendTextMessage(J("{'method':'subscribe','subscription':{'type':'%1',%2}}")
                                       .arg(QLatin1String(type), more));
        };
        subscribe("orderUpdates", QStringLiteral("\"user\":\"%1\"").arg(user));
        subscribe("openOrders", QStringLiteral("\"user\":\"%1\"").arg(user));
        subscribe("l2Book", QStringLiteral("\"coin\":\"BTC\",\"fast\":true"));
        const auto seen = [&](const QString &channel, const QString &part) {
            for (const QString &frame : frames) {
                if (frame.startsWith(QStringLiteral("{\"channel\":\"%1\"").arg(channel)) &&
                    frame.contains(part))
                    return true;
            }
            return false;
        };
        QTRY_VERIFY_WITH_TIMEOUT(seen(QStringLiteral("l2Book"), QStringLiteral("\"fast\":true")),
                                 5000);

        const auto [status, body] =
            post(QStringLiteral("/exchange"), signedOrder(true, "90000", "0.01", "Gtc"));
        QCOMPARE(status, 200);
        const QJsonObject resting =
            QJsonDocument::fromJson(body)[QLatin1String("response")][QLatin1String("data")]
                                         [QLatin1String("statuses")][0][QLatin1String("resting")]
                                             .toObject();
        const qint64 oid = resting[QLatin1String("oid")].toInteger();
        QVERIFY2(oid > 0, body.constData());
        const QString mark = QStringLiteral("\"oid\":%1").arg(oid);
        QTRY_VERIFY_WITH_TIMEOUT(seen(QStringLiteral("orderUpdates"), mark), 5000);
        QTRY_VERIFY_WITH_TIMEOUT(seen(QStringLiteral("openOrders"), mark), 5000);

        // A crossing order fills against the market that moves on its own.
        const auto crossed =
            post(QStringLiteral("/exchange"), signedOrder(true, "120000", "0.01", "Ioc"));
        QVERIFY2(crossed.second.contains("\"filled\":{\"totalSz\":\"0.01\""),
                 crossed.second.constData());
        const QByteArray state =
            post(QStringLiteral("/info"),
                 "{\"type\":\"clearinghouseState\",\"user\":\"" + user.toLatin1() + "\"}")
                .second;
        QVERIFY2(state.contains("\"szi\":\"0.01\""), state.constData());
        socket.close();
    }

    void pushesTheBookSeveralTimesASecond()
    {
        QWebSocket socket;
        int bbos = 0;
        int fast = 0;
        QObject::connect(&socket, &QWebSocket::textMessageReceived, this, [&](const QString &text) {
            bbos += text.startsWith(QLatin1String("{\"channel\":\"bbo\"")) ? 1 : 0;
            fast += text.startsWith(QLatin1String("{\"channel\":\"l2Book\"")) ? 1 : 0;
        });
        QSignalSpy opened(&socket, &QWebSocket::connected);
        socket.open(QUrl(QStringLiteral("ws://127.0.0.1:%1/ws").arg(m_port)));
        QTRY_VERIFY_WITH_TIMEOUT(!opened.isEmpty(), 5000);
        socket.sendTextMessage(
            J("{'method':'subscribe','subscription':{'type':'bbo','coin':'BTC'}}"));
        socket.sendTextMessage(
            J("{'method':'subscribe','subscription':{'type':'l2Book','coin':'BTC','fast':true}}"));
        QTRY_VERIFY_WITH_TIMEOUT(bbos >= 10 && fast >= 4, 8000);
    }

    void aPortInUseIsSaidInOneSentence()
    {
        sim::SimVenue second{sim::SimVenueConfig{}};
        const auto result = second.listen(m_port);
        QVERIFY(!result.has_value());
        QVERIFY2(
            QString::fromStdString(result.error().detail)
                .startsWith(
                    QStringLiteral("The embedded venue cannot listen on 127.0.0.1:%1").arg(m_port)),
            result.error().detail.c_str());
        QVERIFY(second.listen(0).has_value());
        QVERIFY(second.apiUrl().startsWith(QLatin1String("http://127.0.0.1:")));
        second.close();
        QCOMPARE(second.port(), quint16{0});
    }
};

QTEST_GUILESS_MAIN(TestVenueSockets)
#include "tst_venue_sockets.moc"
