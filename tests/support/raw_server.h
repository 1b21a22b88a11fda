// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QByteArray>
#include <QHostAddress>
#include <QObject>
#include <QTcpServer>
#include <QTcpSocket>

#include <functional>

namespace hl::test {

/// A TCP server that does exactly what the test says with each connection's bytes.
class RawServer final : public QObject
{
public:
    using Handler = std::function<void(QTcpSocket &, const QByteArray &received)>;

    explicit RawServer(Handler handler) : m_handler(std::move(handler))
    {
        if (!m_server.listen(QHostAddress::LocalHost))
            qFatal("the loopback port cannot be opened");
        connect(&m_server, &QTcpServer::newConnection, this, [this] {
            while (QTcpSocket *socket = m_server.nextPendingConnection()) {
                ++connections;
                connect(socket, &QTcpSocket::readyRead, this, [this, socket] {
                    const QByteArray bytes = socket->readAll();
                    received += bytes;
                    if (m_handler)
                        m_handler(*socket, bytes);
                });
                connect(socket, &QTcpSocket::disconnected, socket, &QObject::deleteLater);
            }
        });
    }

    quint16 port() const { return m_server.serverPort(); }
    std::string url(const char *scheme) const
    {
        return std::string(scheme) + "://127.0.0.1:" + std::to_string(port());
    }

    int connections = 0;
    QByteArray received; ///< over all connections

private:
    Handler m_handler;
    QTcpServer m_server;
};

} // namespace hl::test
