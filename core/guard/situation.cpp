// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "guard/situation.h"

#include "guard/collateral.h"

#include <algorithm>

namespace hl::guard {

Situation situationOf(const model::ValidationContext &market, const market::AssetCtx *context,
                      const model::AccountState &account)
{
    Situation now;
    now.market = market;
    now.context = context;
    const market::Instrument *instrument = market.instrument;
    if (instrument == nullptr)
        return now;
    now.equity = equityFor(account, *instrument);
    now.dayStartEquity = account.dayStartEquity;
    now.dayResult = account.dayResult;
    const std::string_view token =
        instrument->quoteToken.empty() ? std::string_view("USDC") : instrument->quoteToken;
    for (const model::Position &position : account.positions)
        if (position.coin != instrument->coin && position.collateral == token)
            now.otherPositions = now.otherPositions + position.positionValue.abs();
    for (const model::MarginSummary &margin : account.margins)
        if (instrument->isPerp() && margin.dex == instrument->dex)
            now.margin = &margin;
    const auto setting =
        std::ranges::find(account.settings, instrument->coin, &model::MarketSetting::coin);
    if (market.position != nullptr && market.position->leverage > 0) {
        now.leverage = market.position->leverage;
        now.isCross = market.position->isCross;
    } else if (setting != account.settings.end()) {
        now.leverage = setting->leverage;
        now.isCross = setting->isCross;
    }
    return now;
}

void countResting(const model::Order &order, std::string_view coin, Situation &situation)
{
    // A draft is the very order that is judged.
    if (order.reduceOnly || order.phase == model::OrderPhase::Draft ||
        model::isTerminal(order.phase))
        return;
    ++situation.restingInAccount;
    if (order.coin == coin)
        ++situation.restingInMarket;
}

std::string refusalText(const model::TicketProblem &problem)
{
    return problem.detail + " Guard limit " + problem.rule + " is set in settings.ini.";
}

} // namespace hl::guard
