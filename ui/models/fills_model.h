// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "model/account.h"
#include "ui/models/market_names.h"
#include "ui/models/table_model.h"

#include <unordered_set>

namespace hl::ui {

/// Fills, newest first. Kept oldest first in one vector, so that a new one costs an append whatever
/// the number; a row is found by arithmetic.
class FillsModel final : public TableModel
{
    Q_OBJECT

public:
    enum Column {
        Time,
        Market,
        Side,
        Price,
        Size,
        Value,
        Fee,
        FeeToken,
        ClosedPnl,
        Role,
        Direction,
        VenueId,
        TradeId
    };

    explicit FillsModel(QObject *parent = nullptr);

    void setInstruments(const engine::InstrumentListPtr &list);
    /// In any order; a trade that is there already is left out. Nothing is reset.
    void addFills(const std::vector<model::Fill> &fills);
    void clear();

    int rowCount(const QModelIndex &parent = {}) const override;
    const model::Fill &fillAt(int row) const;
    SortValue sortValue(int row, int column) const override;

protected:
    QString text(int row, int column) const override;
    QString exactText(int row, int column) const override;
    Tone tone(int row, int column) const override;
    QString toolTip(int row, int column) const override;
    QVariant key(int row) const override;

private:
    std::vector<model::Fill> m_fills; ///< by (time, tid)
    std::unordered_set<Tid> m_known;
    MarketNames m_names;
};

} // namespace hl::ui
