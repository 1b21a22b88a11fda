// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "sim/sim_venue.h"

#include "sim/http_front.h"
#include "sim/venue_core.h"

#include <QHostAddress>
#include <QPointer>
#include <QTimer>

#include <map>

namespace hl::sim {
namespace {

/// The timers of the thread the venue lives on.
class VenueTimers final : public QObject, public TimerService
{
public:
    Handle after(std::chrono::milliseconds delay, std::function<void()> fn) override
    {
        const Handle handle = ++m_last;
        auto *timer = new QTimer(this);
        timer->setSingleShot(true);
        timer->setTimerType(Qt::PreciseTimer);
        connect(timer, &QTimer::timeout, this, [this, handle, fn = std::move(fn)] {
            const auto run = fn; // the timer's own copy goes with it
            cancel(handle);
            run();
        });
        m_timers[handle] = timer;
        timer->start(delay);
        return handle;
    }

    void cancel(Handle handle) override
    {
        const auto it = m_timers.find(handle);
        if (it == m_timers.end())
            return;
        it->second->stop();
        it->second->deleteLater();
        m_timers.erase(it);
    }

private:
    std::map<Handle, QTimer *> m_timers;
    Handle m_last = 0;
};

} // namespace

struct SimVenue::Private
{
    explicit Private(SimVenueConfig c) : config(std::move(c)) {}

    SimVenueConfig config;
    SystemClock clock;
    // In this order: sockets end before the core they speak to, the core before its timers.
    std::unique_ptr<VenueTimers> timers;
    std::unique_ptr<VenueCore> core;
    std::unique_ptr<HttpFront> front;
    quint16 port = 0;
};

SimVenue::SimVenue(SimVenueConfig config, QObject *parent)
    : QObject(parent)
    , d(std::make_unique<Private>(std::move(config)))
{}

SimVenue::~SimVenue()
{
    close();
}

Result<quint16> SimVenue::listen(quint16 port)
{
    if (d->front)
        return fail(ErrorKind::Validation, "The embedded venue is already listening.");
    d->timers = std::make_unique<VenueTimers>();
    d->core = std::make_unique<VenueCore>(d->config, d->clock, *d->timers);
    d->front = std::make_unique<HttpFront>(*d->core, nullptr);
    auto *server = new LoopbackServer(d->front.get());
    if (!server->listen(QHostAddress::LocalHost, port)) {
        const QString reason = server->errorString();
        close();
        return fail(ErrorKind::Transport,
                    "The embedded venue cannot listen on 127.0.0.1:" + std::to_string(port) + ": " +
                        reason.toStdString() + ".");
    }
    d->port = server->serverPort();
    d->front->bind(server);
    d->core->start();
    return d->port;
}

void SimVenue::fund(const SimFund &fund)
{
    if (d->core)
        d->core->fund(fund);
}

void SimVenue::close()
{
    if (d->core)
        d->core->stop();
    d->front.reset();
    d->core.reset();
    d->timers.reset();
    d->port = 0;
}

quint16 SimVenue::port() const
{
    return d->port;
}

QString SimVenue::apiUrl() const
{
    return QStringLiteral("http://127.0.0.1:%1").arg(d->port);
}

QString SimVenue::wsUrl() const
{
    return QStringLiteral("ws://127.0.0.1:%1/ws").arg(d->port);
}

} // namespace hl::sim
