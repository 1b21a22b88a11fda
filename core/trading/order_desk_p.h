// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "trading/order_desk.h"

#include <utility>
#include <vector>

/// Shared by the source files of OrderDesk.
namespace hl::trading {

/// An exit refused for its rate is tried so often, once a second (interaction.md G14).
constexpr int kExitTries = 30;
/// An exit whose time ran out before it could leave goes so often in all: each try has five seconds
/// or fifteen (D18).
constexpr int kLateTries = 6;
/// A device's signature this close to its expiry is thrown away: a late one costs five requests.
constexpr TimeMs kLeastLifeMs = 3'000;

inline Status refusal(std::string why, std::string field = {})
{
    return fail(ErrorKind::Validation, std::move(why), std::move(field));
}

inline venue::ExchangeOutcome decode(const DispatchResult &result, std::size_t items)
{
    return venue::decodeExchangeHttp(result.answer.status, result.answer.body,
                                     result.answer.written, items);
}

inline Status unknownOutcome()
{
    return fail(ErrorKind::UnknownOutcome,
                "The request left and was not answered; its outcome is being looked up.");
}

inline Status statusOf(const venue::ItemOutcome &item)
{
    if (item.kind == venue::OutcomeKind::Rejected)
        return fail(ErrorKind::VenueRejected, item.message);
    if (item.kind == venue::OutcomeKind::NotSent)
        return fail(ErrorKind::Transport, item.message);
    if (item.kind == venue::OutcomeKind::Unknown)
        return unknownOutcome();
    return {};
}

/// Of a bulk command that was withdrawn between two tries.
inline Status withdrawn(const Bulk &bulk)
{
    return fail(ErrorKind::Cancelled, "It had not left and is not tried again: " +
                                          bulk->withdrawn.value_or(std::string()));
}

/// "Buy 0.05 BTC at 110143", for a list of what was not done.
std::string orderName(const model::Order &order);
/// Adds what one order says for the journal to the lists "tickets", "markets" … of the whole
/// request.
void addAbout(codec::Object &all, const codec::Object &one);

/// One action on its way, and how long its signature shall be good. The bytes are made when its
/// turn comes, on a device perhaps minutes after the command.
struct OrderDesk::Plan
{
    actions::Action action;
    std::optional<std::chrono::milliseconds> life; ///< from the moment of encoding; empty: for ever
    std::optional<TimeMs> until;                   ///< wins over `life`
    std::optional<TimeMs> expiresAfter;            ///< as it was encoded last
    bool isLate = false; ///< dropped, because its expiry was over before it could leave
    int lateTries = 1;
};

/// One order until its answer; kept to send an exit again.
struct OrderDesk::PlaceJob : Plan
{
    RequestId request = 0;
    model::OrderKey key = 0;
    model::OrderTicket ticket;
    codec::Object about;
    bool isEntry = false;
    int tries = 0;
};

struct OrderDesk::ModifyJob : Plan
{
    RequestId request = 0;
    model::OrderKey key = 0;
    model::OrderTicket ticket;
    codec::Object about;
    bool isEntry = false;
    int tries = 0;
};

/// Its order is no longer on the wire when this goes: what waited for that is sent.
struct OrderDesk::OnWireEnd
{
    OrderDesk &desk;
    model::OrderKey key;
    ~OnWireEnd() { desk.leftWire(key); }
};

/// One wire action of a cancel command.
struct OrderDesk::CancelPart
{
    std::vector<model::OrderKey> keys;
    std::vector<model::OrderKey> later; ///< named to the venue otherwise; after these
    bool isBehind = false;              ///< held back: it would overtake an order it cancels
    bool isChosen = false;              ///< its bytes are made
    bool isMoot = false;                ///< all of them had ended before that
};

/// One cancel command until its last answer.
struct OrderDesk::CancelJob
{
    RequestId request = 0;
    std::vector<model::OrderKey> keys; ///< not in a part yet
    std::optional<model::OrderKey> only;
    int open = 0;
    int tries = 0;
    Bulk bulk = std::make_shared<BulkWay>();
    BulkDone ended; ///< empty: told as a command of its own
    BulkResult result;

    /// `name`: of the order that failed.
    void note(Status failure, const std::string &name = {})
    {
        if (!name.empty())
            result.notDone.push_back(name + ": " + failure.error().detail);
        if (result.status)
            result.status = std::move(failure);
    }
};

/// One action that closes several positions, until its answer.
struct OrderDesk::CloseJob
{
    RequestId request = 0;
    std::vector<std::string> coins;
    std::vector<model::OrderKey> keys; ///< made with the bytes, in their order
    codec::Object about;               ///< likewise
    Bulk bulk = std::make_shared<BulkWay>();
    BulkDone ended;
    BulkResult result;
    TimeMs expiresAfter = 0;
    int tries = 0;
    int lateTries = 1;
};

} // namespace hl::trading
