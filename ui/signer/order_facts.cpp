// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/signer/order_facts.h"

#include "ui/common/formatters.h"

#include <algorithm>

namespace hl::ui {

namespace {

const model::MarginSummary *marginOf(const WorkspaceState &state, const std::string &dex)
{
    for (const model::MarginSummary &margin : state.account().margins) {
        if (margin.dex == dex)
            return &margin;
    }
    return nullptr;
}

guard::Liquidation liquidationOf(const WorkspaceState &state, const model::OrderTicket &ticket,
                                 const market::Instrument &instrument)
{
    const market::AssetCtx *context = state.context(ticket.coin);
    if (!context || !context->mark)
        return {};
    guard::LiquidationInput in;
    in.side = ticket.side;
    in.px = ticket.px;
    in.sz = ticket.sz;
    in.grid = instrument.grid;
    in.mark = *context->mark;
    in.position = state.position(ticket.coin);
    in.margin = marginOf(state, instrument.dex);
    in.maxLeverage = instrument.maxLeverage;
    if (in.position) {
        in.leverage = in.position->leverage;
        in.isCross = in.position->isCross;
    }
    for (const model::MarketSetting &setting : state.account().settings) {
        if (setting.coin == ticket.coin && setting.leverage > 0) {
            in.leverage = setting.leverage;
            in.isCross = setting.isCross;
        }
    }
    if (ticket.reduceOnly) {
        // It closes what is held and nothing more.
        const std::int64_t held = in.position ? in.position->szi.lots : 0;
        in.sz = std::min(ticket.sz, Sz{held < 0 ? -held : held});
    }
    return guard::liquidationAfter(in);
}

} // namespace

OrderFacts orderFacts(const WorkspaceState &state, const model::OrderTicket &ticket, Grid grid)
{
    OrderFacts facts;
    const market::Instrument *instrument = state.instrument(ticket.coin);
    if (!instrument)
        return facts;
    facts.quote = fmt::fromUtf8(instrument->quoteToken);
    facts.isPerp = instrument->isPerp();
    facts.value = toDecimal(ticket.px * ticket.sz, grid);
    facts.isMakerFee = !ticket.trigger && ticket.kind == model::OrderKind::Limit &&
                       (ticket.tif == model::Tif::Alo ||
                        (ticket.tif == model::Tif::Gtc &&
                         !guard::crosses(ticket.side, ticket.px, state.book(ticket.coin).get())));
    if (const auto &fees = state.fees()) {
        const Decimal rate = facts.isPerp ? (facts.isMakerFee ? fees->maker : fees->taker)
                                          : (facts.isMakerFee ? fees->spotMaker : fees->spotTaker);
        if (const auto fee = Decimal::mul(*facts.value, rate))
            facts.fee = *fee;
    }
    if (facts.isPerp)
        facts.liquidation = liquidationOf(state, ticket, *instrument);
    return facts;
}

} // namespace hl::ui
