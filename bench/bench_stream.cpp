// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A frame's text to its listener, and subscriptions: the real session, decoder and router on a
// socket without a network. The text starts as the QString that Qt's socket hands over.

#include "checks.h"
#include "markets.h"
#include "scenario.h"
#include "stream_rig.h"
#include "workload.h"

#include <benchmark/benchmark.h>

#include <chrono>
#include <cstdlib>
#include <variant>

namespace hl::bench {
namespace {

using benchmark::State;
using session::Subscription;
using venue::Frame;
using SteadyClock = std::chrono::steady_clock;

Address user(std::size_t index)
{
    const auto parsed = Address::parse(inputTexts("users").at(index));
    if (!parsed)
        std::abort();
    return *parsed;
}

double seconds(SteadyClock::time_point from)
{
    return std::chrono::duration<double>(SteadyClock::now() - from).count();
}

/// Delivers one frame again and again; exactly one listener must run for each.
template <class Check>
void deliver(State &state, const std::string &text, const std::vector<Subscription> &streams,
             std::size_t meant, Check isRight)
{
    StreamRig rig(markets());
    FarEnd &far = rig.open();
    std::vector<std::int64_t> calls(streams.size());
    bool right = true;
    for (std::size_t i = 0; i < streams.size(); ++i) {
        rig.subscribe(streams[i], [&, i](const Frame &frame) {
            ++calls[i];
            benchmark::DoNotOptimize(frame);
        });
    }
    rig.acknowledge();
    const QString handed = handedOver(text);
    for (auto _ : state)
        far.say(handed);
    std::int64_t all = 0;
    for (const std::int64_t count : calls)
        all += count;
    right = rig.confirmed() == static_cast<int>(streams.size()) &&
            calls[meant] == state.iterations() && all == state.iterations() &&
            isRight(rig.listeners.last());
    if (!right)
        state.SkipWithError("the frame did not reach its one listener whole");
    state.SetItemsProcessed(state.iterations());
    state.counters["deliveredPerTick"] =
        static_cast<double>(calls[meant]) / static_cast<double>(state.iterations());
    state.counters["invocationsPerTick"] =
        static_cast<double>(all) / static_cast<double>(state.iterations());
}

void dispatch50Coins(State &state)
{
    std::vector<Subscription> streams;
    for (int i = 0; i < 50; ++i)
        streams.push_back(Subscription::l2Book("C" + std::to_string(i)));
    deliver(state, inputTexts("small_book_frames").at(25), streams, 25, [](const Frame &frame) {
        const codec::Value &meant = (*input("small_book_frames").asArray())[25];
        return meant.find("data") != nullptr && isBookOf(*meant.find("data"), frame.book);
    });
}

void bookFrame(State &state)
{
    deliver(state, inputJson("l2_book_frame"), {Subscription::l2Book("BTC")}, 0,
            [](const Frame &frame) { return isWorkloadBook(frame.book); });
}

void accountFrame(State &state)
{
    deliver(state, inputJson("clearinghouse_frame"),
            {Subscription::ofUser(session::StreamType::ClearinghouseState, user(0))}, 0,
            [](const Frame &frame) {
                const auto *f = std::get_if<venue::PerpAccountsFrame>(&frame.payload);
                return f != nullptr && f->user == user(0) && f->accounts.size() == 1 &&
                       isWorkloadAccount(f->accounts[0]);
            });
}

void spotFrame(State &state)
{
    deliver(
        state, inputJson("spot_state_frame"),
        {Subscription::ofUser(session::StreamType::SpotState, user(0))}, 0, [](const Frame &frame) {
            const auto *f = std::get_if<venue::SpotStateFrame>(&frame.payload);
            return f != nullptr && f->user == user(0) && areWorkloadBalances(f->account.balances);
        });
}

void webDataFrame(State &state)
{
    deliver(state, inputJson("web_data3_frame"),
            {Subscription::ofUser(session::StreamType::WebData3, user(0))}, 0,
            [](const Frame &frame) {
                const auto *f = std::get_if<venue::WebData3Frame>(&frame.payload);
                return f != nullptr && f->user == user(0) &&
                       f->cumLedger == *Decimal::parse("1250.5") &&
                       f->serverTime == static_cast<TimeMs>(inputUint("nonce")) &&
                       f->perpsAtOpenInterestCap.size() == 1 &&
                       f->perpsAtOpenInterestCap[0] == std::vector<std::string>{"C3", "C9"};
            });
}

/// 14 users, as many as the venue takes; the name is the reference suite's.
void dispatch15Users(State &state)
{
    std::vector<Subscription> streams;
    for (std::size_t i = 0; i < 14; ++i)
        streams.push_back(Subscription::ofUser(session::StreamType::ClearinghouseState, user(i)));
    deliver(state, inputJson("clearinghouse_frame"), streams, 0, [](const Frame &frame) {
        const auto *f = std::get_if<venue::PerpAccountsFrame>(&frame.payload);
        return f != nullptr && f->user == user(0) && f->accounts.size() == 1 &&
               isWorkloadAccount(f->accounts[0]);
    });
}

void fastContexts(State &state, const std::string &key)
{
    deliver(state, inputJson(key + "_frame"),
            {Subscription::ofDex(session::StreamType::FastAssetCtxs)}, 0,
            [&key](const Frame &frame) {
                const auto *f = std::get_if<venue::FastContextsFrame>(&frame.payload);
                return f != nullptr && areWorkloadFastContexts(f->contexts, key.c_str());
            });
}

void ignore(const Frame &) {}

void subscribe200(State &state)
{
    const std::vector<std::string> coins = inputTexts("subscribe_coins");
    for (auto _ : state) {
        StreamRig rig(markets());
        rig.open();
        const auto start = SteadyClock::now();
        for (std::size_t i = 0; i < 200; ++i)
            rig.subscribe(Subscription::l2Book(coins[i]), ignore);
        rig.acknowledge();
        state.SetIterationTime(seconds(start));
        if (rig.confirmed() != 200)
            state.SkipWithError("not every subscription was confirmed");
    }
    state.SetItemsProcessed(200 * state.iterations());
}

void subscribeTrio(State &state)
{
    constexpr int kRigs = 20;
    const Address who = user(0);
    for (auto _ : state) {
        std::vector<std::unique_ptr<StreamRig>> rigs;
        for (int i = 0; i < kRigs; ++i) {
            rigs.push_back(std::make_unique<StreamRig>(markets()));
            rigs.back()->open();
        }
        const auto start = SteadyClock::now();
        for (const auto &rig : rigs) {
            for (const auto type : {session::StreamType::ClearinghouseState,
                                    session::StreamType::SpotState, session::StreamType::WebData3})
                rig->subscribe(Subscription::ofUser(type, who), ignore);
            rig->acknowledge();
        }
        state.SetIterationTime(seconds(start));
        for (const auto &rig : rigs) {
            if (rig->confirmed() != 3)
                state.SkipWithError("not every subscription was confirmed");
        }
    }
    state.SetItemsProcessed(3 * kRigs * state.iterations());
}

/// From the new connection's opening until all 500 are confirmed again.
void reconnectBurst(State &state)
{
    const std::vector<std::string> coins = inputTexts("subscribe_coins");
    for (auto _ : state) {
        StreamRig rig(markets());
        rig.open();
        for (const std::string &coin : coins)
            rig.subscribe(Subscription::l2Book(coin), ignore);
        rig.acknowledge();
        rig.factory.last->drop(1006);
        const bool wasLost = rig.confirmed() == 0;
        rig.open(false);
        const auto start = SteadyClock::now();
        rig.factory.last->accept();
        const int acks = rig.acknowledge();
        state.SetIterationTime(seconds(start));
        if (!wasLost || acks != 500 || rig.confirmed() != 500)
            state.SkipWithError("not every subscription came back");
    }
    state.SetItemsProcessed(500 * state.iterations());
}

[[maybe_unused]] const bool kRegistered = [] {
    scenario("fast_asset_ctxs_snapshot_decompress", fastContexts,
             std::string("fast_ctxs_snapshot"));
    scenario("fast_asset_ctxs_delta_decompress", fastContexts, std::string("fast_ctxs_delta"));
    scenario("subscription/l2book_dispatch_50_coins", dispatch50Coins);
    scenario("subscription/l2book_frame_dispatch_e2e", bookFrame);
    scenario("subscription/clearinghouseState_frame_dispatch_e2e", accountFrame);
    scenario("subscription/spotState_frame_dispatch_e2e", spotFrame);
    scenario("subscription/webData3_frame_dispatch_e2e", webDataFrame);
    scenario("subscription/user_dispatch_15_users", dispatch15Users);
    scenario("subscription/subscribe_200_coins", subscribe200)->UseManualTime();
    scenario("subscription/subscribe_user_trio", subscribeTrio)->UseManualTime();
    scenario("subscription/reconnect_resubscribe_burst", reconnectBurst)->UseManualTime();
    return true;
}();

} // namespace
} // namespace hl::bench
