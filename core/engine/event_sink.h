// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "engine/api/events.h"
#include "engine/api/flatten.h"
#include "engine/api/history.h"
#include "engine/api/journal.h"
#include "engine/api/money.h"
#include "engine/api/review.h"

#include <vector>

namespace hl::engine {

/// Where the engine's parts put what the window shall hear; one function for each signal of
/// EngineApi. Called on the engine thread; values cross from here.
class EventSink
{
public:
    virtual ~EventSink() = default;
    virtual void connectionChanged(const ConnectionStatus &status) = 0;
    virtual void signerChanged(const SignerStatus &status) = 0;
    virtual void instrumentsChanged(const InstrumentListPtr &list) = 0;
    virtual void marketsChanged(std::vector<market::AssetCtx> contexts) = 0;
    virtual void bookChanged(const market::BookSnapshotPtr &book) = 0;
    virtual void tradesAppended(TradeBatch batch) = 0;
    virtual void candlesChanged(CandleBatch batch) = 0;
    virtual void ordersChanged(std::vector<model::Order> orders, bool isSnapshot) = 0;
    virtual void fillsAppended(std::vector<model::Fill> fills, bool isSnapshot) = 0;
    virtual void accountChanged(const model::AccountState &account) = 0;
    virtual void feesChanged(const model::FeeRates &fees) = 0;
    virtual void deviceChanged(const DeviceStatus &status) = 0;
    virtual void reviewChanged(const SigningReview &review) = 0;
    virtual void tradeModeChanged(TradeMode mode) = 0;
    virtual void deviceAccountsChanged(std::vector<DeviceAccount> accounts) = 0;
    virtual void agentsChanged(const AgentList &agents) = 0;
    virtual void agentProgressed(const AgentProgress &progress) = 0;
    virtual void flattenChanged(const FlattenProgress &) {}
    virtual void moneyFactsRead(const MoneyFactsRead &) {}
    virtual void moneyChanged(const MoneyProgress &) {}
    virtual void commandFinished(const CommandResult &result) = 0;
    virtual void latencyMeasured(const OrderLatency &latency) = 0;
    virtual void journalAppended(JournalBatch) {}
    virtual void journalChanged(const JournalStatus &) {}
    virtual void noticeRaised(const Notice &notice) = 0;
    virtual void venueReported(const VenueReport &) {}
    virtual void historyRead(HistoryBatch) {}
    /// Rows of this kind were added to the history.
    virtual void historyGrown(HistoryKind) {}
    /// Before what follows a jump: the tape is empty again.
    virtual void replayJumped() {}
    virtual void replayProgressed(double share, TimeMs recordingTimeMs) = 0;
};

} // namespace hl::engine
