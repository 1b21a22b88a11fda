// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "guard/guard.h"

#include "guard/order_math.h"

#include <algorithm>
#include <utility>

namespace hl::guard {

namespace {

using model::OrderKind;
using model::OrderTicket;
using model::Side;
using Problems = std::vector<model::TicketProblem>;

constexpr int kRatioScale = 12;

/// Thousands apart, as the window prints them.
std::string grouped(std::string digits)
{
    const std::size_t start = digits.starts_with('-') ? 1 : 0;
    const std::size_t dot = std::min(digits.find('.'), digits.size());
    for (std::size_t at = dot; at > start + 3;) {
        at -= 3;
        digits.insert(at, 1, ',');
    }
    return digits;
}

std::string money(const Decimal &value)
{
    return grouped(value.toFixed(2));
}

std::string priceText(const Decimal &value)
{
    return grouped(value.toString());
}

std::string percent(const Decimal &share)
{
    return (share * Decimal(100, 0)).rounded(2, Rounding::HalfEven).normalised().toString() + " %";
}

std::optional<Decimal> ratio(const Decimal &a, const Decimal &b)
{
    if (b.sign() <= 0)
        return std::nullopt;
    const auto found = Decimal::div(a, b, kRatioScale, Rounding::Up);
    return found ? std::optional(*found) : std::nullopt;
}

/// "block", "ask" or neither, for a figure that must not be above its limit.
std::optional<bool> pastAbove(const Decimal &value, const Limit &limit)
{
    if (limit.block && value > *limit.block)
        return true;
    if (limit.ask && value > *limit.ask)
        return false;
    return std::nullopt;
}

const Decimal &passed(const Limit &limit, bool blocks)
{
    return blocks ? *limit.block : *limit.ask;
}

class Judge
{
public:
    Judge(const OrderTicket &ticket, const Situation &situation, const Limits &limits)
        : m_ticket(ticket)
        , m_now(situation)
        , m_limits(limits)
        , m_grid(situation.market.instrument->grid)
        , m_isBuy(ticket.side == Side::Buy)
    {}

    Problems run()
    {
        stopPlace();
        if (!model::isEntry(m_ticket, m_now.market))
            return std::move(m_out);
        orderValue();
        exposure();
        touch();
        counts();
        dayLoss();
        visible();
        firstUse();
        return std::move(m_out);
    }

private:
    void add(const char *field, const char *rule, bool blocks, std::string text)
    {
        m_out.push_back(
            {field, rule, std::move(text), {}, blocks && model::isEntry(m_ticket, m_now.market)});
    }

    Decimal px() const { return toDecimal(m_ticket.px, m_grid); }
    Decimal sz() const { return toDecimal(m_ticket.sz, m_grid); }
    /// Where the order is expected to fill: a cap or a far limit is not a value.
    Decimal expectedPx() const
    {
        if (m_ticket.kind == OrderKind::Limit)
            return px();
        return m_now.market.mark.value_or(px());
    }

    void stopPlace()
    {
        if (!m_ticket.trigger || m_ticket.trigger->tpsl != model::TpSl::Sl)
            return;
        const Decimal level = toDecimal(m_ticket.trigger->triggerPx, m_grid);
        const model::Position *position = m_now.market.position;
        if (position != nullptr && position->liquidationPx && position->szi.lots != 0 &&
            (position->szi.lots > 0) != m_isBuy) {
            const bool isLong = position->szi.lots > 0;
            if (isLong ? level <= *position->liquidationPx : level >= *position->liquidationPx)
                add("triggerPx", "G10", false,
                    "The stop at " + priceText(level) + " is beyond the liquidation price " +
                        priceText(*position->liquidationPx) + ": it would fire too late.");
        }
        if (m_now.market.mark && m_now.market.mark->sign() > 0) {
            const auto gap = ratio((level - *m_now.market.mark).abs(), *m_now.market.mark);
            if (gap && *gap < Decimal(1, 3))
                add("triggerPx", "G10", false,
                    "The stop at " + priceText(level) + " is within 0.1 % of the mark price " +
                        priceText(*m_now.market.mark) + ".");
        }
    }

