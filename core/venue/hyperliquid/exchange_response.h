// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/ids.h"
#include "num/decimal.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// What became of a signed request (cli.md `response`; cases.md B40, B41).
namespace hl::venue {

enum class OutcomeKind : std::uint8_t {
    Resting,
    Filled,
    Waiting, ///< waitingForFill, waitingForTrigger: held by the venue, no oid yet
    Ok,
    Running, ///< a TWAP
    Rejected,
    Unknown, ///< bytes left and nothing proves the outcome: never repeated blindly
    NotSent, ///< nothing left: not placed, for certain
};

std::string_view outcomeKindName(OutcomeKind kind); ///< "resting", … "notSent"

/// One sub-request's outcome, in the order of the request.
struct ItemOutcome
{
    OutcomeKind kind = OutcomeKind::Unknown;
    Oid oid = 0;
    std::optional<Cloid> cloid;
    std::uint64_t twapId = 0;
    Decimal totalSz; ///< Filled
    Decimal avgPx;   ///< Filled
    /// The venue's words: an error, a bare status string, or one it never sent before, raw.
    std::string message;
};

struct ExchangeOutcome
{
    std::string type; ///< "order", "cancel", "default", …; empty where the body has none
    /// `items` requests were made, so that many outcomes there are, unless the venue listed more. A
    /// failure of the whole request is told once for each.
    std::vector<ItemOutcome> items;
    bool hasStatuses = false;   ///< the venue answered item by item
    bool isRateLimited = false; ///< 429
    std::string dataJson; ///< `response.data` where it holds no statuses (a new vault's address, …)

    bool allOk() const;
    /// "order 1: A, order 3: B" as the reference client words it; empty where nothing failed.
    std::string failureText() const;
};

/// The body of POST /exchange with status 200, or the payload of a WebSocket post of type action.
ExchangeOutcome decodeExchangeBody(std::string_view json, std::size_t items = 1);

/// Statuses of exactly the layout the venue sends for what it took, in one pass without a document.
/// True: `out` is what decodeExchangeBody would give (tested against it). False: a surprise;
/// nothing may be concluded, `out` may be half written.
bool scanStatuses(std::string_view json, ExchangeOutcome &out);

/// Everything HTTP: `status` 0 is no answer; `written` says whether bytes left. 429, 4xx and
/// `status:"err"` are rejections; 5xx, HTML, broken JSON and silence after bytes left are Unknown.
ExchangeOutcome decodeExchangeHttp(int status, std::string_view body, bool written,
                                   std::size_t items = 1);

} // namespace hl::venue
