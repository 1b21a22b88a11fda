// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/history/history_model.h"

#include "ui/common/formatters.h"
#include "ui/models/cell_text.h"

namespace hl::ui {

HistoryModel::HistoryModel(QObject *parent) : TableModel(parent)
{
    setColumns({
        {"time", tr("Time"), false, true, "2026-11-30 20:21:43"},
        {"coin", tr("Market or to"), false, false, "HYPE/USDC"},
        {"what", tr("What"), false, false, "Short > Long"},
        {"px", tr("Price or rate"), true, true, "110,143.25"},
        {"sz", tr("Size"), true, true, "123.0500"},
        {"amount", tr("Amount"), true, true, "-12,345.6789"},
        {"token", tr("Token"), false, false, "USDC"},
        {"fee", tr("Fee"), true, true, "0.123456"},
        {"id", tr("Id"), false, true, "0x1234567890abcdef", false, false, true},
    });
}

void HistoryModel::clear()
{
    if (m_rows.empty())
        return;
    beginRemoveRows({}, 0, rowCount() - 1);
    m_rows.clear();
    endRemoveRows();
}

void HistoryModel::append(const std::vector<engine::HistoryRow> &rows)
{
    if (rows.empty())
        return;
    beginInsertRows({}, rowCount(), rowCount() + static_cast<int>(rows.size()) - 1);
    m_rows.insert(m_rows.end(), rows.begin(), rows.end());
    endInsertRows();
}

int HistoryModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

const engine::HistoryRow &HistoryModel::rowAt(int row) const
{
    return m_rows[static_cast<std::size_t>(row)];
}

const std::string &HistoryModel::field(const engine::HistoryRow &row, int column)
{
    static const std::string nothing;
    switch (column) {
    case Coin:
        return row.coin;
    case What:
        return row.what;
    case Px:
        return row.px;
    case Sz:
        return row.sz;
    case Amount:
        return row.amount;
    case Token:
        return row.token;
    case Fee:
        return row.fee;
    case Id:
        return row.id;
    default:
        return nothing;
    }
}

SortValue HistoryModel::sortValue(int row, int column) const
{
    const engine::HistoryRow &r = rowAt(row);
    switch (column) {
    case Time:
        return static_cast<std::int64_t>(r.time);
    case Px:
    case Sz:
    case Amount:
    case Fee:
        if (const auto number = Decimal::parse(field(r, column)))
            return *number;
        return {};
    default:
        return std::string_view(field(r, column));
    }
}

QString HistoryModel::text(int row, int column) const
{
    const engine::HistoryRow &r = rowAt(row);
    if (column == Time)
        return fmt::dateTimeText(r.time);
    QString words = QString::fromStdString(field(r, column));
    if (column == Fee && !words.isEmpty() && !r.feeToken.empty() && r.feeToken != "USDC")
        words += QLatin1Char(' ') + QString::fromStdString(r.feeToken);
    return words;
}

QString HistoryModel::exactText(int row, int column) const
{
    if (column == Time)
        return cell::isoTime(rowAt(row).time);
    return QString::fromStdString(field(rowAt(row), column));
}

Tone HistoryModel::tone(int row, int column) const
{
    const std::string &words = field(rowAt(row), column);
    if (column == Amount && words.starts_with('-'))
        return Tone::Ask;
    return column == Time || column == Id ? Tone::TextDim : Tone::Text;
}

QVariant HistoryModel::key(int row) const
{
    const engine::HistoryRow &r = rowAt(row);
    return QString::fromStdString(r.id + '/' + r.coin + '/' + std::to_string(r.time));
}

} // namespace hl::ui
