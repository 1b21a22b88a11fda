// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "net/transport.h"

#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace hl::test {

/// A fake that is asked for what the test did not prepare ends the test program.
[[noreturn]] inline void unprepared(const std::string &what)
{
    std::fprintf(stderr, "the test did not prepare for: %s\n", what.c_str());
    std::abort();
}

/// The far end of one connection attempt; it outlives the WsConnection it belongs to.
struct FakeSocket
{
    std::string url;
    net::WsConnection::Callbacks callbacks;
    std::vector<std::string> sent; ///< all frames the client wrote
    bool wasOpened = false;        ///< open() was called
    bool isUp = false;
    bool isGone = false; ///< the client destroyed or dropped it
    bool wasAborted = false;
    int closedByClient = -1; ///< close code
    bool failsSend = false;  ///< send answers false, as a socket that is just closing
    std::string buffer;
    /// A venue that plays by itself: called with each frame the client wrote.
    std::function<void(const std::string &text)> onSend;
    std::function<void()> onOpen;

    /// The venue accepts the connection.
    void accept()
    {
        if (!wasOpened || isGone)
            unprepared("accepting a connection that is not being made");
        isUp = true;
        const auto call = callbacks.opened;
        call();
    }

    void text(const std::string &frame, std::int64_t receivedMonoNs = 1)
    {
        if (!isUp)
            unprepared("a frame on a connection that is not open: " + frame);
        buffer = frame + std::string(64, '\0');
        const auto call = callbacks.frame;
        call(std::string_view(buffer.data(), frame.size()), receivedMonoNs);
    }

    void close(int code, const std::string &reason = {})
    {
        isUp = false;
        const auto call = callbacks.closed;
        call({code, reason});
    }

    /// Frames written since the last look.
    std::vector<std::string> take() { return std::exchange(sent, {}); }
};

class FakeWsConnection final : public net::WsConnection
{
public:
    explicit FakeWsConnection(std::shared_ptr<FakeSocket> socket) : m_socket(std::move(socket)) {}
    ~FakeWsConnection() override
    {
        m_socket->isGone = true;
        m_socket->isUp = false;
    }

    void open(const std::string &url, Callbacks callbacks) override
    {
        if (m_socket->wasOpened)
            unprepared("a socket that is used twice (B58)");
        m_socket->wasOpened = true;
        m_socket->url = url;
        m_socket->callbacks = std::move(callbacks);
        if (m_socket->onOpen)
            m_socket->onOpen();
    }
    bool send(std::string_view text) override
    {
        if (!m_socket->isUp || m_socket->failsSend)
            return false;
        m_socket->sent.emplace_back(text);
        if (m_socket->onSend)
            m_socket->onSend(m_socket->sent.back());
        return true;
    }
    void close(int code, const std::string &) override
    {
        m_socket->closedByClient = code;
        m_socket->isUp = false;
    }
    void abort() override
    {
        m_socket->wasAborted = true;
        m_socket->isUp = false;
    }

private:
    std::shared_ptr<FakeSocket> m_socket;
};

class FakeWsFactory final : public net::WsFactory
{
public:
    std::unique_ptr<net::WsConnection> create() override
    {
        sockets.push_back(std::make_shared<FakeSocket>());
        if (onCreate)
            onCreate(sockets.back());
        return std::make_unique<FakeWsConnection>(sockets.back());
    }

    FakeSocket &last()
    {
        if (sockets.empty())
            unprepared("the last connection attempt where there was none");
        return *sockets.back();
    }

    std::vector<std::shared_ptr<FakeSocket>> sockets; ///< one an attempt
    std::function<void(const std::shared_ptr<FakeSocket> &)> onCreate;
};

} // namespace hl::test
