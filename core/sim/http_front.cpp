// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "sim/http_front.h"

#include <QHttpServerRequest>
#include <QHttpServerResponder>
#include <QTcpSocket>
#include <QUrl>
#include <QWebSocket>

namespace hl::sim {
namespace {

constexpr quint64 kMostInbound = 2'000'000; ///< bytes of one client frame
constexpr qint64 kMostBehind = 64'000'000;  ///< bytes a client may leave unread

} // namespace

void LoopbackServer::incomingConnection(qintptr descriptor)
{
    auto *socket = new QTcpSocket(this);
    if (!socket->setSocketDescriptor(descriptor)) {
        delete socket;
        return;
    }
    socket->setSocketOption(QAbstractSocket::LowDelayOption, 1);
    addPendingConnection(socket);
}

HttpFront::HttpFront(VenueCore &core, QObject *parent) : QAbstractHttpServer(parent), m_core(core)
{
    connect(this, &QAbstractHttpServer::newWebSocketConnection, this, &HttpFront::adopt);
}

bool HttpFront::handleRequest(const QHttpServerRequest &request, QTcpSocket *socket)
{
    const QString path = request.url().path();
    if (!request.value("Upgrade").isEmpty())
        return path == QLatin1String("/ws"); // true hands the socket to the WebSocket server
    if (request.method() != QHttpServerRequest::Method::Post)
        return false;
    const QByteArray body = request.body();
    const VenueCore::HttpReply reply =
        m_core.post(path.toStdString(), {body.constData(), static_cast<std::size_t>(body.size())});
    makeResponder(request, socket)
        .write(QByteArray::fromStdString(reply.body), QByteArray::fromStdString(reply.contentType),
               static_cast<QHttpServerResponder::StatusCode>(reply.status));
    return true;
}

void HttpFront::missingHandler(const QHttpServerRequest &request, QTcpSocket *socket)
{
    const bool isPost = request.method() == QHttpServerRequest::Method::Post;
    makeResponder(request, socket)
        .write(QByteArrayLiteral("Not Found"), QByteArrayLiteral("text/plain"),
               isPost ? QHttpServerResponder::StatusCode::NotFound
                      : QHttpServerResponder::StatusCode::MethodNotAllowed);
}

void HttpFront::adopt()
{
    while (hasPendingWebSocketConnections()) {
        QWebSocket *socket = nextPendingWebSocketConnection().release();
        socket->setParent(this);
        socket->setMaxAllowedIncomingMessageSize(kMostInbound);
        const SessionId session = m_core.connect([socket](const std::string &text) {
            if (socket->state() != QAbstractSocket::ConnectedState)
                return;
            if (socket->bytesToWrite() > kMostBehind) {
                // Later: the venue is in the middle of telling everybody.
                QMetaObject::invokeMethod(socket, &QWebSocket::abort, Qt::QueuedConnection);
                return;
            }
            socket->sendTextMessage(
                QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())));
        });
        connect(
            socket, &QWebSocket::textMessageReceived, this,
            [this, session](const QString &message) {
                const QByteArray utf8 = message.toUtf8();
                m_core.receive(session, {utf8.constData(), static_cast<std::size_t>(utf8.size())});
            });
        // Queued, so that no session ends while a frame is on its way to it.
        connect(
            socket, &QWebSocket::disconnected, this,
            [this, session, socket] {
                m_core.disconnect(session);
                socket->deleteLater();
            },
            Qt::QueuedConnection);
    }
}

} // namespace hl::sim
