// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "engine/engine.h"
#include "signing/local_signer.h"
#include "sim/sim_venue.h"

#include <QObject>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace hl::test {

/// A window without widgets: keeps what the engine says and returns every credit.
class EngineClient : public QObject
{
public:
    explicit EngineClient(engine::EngineConfig config) : engine(std::move(config))
    {
        using engine::Engine;
        using engine::EngineApi;
        connect(&engine, &EngineApi::connectionChanged, this,
                [this](const engine::ConnectionStatus &s) { connection = s; });
        connect(&engine, &EngineApi::signerChanged, this,
                [this](const engine::SignerStatus &s) { signer = s; });
        connect(&engine, &EngineApi::instrumentsChanged, this,
                [this](const engine::InstrumentListPtr &l) { instruments = l; });
        connect(&engine, &EngineApi::marketsChanged, this,
                [this](const std::vector<market::AssetCtx> &contexts) {
                    for (const auto &context : contexts)
                        markets[context.coin] = context;
                });
        connect(&engine, &EngineApi::bookChanged, this, [this](const market::BookSnapshotPtr &b) {
            books[b->coin] = b;
            ++pictures;
            if (returnsCredit)
                engine.returnBookCredit(b->coin);
        });
        connect(&engine, &EngineApi::tradesAppended, this, [this](const engine::TradeBatch &b) {
            for (const auto &trade : b.trades)
                trades[b.coin].push_back(trade);
            missed += b.missed;
            if (returnsCredit)
                engine.returnTradeCredit(b.coin);
        });
        connect(&engine, &EngineApi::candlesChanged, this, [this](const engine::CandleBatch &b) {
            auto &series = candles[b.coin + '/' + b.interval];
            if (b.isHistory)
                series.clear();
            for (const auto &candle : b.candles)
                series[candle.openTime] = candle;
        });
        connect(&engine, &EngineApi::ordersChanged, this,
                [this](const std::vector<model::Order> &changed, bool isSnapshot) {
                    if (isSnapshot)
                        orders.clear();
                    for (const auto &order : changed) {
                        orders[order.key] = order;
                        history.push_back(order);
                    }
                });
        connect(&engine, &EngineApi::fillsAppended, this,
                [this](const std::vector<model::Fill> &added, bool isSnapshot) {
                    if (isSnapshot)
                        fills.clear();
                    fills.insert(fills.end(), added.begin(), added.end());
                });
        connect(&engine, &EngineApi::accountChanged, this,
                [this](const model::AccountState &a) { account = a; });
        connect(&engine, &EngineApi::feesChanged, this,
                [this](const model::FeeRates &f) { fees = f; });
        connect(&engine, &EngineApi::commandFinished, this, [this](const engine::CommandResult &r) {
            results[r.request] = r;
            ++answers[r.request];
        });
        connect(&engine, &EngineApi::latencyMeasured, this,
                [this](const engine::OrderLatency &l) { latencies[l.key] = l; });
        connect(&engine, &EngineApi::noticeRaised, this,
                [this](const engine::Notice &n) { notices.push_back(n); });
        connect(&engine, &EngineApi::replayProgressed, this, [this](double share, qint64 time) {
            progress = share;
            recordingTime = time;
        });
    }

    const engine::CommandResult *result(RequestId request) const
    {
        const auto it = results.find(request);
        return it == results.end() ? nullptr : &it->second;
    }
    const model::Order *orderOf(RequestId request) const
    {
        const auto *found = result(request);
        if (found == nullptr || !found->order)
            return nullptr;
        const auto it = orders.find(*found->order);
        return it == orders.end() ? nullptr : &it->second;
    }
    const model::Position *position(std::string_view coin) const
    {
        const auto it = std::ranges::find(account.positions, coin, &model::Position::coin);
        return it == account.positions.end() ? nullptr : &*it;
    }
    bool hasNotice(std::string_view words) const
    {
        return std::ranges::any_of(notices, [&](const engine::Notice &n) {
            return n.text.find(words) != std::string::npos;
        });
    }
    std::string noticeTexts() const
    {
        std::string all;
        for (const auto &n : notices)
            all += n.text + '\n';
        return all;
    }
    bool isTradable(const std::string &coin) const
    {
        const auto it = books.find(coin);
        return it != books.end() && it->second->isTradable();
    }

    engine::Engine engine;
    engine::ConnectionStatus connection;
    engine::SignerStatus signer;
    engine::InstrumentListPtr instruments;
    std::map<std::string, market::AssetCtx> markets;
    std::map<std::string, market::BookSnapshotPtr> books;
    std::map<std::string, std::vector<market::Trade>> trades;
    std::map<std::string, std::map<TimeMs, market::Candle>> candles;
    std::map<model::OrderKey, model::Order> orders;
    std::vector<model::Order> history; ///< every copy that came
    std::vector<model::Fill> fills;
    model::AccountState account;
    std::optional<model::FeeRates> fees;
    std::map<RequestId, engine::CommandResult> results;
    std::map<RequestId, int> answers;
    std::map<model::OrderKey, engine::OrderLatency> latencies;
    std::vector<engine::Notice> notices;
    double progress = 0;
    qint64 recordingTime = 0;
    std::uint64_t missed = 0;
    int pictures = 0;
    bool returnsCredit = true;
};

/// The signing vectors' public key; its account is always funded in the embedded venue.
inline SecretBytes vectorsKey()
{
    SecretBytes secret(32);
    static constexpr std::uint8_t kPattern[] = {0x01, 0x23, 0x45, 0x67, 0x89};
    for (std::size_t i = 0; i < 32; ++i)
        secret.data()[i] = kPattern[i % 5];
    return secret;
}

} // namespace hl::test
