// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "market/asset_ctx.h"

namespace hl::market {

std::optional<Decimal> AssetCtx::dayChange() const
{
    const std::optional<Decimal> &now = mark ? mark : mid;
    if (!now || now->isZero() || !prevDayPx || prevDayPx->isZero())
        return std::nullopt;
    const auto moved = Decimal::sub(*now, *prevDayPx);
    if (!moved)
        return std::nullopt;
    const auto change = Decimal::div(*moved, *prevDayPx, 6, Rounding::HalfEven);
    return change ? std::optional(*change) : std::nullopt;
}

} // namespace hl::market
