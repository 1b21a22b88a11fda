// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/ids.h"
#include "base/result.h"
#include "sim/venue_config.h"

#include <QObject>
#include <QString>

#include <memory>

namespace hl::sim {

/// The embedded venue: HTTP /info and /exchange and WebSocket /ws on one port of 127.0.0.1,
/// speaking the venue's own protocol. It is a testnet: requests are recovered with source "b" and
/// chain name "Testnet".
///
/// Construct anywhere, move to a thread, then call listen() on that thread; everything (sockets,
/// timers, books) lives there. Destroy on the same thread.
class SimVenue : public QObject
{
    Q_OBJECT

public:
    explicit SimVenue(SimVenueConfig config, QObject *parent = nullptr);
    ~SimVenue() override;

    /// 0: any free port. Answers the port. A port in use is ErrorKind::Transport with one sentence.
    Result<quint16> listen(quint16 port);
    /// Ends every connection and stops the market.
    void close();

    /// A deposit while it runs, on its thread.
    void fund(const SimFund &fund);

    quint16 port() const;
    QString apiUrl() const; ///< "http://127.0.0.1:PORT"
    QString wsUrl() const;  ///< "ws://127.0.0.1:PORT/ws"

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace hl::sim