    void orderValue()
    {
        const Decimal value = expectedPx() * sz();
        if (m_limits.orderValueMost && value > *m_limits.orderValueMost)
            add("sz", "G1", true,
                "The order is worth " + money(value) + ", above the largest order value of " +
                    money(*m_limits.orderValueMost) + " that is set.");
        if (!m_now.equity)
            return;
        if (const auto blocks = pastEquity(value, m_limits.orderValue))
            add("sz", "G1", *blocks,
                "The order is worth " + money(value) + ", more than " +
                    times(m_limits.orderValue, *blocks) + ".");
    }

    /// Multiples of E without a division: an account without equity is past every limit.
    std::optional<bool> pastEquity(const Decimal &value, const Limit &limit) const
    {
        const Decimal equity = m_now.equity->isNegative() ? Decimal() : *m_now.equity;
        Limit scaled;
        if (limit.ask)
            scaled.ask = *limit.ask * equity;
        if (limit.block)
            scaled.block = *limit.block * equity;
        return pastAbove(value, scaled);
    }

    std::string times(const Limit &limit, bool blocks) const
    {
        return passed(limit, blocks).toString() + " × the account's equity of " +
               money(*m_now.equity);
    }

    void exposure()
    {
        const market::Instrument &instrument = *m_now.market.instrument;
        if (!instrument.isPerp() || !m_now.equity || !m_now.market.isAccountKnown)
            return;
        const model::Position *position = m_now.market.position;
        if (openingSize(m_ticket.side, m_ticket.sz, position).lots == 0)
            return; // what only shrinks a position raises nothing
        const Decimal held = position != nullptr ? toDecimal(position->szi, m_grid) : Decimal();
        const Decimal after = m_isBuy ? held + sz() : held - sz();
        const Decimal level = m_now.market.mark.value_or(expectedPx());
        const Decimal value = after.abs() * level;
        if (const auto blocks = pastEquity(value, m_limits.marketValue))
            add("sz", "G2", *blocks,
                "The position in " + m_ticket.coin + " would be worth " + money(value) +
                    ", more than " + times(m_limits.marketValue, *blocks) + ".");
        const Decimal all = value + m_now.otherPositions;
        if (const auto blocks = pastEquity(all, m_limits.accountValue))
            add("sz", "G2", *blocks,
                "All positions together would be worth " + money(all) + ", more than " +
                    times(m_limits.accountValue, *blocks) + ".");
        liquidation(level);
        maintenance(value, held.abs() * level);
    }

    void liquidation(const Decimal &mark)
    {
        const Liquidation found = liquidationOf(m_ticket, m_now);
        if (!found.isKnown || found.isFlat || !found.px)
            return;
        const auto distance = ratio((mark - *found.px).abs(), mark);
        if (!distance)
            return;
        const Limit &limit = m_limits.liquidationDistance;
        const bool blocks = limit.block && *distance < *limit.block;
        if (!blocks && !(limit.ask && *distance < *limit.ask))
            return;
        add("sz", "G3", blocks,
            "The liquidation price after the fill, about " +
                priceText(found.px->rounded(m_grid.pxDecimals(), Rounding::HalfEven)) +
                ", would be " + percent(*distance) + " from the mark price, less than " +
                percent(passed(limit, blocks)) + ".");
    }

