// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "engine/api/engine_api.h"
#include "engine/engine_config.h"

#include <functional>
#include <memory>

namespace hl::engine {

class DeviceDesk;
class EngineCore;

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
    /// Ends the threads; answers how the recording of this session went. Nothing may be called
    /// after it but counters().
    Status stop();
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
    void moveOrders(const std::vector<RequestId> &requests,
                    const std::vector<model::OrderKey> &orders, Px to) override;
    void placeOrders(RequestId request, const std::vector<model::OrderTicket> &tickets,
                     model::Grouping grouping) override;
    void startTwap(RequestId request, const model::TwapTicket &ticket) override;
    void cancelTwap(RequestId request, const std::string &coin, model::TwapId id) override;
    void flattenAll(RequestId request) override;
    void stopFlatten() override;

    void rejectReview(ReviewId review) override;
    void dropReview(ReviewId review) override;
    void acknowledgeBlocked() override;
    void retryDevice() override;
    void openEthereumApp() override;
    void setTradeMode(RequestId request, TradeMode mode) override;
    void setDeviceExpiries(int takesSeconds, int restsSeconds) override;
    void setDeviceForm(bool hashesOnly) override;
    void giveUpDeviceAddress() override;
    void scanDeviceAccounts(RequestId request, PathScheme scheme, int first, int count) override;
    void scanDevicePath(RequestId request, const std::string &path) override;
    void showDeviceAddress(RequestId request, const std::string &path) override;
    void useDeviceAccount(RequestId request, const std::string &path) override;
    void readAgents(RequestId request) override;
    void approveAgent(RequestId request, const AgentPlan &plan) override;
    void revokeAgent(RequestId request, const std::string &name) override;

    void pauseReplay(bool paused) override;
    void setReplaySpeed(double speed) override;
    void seekReplay(double share) override;
    void queryHistory(RequestId request, const HistoryQuery &query) override;
    void readMoneyFacts(RequestId request, const std::optional<Address> &destination) override;
    void moveMoney(RequestId request, const model::MoneyOrder &order) override;
    void lockSigner() override;
    void unlockSigner(RequestId request, std::shared_ptr<SecretBytes> passphrase) override;
    void requestVenueReport() override;
    void verifyJournal() override;
    void keepFile(RequestId request, const std::string &path, const std::string &bytes) override;
    void requestState() override;

private:
    class Threads;
    void onCore(std::function<void(EngineCore &)> command);
    void onDevice(std::function<void(DeviceDesk &)> command);

    std::shared_ptr<Status> m_recordingEnd; ///< the storage thread's until stop()
    EngineCounters m_finalCounters;
    std::unique_ptr<Threads> m_threads;
};

} // namespace hl::engine
