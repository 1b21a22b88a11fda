// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "guard/order_math.h"

#include "num/tick_rule.h"

#include <algorithm>

namespace hl::guard {

namespace {

constexpr int kDivScale = 12;

std::int64_t absolute(std::int64_t value)
{
    return value < 0 ? -value : value;
}

} // namespace

Decimal marketCapShare(bool isDeep, bool isEntry)
{
    if (isEntry)
        return isDeep ? Decimal(5, 3) : Decimal(2, 2);
    return isDeep ? Decimal(2, 2) : Decimal(5, 2);
}

bool isDeepMarket(const market::AssetCtx *context, const market::BookSnapshot *book)
{
    if (!context || !context->dayNtlVlm || *context->dayNtlVlm < Decimal::fromInt(100'000'000))
        return false;
    if (!book || !book->isTradable() || book->bids.empty() || book->asks.empty())
        return false; // a spread that is not live says nothing
    const std::int64_t bid = book->bids.front().px.ticks;
    const std::int64_t ask = book->asks.front().px.ticks;
    return static_cast<Int128>(ask - bid) * 10'000 <= static_cast<Int128>(bid) * 2;
}

namespace {

/// The opposite touch of a live book.
std::optional<Decimal> touchOf(bool isBuy, Grid grid, const market::BookSnapshot *book)
{
    if (!book || !book->isTradable())
        return std::nullopt;
    const auto &opposite = isBuy ? book->asks : book->bids;
    return opposite.empty() ? std::nullopt : std::optional(toDecimal(opposite.front().px, grid));
}

} // namespace

std::optional<Px> marketCap(model::Side side, bool isEntry, Grid grid,
                            const market::BookSnapshot *book, const market::AssetCtx *context)
{
    const bool isBuy = side == model::Side::Buy;
    std::optional<Decimal> from = touchOf(isBuy, grid, book);
    if (!from && !isEntry && context)
        from = context->mark;
    if (!from)
        return std::nullopt;
    const auto cap =
        slippagePx(*from, isBuy, marketCapShare(isDeepMarket(context, book), isEntry), grid);
    return cap ? std::optional(*cap) : std::nullopt;
}

std::optional<FlattenCap> flattenCap(model::Side side, Grid grid, const market::BookSnapshot *book,
                                     const market::AssetCtx *context)
{
    const bool isBuy = side == model::Side::Buy;
    const auto touch = touchOf(isBuy, grid, book);
    const auto from = touch ? touch : context != nullptr ? context->mark : std::optional<Decimal>();
    if (!from)
        return std::nullopt;
    const Decimal share = isDeepMarket(context, book) ? Decimal(5, 2) : Decimal(8, 2);
    const auto cap = slippagePx(*from, isBuy, share, grid);
    return cap ? std::optional(FlattenCap{*cap, !touch}) : std::nullopt;
}

std::optional<Px> triggerCap(model::Side side, Px trigger, Grid grid)
{
    const auto cap =
        slippagePx(toDecimal(trigger, grid), side == model::Side::Buy, Decimal(1, 1), grid);
    return cap ? std::optional(*cap) : std::nullopt;
}

std::optional<Px> breakEvenPx(const model::Position &position, const Decimal &fee)
{
    if (position.szi.lots == 0)
        return std::nullopt;
    const bool isLong = position.szi.lots > 0;
    const Grid grid = position.grid;
    const Rounding fromLoss = isLong ? Rounding::Up : Rounding::Down;
    const Decimal one = Decimal::fromInt(1);
    const Decimal size = toDecimal(isLong ? position.szi : -position.szi, grid);
    // size × entry × (1 ± fee) ± funding = size × stop × (1 ∓ fee)
    const auto cost = Decimal::mul(position.entryPx, isLong ? one + fee : one - fee);
    const auto funding =
        Decimal::div(position.fundingSinceOpen, size, grid.pxDecimals() + 6, fromLoss);
    if (!cost || !funding)
        return std::nullopt;
    const auto even = Decimal::div(isLong ? *cost + *funding : *cost - *funding,
                                   isLong ? one - fee : one + fee, grid.pxDecimals() + 6, fromLoss);
    if (!even || even->sign() <= 0)
        return std::nullopt;
    const auto px = nearestValidPx(*even, grid, fromLoss);
    return px ? std::optional(*px) : std::nullopt;
}

std::optional<BookFill> fillFromBook(model::Side side, Px limit, Sz sz,
                                     const market::BookSnapshot &book)
{
    const bool isBuy = side == model::Side::Buy;
    Ntl paid;
    Sz filled;
    for (const market::BookLevel &level : isBuy ? book.asks : book.bids) {
        if (filled >= sz || (isBuy ? level.px > limit : level.px < limit))
            break;
        const Sz part = std::min(level.sz, sz - filled);
        paid = paid + level.px * part;
        filled = filled + part;
    }
    if (filled.lots <= 0)
        return std::nullopt;
    const auto average = Decimal::div(toDecimal(paid, book.grid), toDecimal(filled, book.grid),
                                      kDivScale, Rounding::HalfEven);
    if (!average)
        return std::nullopt;
    return BookFill{*average, filled};
}

bool crosses(model::Side side, Px px, const market::BookSnapshot *book)
{
    if (!book)
        return false;
    if (side == model::Side::Buy)
        return !book->asks.empty() && px >= book->asks.front().px;
    return !book->bids.empty() && px <= book->bids.front().px;
}

Sz openingSize(model::Side side, Sz sz, const model::Position *position)
{
    const std::int64_t held = position ? position->szi.lots : 0;
    const bool isOpposite = held != 0 && (held > 0) != (side == model::Side::Buy);
    return isOpposite ? Sz{std::max<std::int64_t>(0, sz.lots - absolute(held))} : sz;
}

Liquidation liquidationAfter(const LiquidationInput &in)
{
    if (in.maxLeverage <= 0 || in.sz.lots <= 0 || in.px.ticks <= 0)
        return {};
    const Decimal sign = Decimal::fromInt(in.side == model::Side::Buy ? 1 : -1);
    const Decimal delta = sign * toDecimal(in.sz, in.grid);
    const Decimal held = in.position ? toDecimal(in.position->szi, in.grid) : Decimal();
    const Decimal after = held + delta;
    if (after.isZero())
        return {true, true, std::nullopt};
    const auto rate = Decimal::div(Decimal::fromInt(1), Decimal::fromInt(2 * in.maxLeverage),
                                   kDivScale, Rounding::Up);
    if (!rate)
        return {};
    const Decimal size = after.abs();
    const Decimal px = toDecimal(in.px, in.grid);

    // What may be lost before maintenance is touched, with the position valued at `base`.
    Decimal base;
    Decimal free;
    if (in.isCross) {
        if (!in.margin)
            return {};
        base = in.mark;
        const Decimal others = in.margin->maintenanceMargin - held.abs() * in.mark * *rate;
        const Decimal equity = in.margin->accountValue + delta * (in.mark - px);
        free = equity - (others.isNegative() ? Decimal() : others);
    } else {
        if (in.leverage <= 0 || (in.position && held.sign() == -delta.sign()))
            return {}; // the venue gives margin back pro rata; not worked out here
        const auto added = Decimal::div(px * delta.abs(), Decimal::fromInt(in.leverage), kDivScale,
                                        Rounding::Down);
        if (!added)
            return {};
        base = in.mark;
        free =
            *added + delta * (in.mark - px) + (in.position ? in.position->marginUsed : Decimal());
    }
    // size × base × sign − free = price × size × (sign − rate)
    const Decimal direction = Decimal::fromInt(after.sign());
    const auto found = Decimal::div(size * base * direction - free, size * (direction - *rate),
                                    kDivScale, Rounding::HalfEven);
    if (!found)
        return {};
    if (found->sign() <= 0)
        return {true, false, std::nullopt};
    return {true, false, *found};
}

std::optional<Sz> largestSize(model::Side side, Px px, Grid grid, int leverage,
                              const std::optional<Decimal> &available, const Decimal &feeRate,
                              const model::Position *position)
{
    if (!available || leverage <= 0 || px.ticks <= 0)
        return std::nullopt;
    const auto margin =
        Decimal::div(Decimal::fromInt(1), Decimal::fromInt(leverage), kDivScale, Rounding::Up);
    if (!margin)
        return std::nullopt;
    const Decimal cost =
        toDecimal(px, grid) * (*margin + (feeRate.isNegative() ? Decimal() : feeRate));
    const Decimal funds = available->isNegative() ? Decimal() : *available;
    const auto size = Decimal::div(funds, cost, grid.szDecimals, Rounding::Down);
    if (!size)
        return std::nullopt;
    const auto opening = toSz(*size, grid);
    if (!opening)
        return std::nullopt;
    const std::int64_t held = position ? position->szi.lots : 0;
    const bool isOpposite = held != 0 && (held > 0) != (side == model::Side::Buy);
    return *opening + Sz{isOpposite ? absolute(held) : 0};
}

} // namespace hl::guard
