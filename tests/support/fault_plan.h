// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hl::test {

/// Where a fault strikes.
enum class FaultPoint : std::uint8_t {
    WsConnect, ///< an attempt to connect
    WsRequest, ///< a frame the terminal sends
    WsAnswer,  ///< a frame the venue sends
    HttpRequest,
};

/// What the network or the venue does to it.
enum class FaultKind : std::uint8_t {
    Refuse,      ///< connect: refused. Request: not written, and the sender knows
    Silence,     ///< connect: never answered
    Lose,        ///< request: gone on the way, nothing breaks. Answer: never arrives
    BreakBefore, ///< request: written, never delivered, the connection breaks
    BreakAfter,  ///< request: delivered, the connection breaks before the answer. Answer: after it
    CutMidFrame, ///< answer: the connection breaks within it
    Delay,       ///< answer: it and all behind it come late. Request: it alone arrives late
    Overtaken,   ///< answer: it alone comes late
    Duplicate,   ///< answer: comes twice
    Stall,       ///< nothing passes any more, the connection stays open (half open)
    CloseWith,   ///< answer: the venue closes with `code` instead
    InvalidJson, ///< answer: cut text arrives as if it were whole
    Oversized,   ///< answer: over the transport's limit
    Status,      ///< HTTP: `code` with `body`; `isExecuted` says whether the venue acted before.
                 ///< A post over the WebSocket: refused with `code`, never delivered
    NoAnswer,    ///< HTTP: delivered and acted upon, the answer is lost
    Rewrite,     ///< answer: `rewrite` makes another text of it
};

struct Fault
{
    std::string name;
    FaultPoint point = FaultPoint::WsAnswer;
    FaultKind kind = FaultKind::Lose;
    /// Which frames, bodies or URLs it may strike; all where empty.
    std::function<bool(std::string_view)> matches = {};
    int skip = 0;  ///< that many matches pass first
    int times = 1; ///< strikes so often
    std::chrono::milliseconds delay{0};
    int code = 0;
    std::string body = {};
    std::string contentType = "text/plain";
    std::string retryAfter = {};
    bool isExecuted = false;
    std::function<std::string(const std::string &)> rewrite = {};

    int fired = 0;
};

/// The faults of one test run; shared by the decorators. Deterministic: what strikes depends on the
/// order of frames alone.
class FaultPlan
{
public:
    Fault &add(Fault fault)
    {
        m_faults.push_back(std::make_unique<Fault>(std::move(fault)));
        return *m_faults.back();
    }

    /// Signed requests in the order in which they were given to a transport.
    std::vector<std::string> handed;

    /// The fault that strikes here, counted as fired.
    const Fault *strike(FaultPoint point, std::string_view text)
    {
        for (const auto &fault : m_faults) {
            if (fault->point != point || fault->fired >= fault->times ||
                (fault->matches && !fault->matches(text)))
                continue;
            if (fault->skip > 0) {
                --fault->skip;
                continue;
            }
            ++fault->fired;
            return fault.get();
        }
        return nullptr;
    }

    /// Names of the faults that never struck: a run that has some proves nothing.
    std::vector<std::string> silent() const
    {
        std::vector<std::string> names;
        for (const auto &fault : m_faults) {
            if (fault->fired == 0)
                names.push_back(fault->name);
        }
        return names;
    }

    static std::function<bool(std::string_view)> contains(std::string part)
    {
        return [part = std::move(part)](std::string_view text) {
            return text.find(part) != std::string_view::npos;
        };
    }

private:
    std::vector<std::unique_ptr<Fault>> m_faults;
};

} // namespace hl::test
