// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/tables/table_view.h"

#include "ui/common/theme.h"
#include "ui/delegates/cell_delegate.h"
#include "ui/tables/csv.h"

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>

#include <vector>

namespace hl::ui {

namespace {

constexpr int kLayoutVersion = 2;

} // namespace

TableView::TableView(TableProxy &proxy, QWidget *parent) : QTableView(parent), m_proxy(&proxy)
{
    setModel(&proxy);
    setItemDelegate(new CellDelegate(this));
    setShowGrid(false);
    setAlternatingRowColors(true);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setSelectionMode(QAbstractItemView::ExtendedSelection);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    setVerticalScrollMode(QAbstractItemView::ScrollPerItem);
    setWordWrap(false);
    setMouseTracking(true);
    setTabKeyNavigation(false);
    setContextMenuPolicy(Qt::CustomContextMenu);
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);

    QHeaderView *header = horizontalHeader();
    header->setSectionsMovable(true);
    header->setSectionsClickable(true);
    header->setHighlightSections(false);
    header->setSortIndicatorShown(true);
    header->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(header, &QHeaderView::sectionClicked, this, &TableView::cycleSort);
    connect(header, &QHeaderView::sectionMoved, this, &TableView::layoutEdited);
    connect(header, &QWidget::customContextMenuRequested, this, [this](const QPoint &pos) {
        auto *menu = new QMenu(this);
        menu->setAttribute(Qt::WA_DeleteOnClose);
        fillColumnMenu(*menu);
        menu->popup(horizontalHeader()->mapToGlobal(pos));
    });
    connect(this, &QAbstractItemView::doubleClicked, this,
            [this](const QModelIndex &index) { Q_EMIT rowActivated(index.row()); });

    const auto &columns = m_proxy->table().columns();
    bool hasElastic = false;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        setColumnHidden(static_cast<int>(i), columns[i].isOptional);
        if (columns[i].isElastic)
            header->setSectionResizeMode(static_cast<int>(i), QHeaderView::Stretch);
        hasElastic = hasElastic || columns[i].isElastic;
    }
    // Actions stand at the right edge; figures stay beside their names.
    header->setStretchLastSection(!hasElastic && columns.back().title.isEmpty());
    header->setSortIndicator(-1, Qt::AscendingOrder);
    applyTheme();
    connect(&Theme::instance(), &Theme::changed, this, &TableView::applyTheme);
}

void TableView::applyTheme()
{
    // The minimum first: the default is never set below it.
    verticalHeader()->setMinimumSectionSize(Theme::instance().rowHeight());
    verticalHeader()->setDefaultSectionSize(Theme::instance().rowHeight());
    sizeColumns();
}

int TableView::sampleWidth(int column) const
{
    const Theme &theme = Theme::instance();
    const ColumnSpec &spec = m_proxy->table().columns()[static_cast<std::size_t>(column)];
    const bool isDigits = spec.isNumber || spec.isMono;
    const QFontMetrics metrics(theme.font(isDigits        ? FontRole::Digits
                                          : spec.isStrong ? FontRole::TextStrong
                                                          : FontRole::Text));
    const QFontMetrics label(theme.font(FontRole::Label));
    const int sample = metrics.horizontalAdvance(QString::fromUtf8(spec.sample));
    const int title = label.horizontalAdvance(spec.title) + 12; // the sort arrow
    return std::max(sample, title) + 2 * CellDelegate::kMargin + 4;
}

void TableView::sizeColumns()
{
    const auto &columns = m_proxy->table().columns();
    for (std::size_t i = 0; i < columns.size(); ++i) {
        if (!columns[i].isElastic)
            setColumnWidth(static_cast<int>(i), sampleWidth(static_cast<int>(i)));
    }
    makeRoom();
}

void TableView::makeRoom()
{
    const auto &columns = m_proxy->table().columns();
    int wanted = 0;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const int column = static_cast<int>(i);
        if (columns[i].isElastic)
            wanted += sampleWidth(column);
        else if (!columns[i].canYield && !isColumnHidden(column))
            wanted += columnWidth(column);
    }
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const int column = static_cast<int>(i);
        if (!columns[i].canYield || m_hiddenByUser.contains(column))
            continue;
        wanted += sampleWidth(column);
        setColumnHidden(column, wanted > viewport()->width());
    }
}

QList<int> TableView::shownColumns() const
{
    QList<int> shown;
    const QHeaderView *header = horizontalHeader();
    for (int visual = 0; visual < header->count(); ++visual) {
        const int column = header->logicalIndex(visual);
        if (!isColumnHidden(column) &&
            !m_proxy->table().columns()[static_cast<std::size_t>(column)].title.isEmpty())
            shown << column;
    }
    return shown;
}

