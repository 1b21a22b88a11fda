// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/models/table_proxy.h"

#include <QByteArrayList>
#include <QSet>
#include <QTableView>

class QMenu;

namespace hl::ui {

/// A table of the window: fixed row height, columns as wide as their widest usual text, sorting by
/// the header (a third click gives the model's own order back), columns chosen from the header's
/// menu, Ctrl+C as tab-separated exact values. Rows keep their place on the screen while the
/// pointer is on them or the table is scrolled.
class TableView final : public QTableView
{
    Q_OBJECT

public:
    explicit TableView(TableProxy &proxy, QWidget *parent = nullptr);

    TableProxy &proxy() const { return *m_proxy; }

    /// Shown columns in the order on screen.
    QList<int> shownColumns() const;
    bool isColumnShown(int column) const { return !isColumnHidden(column); }
    void setColumnShown(int column, bool isShown);
    /// Column layout, for settings; a state of another version is ignored.
    QByteArray saveLayout() const;
    void restoreLayout(const QByteArray &state);

    QList<int> selectedRows() const; ///< of the proxy, ascending
    void copySelection() const;
    QByteArray csv() const;
    /// Adds a checkable entry for each column that can be hidden.
    void fillColumnMenu(QMenu &menu);
    /// Copy and columns: the menu of a table that only shows.
    void popupMenu(const QPoint &pos);

Q_SIGNALS:
    /// Delete was pressed with these rows selected (never by auto-repeat).
    void deletePressed();
    /// Return was pressed on, or a double click went to, a row of the proxy.
    void rowActivated(int row);
    void layoutEdited();

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    bool viewportEvent(QEvent *event) override;
    void rowsInserted(const QModelIndex &parent, int first, int last) override;
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    void sizeColumns();
    int sampleWidth(int column) const;
    void makeRoom();
    void applyTheme();
    void cycleSort(int column);
    void restoreColumns(const QByteArrayList &columns, const QByteArrayList &sort);
    void setHoverRow(int row);

    TableProxy *m_proxy;
    int m_sortColumn = -1;
    Qt::SortOrder m_sortOrder = Qt::AscendingOrder;
    int m_hoverRow = -1;
    bool m_returnsToTop = false;
    QSet<int> m_hiddenByUser;
};

} // namespace hl::ui
