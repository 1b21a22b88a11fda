// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "engine/api/engine_api.h"

#include <QtTest/QTest>

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace hl::test {

/// An engine that records what the window asks of it and sends only what a test sends. Commands
/// other than following and credit fail the test after `expectNoOrders()`.
class FakeEngine : public engine::EngineApi
{
public:
    struct Place
    {
        RequestId request = 0;
        model::OrderTicket ticket;
    };
    struct Group
    {
        RequestId request = 0;
        std::vector<model::OrderTicket> tickets;
        model::Grouping grouping = model::Grouping::None;
    };
    struct Cancel
    {
        RequestId request = 0;
        std::vector<model::OrderKey> orders;
    };
    struct Modify
    {
        RequestId request = 0;
        model::OrderKey order = 0;
        std::optional<Px> px;
        std::optional<Sz> sz;
    };
    struct Leverage
    {
        RequestId request = 0;
        std::string coin;
        int leverage = 0;
        bool isCross = true;
    };

    std::map<std::string, int> followed; ///< counted
    std::map<std::string, int> bookCredits;
    std::map<std::string, int> tradeCredits;
    std::map<std::pair<std::string, std::string>, int> candles; ///< coin, interval
    std::vector<Place> placed;
    std::vector<Group> groups;
    std::vector<std::pair<RequestId, model::TwapTicket>> twaps;
    std::vector<std::pair<RequestId, model::TwapId>> twapCancels;
    std::vector<Cancel> cancelled; ///< cancelOrder gives a list of one
    std::vector<Modify> modified;
    std::vector<Leverage> leverages;

    struct Approve
    {
        RequestId request = 0;
        engine::AgentPlan plan;
    };
    std::vector<std::pair<RequestId, model::MoneyOrder>> moved;
    std::vector<std::pair<RequestId, std::optional<Address>>> moneyReads;
    std::vector<RequestId> flattens;
    int flattenStops = 0;
    std::vector<std::pair<int, int>> expiries; ///< takes, rests
    std::vector<bool> forms;                   ///< hashes only?
    int addressesGivenUp = 0;
    std::vector<engine::ReviewId> rejected;
    std::vector<engine::ReviewId> dropped;
    int acknowledged = 0;
    int deviceRetries = 0;
    int ethereumOpenings = 0;
    std::vector<std::pair<RequestId, engine::TradeMode>> modes;
    struct Scan
    {
        RequestId request = 0;
        engine::PathScheme scheme = engine::PathScheme::LedgerLive;
        int first = 0;
        int count = 0;
    };
    std::vector<Scan> scans;
    std::vector<std::pair<RequestId, std::string>> scannedPaths;
    std::vector<std::pair<RequestId, std::string>> shownAddresses;
    std::vector<std::pair<RequestId, std::string>> usedAccounts;
    std::vector<RequestId> agentReads;
    std::vector<Approve> approvals;
    std::vector<std::pair<RequestId, std::string>> revocations;
    int locks = 0;
    std::vector<std::pair<RequestId, std::string>> unlocks;
    std::vector<std::pair<RequestId, engine::HistoryQuery>> queries;
    std::vector<double> seeks;
    int stateRequests = 0;
    int journalChecks = 0;
    struct Kept
    {
        RequestId request = 0;
        std::string path;
        std::string bytes;
    };
    std::vector<Kept> kept;
    bool paused = false;
    double replaySpeed = 1;

    /// From now on a placing, cancelling or modifying command fails the running test.
    void expectNoOrders(bool none = true) { m_failOnOrders = none; }
    std::size_t orderCommands() const
    {
        return placed.size() + groups.size() + twaps.size() + twapCancels.size() +
               cancelled.size() + modified.size() + leverages.size();
    }

    void followMarket(const std::string &coin) override { ++followed[coin]; }
    void releaseMarket(const std::string &coin) override
    {
        if (--followed[coin] < 0)
            QTest::qFail("a market is released that nobody follows", __FILE__, __LINE__);
    }
    void returnBookCredit(const std::string &coin) override { ++bookCredits[coin]; }
    void returnTradeCredit(const std::string &coin) override { ++tradeCredits[coin]; }
    void followCandles(const std::string &coin, const std::string &interval) override
    {
        ++candles[{coin, interval}];
    }
    void releaseCandles(const std::string &coin, const std::string &interval) override
    {
        if (--candles[{coin, interval}] < 0)
            QTest::qFail("candles are released that nobody follows", __FILE__, __LINE__);
    }

    void placeOrder(RequestId request, const model::OrderTicket &ticket) override
    {
        command("placeOrder");
        placed.push_back({request, ticket});
    }
    void placeOrders(RequestId request, const std::vector<model::OrderTicket> &tickets,
                     model::Grouping grouping) override
    {
        command("placeOrders");
        groups.push_back({request, tickets, grouping});
    }
    void startTwap(RequestId request, const model::TwapTicket &ticket) override
    {
        command("startTwap");
        twaps.emplace_back(request, ticket);
    }
    void cancelTwap(RequestId request, const std::string &, model::TwapId id) override
    {
        command("cancelTwap");
        twapCancels.emplace_back(request, id);
    }
    void cancelOrder(RequestId request, model::OrderKey order) override
    {
        command("cancelOrder");
        cancelled.push_back({request, {order}});
    }
    void cancelOrders(RequestId request, const std::vector<model::OrderKey> &orders) override
    {
        command("cancelOrders");
        cancelled.push_back({request, orders});
    }
    void modifyOrder(RequestId request, model::OrderKey order, std::optional<Px> px,
                     std::optional<Sz> sz) override
    {
        command("modifyOrder");
        modified.push_back({request, order, px, sz});
    }
    void setLeverage(RequestId request, const std::string &coin, int leverage,
                     bool isCross) override
    {
        command("setLeverage");
        leverages.push_back({request, coin, leverage, isCross});
    }

    void flattenAll(RequestId request) override
    {
        command("flattenAll");
        flattens.push_back(request);
    }
    void stopFlatten() override { ++flattenStops; }
    void setDeviceExpiries(int takesSeconds, int restsSeconds) override
    {
        expiries.emplace_back(takesSeconds, restsSeconds);
    }
    void setDeviceForm(bool hashesOnly) override { forms.push_back(hashesOnly); }
    void giveUpDeviceAddress() override { ++addressesGivenUp; }

    void rejectReview(engine::ReviewId review) override { rejected.push_back(review); }
    void dropReview(engine::ReviewId review) override { dropped.push_back(review); }
    void acknowledgeBlocked() override { ++acknowledged; }
    void retryDevice() override { ++deviceRetries; }
    void openEthereumApp() override { ++ethereumOpenings; }
    void setTradeMode(RequestId request, engine::TradeMode mode) override
    {
        modes.emplace_back(request, mode);
    }
    void scanDeviceAccounts(RequestId request, engine::PathScheme scheme, int first,
                            int count) override
    {
        scans.push_back({request, scheme, first, count});
    }
    void scanDevicePath(RequestId request, const std::string &path) override
    {
        scannedPaths.emplace_back(request, path);
    }
    void showDeviceAddress(RequestId request, const std::string &path) override
    {
        shownAddresses.emplace_back(request, path);
    }
    void useDeviceAccount(RequestId request, const std::string &path) override
    {
        usedAccounts.emplace_back(request, path);
    }
    void readAgents(RequestId request) override { agentReads.push_back(request); }
    void approveAgent(RequestId request, const engine::AgentPlan &plan) override
    {
        approvals.push_back({request, plan});
    }
    void revokeAgent(RequestId request, const std::string &name) override
    {
        revocations.emplace_back(request, name);
    }

    void readMoneyFacts(RequestId request, const std::optional<Address> &to) override
    {
        moneyReads.emplace_back(request, to);
    }
    void moveMoney(RequestId request, const model::MoneyOrder &order) override
    {
        command("moveMoney");
        moved.emplace_back(request, order);
    }

    void lockSigner() override { ++locks; }
    void unlockSigner(RequestId request, std::shared_ptr<SecretBytes> words) override
    {
        unlocks.emplace_back(request, std::string(words->data(), words->data() + words->size()));
    }
    void queryHistory(RequestId request, const engine::HistoryQuery &query) override
    {
        queries.emplace_back(request, query);
    }
    void seekReplay(double share) override { seeks.push_back(share); }
    void pauseReplay(bool on) override { paused = on; }
    void setReplaySpeed(double speed) override { replaySpeed = speed; }
    void verifyJournal() override { ++journalChecks; }
    void keepFile(RequestId request, const std::string &path, const std::string &bytes) override
    {
        kept.push_back({request, path, bytes});
    }
    void requestState() override { ++stateRequests; }

private:
    void command(const char *name)
    {
        if (m_failOnOrders)
            QTest::qFail(name, "no order command was expected", __LINE__);
    }

    bool m_failOnOrders = false;
};

} // namespace hl::test
