// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "model/twap.h"
#include "ui/models/keyed_model.h"
#include "ui/models/market_names.h"

namespace hl::ui {

struct TwapRow
{
    model::Twap twap;
    QString market;
};

/// Every TWAP of the account that the venue tells of, running ones with how far they have come.
class TwapsModel final : public KeyedModel<TwapRow, model::TwapId>
{
    Q_OBJECT

public:
    enum Column { Time, Market, Side, Size, Executed, Average, Minutes, Kind, State, Actions };

    explicit TwapsModel(QObject *parent = nullptr);

    void setInstruments(const engine::InstrumentListPtr &list);
    void setTwaps(const std::vector<model::Twap> &twaps);
    int runningCount() const;
    const model::Twap &twapAt(int row) const { return rowAt(row).twap; }

    SortValue sortValue(int row, int column) const override;

protected:
    model::TwapId keyOf(const TwapRow &row) const override { return row.twap.id; }
    QString text(int row, int column) const override;
    QString exactText(int row, int column) const override;
    Tone tone(int row, int column) const override;
    QString toolTip(int row, int column) const override;
    QVariant key(int row) const override;

private:
    MarketNames m_names;
};

} // namespace hl::ui
