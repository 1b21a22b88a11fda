// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "net/qt_ws_transport.h"

#include "net/qt_frame_text.h"

#include <QPointer>
#include <QSslError>
#include <QTimer>
#include <QUrl>
#include <QWebSocket>

#include <string>
#include <utility>

namespace hl::net {

namespace {

constexpr int kLingerMs = 1'000;

QString toQt(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

std::string sentenceOf(QAbstractSocket::SocketError error, const QString &text, quint64 maxBytes)
{
    switch (error) {
    case QAbstractSocket::ConnectionRefusedError:
        return "The venue refused the connection.";
    case QAbstractSocket::HostNotFoundError:
        return "The venue's address was not found; is the network up?";
    case QAbstractSocket::NetworkError:
        return "The network cannot be reached.";
    case QAbstractSocket::SslHandshakeFailedError:
        return "The secure connection could not be set up: " + text.toStdString();
    case QAbstractSocket::SocketTimeoutError:
        return "The venue did not answer the connection attempt.";
    default:
        break;
    }
    // What QWebSocket says where a message is over the limit.
    if (text.contains(QLatin1String("too big"), Qt::CaseInsensitive) ||
        text.contains(QLatin1String("too large"), Qt::CaseInsensitive))
        return "The venue sent a frame over " + std::to_string(maxBytes / (1024U * 1024U)) +
               " MB; the connection was dropped.";
    return "The connection broke: " + text.toStdString();
}

class QtWsConnection final : public QObject, public WsConnection
{
public:
    QtWsConnection(const Clock &clock, const QtWsFactory::Options &options, QObject *socketOwner)
        : m_clock(clock)
        , m_maxBytes(options.maxMessageBytes)
        , m_socket(new QWebSocket(QString(), QWebSocketProtocol::VersionLatest, socketOwner))
    {
        m_socket->setMaxAllowedIncomingMessageSize(options.maxMessageBytes);
        m_socket->setMaxAllowedIncomingFrameSize(options.maxMessageBytes);
        if (options.ssl)
            m_socket->setSslConfiguration(*options.ssl);
    }

    ~QtWsConnection() override { release(); }

    void open(const std::string &url, Callbacks callbacks) override
    {
        m_callbacks = std::move(callbacks);
        const QUrl target(toQt(url), QUrl::StrictMode);
        const QString scheme = target.scheme();
        if (!target.isValid() ||
            (scheme != QLatin1String("wss") && scheme != QLatin1String("ws"))) {
            // Later, as every other failure.
            QTimer::singleShot(0, this, [this] {
                finish({0, "The venue's address is no ws or wss "
                           "URL."});
            });
            return;
        }
        connect(m_socket, &QWebSocket::connected, this, [this] { opened(); });
        connect(m_socket, &QWebSocket::disconnected, this, [this] { disconnected(); });
        connect(m_socket, &QWebSocket::textMessageReceived, this,
                [this](const QString &text) { received(text); });
        connect(m_socket, qOverload<QAbstractSocket::SocketError>(&QWebSocket::error), this,
                [this](QAbstractSocket::SocketError error) { failed(error); });
        connect(m_socket, &QWebSocket::sslErrors, this, [this](const QList<QSslError> &errors) {
            // Nothing is ignored, so the handshake fails; this only keeps the reason.
            if (!errors.isEmpty())
                m_problem = "The venue's certificate is not trusted: " +
                            errors.front().errorString().toStdString() + ".";
        });
        m_socket->open(target);
    }

    bool send(std::string_view text) override
    {
        if (m_isFinished || !m_isOpen || !m_socket ||
            m_socket->state() != QAbstractSocket::ConnectedState)
            return false;
        return m_socket->sendTextMessage(toQt(text)) > 0;
    }

    void close(int code, const std::string &reason) override
    {
        if (m_socket && m_socket->state() == QAbstractSocket::ConnectedState) {
            const Busy busy(m_isInCall);
            m_socket->close(static_cast<QWebSocketProtocol::CloseCode>(code), toQt(reason));
            m_socket->flush();
            m_isClosing = true;
        } else {
            abort();
        }
    }

    void abort() override
    {
        const Busy busy(m_isInCall);
        if (m_socket)
            m_socket->abort();
    }

private:
    /// True while a call into the socket runs.
    class Busy
    {
    public:
        explicit Busy(bool &flag) : m_flag(flag) { m_flag = true; }
        ~Busy() { m_flag = false; }
        Busy(const Busy &) = delete;
        Busy &operator=(const Busy &) = delete;

    private:
        bool &m_flag;
    };

    void opened()
    {
        m_isOpen = true;
        if (m_callbacks.opened)
            m_callbacks.opened();
    }

    void received(const QString &text)
    {
        const std::int64_t nowNs = m_clock.monoNs();
        const std::string_view utf8 = m_text.utf8(text);
        if (m_callbacks.frame)
            m_callbacks.frame(utf8, nowNs);
        m_text.trim();
    }

    void failed(QAbstractSocket::SocketError error)
    {
        if (error == QAbstractSocket::RemoteHostClosedError)
            return; // disconnected() knows the close code
        if (m_problem.empty())
            m_problem = sentenceOf(error, m_socket->errorString(), m_maxBytes);
        // A socket that never connected gives no `disconnected`.
        if (m_socket->state() == QAbstractSocket::UnconnectedState)
            finish({0, m_problem});
    }

    void disconnected()
    {
        // Of an attempt that failed Qt tells the reason after this; and a call of ours must not be
        // answered from inside.
        if (!m_isOpen || m_isInCall) {
            QTimer::singleShot(0, this, [this] { ended(); });
            return;
        }
        ended();
    }

    void ended()
    {
        if (!m_problem.empty()) {
            finish({0, m_problem});
            return;
        }
        if (!m_socket)
            return;
        const int code = static_cast<int>(m_socket->closeCode());
        if (code == QWebSocketProtocol::CloseCodeTooMuchData) {
            finish({0, "The venue sent a frame over " +
                           std::to_string(m_maxBytes / (1024U * 1024U)) +
                           " MB; the connection was dropped."});
            return;
        }
        if (!m_isOpen) {
            finish({0, "The venue did not accept the connection."});
            return;
        }
        finish({code, m_socket->closeReason().toStdString()});
    }

    void finish(CloseInfo info)
    {
        if (std::exchange(m_isFinished, true))
            return;
        m_isOpen = false;
        // The receiver may destroy this object later, but not from inside the call.
        if (m_callbacks.closed)
            m_callbacks.closed(std::move(info));
    }

    /// An old socket is never used again (cases.md B58): it gets time to say goodbye and goes.
    void release()
    {
        if (!m_socket)
            return;
        QWebSocket *socket = m_socket;
        m_socket = nullptr;
        socket->disconnect(this);
        if (m_isClosing && socket->state() != QAbstractSocket::UnconnectedState) {
            QObject::connect(socket, &QWebSocket::disconnected, socket, &QObject::deleteLater);
            QTimer::singleShot(kLingerMs, socket, &QObject::deleteLater);
            return;
        }
        socket->abort();
        socket->deleteLater();
    }

    const Clock &m_clock;
    quint64 m_maxBytes;
    QPointer<QWebSocket> m_socket;
    Callbacks m_callbacks;
    FrameText m_text;
    std::string m_problem;
    bool m_isOpen = false;
    bool m_isClosing = false;
    bool m_isInCall = false;
    bool m_isFinished = false;
};

} // namespace

QtWsFactory::QtWsFactory(const Clock &clock, Options options, QObject *parent)
    : QObject(parent)
    , m_clock(clock)
    , m_options(std::move(options))
{}

std::unique_ptr<WsConnection> QtWsFactory::create()
{
    return std::make_unique<QtWsConnection>(m_clock, m_options, this);
}

} // namespace hl::net
