// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/error.h"
#include "base/ids.h"

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

/// What the profile keeps of an account's past; also without a connection.
namespace hl::engine {

enum class HistoryKind : std::uint8_t { Fill, Order, Funding, Transfer };

struct HistoryQuery
{
    HistoryKind kind = HistoryKind::Fill;
    TimeMs from = 0;
    TimeMs to = std::numeric_limits<TimeMs>::max(); ///< inclusive
    std::uint32_t most = 500;
    std::uint32_t skip = 0;
};

/// Every figure is the venue's own text; nothing was rounded.
struct HistoryRow
{
    TimeMs time = 0;
    std::string coin; ///< of a transfer: where to
    std::string what; ///< "Open Long", a status, "withdraw"
    std::string px;   ///< of a funding: the rate
    std::string sz;
    std::string amount; ///< closed profit, funding (negative: paid), what was moved
    std::string token;  ///< of the amount
    std::string fee;
    std::string feeToken;
    std::string id; ///< tid, oid or hash

    friend bool operator==(const HistoryRow &, const HistoryRow &) = default;
};

struct HistoryBatch
{
    RequestId request = 0;
    HistoryKind kind = HistoryKind::Fill;
    std::vector<HistoryRow> rows; ///< newest first
    std::string problem;          ///< one sentence where it cannot be read
};

} // namespace hl::engine
