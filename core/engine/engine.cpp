// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine/engine.h"

#include "base/random_cloid.h"
#include "engine/engine_core.h"
#include "engine/nonce_file.h"
#include "engine/recorder.h"
#include "net/qt_http_transport.h"
#include "net/qt_timer_service.h"
#include "net/qt_ws_transport.h"
#include "signing/signer_host.h"

#include <QThread>

#include <utility>
#include <vector>

namespace hl::engine {

namespace {

constexpr unsigned long kStopWithinMs = 5'000;

/// Sends every event to the GUI thread as a queued value.
class QueuedSink final : public EventSink
{
public:
    explicit QueuedSink(EngineApi &api) : m_api(&api) {}

    void connectionChanged(const ConnectionStatus &v) override
    {
        post([api = m_api, v] { Q_EMIT api->connectionChanged(v); });
    }
    void signerChanged(const SignerStatus &v) override
    {
        post([api = m_api, v] { Q_EMIT api->signerChanged(v); });
    }
    void instrumentsChanged(const InstrumentListPtr &v) override
    {
        post([api = m_api, v] { Q_EMIT api->instrumentsChanged(v); });
    }
    void marketsChanged(std::vector<market::AssetCtx> v) override
    {
        post([api = m_api, v = std::move(v)] { Q_EMIT api->marketsChanged(v); });
    }
    void bookChanged(const market::BookSnapshotPtr &v) override
    {
        post([api = m_api, v] { Q_EMIT api->bookChanged(v); });
    }
    void tradesAppended(TradeBatch v) override
    {
        post([api = m_api, v = std::move(v)] { Q_EMIT api->tradesAppended(v); });
    }
    void candlesChanged(CandleBatch v) override
    {
        post([api = m_api, v = std::move(v)] { Q_EMIT api->candlesChanged(v); });
    }
    void ordersChanged(std::vector<model::Order> v, bool isSnapshot) override
    {
        post([api = m_api, v = std::move(v), isSnapshot] {
            Q_EMIT api->ordersChanged(v, isSnapshot);
        });
    }
    void fillsAppended(std::vector<model::Fill> v, bool isSnapshot) override
    {
        post([api = m_api, v = std::move(v), isSnapshot] {
            Q_EMIT api->fillsAppended(v, isSnapshot);
        });
    }
    void accountChanged(const model::AccountState &v) override
    {
        post([api = m_api, v] { Q_EMIT api->accountChanged(v); });
    }
    void feesChanged(const model::FeeRates &v) override
    {
        post([api = m_api, v] { Q_EMIT api->feesChanged(v); });
    }
    void deviceChanged(const DeviceStatus &v) override
    {
        post([api = m_api, v] { Q_EMIT api->deviceChanged(v); });
    }
    void reviewChanged(const SigningReview &v) override
    {
        post([api = m_api, v] { Q_EMIT api->reviewChanged(v); });
    }
    void tradeModeChanged(TradeMode v) override
    {
        post([api = m_api, v] { Q_EMIT api->tradeModeChanged(v); });
    }
    void deviceAccountsChanged(std::vector<DeviceAccount> v) override
    {
        post([api = m_api, v = std::move(v)] { Q_EMIT api->deviceAccountsChanged(v); });
    }
    void agentsChanged(const AgentList &v) override
    {
        post([api = m_api, v] { Q_EMIT api->agentsChanged(v); });
    }
    void agentProgressed(const AgentProgress &v) override
    {
        post([api = m_api, v] { Q_EMIT api->agentProgressed(v); });
    }
    void commandFinished(const CommandResult &v) override
    {
        post([api = m_api, v] { Q_EMIT api->commandFinished(v); });
    }
    void latencyMeasured(const OrderLatency &v) override
    {
        post([api = m_api, v] { Q_EMIT api->latencyMeasured(v); });
    }
    void noticeRaised(const Notice &v) override
    {
        post([api = m_api, v] { Q_EMIT api->noticeRaised(v); });
    }
    void replayProgressed(double share, TimeMs time) override
    {
        post([api = m_api, share, time] { Q_EMIT api->replayProgressed(share, time); });
    }

private:
    template <class Fn>
    void post(Fn fn)
    {
        QMetaObject::invokeMethod(m_api, std::move(fn), Qt::QueuedConnection);
    }

    EngineApi *m_api;
};

/// The signer thread's host as the dispatcher's signer.
class HostedSigner final : public trading::SignerPort
{
public:
    explicit HostedSigner(std::shared_ptr<signing::SignerHost> host) : m_host(std::move(host)) {}

