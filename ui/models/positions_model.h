// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "model/account.h"
#include "ui/models/keyed_model.h"
#include "ui/models/market_names.h"

namespace hl::ui {

struct PositionRow
{
    model::Position position;
    std::optional<Decimal> mark;
    QString market;

    /// From the mark where there is one, else the venue's last word.
    Decimal pnl() const;
    /// |mark − liquidation| / mark; none where either is missing.
    std::optional<Decimal> liquidationDistance() const;
};

class PositionsModel final : public KeyedModel<PositionRow, std::string>
{
    Q_OBJECT

public:
    enum Column {
        Market,
        Side,
        Size,
        Value,
        Entry,
        Mark,
        Pnl,
        Return,
        Liquidation,
        Distance,
        Margin,
        Leverage,
        Funding,
        Actions,
    };

    explicit PositionsModel(QObject *parent = nullptr);

    void setInstruments(const engine::InstrumentListPtr &list);
    void setPositions(const std::vector<model::Position> &positions);
    void setContexts(const std::vector<market::AssetCtx> &contexts);

    SortValue sortValue(int row, int column) const override;

protected:
    std::string keyOf(const PositionRow &row) const override { return row.position.coin; }
    QString text(int row, int column) const override;
    QString exactText(int row, int column) const override;
    Tone tone(int row, int column) const override;
    QString toolTip(int row, int column) const override;
    QVariant key(int row) const override;

private:
    MarketNames m_names;
    std::unordered_map<std::string, Decimal> m_marks;
};

} // namespace hl::ui
