// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "net/qt_http_transport.h"

#include <QIODevice>
#include <QNetworkAccessManager>
#include <QNetworkReply>
#include <QNetworkRequest>
#include <QSslError>
#include <QTimer>
#include <QUrl>

#include <algorithm>
#include <cstring>
#include <memory>
#include <utility>

namespace hl::net {

namespace {

/// A request body that is given once. Qt sends a request again by itself where a connection closed
/// before the answer; a signed action must not be: its second copy would be refused as a used nonce
/// and hide that the first was done. It also tells whether anything was taken for the wire.
class OnceBody final : public QIODevice
{
public:
    OnceBody(std::string body, std::shared_ptr<bool> wasTaken)
        : m_body(std::move(body))
        , m_wasTaken(std::move(wasTaken))
    {
        open(QIODevice::ReadOnly | QIODevice::Unbuffered);
    }

    bool isSequential() const override { return true; }
    bool reset() override { return false; }
    bool atEnd() const override { return m_at == m_body.size(); }
    qint64 bytesAvailable() const override
    {
        return static_cast<qint64>(m_body.size() - m_at) + QIODevice::bytesAvailable();
    }

protected:
    qint64 readData(char *data, qint64 maxSize) override
    {
        const std::size_t size = std::min(m_body.size() - m_at, static_cast<std::size_t>(maxSize));
        if (size == 0)
            return m_at == m_body.size() ? -1 : 0;
        std::memcpy(data, m_body.data() + m_at, size);
        m_at += size;
        *m_wasTaken = true;
        return static_cast<qint64>(size);
    }
    qint64 writeData(const char *, qint64) override { return -1; }

private:
    std::string m_body;
    std::size_t m_at = 0;
    std::shared_ptr<bool> m_wasTaken;
};

/// True where the server's answer is whole, whatever its status says.
bool isAnswer(QNetworkReply::NetworkError error)
{
    if (error == QNetworkReply::NoError)
        return true;
    if (error == QNetworkReply::ContentReSendError || error == QNetworkReply::ProtocolFailure)
        return false;
    return error >= QNetworkReply::ContentAccessDenied;
}

std::string sentenceOf(const QNetworkReply &reply)
{
    switch (reply.error()) {
    case QNetworkReply::ConnectionRefusedError:
        return "The venue refused the connection.";
    case QNetworkReply::RemoteHostClosedError:
    case QNetworkReply::ContentReSendError:
        return "The venue closed the connection before its answer was whole.";
    case QNetworkReply::HostNotFoundError:
        return "The venue's address was not found; is the network up?";
    case QNetworkReply::TimeoutError:
        return "The venue did not answer in time.";
    case QNetworkReply::SslHandshakeFailedError:
        return "The secure connection could not be set up: " + reply.errorString().toStdString();
    case QNetworkReply::TemporaryNetworkFailureError:
    case QNetworkReply::NetworkSessionFailedError:
        return "The network cannot be reached.";
    case QNetworkReply::ProtocolFailure:
        return "The venue's answer is no HTTP.";
    default:
        return "The request failed: " + reply.errorString().toStdString();
    }
}

std::string headerOf(const QNetworkReply &reply, const char *name)
{
    return reply.rawHeader(name).toStdString();
}

} // namespace

QtHttpTransport::QtHttpTransport(const Clock &clock, Options options, QObject *parent)
    : QObject(parent)
    , m_clock(clock)
    , m_options(std::move(options))
    , m_manager(new QNetworkAccessManager(this))
{
    m_manager->setRedirectPolicy(QNetworkRequest::ManualRedirectPolicy);
}

QtHttpTransport::~QtHttpTransport()
{
    const auto calls = std::exchange(m_calls, {});
    for (const auto &[handle, call] : calls) {
        if (call.reply == nullptr)
            continue;
        call.reply->disconnect(this);
        call.reply->abort();
    }
}

HttpTransport::Handle QtHttpTransport::post(const std::string &url, std::string body, int timeoutMs,
                                            std::function<void(HttpResponse)> done)
{
    const Handle handle = ++m_lastHandle;
    Call &call = m_calls[handle];
    call.done = std::move(done);
    call.timeoutMs = timeoutMs;

    const QUrl target(QString::fromStdString(url), QUrl::StrictMode);
    if (!target.isValid() ||
        (target.scheme() != QLatin1String("https") && target.scheme() != QLatin1String("http"))) {
        call.problem = "The venue's address is no http or https URL.";
        QTimer::singleShot(0, this, [this, handle] { finished(handle); });
        return handle;
    }

    QNetworkRequest request(target);
    request.setHeader(QNetworkRequest::ContentTypeHeader, QByteArrayLiteral("application/json"));
    request.setHeader(QNetworkRequest::ContentLengthHeader, static_cast<qlonglong>(body.size()));
    request.setAttribute(QNetworkRequest::DoNotBufferUploadDataAttribute, true);
    request.setAttribute(QNetworkRequest::Http2AllowedAttribute, m_options.allowHttp2);
    request.setAttribute(QNetworkRequest::CookieLoadControlAttribute, QNetworkRequest::Manual);
    request.setAttribute(QNetworkRequest::CookieSaveControlAttribute, QNetworkRequest::Manual);
    request.setAttribute(QNetworkRequest::AuthenticationReuseAttribute, QNetworkRequest::Manual);
    request.setAttribute(QNetworkRequest::CacheLoadControlAttribute,
                         QNetworkRequest::AlwaysNetwork);
    request.setAttribute(QNetworkRequest::CacheSaveControlAttribute, false);
    if (m_options.ssl)
        request.setSslConfiguration(*m_options.ssl);

    auto *device = new OnceBody(std::move(body), call.written);
    QNetworkReply *reply = m_manager->post(request, device);
    device->setParent(reply);
    call.reply = reply;
    connect(reply, &QNetworkReply::finished, this, [this, handle] { finished(handle); });
    connect(reply, &QNetworkReply::sslErrors, this, [this, handle](const QList<QSslError> &errors) {
        // Nothing is ignored, so the handshake fails; this only keeps the reason.
        const auto it = m_calls.find(handle);
        if (it != m_calls.end() && !errors.isEmpty())
            it->second.problem = "The venue's certificate is not trusted: " +
                                 errors.front().errorString().toStdString() + ".";
    });
    connect(reply, &QNetworkReply::readyRead, this, [this, handle] {
        const auto it = m_calls.find(handle);
        if (it == m_calls.end() || it->second.reply->bytesAvailable() <= m_options.maxBodyBytes)
            return;
        it->second.problem = "The venue's answer is over " +
                             std::to_string(m_options.maxBodyBytes / (1024 * 1024)) +
                             " MB and was dropped.";
        it->second.reply->abort();
    });
    QTimer::singleShot(std::chrono::milliseconds(timeoutMs), Qt::PreciseTimer, reply,
                       [this, handle, reply] {
                           const auto it = m_calls.find(handle);
                           if (it == m_calls.end())
                               return;
                           it->second.isTimedOut = true;
                           reply->abort();
                       });
    return handle;
}

void QtHttpTransport::finished(Handle handle)
{
    auto node = m_calls.extract(handle);
    if (node.empty())
        return;
    Call &call = node.mapped();
    HttpResponse response;
    response.receivedMonoNs = m_clock.monoNs();
    response.written = *call.written;
    if (QNetworkReply *reply = call.reply; reply != nullptr) {
        reply->deleteLater();
        const QVariant status = reply->attribute(QNetworkRequest::HttpStatusCodeAttribute);
        if (call.isTimedOut) {
            response.problem =
                "The venue did not answer within " + std::to_string(call.timeoutMs) + " ms.";
        } else if (!call.problem.empty()) {
            response.problem = call.problem;
        } else if (status.isValid() && isAnswer(reply->error())) {
            response.status = status.toInt();
            response.written = true;
            response.body = reply->readAll().toStdString();
            response.contentType = headerOf(*reply, "Content-Type");
            response.retryAfter = headerOf(*reply, "Retry-After");
        } else {
            response.problem = sentenceOf(*reply);
        }
    } else {
        response.problem = call.problem;
    }
    call.done(std::move(response));
}

void QtHttpTransport::cancel(Handle handle)
{
    auto node = m_calls.extract(handle);
    if (node.empty() || node.mapped().reply == nullptr)
        return;
    node.mapped().reply->disconnect(this);
    node.mapped().reply->abort();
    node.mapped().reply->deleteLater();
}

} // namespace hl::net