    void maintenance(const Decimal &valueAfter, const Decimal &valueBefore)
    {
        const int most = m_now.market.instrument->maxLeverage;
        if (m_now.margin == nullptr || most <= 0)
            return;
        const auto rate =
            Decimal::div(Decimal(1, 0), Decimal(2 * most, 0), kRatioScale, Rounding::Up);
        if (!rate)
            return;
        const Decimal needed = m_now.margin->maintenanceMargin + (valueAfter - valueBefore) * *rate;
        const auto used = ratio(needed, *m_now.equity);
        if (!used)
            return; // no equity: G1 has said so
        if (const auto blocks = pastAbove(*used, m_limits.maintenanceUsed))
            add("sz", "G3", *blocks,
                "Maintenance margin would use " + percent(*used) + " of the equity, more than " +
                    percent(passed(m_limits.maintenanceUsed, *blocks)) + ".");
    }

    const market::BookSnapshot *liveBook() const
    {
        const market::BookSnapshot *book = m_now.market.book;
        return book != nullptr && book->isTradable() ? book : nullptr;
    }

    void touch()
    {
        const market::BookSnapshot *book = liveBook();
        // A market order's cap has bands of its own; a trigger rests away from the touch by nature.
        if (book == nullptr || m_ticket.kind != OrderKind::Limit)
            return;
        const auto &opposite = m_isBuy ? book->asks : book->bids;
        const auto &own = m_isBuy ? book->bids : book->asks;
        if (!opposite.empty() && crosses(m_ticket.side, m_ticket.px, book))
            through(toDecimal(opposite.front().px, m_grid));
        if (!own.empty() && (m_isBuy ? m_ticket.px < own.front().px : m_ticket.px > own.front().px))
            awayFrom(toDecimal(own.front().px, m_grid));
    }

    void through(const Decimal &best)
    {
        const bool isOutcome = m_grid.kind == MarketKind::Outcome;
        const bool isDeep = isDeepMarket(m_now.context, m_now.market.book);
        const Limit &limit = isOutcome ? m_limits.throughOutcome
                             : isDeep  ? m_limits.throughDeep
                                       : m_limits.throughThin;
        const Decimal gap = (px() - best).abs();
        const auto measured = isOutcome ? std::optional(gap) : ratio(gap, best);
        if (!measured)
            return;
        const auto blocks = pastAbove(*measured, limit);
        if (!blocks)
            return;
        const auto show = [&](const Decimal &v) { return isOutcome ? v.toString() : percent(v); };
        add("px", "G4", *blocks,
            "The limit " + priceText(px()) + " is " + show(*measured) + " through the best " +
                (m_isBuy ? "ask " : "bid ") + priceText(best) + ", more than " +
                show(passed(limit, *blocks)) + ".");
    }

    void awayFrom(const Decimal &best)
    {
        const auto measured = ratio((px() - best).abs(), best);
        if (!measured)
            return;
        if (const auto blocks = pastAbove(*measured, m_limits.away))
            add("px", "G5", *blocks,
                "The limit " + priceText(px()) + " is " + percent(*measured) +
                    " away from the best " + (m_isBuy ? "bid " : "ask ") + priceText(best) +
                    ", more than " + percent(passed(m_limits.away, *blocks)) + ".");
    }

    void count(int before, const Limit &limit, const char *rule, const std::string &what)
    {
        const Decimal with(before + 1, 0);
        if (const auto blocks = pastAbove(with, limit))
            add("", rule, *blocks,
                "This would be entry " + with.toString() + what + "; the limit is " +
                    passed(limit, *blocks).toString() + ".");
    }

    void counts()
    {
        count(m_now.pace.second, m_limits.perSecond, "G7", " within a second");
        count(m_now.pace.tenSeconds, m_limits.perTenSeconds, "G7", " within ten seconds");
        count(m_now.pace.minute, m_limits.perMinute, "G7", " within a minute");
        if (m_ticket.kind != OrderKind::Market && m_ticket.tif != model::Tif::Ioc) {
            count(m_now.restingInMarket, m_limits.restingInMarket, "G8",
                  " resting in " + m_ticket.coin);
            count(m_now.restingInAccount, m_limits.restingInAccount, "G8",
                  " resting in the account");
        }
        if (m_now.isRepeat)
            add("", "G10", false, "The same order went out less than a second ago.");
    }

