// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "engine/api/engine_api.h"
#include "engine/engine_config.h"

#include <memory>

namespace hl::engine {

/// The EngineApi of a real session. Lives on the GUI thread; owns the engine, signer and storage
/// threads and talks to them in queued values only. Nothing is connected before start(). Ends its
/// threads in the destructor, after the sockets are closed and the recording is written.
class Engine final : public EngineApi
{
    Q_OBJECT

public:
    explicit Engine(EngineConfig config, QObject *parent = nullptr);
    ~Engine() override;

    void start();
    EngineCounters counters() const;

    void followMarket(const std::string &coin) override;
    void releaseMarket(const std::string &coin) override;
    void returnBookCredit(const std::string &coin) override;
    void returnTradeCredit(const std::string &coin) override;
    void followCandles(const std::string &coin, const std::string &interval) override;
    void releaseCandles(const std::string &coin, const std::string &interval) override;

    void placeOrder(RequestId request, const model::OrderTicket &ticket) override;
    void cancelOrder(RequestId request, model::OrderKey order) override;
    void cancelOrders(RequestId request, const std::vector<model::OrderKey> &orders) override;
    void modifyOrder(RequestId request, model::OrderKey order, std::optional<Px> px,
                     std::optional<Sz> sz) override;
    void setLeverage(RequestId request, const std::string &coin, int leverage,
                     bool isCross) override;

    void pauseReplay(bool paused) override;
    void setReplaySpeed(double speed) override;
    void requestState() override;

private:
    class Threads;
    std::unique_ptr<Threads> m_threads;
};

} // namespace hl::engine
