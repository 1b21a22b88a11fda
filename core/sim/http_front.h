// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "sim/venue_core.h"

#include <QAbstractHttpServer>
#include <QTcpServer>

namespace hl::sim {

/// Answers at once: nothing waits for a full packet.
class LoopbackServer final : public QTcpServer
{
    Q_OBJECT

public:
    using QTcpServer::QTcpServer;

protected:
    void incomingConnection(qintptr descriptor) override;
};

/// HTTP and the WebSocket upgrade on one port: /info and /exchange by POST, /ws by upgrade.
class HttpFront final : public QAbstractHttpServer
{
    Q_OBJECT

public:
    HttpFront(VenueCore &core, QObject *parent);

protected:
    bool handleRequest(const QHttpServerRequest &request, QTcpSocket *socket) override;
    void missingHandler(const QHttpServerRequest &request, QTcpSocket *socket) override;

private:
    void adopt();

    VenueCore &m_core;
};

} // namespace hl::sim
