// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trading/action_encoding.h"

#include "base/hex.h"
#include "trading/intent_rows.h"
#include "venue/hyperliquid/actions/user_signed_data.h"

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

Result<EncodedAction> encodeUserSigned(actions::Action action, const Envelope &envelope,
                                       Nonce nonce)
{
    HL_CHECK(actions::complete(action, nonce, envelope.isMainnet));
    HL_CHECK(actions::checkAction(action));
    HL_TRY(typed, actions::userTypedData(action));
    HL_TRY(digest, actions::userSignedDigest(action));
    EncodedAction encoded;
    encoded.nonce = nonce;
    encoded.isMainnet = envelope.isMainnet;
    encoded.isUserSigned = true;
    encoded.digest = digest;
    encoded.typedData = std::make_shared<const codec::TypedData>(std::move(typed));
    actions::appendActionMsgpack(action, encoded.msgpack);
    encoded.summary = actions::actionWords(action);
    encoded.record = signingObject(action, nonce, {}, {}, envelope.isMainnet, {}, digest);
    encoded.requestBody = [action = std::move(action), nonce](const signing::Signature &signature) {
        return actions::requestBody(action, nonce, signature, {}, {});
    };
    return encoded;
}

} // namespace

std::function<Result<EncodedAction>(Nonce)>
encoderOf(actions::Action action, const Envelope &envelope, std::optional<TimeMs> expiresAfter)
{
    return encoderOf(std::move(action), envelope, [expiresAfter] { return expiresAfter; });
}

std::function<Result<EncodedAction>(Nonce)> encoderOf(actions::Action action,
                                                      const Envelope &envelope, ExpiryOf expiry)
{
    const auto shared = std::make_shared<const actions::Action>(std::move(action));
    if (actions::isUserSigned(*shared))
        return
            [shared, envelope](Nonce nonce) { return encodeUserSigned(*shared, envelope, nonce); };
    return [shared, envelope, expiryOf = std::move(expiry)](Nonce nonce) -> Result<EncodedAction> {
        HL_CHECK(actions::checkAction(*shared));
        EncodedAction encoded;
        encoded.nonce = nonce;
        encoded.isMainnet = envelope.isMainnet;
        encoded.vault = actions::acceptsVault(*shared) ? envelope.vault : std::nullopt;
        if (const auto at = expiryOf ? expiryOf() : std::nullopt)
            encoded.expiresAfter = static_cast<std::uint64_t>(*at);
        Bytes scratch;
        const Hash32 id =
            actions::connectionId(*shared, nonce, encoded.vault, encoded.expiresAfter, scratch);
        encoded.digest = actions::agentDigest(id, envelope.isMainnet);
        encoded.explain = [shared, id](EncodedAction &out) {
            out.typedData = std::make_shared<const codec::TypedData>(
                actions::agentTypedData(id, out.isMainnet));
            actions::appendActionMsgpack(*shared, out.msgpack);
            out.summary = actions::actionWords(*shared);
            out.record = signingObject(*shared, out.nonce, out.vault, out.expiresAfter,
                                       out.isMainnet, id, out.digest);
        };
        encoded.requestBody = [shared, nonce, vault = encoded.vault,
                               expiresAfter =
                                   encoded.expiresAfter](const signing::Signature &signature) {
            return actions::requestBody(*shared, nonce, signature, vault, expiresAfter);
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
