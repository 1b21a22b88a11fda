// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/ticket/ticket_plan.h"

#include "ui/common/formatters.h"
#include "ui/ticket/order_words.h"
#include "ui/ticket/problem_text.h"

#include <QCoreApplication>

#include <algorithm>

namespace hl::ui {

namespace {

struct PlanWords
{
    Q_DECLARE_TR_FUNCTIONS(hl::ui::PlanWords)
};

bool isStop(const model::OrderTicket &leg)
{
    return leg.trigger && leg.trigger->tpsl == model::TpSl::Sl;
}

QString wire(const std::string &text)
{
    return QString::fromStdString(text);
}

QString scaleSentence(bool isBuy, model::Tif tif)
{
    if (tif == model::Tif::Alo)
        return isBuy ? PlanWords::tr("Buy %1 %2 in %5 orders from %3 to %4, post only")
                     : PlanWords::tr("Sell %1 %2 in %5 orders from %3 to %4, post only");
    if (tif == model::Tif::Ioc)
        return isBuy ? PlanWords::tr("Buy %1 %2 in %5 orders from %3 to %4, each at once or not "
                                     "at all")
                     : PlanWords::tr("Sell %1 %2 in %5 orders from %3 to %4, each at once or not "
                                     "at all");
    return isBuy ? PlanWords::tr("Buy %1 %2 in %5 orders from %3 to %4, until cancelled")
                 : PlanWords::tr("Sell %1 %2 in %5 orders from %3 to %4, until cancelled");
}

QString legSideText(const model::OrderTicket &leg, const QString &entry)
{
    const bool isAbove = (leg.side == model::Side::Buy) == isStop(leg);
    if (isStop(leg))
        return (isAbove ? PlanWords::tr("The stop must be above %1, where the entry should fill.")
                        : PlanWords::tr("The stop must be below %1, where the entry should fill."))
            .arg(entry);
    return (isAbove ? PlanWords::tr("The target must be above %1, where the entry should fill.")
                    : PlanWords::tr("The target must be below %1, where the entry should fill."))
        .arg(entry);
}

} // namespace

QString planSentence(const TicketPlan &plan, Grid grid, const QString &market)
{
    const model::OrderTicket &first = plan.orders.front();
    if (plan.isBracket()) {
        QString text = orderSentence(first, grid, market);
        for (std::size_t i = 1; i < plan.orders.size(); ++i) {
            const model::OrderTicket &leg = plan.orders[i];
            const QString at = fmt::pxText(leg.trigger->triggerPx, grid);
            text += isStop(leg) ? PlanWords::tr("; stop at %1").arg(at)
                                : PlanWords::tr("; target at %1").arg(at);
        }
        return text;
    }
    Sz all;
    for (const model::OrderTicket &order : plan.orders)
        all = all + order.sz;
    const QString text = scaleSentence(first.side == model::Side::Buy, first.tif)
                             .arg(fmt::szText(all, grid), market, fmt::pxText(first.px, grid),
                                  fmt::pxText(plan.orders.back().px, grid))
                             .arg(plan.orders.size());
    return first.reduceOnly ? PlanWords::tr("%1, reduce only").arg(text) : text;
}

QString twapSentence(const model::TwapTicket &twap, Grid grid, const QString &market)
{
    const bool isBuy = twap.side == model::Side::Buy;
    QString text = (isBuy ? PlanWords::tr("Buy %1 %2 in slices over %3 minutes")
                          : PlanWords::tr("Sell %1 %2 in slices over %3 minutes"))
                       .arg(fmt::szText(twap.sz, grid), market)
                       .arg(twap.minutes);
    if (twap.randomise)
        text = PlanWords::tr("%1, randomised").arg(text);
    return twap.reduceOnly ? PlanWords::tr("%1, reduce only").arg(text) : text;
}

QString twapProblemText(const model::TicketProblem &problem, const model::TwapTicket &twap,
                        const model::ValidationContext &context)
{
    if (problem.rule == "minTwapValue")
        return PlanWords::tr("A TWAP is worth at least %1 %2.")
            .arg(model::kMinTwapValue)
            .arg(QString::fromStdString(
                context.instrument->quoteToken.empty() ? "USDC" : context.instrument->quoteToken));
    if (problem.rule == "twapMinutes")
        return PlanWords::tr("A TWAP runs for %1 to %2 minutes.")
            .arg(model::kLeastTwapMinutes)
            .arg(model::kMostTwapMinutes);
    model::OrderTicket order;
    order.coin = twap.coin;
    order.side = twap.side;
    order.sz = twap.sz;
    return problemText(problem, order, context);
}

std::vector<PlanLine> planLines(const TicketPlan &plan, Grid grid)
{
    std::vector<PlanLine> out;
    for (const model::OrderTicket &order : plan.orders) {
        const QString sz = wire(hl::szText(order.sz, grid));
        const QString px = wire(hl::pxText(order.px, grid));
        if (order.trigger)
            out.push_back(
                {isStop(order) ? PlanWords::tr("Signed: stop") : PlanWords::tr("Signed: target"),
                 PlanWords::tr("%1, trigger %2, worst %3")
                     .arg(sz, wire(hl::pxText(order.trigger->triggerPx, grid)), px)});
        else
            out.push_back({plan.isBracket() ? PlanWords::tr("Signed: entry")
                                            : PlanWords::tr("Signed: order %1").arg(out.size() + 1),
                           PlanWords::tr("%1 at %2").arg(sz, px)});
    }
    return out;
}

Decimal planValue(const TicketPlan &plan, Grid grid)
{
    Decimal sum;
    for (const model::OrderTicket &order : plan.orders) {
        if (order.trigger)
            continue;
        sum = sum + toDecimal(order.px * order.sz, grid);
    }
    return sum;
}

QString groupProblemText(const model::GroupProblem &problem, const TicketPlan &plan,
                         const model::ValidationContext &context)
{
    const model::OrderTicket &order = plan.orders[std::min(problem.at, plan.orders.size() - 1)];
    if (problem.problem.rule == "triggerSide" && plan.isBracket()) {
        const auto entry = model::expectedEntry(plan.orders.front(), context);
        return legSideText(order,
                           entry ? fmt::pxText(*entry, context.instrument->grid) : fmt::none());
    }
    const QString text = problemText(problem.problem, order, context);
    // What is wrong with the whole needs no number.
    if (!plan.isScale() || problem.problem.field == "signer" || problem.problem.field == "venue" ||
        problem.problem.field == "book" || problem.problem.field == "orders")
        return text;
    return PlanWords::tr("Order %1 of %2: %3")
        .arg(problem.at + 1)
        .arg(plan.orders.size())
        .arg(text);
}

} // namespace hl::ui
