// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/clock.h"
#include "net/transport.h"

#include <QObject>
#include <QSslConfiguration>

#include <memory>
#include <optional>

namespace hl::net {

/// WebSocket connections on QWebSocket. Lives in the thread of its event loop; owns every socket it
/// made, so that one whose closing handshake still runs outlives its connection.
class QtWsFactory final : public QObject, public WsFactory
{
    Q_OBJECT

public:
    struct Options
    {
        /// A longer message or frame ends the connection with a sentence. The venue's longest
        /// (webData, fills snapshots) stay below 4 MB.
        quint64 maxMessageBytes = 16U * 1024U * 1024U;
        /// Other certificate authorities than the system's.
        std::optional<QSslConfiguration> ssl = {};
    };

    QtWsFactory(const Clock &clock, Options options, QObject *parent = nullptr);
    explicit QtWsFactory(const Clock &clock, QObject *parent = nullptr)
        : QtWsFactory(clock, Options{}, parent)
    {}

    std::unique_ptr<WsConnection> create() override;

private:
    const Clock &m_clock;
    Options m_options;
};

} // namespace hl::net
