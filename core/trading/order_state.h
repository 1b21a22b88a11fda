// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "model/order.h"

#include <cstdint>
#include <string_view>

namespace hl::trading {

/// What can happen to an order. "Seen…" is evidence from the venue, whichever channel it came by.
enum class OrderEvent : std::uint8_t {
    Validated,
    RefusedHere,     ///< by the validator, the guard or a hold
    Signed,          ///< and the signer recovered
    SignatureFailed, ///< refused, timed out, or of another key
    Written,         ///< handed to a transport that took it
    NotWritten,      ///< for certain nothing left
    AnswerLost,      ///< something left and no answer came
    SourcesSilent,   ///< every source was asked and none knows it
    ProvenDead,      ///< its expiry has passed or its nonce is spent: it can no longer land
    VenueRefused,
    SeenWaiting,
    SeenResting,
    SeenPartlyFilled,
    SeenFilled,
    SeenCancelled,
    Replaced, ///< a modify gave it a new oid; evidence of the new one follows
};

inline constexpr int kOrderEventCount = 16;
inline constexpr int kOrderPhaseCount = 15;

enum class Verdict : std::uint8_t {
    Moved,
    Stale,   ///< repeats or lags behind what is known; nothing changes
    Illegal, ///< cannot follow from that phase; ignored and counted
};

struct Transition
{
    model::OrderPhase phase;
    Verdict verdict;

    friend bool operator==(const Transition &, const Transition &) = default;
};

/// The whole life of an order as one pure table. Evidence is ranked (waiting < resting < partly
/// filled < refused < cancelled < filled) and never moves an order down, so evidence in any order,
/// twice or late, ends in the same phase. Conclusions drawn without evidence (NotSent, Expired,
/// Unknown) give way to it.
Transition nextPhase(model::OrderPhase phase, OrderEvent event);

std::string_view eventName(OrderEvent event);

} // namespace hl::trading
