// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/ladder/click_rules.h"

#include "guard/order_math.h"
#include "num/tick_rule.h"
#include "ui/common/formatters.h"

#include <QCoreApplication>

#include <cstdlib>

namespace hl::ui {

using model::Side;

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(hl::ui::ClickRules)
};

LadderAct refuse(const QString &why)
{
    LadderAct act;
    act.kind = LadderAct::Kind::Refuse;
    act.reason = why;
    return act;
}

/// The best opposite price; none where that side is empty.
std::optional<Px> oppositeTouch(Side side, const ActFacts &facts)
{
    if (!facts.book)
        return std::nullopt;
    const auto &levels = side == Side::Buy ? facts.book->asks : facts.book->bids;
    return levels.empty() ? std::nullopt : std::optional(levels.front().px);
}

std::optional<Px> ownTouch(Side side, const ActFacts &facts)
{
    return oppositeTouch(model::opposite(side), facts);
}

QString sideWord(Side side)
{
    return side == Side::Buy ? Words::tr("buy") : Words::tr("sell");
}

/// What stands against any entry, whatever its price.
std::optional<LadderAct> entryRefusal(const ActFacts &facts)
{
    if (!facts.notLive.isEmpty())
        return refuse(facts.notLive);
    if (!facts.sizeProblem.isEmpty())
        return refuse(Words::tr("the size cannot be used: %1").arg(facts.sizeProblem));
    if (facts.size.lots <= 0)
        return refuse(Words::tr("no size is chosen"));
    return std::nullopt;
}

LadderAct place(const ActFacts &facts, Side side, Px px, model::Tif tif)
{
    LadderAct act;
    act.kind = LadderAct::Kind::Place;
    act.ticket.coin = facts.coin;
    act.ticket.side = side;
    act.ticket.px = px;
    act.ticket.sz = facts.size;
    act.ticket.tif = tif;
    return act;
}

void sayOwnInTheWay(LadderAct &act, const ActFacts &facts)
{
    if (act.ticket.tif == model::Tif::Alo)
        return; // it never takes
    const auto *own = ownInTheWay(act.ticket.side, act.ticket.px, facts.orders);
    if (own)
        act.ask =
            Words::tr("Your %1 at %2 would be cancelled.")
                .arg(fmt::szText(own->remaining(), own->grid), fmt::pxText(own->px, own->grid));
}

QString at(const ActFacts &facts, Px px)
{
    return fmt::pxText(px, facts.grid);
}

Sz absolute(Sz sz)
{
    return {std::llabs(sz.lots)};
}

} // namespace

const model::Order *ownInTheWay(Side side, Px px, const std::vector<model::Order> *orders)
{
    const model::Order *nearest = nullptr;
    if (!orders)
        return nearest;
    for (const auto &order : *orders) {
        if (order.side == side || order.trigger || !model::isLive(order.phase))
            continue;
        const bool meets = side == Side::Buy ? order.px <= px : order.px >= px;
        const bool isNearer =
            !nearest || (side == Side::Buy ? order.px < nearest->px : order.px > nearest->px);
        if (meets && isNearer)
            nearest = &order;
    }
    return nearest;
}

LadderAct plainAt(Side side, Px px, const ActFacts &facts)
{
    if (auto no = entryRefusal(facts))
        return *no;
    if (px.ticks <= 0)
        return refuse(Words::tr("there is no price in this row"));
    LadderAct act = place(facts, side, px, facts.plain);
    const auto touch = oppositeTouch(side, facts);
    const bool crosses = touch && (side == Side::Buy ? px >= *touch : px <= *touch);
    const QString size = fmt::szPlain(facts.size, facts.grid);
    if (facts.plain == model::Tif::Alo) {
        if (crosses)
            return refuse(side == Side::Buy
                              ? Words::tr("a post-only buy at %1 would take the ask at %2")
                                    .arg(at(facts, px), at(facts, *touch))
                              : Words::tr("a post-only sell at %1 would take the bid at %2")
                                    .arg(at(facts, px), at(facts, *touch)));
        act.words = Words::tr("%1 %2 at %3, post only").arg(sideWord(side), size, at(facts, px));
        return act;
    }
    act.words = crosses ? Words::tr("%1 %2 at %3 or better, takes at once")
                              .arg(sideWord(side), size, at(facts, px))
                        : Words::tr("%1 %2 at %3").arg(sideWord(side), size, at(facts, px));
    sayOwnInTheWay(act, facts);
    return act;
}

