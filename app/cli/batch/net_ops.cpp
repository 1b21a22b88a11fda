// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/batch/batch_registry.h"
#include "app/cli/batch/ops.h"
#include "net/retry_after.h"
#include "net/weights.h"
#include "trading/nonce_lane.h"
#include "venue/hyperliquid/exchange_response.h"
#include "venue/session/subscription.h"

#include <algorithm>
#include <string>
#include <utility>

namespace hl::cli {

namespace {

using codec::Array;
using codec::Object;
using codec::Value;

constexpr std::uint64_t kMaxItems = 1'000'000'000;

Result<const Value *> member(const Value &request, std::string_view key)
{
    const Value *value = request.find(key);
    if (value == nullptr)
        return fail(ErrorKind::Validation, "is missing", std::string(key));
    return value;
}

/// Length of the list a batch action carries, 1 for any other (protocol/limits.md 1).
std::size_t batchLength(const Value &action)
{
    const Value *type = action.find("type");
    if (type != nullptr && type->asString() != nullptr && *type->asString() == "multiSig") {
        const Value *payload = action.find("payload");
        const Value *inner = payload == nullptr ? nullptr : payload->find("action");
        return inner == nullptr ? 1 : batchLength(*inner);
    }
    for (const std::string_view list : {"orders", "cancels", "modifies"}) {
        const Value *items = action.find(list);
        if (items != nullptr && items->asArray() != nullptr)
            return items->asArray()->size();
    }
    return 1;
}

std::string typeOf(const Value &payload)
{
    const Value *type = payload.find("type");
    return type == nullptr || type->asString() == nullptr ? std::string() : *type->asString();
}

Result<Value> weight(const Value &request)
{
    HL_TRY(endpoint, request.string("endpoint"));
    HL_TRY(payload, member(request, "payload"));
    std::uint64_t items = 0;
    if (const Value *given = request.find("responseItems"); given != nullptr && !given->isNull()) {
        if (given->asUint() == nullptr || *given->asUint() > kMaxItems)
            return fail(ErrorKind::Validation, "must be a count or null", "responseItems");
        items = *given->asUint();
    }
    int acquired = 0;
    int surcharge = 0;
    if (endpoint == "info") {
        acquired = net::infoWeight(typeOf(*payload));
        surcharge = net::infoSurcharge(typeOf(*payload), items);
    } else if (endpoint == "explorer") {
        acquired = net::kExplorerWeight;
        surcharge = net::explorerSurcharge(typeOf(*payload), items);
    } else if (endpoint == "exchange") {
        const Value *action = payload->find("action");
        acquired = net::exchangeWeight(batchLength(action == nullptr ? *payload : *action));
    } else {
        return fail(ErrorKind::Validation, "must be info, exchange or explorer", "endpoint");
    }
    return Value(Object{{"acquired", acquired}, {"surcharge", surcharge}});
}

Result<Value> response(const Value &request)
{
    HL_TRY(status, member(request, "status"));
    HL_TRY(code, status->toInt());
    if (code < 0 || code > 999)
        return fail(ErrorKind::Validation, "must be an HTTP status, or 0 for no answer", "status");
    std::string body;
    if (const Value *given = request.find("body"); given != nullptr && !given->isNull()) {
        if (given->asString() == nullptr)
            return fail(ErrorKind::Validation, "must be the body as text", "body");
        body = *given->asString();
    }
    // Where it is not said, an answer proves that the request left.
    bool written = code != 0;
    if (const Value *given = request.find("written"); given != nullptr && !given->isNull()) {
        if (given->asBool() == nullptr)
            return fail(ErrorKind::Validation, "must be true or false", "written");
        written = *given->asBool();
    }
    const Value *action = request.find("action");
    const std::size_t items = action == nullptr ? 1 : batchLength(*action);
    const venue::ExchangeOutcome outcome =
        venue::decodeExchangeHttp(static_cast<int>(code), body, written, items);
    Array outcomes;
    for (const venue::ItemOutcome &item : outcome.items) {
        Object entry{{"outcome", std::string(venue::outcomeKindName(item.kind))},
                     {"oid", item.oid == 0 ? Value() : Value(item.oid)},
                     {"message", item.message.empty() ? Value() : Value(item.message)}};
        if (item.cloid)
            entry.emplace_back("cloid", item.cloid->toString());
        if (item.twapId != 0)
            entry.emplace_back("twapId", item.twapId);
        if (item.kind == venue::OutcomeKind::Filled) {
            entry.emplace_back("totalSz", item.totalSz.toString());
            entry.emplace_back("avgPx", item.avgPx.toString());
        }
        outcomes.emplace_back(std::move(entry));
    }
    return Value(Object{{"outcomes", std::move(outcomes)}});
}

Result<Value> retryAfter(const Value &request)
{
    const Value *header = request.find("header");
    TimeMs nowMs = SystemClock().wallMs();
    if (const Value *now = request.find("nowMs"); now != nullptr && !now->isNull()) {
        HL_TRY(given, now->toInt());
        nowMs = given;
    }
    if (header != nullptr && !header->isNull() && header->asString() == nullptr)
        return fail(ErrorKind::Validation, "must be text or null", "header");
    Value seconds;
    if (header != nullptr && header->asString() != nullptr) {
        if (const auto parsed = net::parseRetryAfter(*header->asString(), nowMs))
            seconds = Value(*parsed);
    }
    return Value(Object{{"seconds", std::move(seconds)}});
}

Result<Value> wsId(const Value &request)
{
    HL_TRY(value, member(request, "value"));
    return Value(Object{{"id", session::canonicalId(*value)},
                        {"specificity", session::specificity(*value)}});
}

Result<Value> wsSubset(const Value &request)
{
    HL_TRY(subset, member(request, "subset"));
    HL_TRY(superset, member(request, "superset"));
    return Value(Object{{"result", session::isSubset(*subset, *superset)}});
}

Result<Value> route(const Value &request)
{
    HL_TRY(subscription, member(request, "subscription"));
    HL_TRY(given, member(request, "frame"));
    Value frame = *given;
    if (const std::string *text = given->asString()) {
        HL_TRY(parsed, codec::parseJson(*text));
        frame = std::move(parsed);
    }
    HL_TRY(channel, frame.string("channel"));
    Value named = *subscription;
    // Parameters alone are of the frame's own channel.
    if (Object *members = named.asObject(); members != nullptr && named.find("type") == nullptr)
        members->emplace_back("type", channel == "user" ? std::string("userEvents") : channel);
    HL_TRY(parsed, session::subscriptionFromPayload(named));
    const Value none;
    const Value *data = frame.find("data");
    const session::StreamKey key = session::streamKeyOf(channel, data == nullptr ? none : *data);
    return Value(Object{{"matches", session::matches(parsed, key)}});
}

/// A clock that says what the request says.
class ListedClock final : public Clock
{
public:
    TimeMs wallMs() const override { return now; }
    std::int64_t monoNs() const override { return 0; }
    TimeMs now = 0;
};

Result<Value> nonces(const Value &request)
{
    HL_TRY(readings, member(request, "clockMs"));
    const Array *clockMs = readings->asArray();
    if (clockMs == nullptr)
        return fail(ErrorKind::Validation, "must be a list of clock readings", "clockMs");
    Nonce last = 0;
    if (const Value *given = request.find("last"); given != nullptr && !given->isNull()) {
        if (given->asUint() == nullptr)
            return fail(ErrorKind::Validation, "must be a nonce", "last");
        last = *given->asUint();
    }
    ListedClock clock;
    trading::MemoryNonceStore store(last);
    trading::NonceLane lane(clock, store,
                            {[](trading::NonceLane::Slot) { return true; },
                             [](trading::NonceLane::Slot) {},
                             [](trading::NonceLane::Slot, const Error &) {}});
    Array out;
    for (const Value &reading : *clockMs) {
        HL_TRY(now, reading.toInt());
        clock.now = now;
        const auto claim = lane.claim();
        out.emplace_back(claim.nonce);
        lane.ready(claim.slot);
    }
    return Value(Object{{"nonces", std::move(out)}});
}

} // namespace

void registerNetOps(BatchRegistry &registry)
{
    registry.add("weight", weight);
    registry.add("response", response);
    registry.add("retry-after", retryAfter);
    registry.add("ws-id", wsId);
    registry.add("ws-subset", wsSubset);
    registry.add("route", route);
    registry.add("nonces", nonces);
}

} // namespace hl::cli
