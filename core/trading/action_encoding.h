// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "market/instrument.h"
#include "model/order.h"
#include "trading/dispatcher.h"
#include "venue/hyperliquid/actions/actions.h"

#include <memory>
#include <optional>

namespace hl::trading {

/// What every L1 action of a session is signed with beside its own fields.
struct Envelope
{
    bool isMainnet = false;
    std::optional<Address> vault;
};

/// The L1 action hashed and ready to be signed; it is kept until its body is posted. A sentence
/// where it breaks the rules of checkAction.
Result<EncodedAction> encodeL1(std::shared_ptr<const actions::Action> action,
                               const Envelope &envelope, Nonce nonce,
                               std::optional<TimeMs> expiresAfter);

/// For ActionRequest::encode: the nonce comes later, with the place in the chain.
std::function<Result<EncodedAction>(Nonce)>
encoderOf(actions::Action action, const Envelope &envelope, std::optional<TimeMs> expiresAfter);

/// When the signature shall stop being good, asked once at the moment of encoding: the bytes of a
/// request for a device are made when its turn comes (interaction.md D15). Empty: never.
using ExpiryOf = std::function<std::optional<TimeMs>()>;
/// User-signed actions have neither expiry nor vault; their chain fields and nonce are filled here.
std::function<Result<EncodedAction>(Nonce)> encoderOf(actions::Action action,
                                                      const Envelope &envelope, ExpiryOf expiry);

/// The order object of a ticket; a size of zero is a whole position's stop or target.
actions::OrderWire orderWire(const model::OrderTicket &ticket,
                             const market::Instrument &instrument);
/// A `positionTpsl` grouping where the ticket is for the whole position, else `na`.
actions::Order orderAction(const model::OrderTicket &ticket, const market::Instrument &instrument);

} // namespace hl::trading
