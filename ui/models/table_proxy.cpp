// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/models/table_proxy.h"

#include "ui/models/markets_model.h"
#include "ui/models/orders_model.h"

#include <algorithm>

namespace hl::ui {

TableProxy::TableProxy(TableModel &source, QObject *parent)
    : QSortFilterProxyModel(parent)
    , m_table(&source)
{
    setDynamicSortFilter(true);
    setSourceModel(&source);
}

void TableProxy::setFilterText(const QString &text)
{
    const QStringList words = text.simplified().split(QLatin1Char(' '), Qt::SkipEmptyParts);
    if (words == m_words)
        return;
    m_words = words;
    invalidateFilter();
}

bool TableProxy::lessThan(const QModelIndex &left, const QModelIndex &right) const
{
    const SortValue a = m_table->sortValue(left.row(), left.column());
    const SortValue b = m_table->sortValue(right.row(), right.column());
    const bool aBlank = std::holds_alternative<std::monostate>(a);
    const bool bBlank = std::holds_alternative<std::monostate>(b);
    if (aBlank != bBlank)
        return sortOrder() == Qt::AscendingOrder ? bBlank : aBlank;
    if (const int order = compareSortValues(a, b); order != 0)
        return order < 0;
    // Equal rows keep the model's order either way.
    return sortOrder() == Qt::AscendingOrder ? left.row() < right.row() : left.row() > right.row();
}

bool TableProxy::filterAcceptsRow(int row, const QModelIndex &) const
{
    if (!acceptsRow(row))
        return false;
    for (const QString &word : m_words) {
        bool found = false;
        for (int column = 0; column < m_table->columnCount() && !found; ++column) {
            const QModelIndex cell = m_table->index(row, column);
            found = cell.data(Qt::DisplayRole).toString().contains(word, Qt::CaseInsensitive) ||
                    cell.data(TableModel::ExactRole).toString().contains(word, Qt::CaseInsensitive);
        }
        if (!found)
            return false;
    }
    return true;
}

OrdersProxy::OrdersProxy(OrdersModel &source, Show show, QObject *parent)
    : TableProxy(source, parent)
    , m_orders(&source)
    , m_show(show)
{
    invalidateFilter();
}

bool OrdersProxy::acceptsRow(int row) const
{
    return model::isTerminal(m_orders->orderAt(row).phase) == (m_show == Show::Ended);
}

MarketsProxy::MarketsProxy(MarketsModel &source, QObject *parent)
    : TableProxy(source, parent)
    , m_markets(&source)
{
    invalidateFilter();
}

void MarketsProxy::setTab(Tab tab, const std::string &dex)
{
    if (tab == m_tab && dex == m_dex)
        return;
    m_tab = tab;
    m_dex = dex;
    invalidateFilter();
}

bool MarketsProxy::filterAcceptsRow(int row, const QModelIndex &parent) const
{
    if (filterText().isEmpty())
        return TableProxy::filterAcceptsRow(row, parent);
    const QString &label = m_markets->rowAt(row).label;
    const QStringList words = filterText().split(QLatin1Char(' '));
    return std::all_of(words.begin(), words.end(), [&](const QString &word) {
        return label.contains(word, Qt::CaseInsensitive);
    });
}

bool MarketsProxy::acceptsRow(int row) const
{
    const MarketRow &market = m_markets->rowAt(row);
    switch (m_tab) {
    case Tab::Favourites:
        return market.isFavourite;
    case Tab::Perps:
        return market.group() == MarketGroup::Perp;
    case Tab::Dex:
        return market.group() == MarketGroup::Dex &&
               (m_dex.empty() || market.instrument.dex == m_dex);
    case Tab::Spot:
        return market.group() == MarketGroup::Spot;
    case Tab::Outcomes:
        return market.group() == MarketGroup::Outcome;
    }
    return true;
}

} // namespace hl::ui
