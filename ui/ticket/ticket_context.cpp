// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/ticket/ticket_context.h"

#include "guard/collateral.h"
#include "ui/common/book_liveness.h"

#include <QCoreApplication>

namespace hl::ui {

namespace {

/// A fill of that market is newer than its dex's state: both as the venue dates them.
bool isPositionLate(const WorkspaceState &state, const market::Instrument *instrument,
                    const std::string &coin)
{
    if (instrument == nullptr)
        return false;
    TimeMs known = 0;
    for (const model::MarginSummary &margin : state.account().margins)
        if (margin.dex == instrument->dex)
            known = margin.time;
    const auto &fills = state.fills();
    for (auto fill = fills.rbegin(); fill != fills.rend() && fill->time > known; ++fill)
        if (fill->coin == coin)
            return true;
    return false;
}

} // namespace

TicketContext::TicketContext(const WorkspaceState &state, const std::string &coin)
    : m_book(state.book(coin))
{
    m_context.instrument = state.instrument(coin);
    m_context.canTrade = state.canTrade();
    m_context.isAccountKnown = state.hasAccount();
    if (m_context.instrument)
        m_context.freeBase = guard::freeBaseOf(state.account(), *m_context.instrument);
    m_context.position = state.position(coin);
    m_context.isPositionLate = isPositionLate(state, m_context.instrument, coin);
    const engine::VenueHealth &health = state.connection().health;
    m_context.entryBlock = health.entryBlock;
    m_context.entryAsk = health.entryAsk;
    m_context.isPostOnlyVenue = health.isPostOnly;
    if (const market::AssetCtx *ctx = state.context(coin))
        m_context.mark = ctx->mark;
    if (!m_book) {
        m_notLive.coin = coin;
        if (m_context.instrument)
            m_notLive.grid = m_context.instrument->grid;
        m_notLive.reason =
            QCoreApplication::translate("hl::ui::TicketContext", "None has come yet.")
                .toStdString();
        m_context.book = &m_notLive;
        return;
    }
    m_context.book = m_book.get();
    if (!m_book->isTradable())
        return;
    const BookLiveness liveness = bookLiveness(m_book.get(), state.clock().monoNs());
    if (!liveness.isLive) {
        m_notLive = *m_book;
        m_notLive.state = market::BookState::Stale;
        m_notLive.reason = liveness.reason.toStdString();
        m_context.book = &m_notLive;
    }
}

PriceReference referenceOf(const WorkspaceState &state, const std::string &coin, Grid grid,
                           model::Side side)
{
    PriceReference reference{grid, side, std::nullopt, std::nullopt};
    if (const auto book = state.book(coin)) {
        if (!book->bids.empty())
            reference.bid = book->bids.front().px;
        if (!book->asks.empty())
            reference.ask = book->asks.front().px;
    }
    return reference;
}

} // namespace hl::ui
