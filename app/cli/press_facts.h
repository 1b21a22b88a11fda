// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "codec/value.h"
#include "guard/guard.h"
#include "market/instrument_registry.h"
#include "model/account.h"
#include "model/order.h"
#include "venue/hyperliquid/actions/actions.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace hl::cli {

/// The market and the account of an action's orders at one moment. What could not be read is absent
/// and judges no exit; an entry needs the account, and what takes or is post-only its book.
struct PressFacts
{
    struct Market
    {
        std::optional<market::BookSnapshot> book;
        std::optional<market::AssetCtx> context;
    };
    std::map<std::string, Market> markets; ///< by coin
    model::AccountState account;           ///< of the dexes that are asked about
    bool isAccountKnown = false;
    std::optional<TimeMs> venueTime;
    std::int64_t venueMonoMs = 0; ///< when venueTime arrived

    struct Changed
    {
        bool isOpen = false;
        Sz filled;
    };
    std::map<std::size_t, Changed> changed; ///< orders that the action changes, by their place
};

/// One order of an action.
struct PressOrder
{
    model::OrderTicket ticket;
    std::optional<actions::OrderRef> changes; ///< the resting order that it replaces
    bool isLeg = false; ///< of the entry in front of it, which is not there to be judged by yet
};

/// Orders that an action places or changes; empty where it places none. The error names a market
/// that is not known here.
Result<std::vector<PressOrder>> ordersOf(const actions::Action &action,
                                         const market::InstrumentRegistry &markets);
/// An order as a request to /info names it.
codec::Value toValue(const actions::OrderRef &ref);
/// Markets of an action's orders, each once.
std::vector<std::uint64_t> assetsOf(const actions::Action &action);

/// Why an action that a person has pressed for may not be sent any more (interaction.md D12, D13);
/// empty: it may. `frozen`: as it was before the press. A limit of the guard counts where it was
/// kept then and is passed now: the call itself said how much is wanted. Exits that have become
/// pointless do not take others with them: the venue refuses them one by one.
std::optional<std::string> discardReason(const std::vector<PressOrder> &orders,
                                         const market::InstrumentRegistry &markets,
                                         const PressFacts &frozen, const PressFacts &now,
                                         const guard::Limits &limits);

} // namespace hl::cli
