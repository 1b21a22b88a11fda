// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/common/workspace_state.h"
#include "ui/ladder/move_surplus.h"

#include <QObject>
#include <QString>

#include <optional>
#include <string>
#include <vector>

namespace hl::ui {

/// One own order on its way to another price.
struct OrderMove
{
    enum class Step : std::uint8_t {
        Changing,    ///< a limit: one change asked for
        Withdrawing, ///< a trigger that can open: the old one is being cancelled
        Reopening,   ///< the same: the old one has gone, the new one is asked for
        Placing,     ///< a stop: the new one is asked for, the old one rests
        Unknown,     ///< nobody knows yet whether the change was made or the new stop rests
        Dropping,    ///< a stop: the new one rests, the old one is being cancelled
    };
    Step step = Step::Changing;
    model::OrderKey key = 0;
    std::string coin;
    Px to;
    model::Side side = model::Side::Buy;
    RequestId request = 0;
    bool isStop = false;
    std::optional<model::OrderTicket> anew; ///< a trigger that can open: what is placed next
    std::optional<model::OrderKey> fresh;   ///< a stop: the new one
    bool isAnswered = false;
    bool isCancelUnknown = false; ///< a stop: nobody knows yet whether the old one has gone
};

/// Moves own orders that were dropped elsewhere (interaction.md L23 to L26). A limit is changed in
/// place, its size what remains at dispatch. Of a reduce-only stop or target the new one is placed
/// first and must rest before the old one is cancelled: at no moment is there none. A trigger that
/// can open a position goes the other way round, so that never two of it wait: cancelled first, and
/// placed anew once that is proven. A request that got no answer stays a move until the order shows
/// what became of it. What an order is asked to do is one request; until its answer it is not moved
/// again. GUI thread.
class OrderMover final : public QObject
{
    Q_OBJECT

public:
    explicit OrderMover(WorkspaceState &state, QObject *parent = nullptr);

    /// All in one go; those that cannot be moved now stay, and said() tells why.
    void move(const std::vector<model::OrderKey> &keys, Px to);
    /// Why this order cannot be moved at this moment; empty: it can (L26).
    QString whyNot(model::OrderKey key) const;
    const std::vector<OrderMove> &moves() const { return m_moves; }
    /// A trigger that can open and is on its way, in that market (empty: all): it is cancelled, and
    /// not placed anew.
    void forgetOpening(const std::string &coin = {});
    /// What a dragged trigger would be at that price; none where its prices leave the grid.
    static std::optional<model::OrderTicket> ticketAt(const model::Order &order, Px to);
    MoveSurplus &surplus() { return m_surplus; }
    const MoveSurplus &surplus() const { return m_surplus; }

Q_SIGNALS:
    void changed();
    void said(hl::engine::NoticeLevel level, const QString &text);

private:
    void moveLimits(const std::vector<const model::Order *> &orders, Px to);
    void moveStop(const model::Order &order, Px to);
    void onFinished(const engine::CommandResult &result);
    void onOrders();
    bool settle(OrderMove &move);
    void voidRequest(const OrderMove &move);
    bool settleLimit(OrderMove &move, const model::Order *order);
    bool settleOpening(OrderMove &move, const model::Order *order);

    WorkspaceState &m_state;
    std::vector<OrderMove> m_moves;
    MoveSurplus m_surplus;
};

} // namespace hl::ui
