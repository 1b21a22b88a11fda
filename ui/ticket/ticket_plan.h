// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "model/order_group.h"
#include "model/twap.h"

#include <QString>

#include <optional>
#include <vector>

namespace hl::ui {

/// What one ticket stands for, frozen, where that is not one order: a bracket, a scale or a TWAP.
struct TicketPlan
{
    std::vector<model::OrderTicket> orders;
    model::Grouping grouping = model::Grouping::None;
    std::optional<model::TwapTicket> twap = {};

    bool isGroup() const { return !orders.empty(); }
    bool isBracket() const { return isGroup() && grouping == model::Grouping::Bracket; }
    bool isScale() const { return isGroup() && grouping == model::Grouping::None; }
};

/// What a plan's fields hold, as typed.
struct PlanTexts
{
    QString stop;
    QString target;
    QString to; ///< the last price of a scale; its first is the ticket's price
    QString orders = QStringLiteral("5");
    QString skew = QStringLiteral("1");
    bool isMarketEntry = false; ///< of a bracket
    QString minutes = QStringLiteral("30");
    bool isRandomised = false; ///< of a TWAP
};

/// "Buy 0.50000 BTC in 5 orders from 110,000 to 109,000, post only".
QString planSentence(const TicketPlan &plan, Grid grid, const QString &market);
struct PlanLine
{
    QString name;  ///< "Entry", "Stop", "3"
    QString words; ///< what is signed: "0.01 at 110000"
};
/// Every order of it, in the order in which they are signed.
std::vector<PlanLine> planLines(const TicketPlan &plan, Grid grid);
/// The sum of what could be traded: a bracket's entry, every order of a scale.
Decimal planValue(const TicketPlan &plan, Grid grid);
/// "Buy 0.50000 BTC over 30 minutes, randomised".
QString twapSentence(const model::TwapTicket &twap, Grid grid, const QString &market);
/// One of validateTwap's problems.
QString twapProblemText(const model::TicketProblem &problem, const model::TwapTicket &twap,
                        const model::ValidationContext &context);
/// One of validateGroup's problems, as the window says it.
QString groupProblemText(const model::GroupProblem &problem, const TicketPlan &plan,
                         const model::ValidationContext &context);

} // namespace hl::ui
