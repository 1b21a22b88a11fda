// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/secret_input.h"

#include <fcntl.h>
#include <termios.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <string>

namespace hl::app {

namespace {

constexpr std::size_t kLongestSecret = 4096;

class Terminal
{
public:
    Terminal() : m_fd(::open("/dev/tty", O_RDWR | O_CLOEXEC)) {}
    ~Terminal()
    {
        if (m_fd >= 0)
            ::close(m_fd);
    }
    Terminal(const Terminal &) = delete;
    Terminal &operator=(const Terminal &) = delete;

    bool isOpen() const { return m_fd >= 0; }
    int fd() const { return m_fd; }
    void print(const char *text) const
    {
        [[maybe_unused]] const ssize_t written = ::write(m_fd, text, std::strlen(text));
    }

private:
    int m_fd;
};

// A signal's handler is a bare function; this is what it puts back.
int echoFd = -1;
termios echoBefore = {};

/// The terminal gets its echo back before the signal does what it does.
void restoreEcho(int signal)
{
    ::tcsetattr(echoFd, TCSANOW, &echoBefore);
    ::raise(signal); // by default again: the handler is there once
}

/// What is typed is not shown, to the end of the object or of the program by a signal.
class Quiet
{
public:
    Quiet(int fd, const termios &before)
    {
        echoFd = fd;
        echoBefore = before;
        struct sigaction action = {};
        action.sa_handler = restoreEcho;
        action.sa_flags = static_cast<int>(SA_RESETHAND);
        for (std::size_t i = 0; i < kSignals.size(); ++i)
            ::sigaction(kSignals[i], &action, &m_before[i]);
        termios quiet = before;
        quiet.c_lflag &= ~static_cast<tcflag_t>(ECHO);
        ::tcsetattr(fd, TCSAFLUSH, &quiet);
    }
    ~Quiet()
    {
        ::tcsetattr(echoFd, TCSAFLUSH, &echoBefore);
        for (std::size_t i = 0; i < kSignals.size(); ++i)
            ::sigaction(kSignals[i], &m_before[i], nullptr);
    }
    Quiet(const Quiet &) = delete;
    Quiet &operator=(const Quiet &) = delete;

private:
    static constexpr std::array kSignals{SIGINT, SIGTERM, SIGHUP, SIGQUIT};
    std::array<struct sigaction, kSignals.size()> m_before{};
};

} // namespace

Result<SecretBytes> readSecretLine(int fd)
{
    SecretBytes buffer(kLongestSecret);
    std::size_t size = 0;
    while (size < kLongestSecret) {
        const ssize_t got = ::read(fd, buffer.data() + size, 1);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return fail(ErrorKind::Validation,
                        "the descriptor " + std::to_string(fd) + " cannot be read");
        if (got == 0 || buffer.data()[size] == '\n')
            break;
        ++size;
    }
    if (size == kLongestSecret)
        return fail(ErrorKind::Validation, "a secret of more than 4095 characters is refused");
    if (size > 0 && buffer.data()[size - 1] == '\r')
        --size;
    return SecretBytes(ByteView(buffer.data(), size));
}

Result<SecretBytes> askSecret(const char *prompt)
{
    const Terminal terminal;
    termios before = {};
    if (!terminal.isOpen() || ::tcgetattr(terminal.fd(), &before) != 0)
        return fail(ErrorKind::Validation,
                    "there is no terminal to ask at; name a descriptor with --passphrase-fd",
                    "passphrase");
    Result<SecretBytes> secret = [&] {
        const Quiet quiet(terminal.fd(), before);
        terminal.print(prompt);
        return readSecretLine(terminal.fd());
    }();
    terminal.print("\n");
    return secret;
}

Result<SecretBytes> passphraseFrom(int fd, const char *prompt)
{
    return fd >= 0 ? readSecretLine(fd) : askSecret(prompt);
}

bool askYes(const char *question)
{
    const Terminal terminal;
    if (!terminal.isOpen())
        return false;
    terminal.print(question);
    std::array<char, 16> answer{};
    const ssize_t got = ::read(terminal.fd(), answer.data(), answer.size());
    return got > 0 && (answer[0] == 'y' || answer[0] == 'Y');
}

bool hasTerminal()
{
    return Terminal().isOpen();
}

} // namespace hl::app
