// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "trading/order_desk.h"

#include <utility>
#include <vector>

/// Shared by the two source files of OrderDesk.
namespace hl::trading {

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
