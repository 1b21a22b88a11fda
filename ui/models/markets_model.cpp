// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/models/markets_model.h"

#include "ui/common/formatters.h"
#include "ui/models/cell_text.h"
#include "ui/models/market_names.h"

namespace hl::ui {

namespace {

std::optional<Decimal> shownPrice(const MarketRow &row)
{
    return row.ctx.mark ? row.ctx.mark : row.ctx.mid;
}

std::optional<Decimal> openInterestValue(const MarketRow &row)
{
    const auto price = shownPrice(row);
    if (!row.ctx.openInterest || !price)
        return std::nullopt;
    const auto value = Decimal::mul(*row.ctx.openInterest, *price);
    return value ? std::optional(*value) : std::nullopt;
}

ColumnRange changedFigures(const market::AssetCtx &a, const market::AssetCtx &b)
{
    ColumnRange range;
    if (a.mark != b.mark || (!b.mark && a.mid != b.mid))
        range.include(MarketsModel::Mark);
    if (!range.isEmpty() || a.prevDayPx != b.prevDayPx)
        range.include(MarketsModel::Change);
    if (a.dayNtlVlm != b.dayNtlVlm)
        range.include(MarketsModel::Volume);
    if (a.funding != b.funding)
        range.include(MarketsModel::Funding);
    if (a.openInterest != b.openInterest)
        range.include(MarketsModel::OpenInterest);
    return range;
}

SortValue sortable(const std::optional<Decimal> &value)
{
    return value ? SortValue(*value) : SortValue();
}

} // namespace

MarketGroup MarketRow::group() const
{
    switch (instrument.grid.kind) {
    case MarketKind::Perp:
        return instrument.dex.empty() ? MarketGroup::Perp : MarketGroup::Dex;
    case MarketKind::Spot:
        return MarketGroup::Spot;
    case MarketKind::Outcome:
        return MarketGroup::Outcome;
    }
    return MarketGroup::Perp;
}

MarketsModel::MarketsModel(QObject *parent) : KeyedModel(parent)
{
    setColumns({
        {"market", tr("Market"), false, false, "HYPE/USDC @107"},
        {"mark", tr("Mark"), true, true, "0.009886"},
        {"change", tr("24 h"), true, true, "+12.84"},
        {"volume", tr("Volume"), true, true, "2.91 B", true},
        {"funding", tr("Funding"), true, true, "0.00132 %", true},
        {"oi", tr("Open interest"), true, true, "31.48 M", true},
        {"kind", tr("Kind"), false, false, "Outcome", true},
        {"dex", tr("Dex"), false, false, "hyna", true},
        {"collateral", tr("Collateral"), false, false, "USDC", true},
    });
}

void MarketsModel::setInstruments(const engine::InstrumentListPtr &list)
{
    std::vector<MarketRow> incoming;
    if (list) {
        incoming.reserve(list->instruments.size());
        for (const market::Instrument &instrument : list->instruments) {
            if (instrument.isDelisted)
                continue;
            MarketRow row;
            row.instrument = instrument;
            row.label = marketLabel(instrument);
            row.sortName = row.label.toLower().toStdString();
            row.isFavourite = m_favourites.contains(QString::fromStdString(instrument.coin));
            if (const int known = rowOf(instrument.coin); known >= 0)
                row.ctx = rowAt(known).ctx;
            incoming.push_back(std::move(row));
        }
    }
    reconcile(std::move(incoming));
}

void MarketsModel::setContexts(const std::vector<market::AssetCtx> &contexts)
{
    std::vector<int> known;
    std::vector<const market::AssetCtx *> fresh;
    known.reserve(contexts.size());
    fresh.reserve(contexts.size());
    for (const market::AssetCtx &ctx : contexts) {
        if (const int row = rowOf(ctx.coin); row >= 0) {
            known.push_back(row);
            fresh.push_back(&ctx);
        }
    }
    std::size_t next = 0;
    editRows(known, [&](MarketRow &row) {
        const market::AssetCtx &ctx = *fresh[next++];
        const ColumnRange range = changedFigures(row.ctx, ctx);
        row.ctx = ctx;
        return range;
    });
}

void MarketsModel::setFavourite(const std::string &coin, bool isFavourite)
{
    const QString name = QString::fromStdString(coin);
    if (m_favourites.contains(name) == isFavourite)
        return;
    if (isFavourite)
        m_favourites.insert(name);
    else
        m_favourites.remove(name);
    if (const int row = rowOf(coin); row >= 0) {
        editRows({row}, [&](MarketRow &market) {
            market.isFavourite = isFavourite;
            return ColumnRange{Market, Market};
        });
    }
    Q_EMIT favouritesChanged();
}

void MarketsModel::setFavourites(const QSet<QString> &coins)
{
    m_favourites = coins;
    std::vector<int> all(rows().size());
    for (std::size_t i = 0; i < all.size(); ++i)
        all[i] = static_cast<int>(i);
    editRows(all, [&](MarketRow &row) {
        const bool is = coins.contains(QString::fromStdString(row.instrument.coin));
        const bool differs = std::exchange(row.isFavourite, is) != is;
        return differs ? ColumnRange{Market, Market} : ColumnRange{};
    });
    Q_EMIT favouritesChanged();
}

ColumnRange MarketsModel::changedColumns(const MarketRow &before, const MarketRow &after) const
{
    ColumnRange range = changedFigures(before.ctx, after.ctx);
    if (before.label != after.label || before.isFavourite != after.isFavourite)
        range.include(Market);
    if (before.instrument.quoteToken != after.instrument.quoteToken)
        range.include(Collateral);
    return range;
}

SortValue MarketsModel::sortValue(int row, int column) const
{
    const MarketRow &r = rowAt(row);
    switch (column) {
    case Market:
        return std::string_view(r.sortName);
    case Mark:
        return sortable(shownPrice(r));
    case Change:
        return sortable(r.ctx.dayChange());
    case Volume:
        return sortable(r.ctx.dayNtlVlm);
    case Funding:
        return sortable(r.ctx.funding);
    case OpenInterest:
        return sortable(openInterestValue(r));
    case Kind:
        return static_cast<std::int64_t>(r.group());
    case Dex:
        return r.instrument.dex.empty() ? SortValue()
                                        : SortValue(std::string_view(r.instrument.dex));
    case Collateral:
        return std::string_view(r.instrument.quoteToken);
    default:
        return {};
    }
}

QString MarketsModel::text(int row, int column) const
{
    const MarketRow &r = rowAt(row);
    switch (column) {
    case Market:
        return r.label;
    case Mark: {
        const auto price = shownPrice(r);
        return price ? fmt::priceText(*price, r.instrument.grid) : fmt::none();
    }
    case Change: {
        const auto change = r.ctx.dayChange();
        return change ? fmt::signedPercent(*change).chopped(2) : fmt::none();
    }
    case Volume:
        return r.ctx.dayNtlVlm ? fmt::compact(*r.ctx.dayNtlVlm) : fmt::none();
    case Funding:
        return r.ctx.funding ? fmt::signedPercent(*r.ctx.funding, 4) : fmt::none();
    case OpenInterest: {
        const auto value = openInterestValue(r);
        return value ? fmt::compact(*value) : fmt::none();
    }
    case Kind:
        switch (r.instrument.grid.kind) {
        case MarketKind::Perp:
            return tr("Perp");
        case MarketKind::Spot:
            return tr("Spot");
        case MarketKind::Outcome:
            return tr("Outcome");
        }
        return {};
    case Dex:
        return r.instrument.dex.empty() ? fmt::none() : QString::fromStdString(r.instrument.dex);
    case Collateral:
        return QString::fromStdString(r.instrument.quoteToken);
    default:
        return {};
    }
}

QString MarketsModel::exactText(int row, int column) const
{
    const MarketRow &r = rowAt(row);
    switch (column) {
    case Market:
        return QString::fromStdString(r.instrument.coin);
    case Mark:
        return cell::exact(shownPrice(r));
    case Change:
        return cell::exact(r.ctx.dayChange());
    case Volume:
        return cell::exact(r.ctx.dayNtlVlm);
    case Funding:
        return cell::exact(r.ctx.funding);
    case OpenInterest:
        return cell::exact(openInterestValue(r));
    default: {
        const QString shown = text(row, column);
        return shown == fmt::none() ? QString() : shown;
    }
    }
}

Tone MarketsModel::tone(int row, int column) const
{
    const MarketRow &r = rowAt(row);
    switch (column) {
    case Change:
        return cell::signTone(r.ctx.dayChange());
    case Funding:
        return cell::signTone(r.ctx.funding);
    case Market:
    case Mark:
        return Tone::Text;
    default:
        return Tone::TextDim;
    }
}

QString MarketsModel::toolTip(int row, int column) const
{
    if (column != Market)
        return {};
    const market::Instrument &i = rowAt(row).instrument;
    QString tip = tr("%1 · asset id %2 · quoted in %3")
                      .arg(rowAt(row).label)
                      .arg(i.asset)
                      .arg(QString::fromStdString(i.quoteToken));
    if (!i.dex.empty())
        tip += tr(" · dex %1").arg(QString::fromStdString(i.dex));
    if (i.grid.kind == MarketKind::Spot && !i.isCanonical)
        tip += tr(" · not the venue's own listing of this ticker");
    return tip;
}

QVariant MarketsModel::key(int row) const
{
    return QString::fromStdString(rowAt(row).instrument.coin);
}

QVariant MarketsModel::ownData(int row, int, int role) const
{
    return role == FavouriteRole ? QVariant(rowAt(row).isFavourite) : QVariant();
}

} // namespace hl::ui
