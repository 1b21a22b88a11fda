// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The part of TicketForm that works out what the ticket means at this moment.

#include "num/tick_rule.h"
#include "ui/common/formatters.h"
#include "ui/ticket/guard_check.h"
#include "ui/ticket/problem_text.h"
#include "ui/ticket/ticket_context.h"
#include "ui/ticket/ticket_form.h"

namespace hl::ui {

namespace {

TicketField fieldOf(const std::string &name)
{
    if (name == "px")
        return TicketField::Price;
    if (name == "triggerPx")
        return TicketField::Trigger;
    return name == "sz" ? TicketField::Size : TicketField::None;
}

QString asSentence(const Error &error)
{
    QString text = QString::fromStdString(error.detail);
    if (!text.endsWith(QLatin1Char('.')))
        text += QLatin1Char('.');
    return text;
}

} // namespace

const TicketIssue *TicketReading::blocker() const
{
    for (const TicketIssue &issue : issues) {
        if (issue.blocks)
            return &issue;
    }
    return nullptr;
}

const model::MarketSetting *TicketForm::setting() const
{
    for (const model::MarketSetting &s : m_state.account().settings) {
        if (s.coin == m_coin)
            return &s;
    }
    return nullptr;
}

const model::MarginSummary *TicketForm::margin() const
{
    const market::Instrument *i = instrument();
    if (!i || !i->isPerp())
        return nullptr;
    for (const model::MarginSummary &m : m_state.account().margins) {
        if (m.dex == i->dex)
            return &m;
    }
    return nullptr;
}

int TicketForm::leverage() const
{
    if (const auto *s = setting(); s && s->leverage > 0)
        return s->leverage;
    if (const auto it = m_leverageSet.find(m_coin); it != m_leverageSet.end())
        return it->second.first;
    const model::Position *p = m_state.position(m_coin);
    return p ? p->leverage : 0;
}

bool TicketForm::isCross() const
{
    if (const auto *s = setting(); s && s->leverage > 0)
        return s->isCross;
    if (const auto it = m_leverageSet.find(m_coin); it != m_leverageSet.end())
        return it->second.second;
    const model::Position *p = m_state.position(m_coin);
    return p ? p->isCross : true;
}

bool TicketForm::isMaker(Px px) const
{
    if (hasTriggerField() || isCapped() || m_type == TicketType::Twap || m_tif == model::Tif::Ioc)
        return false;
    return m_tif == model::Tif::Alo || !guard::crosses(m_side, px, m_state.book(m_coin).get());
}

std::optional<Decimal> TicketForm::feeRate(bool isMaker) const
{
    const auto &fees = m_state.fees();
    const market::Instrument *i = instrument();
    if (!fees || !i)
        return std::nullopt;
    if (i->isPerp())
        return isMaker ? fees->maker : fees->taker;
    return isMaker ? fees->spotMaker : fees->spotTaker;
}

std::optional<Sz> TicketForm::largest(Px px) const
{
    const market::Instrument *i = instrument();
    if (!i)
        return std::nullopt;
    const bool isBuy = m_side == model::Side::Buy;
    const model::Position *position = m_state.position(m_coin);
    if (reduceOnly()) {
        const std::int64_t held = position ? position->szi.lots : 0;
        return Sz{(held > 0) == isBuy ? 0 : (held < 0 ? -held : held)};
    }
    const Decimal fee = feeRate(false).value_or(Decimal());
    if (!i->isPerp()) {
        const std::string &token = isBuy ? i->quoteToken : i->baseToken;
        for (const model::Balance &balance : m_state.account().balances) {
            if (balance.coin != token)
                continue;
            const auto free = Decimal::sub(balance.total, balance.hold);
            if (!free)
                return std::nullopt;
            if (isBuy)
                return guard::largestSize(m_side, px, i->grid, 1, *free, fee, nullptr);
            const auto lots = toSz(free->rounded(i->grid.szDecimals, Rounding::Down), i->grid);
            return lots ? std::optional(*lots) : std::nullopt;
        }
        return m_state.hasAccount() ? std::optional(Sz{}) : std::nullopt;
    }
    std::optional<Decimal> available;
    if (const auto *s = setting(); s && s->leverage > 0)
        available = isBuy ? s->availableToBuy : s->availableToSell;
    else if (const auto *m = margin())
        available = m->withdrawable;
    return guard::largestSize(m_side, px, i->grid, leverage(), available, fee, position);
}

std::optional<Px> TicketForm::readPx(TicketField field, TicketReading &out) const
{
    const QString typed = text(field).trimmed();
    if (typed.isEmpty()) {
        out.issues.push_back({field,
                              field == TicketField::Trigger ? tr("Type a trigger price.")
                              : field == TicketField::To    ? tr("Type a last price.")
                                                            : tr("Type a price."),
                              true,
                              {}});
        return std::nullopt;
    }
    const auto value = parsePriceText(typed, reference(), "px");
    if (!value) {
        out.issues.push_back({field, asSentence(value.error()), true, {}});
        return std::nullopt;
    }
    if (value->sign() <= 0) {
        out.issues.push_back({field, tr("The price must be above zero."), true, {}});
        return std::nullopt;
    }
    const auto px = toPx(*value, grid());
    if (px && isValidPx(*px, grid()))
        return *px;
    TicketIssue issue{field, offGridText(fmt::decimalText(*value), grid()), true, {}};
    if (const auto near = validNeighbours(*value, grid()))
        issue.neighbours = {near->first, near->second};
    out.issues.push_back(std::move(issue));
    return std::nullopt;
}

void TicketForm::readPrices(TicketReading &out) const
{
    if (hasTriggerField())
        out.trigger = readPx(TicketField::Trigger, out);
    if (hasPriceField()) {
        out.px = readPx(TicketField::Price, out);
    } else if (m_type == TicketType::Twap) {
        // It has no price of its own: sizes and values are told at the mark.
        const market::AssetCtx *ctx = m_state.context(m_coin);
        if (ctx && ctx->mark)
            if (const auto px = nearestValidPx(*ctx->mark, grid(), Rounding::HalfEven))
                out.px = *px;
        if (!out.px)
            out.issues.push_back(
                {TicketField::None, tr("The mark price is not known yet."), true, {}});
    } else if (isCapped()) {
        out.px = guard::marketCap(m_side, !reduceOnly(), grid(), m_state.book(m_coin).get(),
                                  m_state.context(m_coin));
        if (!out.px)
            out.issues.push_back({TicketField::None,
                                  tr("No cap can be set: the book has no best price."),
                                  true,
                                  {}});
    } else if (out.trigger) {
        out.px = guard::triggerCap(m_side, *out.trigger, grid());
    }
}

void TicketForm::readSize(TicketReading &out) const
{
    if (out.px)
        out.largest = largest(*out.px);
    const QString typed = m_size.trimmed();
    if (typed.isEmpty()) {
        out.issues.push_back({TicketField::Size, tr("Type a size."), true, {}});
        return;
    }
    const auto value = parseTyped(typed, "sz");
    if (!value) {
        out.issues.push_back({TicketField::Size, asSentence(value.error()), true, {}});
        return;
    }
    const auto floored = [&](const Result<Decimal> &coins) -> std::optional<Sz> {
        if (!coins)
            return std::nullopt;
        const auto sz = toSz(coins->rounded(grid().szDecimals, Rounding::Down), grid());
        return sz ? std::optional(*sz) : std::nullopt;
    };
    if (value->sign() <= 0) {
        out.issues.push_back({TicketField::Size, tr("The size must be above zero."), true, {}});
        return;
    }
    switch (m_unit) {
    case SizeUnit::Coin:
        out.sz = floored(*value);
        if (out.sz && toDecimal(*out.sz, grid()) != *value)
            out.issues.push_back({TicketField::Size,
                                  tr("%1 is not a whole number of lots: %2 is used.")
                                      .arg(fmt::decimalText(*value), fmt::szPlain(*out.sz, grid())),
                                  false,
                                  {}});
        break;
    case SizeUnit::Quote:
        if (out.px)
            out.sz = floored(Decimal::div(*value, toDecimal(*out.px, grid()), grid().szDecimals,
                                          Rounding::Down));
        break;
    case SizeUnit::Percent:
        if (*value > Decimal::fromInt(100)) {
            out.issues.push_back({TicketField::Size, tr("At most 100 percent."), true, {}});
            return;
        }
        if (!out.px)
            break;
        if (!out.largest) {
            out.issues.push_back({TicketField::Size,
                                  tr("What may be traded is not known yet; type a size in %1.")
                                      .arg(QString::fromStdString(m_coin)),
                                  true,
                                  {}});
            return;
        }
        out.sz = floored(Decimal::mul(toDecimal(*out.largest, grid()),
                                      Decimal(value->coefficient(), value->scale() + 2)));
        break;
    }
    sayDust(out);
    if (out.sz && out.sz->lots == 0) {
        out.sz.reset();
        out.issues.push_back({TicketField::Size,
                              tr("Less than one lot of %1.").arg(fmt::szPlain(Sz{1}, grid())),
                              true,
                              {}});
    } else if (!out.sz && (m_unit == SizeUnit::Coin || out.px)) {
        out.issues.push_back({TicketField::Size, tr("The size is too large."), true, {}});
    }
}

void TicketForm::sayDust(TicketReading &out) const
{
    const market::Instrument *i = instrument();
    if (!i || i->isPerp() || m_side == model::Side::Buy || !out.sz || !out.largest ||
        *out.sz != *out.largest)
        return;
    for (const model::Balance &balance : m_state.account().balances) {
        if (balance.coin != i->baseToken)
            continue;
        const auto free = Decimal::sub(balance.total, balance.hold);
        if (!free || *free == toDecimal(*out.sz, grid()))
            return;
        out.issues.push_back({TicketField::Size,
                              tr("%1 %2 stay, less than one lot.")
                                  .arg(fmt::decimalText(*free - toDecimal(*out.sz, grid())),
                                       QString::fromStdString(i->baseToken)),
                              false,
                              {}});
        return;
    }
}

void TicketForm::judge(TicketReading &out) const
{
    const market::Instrument *i = instrument();
    const TicketContext now(m_state, m_coin);
    const model::ValidationContext &context = now.get();

    model::OrderTicket ticket;
    ticket.coin = m_coin;
    ticket.side = m_side;
    ticket.reduceOnly = reduceOnly();
    if (isCapped() || m_type == TicketType::Twap) {
        ticket.kind = model::OrderKind::Market;
        ticket.tif = model::Tif::Ioc;
    } else if (!hasTriggerField()) {
        ticket.kind = model::OrderKind::Limit;
        ticket.tif = m_tif;
    } else {
        ticket.kind = model::OrderKind::Trigger;
        if (out.trigger)
            ticket.trigger =
                model::TriggerSpec{*out.trigger, !m_isTriggerLimit,
                                   m_type == TicketType::Stop ? model::TpSl::Sl : model::TpSl::Tp};
    }
    const bool isWhole = i && out.px && out.sz && (!hasTriggerField() || out.trigger);
    if (isWhole) {
        ticket.px = *out.px;
        ticket.sz = *out.sz;
        if (isPlan())
            return judgePlan(ticket, out);
        out.ticket = ticket;
        for (const model::TicketProblem &problem : model::validateTicket(ticket, context))
            out.issues.push_back({fieldOf(problem.field), problemText(problem, ticket, context),
                                  problem.blocks, problem.suggestions});
        for (const model::TicketProblem &problem : guardProblems(m_state, ticket, context))
            out.issues.push_back({fieldOf(problem.field),
                                  QString::fromStdString(problem.detail),
                                  problem.blocks,
                                  {}});
        return;
    }
    // Not whole yet: only what is certain without price and size.
    if (!context.canTrade)
        out.issues.insert(
            out.issues.begin(),
            {TicketField::None, tr("Watch-only: there is no key to sign with."), true, {}});
    else if (!i)
        out.issues.insert(out.issues.begin(),
                          {TicketField::None, tr("No market is selected."), true, {}});
}

void TicketForm::summarise(TicketReading &out) const
{
    const market::Instrument *i = instrument();
    const auto book = m_state.book(m_coin);
    if (!i || !out.px)
        return;
    const auto best = reference().ownBest();
    if (best && hasPriceField() && !hasTriggerField())
        out.ticksFromBest = (out.px->ticks - best->ticks) / tickAt(*out.px, grid());
    if (!out.sz)
        return;
    out.value =
        out.plan.isGroup() ? planValue(out.plan, grid()) : toDecimal(*out.px * *out.sz, grid());
    out.isMakerFee = isMaker(*out.px);
    if (const auto rate = feeRate(out.isMakerFee)) {
        const auto fee = Decimal::mul(*out.value, *rate);
        if (fee)
            out.fee = *fee;
    }
    if (book && !hasTriggerField() && !out.isMakerFee && m_type != TicketType::Scale &&
        m_type != TicketType::Twap)
        out.bookFill = guard::fillFromBook(m_side, *out.px, *out.sz, *book);
    if (!i->isPerp())
        return;
    const model::Position *position = m_state.position(m_coin);
    if (const int lev = leverage(); lev > 0) {
        const Sz opening = reduceOnly() ? Sz{} : guard::openingSize(m_side, *out.sz, position);
        const Decimal opens = out.plan.isScale() && opening == *out.sz
                                  ? *out.value
                                  : toDecimal(*out.px * opening, grid());
        const auto margin = Decimal::div(opens, Decimal::fromInt(lev), 8, Rounding::Up);
        if (margin)
            out.margin = *margin;
    }
    const market::AssetCtx *ctx = m_state.context(m_coin);
    if (!ctx || !ctx->mark)
        return;
    guard::LiquidationInput input;
    input.side = m_side;
    input.px = *out.px;
    input.sz = *out.sz;
    if (reduceOnly())
        input.sz = std::min(*out.sz, largest(*out.px).value_or(*out.sz));
    if (out.bookFill) // a cap is not where it fills
        if (const auto px = toPx(
                out.bookFill->averagePx.rounded(grid().pxDecimals(), Rounding::HalfEven), grid()))
            input.px = *px;
    input.grid = grid();
    input.mark = *ctx->mark;
    input.position = position;
    input.margin = margin();
    input.leverage = leverage();
    input.isCross = isCross();
    input.maxLeverage = i->maxLeverage;
    out.liquidation = guard::liquidationAfter(input);
}

void TicketForm::refresh()
{
    TicketReading out;
    out.isEmpty =
        m_size.trimmed().isEmpty() && m_price.trimmed().isEmpty() && m_trigger.trimmed().isEmpty();
    readPrices(out);
    readSize(out);
    judge(out);
    summarise(out);
    m_reading = std::move(out);
    Q_EMIT readingChanged();
}

} // namespace hl::ui
