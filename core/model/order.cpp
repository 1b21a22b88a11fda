// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "model/order.h"

namespace hl::model {

std::string_view phaseName(OrderPhase phase)
{
    switch (phase) {
    case OrderPhase::Draft:
        return "draft";
    case OrderPhase::AwaitingSignature:
        return "awaiting signature";
    case OrderPhase::Queued:
        return "queued";
    case OrderPhase::Sent:
        return "sent";
    case OrderPhase::Resting:
        return "resting";
    case OrderPhase::PartlyFilled:
        return "partly filled";
    case OrderPhase::Waiting:
        return "waiting";
    case OrderPhase::Filled:
        return "filled";
    case OrderPhase::Cancelled:
        return "cancelled";
    case OrderPhase::Expired:
        return "expired";
    case OrderPhase::RejectedLocal:
        return "rejected here";
    case OrderPhase::RejectedVenue:
        return "rejected by the venue";
    case OrderPhase::SignatureRefused:
        return "signature refused";
    case OrderPhase::NotSent:
        return "not sent";
    case OrderPhase::Unknown:
        return "unknown";
    }
    return "unknown";
}

std::string_view sideName(Side side)
{
    return side == Side::Buy ? "buy" : "sell";
}

std::string_view tifName(Tif tif)
{
    switch (tif) {
    case Tif::Gtc:
        return "Gtc";
    case Tif::Ioc:
        return "Ioc";
    case Tif::Alo:
        return "Alo";
    }
    return "Gtc";
}

} // namespace hl::model
