// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

// One request and its answer around a transport that costs nothing.

#include "codec/value.h"
#include "far_end.h"
#include "markets.h"
#include "scenario.h"
#include "stream_rig.h"
#include "venue/session/info_client.h"
#include "workload.h"

#include <benchmark/benchmark.h>

namespace hl::bench {
namespace {

using benchmark::State;

constexpr std::string_view kAnswer = R"({"mids":{"BTC":"1"}})";

/// Read to its one value, as the peers read it.
bool isRight(std::string_view answer)
{
    const auto value = codec::parseJson(answer);
    const codec::Value *mids = value ? value->find("mids") : nullptr;
    const codec::Value *btc = mids != nullptr ? mids->find("BTC") : nullptr;
    return btc != nullptr && btc->asString() != nullptr && *btc->asString() == "1";
}

/// `isCancellable`: the caller keeps the handle and gives it up after the answer. Here every
/// request can be cancelled, so that is all there is to a signal.
void httpRequest(State &state, bool isCancellable)
{
    VirtualTime time;
    FarHttp http;
    net::RateBudget weight(time, time, {100'000'000, 100'000'000, 0});
    session::InfoClient client("http://venue.test", http, time, weight);
    const codec::Value payload = codec::Object{{"type", "allMids"}};
    std::int64_t answered = 0;
    for (auto _ : state) {
        const auto handle = client.request(payload, [&](const Result<std::string> &body) {
            answered += body && isRight(*body) ? 1 : 0;
        });
        for (const auto &request : http.take())
            request.done(FarHttp::json(std::string(kAnswer)));
        if (isCancellable)
            client.cancel(handle);
    }
    if (answered != state.iterations())
        state.SkipWithError("an answer is missing");
    state.SetItemsProcessed(state.iterations());
}

void wsRoundTrip(State &state)
{
    StreamRig rig(markets());
    FarEnd &far = rig.open();
    std::int64_t answered = 0;
    std::int64_t id = 0;
    for (auto _ : state) {
        rig.session.postInfo(R"({"type":"allMids"})", [&](const session::PostOutcome &outcome) {
            answered += outcome.answered && isRight(outcome.payloadText) ? 1 : 0;
        });
        far.sent.clear();
        std::string text = R"({"channel":"post","data":{"id":)";
        text += std::to_string(++id);
        text += R"(,"response":{"type":"info","payload":{"type":"allMids","data":)";
        text += kAnswer;
        text += "}}}}";
        far.say(handedOver(text));
    }
    if (answered != state.iterations())
        state.SkipWithError("an answer is missing");
    state.SetItemsProcessed(state.iterations());
}

[[maybe_unused]] const bool kRegistered = [] {
    scenario("transport/http_request", httpRequest, false);
    scenario("transport/http_request_with_signal", httpRequest, true);
    scenario("transport/ws_request_round_trip", wsRoundTrip);
    return true;
}();

} // namespace
} // namespace hl::bench
