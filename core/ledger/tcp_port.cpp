// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ledger/tcp_port.h"

#include "base/secret_bytes.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <utility>

namespace hl::ledger {
namespace {

using namespace std::chrono_literals;

constexpr auto kPollEvery = 5ms;
constexpr std::int64_t kConnectMs = 3000;
// An answer is at most 255 bytes and a status word; anything longer is not an emulator.
constexpr std::size_t kMostAnswer = 64 * 1024;

std::size_t lengthOf(ByteView bytes)
{
    return std::size_t{bytes[0]} << 24 | std::size_t{bytes[1]} << 16 | std::size_t{bytes[2]} << 8 |
           std::size_t{bytes[3]};
}

} // namespace

TcpPort::TcpPort(std::string host, std::uint16_t port, const Clock &clock, TimerService &timers)
    : m_host(std::move(host))
    , m_port(port)
    , m_clock(clock)
    , m_timers(timers)
    , m_pollTimer(timers)
{}

TcpPort::~TcpPort()
{
    if (m_socket >= 0)
        ::close(m_socket);
}

Result<TcpPort::Endpoint> TcpPort::parseEndpoint(std::string_view text)
{
    const std::size_t colon = text.rfind(':');
    Endpoint endpoint;
    if (colon == std::string_view::npos || colon == 0)
        return fail(ErrorKind::Validation, "must be HOST:PORT", "ledger");
    endpoint.host = text.substr(0, colon);
    const std::string_view digits = text.substr(colon + 1);
    const auto [end, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), endpoint.port);
    if (digits.empty() || error != std::errc{} || end != digits.data() + digits.size() ||
        endpoint.port == 0)
        return fail(ErrorKind::Validation, "the port must be a number from 1 to 65535", "ledger");
    return endpoint;
}

Status TcpPort::connectNow()
{
    // Numeric addresses and localhost only: a name lookup could wait, and an emulator is near.
    addrinfo hints{};
    hints.ai_family = AF_UNSPEC;
    hints.ai_socktype = SOCK_STREAM;
    hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV;
    const std::string host = m_host == "localhost" ? "127.0.0.1" : m_host;
    addrinfo *found = nullptr;
    if (::getaddrinfo(host.c_str(), std::to_string(m_port).c_str(), &hints, &found) != 0)
        return fail(ErrorKind::Validation, "the host must be an address or localhost", "ledger");
    m_socket = ::socket(found->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    const int result = m_socket < 0 ? -1 : ::connect(m_socket, found->ai_addr, found->ai_addrlen);
    const int problem = errno;
    ::freeaddrinfo(found);
    if (m_socket < 0 || (result < 0 && problem != EINPROGRESS))
        return fail(ErrorKind::DeviceAbsent, "no emulator answers at this address", "ledger");
    const int on = 1;
    (void)::setsockopt(m_socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    m_connected = false;
    m_connectDeadlineMs = m_clock.monoMs() + kConnectMs;
    return {};
}

void TcpPort::exchange(Bytes apdu, std::function<void(Result<Bytes>)> done)
{
    if (isBusy()) {
        (void)m_timers.after(0ms, [done = std::move(done)] {
            done(fail(ErrorKind::Internal, "the device still works on another command", "device"));
        });
        return;
    }
    m_done = std::move(done);
    drain();
    const auto size = apdu.size();
    m_out = {static_cast<std::uint8_t>(size >> 24), static_cast<std::uint8_t>(size >> 16),
             static_cast<std::uint8_t>(size >> 8), static_cast<std::uint8_t>(size)};
    m_out.insert(m_out.end(), apdu.begin(), apdu.end());
    if (m_socket < 0) {
        if (Status connected = connectNow(); !connected) {
            m_pollTimer.start(0ms, [this, error = connected.error()] { finish(fail(error)); });
            return;
        }
    }
    m_pollTimer.start(0ms, [this] { poll(); });
}

void TcpPort::poll()
{
    const Result<bool> whole = pump();
    if (!whole) {
        finish(fail(whole.error()));
    } else if (*whole) {
        const auto from = m_in.begin() + 4;
        Bytes answer(from, from + static_cast<std::ptrdiff_t>(lengthOf(m_in) + 2));
        finish(std::move(answer));
    } else {
        m_pollTimer.start(kPollEvery, [this] { poll(); });
    }
}

/// What came when nothing was asked is nobody's answer, and may be a signature.
void TcpPort::drain()
{
    wipe(m_in);
    m_in.clear();
    std::array<std::uint8_t, 4096> buffer{};
    while (m_socket >= 0 && m_connected && ::recv(m_socket, buffer.data(), buffer.size(), 0) > 0) {
    }
    wipe(buffer);
}

Result<bool> TcpPort::pump()
{
    if (!m_connected) {
        pollfd state{m_socket, POLLOUT, 0};
        if (::poll(&state, 1, 0) == 0) {
            if (m_clock.monoMs() > m_connectDeadlineMs)
                return fail(ErrorKind::DeviceAbsent, "no emulator answers at this address",
                            "ledger");
            return false;
        }
        int problem = 0;
        socklen_t size = sizeof problem;
        (void)::getsockopt(m_socket, SOL_SOCKET, SO_ERROR, &problem, &size);
        if (problem != 0)
            return fail(ErrorKind::DeviceAbsent, "no emulator answers at this address", "ledger");
        m_connected = true;
    }
    while (!m_out.empty()) {
        const auto n = ::send(m_socket, m_out.data(), m_out.size(), MSG_NOSIGNAL);
        if (n < 0 && (errno == EAGAIN))
            return false;
        if (n <= 0)
            return fail(ErrorKind::DeviceAbsent, "the emulator closed the connection", "device");
        m_out.erase(m_out.begin(), m_out.begin() + n);
    }
    std::array<std::uint8_t, 4096> buffer{};
    while (true) {
        const auto n = ::recv(m_socket, buffer.data(), buffer.size(), 0);
        if (n < 0 && (errno == EAGAIN))
            break;
        if (n <= 0)
            return fail(ErrorKind::DeviceAbsent, "the emulator closed the connection", "device");
        m_in.insert(m_in.end(), buffer.begin(), buffer.begin() + n);
        if (m_in.size() > kMostAnswer)
            return fail(ErrorKind::Transport, "the emulator's answer is too long", "device");
    }
    return m_in.size() >= 6 && m_in.size() >= 4 + lengthOf(m_in) + 2;
}

void TcpPort::close()
{
    if (m_socket >= 0)
        ::close(std::exchange(m_socket, -1));
    if (isBusy())
        m_pollTimer.start(0ms, [this] {
            finish(fail(ErrorKind::DeviceAbsent, "the device was disconnected", "device"));
        });
}

void TcpPort::finish(Result<Bytes> result)
{
    m_pollTimer.stop();
    if (!result && m_socket >= 0)
        ::close(std::exchange(m_socket, -1));
    wipe(m_in);
    m_in.clear();
    const auto done = std::exchange(m_done, nullptr);
    done(std::move(result));
}

} // namespace hl::ledger
