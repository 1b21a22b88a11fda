// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "trading/order_desk.h"

#include <utility>
#include <vector>

/// Shared by the two source files of OrderDesk.
namespace hl::trading {

inline Status refusal(std::string why, std::string field = {})
{
    return fail(ErrorKind::Validation, std::move(why), std::move(field));
}

/// One action on its way, and how long its signature shall be good. The bytes are made when its
/// turn comes, on a device perhaps minutes after the command.
struct OrderDesk::Plan
{
    actions::Action action;
    std::optional<std::chrono::milliseconds> life; ///< from the moment of encoding; empty: for ever
    std::optional<TimeMs> until;                   ///< wins over `life`
    std::optional<TimeMs> expiresAfter;            ///< as it was encoded last
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

/// One wire action of a cancel command.
struct OrderDesk::CancelPart
{
    std::vector<model::OrderKey> keys;
};

/// One cancel command until its last answer.
struct OrderDesk::CancelJob
{
    RequestId request = 0;
    std::vector<model::OrderKey> keys; ///< not in a part yet
    std::optional<model::OrderKey> only;
    int open = 0;
    int tries = 0;
    Status status; ///< the first failure

    void note(Status failure)
    {
        if (status)
            status = std::move(failure);
    }
};

} // namespace hl::trading
