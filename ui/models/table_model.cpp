// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/models/table_model.h"

namespace hl::ui {

namespace {

template <class T>
int threeWay(const T &a, const T &b)
{
    return a < b ? -1 : (b < a ? 1 : 0);
}

QVariant toVariant(const SortValue &value)
{
    if (const auto *number = std::get_if<std::int64_t>(&value))
        return QVariant::fromValue<qlonglong>(*number);
    if (const auto *decimal = std::get_if<Decimal>(&value))
        return QVariant::fromValue(*decimal);
    if (const auto *string = std::get_if<std::string_view>(&value))
        return QString::fromUtf8(string->data(), static_cast<qsizetype>(string->size()));
    return {};
}

} // namespace

int compareSortValues(const SortValue &a, const SortValue &b)
{
    if (a.index() != b.index())
        return threeWay(a.index(), b.index());
    if (const auto *number = std::get_if<std::int64_t>(&a))
        return threeWay(*number, std::get<std::int64_t>(b));
    if (const auto *decimal = std::get_if<Decimal>(&a))
        return threeWay(*decimal, std::get<Decimal>(b));
    if (const auto *string = std::get_if<std::string_view>(&a))
        return threeWay(*string, std::get<std::string_view>(b));
    return 0;
}

int TableModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_columns.size());
}

QString TableModel::exactText(int row, int column) const
{
    return text(row, column);
}

QVariant TableModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const int row = index.row();
    const int column = index.column();
    const ColumnSpec &spec = m_columns[static_cast<std::size_t>(column)];
    switch (role) {
    case Qt::DisplayRole:
        return text(row, column);
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(Qt::Alignment(spec.isNumber ? Qt::AlignRight : Qt::AlignLeft) |
                                   Qt::AlignVCenter);
    case Qt::ToolTipRole: {
        const QString tip = toolTip(row, column);
        return tip.isEmpty() ? QVariant() : QVariant(tip);
    }
    case Qt::AccessibleTextRole:
        return spec.title.isEmpty() ? text(row, column)
                                    : QString(spec.title + QLatin1Char(' ') + text(row, column));
    case SortRole:
        return toVariant(sortValue(row, column));
    case KeyRole:
        return key(row);
    case ToneRole:
        return static_cast<int>(tone(row, column));
    case ExactRole:
        return exactText(row, column);
    default:
        return role >= FirstOwnRole ? ownData(row, column, role) : QVariant();
    }
}

QVariant TableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 ||
        section >= static_cast<int>(m_columns.size()))
        return {};
    const ColumnSpec &spec = m_columns[static_cast<std::size_t>(section)];
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
        return spec.title;
    case KeyRole:
        return QString::fromLatin1(spec.id);
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(Qt::Alignment(spec.isNumber ? Qt::AlignRight : Qt::AlignLeft) |
                                   Qt::AlignVCenter);
    default:
        return {};
    }
}

} // namespace hl::ui
