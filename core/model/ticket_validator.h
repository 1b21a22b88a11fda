// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "market/book_snapshot.h"
#include "market/instrument.h"
#include "model/account.h"
#include "model/order.h"

#include <optional>
#include <string>
#include <vector>

namespace hl::model {

/// What the same pure function is given by the ticket (GUI thread) and again by the dispatcher
/// (engine thread, authoritative).
struct ValidationContext
{
    const market::Instrument *instrument = nullptr; ///< null: unknown coin
    const market::BookSnapshot *book = nullptr;     ///< may be null
    std::optional<Decimal> mark;
    const Position *position = nullptr; ///< of that coin; null: flat
    bool isAccountKnown = true;         ///< false: `position` says nothing, exits are only told
    bool isPositionLate = false;        ///< a fill of the coin is newer than `position`
    std::optional<Decimal> freeBase;    ///< spot: of the base token, held and in no order
    bool canTrade = true;               ///< false: watch-only
    std::string entryBlock;             ///< why no entry may go now (G12, G14); empty: one may
    std::string entryAsk;               ///< what is asked before an entry (G14, G15)
    bool isPostOnlyVenue = false;       ///< after an upgrade (G15)
};

/// Can it open or raise exposure at this moment? A spot sale of what is held cannot: it is an exit
/// (interaction.md, rule zero), as a reduce-only order is.
bool isEntry(const OrderTicket &ticket, const ValidationContext &context);

/// Which rule a ticket breaks. The sentence names field and rule; `suggestions` are the two
/// nearest valid values where the field is a price off the tick.
struct TicketProblem
{
    std::string field; ///< "px", "sz", "triggerPx", "coin", "reduceOnly"
    std::string
        rule; ///< stable id: "tick", "lot", "minValue", "positive", "crossesBook", "bookNotLive", …
    std::string detail;
    std::vector<Px> suggestions;
    bool blocks = true; ///< false: asked, not refused
};

/// Empty: may be sent. Exits (reduceOnly) are told, never blocked, by anything but the venue's own
/// hard rules (interaction.md, rule zero).
std::vector<TicketProblem> validateTicket(const OrderTicket &ticket,
                                          const ValidationContext &context);

/// Smallest order value the venue takes: 10 quote units (protocol/limits.md 3).
inline constexpr int kMinOrderValue = 10;

} // namespace hl::model
