// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "codec/value.h"
#include "history/history_row.h"

#include <string>
#include <string_view>
#include <vector>

/// The venue's lists of the past as pages (protocol/info.md, "time-ranged requests"): earliest
/// first from `startTime` on, at most pageSize() entries, both ends inclusive.
namespace hl::history {

/// 2000 fills and orders, 500 of the others.
std::size_t pageSize(Kind kind);
/// historicalOrders has no range: one answer, the newest.
bool isPaged(Kind kind);
/// The request for the page that begins at `from`.
codec::Object pageRequest(Kind kind, const Address &account, TimeMs from);

/// A page's rows, oldest first. ErrorKind::Parse where it is no list of such entries.
Result<std::vector<Row>> parsePage(Kind kind, std::string_view json);

/// A row for a table and for CSV: texts as the venue wrote them, empty where it has none.
struct Entry
{
    Kind kind = Kind::Fill;
    TimeMs time = 0;
    std::string coin;
    std::string what; ///< "Open Long", "Sell", a status, "withdraw"
    std::string px;
    std::string sz;
    std::string amount; ///< closed profit, funding paid (negative) or received, what was moved
    std::string token;  ///< of the amount
    std::string fee;
    std::string feeToken;
    std::string id; ///< tid, oid or hash

    friend bool operator==(const Entry &, const Entry &) = default;
};
Result<Entry> entryOf(const Row &row);

} // namespace hl::history
