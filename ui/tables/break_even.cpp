// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/tables/break_even.h"

#include "guard/order_math.h"
#include "model/order_group.h"
#include "ui/common/formatters.h"

#include <QCoreApplication>

namespace hl::ui {

namespace {

struct BreakEvenText
{
    Q_DECLARE_TR_FUNCTIONS(hl::ui::BreakEvenText)
};

} // namespace

BreakEven breakEvenOf(const WorkspaceState &state, const std::string &coin)
{
    BreakEven out;
    const model::Position *position = state.position(coin);
    if (!state.canTrade()) {
        out.whyNot = BreakEvenText::tr("Watch-only: there is no key to sign with.");
        return out;
    }
    if (!position || position->szi.lots == 0) {
        out.whyNot = BreakEvenText::tr("There is no position.");
        return out;
    }
    if (!state.fees()) {
        out.whyNot = BreakEvenText::tr("The fees of this account are not known yet.");
        return out;
    }
    const market::AssetCtx *context = state.context(coin);
    const auto px = guard::breakEvenPx(*position, state.fees()->taker);
    if (!px || !context || !context->mark) {
        out.whyNot = BreakEvenText::tr("The mark price is not known yet.");
        return out;
    }
    const bool isLong = position->szi.lots > 0;
    const Decimal level = toDecimal(*px, position->grid);
    if (isLong ? level >= *context->mark : level <= *context->mark) {
        out.whyNot = (isLong ? BreakEvenText::tr("Break-even is %1, not below the mark %2.")
                             : BreakEvenText::tr("Break-even is %1, not above the mark %2."))
                         .arg(fmt::pxText(*px, position->grid),
                              fmt::priceText(*context->mark, position->grid));
        return out;
    }
    const model::Side closes = isLong ? model::Side::Sell : model::Side::Buy;
    std::optional<Px> better;
    for (const auto &[key, order] : state.orders()) {
        const bool isStop = order.coin == coin && order.side == closes && order.reduceOnly &&
                            order.trigger && order.trigger->tpsl == model::TpSl::Sl &&
                            model::isLive(order.phase) &&
                            !model::isDormant(order, state.order(order.parent));
        if (!isStop)
            continue;
        // One that keeps as much or more is not loosened.
        const Px at = order.trigger->triggerPx;
        if (isLong ? at >= *px : at <= *px)
            better = at;
        else
            out.stops.push_back(key);
    }
    if (better && out.stops.empty()) {
        out.whyNot =
            BreakEvenText::tr("The stop at %1 keeps that already, or more: break-even is "
                              "%2.")
                .arg(fmt::pxText(*better, position->grid), fmt::pxText(*px, position->grid));
        return out;
    }
    out.px = px;
    return out;
}

model::OrderTicket positionStop(const std::string &coin, model::Side side, Px trigger, Grid grid)
{
    model::OrderTicket stop;
    stop.coin = coin;
    stop.side = side;
    stop.kind = model::OrderKind::Trigger;
    stop.reduceOnly = true;
    stop.trigger = model::TriggerSpec{trigger, true, model::TpSl::Sl};
    stop.px = guard::triggerCap(side, trigger, grid).value_or(trigger);
    return stop;
}

} // namespace hl::ui
