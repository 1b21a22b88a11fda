// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/clock.h"
#include "ledger/apdu_port.h"

#include <cstdint>
#include <string>

namespace hl::ledger {

/// A device emulator's raw port: 4-byte length and the command one way; 4-byte length (without the
/// status word), data and status word back. Never waits: the socket is non-blocking and looked at
/// while a command is in flight.
class TcpPort final : public ApduPort
{
public:
    TcpPort(std::string host, std::uint16_t port, const Clock &clock, TimerService &timers);
    ~TcpPort() override;

    /// "HOST:PORT" of --ledger tcp:HOST:PORT.
    struct Endpoint
    {
        std::string host;
        std::uint16_t port = 0;
    };
    static Result<Endpoint> parseEndpoint(std::string_view text);

    void exchange(Bytes apdu, std::function<void(Result<Bytes>)> done) override;
    bool isBusy() const override { return m_done != nullptr; }
    void close() override;
    bool isEmulator() const override { return true; }

private:
    Status connectNow();
    void poll();
    void drain();
    Result<bool> pump(); ///< true: a whole answer is in m_in
    void finish(Result<Bytes> result);

    std::string m_host;
    std::uint16_t m_port;
    const Clock &m_clock;
    int m_socket = -1;
    bool m_connected = false;
    std::int64_t m_connectDeadlineMs = 0;
    Bytes m_out;
    Bytes m_in;
    std::function<void(Result<Bytes>)> m_done;
    TimerService &m_timers;
    Timer m_pollTimer;
};

} // namespace hl::ledger