LadderAct takeAt(Side side, Px px, const ActFacts &facts)
{
    if (auto no = entryRefusal(facts))
        return *no;
    const auto touch = oppositeTouch(side, facts);
    if (!touch || (side == Side::Buy ? px < *touch : px > *touch))
        return refuse(side == Side::Buy
                          ? Words::tr("nothing is offered at %1 or below").arg(at(facts, px))
                          : Words::tr("nothing is bid at %1 or above").arg(at(facts, px)));
    LadderAct act = place(facts, side, px, model::Tif::Ioc);
    act.words = Words::tr("take: %1 %2, %3 at worst")
                    .arg(sideWord(side), fmt::szPlain(facts.size, facts.grid), at(facts, px));
    sayOwnInTheWay(act, facts);
    return act;
}

LadderAct stopAt(Side side, Px px, const ActFacts &facts)
{
    const std::int64_t held = facts.position ? facts.position->szi.lots : 0;
    if (held == 0)
        return refuse(Words::tr("there is no position to protect with a stop"));
    if ((held > 0) == (side == Side::Buy))
        return refuse(held > 0 ? Words::tr("a stop of a long is a sell: use the ask column")
                               : Words::tr("a stop of a short is a buy: use the bid column"));
    const auto worst = guard::triggerCap(side, px, facts.grid);
    if (!worst || px.ticks <= 0)
        return refuse(Words::tr("there is no price in this row"));
    if (facts.context && facts.context->mark) {
        const Decimal level = toDecimal(px, facts.grid);
        const bool isWrong =
            side == Side::Sell ? level >= *facts.context->mark : level <= *facts.context->mark;
        if (isWrong)
            return refuse(
                Words::tr("a stop at %1 would fire at once: the mark is %2")
                    .arg(at(facts, px), fmt::priceText(*facts.context->mark, facts.grid)));
    }
    LadderAct act;
    act.kind = LadderAct::Kind::Place;
    act.ticket.coin = facts.coin;
    act.ticket.side = side;
    act.ticket.kind = model::OrderKind::Trigger;
    act.ticket.px = *worst;
    act.ticket.sz = absolute(facts.position->szi);
    act.ticket.reduceOnly = true;
    act.ticket.trigger = model::TriggerSpec{px, true, model::TpSl::Sl};
    act.words = Words::tr("stop: %1 the whole position when the mark reaches %2")
                    .arg(sideWord(side), at(facts, px));
    return act;
}

LadderAct joinTouch(Side side, int better, const ActFacts &facts)
{
    if (auto no = entryRefusal(facts))
        return *no;
    const auto own = ownTouch(side, facts);
    if (!own)
        return refuse(side == Side::Buy ? Words::tr("there is no bid to join")
                                        : Words::tr("there is no ask to join"));
    const Px px = stepPx(*own, side == Side::Buy ? better : -better, facts.grid);
    const auto opposite = oppositeTouch(side, facts);
    if (better > 0 && opposite && (side == Side::Buy ? px >= *opposite : px <= *opposite))
        return refuse(Words::tr("the spread leaves no room for a better price"));
    ActFacts resting = facts;
    resting.plain = model::Tif::Alo; // joining never takes
    return plainAt(side, px, resting);
}