    void dayLoss()
    {
        if (!m_now.dayStartEquity || !m_now.dayResult || m_now.dayResult->sign() >= 0)
            return;
        const auto lost = ratio(-*m_now.dayResult, *m_now.dayStartEquity);
        if (!lost)
            return;
        if (const auto blocks = pastAbove(*lost, m_limits.dayLoss))
            add("", "G9", *blocks,
                "Since 00:00 UTC " + money(-*m_now.dayResult) + " is lost, " + percent(*lost) +
                    " of the equity then, more than " + percent(passed(m_limits.dayLoss, *blocks)) +
                    (*blocks ? ": no entries until 00:00 UTC." : "."));
    }

    void visible()
    {
        const market::BookSnapshot *book = liveBook();
        const bool takes = m_ticket.kind == OrderKind::Market ||
                           (m_ticket.kind == OrderKind::Limit && m_ticket.tif == model::Tif::Ioc);
        if (book == nullptr || !takes || m_now.isSliced)
            return;
        const auto fill = fillFromBook(m_ticket.side, m_ticket.px, m_ticket.sz, *book);
        const Sz seen = fill ? fill->filled : Sz{};
        if (seen < m_ticket.sz)
            add("sz", "G10", false,
                "Only " + szText(seen, m_grid) + " of " + szText(m_ticket.sz, m_grid) +
                    " is visible up to " + priceText(px()) + ".");
    }

    void firstUse()
    {
        const market::Instrument &i = *m_now.market.instrument;
        if (m_now.isFirstUse)
            add("coin", "G11", false,
                "First order in " + i.displayName + " (" + i.coin + ", paid in " +
                    (i.quoteToken.empty() ? "USDC" : i.quoteToken) +
                    (i.dex.empty() ? "" : ", dex " + i.dex) + ").");
        if (m_now.isAfterSwitch)
            add("", "G11", false, "First entry since the account or the network was changed.");
    }

    const OrderTicket &m_ticket;
    const Situation &m_now;
    const Limits &m_limits;
    Grid m_grid;
    bool m_isBuy;
    Problems m_out;
};

} // namespace

Liquidation liquidationOf(const OrderTicket &ticket, const Situation &situation)
{
    const Grid grid = situation.market.instrument->grid;
    const bool isLimit = ticket.kind == OrderKind::Limit;
    const Decimal px = toDecimal(ticket.px, grid);
    LiquidationInput input;
    input.side = ticket.side;
    input.px = ticket.px;
    input.sz = ticket.sz;
    input.grid = grid;
    input.mark = situation.market.mark.value_or(px);
    input.position = situation.market.position;
    input.margin = situation.margin;
    input.leverage = situation.leverage;
    input.isCross = situation.isCross;
    input.maxLeverage = situation.market.instrument->maxLeverage;
    if (!isLimit) {
        const auto at = toPx(input.mark.rounded(grid.pxDecimals(), Rounding::HalfEven), grid);
        if (at)
            input.px = *at;
    }
    return liquidationAfter(input);
}

Problems judge(const OrderTicket &ticket, const Situation &situation, const Limits &limits)
{
    if (situation.market.instrument == nullptr || ticket.px.ticks <= 0 || ticket.sz.lots < 0)
        return {}; // the validator has said what is wrong
    return Judge(ticket, situation, limits).run();
}

Problems judgeLeverage(int leverage, const Limits &limits)
{
    const Decimal value(leverage, 0);
    const auto blocks = pastAbove(value, limits.leverage);
    if (!blocks)
        return {};
    return {{"leverage",
             "G6",
             "A leverage of " + value.toString() + " × is above the limit of " +
                 passed(limits.leverage, *blocks).toString() + " ×.",
             {},
             *blocks}};
}

const model::TicketProblem *blocking(const Problems &problems)
{
    for (const model::TicketProblem &problem : problems)
        if (problem.blocks)
            return &problem;
    return nullptr;
}

} // namespace hl::guard