    Address address() const override { return m_host->address(); }
    void sign(const signing::SignRequest &request,
              std::function<void(Result<signing::Signature>)> done) override
    {
        m_host->sign(request, std::move(done));
    }
    void cancel(std::uint64_t id) override { m_host->cancel(id); }

private:
    std::shared_ptr<signing::SignerHost> m_host;
};

const char *networkFileName(Network network)
{
    switch (network) {
    case Network::Mainnet:
        return "mainnet";
    case Network::Testnet:
        return "testnet";
    case Network::Demo:
        return "demo";
    case Network::Replay:
        return "replay";
    }
    return "other";
}

} // namespace

/// Lives on the engine thread and holds everything that does.
class EngineHost final : public QObject
{
public:
    EngineHost(EngineConfig config, EngineApi &api, QObject *storage,
               std::shared_ptr<AtomicCounters> counters)
        : m_config(std::move(config))
        , m_sink(api)
        , m_storage(storage)
        , m_counters(std::move(counters))
    {}

    void start()
    {
        m_timers = std::make_unique<net::QtTimerService>();
        m_ws = std::make_unique<net::QtWsFactory>(m_clock);
        m_http = std::make_unique<net::QtHttpTransport>(m_clock);
        EngineParts parts{m_clock, *m_timers, m_sink, *m_ws, *m_http, {}, {}, {}, {}, m_counters};
        if (m_config.makeSigner)
            parts.makeSigner = [this](auto done) { makeSigner(std::move(done)); };
        parts.openNonces = [this](const Address &signer, auto done) {
            openNonces(signer, std::move(done));
        };
        parts.newCloid = randomCloid;
        if (!m_config.recordFile.empty())
            parts.recorder = std::make_unique<Recorder>(
                m_config.recordFile, m_clock, *m_timers, m_storage, this, [this](const Error &e) {
                    m_sink.noticeRaised({NoticeLevel::Error,
                                         "The recording has ended: " + e.sentence(),
                                         "recording",
                                         {},
                                         m_clock.wallMs()});
                });
        m_core = std::make_unique<EngineCore>(m_config, std::move(parts));
        for (const auto &command : std::exchange(m_early, {}))
            command(*m_core);
        m_core->start();
    }

    void stop()
    {
        m_core.reset();
        m_signer.reset();
        m_http.reset();
        m_ws.reset();
        m_timers.reset();
    }

    void run(std::function<void(EngineCore &)> command)
    {
        if (m_core)
            command(*m_core);
        else
            m_early.push_back(std::move(command));
    }

private:
    void makeSigner(std::function<void(Result<std::unique_ptr<trading::SignerPort>>)> done)
    {
        m_signer = std::make_shared<signing::SignerHost>();
        connect(m_signer.get(), &signing::SignerHost::ready, this,
                [this, done] { done(std::make_unique<HostedSigner>(m_signer)); });
        connect(m_signer.get(), &signing::SignerHost::failed, this, [done](const QString &reason) {
            done(fail(ErrorKind::Signature, reason.toStdString()));
        });
        m_signer->start(m_config.makeSigner);
    }

    void openNonces(const Address &signer,
                    std::function<void(Result<std::unique_ptr<trading::NonceStore>>)> done)
    {
        if (m_config.profileDir.empty()) {
            done(std::make_unique<trading::MemoryNonceStore>());
            return;
        }
        const std::string path = m_config.profileDir + "/nonces/" +
                                 networkFileName(m_config.network) + "-" + signer.toString();
        QueuedNonceStore::open(
            path, m_storage, this,
            [done = std::move(done)](Result<std::unique_ptr<QueuedNonceStore>> store) {
                if (store)
                    done(std::move(*store));
                else
                    done(fail(store.error()));
            });
    }

    EngineConfig m_config;
    SystemClock m_clock;
    QueuedSink m_sink;
    QObject *m_storage;
    std::shared_ptr<AtomicCounters> m_counters;
    std::unique_ptr<net::QtTimerService> m_timers;
    std::unique_ptr<net::QtWsFactory> m_ws;
    std::unique_ptr<net::QtHttpTransport> m_http;
    std::shared_ptr<signing::SignerHost> m_signer;
    std::unique_ptr<EngineCore> m_core;
    std::vector<std::function<void(EngineCore &)>> m_early;
};

/// The engine and storage threads and what lives on them.
class Engine::Threads
{
public:
    Threads(EngineConfig config, EngineApi &api)
        : m_counters(std::make_shared<AtomicCounters>())
        , m_storage(new QObject)
        , m_host(new EngineHost(std::move(config), api, m_storage, m_counters))
    {
        m_engineThread.setObjectName(QStringLiteral("engine"));
        m_storageThread.setObjectName(QStringLiteral("storage"));
        m_storage->moveToThread(&m_storageThread);
        m_host->moveToThread(&m_engineThread);
        QObject::connect(&m_engineThread, &QThread::finished, m_host, &QObject::deleteLater);
        QObject::connect(&m_storageThread, &QThread::finished, m_storage, &QObject::deleteLater);
        m_storageThread.start();
        m_engineThread.start();
    }

