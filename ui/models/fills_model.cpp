// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/models/fills_model.h"

#include "ui/common/formatters.h"
#include "ui/models/cell_text.h"

#include <algorithm>

namespace hl::ui {

namespace {

bool isEarlier(const model::Fill &a, const model::Fill &b)
{
    return a.time != b.time ? a.time < b.time : a.tid < b.tid;
}

Decimal valueOf(const model::Fill &fill)
{
    return toDecimal(fill.px * fill.sz, fill.grid);
}

} // namespace

FillsModel::FillsModel(QObject *parent) : TableModel(parent)
{
    setColumns({
        {"time", tr("Time"), false, true, "20:21:43.812"},
        {"market", tr("Market"), false, false, "HYPE/USDC @107"},
        {"side", tr("Side"), false, false, "sell"},
        {"price", tr("Price"), true, true, "110,143.5"},
        {"size", tr("Size"), true, true, "1,000.0500"},
        {"value", tr("Value"), true, true, "105,507.15"},
        {"fee", tr("Fee"), true, true, "0.826073"},
        {"feeToken", tr("Fee token"), false, false, "USDC"},
        {"closedPnl", tr("Closed PnL"), true, true, "+10,123.45"},
        {"role", tr("Role"), false, false, "liquidation"},
        {"direction", tr("Direction"), false, false, "Close Short", false, false, true},
        {"oid", tr("oid"), true, true, "383568041099", true},
        {"tid", tr("tid"), true, true, "1033123456789012", true},
    });
}

void FillsModel::setInstruments(const engine::InstrumentListPtr &list)
{
    m_names.setInstruments(list);
    if (!m_fills.empty())
        Q_EMIT dataChanged(index(0, Market), index(rowCount() - 1, Market));
}

void FillsModel::addFills(const std::vector<model::Fill> &fills)
{
    std::vector<model::Fill> fresh;
    fresh.reserve(fills.size());
    for (const model::Fill &fill : fills) {
        if (m_known.insert(fill.tid).second)
            fresh.push_back(fill);
    }
    std::stable_sort(fresh.begin(), fresh.end(), isEarlier);
    // Runs that belong at one place are told as one insertion; live fills are one run at the end.
    for (std::size_t i = 0; i < fresh.size();) {
        const auto at = std::upper_bound(m_fills.begin(), m_fills.end(), fresh[i], isEarlier);
        std::size_t end = i + 1;
        while (end < fresh.size() && (at == m_fills.end() || isEarlier(fresh[end], *at)))
            ++end;
        const int count = static_cast<int>(end - i);
        const int firstRow = static_cast<int>(m_fills.end() - at);
        beginInsertRows({}, firstRow, firstRow + count - 1);
        const auto from = fresh.begin() + static_cast<std::ptrdiff_t>(i);
        m_fills.insert(at, std::make_move_iterator(from), std::make_move_iterator(from + count));
        endInsertRows();
        i = end;
    }
}

void FillsModel::clear()
{
    if (m_fills.empty())
        return;
    beginRemoveRows({}, 0, rowCount() - 1);
    m_fills.clear();
    m_known.clear();
    endRemoveRows();
}

int FillsModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_fills.size());
}

const model::Fill &FillsModel::fillAt(int row) const
{
    return m_fills[m_fills.size() - 1 - static_cast<std::size_t>(row)];
}

SortValue FillsModel::sortValue(int row, int column) const
{
    const model::Fill &f = fillAt(row);
    switch (column) {
    case Time:
        return static_cast<std::int64_t>(f.time);
    case Market:
        return std::string_view(f.coin);
    case Side:
        return static_cast<std::int64_t>(f.side);
    case Price:
        return toDecimal(f.px, f.grid);
    case Size:
        return toDecimal(f.sz, f.grid);
    case Value:
        return valueOf(f);
    case Fee:
        return f.fee;
    case FeeToken:
        return std::string_view(f.feeToken);
    case ClosedPnl:
        return f.closedPnl;
    case Role:
        return static_cast<std::int64_t>(f.isLiquidation ? 2 : (f.isTaker ? 1 : 0));
    case Direction:
        return std::string_view(f.dir);
    case VenueId:
        return static_cast<std::int64_t>(f.oid);
    case TradeId:
        return static_cast<std::int64_t>(f.tid);
    default:
        return {};
    }
}

QString FillsModel::text(int row, int column) const
{
    const model::Fill &f = fillAt(row);
    switch (column) {
    case Time:
        return fmt::timeTextMs(f.time);
    case Market:
        return m_names.label(f.coin);
    case Side:
        return cell::side(f.side);
    case Price:
        return fmt::pxText(f.px, f.grid);
    case Size:
        return fmt::szText(f.sz, f.grid);
    case Value:
        return fmt::money(valueOf(f));
    case Fee:
        return fmt::decimalText(f.fee, 6);
    case FeeToken:
        return QString::fromStdString(f.feeToken);
    case ClosedPnl:
        return f.closedPnl.isZero() ? fmt::none() : fmt::signedMoney(f.closedPnl);
    case Role:
        if (f.isLiquidation)
            return tr("liquidation");
        return f.isTaker ? tr("taker") : tr("maker");
    case Direction:
        return QString::fromStdString(f.dir);
    case VenueId:
        return QString::number(f.oid);
    case TradeId:
        return QString::number(f.tid);
    default:
        return {};
    }
}

QString FillsModel::exactText(int row, int column) const
{
    const model::Fill &f = fillAt(row);
    switch (column) {
    case Time:
        return cell::isoTime(f.time);
    case Market:
        return QString::fromStdString(f.coin);
    case Price:
        return QString::fromStdString(hl::pxText(f.px, f.grid));
    case Size:
        return QString::fromStdString(hl::szText(f.sz, f.grid));
    case Value:
        return cell::exact(valueOf(f));
    case Fee:
        return cell::exact(f.fee);
    case ClosedPnl:
        return cell::exact(f.closedPnl);
    default:
        return text(row, column);
    }
}

Tone FillsModel::tone(int row, int column) const
{
    const model::Fill &f = fillAt(row);
    switch (column) {
    case Side:
        return cell::sideTone(f.side);
    case ClosedPnl:
        return f.closedPnl.isZero() ? Tone::TextFaint : cell::signTone(f.closedPnl);
    case Role:
        return f.isLiquidation ? Tone::Ask : Tone::TextDim;
    case Time:
    case FeeToken:
    case Direction:
    case VenueId:
    case TradeId:
        return Tone::TextDim;
    default:
        return Tone::Text;
    }
}

QString FillsModel::toolTip(int row, int column) const
{
    const model::Fill &f = fillAt(row);
    switch (column) {
    case Time:
        return cell::isoTime(f.time);
    case Fee:
        return tr("%1 %2").arg(fmt::decimalText(f.fee), QString::fromStdString(f.feeToken));
    default:
        return {};
    }
}

QVariant FillsModel::key(int row) const
{
    return QVariant::fromValue<qulonglong>(fillAt(row).tid);
}

} // namespace hl::ui
