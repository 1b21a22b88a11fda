// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The part of TicketForm that works out a bracket or a scale.

#include "guard/scale_plan.h"
#include "ui/common/formatters.h"
#include "ui/ticket/guard_check.h"
#include "ui/ticket/ticket_context.h"
#include "ui/ticket/ticket_form.h"

#include <algorithm>

namespace hl::ui {

namespace {

/// Whole numbers of a field with a counter, e.g. of orders.
std::optional<int> wholeOf(const QString &text)
{
    bool isNumber = false;
    const int value = text.trimmed().toInt(&isNumber);
    return isNumber ? std::optional(value) : std::nullopt;
}

TicketField fieldOf(const model::GroupProblem &problem, const TicketPlan &plan)
{
    const std::string &name = problem.problem.field;
    if (plan.isBracket() && problem.at > 0 && problem.at < plan.orders.size())
        return plan.orders[problem.at].trigger->tpsl == model::TpSl::Sl ? TicketField::Stop
                                                                        : TicketField::Target;
    if (name == "triggerPx")
        return TicketField::Stop;
    if (name == "px")
        return TicketField::Price;
    if (name == "orders")
        return TicketField::Orders;
    return name == "sz" ? TicketField::Size : TicketField::None;
}

} // namespace

bool TicketForm::isPlan() const
{
    return m_type == TicketType::Bracket || m_type == TicketType::Scale ||
           m_type == TicketType::Twap;
}

void TicketForm::setRandomised(bool on)
{
    m_plan.isRandomised = on;
    refresh();
}

void TicketForm::setMarketEntry(bool isMarket)
{
    m_plan.isMarketEntry = isMarket;
    refresh();
}

QString PlanTexts::*TicketForm::planMember(TicketField field)
{
    switch (field) {
    case TicketField::Stop:
        return &PlanTexts::stop;
    case TicketField::Target:
        return &PlanTexts::target;
    case TicketField::To:
        return &PlanTexts::to;
    case TicketField::Orders:
        return &PlanTexts::orders;
    case TicketField::Skew:
        return &PlanTexts::skew;
    case TicketField::Minutes:
        return &PlanTexts::minutes;
    default:
        return nullptr;
    }
}

void TicketForm::setPlanText(TicketField field, const QString &text)
{
    if (const auto member = planMember(field))
        m_plan.*member = text;
    refresh();
}

/// True: the field is a counter, and has been stepped.
bool TicketForm::stepCounter(TicketField field, int steps)
{
    if (field == TicketField::Orders) {
        const int now = wholeOf(m_plan.orders).value_or(guard::kLeastScale);
        setText(field,
                QString::number(std::clamp(now + steps, guard::kLeastScale, guard::kMostScale)));
        return true;
    }
    if (field == TicketField::Minutes) {
        const int now = wholeOf(m_plan.minutes).value_or(model::kLeastTwapMinutes);
        setText(field, QString::number(std::clamp(now + steps, model::kLeastTwapMinutes,
                                                  model::kMostTwapMinutes)));
        return true;
    }
    if (field != TicketField::Skew)
        return false;
    const auto now = parseTyped(m_plan.skew, "skew");
    const Decimal next = (now ? *now : Decimal(1, 0)) + Decimal(steps, 1);
    if (next.sign() > 0)
        setText(field, fmt::decimalText(next.normalised()));
    return true;
}

std::optional<TicketPlan> TicketForm::readBracket(const model::OrderTicket &entry,
                                                  TicketReading &out) const
{
    TicketPlan plan{{entry}, model::Grouping::Bracket};
    bool isWhole = true;
    for (const TicketField field : {TicketField::Stop, TicketField::Target}) {
        if (text(field).trimmed().isEmpty())
            continue;
        const auto at = readPx(field, out);
        if (!at) {
            isWhole = false;
            continue;
        }
        model::OrderTicket leg;
        leg.coin = entry.coin;
        leg.side = model::opposite(entry.side);
        leg.kind = model::OrderKind::Trigger;
        leg.reduceOnly = true;
        leg.sz = entry.sz;
        leg.trigger = model::TriggerSpec{
            *at, true, field == TicketField::Stop ? model::TpSl::Sl : model::TpSl::Tp};
        leg.px = guard::triggerCap(leg.side, *at, grid()).value_or(*at);
        plan.orders.push_back(std::move(leg));
    }
    if (isWhole && plan.orders.size() == 1) {
        out.issues.push_back({TicketField::Stop, tr("Type a stop, a target, or both."), true, {}});
        isWhole = false;
    }
    return isWhole ? std::optional(std::move(plan)) : std::nullopt;
}

std::optional<TicketPlan> TicketForm::readScale(const model::OrderTicket &first,
                                                TicketReading &out) const
{
    const auto to = readPx(TicketField::To, out);
    const auto orders = wholeOf(m_plan.orders);
    const auto skew = parseTyped(m_plan.skew, "skew");
    if (!orders)
        out.issues.push_back({TicketField::Orders, tr("Type how many orders: 2 to 50."), true, {}});
    if (!skew)
        out.issues.push_back(
            {TicketField::Skew, tr("Type the last size over the first, 1 for even."), true, {}});
    if (!to || !orders || !skew)
        return std::nullopt;
    const auto rows =
        guard::scaleRows({first.side, first.px, *to, first.sz, *orders, *skew}, grid());
    if (!rows) {
        const std::string &field = rows.error().field;
        out.issues.push_back({field == "to"       ? TicketField::To
                              : field == "from"   ? TicketField::Price
                              : field == "orders" ? TicketField::Orders
                              : field == "skew"   ? TicketField::Skew
                                                  : TicketField::Size,
                              QString::fromStdString(rows.error().detail),
                              true,
                              {}});
        return std::nullopt;
    }
    TicketPlan plan;
    for (const guard::ScaleRow &row : *rows) {
        plan.orders.push_back(first);
        plan.orders.back().px = row.px;
        plan.orders.back().sz = row.sz;
    }
    return plan;
}

void TicketForm::judgePlan(const model::OrderTicket &first, TicketReading &out) const
{
    if (m_type == TicketType::Twap)
        return judgeTwap(first, out);
    auto plan = m_type == TicketType::Bracket ? readBracket(first, out) : readScale(first, out);
    if (!plan)
        return;
    const TicketContext now(m_state, m_coin);
    const model::ValidationContext &context = now.get();
    const model::OrderTicket whole = model::wholeOf(plan->orders, plan->grouping);
    const auto known = out.issues.size();
    for (const model::GroupProblem &problem :
         model::validateGroup(plan->orders, plan->grouping, context)) {
        const QString text = groupProblemText(problem, *plan, context);
        const bool isSaid =
            std::any_of(out.issues.begin() + static_cast<std::ptrdiff_t>(known), out.issues.end(),
                        [&](const TicketIssue &issue) { return issue.text == text; });
        if (!isSaid)
            out.issues.push_back({fieldOf(problem, *plan), text, problem.problem.blocks,
                                  problem.problem.suggestions});
    }
    for (const model::TicketProblem &problem : guardProblems(m_state, whole, context))
        out.issues.push_back(
            {TicketField::None, QString::fromStdString(problem.detail), problem.blocks, {}});
    for (const model::GroupProblem &problem : legProblems(m_state, *plan, context))
        out.issues.push_back({fieldOf(problem, *plan),
                              groupProblemText(problem, *plan, context),
                              problem.problem.blocks,
                              {}});
    out.ticket = whole;
    out.plan = std::move(*plan);
}

void TicketForm::judgeTwap(const model::OrderTicket &whole, TicketReading &out) const
{
    const auto minutes = wholeOf(m_plan.minutes);
    if (!minutes) {
        out.issues.push_back(
            {TicketField::Minutes, tr("Type how many minutes: 5 to 1440."), true, {}});
        return;
    }
    model::TwapTicket twap;
    twap.coin = whole.coin;
    twap.side = whole.side;
    twap.sz = whole.sz;
    twap.minutes = *minutes;
    twap.reduceOnly = whole.reduceOnly;
    twap.randomise = m_plan.isRandomised;
    const TicketContext now(m_state, m_coin);
    for (const model::TicketProblem &problem : model::validateTwap(twap, now.get()))
        out.issues.push_back({problem.field == "minutes" ? TicketField::Minutes
                              : problem.field == "sz"    ? TicketField::Size
                                                         : TicketField::None,
                              twapProblemText(problem, twap, now.get()),
                              problem.blocks,
                              {}});
    for (const model::TicketProblem &problem : guardProblems(m_state, whole, now.get(), true))
        out.issues.push_back(
            {TicketField::None, QString::fromStdString(problem.detail), problem.blocks, {}});
    out.ticket = whole;
    out.plan.twap = twap;
}

} // namespace hl::ui
