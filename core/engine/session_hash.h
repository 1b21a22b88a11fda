// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "engine/event_sink.h"
#include "signing/signer.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace hl::engine {

/// What a session amounted to. Equal on every replay of the same recording.
struct SessionHashes
{
    Hash32 events{}; ///< every event the window was told, in order
    Hash32 sent{};   ///< every byte and signature that left and every digest that was signed
    Hash32 state{};  ///< books, orders, fills, account and connection as they stood last
    std::uint64_t eventCount = 0;

    friend bool operator==(const SessionHashes &, const SessionHashes &) = default;
};

/// Passes every event on and hashes it. Engine thread.
class HashingSink final : public EventSink
{
public:
    explicit HashingSink(EventSink &next) : m_next(next) {}

    SessionHashes hashes() const;
    /// A signature in it does not count: only left() says whether it left.
    void sent(std::string_view what, std::string_view bytes);
    void left(const signing::Signature &signature);

    void connectionChanged(const ConnectionStatus &status) override;
    void signerChanged(const SignerStatus &status) override;
    void instrumentsChanged(const InstrumentListPtr &list) override;
    void marketsChanged(std::vector<market::AssetCtx> contexts) override;
    void bookChanged(const market::BookSnapshotPtr &book) override;
    void tradesAppended(TradeBatch batch) override;
    void candlesChanged(CandleBatch batch) override;
    void ordersChanged(std::vector<model::Order> orders, bool isSnapshot) override;
    void fillsAppended(std::vector<model::Fill> fills, bool isSnapshot) override;
    void accountChanged(const model::AccountState &account) override;
    void feesChanged(const model::FeeRates &fees) override;
    void deviceChanged(const DeviceStatus &status) override;
    void reviewChanged(const SigningReview &review) override;
    void tradeModeChanged(TradeMode mode) override;
    void deviceAccountsChanged(std::vector<DeviceAccount> accounts) override;
    void agentsChanged(const AgentList &agents) override;
    void agentProgressed(const AgentProgress &progress) override;
    void flattenChanged(const FlattenProgress &progress) override;
    void moneyFactsRead(const MoneyFactsRead &read) override;
    void moneyChanged(const MoneyProgress &progress) override;
    void commandFinished(const CommandResult &result) override;
    void latencyMeasured(const OrderLatency &latency) override;
    void journalAppended(JournalBatch batch) override;
    void journalChanged(const JournalStatus &status) override;
    void noticeRaised(const Notice &notice) override;
    void venueReported(const VenueReport &report) override;
    // The history is a copy of what the venue keeps, read from a file.
    void historyRead(HistoryBatch batch) override { m_next.historyRead(std::move(batch)); }
    void historyGrown(HistoryKind kind) override { m_next.historyGrown(kind); }
    void replayProgressed(double share, TimeMs recordingTimeMs) override;

private:
    void event(std::string_view kind, const std::string &words);

    EventSink &m_next;
    SessionHashes m_hashes;
    std::map<std::string, std::string> m_state; ///< by "kind/key"
};

} // namespace hl::engine
