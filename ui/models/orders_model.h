// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "model/order.h"
#include "ui/models/keyed_model.h"
#include "ui/models/market_names.h"

#include <optional>
#include <unordered_set>
#include <vector>

namespace hl::ui {

struct OrderRow
{
    model::Order order;
    QString market;
    Sz bare = {};                ///< of a bracket's entry: filled, and its legs are not placed yet
    std::optional<Px> stop = {}; ///< of its stop that waits
};

/// What may be done about one order.
enum class OrderAct : std::uint8_t { Cancel, Move, Protect };

/// Every open order of the account and the latest kMaxEnded ended ones; open and ended ones are
/// told apart by OrdersProxy, so that an order keeps one row from draft to history.
class OrdersModel final : public KeyedModel<OrderRow, model::OrderKey>
{
    Q_OBJECT

public:
    enum Column {
        Time,
        Market,
        Side,
        Type,
        Price,
        Size,
        Filled,
        Value,
        Trigger,
        Reduce,
        State,
        ClientId,
        VenueId,
        Actions,
    };

    static constexpr std::size_t kMaxEnded = 2'000;

    explicit OrdersModel(QObject *parent = nullptr);

    void setInstruments(const engine::InstrumentListPtr &list);
    /// `isSnapshot`: a live order that is missing is gone; an ended one stays as history.
    void setOrders(const std::vector<model::Order> &orders, bool isSnapshot);
    /// What waits for its signature waits for the emulator of a device, and says so.
    void setEmulator(bool isEmulator);
    /// Another account: nothing of the old one may stay.
    void clear();

    const model::Order &orderAt(int row) const { return rowAt(row).order; }
    /// In the order of the words, from the right.
    std::vector<OrderAct> actsAt(int row) const;
    int openCount() const;

    SortValue sortValue(int row, int column) const override;
    Tone rowTone(int row) const override;

protected:
    model::OrderKey keyOf(const OrderRow &row) const override { return row.order.key; }
    QString text(int row, int column) const override;
    QString exactText(int row, int column) const override;
    Tone tone(int row, int column) const override;
    QString toolTip(int row, int column) const override;
    QVariant key(int row) const override;

private:
    void dropOldest();
    void findBare();

    MarketNames m_names;
    std::unordered_set<model::OrderKey> m_legs;    ///< of brackets, not ended
    std::unordered_set<model::OrderKey> m_entries; ///< whose rows tell of waiting legs
    bool m_isEmulator = false;
};

/// "Limit · Post only", "Market ≤ 205.45", "Stop market".
QString orderTypeText(const model::Order &order);
/// "Resting", "Cancelling", "Unknown · asking the venue".
QString orderStateText(const model::Order &order);
/// A cancel may be sent: also for an order whose state is Unknown, and not twice.
bool canCancel(const model::Order &order);
/// A new price or size may be sent. Stops and targets are replaced, not moved.
bool canMove(const model::Order &order);

} // namespace hl::ui