    ~Threads()
    {
        // The host lets go of everything on its own thread; the storage thread ends after it, with
        // what it was given written.
        QMetaObject::invokeMethod(
            m_host,
            [host = m_host, thread = &m_engineThread] {
                host->stop();
                thread->quit();
            },
            Qt::QueuedConnection);
        m_engineThread.wait(kStopWithinMs);
        QMetaObject::invokeMethod(
            m_storage, [thread = &m_storageThread] { thread->quit(); }, Qt::QueuedConnection);
        m_storageThread.wait(kStopWithinMs);
    }

    Threads(const Threads &) = delete;
    Threads &operator=(const Threads &) = delete;

    void start()
    {
        QMetaObject::invokeMethod(
            m_host, [host = m_host] { host->start(); }, Qt::QueuedConnection);
    }

    void run(std::function<void(EngineCore &)> command)
    {
        QMetaObject::invokeMethod(
            m_host, [host = m_host, command = std::move(command)] { host->run(command); },
            Qt::QueuedConnection);
    }

    EngineCounters counters() const
    {
        EngineCounters out;
        out.frames = m_counters->frames.load(std::memory_order_relaxed);
        out.refusedFrames = m_counters->refusedFrames.load(std::memory_order_relaxed);
        out.supersededBooks = m_counters->supersededBooks.load(std::memory_order_relaxed);
        out.missedTrades = m_counters->missedTrades.load(std::memory_order_relaxed);
        return out;
    }

private:
    std::shared_ptr<AtomicCounters> m_counters;
    QThread m_engineThread;
    QThread m_storageThread;
    QObject *m_storage; ///< lives on the storage thread and dies with it
    EngineHost *m_host; ///< lives on the engine thread and dies with it
};

Engine::Engine(EngineConfig config, QObject *parent)
    : EngineApi(parent)
    , m_threads(std::make_unique<Threads>(std::move(config), *this))
{
    registerEventTypes();
}

Engine::~Engine() = default;

void Engine::start()
{
    m_threads->start();
}

EngineCounters Engine::counters() const
{
    return m_threads->counters();
}

void Engine::followMarket(const std::string &coin)
{
    m_threads->run([coin](EngineCore &core) { core.followMarket(coin); });
}

void Engine::releaseMarket(const std::string &coin)
{
    m_threads->run([coin](EngineCore &core) { core.releaseMarket(coin); });
}

void Engine::returnBookCredit(const std::string &coin)
{
    m_threads->run([coin](EngineCore &core) { core.returnBookCredit(coin); });
}

void Engine::returnTradeCredit(const std::string &coin)
{
    m_threads->run([coin](EngineCore &core) { core.returnTradeCredit(coin); });
}

void Engine::followCandles(const std::string &coin, const std::string &interval)
{
    m_threads->run([coin, interval](EngineCore &core) { core.followCandles(coin, interval); });
}

void Engine::releaseCandles(const std::string &coin, const std::string &interval)
{
    m_threads->run([coin, interval](EngineCore &core) { core.releaseCandles(coin, interval); });
}

void Engine::placeOrder(RequestId request, const model::OrderTicket &ticket)
{
    m_threads->run([request, ticket](EngineCore &core) { core.placeOrder(request, ticket); });
}

void Engine::cancelOrder(RequestId request, model::OrderKey order)
{
    m_threads->run([request, order](EngineCore &core) { core.cancelOrders(request, {order}); });
}

void Engine::cancelOrders(RequestId request, const std::vector<model::OrderKey> &orders)
{
    m_threads->run([request, orders](EngineCore &core) { core.cancelOrders(request, orders); });
}

void Engine::modifyOrder(RequestId request, model::OrderKey order, std::optional<Px> px,
                         std::optional<Sz> sz)
{
    m_threads->run(
        [request, order, px, sz](EngineCore &core) { core.modifyOrder(request, order, px, sz); });
}

void Engine::setLeverage(RequestId request, const std::string &coin, int leverage, bool isCross)
{
    m_threads->run([request, coin, leverage, isCross](EngineCore &core) {
        core.setLeverage(request, coin, leverage, isCross);
    });
}

void Engine::onDevice(std::function<void(DeviceDesk &)> command)
{
    m_threads->run([command = std::move(command)](EngineCore &core) { command(core.device()); });
}

void Engine::pauseReplay(bool paused)
{
    m_threads->run([paused](EngineCore &core) { core.pauseReplay(paused); });
}

void Engine::setReplaySpeed(double speed)
{
    m_threads->run([speed](EngineCore &core) { core.setReplaySpeed(speed); });
}

void Engine::requestState()
{
    m_threads->run([](EngineCore &core) { core.requestState(); });
}

} // namespace hl::engine
