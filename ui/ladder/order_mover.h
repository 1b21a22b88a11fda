// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/common/workspace_state.h"

#include <QObject>
#include <QString>

#include <optional>
#include <vector>

namespace hl::ui {

/// One own order on its way to another price.
struct OrderMove
{
    enum class Step : std::uint8_t {
        Changing, ///< a limit: one change asked for
        Placing,  ///< a stop: the new one is asked for, the old one rests
        Unknown,  ///< a stop: nobody knows yet whether the new one rests
        Dropping, ///< a stop: the new one rests, the old one is being cancelled
    };
    Step step = Step::Changing;
    model::OrderKey key = 0;
    Px to;
    model::Side side = model::Side::Buy;
    RequestId request = 0;
    std::optional<model::OrderKey> fresh; ///< a stop: the new one
    bool isAnswered = false;
    Sz filledAtDrop;
};

/// Moves own orders that were dropped elsewhere (interaction.md L23 to L26). A limit is changed in
/// place, its size what remains at dispatch. Of a stop the new one is placed first and must rest
/// before the old one is cancelled: at no moment is there none. What an order is asked to do is
/// one request; until its answer it is not moved again. GUI thread.
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

    /// A fill raced a change: so much more rests than was wanted (L24).
    struct Surplus
    {
        model::OrderKey key = 0;
        Sz sz;
    };
    const std::optional<Surplus> &surplus() const { return m_surplus; }
    void trim();

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
    void noteSurplus(const OrderMove &move);

    WorkspaceState &m_state;
    std::vector<OrderMove> m_moves;
    std::optional<Surplus> m_surplus;
};

} // namespace hl::ui
