// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "engine/api/events.h"
#include "ui/models/keyed_model.h"

#include <QSet>

namespace hl::ui {

/// Which tab of the markets list a market stands under.
enum class MarketGroup : std::uint8_t { Perp, Dex, Spot, Outcome };

struct MarketRow
{
    market::Instrument instrument;
    market::AssetCtx ctx;
    QString label;
    std::string sortName;
    bool isFavourite = false;

    MarketGroup group() const;
};

/// Every market of the venue: perps of every dex, spot and outcomes.
class MarketsModel final : public KeyedModel<MarketRow, std::string>
{
    Q_OBJECT

public:
    enum Column { Market, Mark, Change, Volume, Funding, OpenInterest, Kind, Dex, Collateral };

    enum OwnRole { FavouriteRole = FirstOwnRole };

    explicit MarketsModel(QObject *parent = nullptr);

    void setInstruments(const engine::InstrumentListPtr &list);
    void setContexts(const std::vector<market::AssetCtx> &contexts);
    void setFavourite(const std::string &coin, bool isFavourite);
    void setFavourites(const QSet<QString> &coins);
    const QSet<QString> &favourites() const { return m_favourites; }

    SortValue sortValue(int row, int column) const override;

Q_SIGNALS:
    void favouritesChanged();

protected:
    std::string keyOf(const MarketRow &row) const override { return row.instrument.coin; }
    ColumnRange changedColumns(const MarketRow &before, const MarketRow &after) const override;
    QString text(int row, int column) const override;
    QString exactText(int row, int column) const override;
    Tone tone(int row, int column) const override;
    QString toolTip(int row, int column) const override;
    QVariant key(int row) const override;
    QVariant ownData(int row, int column, int role) const override;

private:
    QSet<QString> m_favourites;
};

} // namespace hl::ui
