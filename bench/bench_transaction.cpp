// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Whole orders: desk, nonce, encoding, signature, recovery, dispatcher, the answer and the order's
// state; what is called unchecked, and the batch of 100 in many markets, which no desk gives, begin
// at the dispatcher and end with the venue's word on each order. Without a journal.

#include "base/hex.h"
#include "codec/value.h"
#include "desk_rig.h"
#include "engine/wire_transport.h"
#include "far_end.h"
#include "independent.h"
#include "markets.h"
#include "scenario.h"
#include "stream_rig.h"
#include "venue/hyperliquid/exchange_response.h"
#include "workload.h"

#include <QCoreApplication>
#include <QEventLoop>

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace hl::bench {
namespace {

using benchmark::State;
using SteadyClock = std::chrono::steady_clock;
using namespace std::chrono_literals;

/// A busy session: 375 orders rest before the first that is measured and 625 after the last, 500
/// on the average; then it is made anew.
constexpr int kOrdersAtRest = 375;
constexpr int kOrdersPerDesk = 250;

/// One order's Keccak blocks: those of its preimage, the Agent struct, the address recovered.
void madeOf(State &state, const std::string &body, bool isDummy)
{
    const auto value = codec::parseJson(body);
    Bytes bytes;
    if (value && value->find("action") != nullptr)
        codec::appendMsgpack(*value->find("action"), bytes);
    const bool expires = value && value->find("expiresAfter") != nullptr;
    const std::size_t size = bytes.size() + (expires ? 18 : 9);
    state.counters["blocks"] = static_cast<double>(size / 136 + 1 + 2 + (isDummy ? 0 : 1));
    state.counters["signatures"] = isDummy ? 0 : 1;
    state.counters["recoveries"] = isDummy ? 0 : 1;
}

void orders(State &state, bool isDummy)
{
    const WithoutEcdsa bypass(isDummy);
    const std::string answer = inputJson("desk_answer");
    HeldTransport wire;
    std::optional<DeskRig> rig;
    std::int64_t placed = 0;
    int here = 0;
    const auto renew = [&] {
        placed += rig ? rig->placed - kOrdersAtRest : 0;
        rig.emplace(wire, isDummy);
        rig->setDummy(true); // what rests already needs no curve
        for (int i = 0; i < kOrdersAtRest; ++i) {
            rig->place();
            wire.answer(answer);
            rig->flush();
        }
        rig->setDummy(isDummy);
        here = 0;
    };
    renew();
    for (auto _ : state) {
        if (++here > kOrdersPerDesk) {
            state.PauseTiming();
            renew();
            state.ResumeTiming();
        }
        rig->place();
        wire.answer(answer);
        rig->flush();
    }
    if (placed + rig->placed - kOrdersAtRest != state.iterations())
        state.SkipWithError(("an order was not placed: " + rig->problem).c_str());
    if (wire.body.find(R"("a":0,"b":true,"p":"50000","s":"0.1","r":false)") == std::string::npos)
        state.SkipWithError("the wrong order was sent");
    if (!rig->isSigned(wire.body))
        state.SkipWithError("something else than the body was signed");
    madeOf(state, wire.body, isDummy);
    state.SetItemsProcessed(state.iterations());
}

/// Fifty orders of one market by one action, as the desk's scale sends them: its most.
void scaleOrders(State &state)
{
    constexpr int kOrders = 50;
    HeldTransport wire;
    std::string answer = R"({"status":"ok","response":{"type":"order","data":{"statuses":[)";
    for (int i = 0; i < kOrders; ++i)
        answer +=
            (i == 0 ? "" : ",") + (R"({"resting":{"oid":)" + std::to_string(77'738'308 + i)) + "}}";
    answer += "]}}}";
    std::optional<DeskRig> rig;
    for (auto _ : state) {
        state.PauseTiming();
        rig.emplace(wire, false);
        state.ResumeTiming();
        rig->placeGroup(kOrders);
        wire.answer(answer);
        rig->flush();
    }
    const auto resting = std::ranges::count_if(rig->store.all(), [](const model::Order &order) {
        return order.phase == model::OrderPhase::Resting;
    });
    if (resting != kOrders || !rig->isSigned(wire.body))
        state.SkipWithError(("not every order rests: " + rig->problem).c_str());
    madeOf(state, wire.body, false);
    state.SetItemsProcessed(kOrders * state.iterations());
}

/// From an action's text through the dispatcher to its outcomes, without desk and order store.
void submitted(State &state, const char *action, const char *answerKey, std::size_t items,
               bool isParsedEachTime, bool isDummy)
{
    const WithoutEcdsa bypass(isDummy);
    const std::string text = inputJson(action);
    const std::string answer = inputJson(answerKey);
    const auto parsed = actions::parseAction(text);
    if (!parsed)
        std::abort();
    HeldTransport wire;
    DeskRig rig(wire, isDummy);
    std::size_t placed = 0;
    for (auto _ : state) {
        trading::ActionRequest request;
        request.items = items;
        request.encode =
            trading::encoderOf(isParsedEachTime ? *actions::parseAction(text) : *parsed, {true, {}},
                               std::optional<TimeMs>());
        rig.dispatcher.submit(std::move(request), [&](const trading::DispatchResult &result) {
            const auto outcome = venue::decodeExchangeBody(result.answer.body, items);
            placed += outcome.allOk() ? outcome.items.size() : 0;
        });
        wire.answer(answer);
    }
    if (placed != items * static_cast<std::size_t>(state.iterations()))
        state.SkipWithError("an order was not placed");
    if (!rig.isSigned(wire.body))
        state.SkipWithError("something else than the body was signed");
    madeOf(state, wire.body, isDummy);
    state.SetItemsProcessed(static_cast<std::int64_t>(items) * state.iterations());
}

/// Signed now, to be sent whenever: the order read and judged, its nonce issued in its place of the
/// chain, hashes, the dummy's signature, and the body kept instead of sent.
void prepare(State &state)
{
    const std::string text = inputJson("desk_order");
    InlineSigner signer(true);
    SystemClock clock;
    trading::MemoryNonceStore store;
    trading::NonceLane lane(clock, store, trading::NonceLane::Hooks{});
    std::string body;
    Nonce last = 0;
    std::int64_t rising = 0;
    for (auto _ : state) {
        auto action = actions::parseAction(text);
        if (!action)
            std::abort();
        const auto claim = lane.claim();
        const auto encoded = trading::encoderOf(std::move(*action), {true, {}},
                                                std::optional<TimeMs>())(claim.nonce);
        signing::SignRequest request;
        request.digest = encoded->digest;
        signer.sign(request, [&](const Result<signing::Signature> &signature) {
            body = encoded->requestBody(*signature);
        });
        lane.burn(claim.slot); // nothing of it goes to the wire
        benchmark::DoNotOptimize(body);
        rising += claim.nonce > last ? 1 : 0;
        last = claim.nonce;
    }
    if (rising != state.iterations())
        state.SkipWithError("a nonce was used twice");
    if (body.find(R"("nonce":)" + std::to_string(last)) == std::string::npos ||
        body.find(text) == std::string::npos || digestOfBody(body) != signer.digest)
        state.SkipWithError("the body is not whole");
    madeOf(state, body, true);
    state.SetItemsProcessed(state.iterations());
}

/// 100 orders at once over the session's WebSocket, each answered after `latency`; none is kept
/// back for exits, so all 100 are in flight.
void concurrent(State &state, std::chrono::milliseconds latency)
{
    const std::string answer = inputJson("desk_answer");
    int most = 0;
    for (auto _ : state) {
        SystemClock clock;
        net::QtTimerService timers;
        FarFactory factory(clock);
        FarHttp http;
        session::WsQuota quota(clock, timers);
        net::RateBudget weight(clock, timers, net::kIpWeightLimits);
        Listeners listeners(markets());
        session::WsSession::Config config;
        config.url = "ws://venue.test/ws";
        config.exitReserve = 0;
        session::WsSession session(config, factory, clock, timers, quota, listeners, {});
        session::HttpExchange exchange("http://venue.test", http, clock, timers, weight);
        if (!session.start())
            std::abort();
        while (session.state() != session::WsState::Connecting)
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        FarEnd &far = *factory.last;
        far.accept();
        InlineSigner who(false);
        engine::WireTransport wire(session, exchange, who.address(), 100, 0);
        DeskRig rig(wire, false);
        far.onSend = [&](const std::string &text) {
            constexpr std::string_view head = R"({"method":"post","id":)";
            if (!text.starts_with(head))
                return;
            const std::string id =
                text.substr(head.size(), text.find(',', head.size()) - head.size());
            timers.after(latency, [&, id] {
                far.say(handedOver(R"({"channel":"post","data":{"id":)" + id +
                                   R"(,"response":{"type":"action","payload":)" + answer + "}}}"));
            });
        };
        const auto start = SteadyClock::now();
        for (int i = 0; i < 100; ++i)
            rig.place();
        most = std::max(most, session.inFlight());
        while (rig.placed < 100 && rig.problem.empty())
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        rig.flush();
        state.SetIterationTime(std::chrono::duration<double>(SteadyClock::now() - start).count());
        if (!rig.problem.empty())
            state.SkipWithError(rig.problem.c_str());
        session.stop();
    }
    if (most != 100)
        state.SkipWithError(("in flight were " + std::to_string(most) + ", not 100").c_str());
    state.counters["maxInFlight"] = most;
    state.SetItemsProcessed(100 * state.iterations());
}

/// 12,000 signers on a clock that stands still: each is looked up by its name, claims a nonce and
/// gives its place up.
void nonces(State &state)
{
    constexpr std::size_t kLanes = 12'000;
    VirtualTime time;
    trading::MemoryNonceStore store;
    std::vector<std::string> keys; // the peers' names: an address and its network
    std::unordered_map<std::string, std::unique_ptr<trading::NonceLane>> lanes;
    for (std::size_t i = 0; i < kLanes; ++i) {
        Hash32 number{};
        number[30] = static_cast<std::uint8_t>(i >> 8);
        number[31] = static_cast<std::uint8_t>(i);
        keys.push_back(toHex0x(ByteView(number).subspan(12)) + ":false");
        lanes.emplace(keys.back(), std::make_unique<trading::NonceLane>(
                                       time, store, trading::NonceLane::Hooks{}));
    }
    for (auto _ : state) {
        for (const std::string &key : keys) {
            trading::NonceLane &lane = *lanes.find(key)->second;
            const auto claim = lane.claim();
            benchmark::DoNotOptimize(claim);
            lane.burn(claim.slot);
        }
    }
    const Nonce last =
        static_cast<Nonce>(time.wallMs()) + static_cast<Nonce>(state.iterations()) - 1;
    for (const auto &[key, lane] : lanes)
        if (lane->last() != last)
            state.SkipWithError("a nonce was used twice or left out");
    state.SetItemsProcessed(static_cast<std::int64_t>(kLanes) * state.iterations());
}

[[maybe_unused]] const bool kRegistered = [] {
    scenario("signing/order_e2e_no_ecdsa", orders, true);
    scenario("signing/order_e2e_no_ecdsa_unchecked", submitted, "desk_order", "desk_answer",
             std::size_t{1}, false, true);
    scenario("transaction/order_sequential", orders, false);
    scenario("transaction/order_sequential_unchecked", submitted, "desk_order", "desk_answer",
             std::size_t{1}, false, false);
    scenario("transaction/order_batch_100", submitted, "order_100", "batch_answer",
             std::size_t{100}, true, false);
    scenario("transaction/order_scale_50", scaleOrders);
    scenario("transaction/order_100_concurrent", concurrent, 20ms)->UseManualTime();
    scenario("transaction/order_100_concurrent_instant", concurrent, 0ms)->UseManualTime();
    scenario("transaction/nonce_manager_over_capacity", nonces);
    scenario("transaction/prepare_request", prepare);
    return true;
}();

} // namespace
} // namespace hl::bench
