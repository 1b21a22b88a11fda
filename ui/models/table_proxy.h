// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/models/table_model.h"

#include <QSortFilterProxyModel>

namespace hl::ui {

/// Sorts a TableModel by its exact values; blanks last whichever way. Filters by text anywhere in
/// the shown cells (each word must be found).
class TableProxy : public QSortFilterProxyModel
{
    Q_OBJECT

public:
    explicit TableProxy(TableModel &source, QObject *parent = nullptr);

    TableModel &table() const { return *m_table; }
    void setFilterText(const QString &text);
    QString filterText() const { return m_words.join(QLatin1Char(' ')); }

    /// Puts rows back into the model's own order.
    void clearSort() { sort(-1); }

protected:
    bool lessThan(const QModelIndex &left, const QModelIndex &right) const override;
    bool filterAcceptsRow(int row, const QModelIndex &parent) const override;
    /// What else a row must be.
    virtual bool acceptsRow(int) const { return true; }

private:
    TableModel *m_table;
    QStringList m_words;
};

class OrdersModel;
class MarketsModel;

/// Either the orders that may still act, or those that ended.
class OrdersProxy final : public TableProxy
{
    Q_OBJECT

public:
    enum class Show { Open, Ended };
    OrdersProxy(OrdersModel &source, Show show, QObject *parent = nullptr);

protected:
    bool acceptsRow(int row) const override;

private:
    OrdersModel *m_orders;
    Show m_show;
};

/// One tab of the markets list.
class MarketsProxy final : public TableProxy
{
    Q_OBJECT

public:
    enum class Tab { Favourites, Perps, Dex, Spot, Outcomes };
    explicit MarketsProxy(MarketsModel &source, QObject *parent = nullptr);

    Tab tab() const { return m_tab; }
    /// `dex` names the dex of Tab::Dex; empty means all of them.
    void setTab(Tab tab, const std::string &dex = {});

protected:
    bool acceptsRow(int row) const override;
    /// A search looks through every market, whatever the tab.
    bool filterAcceptsRow(int row, const QModelIndex &parent) const override;

private:
    MarketsModel *m_markets;
    Tab m_tab = Tab::Perps;
    std::string m_dex;
};

} // namespace hl::ui
