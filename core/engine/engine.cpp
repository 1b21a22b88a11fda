// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine/engine.h"

#include "engine/engine_host.h"
#include "engine/thread_end.h"

#include <QThread>

#include <chrono>
#include <utility>

namespace hl::engine {

namespace {

constexpr std::chrono::milliseconds kStopWithin{5'000};

} // namespace

/// The engine and storage threads and what lives on them.
class Engine::Threads
{
public:
    Threads(EngineConfig config, EngineApi &api, std::shared_ptr<Status> recordingEnd)
        : m_counters(std::make_shared<AtomicCounters>())
        , m_storage(new QObject)
        , m_host(new EngineHost(std::move(config), api, m_storage, m_counters,
                                std::move(recordingEnd)))
    {
        m_engineThread->setObjectName(QStringLiteral("engine"));
        m_storageThread->setObjectName(QStringLiteral("storage"));
        m_storage->moveToThread(m_storageThread.get());
        m_host->moveToThread(m_engineThread.get());
        QObject::connect(m_engineThread.get(), &QThread::finished, m_host, &QObject::deleteLater);
        QObject::connect(m_storageThread.get(), &QThread::finished, m_storage,
                         &QObject::deleteLater);
        m_storageThread->start();
        m_engineThread->start();
    }

    ~Threads()
    {
        // The host lets go of everything on its own thread; the storage thread ends after it, with
        // what it was given written; the host goes last, because that thread answers to it.
        QMetaObject::invokeMethod(
            m_host,
            [host = m_host, storage = m_storage, thread = m_storageThread.get()] {
                host->stop();
                QMetaObject::invokeMethod(
                    storage, [thread] { thread->quit(); }, Qt::QueuedConnection);
            },
            Qt::QueuedConnection);
        const bool isStored =
            hasEnded(*m_storageThread, kStopWithin,
                     "the last rows of the journal, the recording and the history may be missing.");
        if (isStored)
            QMetaObject::invokeMethod(
                m_host, [thread = m_engineThread.get()] { thread->quit(); }, Qt::QueuedConnection);
        // A thread that still runs goes on with what it has: taken away, it would end the program.
        if (!isStored ||
            !hasEnded(*m_engineThread, kStopWithin, "what it had to say at the end is missing."))
            (void)m_engineThread.release();
        if (!isStored)
            (void)m_storageThread.release();
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

    void onHost(std::function<void(EngineHost &)> call)
    {
        QMetaObject::invokeMethod(
            m_host, [host = m_host, call = std::move(call)] { call(*host); }, Qt::QueuedConnection);
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
    std::unique_ptr<QThread> m_engineThread = std::make_unique<QThread>();
    std::unique_ptr<QThread> m_storageThread = std::make_unique<QThread>();
    QObject *m_storage; ///< lives on the storage thread and dies with it
    EngineHost *m_host; ///< lives on the engine thread and dies with it
};

Engine::Engine(EngineConfig config, QObject *parent)
    : EngineApi(parent)
    , m_recordingEnd(std::make_shared<Status>())
    , m_threads(std::make_unique<Threads>(std::move(config), *this, m_recordingEnd))
{
    registerEventTypes();
}

Engine::~Engine() = default;

Status Engine::stop()
{
    m_finalCounters = counters();
    m_threads.reset();
    return *m_recordingEnd;
}

void Engine::start()
{
    m_threads->start();
}

EngineCounters Engine::counters() const
{
    return m_threads ? m_threads->counters() : m_finalCounters;
}

void Engine::followMarket(const std::string &coin)
{
    m_threads->onHost([coin](EngineHost &host) { host.followed(coin, 1); });
    m_threads->run([coin](EngineCore &core) { core.followMarket(coin); });
}

void Engine::releaseMarket(const std::string &coin)
{
    m_threads->onHost([coin](EngineHost &host) { host.followed(coin, -1); });
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
    m_threads->onHost(
        [coin, interval](EngineHost &host) { host.followedCandles(coin, interval, 1); });
    m_threads->run([coin, interval](EngineCore &core) { core.followCandles(coin, interval); });
}

void Engine::releaseCandles(const std::string &coin, const std::string &interval)
{
    m_threads->onHost(
        [coin, interval](EngineHost &host) { host.followedCandles(coin, interval, -1); });
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

void Engine::onCore(std::function<void(EngineCore &)> command)
{
    m_threads->run(std::move(command));
}

void Engine::onDevice(std::function<void(DeviceDesk &)> command)
{
    m_threads->run([command = std::move(command)](EngineCore &core) { command(core.device()); });
}

void Engine::pauseReplay(bool paused)
{
    m_threads->onHost([paused](EngineHost &host) { host.pauseReplay(paused); });
}

void Engine::setReplaySpeed(double speed)
{
    m_threads->onHost([speed](EngineHost &host) { host.setReplaySpeed(speed); });
}

void Engine::seekReplay(double share)
{
    m_threads->onHost([share](EngineHost &host) { host.seekReplay(share); });
}

void Engine::queryHistory(RequestId request, const HistoryQuery &query)
{
    m_threads->run([request, query](EngineCore &core) { core.queryHistory(request, query); });
}

void Engine::lockSigner()
{
    m_threads->onHost([](EngineHost &host) { host.lockSigner(); });
}

void Engine::unlockSigner(RequestId request, std::shared_ptr<SecretBytes> passphrase)
{
    m_threads->onHost([request, passphrase = std::move(passphrase)](EngineHost &host) {
        host.unlockSigner(request, passphrase);
    });
}

void Engine::requestVenueReport()
{
    m_threads->run([](EngineCore &core) { core.requestVenueReport(); });
}

void Engine::verifyJournal()
{
    m_threads->run([](EngineCore &core) { core.verifyJournal(); });
}

void Engine::keepFile(RequestId request, const std::string &path, const std::string &bytes)
{
    m_threads->onHost(
        [request, path, bytes](EngineHost &host) { host.keepFile(request, path, bytes); });
}

void Engine::requestState()
{
    m_threads->onHost([](EngineHost &host) { host.requestState(); });
}

} // namespace hl::engine
