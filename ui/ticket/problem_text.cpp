// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/ticket/problem_text.h"

#include "ui/common/formatters.h"

#include <QCoreApplication>

namespace hl::ui {

namespace {

struct ProblemText
{
    Q_DECLARE_TR_FUNCTIONS(hl::ui::ProblemText)
};

bool isBuy(const model::OrderTicket &ticket)
{
    return ticket.side == model::Side::Buy;
}

QString quoteOf(const model::ValidationContext &context)
{
    const std::string &quote = context.instrument->quoteToken;
    return quote.empty() ? QStringLiteral("USDC") : QString::fromStdString(quote);
}

QString triggerSideText(const model::OrderTicket &ticket, const model::ValidationContext &context)
{
    const bool isStop = ticket.trigger && ticket.trigger->tpsl == model::TpSl::Sl;
    const QString mark =
        context.mark ? fmt::priceText(*context.mark, context.instrument->grid) : fmt::none();
    if (isStop)
        return (isBuy(ticket) ? ProblemText::tr("A buy stop must trigger above the mark, %1.")
                              : ProblemText::tr("A sell stop must trigger below the mark, %1."))
            .arg(mark);
    return (isBuy(ticket) ? ProblemText::tr("A buy target must trigger below the mark, %1.")
                          : ProblemText::tr("A sell target must trigger above the mark, %1."))
        .arg(mark);
}

QString crossesText(const model::OrderTicket &ticket, const model::ValidationContext &context)
{
    const auto &opposite = isBuy(ticket) ? context.book->asks : context.book->bids;
    const QString touch = fmt::pxText(opposite.front().px, context.book->grid);
    return (isBuy(ticket) ? ProblemText::tr("Post-only would take: the best ask is %1.")
                          : ProblemText::tr("Post-only would take: the best bid is %1."))
        .arg(touch);
}

QString bookText(const model::TicketProblem &problem, const model::ValidationContext &context)
{
    QString text = problem.blocks
                       ? ProblemText::tr("The book is not live: only post-only entries and exits.")
                       : ProblemText::tr("The book is not live.");
    if (context.book && !context.book->reason.empty())
        text += QLatin1Char(' ') + QString::fromStdString(context.book->reason);
    return text;
}

QString minValueText(const model::OrderTicket &ticket, const model::ValidationContext &context)
{
    const Decimal value = toDecimal(ticket.px * ticket.sz, context.instrument->grid);
    return ProblemText::tr("Worth %1, the venue's minimum is %2 %3.")
        .arg(fmt::money(value))
        .arg(model::kMinOrderValue)
        .arg(quoteOf(context));
}

} // namespace

QString offGridText(const QString &typed, Grid grid)
{
    const int decimals = grid.pxDecimals();
    if (decimals == 0)
        return ProblemText::tr("%1 is off the grid: whole numbers only.").arg(typed);
    if (decimals == 1)
        return ProblemText::tr(
                   "%1 is off the grid: a whole number, or five significant figures with one "
                   "decimal.")
            .arg(typed);
    return ProblemText::tr("%1 is off the grid: five significant figures, at most %2 decimals.")
        .arg(typed)
        .arg(decimals);
}

QString problemText(const model::TicketProblem &problem, const model::OrderTicket &ticket,
                    const model::ValidationContext &context)
{
    const std::string &rule = problem.rule;
    if (rule == "watchOnly")
        return ProblemText::tr("Watch-only: there is no key to sign with.");
    if (!context.instrument)
        return ProblemText::tr("The venue lists no market “%1”.")
            .arg(QString::fromStdString(ticket.coin));
    const Grid grid = context.instrument->grid;
    if (rule == "delisted")
        return ProblemText::tr("%1 is delisted.").arg(QString::fromStdString(ticket.coin));
    if (rule == "positive")
        return problem.field == "sz" ? ProblemText::tr("The size must be above zero.")
                                     : ProblemText::tr("The price must be above zero.");
    if (rule == "tick")
        return offGridText(fmt::decimalText(toDecimal(ticket.px, grid)), grid);
    if (rule == "cap")
        return ProblemText::tr("No cap can be set: the book has no best price.");
    if (rule == "missing")
        return ProblemText::tr("A trigger price is needed.");
    if (rule == "triggerSide")
        return triggerSideText(ticket, context);
    if (rule == "capBehindTrigger")
        return isBuy(ticket)
                   ? ProblemText::tr("The worst fill of a buy must not be below its trigger.")
                   : ProblemText::tr("The worst fill of a sell must not be above its trigger.");
    if (rule == "noPosition")
        return ProblemText::tr("Reduce only: there is no position in %1.")
            .arg(QString::fromStdString(ticket.coin));
    if (rule == "wrongSide")
        return ProblemText::tr("Reduce only: this would increase the position of %1.")
            .arg(context.position ? fmt::szPlain(context.position->szi, grid) : fmt::none());
    if (rule == "largerThanPosition" && context.position) {
        const std::int64_t lots = context.position->szi.lots;
        return ProblemText::tr("Larger than the position: only %1 will be closed.")
            .arg(fmt::szPlain(Sz{lots < 0 ? -lots : lots}, grid));
    }
    if (rule == "minValue")
        return minValueText(ticket, context);
    if (rule == "bookNotLive")
        return bookText(problem, context);
    if (rule == "crossesBook" && context.book)
        return crossesText(ticket, context);
    return QString::fromStdString(problem.detail);
}

} // namespace hl::ui
