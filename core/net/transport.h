// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/error.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

/// Interfaces only; the Qt implementations are qt_ws_transport and qt_http_transport. All calls and
/// callbacks are on the engine thread.
namespace hl::net {

struct CloseInfo
{
    int code = 0; ///< WebSocket close code; 0: the connection never opened or broke
    std::string reason;
};

/// One attempt at one WebSocket connection. Never reused after it closed (cases.md B58): the
/// factory makes a fresh one.
class WsConnection
{
public:
    struct Callbacks
    {
        std::function<void()> opened;
        std::function<void(CloseInfo)> closed; ///< exactly once, also when it never opened
        /// `text` is valid during the call and followed by at least 64 readable bytes (simdjson's
        /// padding). Receive time is monotonic ns.
        std::function<void(std::string_view text, std::int64_t receivedMonoNs)> frame;
    };

    virtual ~WsConnection() = default;
    virtual void open(const std::string &url, Callbacks callbacks) = 0;
    /// False: not open, nothing was written.
    virtual bool send(std::string_view text) = 0;
    virtual void close(int code, const std::string &reason) = 0;
    /// Drops the socket without a closing handshake.
    virtual void abort() = 0;
};

class WsFactory
{
public:
    virtual ~WsFactory() = default;
    virtual std::unique_ptr<WsConnection> create() = 0;
};

struct HttpResponse
{
    int status = 0; ///< 0: no answer
    std::string body;
    std::string contentType;
    std::string retryAfter;
    bool written = false; ///< did bytes of the request leave
    std::string problem;  ///< one sentence where status is 0
    std::int64_t receivedMonoNs = 0;
};

class HttpTransport
{
public:
    using Handle = std::uint64_t;

    virtual ~HttpTransport() = default;
    /// POST with a JSON body; `done` is called once, later. Time-out in ms.
    virtual Handle post(const std::string &url, std::string body, int timeoutMs,
                        std::function<void(HttpResponse)> done) = 0;
    virtual void cancel(Handle handle) = 0;
};

} // namespace hl::net
