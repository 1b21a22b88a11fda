// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "support/fault_plan.h"

#include <string>
#include <vector>

namespace hl::test {

enum class Step : std::uint8_t {
    Place,
    Take,
    Modify,
    Cancel,
    Batch, ///< a cancel of several
    Subscribe,
    Reconnect,
    Move,    ///< several to one price, by one action
    Flatten, ///< one action closes, one cancels
    Two,     ///< an exit right behind another
};

inline const char *stepName(Step step)
{
    static constexpr const char *kNames[] = {"place",   "take",      "modify",    "cancel",
                                             "batch",   "subscribe", "reconnect", "move",
                                             "flatten", "two exits"};
    return kNames[static_cast<std::size_t>(step)];
}

/// "name":"value", as it stands in a frame.
inline std::string member(const std::string &name, const std::string &value)
{
    return "\"" + name + "\":\"" + value + "\"";
}

/// What is wrong with one run: the faults and the step at which they are armed.
struct FaultRow
{
    Step step = Step::Place;
    std::string name;
    std::vector<Fault> faults;
};

inline Fault fault(FaultPoint point, FaultKind kind, std::string matches, int times = 1)
{
    Fault f;
    f.point = point;
    f.kind = kind;
    f.matches = FaultPlan::contains(std::move(matches));
    f.times = times;
    f.name = f.name.empty() ? "fault" : f.name;
    return f;
}

inline Fault late(Fault f, int ms)
{
    f.delay = std::chrono::milliseconds(ms);
    return f;
}

inline Fault coded(Fault f, int code, std::string body = {}, bool isExecuted = false)
{
    f.code = code;
    f.body = std::move(body);
    f.isExecuted = isExecuted;
    return f;
}

/// Every fault at these steps: the request, its answer, the streams that tell of it, and the
/// questions that are asked when nothing does.
inline std::vector<FaultRow> stepRows(const std::vector<Step> &steps)
{
    using P = FaultPoint;
    using K = FaultKind;
    const std::string action = member("type", "action");
    const std::string answer = member("channel", "post");
    std::vector<FaultRow> rows;
    const auto add = [&](Step step, std::string name, std::vector<Fault> faults) {
        for (Fault &f : faults)
            f.name = name;
        rows.push_back({step, std::move(name), std::move(faults)});
    };
    for (const Step step : steps) {
        add(step, "request refused by the socket", {fault(P::WsRequest, K::Refuse, action)});
        add(step, "429", {coded(fault(P::WsRequest, K::Status, action), 429)});
        add(step, "request lost", {fault(P::WsRequest, K::Lose, action)});
        add(step, "request 12 s late", {late(fault(P::WsRequest, K::Delay, action), 12'000)});
        add(step, "broken before delivery", {fault(P::WsRequest, K::BreakBefore, action)});
        add(step, "broken after delivery", {fault(P::WsRequest, K::BreakAfter, action)});
        add(step, "half open after delivery", {fault(P::WsRequest, K::Stall, action)});
        add(step, "answer lost", {fault(P::WsAnswer, K::Lose, answer)});
        add(step, "answer twice", {fault(P::WsAnswer, K::Duplicate, answer)});
        add(step, "answer 2 s late", {late(fault(P::WsAnswer, K::Overtaken, answer), 2'000)});
        add(step, "answer 12 s late", {late(fault(P::WsAnswer, K::Overtaken, answer), 12'000)});
        add(step, "everything 3 s late", {late(fault(P::WsAnswer, K::Delay, answer), 3'000)});
        add(step, "cut within the answer", {fault(P::WsAnswer, K::CutMidFrame, answer)});
        add(step, "broken after the answer", {fault(P::WsAnswer, K::BreakAfter, answer)});
        add(step, "closed 1000 instead",
            {coded(fault(P::WsAnswer, K::CloseWith, answer), 1000, "Expired")});
        add(step, "closed 1011 instead",
            {coded(fault(P::WsAnswer, K::CloseWith, answer), 1011, "internal error")});
        add(step, "answer is no JSON", {fault(P::WsAnswer, K::InvalidJson, answer)});
        add(step, "answer too large", {fault(P::WsAnswer, K::Oversized, answer)});
        add(step, "half open at the answer", {fault(P::WsAnswer, K::Stall, answer)});
        add(step, "order updates lost",
            {fault(P::WsAnswer, K::Lose, member("channel", "orderUpdates"), 3)});
        add(step, "order updates twice",
            {fault(P::WsAnswer, K::Duplicate, member("channel", "orderUpdates"), 3)});
        add(step, "order updates 4 s late",
            {late(fault(P::WsAnswer, K::Overtaken, member("channel", "orderUpdates"), 3), 4'000)});
        add(step, "answer and order updates lost",
            {fault(P::WsAnswer, K::Lose, answer),
             fault(P::WsAnswer, K::Lose, member("channel", "orderUpdates"), 3)});
        add(step, "open orders lost",
            {fault(P::WsAnswer, K::Lose, member("channel", "openOrders"), 5)});
        add(step, "open orders 4 s late",
            {late(fault(P::WsAnswer, K::Overtaken, member("channel", "openOrders"), 3), 4'000)});
        // The answer is lost, and the question about it fares no better.
        const Fault broken = fault(P::WsRequest, K::BreakAfter, action);
        const auto asking = [&](const std::string &name, Fault how) {
            how.matches = FaultPlan::contains("frontendOpenOrders");
            add(step, "broken, then lists " + name, {broken, how});
            how.matches = FaultPlan::contains("orderStatus");
            add(step, "broken, then orderStatus " + name, {broken, how});
        };
        asking("refused", fault(P::HttpRequest, K::Refuse, "", 2));
        asking("429", coded(fault(P::HttpRequest, K::Status, "", 2), 429, "Too Many Requests"));
        asking("500", coded(fault(P::HttpRequest, K::Status, "", 2), 500, "oops"));
        asking("HTML", coded(fault(P::HttpRequest, K::Status, "", 2), 502, "<html></html>"));
        asking("cut", fault(P::HttpRequest, K::InvalidJson, "", 2));
        asking("silent", fault(P::HttpRequest, K::NoAnswer, "", 2));
        add(step, "broken, then a black hole either way",
            {broken, fault(P::HttpRequest, K::Lose, "orderStatus", 2),
             fault(P::WsRequest, K::Lose, "orderStatus", 2)});
    }
    return rows;
}

inline std::vector<FaultRow> faultRows()
{
    using P = FaultPoint;
    using K = FaultKind;
    std::vector<FaultRow> rows =
        stepRows({Step::Place, Step::Take, Step::Modify, Step::Cancel, Step::Batch});
    const auto add = [&](Step step, std::string name, std::vector<Fault> faults) {
        for (Fault &f : faults)
            f.name = name;
        rows.push_back({step, std::move(name), std::move(faults)});
    };
    for (const char *channel : {"l2Book", "bbo", "trades", "orderUpdates", "userFills",
                                "openOrders", "clearinghouseState"}) {
        const std::string type = member("type", channel);
        add(Step::Subscribe, std::string("subscribe lost: ") + channel,
            {fault(P::WsRequest, K::Lose, type)});
        add(Step::Subscribe, std::string("subscribe breaks: ") + channel,
            {fault(P::WsRequest, K::BreakBefore, type)});
        add(Step::Subscribe, std::string("acknowledgement lost: ") + channel,
            {fault(P::WsAnswer, K::Lose, type)});
    }
    add(Step::Subscribe, "connect refused", {fault(P::WsConnect, K::Refuse, "", 2)});
    add(Step::Subscribe, "connect silent", {fault(P::WsConnect, K::Silence, "")});
    for (const char *type : {"perpDexs", "spotMeta", "frontendOpenOrders", "userFills"}) {
        add(Step::Subscribe, std::string("500: ") + type,
            {coded(fault(P::HttpRequest, K::Status, type), 500, "oops")});
        add(Step::Subscribe, std::string("cut: ") + type,
            {fault(P::HttpRequest, K::InvalidJson, type)});
        add(Step::Subscribe, std::string("silent: ") + type,
            {fault(P::HttpRequest, K::NoAnswer, type)});
    }
    add(Step::Reconnect, "refused thrice", {fault(P::WsConnect, K::Refuse, "", 3)});
    add(Step::Reconnect, "silent once", {fault(P::WsConnect, K::Silence, "")});
    add(Step::Reconnect, "acknowledgements lost",
        {fault(P::WsAnswer, K::Lose, member("channel", "subscriptionResponse"), 4)});
    add(Step::Reconnect, "fills snapshot lost",
        {fault(P::WsAnswer, K::Lose, member("channel", "userFills"))});
    add(Step::Reconnect, "account unreadable twice",
        {coded(fault(P::HttpRequest, K::Status, "clearinghouseState", 2), 503, "busy")});
    add(Step::Reconnect, "breaks again at once",
        {fault(P::WsAnswer, K::CutMidFrame, member("channel", "subscriptionResponse"), 2)});
    return rows;
}

/// Every fault of POST /exchange, which exits take while the WebSocket cannot be had.
inline std::vector<FaultRow> httpFaultRows()
{
    using K = FaultKind;
    constexpr auto kAt = FaultPoint::HttpRequest;
    const std::string path = "/exchange";
    std::vector<FaultRow> rows;
    const auto add = [&](Step step, std::string name, Fault f) {
        f.name = name;
        rows.push_back({step, std::move(name), {std::move(f)}});
    };
    for (const Step step : {Step::Place, Step::Modify, Step::Cancel, Step::Batch, Step::Move,
                            Step::Flatten, Step::Two}) {
        add(step, "HTTP refused", fault(kAt, K::Refuse, path));
        add(step, "HTTP 429 thrice",
            coded(fault(kAt, K::Status, path, 3), 429, "Too Many Requests"));
        add(step, "HTTP 500 before", coded(fault(kAt, K::Status, path), 500, "oops"));
        add(step, "HTTP 500 after", coded(fault(kAt, K::Status, path), 500, "oops", true));
        add(step, "HTTP HTML before",
            coded(fault(kAt, K::Status, path), 502, "<html>Bad gateway</html>"));
        add(step, "HTTP HTML after",
            coded(fault(kAt, K::Status, path), 200, "<html>Welcome</html>", true));
        add(step, "HTTP invalid JSON", fault(kAt, K::InvalidJson, path));
        add(step, "HTTP too large", fault(kAt, K::Oversized, path));
        add(step, "HTTP cut before delivery", fault(kAt, K::BreakBefore, path));
        add(step, "HTTP cut in the answer", fault(kAt, K::CutMidFrame, path));
        add(step, "HTTP request lost", fault(kAt, K::Lose, path));
        add(step, "HTTP stalled after delivery", fault(kAt, K::Stall, path));
        add(step, "HTTP 4 s late", late(fault(kAt, K::Delay, path), 4'000));
    }
    return rows;
}

/// An agent's exit while a device waits for a person with an entry.
inline std::vector<FaultRow> deviceFaultRows()
{
    using P = FaultPoint;
    using K = FaultKind;
    const std::string action = member("type", "action");
    const std::string answer = member("channel", "post");
    std::vector<FaultRow> rows;
    const auto add = [&](std::string name, std::vector<Fault> faults) {
        for (Fault &f : faults)
            f.name = name;
        rows.push_back({Step::Cancel, std::move(name), std::move(faults)});
    };
    add("429 thrice", {coded(fault(P::WsRequest, K::Status, "\"cancels\"", 3), 429)});
    add("request lost", {fault(P::WsRequest, K::Lose, action)});
    add("request 12 s late", {late(fault(P::WsRequest, K::Delay, action), 12'000)});
    add("broken before delivery", {fault(P::WsRequest, K::BreakBefore, action)});
    add("broken after delivery", {fault(P::WsRequest, K::BreakAfter, action)});
    add("half open after delivery", {fault(P::WsRequest, K::Stall, action)});
    add("answer lost", {fault(P::WsAnswer, K::Lose, answer)});
    add("answer twice", {fault(P::WsAnswer, K::Duplicate, answer)});
    add("answer is no JSON", {fault(P::WsAnswer, K::InvalidJson, answer)});
    add("closed 1011 instead", {coded(fault(P::WsAnswer, K::CloseWith, answer), 1011, "error")});
    const Fault down = fault(P::WsConnect, K::Refuse, "", 8);
    const Fault broken = fault(P::WsRequest, K::Refuse, action);
    const std::string path = "/exchange";
    add("broken, HTTP 429 thrice",
        {down, broken, coded(fault(P::HttpRequest, K::Status, path, 3), 429, "Too Many")});
    add("broken, HTTP HTML",
        {down, broken, coded(fault(P::HttpRequest, K::Status, path), 502, "<html></html>")});
    add("broken, HTTP stalled", {down, broken, fault(P::HttpRequest, K::Stall, path)});
    return rows;
}

/// What an agent has on its way when the venue no longer lists it, and it is dropped.
inline std::vector<FaultRow> droppedFaultRows()
{
    using P = FaultPoint;
    using K = FaultKind;
    const std::string action = member("type", "action");
    const std::string answer = member("channel", "post");
    std::vector<FaultRow> rows;
    for (const Step step : {Step::Place, Step::Cancel, Step::Batch, Step::Flatten}) {
        const auto add = [&](std::string name, std::vector<Fault> faults) {
            for (Fault &f : faults)
                f.name = name;
            rows.push_back({step, std::move(name), std::move(faults)});
        };
        add("request lost", {fault(P::WsRequest, K::Lose, action)});
        add("request 1 s late", {late(fault(P::WsRequest, K::Delay, action), 1'000)});
        add("answer lost", {fault(P::WsAnswer, K::Lose, answer)});
        add("answer 2 s late", {late(fault(P::WsAnswer, K::Overtaken, answer), 2'000)});
        add("half open after delivery", {fault(P::WsRequest, K::Stall, action)});
        add("half open, nothing but orderStatus silent",
            {fault(P::WsRequest, K::Stall, action),
             fault(P::HttpRequest, K::NoAnswer, "orderStatus")});
    }
    return rows;
}

} // namespace hl::test
