// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/ids.h"
#include "num/grid.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace hl::model {

enum class Side : std::uint8_t { Buy, Sell };
enum class Tif : std::uint8_t { Gtc, Ioc, Alo };
enum class TpSl : std::uint8_t { Tp, Sl };
enum class OrderKind : std::uint8_t { Limit, Market, Trigger };

constexpr Side opposite(Side side)
{
    return side == Side::Buy ? Side::Sell : Side::Buy;
}

/// Fires on the mark price (protocol/prices.md 6).
struct TriggerSpec
{
    Px triggerPx;
    bool isMarket = true;
    TpSl tpsl = TpSl::Sl;

    friend bool operator==(const TriggerSpec &, const TriggerSpec &) = default;
};

/// What a person asks for, before any encoding. For Market, `px` is the cap and is always set;
/// for Trigger with isMarket it is the worst fill.
struct OrderTicket
{
    std::string coin;
    Side side = Side::Buy;
    OrderKind kind = OrderKind::Limit;
    Px px;
    Sz sz;
    Tif tif = Tif::Gtc;
    bool reduceOnly = false;
    std::optional<TriggerSpec> trigger;
    std::optional<Cloid> cloid;         ///< the engine always assigns one where absent
    std::optional<TimeMs> expiresAfter; ///< venue time; part of the signed hash

    /// Can it open or raise exposure (interaction.md: "entry")?
    bool isEntry() const { return !reduceOnly; }
};

/// An order's state is the truth or says Unknown.
enum class OrderPhase : std::uint8_t {
    Draft,             ///< accepted from the window, not yet validated by the engine
    AwaitingSignature, ///< validated; the signer has it
    Queued,            ///< signed and recovered; waits for its place in the nonce chain
    Sent,              ///< bytes left
    Resting,
    PartlyFilled,
    Waiting, ///< a trigger or bracket child the venue holds
    Filled,
    Cancelled,
    Expired,
    RejectedLocal,
    RejectedVenue,
    SignatureRefused,
    NotSent, ///< bytes never left; not placed, for certain
    Unknown, ///< bytes left and nothing proves the outcome yet
};

constexpr bool isTerminal(OrderPhase phase)
{
    switch (phase) {
    case OrderPhase::Filled:
    case OrderPhase::Cancelled:
    case OrderPhase::Expired:
    case OrderPhase::RejectedLocal:
    case OrderPhase::RejectedVenue:
    case OrderPhase::SignatureRefused:
    case OrderPhase::NotSent:
        return true;
    default:
        return false;
    }
}

/// On the venue's side as far as we know.
constexpr bool isLive(OrderPhase phase)
{
    return phase == OrderPhase::Resting || phase == OrderPhase::PartlyFilled ||
           phase == OrderPhase::Waiting;
}

std::string_view phaseName(OrderPhase phase);
std::string_view sideName(Side side); ///< "buy" / "sell"
std::string_view tifName(Tif tif);    ///< "Gtc" / "Ioc" / "Alo"

/// Names one order for the life of the process; oid and cloid may change or be missing.
using OrderKey = std::uint64_t;

/// What is being done to a live order at this moment.
enum class PendingChange : std::uint8_t { None, Cancelling, Modifying };

/// One order as every table and the ladder show it. A value; the engine sends a fresh copy at each
/// change.
struct Order
{
    OrderKey key = 0;
    std::optional<Cloid> cloid;
    Oid oid = 0;
    std::string coin;
    Grid grid;
    Side side = Side::Buy;
    OrderKind kind = OrderKind::Limit;
    Px px;
    Sz origSz;
    Sz filledSz;
    std::optional<Px> avgFillPx; ///< rounded to the grid, for display
    Tif tif = Tif::Gtc;
    bool reduceOnly = false;
    std::optional<TriggerSpec> trigger;
    OrderPhase phase = OrderPhase::Draft;
    PendingChange pending = PendingChange::None;
    std::string reason;      ///< the venue's or the validator's words where there are any
    std::string venueStatus; ///< raw status string, shown where it is not one we know
    TimeMs placedAt = 0;
    TimeMs updatedAt = 0;
    bool isOurs = false; ///< placed by this process (others come from openOrders)
    /// Of a bracket's stop or target: its entry, before which the venue does not place it. 0: none.
    OrderKey parent = 0;

    Sz remaining() const { return origSz - filledSz; }

    friend bool operator==(const Order &, const Order &) = default;
};

} // namespace hl::model
