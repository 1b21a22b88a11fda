// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "engine/api/engine_api.h"
#include "engine/event_sink.h"

#include <utility>
#include <vector>

namespace hl::engine {

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
    void flattenChanged(const FlattenProgress &v) override
    {
        post([api = m_api, v] { Q_EMIT api->flattenChanged(v); });
    }
    void moneyFactsRead(const MoneyFactsRead &v) override
    {
        post([api = m_api, v] { Q_EMIT api->moneyFactsRead(v); });
    }
    void moneyChanged(const MoneyProgress &v) override
    {
        post([api = m_api, v] { Q_EMIT api->moneyChanged(v); });
    }
    void commandFinished(const CommandResult &v) override
    {
        post([api = m_api, v] { Q_EMIT api->commandFinished(v); });
    }
    void latencyMeasured(const OrderLatency &v) override
    {
        post([api = m_api, v] { Q_EMIT api->latencyMeasured(v); });
    }
    void journalAppended(JournalBatch v) override
    {
        post([api = m_api, v = std::move(v)] { Q_EMIT api->journalAppended(v); });
    }
    void journalChanged(const JournalStatus &v) override
    {
        post([api = m_api, v] { Q_EMIT api->journalChanged(v); });
    }
    void noticeRaised(const Notice &v) override
    {
        post([api = m_api, v] { Q_EMIT api->noticeRaised(v); });
    }
    void venueReported(const VenueReport &v) override
    {
        post([api = m_api, v] { Q_EMIT api->venueReported(v); });
    }
    void historyRead(HistoryBatch v) override
    {
        post([api = m_api, v = std::move(v)] { Q_EMIT api->historyRead(v); });
    }
    void historyGrown(HistoryKind v) override
    {
        post([api = m_api, v] { Q_EMIT api->historyGrown(v); });
    }
    void replayJumped() override
    {
        post([api = m_api] { Q_EMIT api->replayJumped(); });
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

} // namespace hl::engine
