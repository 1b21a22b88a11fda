// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "market/asset_ctx.h"
#include "market/book_snapshot.h"
#include "model/account.h"
#include "model/order.h"

#include <QString>

#include <optional>
#include <string>
#include <vector>

namespace hl::ui {

/// What a click or a key in a ladder would do.
struct LadderAct
{
    enum class Kind : std::uint8_t { Nothing, Place, Refuse };

    Kind kind = Kind::Nothing;
    QString reason; ///< Refuse: one sentence
    model::OrderTicket ticket;
    QString words; ///< "buy 0.05 at 110,143, post only"
    /// Said and asked before it is sent: it would cancel an own order (L21).
    QString ask;

    bool isPlace() const { return kind == Kind::Place; }
};

/// What such an act is decided from: all at one moment, nothing of it kept.
struct ActFacts
{
    std::string coin;
    Grid grid;
    const market::BookSnapshot *book = nullptr;
    QString notLive; ///< why the book may not be acted on; empty: it is live
    const model::Position *position = nullptr;
    const market::AssetCtx *context = nullptr;
    const std::vector<model::Order> *orders = nullptr; ///< of this market, not ended
    Sz size;
    QString sizeProblem;                ///< why the size cannot be used
    model::Tif plain = model::Tif::Alo; ///< of a plain click (L7)
};

// Pure; the price is the one that was pressed (L11).
LadderAct plainAt(model::Side side, Px px, const ActFacts &facts); ///< L7
LadderAct takeAt(model::Side side, Px px, const ActFacts &facts);  ///< L8: Ioc limited by the row
/// L8: stop-market for the whole position, only on the side that closes it.
LadderAct stopAt(model::Side side, Px px, const ActFacts &facts);
/// L14: at the best price of its own side, `better` ticks into the spread where that allows.
LadderAct joinTouch(model::Side side, int better, const ActFacts &facts);
LadderAct takeMarket(model::Side side, const ActFacts &facts); ///< L14: at the market cap
/// Closes the position at the market; without a live book its cap comes from the mark and the words
/// say so (L27). Never refused for a book that is not live.
LadderAct closeAll(const ActFacts &facts);
/// The leg of a reverse that opens the other side; goes after the close has filled.
LadderAct openOpposite(const ActFacts &facts);

/// Why a drop of that order there would be refused (L24); empty: it may be dropped.
QString dropRefusal(const model::Order &order, Px px, const ActFacts &facts);

/// The order of one's own that an order at this price would meet; null: none.
const model::Order *ownInTheWay(model::Side side, Px px, const std::vector<model::Order> *orders);

/// What can open or raise exposure (L16): resting orders, TWAPs that enter; and the others.
struct CancelPlan
{
    std::vector<model::OrderKey> entries;
    std::vector<model::Twap> twaps;
    std::vector<model::OrderKey> kept; ///< reduce-only stops, targets and closes
};
/// `coin`: the market of `orders`; empty: all of them.
CancelPlan cancelPlan(const std::vector<model::Order> &orders,
                      const std::vector<model::Twap> &twaps = {}, std::string_view coin = {});

} // namespace hl::ui
