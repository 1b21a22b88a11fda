// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "guard/scale_plan.h"

#include "num/tick_rule.h"

#include <string>

namespace hl::guard {

namespace {

/// A hundred times as much at one end as at the other is a slip of the finger.
constexpr int kMostSkew = 100;

std::optional<Px> priceAt(const ScalePlan &plan, int i, Grid grid)
{
    const int gaps = plan.orders - 1;
    if (i == 0)
        return plan.from;
    if (i == gaps)
        return plan.to;
    const Rounding away =
        plan.side == model::Side::Buy ? Rounding::Down : Rounding::Up; // never more aggressive
    const Int128 along =
        Int128{plan.from.ticks} * gaps + (Int128{plan.to.ticks} - plan.from.ticks) * i;
    const auto even =
        Decimal::div(Decimal(along, grid.pxDecimals()), Decimal::fromInt(gaps), 12, away);
    if (!even)
        return std::nullopt;
    const auto px = nearestValidPx(*even, grid, away);
    return px ? std::optional(*px) : std::nullopt;
}

} // namespace

Result<std::vector<ScaleRow>> scaleRows(const ScalePlan &plan, Grid grid)
{
    const auto refuse = [](const char *field, std::string why) {
        return fail(ErrorKind::Validation, std::move(why), field);
    };
    if (plan.orders < kLeastScale || plan.orders > kMostScale)
        return refuse("orders", "A scale has " + std::to_string(kLeastScale) + " to " +
                                    std::to_string(kMostScale) + " orders.");
    if (plan.from.ticks <= 0 || !isValidPx(plan.from, grid))
        return refuse("from", "The first price is not on the price grid.");
    if (plan.to.ticks <= 0 || !isValidPx(plan.to, grid))
        return refuse("to", "The last price is not on the price grid.");
    if (plan.from == plan.to)
        return refuse("to", "The first and the last price are the same.");
    if (plan.skew <= Decimal() || plan.skew > Decimal::fromInt(kMostSkew) ||
        plan.skew < Decimal(1, 2))
        return refuse("skew", "The size skew is between 0.01 and 100: the last size over the "
                              "first.");
    if (plan.sz.lots <= 0)
        return refuse("sz", "The size must be above zero.");

    // Weights as whole numbers: (n − 1) + (skew − 1) × i, times a power of ten.
    const Decimal skew = plan.skew.rounded(4, Rounding::HalfEven);
    const Int128 unit = 10'000;
    const auto ratio = Decimal::mul(skew, Decimal::fromInt(10'000));
    if (!ratio)
        return refuse("skew", "The size skew is not a number that can be used.");
    const Decimal whole = ratio->rounded(0, Rounding::HalfEven).normalised();
    Int128 scaled = whole.coefficient();
    if (whole.scale() != 0)
        return refuse("skew", "The size skew is not a number that can be used.");
    const auto weight = [&](int i) { return unit * (plan.orders - 1) + (scaled - unit) * i; };
    Int128 all = 0;
    for (int i = 0; i < plan.orders; ++i)
        all += weight(i);

    std::vector<ScaleRow> rows;
    Sz given;
    for (int i = 0; i < plan.orders; ++i) {
        const bool isLast = i == plan.orders - 1;
        const auto px = priceAt(plan, i, grid);
        if (!px)
            return refuse("to", "A price between the two is not on the price grid.");
        if (!rows.empty() && rows.back().px == *px)
            return refuse("orders", "Two of the orders would have the price " + pxText(*px, grid) +
                                        ": take fewer, or a wider range.");
        const Sz sz = isLast ? plan.sz - given
                             : Sz{static_cast<std::int64_t>(plan.sz.lots * weight(i) / all)};
        if (sz.lots <= 0)
            return refuse("sz", "Order " + std::to_string(i + 1) + " of " +
                                    std::to_string(plan.orders) +
                                    " would be smaller than one lot.");
        given = given + sz;
        rows.push_back({*px, sz});
    }
    return rows;
}

} // namespace hl::guard
