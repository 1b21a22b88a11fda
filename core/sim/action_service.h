// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "sim/answer.h"
#include "sim/exchange.h"
#include "sim/treasury.h"
#include "venue/hyperliquid/actions/request.h"

#include <string>
#include <string_view>

namespace hl::sim {

/// POST /exchange (protocol/exchange-actions.md): who signed, may he, is the nonce fresh, and then
/// the action. The action is hashed from our own serialisation of what was read, so one byte more
/// or less in what the client hashed gives another address, as at the venue.
class ActionService
{
public:
    explicit ActionService(Exchange &exchange) : m_exchange(exchange), m_treasury(exchange) {}

    HttpAnswer handle(std::string_view body);

private:
    struct Caller
    {
        UserId user = kNoUser;   ///< on whose behalf
        UserId master = kNoUser; ///< who signed, or whose agent did
        Address signer;
    };

    Result<Caller> authenticate(const actions::PostedRequest &request);
    Result<Caller> authenticateMultiSig(const actions::PostedRequest &request);
    Status useVault(const actions::PostedRequest &request, const actions::Action &action,
                    Caller &caller);
    codec::Value run(const Caller &caller, const actions::Action &action);

    codec::Value order(const Caller &caller, const actions::Order &action);
    codec::Value cancel(const Caller &caller, const actions::Cancel &action);
    codec::Value cancelByCloid(const Caller &caller, const actions::CancelByCloid &action);
    codec::Value modify(const Caller &caller, const actions::Modify &action);
    codec::Value batchModify(const Caller &caller, const actions::BatchModify &action);
    codec::Value twapOrder(const Caller &caller, const actions::TwapOrder &action);
    codec::Value account(const Caller &caller, const actions::Action &action);

    Exchange &m_exchange;
    Treasury m_treasury;
};

} // namespace hl::sim
