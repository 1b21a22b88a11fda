// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "model/twap.h"

#include "model/ticket_validator.h"
#include "num/tick_rule.h"

namespace hl::model {

namespace {

void checkValue(const TwapTicket &ticket, const ValidationContext &context,
                std::vector<TicketProblem> &out)
{
    if (!context.mark || ticket.sz.lots <= 0)
        return;
    const auto value = Decimal::mul(*context.mark, toDecimal(ticket.sz, context.instrument->grid));
    if (!value || *value >= Decimal::fromInt(kMinTwapValue))
        return;
    const std::string &quote = context.instrument->quoteToken;
    out.push_back({"sz",
                   "minTwapValue",
                   "The TWAP is worth " + value->toFixed(2) + ", below the venue's minimum of " +
                       std::to_string(kMinTwapValue) + " " + (quote.empty() ? "USDC" : quote) + ".",
                   {}});
}

void checkVenue(const TwapTicket &ticket, const ValidationContext &context,
                std::vector<TicketProblem> &out)
{
    if (!ticket.isEntry())
        return;
    if (!context.entryBlock.empty())
        out.push_back({"venue", "entriesHeld", context.entryBlock, {}});
    if (!context.entryAsk.empty())
        out.push_back({"venue", "entriesAsked", context.entryAsk, {}, false});
    if (context.isPostOnlyVenue)
        out.push_back({"tif",
                       "postOnlyVenue",
                       "After its upgrade the venue takes post-only orders only; a TWAP takes.",
                       {}});
    if (context.book != nullptr && !context.book->isTradable())
        out.push_back(
            {"book",
             "bookNotLive",
             "The book of " + ticket.coin + " is not live; what would take waits until it is.",
             {}});
}

} // namespace

std::vector<Twap> enteringTwaps(const std::vector<Twap> &twaps, std::string_view coin)
{
    std::vector<Twap> out;
    for (const Twap &twap : twaps)
        if (!twap.reduceOnly && !hasEnded(twap.phase) && (coin.empty() || twap.coin == coin))
            out.push_back(twap);
    return out;
}

std::string twapName(const Twap &twap)
{
    return std::string(twap.side == Side::Buy ? "Buy " : "Sell ") + szText(twap.sz, twap.grid) +
           ' ' + twap.coin + " by TWAP, " + szText(twap.executedSz, twap.grid) + " done";
}

std::vector<TicketProblem> validateTwap(const TwapTicket &ticket, const ValidationContext &context)
{
    std::vector<TicketProblem> out;
    if (!context.canTrade)
        out.push_back(
            {"signer", "watchOnly", "There is no signer: this session only watches.", {}});
    if (context.instrument == nullptr) {
        out.push_back({"coin",
                       "unknownCoin",
                       "The venue lists no market called \"" + ticket.coin + "\".",
                       {}});
        return out;
    }
    if (context.instrument->isDelisted)
        out.push_back({"coin", "delisted", ticket.coin + " is delisted.", {}, ticket.isEntry()});
    if (ticket.minutes < kLeastTwapMinutes || ticket.minutes > kMostTwapMinutes)
        out.push_back({"minutes",
                       "twapMinutes",
                       "A TWAP runs for " + std::to_string(kLeastTwapMinutes) + " to " +
                           std::to_string(kMostTwapMinutes) + " minutes.",
                       {}});
    if (ticket.sz.lots <= 0)
        out.push_back({"sz", "positive", "The size must be above zero.", {}});
    checkValue(ticket, context, out);
    const std::int64_t lots = context.position == nullptr ? 0 : context.position->szi.lots;
    if (ticket.reduceOnly && (lots == 0 || (lots > 0) == (ticket.side == Side::Buy)))
        out.push_back({"reduceOnly",
                       lots == 0 ? "noPosition" : "wrongSide",
                       lots == 0 ? "There is no position in " + ticket.coin + " to reduce."
                                 : "A reduce-only " + std::string(sideName(ticket.side)) +
                                       " would increase the position.",
                       {},
                       context.isAccountKnown && !context.isPositionLate});
    checkVenue(ticket, context, out);
    return out;
}

std::optional<OrderTicket> asOrder(const TwapTicket &ticket, const ValidationContext &context)
{
    if (!context.mark || context.instrument == nullptr)
        return std::nullopt;
    const auto px = nearestValidPx(*context.mark, context.instrument->grid, Rounding::HalfEven);
    if (!px)
        return std::nullopt;
    OrderTicket out;
    out.coin = ticket.coin;
    out.side = ticket.side;
    out.kind = OrderKind::Market;
    out.tif = Tif::Ioc;
    out.px = *px;
    out.sz = ticket.sz;
    out.reduceOnly = ticket.reduceOnly;
    return out;
}

} // namespace hl::model