LadderAct takeMarket(Side side, const ActFacts &facts)
{
    if (auto no = entryRefusal(facts))
        return *no;
    const auto cap = guard::marketCap(side, true, facts.grid, facts.book, facts.context);
    if (!cap)
        return refuse(Words::tr("the other side of the book is empty"));
    LadderAct act = place(facts, side, *cap, model::Tif::Ioc);
    act.ticket.kind = model::OrderKind::Market;
    act.words = Words::tr("%1 %2 at the market, %3 at worst")
                    .arg(sideWord(side), fmt::szPlain(facts.size, facts.grid), at(facts, *cap));
    sayOwnInTheWay(act, facts);
    return act;
}

LadderAct closeAll(const ActFacts &facts)
{
    const std::int64_t held = facts.position ? facts.position->szi.lots : 0;
    if (held == 0)
        return refuse(Words::tr("there is no position to close"));
    const Side side = held > 0 ? Side::Sell : Side::Buy;
    const bool fromMark = !facts.notLive.isEmpty();
    const auto cap =
        guard::marketCap(side, false, facts.grid, fromMark ? nullptr : facts.book, facts.context);
    if (!cap)
        return refuse(Words::tr("neither book nor mark gives a price for the close"));
    LadderAct act = place(facts, side, *cap, model::Tif::Ioc);
    act.ticket.kind = model::OrderKind::Market;
    act.ticket.sz = absolute(facts.position->szi);
    act.ticket.reduceOnly = true;
    const QString size = fmt::szPlain(act.ticket.sz, facts.grid);
    act.words =
        fromMark
            ? Words::tr("close: %1 %2, %3 at worst; the book is not live, so that is "
                        "taken from the mark")
                  .arg(sideWord(side), size, at(facts, *cap))
            : Words::tr("close: %1 %2, %3 at worst").arg(sideWord(side), size, at(facts, *cap));
    return act;
}

LadderAct openOpposite(const ActFacts &facts)
{
    const std::int64_t held = facts.position ? facts.position->szi.lots : 0;
    if (held == 0)
        return refuse(Words::tr("there is no position to reverse"));
    ActFacts open = facts;
    open.size = absolute(facts.position->szi);
    open.sizeProblem.clear();
    return takeMarket(held > 0 ? Side::Sell : Side::Buy, open);
}

QString dropRefusal(const model::Order &order, Px px, const ActFacts &facts)
{
    if (px.ticks <= 0)
        return Words::tr("there is no price in this row");
    if (order.trigger) {
        if (!facts.context || !facts.context->mark)
            return {};
        const Decimal level = toDecimal(px, facts.grid);
        const bool firesAbove =
            (order.side == Side::Buy) == (order.trigger->tpsl == model::TpSl::Sl);
        if (firesAbove ? level <= *facts.context->mark : level >= *facts.context->mark)
            return Words::tr("at %1 it would fire at once: the mark is %2")
                .arg(at(facts, px), fmt::priceText(*facts.context->mark, facts.grid));
        return {};
    }
    if (!facts.notLive.isEmpty())
        return facts.notLive;
    const auto touch = oppositeTouch(order.side, facts);
    if (touch && (order.side == Side::Buy ? px >= *touch : px <= *touch))
        return order.side == Side::Buy
                   ? Words::tr("a buy is not dropped on or through the ask at %1")
                         .arg(at(facts, *touch))
                   : Words::tr("a sell is not dropped on or through the bid at %1")
                         .arg(at(facts, *touch));
    return {};
}

CancelPlan cancelPlan(const std::vector<model::Order> &orders,
                      const std::vector<model::Twap> &twaps, std::string_view coin)
{
    CancelPlan plan;
    plan.twaps = model::enteringTwaps(twaps, coin);
    for (const auto &order : orders) {
        if (model::isTerminal(order.phase) || order.pending == model::PendingChange::Cancelling)
            continue;
        (order.reduceOnly ? plan.kept : plan.entries).push_back(order.key);
    }
    return plan;
}

} // namespace hl::ui
