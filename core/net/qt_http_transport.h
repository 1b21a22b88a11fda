// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/clock.h"
#include "net/transport.h"

#include <QObject>
#include <QSslConfiguration>

#include <map>
#include <memory>
#include <optional>
#include <string>

class QNetworkAccessManager;
class QNetworkReply;

namespace hl::net {

/// POST requests on QNetworkAccessManager. Lives in the thread of its event loop. An untrusted
/// certificate is refused with a sentence, never overruled, and never answered by plain HTTP; no
/// redirect is followed (a signed action must not be sent to where an answer points).
class QtHttpTransport final : public QObject, public HttpTransport
{
    Q_OBJECT

public:
    struct Options
    {
        /// A longer answer is dropped with a sentence.
        qint64 maxBodyBytes = 16LL * 1024 * 1024;
        bool allowHttp2 = true;
        /// Other certificate authorities than the system's.
        std::optional<QSslConfiguration> ssl = {};
    };

    QtHttpTransport(const Clock &clock, Options options, QObject *parent = nullptr);
    explicit QtHttpTransport(const Clock &clock, QObject *parent = nullptr)
        : QtHttpTransport(clock, Options{}, parent)
    {}
    ~QtHttpTransport() override;

    Handle post(const std::string &url, std::string body, int timeoutMs,
                std::function<void(HttpResponse)> done) override;
    /// `done` is not called any more.
    void cancel(Handle handle) override;

private:
    struct Call
    {
        QNetworkReply *reply = nullptr;
        std::function<void(HttpResponse)> done;
        std::shared_ptr<bool> written = std::make_shared<bool>(false);
        bool isTimedOut = false;
        std::string problem;
        int timeoutMs = 0;
    };

    void finished(Handle handle);

    const Clock &m_clock;
    Options m_options;
    QNetworkAccessManager *m_manager;
    std::map<Handle, Call> m_calls;
    Handle m_lastHandle = 0;
};

} // namespace hl::net
