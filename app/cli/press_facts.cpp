// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/press_facts.h"

#include "guard/collateral.h"
#include "guard/situation.h"
#include "trading/press_rules.h"

#include <cstdlib>
#include <set>

namespace hl::cli {

namespace {

struct Wire
{
    const actions::OrderWire *order;
    const actions::OrderRef *changes = nullptr;
    bool isLeg = false;
};

std::vector<Wire> wiresOf(const actions::Action &action)
{
    std::vector<Wire> wires;
    if (const auto *order = action.as<actions::Order>()) {
        const auto *grouping = std::get_if<actions::Grouping>(&order->grouping);
        const bool isBracket = grouping != nullptr && *grouping == actions::Grouping::NormalTpsl;
        for (const actions::OrderWire &wire : order->orders)
            wires.push_back({&wire, nullptr, isBracket && !wires.empty()});
    }
    if (const auto *one = action.as<actions::Modify>())
        wires.push_back({&one->order, &one->oid});
    if (const auto *batch = action.as<actions::BatchModify>())
        for (const actions::ModifyWire &wire : batch->modifies)
            wires.push_back({&wire.order, &wire.oid});
    return wires;
}

Result<model::OrderTicket> ticketOf(const actions::OrderWire &wire,
                                    const market::Instrument &instrument)
{
    model::OrderTicket ticket;
    ticket.coin = instrument.coin;
    ticket.side = wire.b ? model::Side::Buy : model::Side::Sell;
    ticket.reduceOnly = wire.r;
    HL_TRY(px, parsePx(wire.p.text, instrument.grid));
    HL_TRY(sz, parseSz(wire.s.text, instrument.grid));
    ticket.px = px;
    ticket.sz = sz;
    if (const auto *trigger = std::get_if<actions::Trigger>(&wire.t.kind)) {
        HL_TRY(level, parsePx(trigger->triggerPx.text, instrument.grid));
        ticket.kind = model::OrderKind::Trigger;
        ticket.trigger = model::TriggerSpec{level, trigger->isMarket,
                                            trigger->tpsl == actions::TpSl::Tp ? model::TpSl::Tp
                                                                               : model::TpSl::Sl};
        return ticket;
    }
    switch (std::get<actions::Limit>(wire.t.kind).tif) {
    case actions::Tif::Alo:
        ticket.tif = model::Tif::Alo;
        break;
    case actions::Tif::Gtc:
        ticket.tif = model::Tif::Gtc;
        break;
    case actions::Tif::Ioc:
    case actions::Tif::FrontendMarket:
        ticket.tif = model::Tif::Ioc;
        break;
    }
    return ticket;
}

model::ValidationContext contextOf(const model::OrderTicket &ticket,
                                   const market::InstrumentRegistry &markets,
                                   const PressFacts &facts)
{
    model::ValidationContext context;
    context.instrument = markets.find(ticket.coin);
    context.isAccountKnown = facts.isAccountKnown;
    if (const auto it = facts.markets.find(ticket.coin); it != facts.markets.end()) {
        context.book = it->second.book ? &*it->second.book : nullptr;
        if (it->second.context)
            context.mark = it->second.context->mark;
    }
    for (const model::Position &position : facts.account.positions)
        if (position.coin == ticket.coin)
            context.position = &position;
    if (context.instrument != nullptr && facts.isAccountKnown)
        context.freeBase = guard::freeBaseOf(facts.account, *context.instrument);
    return context;
}

/// Does the price of a resting limit alone keep it from that? It only became better or farther.
bool isKeptByItsPrice(const model::OrderTicket &ticket, const std::string &rule)
{
    return ticket.kind == model::OrderKind::Limit && !trading::isTaking(ticket) &&
           (rule == "G4" || rule == "G5");
}

std::map<std::string, model::TicketProblem> passedLimits(const model::OrderTicket &ticket,
                                                         const market::InstrumentRegistry &markets,
                                                         const PressFacts &facts,
                                                         const guard::Limits &limits)
{
    const auto it = facts.markets.find(ticket.coin);
    const bool hasContext = it != facts.markets.end() && it->second.context;
    const model::ValidationContext context = contextOf(ticket, markets, facts);
    const guard::Situation situation =
        guard::situationOf(context, hasContext ? &*it->second.context : nullptr, facts.account);
    std::map<std::string, model::TicketProblem> passed;
    for (const model::TicketProblem &problem : guard::judge(ticket, situation, limits))
        if (problem.blocks && !isKeptByItsPrice(ticket, problem.rule))
            passed.emplace(problem.rule, problem);
    return passed;
}

std::optional<std::string> oneReason(const model::OrderTicket &ticket,
                                     const market::InstrumentRegistry &markets,
                                     const PressFacts &frozen, const PressFacts &now,
                                     const guard::Limits &limits)
{
    const model::ValidationContext context = contextOf(ticket, markets, now);
    model::OrderTicket sized = ticket;
    if (ticket.sz.lots == 0 && ticket.kind == model::OrderKind::Trigger) {
        // A whole position's: its size is what there is to close.
        if (!now.isAccountKnown)
            return {};
        if (context.position == nullptr || context.position->szi.lots == 0)
            return "There is no position in " + ticket.coin + " to close. It was not sent.";
        sized.sz = Sz{std::abs(context.position->szi.lots)};
    }
    if (auto broken = trading::brokenRule(sized, context))
        return broken;
    if (!model::isEntry(ticket, context))
        return {};
    if (!now.isAccountKnown)
        return "The account could not be read, and an entry is not sent without. It was not sent.";
    if (ticket.kind == model::OrderKind::Limit && ticket.tif == model::Tif::Alo &&
        context.book == nullptr)
        return "The book of " + ticket.coin +
               " could not be read to see whether a post-only order still rests. It was not sent.";
    const auto it = frozen.markets.find(ticket.coin);
    const market::BookSnapshot *then =
        it != frozen.markets.end() && it->second.book ? &*it->second.book : nullptr;
    if (auto problem = trading::capProblem(ticket, context, trading::touchAgainst(ticket, then)))
        return problem;
    const auto before = passedLimits(ticket, markets, frozen, limits);
    for (const auto &[rule, problem] : passedLimits(ticket, markets, now, limits))
        if (!before.contains(rule))
            return guard::refusalText(problem) + " It was not sent.";
    return {};
}

/// A change of what has ended is placed anew, and of what was filled brings back what was filled
/// (interaction.md L26).
std::optional<std::string> whyNoChange(std::size_t place, const PressFacts &frozen,
                                       const PressFacts &now, bool isEntry)
{
    const auto then = frozen.changed.find(place);
    const auto is = now.changed.find(place);
    if (is == now.changed.end())
        return isEntry ? std::optional<std::string>("The order to change could not be read again. "
                                                    "It was not sent.")
                       : std::nullopt;
    if (!is->second.isOpen)
        return "The order to change is not open any more and would be placed anew. It was not "
               "sent.";
    if (then != frozen.changed.end() && then->second.filled != is->second.filled)
        return "The order to change was filled in part meanwhile. It was not sent.";
    return {};
}

} // namespace

codec::Value toValue(const actions::OrderRef &ref)
{
    if (const auto *oid = std::get_if<std::uint64_t>(&ref))
        return *oid;
    return std::get<Cloid>(ref).toString();
}

std::vector<std::uint64_t> assetsOf(const actions::Action &action)
{
    std::set<std::uint64_t> assets;
    for (const Wire &wire : wiresOf(action))
        assets.insert(wire.order->a);
    return {assets.begin(), assets.end()};
}

Result<std::vector<PressOrder>> ordersOf(const actions::Action &action,
                                         const market::InstrumentRegistry &markets)
{
    std::vector<PressOrder> orders;
    for (const Wire &wire : wiresOf(action)) {
        const std::uint64_t asset = wire.order->a;
        const market::Instrument *instrument =
            asset <= UINT32_MAX ? markets.findAsset(static_cast<std::uint32_t>(asset)) : nullptr;
        if (instrument == nullptr)
            return fail(ErrorKind::Validation,
                        "the venue lists no market with asset id " + std::to_string(asset),
                        "asset");
        PressOrder order;
        HL_TRY(ticket, ticketOf(*wire.order, *instrument));
        order.ticket = std::move(ticket);
        if (wire.changes != nullptr)
            order.changes = *wire.changes;
        order.isLeg = wire.isLeg;
        orders.push_back(std::move(order));
    }
    return orders;
}

std::optional<std::string> discardReason(const std::vector<PressOrder> &orders,
                                         const market::InstrumentRegistry &markets,
                                         const PressFacts &frozen, const PressFacts &now,
                                         const guard::Limits &limits)
{
    std::optional<std::string> first;
    bool isSomethingLeft = false;
    for (std::size_t i = 0; i < orders.size(); ++i) {
        const PressOrder &order = orders[i];
        if (order.isLeg)
            continue; // goes with its entry
        const bool isEntry = model::isEntry(order.ticket, contextOf(order.ticket, markets, now));
        auto why = order.changes ? whyNoChange(i, frozen, now, isEntry) : std::nullopt;
        if (!why)
            why = oneReason(order.ticket, markets, frozen, now, limits);
        if (!why) {
            isSomethingLeft = true;
            continue;
        }
        if (orders.size() > 1)
            why = "Order " + std::to_string(i + 1) + " of " + std::to_string(orders.size()) + ": " +
                  *why;
        if (isEntry)
            return why;
        if (!first)
            first = std::move(why);
    }
    return isSomethingLeft ? std::nullopt : first;
}

} // namespace hl::cli
