// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "venue/hyperliquid/exchange_response.h"

#include "codec/redact.h"
#include "venue/hyperliquid/json_view.h"
#include "venue/hyperliquid/layout_scanner.h"

#include <algorithm>

namespace hl::venue {

namespace {

constexpr std::size_t kMaxWords = 300;

std::string shortened(std::string_view text)
{
    // The venue quotes what it was sent, and a signature goes into no error.
    std::string words = codec::redactedText(text);
    words.resize(std::min(words.size(), kMaxWords));
    while (!words.empty() && (words.back() == '\n' || words.back() == '\r' || words.back() == ' '))
        words.pop_back();
    return words;
}

/// A failure of the whole request, once for each of its parts.
ExchangeOutcome wholeRequest(OutcomeKind kind, std::string message, std::size_t items)
{
    ExchangeOutcome outcome;
    ItemOutcome item;
    item.kind = kind;
    item.message = std::move(message);
    outcome.items.assign(std::max<std::size_t>(items, 1), item);
    return outcome;
}

Decimal decimalOr(const JsonValue &value)
{
    const auto text = value.string();
    return text ? Decimal::parse(*text).value_or(Decimal()) : Decimal();
}

void readIds(const JsonValue &body, ItemOutcome &item)
{
    item.oid = body.find("oid").uinteger().value_or(0);
    if (const auto cloid = body.find("cloid").string()) {
        const auto parsed = Cloid::parse(*cloid);
        if (parsed)
            item.cloid = *parsed;
    }
}

ItemOutcome readStatus(const JsonValue &status)
{
    ItemOutcome item;
    if (const auto word = status.string()) {
        item.message = codec::redactedText(*word);
        if (*word == "success") {
            item.kind = OutcomeKind::Ok;
            item.message.clear();
        } else if (*word == "waitingForFill" || *word == "waitingForTrigger") {
            item.kind = OutcomeKind::Waiting;
        }
        return item; // a new word proves nothing and is shown as it came
    }
    if (const JsonValue resting = status.find("resting"); !resting.isNone()) {
        item.kind = OutcomeKind::Resting;
        readIds(resting, item);
    } else if (const JsonValue filled = status.find("filled"); !filled.isNone()) {
        item.kind = OutcomeKind::Filled;
        readIds(filled, item);
        item.totalSz = decimalOr(filled.find("totalSz"));
        item.avgPx = decimalOr(filled.find("avgPx"));
    } else if (const JsonValue running = status.find("running"); !running.isNone()) {
        item.kind = OutcomeKind::Running;
        item.twapId = running.find("twapId").uinteger().value_or(0);
    } else if (const auto error = status.find("error").string()) {
        item.kind = OutcomeKind::Rejected;
        item.message = codec::redactedText(*error);
    } else {
        item.message = shortened(status.toJson());
        for (JsonValue::Members at(status); at; at.next()) {
            if (at.value().type() == JsonType::Object)
                readIds(at.value(), item);
        }
    }
    return item;
}

/// oid and perhaps cloid up to the end of their object.
bool scanIds(LayoutScanner &in, ItemOutcome &out)
{
    std::int64_t oid = 0;
    if (!in.take("\"oid\":") || !in.whole(oid))
        return false;
    out.oid = static_cast<Oid>(oid);
    if (in.take(",\"cloid\":\"")) {
        std::string_view text;
        if (!in.name(text))
            return false;
        const auto cloid = Cloid::parse(text);
        if (!cloid)
            return false;
        out.cloid = *cloid;
    }
    return in.take("}}");
}

bool scanStatus(LayoutScanner &in, ItemOutcome &out)
{
    if (in.take("{\"resting\":{")) {
        out.kind = OutcomeKind::Resting;
        return scanIds(in, out);
    }
    if (in.take("{\"filled\":{\"totalSz\":")) {
        out.kind = OutcomeKind::Filled;
        return in.decimal(out.totalSz) && in.take(",\"avgPx\":") && in.decimal(out.avgPx) &&
               in.take(",") && scanIds(in, out);
    }
    out.kind = OutcomeKind::Ok;
    return in.take("\"success\"");
}

ExchangeOutcome malformed(std::string_view json, std::size_t items)
{
    return wholeRequest(OutcomeKind::Unknown, "The answer cannot be read: " + shortened(json),
                        items);
}

/// What the venue did not say is not known.
void fillUp(ExchangeOutcome &outcome, std::size_t items)
{
    if (outcome.items.size() >= items)
        return;
    // Before any order is looked at, one error stands for the whole batch
    // (protocol/exchange-actions.md 7).
    if (outcome.items.size() == 1 && outcome.items.front().kind == OutcomeKind::Rejected) {
        outcome.items.resize(items, outcome.items.front());
        return;
    }
    ItemOutcome silent;
    silent.message = "The answer does not mention this part of the request.";
    outcome.items.resize(items, silent);
}

ExchangeOutcome readBody(const JsonValue &root, std::string_view json, std::size_t items)
{
    const auto status = root.find("status").string();
    const JsonValue response = root.find("response");
    if (status == "err") {
        const auto words = response.string();
        return wholeRequest(OutcomeKind::Rejected,
                            words ? shortened(*words) : shortened(response.toJson()), items);
    }
    const auto type = response.find("type").string();
    if (status != "ok" || !type)
        return malformed(json, items);

    ExchangeOutcome outcome;
    outcome.type.assign(*type);
    const JsonValue data = response.find("data");
    const JsonValue statuses = data.find("statuses");
    if (statuses.type() == JsonType::Array) {
        outcome.hasStatuses = true;
        for (JsonValue::Elements at(statuses); at; at.next())
            outcome.items.push_back(readStatus(at.value()));
        fillUp(outcome, items);
        return outcome;
    }
    if (const JsonValue single = data.find("status"); !single.isNone()) {
        outcome.items.push_back(readStatus(single));
        return outcome;
    }
    ItemOutcome done;
    done.kind = OutcomeKind::Ok;
    outcome.items.assign(std::max<std::size_t>(items, 1), done);
    outcome.dataJson = data.isNone() ? std::string() : data.toJson();
    return outcome;
}

} // namespace

std::string_view outcomeKindName(OutcomeKind kind)
{
    switch (kind) {
    case OutcomeKind::Resting:
        return "resting";
    case OutcomeKind::Filled:
        return "filled";
    case OutcomeKind::Waiting:
        return "waiting";
    case OutcomeKind::Ok:
        return "ok";
    case OutcomeKind::Running:
        return "running";
    case OutcomeKind::Rejected:
        return "rejected";
    case OutcomeKind::Unknown:
        return "unknown";
    case OutcomeKind::NotSent:
        return "notSent";
    }
    return "unknown";
}

bool ExchangeOutcome::allOk() const
{
    return std::all_of(items.begin(), items.end(), [](const ItemOutcome &item) {
        return item.kind != OutcomeKind::Rejected && item.kind != OutcomeKind::Unknown &&
               item.kind != OutcomeKind::NotSent;
    });
}

std::string ExchangeOutcome::failureText() const
{
    std::string text;
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (items[i].kind != OutcomeKind::Rejected)
            continue;
        if (!hasStatuses)
            return items[i].message;
        text +=
            (text.empty() ? "" : ", ") + type + " " + std::to_string(i) + ": " + items[i].message;
    }
    return text;
}

