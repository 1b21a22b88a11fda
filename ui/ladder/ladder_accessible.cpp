// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/ladder/ladder_accessible.h"

#include "ui/ladder/ladder_view.h"

#include <QAccessible>
#include <QAccessibleWidget>

#include <map>

namespace hl::ui {

namespace {

constexpr int kColumns = 6;

/// One cell of the rows in sight; its place in the table, not its price, is what it is: the price
/// in it changes as the rows scroll.
class LadderCellInterface final : public QAccessibleInterface, public QAccessibleTableCellInterface
{
public:
    LadderCellInterface(LadderView *view, QAccessibleInterface *table, int row, int column)
        : m_view(view)
        , m_table(table)
        , m_row(row)
        , m_column(column)
    {}

    void *interface_cast(QAccessible::InterfaceType type) override
    {
        return type == QAccessible::TableCellInterface
                   ? static_cast<QAccessibleTableCellInterface *>(this)
                   : nullptr;
    }
    bool isValid() const override { return !m_view.isNull(); }
    QObject *object() const override { return nullptr; }
    QWindow *window() const override { return nullptr; }
    QAccessibleInterface *parent() const override { return m_table; }
    QAccessibleInterface *child(int) const override { return nullptr; }
    QAccessibleInterface *childAt(int, int) const override { return nullptr; }
    int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface *) const override { return -1; }
    QRect rect() const override
    {
        if (!m_view)
            return {};
        const QRect cell = m_view->cellRect(ladderRow(), column());
        return {m_view->viewport()->mapToGlobal(cell.topLeft()), cell.size()};
    }
    QAccessible::Role role() const override { return QAccessible::Cell; }
    QAccessible::State state() const override
    {
        QAccessible::State state;
        state.readOnly = true;
        state.selectable = true;
        state.selected = m_view && m_view->cursorRow() == ladderRow();
        return state;
    }
    QString text(QAccessible::Text which) const override
    {
        if (!m_view || (which != QAccessible::Name && which != QAccessible::Value))
            return {};
        return m_view->cellWords(ladderRow(), column());
    }
    void setText(QAccessible::Text, const QString &) override {}

    bool isSelected() const override { return state().selected; }
    QList<QAccessibleInterface *> columnHeaderCells() const override { return {}; }
    QList<QAccessibleInterface *> rowHeaderCells() const override { return {}; }
    int columnIndex() const override { return m_column; }
    int rowIndex() const override { return m_row; }
    int columnExtent() const override { return 1; }
    int rowExtent() const override { return 1; }
    QAccessibleInterface *table() const override { return m_table; }

private:
    std::int64_t ladderRow() const { return m_view->topRow() - m_row; }
    LadderColumn column() const { return static_cast<LadderColumn>(m_column); }

    QPointer<LadderView> m_view;
    QAccessibleInterface *m_table;
    int m_row;
    int m_column;
};

class LadderInterface final : public QAccessibleWidget, public QAccessibleTableInterface
{
public:
    explicit LadderInterface(LadderView *view) : QAccessibleWidget(view, QAccessible::Table) {}
    ~LadderInterface() override
    {
        for (const auto &[place, id] : m_cells)
            QAccessible::deleteAccessibleInterface(id);
    }

    void *interface_cast(QAccessible::InterfaceType type) override
    {
        return type == QAccessible::TableInterface ? static_cast<QAccessibleTableInterface *>(this)
                                                   : QAccessibleWidget::interface_cast(type);
    }
    int childCount() const override { return rowCount() * kColumns; }
    QAccessibleInterface *child(int index) const override
    {
        return cellAt(index / kColumns, index % kColumns);
    }
    int indexOfChild(const QAccessibleInterface *child) const override
    {
        const auto *cell = dynamic_cast<const LadderCellInterface *>(child);
        return cell ? cell->rowIndex() * kColumns + cell->columnIndex() : -1;
    }
    QAccessibleInterface *childAt(int x, int y) const override
    {
        const QPoint pos = view()->viewport()->mapFromGlobal(QPoint(x, y));
        const auto row = view()->rowAt(pos.y());
        const auto column = view()->columnAt(pos.x());
        if (!row || column == LadderColumn::None)
            return nullptr;
        return cellAt(static_cast<int>(view()->topRow() - *row), static_cast<int>(column));
    }

