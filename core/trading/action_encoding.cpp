// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trading/action_encoding.h"

#include "base/hex.h"

#include <utility>

namespace hl::trading {

namespace {

actions::Tif wireTif(const model::OrderTicket &ticket)
{
    if (ticket.kind == model::OrderKind::Market)
        return actions::Tif::Ioc;
    switch (ticket.tif) {
    case model::Tif::Gtc:
        return actions::Tif::Gtc;
    case model::Tif::Ioc:
        return actions::Tif::Ioc;
    case model::Tif::Alo:
        return actions::Tif::Alo;
    }
    return actions::Tif::Gtc;
}

} // namespace

std::function<Result<EncodedAction>(Nonce)>
encoderOf(actions::Action action, const Envelope &envelope, std::optional<TimeMs> expiresAfter)
{
    std::optional<std::uint64_t> expiry;
    if (expiresAfter)
        expiry = static_cast<std::uint64_t>(*expiresAfter);
    const auto shared = std::make_shared<const actions::Action>(std::move(action));
    return [shared, envelope, expiry](Nonce nonce) -> Result<EncodedAction> {
        HL_CHECK(actions::checkAction(*shared));
        EncodedAction encoded;
        Bytes scratch;
        const std::optional<Address> vault =
            actions::acceptsVault(*shared) ? envelope.vault : std::nullopt;
        const Hash32 id = actions::connectionId(*shared, nonce, vault, expiry, scratch);
        encoded.digest = actions::agentDigest(id, envelope.isMainnet);
        encoded.summary = actions::actionWords(*shared);
        encoded.requestBody = [shared, nonce, vault, expiry](const signing::Signature &signature) {
            return actions::requestBody(*shared, nonce, signature, vault, expiry);
        };
        return encoded;
    };
}

actions::OrderWire orderWire(const model::OrderTicket &ticket, const market::Instrument &instrument)
{
    const Grid grid = instrument.grid;
    actions::OrderWire wire;
    wire.a = instrument.asset;
    wire.b = ticket.side == model::Side::Buy;
    wire.p.text = pxText(ticket.px, grid);
    wire.s.text = szText(ticket.sz, grid);
    wire.r = ticket.reduceOnly;
    if (ticket.kind == model::OrderKind::Trigger && ticket.trigger) {
        actions::Trigger trigger;
        trigger.isMarket = ticket.trigger->isMarket;
        trigger.triggerPx.text = pxText(ticket.trigger->triggerPx, grid);
        trigger.tpsl =
            ticket.trigger->tpsl == model::TpSl::Tp ? actions::TpSl::Tp : actions::TpSl::Sl;
        wire.t.kind = trigger;
    } else {
        wire.t.kind = actions::Limit{wireTif(ticket)};
    }
    wire.c = ticket.cloid;
    return wire;
}

actions::Order orderAction(const model::OrderTicket &ticket, const market::Instrument &instrument)
{
    actions::Order order;
    order.orders.push_back(orderWire(ticket, instrument));
    if (ticket.kind == model::OrderKind::Trigger && ticket.sz.lots == 0)
        order.grouping = actions::Grouping::PositionTpsl;
    return order;
}

} // namespace hl::trading