bool scanStatuses(std::string_view json, ExchangeOutcome &out)
{
    LayoutScanner in(json);
    std::string_view word;
    if (!in.take("{\"status\":\"ok\",\"response\":{\"type\":\"") || !in.name(word) ||
        !in.take(",\"data\":{\"statuses\":["))
        return false;
    out.type.assign(word);
    out.hasStatuses = true;
    do {
        if (!scanStatus(in, out.items.emplace_back()))
            return false;
    } while (in.take(","));
    return in.take("]}}}") && in.atEnd();
}

ExchangeOutcome decodeExchangeBody(std::string_view json, std::size_t items)
{
    if (ExchangeOutcome outcome; scanStatuses(json, outcome)) {
        fillUp(outcome, items);
        return outcome;
    }
    JsonParser parser;
    const auto root = parser.parse(json);
    if (!root)
        return malformed(json, items);
    return readBody(*root, json, items);
}

ExchangeOutcome decodeExchangeHttp(int status, std::string_view body, bool written,
                                   std::size_t items)
{
    if (status == 0) {
        return written ? wholeRequest(OutcomeKind::Unknown, "The request left and no answer came.",
                                      items)
                       : wholeRequest(OutcomeKind::NotSent, "Nothing was sent.", items);
    }
    if (status == 200)
        return decodeExchangeBody(body, items);
    const std::string code = "HTTP " + std::to_string(status);
    if (status >= 400 && status < 500) {
        const bool isPage = body.find('<') < 16; // a proxy's page says nothing worth showing
        std::string words = isPage ? std::string() : shortened(body);
        ExchangeOutcome outcome =
            wholeRequest(OutcomeKind::Rejected, words.empty() ? code : code + ": " + words, items);
        outcome.isRateLimited = status == 429;
        return outcome;
    }
    return wholeRequest(OutcomeKind::Unknown,
                        code + ": the venue does not say what became of the request.", items);
}

} // namespace hl::venue