    QAccessibleInterface *caption() const override { return nullptr; }
    QAccessibleInterface *summary() const override { return nullptr; }
    QAccessibleInterface *cellAt(int row, int column) const override
    {
        if (row < 0 || row >= rowCount() || column < 0 || column >= kColumns)
            return nullptr;
        const auto [it, isNew] = m_cells.try_emplace({row, column}, 0U);
        if (isNew)
            it->second = QAccessible::registerAccessibleInterface(new LadderCellInterface(
                view(), const_cast<LadderInterface *>(this), row, column)); // NOLINT
        return QAccessible::accessibleInterface(it->second);
    }
    int selectedCellCount() const override { return selectedRow() ? kColumns : 0; }
    QList<QAccessibleInterface *> selectedCells() const override
    {
        QList<QAccessibleInterface *> cells;
        if (const auto row = selectedRow()) {
            for (int column = 0; column < kColumns; ++column)
                cells << cellAt(*row, column);
        }
        return cells;
    }
    QString columnDescription(int column) const override
    {
        switch (static_cast<LadderColumn>(column)) {
        case LadderColumn::OwnBuys:
            return LadderView::tr("own buys");
        case LadderColumn::Bids:
            return LadderView::tr("bids");
        case LadderColumn::Price:
            return LadderView::tr("price");
        case LadderColumn::Asks:
            return LadderView::tr("asks");
        case LadderColumn::OwnSells:
            return LadderView::tr("own sells");
        case LadderColumn::Traded:
            return LadderView::tr("traded");
        case LadderColumn::None:
            break;
        }
        return {};
    }
    QString rowDescription(int row) const override
    {
        return view()->cellWords(view()->topRow() - row, LadderColumn::Price);
    }
    int selectedColumnCount() const override { return 0; }
    int selectedRowCount() const override { return selectedRow() ? 1 : 0; }
    int columnCount() const override { return kColumns; }
    int rowCount() const override { return view()->visibleRows(); }
    QList<int> selectedColumns() const override { return {}; }
    QList<int> selectedRows() const override
    {
        const auto row = selectedRow();
        return row ? QList<int>{*row} : QList<int>{};
    }
    bool isColumnSelected(int) const override { return false; }
    bool isRowSelected(int row) const override { return selectedRow() == row; }
    bool selectRow(int) override { return false; }
    bool selectColumn(int) override { return false; }
    bool unselectRow(int) override { return false; }
    bool unselectColumn(int) override { return false; }
    void modelChange(QAccessibleTableModelChangeEvent *) override {}

private:
    LadderView *view() const { return static_cast<LadderView *>(widget()); }
    std::optional<int> selectedRow() const
    {
        const auto cursor = view()->cursorRow();
        if (!cursor)
            return std::nullopt;
        const std::int64_t row = view()->topRow() - *cursor;
        return row >= 0 && row < rowCount() ? std::optional(static_cast<int>(row)) : std::nullopt;
    }

    mutable std::map<std::pair<int, int>, QAccessible::Id> m_cells;
};

QAccessibleInterface *makeInterface(const QString &, QObject *object)
{
    auto *view = qobject_cast<LadderView *>(object);
    return view ? new LadderInterface(view) : nullptr;
}

} // namespace

void installLadderAccessibility()
{
    static const bool isInstalled = [] {
        QAccessible::installFactory(makeInterface);
        return true;
    }();
    Q_UNUSED(isInstalled)
}

} // namespace hl::ui
