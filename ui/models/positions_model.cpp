// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/models/positions_model.h"

#include "ui/common/formatters.h"
#include "ui/models/cell_text.h"

namespace hl::ui {

namespace {

/// Figures of a market that is not margined in USDC say so, each of them.
QString inCollateral(const QString &figure, const model::Position &position)
{
    return position.collateral == "USDC"
               ? figure
               : figure + QLatin1Char(' ') + QString::fromStdString(position.collateral);
}

QString exact(const Decimal &value)
{
    return QString::fromStdString(value.toString());
}

} // namespace

Decimal PositionRow::pnl() const
{
    if (!mark)
        return position.unrealizedPnl;
    const auto move = Decimal::sub(*mark, position.entryPx);
    if (!move)
        return position.unrealizedPnl;
    const auto pnl = Decimal::mul(toDecimal(position.szi, position.grid), *move);
    return pnl ? *pnl : position.unrealizedPnl;
}

std::optional<Decimal> PositionRow::liquidationDistance() const
{
    if (!mark || !position.liquidationPx || mark->isZero())
        return std::nullopt;
    const auto distance =
        Decimal::div((*mark - *position.liquidationPx).abs(), *mark, 6, Rounding::HalfEven);
    return distance ? std::optional(*distance) : std::nullopt;
}

PositionsModel::PositionsModel(QObject *parent) : KeyedModel(parent)
{
    setColumns({
        {"market", tr("Market"), false, false, "HYPE/USDC @107"},
        {"side", tr("Side"), false, false, "short"},
        {"size", tr("Size"), true, true, "1,000.0500"},
        {"value", tr("Value"), true, true, "105,507.15"},
        {"entry", tr("Entry"), true, true, "110,143.5"},
        {"mark", tr("Mark"), true, true, "110,143.5"},
        {"pnl", tr("PnL"), true, true, "+10,123.45"},
        {"return", tr("Return"), true, true, "+123.45 %"},
        {"liquidation", tr("Liquidation"), true, true, "110,143.5"},
        {"distance", tr("Distance"), true, true, "10.70 %"},
        {"margin", tr("Margin"), true, true, "10,550.72"},
        {"leverage", tr("Leverage"), false, false, "10× isolated"},
        {"funding", tr("Funding"), true, true, "+123.45"},
        {"actions", QString(), true, false, "close"},
    });
}

void PositionsModel::setInstruments(const engine::InstrumentListPtr &list)
{
    m_names.setInstruments(list);
    std::vector<int> all(rows().size());
    for (std::size_t i = 0; i < all.size(); ++i)
        all[i] = static_cast<int>(i);
    editRows(all, [this](PositionRow &row) {
        const QString label = m_names.label(row.position.coin);
        const bool differs = std::exchange(row.market, label) != label;
        return differs ? ColumnRange{Market, Market} : ColumnRange{};
    });
}

void PositionsModel::setPositions(const std::vector<model::Position> &positions)
{
    std::vector<PositionRow> incoming;
    incoming.reserve(positions.size());
    for (const model::Position &position : positions) {
        if (position.szi.lots == 0)
            continue;
        PositionRow row{position, std::nullopt, m_names.label(position.coin)};
        if (const auto it = m_marks.find(position.coin); it != m_marks.end())
            row.mark = it->second;
        incoming.push_back(std::move(row));
    }
    reconcile(std::move(incoming));
}

void PositionsModel::setContexts(const std::vector<market::AssetCtx> &contexts)
{
    std::vector<int> known;
    std::vector<Decimal> marks;
    for (const market::AssetCtx &ctx : contexts) {
        if (!ctx.mark)
            continue;
        m_marks.insert_or_assign(ctx.coin, *ctx.mark);
        if (const int row = rowOf(ctx.coin); row >= 0) {
            known.push_back(row);
            marks.push_back(*ctx.mark);
        }
    }
    std::size_t next = 0;
    editRows(known, [&](PositionRow &row) {
        const Decimal &mark = marks[next++];
        if (row.mark == mark)
            return ColumnRange{};
        row.mark = mark;
        return ColumnRange{Value, Distance};
    });
}

SortValue PositionsModel::sortValue(int row, int column) const
{
    const PositionRow &r = rowAt(row);
    const model::Position &p = r.position;
    switch (column) {
    case Market:
        return std::string_view(p.coin);
    case Side:
        return static_cast<std::int64_t>(p.szi.lots < 0);
    case Size:
        return toDecimal(p.szi, p.grid).abs();
    case Value:
        return p.positionValue;
    case Entry:
        return p.entryPx;
    case Mark:
        return r.mark ? SortValue(*r.mark) : SortValue();
    case Pnl:
        return r.pnl();
    case Return:
        return p.returnOnEquity;
    case Liquidation:
        return p.liquidationPx ? SortValue(*p.liquidationPx) : SortValue();
    case Distance: {
        const auto distance = r.liquidationDistance();
        return distance ? SortValue(*distance) : SortValue();
    }
    case Margin:
        return p.marginUsed;
    case Leverage:
        return static_cast<std::int64_t>(p.leverage);
    case Funding:
        return p.fundingSinceOpen;
    default:
        return {};
    }
}

QString PositionsModel::text(int row, int column) const
{
    const PositionRow &r = rowAt(row);
    const model::Position &p = r.position;
    switch (column) {
    case Market:
        return r.market;
    case Side:
        return p.szi.lots < 0 ? tr("short") : tr("long");
    case Size:
        return fmt::szText(Sz{p.szi.lots < 0 ? -p.szi.lots : p.szi.lots}, p.grid);
    case Value: {
        const Decimal value =
            r.mark ? (toDecimal(p.szi, p.grid) * *r.mark).abs() : p.positionValue.abs();
        return inCollateral(fmt::money(value), p);
    }
    case Entry:
        return fmt::priceText(p.entryPx, p.grid);
    case Mark:
        return r.mark ? fmt::priceText(*r.mark, p.grid) : fmt::none();
    case Pnl:
        return inCollateral(fmt::signedMoney(r.pnl()), p);
    case Return:
        return fmt::signedPercent(p.returnOnEquity, 2);
    case Liquidation:
        return p.liquidationPx ? fmt::priceText(*p.liquidationPx, p.grid) : tr("none");
    case Distance: {
        const auto distance = r.liquidationDistance();
        return distance ? fmt::percent(*distance, 2) : fmt::none();
    }
    case Margin:
        return inCollateral(fmt::money(p.marginUsed), p);
    case Leverage:
        return (p.isCross ? tr("%1× cross") : tr("%1× isolated")).arg(p.leverage);
    case Funding:
        // The venue counts what was paid; a table of gains shows what was received.
        return inCollateral(fmt::signedMoney(-p.fundingSinceOpen), p);
    case Actions:
        return tr("reverse") + QLatin1Char('\t') + tr("break-even") + QLatin1Char('\t') +
               tr("close");
    default:
        return {};
    }
}

QString PositionsModel::exactText(int row, int column) const
{
    const PositionRow &r = rowAt(row);
    const model::Position &p = r.position;
    switch (column) {
    case Market:
        return QString::fromStdString(p.coin);
    case Size:
        return QString::fromStdString(szText(p.szi, p.grid));
    case Value:
        return exact(p.positionValue);
    case Entry:
        return exact(p.entryPx);
    case Mark:
        return cell::exact(r.mark);
    case Pnl:
        return exact(r.pnl());
    case Return:
        return exact(p.returnOnEquity);
    case Liquidation:
        return cell::exact(p.liquidationPx);
    case Distance:
        return cell::exact(r.liquidationDistance());
    case Margin:
        return exact(p.marginUsed);
    case Funding:
        return exact(-p.fundingSinceOpen);
    case Actions:
        return {};
    default:
        return text(row, column);
    }
}

Tone PositionsModel::tone(int row, int column) const
{
    const PositionRow &r = rowAt(row);
    switch (column) {
    case Side:
    case Size:
        return r.position.szi.lots < 0 ? Tone::Ask : Tone::Bid;
    case Pnl:
        return cell::signTone(r.pnl());
    case Return:
        return cell::signTone(r.position.returnOnEquity);
    case Funding:
        return cell::signTone(-r.position.fundingSinceOpen);
    case Leverage:
        return Tone::TextDim;
    default:
        return Tone::Text;
    }
}

QString PositionsModel::toolTip(int row, int column) const
{
    const model::Position &p = rowAt(row).position;
    switch (column) {
    case Liquidation:
        return p.liquidationPx ? QString()
                               : tr("None at current equity: no price of this market alone would "
                                    "liquidate the account as it stands now.");
    case Margin:
    case Value:
    case Pnl:
        return tr("In %1").arg(QString::fromStdString(p.collateral));
    case Leverage:
        return p.maxLeverage > 0 ? tr("At most %1×").arg(p.maxLeverage) : QString();
    default:
        return {};
    }
}

QVariant PositionsModel::key(int row) const
{
    return QString::fromStdString(rowAt(row).position.coin);
}

} // namespace hl::ui
