// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "guard/collateral.h"

namespace hl::guard {

bool isSpotKept(std::string_view mode)
{
    return mode == "unifiedAccount" || mode == "portfolioMargin";
}

std::optional<Decimal>
tokenPx(const std::vector<market::Instrument> &instruments, std::string_view token,
        const std::function<std::optional<Decimal>(const std::string &coin)> &px)
{
    for (const market::Instrument &i : instruments)
        if (i.grid.kind == MarketKind::Spot && i.baseToken == token && i.quoteToken == "USDC" &&
            i.isCanonical)
            return px(i.coin);
    return std::nullopt;
}

std::optional<Decimal> freeBaseOf(const model::AccountState &state,
                                  const market::Instrument &instrument)
{
    if (state.receivedMonoNs == 0 || instrument.grid.kind != MarketKind::Spot ||
        instrument.baseToken.empty())
        return std::nullopt;
    // Tokens may share a name (cases.md B52): the smallest of them is surely held.
    std::optional<Decimal> least;
    for (const model::Balance &balance : state.balances) {
        const Decimal free = balance.total - balance.hold;
        if (balance.coin == instrument.baseToken && (!least || free < *least))
            least = free;
    }
    return least.value_or(Decimal());
}

Collateral collateralOf(const model::AccountState &state, std::string_view mode,
                        std::string_view token)
{
    Collateral sum;
    if (isSpotKept(mode)) {
        for (const model::Balance &balance : state.balances)
            if (balance.coin == token) {
                sum.equity = sum.equity + balance.total;
                sum.available = sum.available + (balance.total - balance.hold);
            }
        for (const model::Position &position : state.positions)
            if (position.collateral == token)
                sum.equity = sum.equity + position.unrealizedPnl;
        return sum;
    }
    for (const model::MarginSummary &margin : state.margins)
        if (margin.collateral == token) {
            sum.equity = sum.equity + margin.accountValue;
            sum.available = sum.available + margin.withdrawable;
        }
    return sum;
}

std::optional<Decimal> equityFor(const model::AccountState &state,
                                 const market::Instrument &instrument)
{
    if (state.receivedMonoNs == 0)
        return std::nullopt;
    const std::string_view token =
        instrument.quoteToken.empty() ? std::string_view("USDC") : instrument.quoteToken;
    if (instrument.isPerp() || isSpotKept(state.mode))
        return collateralOf(state, state.mode, token).equity;
    Decimal held;
    for (const model::Balance &balance : state.balances)
        if (balance.coin == token)
            held = held + balance.total;
    return held;
}

} // namespace hl::guard
