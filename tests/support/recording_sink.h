// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "engine/event_sink.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace hl::test {

/// The window's view of an EngineCore, without threads. `bookTaken` and `tradesTaken` give the
/// credit back.
class RecordingSink final : public engine::EventSink
{
public:
    void connectionChanged(const engine::ConnectionStatus &status) override { connection = status; }
    void signerChanged(const engine::SignerStatus &status) override { signer = status; }
    void instrumentsChanged(const engine::InstrumentListPtr &list) override { instruments = list; }
    void marketsChanged(std::vector<market::AssetCtx> contexts) override
    {
        for (auto &context : contexts)
            markets[context.coin] = context;
    }
    void bookChanged(const market::BookSnapshotPtr &book) override
    {
        books[book->coin] = book;
        if (bookTaken)
            bookTaken(book->coin);
    }
    void tradesAppended(engine::TradeBatch batch) override
    {
        trades += batch.trades.size();
        if (tradesTaken)
            tradesTaken(batch.coin);
    }
    void candlesChanged(engine::CandleBatch) override {}
    void ordersChanged(std::vector<model::Order> changed, bool isSnapshot) override
    {
        if (isSnapshot)
            orders.clear();
        for (auto &order : changed) {
            if (order.cloid && isTerminal(order.phase)) {
                const bool wasPlaced = order.phase == model::OrderPhase::Filled ||
                                       order.phase == model::OrderPhase::Cancelled;
                (wasPlaced ? saidEnded : saidNotPlaced).insert(*order.cloid);
            }
            orders[order.key] = std::move(order);
        }
    }
    void fillsAppended(std::vector<model::Fill> added, bool isSnapshot) override
    {
        if (isSnapshot)
            fills.clear();
        fills.insert(fills.end(), added.begin(), added.end());
    }
    void accountChanged(const model::AccountState &state) override { account = state; }
    void feesChanged(const model::FeeRates &rates) override { fees = rates; }
    void deviceChanged(const engine::DeviceStatus &status) override
    {
        if (status.exitHint != device.exitHint)
            ++hintChanges;
        device = status;
    }
    void reviewChanged(const engine::SigningReview &review) override
    {
        reviews[review.id] = review;
        reviewStates[review.id].push_back(review.state);
    }
    void tradeModeChanged(engine::TradeMode m) override { mode = m; }
    void deviceAccountsChanged(std::vector<engine::DeviceAccount> list) override
    {
        deviceAccounts = std::move(list);
    }
    void agentsChanged(const engine::AgentList &list) override { agents = list; }
    void agentProgressed(const engine::AgentProgress &progress) override
    {
        agentSteps.push_back(progress);
    }
    void flattenChanged(const engine::FlattenProgress &progress) override
    {
        flatten.push_back(progress);
    }
    void moneyFactsRead(const engine::MoneyFactsRead &read) override { moneyFacts = read; }
    void journalChanged(const engine::JournalStatus &status) override { journal = status; }
    void moneyChanged(const engine::MoneyProgress &progress) override
    {
        money[progress.id] = progress;
        moneyStates[progress.id].push_back(progress.state);
    }
    void commandFinished(const engine::CommandResult &result) override
    {
        results[result.request] = result;
        ++answers[result.request];
    }
    void latencyMeasured(const engine::OrderLatency &) override {}
    void noticeRaised(const engine::Notice &notice) override { notices.push_back(notice); }
    void venueReported(const engine::VenueReport &r) override { report = r; }
    void replayProgressed(double, TimeMs) override {}

    const model::Order *byCloid(const Cloid &cloid) const
    {
        for (const auto &[key, order] : orders)
            if (order.cloid == cloid)
                return &order;
        return nullptr;
    }
    bool hasNotice(std::string_view words) const
    {
        return std::ranges::any_of(notices, [&](const engine::Notice &n) {
            return n.text.find(words) != std::string::npos;
        });
    }

    engine::ConnectionStatus connection;
    engine::SignerStatus signer;
    engine::InstrumentListPtr instruments;
    std::map<std::string, market::AssetCtx> markets;
    std::map<std::string, market::BookSnapshotPtr> books;
    std::map<model::OrderKey, model::Order> orders;
    /// Every cloid that was ever shown so, whatever is shown of it now.
    std::set<Cloid> saidNotPlaced;
    std::set<Cloid> saidEnded;
    std::vector<model::Fill> fills;
    model::AccountState account;
    std::optional<model::FeeRates> fees;
    engine::DeviceStatus device;
    int hintChanges = 0; ///< of the way out while the device is down
    std::map<engine::ReviewId, engine::SigningReview> reviews;
    std::map<engine::ReviewId, std::vector<engine::ReviewState>> reviewStates;
    engine::TradeMode mode = engine::TradeMode::LocalKey;
    std::vector<engine::DeviceAccount> deviceAccounts;
    engine::AgentList agents;
    std::vector<engine::AgentProgress> agentSteps;
    std::vector<engine::FlattenProgress> flatten;
    std::optional<engine::MoneyFactsRead> moneyFacts;
    engine::JournalStatus journal;
    std::map<std::uint64_t, engine::MoneyProgress> money;
    std::map<std::uint64_t, std::vector<engine::MoneyState>> moneyStates;
    std::map<RequestId, engine::CommandResult> results;
    std::map<RequestId, int> answers;
    std::vector<engine::Notice> notices;
    engine::VenueReport report;
    std::size_t trades = 0;
    std::function<void(const std::string &)> bookTaken;
    std::function<void(const std::string &)> tradesTaken;
};

} // namespace hl::test
