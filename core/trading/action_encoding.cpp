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

void explainL1(EncodedAction &encoded)
{
    const actions::Action &action = *encoded.action;
    encoded.typedData = std::make_shared<const codec::TypedData>(
        actions::agentTypedData(encoded.connectionId, encoded.isMainnet));
    actions::appendActionMsgpack(action, encoded.msgpack);
    encoded.summary = actions::actionWords(action);
    encoded.record = signingObject(action, encoded.nonce, encoded.vault, encoded.expiresAfter,
                                   encoded.isMainnet, encoded.connectionId, encoded.digest);
}

} // namespace

Result<EncodedAction> encodeL1(std::shared_ptr<const actions::Action> action,
                               const Envelope &envelope, Nonce nonce,
                               std::optional<TimeMs> expiresAfter)
{
    HL_CHECK(actions::checkAction(*action));
    EncodedAction encoded;
    encoded.nonce = nonce;
    encoded.isMainnet = envelope.isMainnet;
    if (actions::acceptsVault(*action))
        encoded.vault = envelope.vault;
    if (expiresAfter)
        encoded.expiresAfter = static_cast<std::uint64_t>(*expiresAfter);
    thread_local Bytes scratch; // grows to the largest action once
    encoded.connectionId =
        actions::connectionId(*action, nonce, encoded.vault, encoded.expiresAfter, scratch);
    encoded.digest = actions::agentDigest(encoded.connectionId, envelope.isMainnet);
    encoded.action = std::move(action);
    encoded.explain = explainL1;
    encoded.requestBody = [action = encoded.action, nonce, vault = encoded.vault,
                           expires = encoded.expiresAfter](const signing::Signature &signature) {
        return actions::requestBody(*action, nonce, signature, vault, expires);
    };
    return encoded;
}

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
    return [shared, envelope, expiryOf = std::move(expiry)](Nonce nonce) {
        return encodeL1(shared, envelope, nonce, expiryOf ? expiryOf() : std::nullopt);
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