void TableView::setColumnShown(int column, bool isShown)
{
    if (isShown)
        m_hiddenByUser.remove(column);
    else
        m_hiddenByUser.insert(column);
    setColumnHidden(column, !isShown);
    Q_EMIT layoutEdited();
}

/// "version:column.width.hidden,…;sortColumn.order", columns as they stand from left to right. Text
/// of our own: Qt reads its own header state with whatever counts a damaged file holds.
QByteArray TableView::saveLayout() const
{
    const QHeaderView *header = horizontalHeader();
    QByteArrayList columns;
    for (int visual = 0; visual < header->count(); ++visual) {
        const int column = header->logicalIndex(visual);
        const bool isHidden = isColumnHidden(column);
        columns << QByteArray::number(column) + '.' +
                       QByteArray::number(isHidden ? sampleWidth(column) : columnWidth(column)) +
                       '.' + (isHidden ? '1' : '0');
    }
    return QByteArray::number(kLayoutVersion) + ':' + columns.join(',') + ';' +
           QByteArray::number(header->sortIndicatorSection()) + '.' +
           QByteArray::number(int(header->sortIndicatorOrder()));
}

void TableView::restoreLayout(const QByteArray &state)
{
    const auto colon = state.indexOf(':');
    const auto semicolon = state.indexOf(';', colon + 1);
    if (colon > 0 && semicolon > 0 && state.left(colon).toInt() == kLayoutVersion)
        restoreColumns(state.mid(colon + 1, semicolon - colon - 1).split(','),
                       state.mid(semicolon + 1).split('.'));
    m_sortColumn = horizontalHeader()->sortIndicatorSection();
    m_sortOrder = horizontalHeader()->sortIndicatorOrder();
    m_proxy->sort(m_sortColumn, m_sortOrder);
    makeRoom();
}

/// All or nothing: each column once, widths a screen can show.
void TableView::restoreColumns(const QByteArrayList &columns, const QByteArrayList &sort)
{
    constexpr int kMostWidth = 4000;
    QHeaderView *header = horizontalHeader();
    struct Place
    {
        int column = 0;
        int width = 0;
        bool isHidden = false;
    };
    std::vector<Place> places;
    std::vector<bool> seen(static_cast<std::size_t>(header->count()));
    for (const QByteArray &text : columns) {
        const QByteArrayList parts = text.split('.');
        if (parts.size() != 3)
            return;
        bool isNumber = false;
        const Place place{parts[0].toInt(&isNumber), parts[1].toInt(), parts[2] == "1"};
        if (!isNumber || place.column < 0 || place.column >= header->count() || place.width < 1 ||
            place.width > kMostWidth || seen[static_cast<std::size_t>(place.column)])
            return;
        seen[static_cast<std::size_t>(place.column)] = true;
        places.push_back(place);
    }
    if (places.size() != seen.size() || sort.size() != 2)
        return;
    for (std::size_t visual = 0; visual < places.size(); ++visual) {
        const Place &place = places[visual];
        header->moveSection(header->visualIndex(place.column), static_cast<int>(visual));
        setColumnHidden(place.column, place.isHidden);
        if (!place.isHidden)
            setColumnWidth(place.column, place.width);
    }
    const int column = sort[0].toInt();
    if (column >= -1 && column < header->count())
        header->setSortIndicator(column, sort[1] == "1" ? Qt::DescendingOrder : Qt::AscendingOrder);
}

QList<int> TableView::selectedRows() const
{
    QList<int> rows;
    const QModelIndexList selected = selectionModel()->selectedRows();
    for (const QModelIndex &index : selected)
        rows << index.row();
    std::sort(rows.begin(), rows.end());
    return rows;
}

void TableView::copySelection() const
{
    const QString text = toTsv(*m_proxy, selectedRows(), shownColumns());
    if (!text.isEmpty())
        QApplication::clipboard()->setText(text);
}

QByteArray TableView::csv() const
{
    return toCsv(*m_proxy, shownColumns());
}

