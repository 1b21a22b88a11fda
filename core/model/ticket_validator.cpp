// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "model/ticket_validator.h"

#include "num/tick_rule.h"

namespace hl::model {

namespace {

using Problems = std::vector<TicketProblem>;

bool isTaking(const OrderTicket &ticket)
{
    return ticket.kind == OrderKind::Market ||
           (ticket.kind == OrderKind::Limit && ticket.tif == Tif::Ioc);
}

/// The stop or target of a whole position is sent with size 0 and resizes with it
/// (protocol/exchange-actions.md 6).
bool isWholePositionTrigger(const OrderTicket &ticket)
{
    return ticket.kind == OrderKind::Trigger && ticket.reduceOnly && ticket.sz.lots == 0;
}

void checkPx(Px px, std::string_view field, Grid grid, Problems &out)
{
    if (px.ticks <= 0) {
        out.push_back({std::string(field), "positive", "The price must be above zero.", {}});
        return;
    }
    if (isValidPx(px, grid))
        return;
    TicketProblem problem{std::string(field), "tick", {}, {}};
    problem.detail = pxText(px, grid) +
                     " is not on the price grid: a price is a whole number or "
                     "has at most five significant figures and " +
                     std::to_string(grid.pxDecimals()) + " decimals";
    if (const auto near = validNeighbours(toDecimal(px, grid), grid)) {
        problem.suggestions = {near->first, near->second};
        problem.detail +=
            "; the nearest are " + pxText(near->first, grid) + " and " + pxText(near->second, grid);
    }
    problem.detail += '.';
    out.push_back(std::move(problem));
}

void checkReduceOnly(const OrderTicket &ticket, const ValidationContext &context, Grid grid,
                     Problems &out)
{
    if (!ticket.reduceOnly)
        return;
    const std::int64_t lots = context.position == nullptr ? 0 : context.position->szi.lots;
    // A stop may be placed before the position it will protect; the venue judges it when it fires.
    // A position that may be out of date blocks no exit (interaction.md, rule zero).
    const bool blocks =
        ticket.kind != OrderKind::Trigger && context.isAccountKnown && !context.isPositionLate;
    if (lots == 0) {
        out.push_back({"reduceOnly",
                       "noPosition",
                       "There is no position in " + ticket.coin + " to reduce.",
                       {},
                       blocks});
    } else if ((lots > 0) == (ticket.side == Side::Buy)) {
        out.push_back({"reduceOnly",
                       "wrongSide",
                       "A reduce-only " + std::string(sideName(ticket.side)) +
                           " would increase the position of " +
                           szText(context.position->szi, grid) + " " + ticket.coin + ".",
                       {},
                       blocks});
    } else if (ticket.sz.lots > (lots < 0 ? -lots : lots)) {
        out.push_back({"sz",
                       "largerThanPosition",
                       "The order is larger than the position: only " +
                           szText(Sz{lots < 0 ? -lots : lots}, grid) + " " + ticket.coin +
                           " will be closed.",
                       {},
                       false});
    }
}

void checkMinValue(const OrderTicket &ticket, const ValidationContext &context, Grid grid,
                   Problems &out)
{
    if (ticket.px.ticks <= 0 || ticket.sz.lots <= 0)
        return;
    if (ticket.reduceOnly && context.position != nullptr) {
        const std::int64_t lots = context.position->szi.lots;
        if (ticket.sz.lots >= (lots < 0 ? -lots : lots))
            return; // a whole close is exempt (protocol/limits.md 3)
    }
    const Decimal least = Decimal::fromInt(kMinOrderValue);
    const Decimal atPx = toDecimal(ticket.px * ticket.sz, grid);
    bool isBelow = atPx < least;
    // A cap is not where the order is expected to fill: below the minimum at both is certain.
    if (isBelow && ticket.kind != OrderKind::Limit && context.mark) {
        const auto atMark = Decimal::mul(*context.mark, toDecimal(ticket.sz, grid));
        isBelow = !atMark || *atMark < least;
    }
    if (isBelow) {
        const std::string &quote = context.instrument->quoteToken;
        out.push_back({"sz",
                       "minValue",
                       "The order is worth " + atPx.toString() + ", below the venue's minimum of " +
                           std::to_string(kMinOrderValue) + " " + (quote.empty() ? "USDC" : quote) +
                           ".",
                       {},
                       // It may be a whole close, which the venue takes at any value.
                       !ticket.reduceOnly || context.isAccountKnown});
    }
}

void checkTrigger(const OrderTicket &ticket, const ValidationContext &context, Grid grid,
                  Problems &out)
{
    if (ticket.kind != OrderKind::Trigger)
        return;
    if (!ticket.trigger) {
        out.push_back({"triggerPx", "missing", "A stop or target needs a trigger price.", {}});
        return;
    }
    const TriggerSpec &trigger = *ticket.trigger;
    checkPx(trigger.triggerPx, "triggerPx", grid, out);
    if (trigger.triggerPx.ticks <= 0)
        return;
    const bool isBuy = ticket.side == Side::Buy;
    if (trigger.isMarket && ticket.px.ticks > 0 &&
        (isBuy ? ticket.px < trigger.triggerPx : ticket.px > trigger.triggerPx)) {
        out.push_back({"px",
                       "capBehindTrigger",
                       "The worst fill " + pxText(ticket.px, grid) + " of a " +
                           (isBuy ? "buy must not be below" : "sell must not be above") +
                           " its trigger " + pxText(trigger.triggerPx, grid) + ".",
                       {}});
    }
    if (!context.mark)
        return;
    const bool firesAbove = isBuy == (trigger.tpsl == TpSl::Sl);
    const Decimal level = toDecimal(trigger.triggerPx, grid);
    if (firesAbove ? level <= *context.mark : level >= *context.mark) {
        out.push_back({"triggerPx",
                       "triggerSide",
                       std::string("A ") + std::string(sideName(ticket.side)) +
                           (trigger.tpsl == TpSl::Sl ? " stop" : " target") + " must trigger " +
                           (firesAbove ? "above" : "below") + " the mark price " +
                           context.mark->toString() + ".",
                       {}});
    }
}

void checkBook(const OrderTicket &ticket, const ValidationContext &context, Grid grid,
               Problems &out)
{
    if (context.book == nullptr || ticket.kind == OrderKind::Trigger)
        return;
    const market::BookSnapshot &book = *context.book;
    const bool isBuy = ticket.side == Side::Buy;
    if (!book.isTradable()) {
        // L27: post-only may be asked through, whatever could take is blocked; an exit is told.
        const bool isPostOnly = ticket.kind == OrderKind::Limit && ticket.tif == Tif::Alo;
        std::string detail = "The book of " + ticket.coin + " is not live";
        if (!book.reason.empty())
            detail += " (" + book.reason + ")";
        if (isEntry(ticket, context) && !isPostOnly)
            detail += isTaking(ticket) ? "; market and Ioc entries wait until it is"
                                       : "; only a post-only entry may be sent";
        out.push_back(
            {"book", "bookNotLive", detail + ".", {}, isEntry(ticket, context) && !isPostOnly});
        return;
    }
    if (ticket.kind != OrderKind::Limit || ticket.tif != Tif::Alo)
        return;
    const auto &opposite = isBuy ? book.asks : book.bids;
    if (opposite.empty())
        return;
    const Px touch = opposite.front().px;
    if (isBuy ? ticket.px >= touch : ticket.px <= touch) {
        out.push_back({"px",
                       "crossesBook",
                       "A post-only " + std::string(sideName(ticket.side)) + " at " +
                           pxText(ticket.px, grid) + " would match the best " +
                           (isBuy ? "ask " : "bid ") + pxText(touch, grid) + " at once.",
                       {}});
    }
}

/// What the venue's own state says of any order, whatever its figures.
void checkVenue(const OrderTicket &ticket, const ValidationContext &context, Problems &out)
{
    if (isEntry(ticket, context) && !context.entryBlock.empty())
        out.push_back({"venue", "entriesHeld", context.entryBlock, {}});
    if (isEntry(ticket, context) && !context.entryAsk.empty())
        out.push_back({"venue", "entriesAsked", context.entryAsk, {}, false});
    const bool isPostOnly = ticket.kind == OrderKind::Limit && ticket.tif == Tif::Alo;
    if (context.isPostOnlyVenue && !isPostOnly && ticket.kind != OrderKind::Trigger)
        out.push_back({"tif",
                       "postOnlyVenue",
                       "After its upgrade the venue takes post-only orders only; a post-only order "
                       "at the touch may be taken.",
                       {},
                       isEntry(ticket, context)});
}

} // namespace

bool isEntry(const OrderTicket &ticket, const ValidationContext &context)
{
    if (!ticket.isEntry())
        return false;
    const market::Instrument *instrument = context.instrument;
    if (instrument == nullptr || instrument->grid.kind != MarketKind::Spot ||
        ticket.side != Side::Sell || !context.freeBase)
        return true;
    return toDecimal(ticket.sz, instrument->grid) > *context.freeBase;
}

std::vector<TicketProblem> validateTicket(const OrderTicket &ticket,
                                          const ValidationContext &context)
{
    Problems problems;
    if (!context.canTrade)
        problems.push_back(
            {"signer", "watchOnly", "There is no signer: this session only watches.", {}});
    if (context.instrument == nullptr) {
        problems.push_back({"coin",
                            "unknownCoin",
                            "The venue lists no market called \"" + ticket.coin + "\".",
                            {}});
        return problems;
    }
    const Grid grid = context.instrument->grid;
    if (context.instrument->isDelisted)
        problems.push_back(
            {"coin", "delisted", ticket.coin + " is delisted.", {}, isEntry(ticket, context)});

    if (ticket.kind == OrderKind::Market && ticket.px.ticks <= 0)
        problems.push_back({"px", "cap", "A market order needs its cap, the worst price.", {}});
    else
        checkPx(ticket.px, "px", grid, problems);
    if (ticket.sz.lots < 0 || (ticket.sz.lots == 0 && !isWholePositionTrigger(ticket)))
        problems.push_back({"sz", "positive", "The size must be above zero.", {}});

    checkTrigger(ticket, context, grid, problems);
    checkReduceOnly(ticket, context, grid, problems);
    checkMinValue(ticket, context, grid, problems);
    checkBook(ticket, context, grid, problems);
    checkVenue(ticket, context, problems);
    return problems;
}

} // namespace hl::model
