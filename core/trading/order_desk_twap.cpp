// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trading/order_desk.h"
#include "trading/order_desk_p.h"

#include <utility>

/// TWAPs: the venue trades them, this side starts and stops them.
namespace hl::trading {

using venue::ItemOutcome;
using venue::OutcomeKind;
using Fate = DispatchResult::Fate;
using namespace std::chrono_literals;

namespace {

Status twapStatus(const DispatchResult &result)
{
    if (result.fate == Fate::Unknown)
        return unknownOutcome();
    if (result.fate != Fate::Answered)
        return fail(result.error);
    const venue::ExchangeOutcome answer = decode(result, 1);
    return statusOf(answer.items.empty() ? ItemOutcome{} : answer.items.front());
}

} // namespace

void OrderDesk::startTwap(RequestId requestId, const model::TwapTicket &ticket)
{
    const model::ValidationContext context = m_hooks.context(ticket.coin);
    for (const model::TicketProblem &problem : model::validateTwap(ticket, context))
        if (problem.blocks)
            return finish(requestId, {}, refusal(problem.detail, problem.field));
    if (m_dispatcher == nullptr)
        return finish(requestId, {},
                      refusal("There is no signer: this session only watches.", "signer"));
    const auto order = model::asOrder(ticket, context);
    if (ticket.isEntry()) {
        auto hold = m_hooks.entryHold ? m_hooks.entryHold() : std::nullopt;
        if (!hold && !order)
            hold = "The mark price of " + ticket.coin + " is not known yet.";
        if (!hold)
            hold = twinHold(*order);
        if (!hold)
            hold = guardHold(*order, true);
        if (hold)
            return finish(requestId, {}, refusal(*hold));
    }
    actions::TwapOrder action;
    action.twap.a = context.instrument->asset;
    action.twap.b = ticket.side == model::Side::Buy;
    action.twap.s.text = szText(ticket.sz, context.instrument->grid);
    action.twap.r = ticket.reduceOnly;
    action.twap.m = static_cast<std::uint64_t>(ticket.minutes);
    action.twap.t = ticket.randomise;
    const bool isExit = !ticket.isEntry();
    // It works as long as it runs: good as what rests (interaction.md D18).
    const auto life = isDevice(isExit) ? m_config.deviceRests : std::chrono::milliseconds{15s};
    ActionRequest start = request(std::move(action), isExit, life, life);
    start.command = requestId;
    start.title = "Start a TWAP in " + ticket.coin;
    if (isDevice(isExit)) // a person has pressed: looked at again (interaction.md D12)
        start.dropReason = [this, ticket, late = std::move(start.dropReason)] {
            auto why = late ? late() : std::nullopt;
            return why ? why : twapDiscard(ticket);
        };
    m_dispatcher->submit(std::move(start),
                         [this, requestId, alive = m_isAlive](const DispatchResult &result) {
                             if (*alive)
                                 finish(requestId, {}, twapStatus(result));
                         });
}

std::optional<std::string> OrderDesk::twapDiscard(const model::TwapTicket &ticket) const
{
    const model::ValidationContext context = m_hooks.context(ticket.coin);
    for (const model::TicketProblem &problem : model::validateTwap(ticket, context))
        if (problem.blocks)
            return problem.detail + " It was not sent.";
    if (!ticket.isEntry())
        return {};
    auto hold = m_hooks.entryHold ? m_hooks.entryHold() : std::nullopt;
    const auto order = model::asOrder(ticket, context);
    if (!hold && order)
        hold = guardHold(*order, false);
    return hold ? std::optional(*hold + " Not sent.") : std::nullopt;
}

void OrderDesk::cancelTwap(RequestId requestId, const std::string &coin, model::TwapId id)
{
    const model::ValidationContext context = m_hooks.context(coin);
    if (context.instrument == nullptr)
        return finish(requestId, {},
                      refusal("The venue lists no market called \"" + coin + "\".", "coin"));
    if (m_dispatcher == nullptr)
        return finish(requestId, {},
                      refusal("There is no signer: this session only watches.", "signer"));
    actions::TwapCancel action;
    action.a = context.instrument->asset;
    action.t = id;
    // No expiry: a late cancel is still wanted (interaction.md D18).
    ActionRequest stop =
        request(std::move(action), true, {}, isDevice(true) ? m_config.deviceRests : 15s);
    stop.command = requestId;
    stop.title = "Stop the TWAP in " + coin;
    m_dispatcher->submit(std::move(stop),
                         [this, requestId, alive = m_isAlive](const DispatchResult &result) {
                             if (*alive)
                                 finish(requestId, {}, twapStatus(result));
                         });
}

} // namespace hl::trading
