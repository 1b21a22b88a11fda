// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trading/order_state.h"

namespace hl::trading {

using model::OrderPhase;

namespace {

/// Order of certainty on the venue's side; −1 before any byte can have left and for refusals of
/// our own.
constexpr int rank(OrderPhase phase)
{
    switch (phase) {
    case OrderPhase::Sent:
        return 0;
    case OrderPhase::Unknown:
        return 1;
    case OrderPhase::NotSent:
        return 2;
    case OrderPhase::Expired:
        return 3;
    case OrderPhase::Waiting:
        return 4;
    case OrderPhase::Resting:
        return 5;
    case OrderPhase::PartlyFilled:
        return 6;
    case OrderPhase::RejectedVenue:
        return 7;
    case OrderPhase::Cancelled:
        return 8;
    case OrderPhase::Filled:
        return 9;
    case OrderPhase::Draft:
    case OrderPhase::AwaitingSignature:
    case OrderPhase::Queued:
    case OrderPhase::RejectedLocal:
    case OrderPhase::SignatureRefused:
        return -1;
    }
    return -1;
}

constexpr Transition moved(OrderPhase to)
{
    return {to, Verdict::Moved};
}

constexpr Transition stale(OrderPhase phase)
{
    return {phase, Verdict::Stale};
}

constexpr Transition illegal(OrderPhase phase)
{
    return {phase, Verdict::Illegal};
}

constexpr Transition seen(OrderPhase from, OrderPhase evidence)
{
    if (rank(from) < 0)
        return illegal(from);
    return rank(from) < rank(evidence) ? moved(evidence) : stale(from);
}

constexpr bool isOneOf(OrderPhase phase, OrderPhase a, OrderPhase b)
{
    return phase == a || phase == b;
}

} // namespace

Transition nextPhase(OrderPhase phase, OrderEvent event)
{
    switch (event) {
    case OrderEvent::Validated:
        return phase == OrderPhase::Draft ? moved(OrderPhase::AwaitingSignature) : illegal(phase);
    case OrderEvent::RefusedHere:
        return isOneOf(phase, OrderPhase::Draft, OrderPhase::AwaitingSignature) ||
                       phase == OrderPhase::Queued
                   ? moved(OrderPhase::RejectedLocal)
                   : illegal(phase);
    case OrderEvent::Signed:
        return phase == OrderPhase::AwaitingSignature ? moved(OrderPhase::Queued) : illegal(phase);
    case OrderEvent::SignatureFailed:
        return phase == OrderPhase::AwaitingSignature ? moved(OrderPhase::SignatureRefused)
                                                      : illegal(phase);
    case OrderEvent::Written:
        return phase == OrderPhase::Queued ? moved(OrderPhase::Sent) : illegal(phase);
    case OrderEvent::NotWritten:
        // Also from Unknown: an outage makes so what the transport then says it never wrote (G15).
        if (isOneOf(phase, OrderPhase::AwaitingSignature, OrderPhase::Queued) ||
            isOneOf(phase, OrderPhase::Sent, OrderPhase::Unknown))
            return moved(OrderPhase::NotSent);
        return phase == OrderPhase::NotSent ? stale(phase) : illegal(phase);
    case OrderEvent::AnswerLost:
    case OrderEvent::SourcesSilent:
        if (phase == OrderPhase::Sent || isLive(phase))
            return moved(OrderPhase::Unknown);
        return rank(phase) < 0 ? illegal(phase) : stale(phase);
    case OrderEvent::ProvenDead:
        if (isOneOf(phase, OrderPhase::Sent, OrderPhase::Unknown))
            return moved(OrderPhase::Expired);
        return rank(phase) < 0 ? illegal(phase) : stale(phase);
    case OrderEvent::VenueRefused:
        return seen(phase, OrderPhase::RejectedVenue);
    case OrderEvent::SeenWaiting:
        return seen(phase, OrderPhase::Waiting);
    case OrderEvent::SeenResting:
        return seen(phase, OrderPhase::Resting);
    case OrderEvent::SeenPartlyFilled:
        return seen(phase, OrderPhase::PartlyFilled);
    case OrderEvent::SeenFilled:
        return seen(phase, OrderPhase::Filled);
    case OrderEvent::SeenCancelled:
        return seen(phase, OrderPhase::Cancelled);
    case OrderEvent::Replaced:
        if (phase == OrderPhase::Cancelled || isLive(phase))
            return moved(OrderPhase::Unknown);
        return isOneOf(phase, OrderPhase::Sent, OrderPhase::Unknown) ? stale(phase)
                                                                     : illegal(phase);
    }
    return illegal(phase);
}

std::string_view eventName(OrderEvent event)
{
    static constexpr std::string_view kNames[kOrderEventCount] = {"validated",
                                                                  "refused here",
                                                                  "signed",
                                                                  "signature failed",
                                                                  "written",
                                                                  "not written",
                                                                  "answer lost",
                                                                  "sources silent",
                                                                  "proven dead",
                                                                  "venue refused",
                                                                  "seen waiting",
                                                                  "seen resting",
                                                                  "seen partly filled",
                                                                  "seen filled",
                                                                  "seen cancelled",
                                                                  "replaced"};
    const auto index = static_cast<std::size_t>(event);
    return index < kOrderEventCount ? kNames[index] : std::string_view("?");
}

} // namespace hl::trading
