// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "engine/api/events.h"

#include <QObject>

#include <optional>
#include <string>
#include <vector>

namespace hl::engine {

/// What the window knows of the engine: commands in, events out. Lives on the GUI thread; every
/// command returns at once, every event arrives queued. The window never waits for an answer.
///
/// Market data is sent under credit: after bookChanged or tradesAppended for a coin nothing more is
/// sent for it until returnCredit, so a stalled window costs no memory and the next picture is the
/// newest state.
class EngineApi : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;
    ~EngineApi() override = default;

    // --- market data; interest is counted, one release for each follow
    virtual void followMarket(const std::string &coin) = 0;
    virtual void releaseMarket(const std::string &coin) = 0;
    virtual void returnBookCredit(const std::string &coin) = 0;
    virtual void returnTradeCredit(const std::string &coin) = 0;
    virtual void followCandles(const std::string &coin, const std::string &interval) = 0;
    virtual void releaseCandles(const std::string &coin, const std::string &interval) = 0;

    // --- trading; each answers with commandFinished and moves orders by ordersChanged
    virtual void placeOrder(RequestId request, const model::OrderTicket &ticket) = 0;
    virtual void cancelOrder(RequestId request, model::OrderKey order) = 0;
    virtual void cancelOrders(RequestId request, const std::vector<model::OrderKey> &orders) = 0;
    virtual void modifyOrder(RequestId request, model::OrderKey order, std::optional<Px> px,
                             std::optional<Sz> sz) = 0;
    virtual void setLeverage(RequestId request, const std::string &coin, int leverage,
                             bool isCross) = 0;

    // --- replay only; ignored otherwise
    virtual void pauseReplay(bool paused) = 0;
    /// 0: as fast as possible.
    virtual void setReplaySpeed(double speed) = 0;

    /// Repeats the current state of everything as events; called once when the window is built.
    virtual void requestState() = 0;

Q_SIGNALS:
    void connectionChanged(const hl::engine::ConnectionStatus &status);
    void signerChanged(const hl::engine::SignerStatus &status);
    void instrumentsChanged(const hl::engine::InstrumentListPtr &list);
    /// Contexts of many markets at once, at most four times a second.
    void marketsChanged(const std::vector<hl::market::AssetCtx> &contexts);
    void bookChanged(const hl::market::BookSnapshotPtr &book);
    void tradesAppended(const hl::engine::TradeBatch &batch);
    void candlesChanged(const hl::engine::CandleBatch &batch);

    /// Each order whole, by key. `isSnapshot`: what is not in it is gone.
    void ordersChanged(const std::vector<hl::model::Order> &orders, bool isSnapshot);
    /// Newest last; a tid never comes twice.
    void fillsAppended(const std::vector<hl::model::Fill> &fills, bool isSnapshot);
    void accountChanged(const hl::model::AccountState &account);
    void feesChanged(const hl::model::FeeRates &fees);

    void commandFinished(const hl::engine::CommandResult &result);
    void latencyMeasured(const hl::engine::OrderLatency &latency);
    void noticeRaised(const hl::engine::Notice &notice);
    /// Replay: share of the recording played, 0…1, and its clock. Ends with 1.
    void replayProgressed(double share, qint64 recordingTimeMs);
};

/// Registers every type above for queued connections; call once before the first connect.
void registerEventTypes();

} // namespace hl::engine

Q_DECLARE_METATYPE(hl::engine::ConnectionStatus)
Q_DECLARE_METATYPE(hl::engine::SignerStatus)
Q_DECLARE_METATYPE(hl::engine::InstrumentListPtr)
Q_DECLARE_METATYPE(hl::market::BookSnapshotPtr)
Q_DECLARE_METATYPE(hl::engine::TradeBatch)
Q_DECLARE_METATYPE(hl::engine::CandleBatch)
Q_DECLARE_METATYPE(hl::model::AccountState)
Q_DECLARE_METATYPE(hl::model::FeeRates)
Q_DECLARE_METATYPE(hl::engine::CommandResult)
Q_DECLARE_METATYPE(hl::engine::OrderLatency)
Q_DECLARE_METATYPE(hl::engine::Notice)