void TableView::popupMenu(const QPoint &pos)
{
    auto *menu = new QMenu(this);
    menu->setObjectName(QStringLiteral("tableContextMenu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    if (indexAt(pos).isValid()) {
        QAction *copy = menu->addAction(tr("Copy"), this, &TableView::copySelection);
        copy->setShortcut(QKeySequence::Copy);
    }
    fillColumnMenu(*menu->addMenu(tr("Columns")));
    menu->popup(viewport()->mapToGlobal(pos));
}

void TableView::fillColumnMenu(QMenu &menu)
{
    const auto &columns = m_proxy->table().columns();
    for (std::size_t i = 0; i < columns.size(); ++i) {
        if (columns[i].title.isEmpty())
            continue;
        const int column = static_cast<int>(i);
        QAction *action = menu.addAction(columns[i].title);
        action->setCheckable(true);
        action->setChecked(isColumnShown(column));
        action->setEnabled(column != 0);
        connect(action, &QAction::toggled, this,
                [this, column](bool on) { setColumnShown(column, on); });
    }
}

void TableView::cycleSort(int column)
{
    const bool isNumber = m_proxy->table().columns()[static_cast<std::size_t>(column)].isNumber;
    const Qt::SortOrder first = isNumber ? Qt::DescendingOrder : Qt::AscendingOrder;
    if (column != m_sortColumn) {
        m_sortColumn = column;
        m_sortOrder = first;
    } else if (m_sortOrder == first) {
        m_sortOrder = first == Qt::AscendingOrder ? Qt::DescendingOrder : Qt::AscendingOrder;
    } else {
        m_sortColumn = -1;
    }
    horizontalHeader()->setSortIndicator(m_sortColumn, m_sortOrder);
    m_proxy->sort(m_sortColumn, m_sortOrder);
    Q_EMIT layoutEdited();
}

void TableView::keyPressEvent(QKeyEvent *event)
{
    if (event->matches(QKeySequence::Copy)) {
        copySelection();
        event->accept();
        return;
    }
    if (event->key() == Qt::Key_Delete) {
        if (!event->isAutoRepeat())
            Q_EMIT deletePressed();
        event->accept();
        return;
    }
    if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) &&
        event->modifiers() == Qt::NoModifier && currentIndex().isValid()) {
        if (!event->isAutoRepeat())
            Q_EMIT rowActivated(currentIndex().row());
        event->accept();
        return;
    }
    QTableView::keyPressEvent(event);
}

void TableView::setHoverRow(int row)
{
    if (row == m_hoverRow)
        return;
    m_hoverRow = row;
    setProperty("hlHoverRow", row < 0 ? QVariant() : QVariant(row));
    viewport()->update();
}

void TableView::mouseMoveEvent(QMouseEvent *event)
{
    setHoverRow(indexAt(event->position().toPoint()).row());
    // Words in an action cell light up one by one.
    viewport()->update();
    QTableView::mouseMoveEvent(event);
}

bool TableView::viewportEvent(QEvent *event)
{
    if (event->type() == QEvent::Leave) {
        setHoverRow(-1);
        if (std::exchange(m_returnsToTop, false))
            scrollToTop();
    }
    return QTableView::viewportEvent(event);
}

void TableView::rowsInserted(const QModelIndex &parent, int first, int last)
{
    QTableView::rowsInserted(parent, first, last);
    QScrollBar *bar = verticalScrollBar();
    const bool isAtTop = bar->value() == 0;
    if (first > bar->value() || (isAtTop && m_hoverRow < 0))
        return;
    // New rows above must not push the row under the pointer away from it.
    m_returnsToTop = m_returnsToTop || isAtTop;
    executeDelayedItemsLayout();
    bar->setValue(bar->value() + last - first + 1);
}

void TableView::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::FontChange)
        sizeColumns();
    QTableView::changeEvent(event);
}

void TableView::resizeEvent(QResizeEvent *event)
{
    QTableView::resizeEvent(event);
    makeRoom();
}

void TableView::paintEvent(QPaintEvent *event)
{
    QTableView::paintEvent(event);
    // Rows go on to the right edge, where no column is.
    const int right = horizontalHeader()->length() - horizontalHeader()->offset();
    if (right >= viewport()->width())
        return;
    const Theme &theme = Theme::instance();
    QPainter painter(viewport());
    const int first = std::max(0, rowAt(0));
    for (int row = first; row < m_proxy->rowCount(); ++row) {
        const QRect rest(right, rowViewportPosition(row), viewport()->width() - right,
                         rowHeight(row));
        if (rest.top() > viewport()->height())
            break;
        if (selectionModel()->isRowSelected(row, {}))
            painter.fillRect(rest, theme.tint(Tone::Accent, 14));
        else if (row % 2 == 1)
            painter.fillRect(rest, palette().brush(QPalette::AlternateBase));
    }
}

} // namespace hl::ui
