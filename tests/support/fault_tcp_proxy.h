// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QHostAddress>
#include <QObject>
#include <QPointer>
#include <QTcpServer>
#include <QTcpSocket>

#include <algorithm>
#include <utility>
#include <vector>

namespace hl::test {

/// Bytes between a client and a server on loopback, with one fault at a time: for the few checks
/// that must run on real sockets. fault_proxy.h is for the many.
class FaultTcpProxy final : public QObject
{
public:
    enum class Mode {
        Pass,
        Refuse,       ///< new connections are dropped at once
        Stall,        ///< connections stay open, nothing passes
        CutAfter,     ///< both sides are dropped after `budget` more bytes towards the client
        LoseUpstream, ///< what the client sends is taken and never delivered
        Garble,       ///< the next bytes towards the client are overwritten
    };

    explicit FaultTcpProxy(quint16 upstreamPort) : m_upstreamPort(upstreamPort)
    {
        if (!m_server.listen(QHostAddress::LocalHost))
            qFatal("the loopback port cannot be opened");
        connect(&m_server, &QTcpServer::newConnection, this, [this] {
            while (QTcpSocket *client = m_server.nextPendingConnection())
                accept(client);
        });
    }

    quint16 port() const { return m_server.serverPort(); }
    void setMode(Mode mode, qint64 budget = 0)
    {
        m_mode = mode;
        m_budget = budget;
        fired = 0;
    }
    /// A new upstream for connections to come (a venue that was started anew).
    void setUpstream(quint16 port) { m_upstreamPort = port; }
    /// Breaks every connection there is.
    void dropAll()
    {
        for (const auto &client : std::exchange(m_clients, {})) {
            if (client)
                client->abort();
        }
    }

    int fired = 0; ///< how often the present mode has struck
    int connections = 0;

private:
    void accept(QTcpSocket *client)
    {
        ++connections;
        if (m_mode == Mode::Refuse) {
            ++fired;
            client->abort();
            client->deleteLater();
            return;
        }
        m_clients.emplace_back(client);
        auto *upstream = new QTcpSocket(client);
        upstream->connectToHost(QHostAddress::LocalHost, m_upstreamPort);
        connect(client, &QTcpSocket::readyRead, this, [this, client, upstream] {
            const QByteArray bytes = client->readAll();
            if (m_mode == Mode::Stall || m_mode == Mode::LoseUpstream) {
                ++fired;
                return;
            }
            upstream->write(bytes);
        });
        connect(upstream, &QTcpSocket::readyRead, this,
                [this, client, upstream] { down(client, upstream); });
        connect(client, &QTcpSocket::disconnected, client, &QObject::deleteLater);
        connect(upstream, &QTcpSocket::disconnected, client,
                [client] { client->disconnectFromHost(); });
    }

    void down(QTcpSocket *client, QTcpSocket *upstream)
    {
        QByteArray bytes = upstream->readAll();
        if (m_mode == Mode::Stall) {
            ++fired;
            return;
        }
        if (m_mode == Mode::Garble) {
            ++fired;
            bytes.fill('\x7f');
        }
        if (m_mode == Mode::CutAfter) {
            bytes.truncate(static_cast<qsizetype>(std::min<qint64>(bytes.size(), m_budget)));
            m_budget -= bytes.size();
        }
        client->write(bytes);
        if (m_mode == Mode::CutAfter && m_budget <= 0) {
            ++fired;
            client->flush();
            upstream->abort();
            client->disconnectFromHost();
        }
    }

    QTcpServer m_server;
    quint16 m_upstreamPort;
    Mode m_mode = Mode::Pass;
    qint64 m_budget = 0;
    std::vector<QPointer<QTcpSocket>> m_clients;
};

} // namespace hl::test
