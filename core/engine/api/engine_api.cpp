// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine/api/engine_api.h"

#include <algorithm>

namespace hl::engine {

const market::Instrument *InstrumentList::find(std::string_view coin) const
{
    const auto it = std::ranges::find(instruments, coin, &market::Instrument::coin);
    return it == instruments.end() ? nullptr : &*it;
}

namespace {

CommandResult refused(RequestId request)
{
    CommandResult result;
    result.request = request;
    result.error = Error{ErrorKind::Validation, "Nothing can be traded in this session.", {}};
    return result;
}

} // namespace

void EngineApi::placeOrders(RequestId request, const std::vector<model::OrderTicket> &,
                            model::Grouping)
{
    Q_EMIT commandFinished(refused(request));
}

void EngineApi::startTwap(RequestId request, const model::TwapTicket &)
{
    Q_EMIT commandFinished(refused(request));
}

void EngineApi::cancelTwap(RequestId request, const std::string &, model::TwapId)
{
    Q_EMIT commandFinished(refused(request));
}

void registerEventTypes()
{
    qRegisterMetaType<ConnectionStatus>();
    qRegisterMetaType<SignerStatus>();
    qRegisterMetaType<InstrumentListPtr>();
    qRegisterMetaType<std::vector<market::AssetCtx>>();
    qRegisterMetaType<market::BookSnapshotPtr>();
    qRegisterMetaType<TradeBatch>();
    qRegisterMetaType<CandleBatch>();
    qRegisterMetaType<std::vector<model::Order>>();
    qRegisterMetaType<std::vector<model::Fill>>();
    qRegisterMetaType<model::AccountState>();
    qRegisterMetaType<model::FeeRates>();
    qRegisterMetaType<DeviceStatus>();
    qRegisterMetaType<SigningReview>();
    qRegisterMetaType<TradeMode>();
    qRegisterMetaType<std::vector<DeviceAccount>>();
    qRegisterMetaType<AgentList>();
    qRegisterMetaType<AgentProgress>();
    qRegisterMetaType<FlattenProgress>();
    qRegisterMetaType<MoneyFactsRead>();
    qRegisterMetaType<MoneyProgress>();
    qRegisterMetaType<JournalBatch>();
    qRegisterMetaType<JournalStatus>();
    qRegisterMetaType<HistoryBatch>();
    qRegisterMetaType<HistoryKind>();
    qRegisterMetaType<CommandResult>();
    qRegisterMetaType<OrderLatency>();
    qRegisterMetaType<Notice>();
    qRegisterMetaType<VenueReport>();
}

} // namespace hl::engine
