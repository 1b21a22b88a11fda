// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "support/device_double.h"

#include <QPointer>
#include <QTcpServer>
#include <QTcpSocket>

namespace hl::test {

/// A device double behind the raw APDU port of an emulator: 4-byte length and the command one way;
/// 4-byte length without the status word, data and status word back (ledger/README.md).
class EmulatorServer
{
public:
    explicit EmulatorServer(DeviceDouble &device) : m_device(device)
    {
        m_server.listen(QHostAddress::LocalHost);
        QObject::connect(&m_server, &QTcpServer::newConnection, &m_server, [this] {
            QTcpSocket *socket = m_server.nextPendingConnection();
            const auto buffer = std::make_shared<QByteArray>();
            QObject::connect(socket, &QTcpSocket::readyRead, socket, [this, socket, buffer] {
                *buffer += socket->readAll();
                take(socket, *buffer);
            });
            QObject::connect(socket, &QTcpSocket::disconnected, socket, &QObject::deleteLater);
        });
    }

    QString option() const { return QStringLiteral("tcp:127.0.0.1:%1").arg(m_server.serverPort()); }

private:
    void take(QTcpSocket *socket, QByteArray &buffer)
    {
        while (buffer.size() >= 4) {
            const auto *head = reinterpret_cast<const std::uint8_t *>(buffer.constData());
            const qsizetype size =
                (qsizetype{head[0]} << 24) | (head[1] << 16) | (head[2] << 8) | head[3];
            if (buffer.size() < 4 + size)
                return;
            const QByteArray body = buffer.mid(4, size);
            buffer.remove(0, 4 + size);
            const auto *first = reinterpret_cast<const std::uint8_t *>(body.constData());
            const QPointer<QTcpSocket> alive(socket);
            m_device.apdu(Bytes(first, first + body.size()), [alive](const Bytes &reply) {
                if (!alive)
                    return;
                const auto length = static_cast<std::uint32_t>(reply.size() - 2);
                QByteArray out;
                for (int shift = 24; shift >= 0; shift -= 8)
                    out += static_cast<char>((length >> shift) & 0xFF);
                out += QByteArray(reinterpret_cast<const char *>(reply.data()),
                                  static_cast<qsizetype>(reply.size()));
                alive->write(out);
            });
        }
    }

    DeviceDouble &m_device;
    QTcpServer m_server;
};

} // namespace hl::test
