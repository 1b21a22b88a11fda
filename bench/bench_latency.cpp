// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

// From a click on the window's thread to the bytes at the socket: the engine with its threads and a
// local key, before the embedded venue on loopback.

#include "base/clock.h"
#include "component/engine/engine_client.h"
#include "scenario.h"

#include <QCoreApplication>
#include <QEventLoop>
#include <QThread>

#include <benchmark/benchmark.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <memory>
#include <vector>

namespace hl::bench {
namespace {

using benchmark::State;

constexpr int kOrders = 400;

/// The venue on a thread of its own, as in the program.
class VenueThread
{
public:
    VenueThread()
    {
        sim::SimVenueConfig config;
        sim::SimFund fund;
        fund.address = sim::practiceAddress();
        config.funds.push_back(fund);
        m_venue = new sim::SimVenue(std::move(config));
        m_venue->moveToThread(&m_thread);
        QObject::connect(&m_thread, &QThread::started, m_venue, [this] {
            m_isListening = m_venue->listen(0).has_value();
            m_isStarted = true;
        });
        QObject::connect(&m_thread, &QThread::finished, m_venue, &QObject::deleteLater);
        m_thread.start();
    }
    ~VenueThread()
    {
        m_thread.quit();
        m_thread.wait();
    }
    VenueThread(const VenueThread &) = delete;
    VenueThread &operator=(const VenueThread &) = delete;

    bool isStarted() const { return m_isStarted; }
    bool isListening() const { return m_isListening; }
    const sim::SimVenue &venue() const { return *m_venue; }

private:
    QThread m_thread;
    sim::SimVenue *m_venue = nullptr;
    std::atomic<bool> m_isStarted = false;
    std::atomic<bool> m_isListening = false;
};

bool waitFor(const std::function<bool()> &isSo)
{
    const SystemClock clock;
    const std::int64_t untilMs = clock.monoMs() + 10'000;
    while (!isSo() && clock.monoMs() < untilMs)
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents, 20);
    return isSo();
}

double quantile(std::vector<std::int64_t> values, double share)
{
    std::sort(values.begin(), values.end());
    const auto at = static_cast<std::size_t>(share * static_cast<double>(values.size() - 1));
    return static_cast<double>(values[at]);
}

void clickToSocket(State &state)
{
    const VenueThread venue;
    if (!waitFor([&] { return venue.isStarted(); }) || !venue.isListening()) {
        state.SkipWithError("the embedded venue does not listen");
        return;
    }
    engine::EngineConfig config;
    config.network = engine::Network::Demo;
    config.endpoints = {false, venue.venue().apiUrl().toStdString(),
                        venue.venue().wsUrl().toStdString()};
    config.signerKind = engine::SignerKind::LocalKey;
    config.makeSigner = [] { return signing::LocalSigner::create(sim::practiceKey()); };
    test::EngineClient client(std::move(config));
    client.engine.followMarket("BTC");
    client.engine.start();
    if (!waitFor([&] {
            return client.connection.link == engine::LinkState::Live &&
                   !client.signer.signer.isZero() && !client.account.margins.empty() &&
                   client.isTradable("BTC");
        })) {
        state.SkipWithError("the session did not start");
        return;
    }
    model::OrderTicket ticket;
    ticket.coin = "BTC";
    ticket.side = model::Side::Buy;
    ticket.px = {client.books.at("BTC")->bids.front().px.ticks / 2 / 10 * 10};
    ticket.sz = {1'000};
    const SystemClock clock;
    std::vector<std::int64_t> samples;
    RequestId request = 0;
    for (auto _ : state) {
        const std::int64_t clickedNs = clock.monoNs();
        client.engine.placeOrder(++request, ticket);
        const auto measured = [&]() -> const engine::OrderLatency * {
            const auto *result = client.result(request);
            if (result == nullptr || !result->order)
                return nullptr;
            const auto it = client.latencies.find(*result->order);
            return it == client.latencies.end() || it->second.wire == 0 ? nullptr : &it->second;
        };
        if (!waitFor([&] { return measured() != nullptr; })) {
            state.SkipWithError("an order did not leave");
            return;
        }
        samples.push_back(measured()->wire - clickedNs);
        state.SetIterationTime(static_cast<double>(samples.back()) / 1e9);
    }
    for (const auto &[id, result] : client.results) {
        if (!result.ok)
            state.SkipWithError(result.error.sentence().c_str());
    }
    state.counters["p50_us"] = quantile(samples, 0.50) / 1'000;
    state.counters["p99_us"] = quantile(samples, 0.99) / 1'000;
    state.SetItemsProcessed(state.iterations());
}

[[maybe_unused]] const bool kRegistered = [] {
    scenario("latency/click_to_socket_local_key", clickToSocket)
        ->UseManualTime()
        ->Iterations(kOrders);
    return true;
}();

} // namespace
} // namespace hl::bench
