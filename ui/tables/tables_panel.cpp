// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/tables/tables_panel.h"

#include "ui/common/error_text.h"
#include "ui/common/formatters.h"
#include "ui/common/theme.h"
#include "ui/delegates/action_delegate.h"
#include "ui/ladder/order_mover.h"
#include "ui/signer/signer_state.h"
#include "ui/tables/break_even.h"
#include "ui/tables/hold_button.h"
#include "ui/tables/table_view.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QSaveFile>
#include <QSettings>
#include <QShortcut>
#include <QStackedWidget>
#include <QTabBar>
#include <QToolButton>
#include <QVBoxLayout>

namespace hl::ui {

namespace {

/// Stops, targets and closes protect a position; "cancel all" leaves them alone.
bool isEntry(const model::Order &order)
{
    return !order.reduceOnly;
}

} // namespace

TablesPanel::TablesPanel(WorkspaceState &state, Dialogs *dialogs, QWidget *parent)
    : Panel(QStringLiteral("tables"), parent)
    , m_state(state)
    , m_dialogs(dialogs)
    , m_openProxy(m_orders, OrdersProxy::Show::Open)
    , m_historyProxy(m_orders, OrdersProxy::Show::Ended)
    , m_positionsProxy(m_positions)
    , m_fillsProxy(m_fills)
    , m_balancesProxy(m_balances)
    , m_logProxy(m_log)
    , m_twapsProxy(m_twaps)
{
    if (!m_dialogs) {
        m_ownDialogs = std::make_unique<WindowDialogs>();
        m_dialogs = m_ownDialogs.get();
    }
    setTitle(tr("Tables"));
    m_stack = new QStackedWidget;
    buildHeader();

    auto *orders =
        addPage(Page::Orders, &m_openProxy, QStringLiteral("ordersTable"), tr("No open orders."),
                tr("Click a price in the ladder to fill the ticket, then Ctrl+Return."));
    auto *positions = addPage(Page::Positions, &m_positionsProxy, QStringLiteral("positionsTable"),
                              tr("No open positions."),
                              tr("A filled order appears here, with its liquidation price."));
    addPage(Page::Fills, &m_fillsProxy, QStringLiteral("fillsTable"), tr("No fills yet."),
            tr("Each trade of your orders is listed here, with its fee."));
    addPage(Page::History, &m_historyProxy, QStringLiteral("historyTable"),
            tr("No order has ended in this session."),
            tr("Filled, cancelled and refused orders move here, with the reason."));
    addPage(Page::Balances, &m_balancesProxy, QStringLiteral("balancesTable"),
            tr("No balances known."), tr("They come with the account's first picture."));
    addPage(Page::Log, &m_logProxy, QStringLiteral("logTable"), tr("Nothing to report."), {});
    auto *twaps =
        addPage(Page::Twaps, &m_twapsProxy, QStringLiteral("twapsTable"), tr("No TWAP is known."),
                tr("One started from the ticket appears here, with how far it has come."));
    auto *twapActions = new ActionDelegate(twaps);
    twaps->setItemDelegateForColumn(TwapsModel::Actions, twapActions);
    connect(twapActions, &ActionDelegate::triggered, this,
            [this](const QVariant &key, int) { stopTwap(key.toULongLong()); });
    connect(twaps, &TableView::deletePressed, this, [this] {
        const QModelIndex index = view(Page::Twaps).currentIndex();
        if (index.isValid())
            stopTwap(index.data(TableModel::KeyRole).toULongLong());
    });

    auto *orderActions = new ActionDelegate(orders);
    orders->setItemDelegateForColumn(OrdersModel::Actions, orderActions);
    connect(orderActions, &ActionDelegate::triggered, this, &TablesPanel::onOrderAction);
    connect(orders, &TableView::deletePressed, this, &TablesPanel::cancelSelected);
    auto *positionActions = new ActionDelegate(positions);
    positions->setItemDelegateForColumn(PositionsModel::Actions, positionActions);
    connect(positionActions, &ActionDelegate::triggered, this,
            [this](const QVariant &key, int word) {
                const std::string coin = key.toString().toStdString();
                if (word == 0)
                    m_state.requestClose(coin);
                else if (word == 1)
                    moveToBreakEven(coin);
                else
                    m_state.requestReverse(coin);
            });
    m_mover = new OrderMover(m_state, this);
    connect(m_mover, &OrderMover::said, this,
            [this](engine::NoticeLevel level, const QString &text) {
                m_state.raiseNotice(level, text, QStringLiteral("order"));
            });
    const auto onKey = [](QWidget *table, Qt::Key key, auto act) {
        auto *shortcut = new QShortcut(QKeySequence(key), table);
        shortcut->setContext(Qt::WidgetShortcut);
        shortcut->setAutoRepeat(false);
        connect(shortcut, &QShortcut::activated, table, act);
    };
    onKey(orders, Qt::Key_P, [this] {
        const QModelIndex index = view(Page::Orders).currentIndex();
        if (index.isValid())
            protect(index.data(TableModel::KeyRole).toULongLong());
    });
    onKey(positions, Qt::Key_B, [this] {
        const QModelIndex index = view(Page::Positions).currentIndex();
        if (index.isValid())
            moveToBreakEven(index.data(TableModel::KeyRole).toString().toStdString());
    });
    connect(positions, &TableView::deletePressed, this, [this] {
        const QModelIndex index = view(Page::Positions).currentIndex();
        if (index.isValid())
            m_state.requestClose(index.data(TableModel::KeyRole).toString().toStdString());
    });

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_stack);
    connectState();
    showPage(Page::Orders);
}

TablesPanel::~TablesPanel() = default;

QString TablesPanel::titleOf(Page page)
{
    switch (page) {
    case Page::Orders:
        return tr("Orders");
    case Page::Positions:
        return tr("Positions");
    case Page::Fills:
        return tr("Fills");
    case Page::History:
        return tr("Order history");
    case Page::Balances:
        return tr("Balances");
    case Page::Log:
        return tr("Log");
    case Page::Twaps:
        return tr("TWAPs");
    }
    return {};
}

TableView *TablesPanel::addPage(Page page, TableProxy *proxy, const QString &name,
                                const QString &empty, const QString &how)
{
    auto *view = new TableView(*proxy);
    view->setObjectName(name);
    view->setAccessibleName(titleOf(page));
    new EmptyHint(view, empty, how);
    connect(view, &QWidget::customContextMenuRequested, this,
            [this, page](const QPoint &pos) { showMenu(page, pos); });
    connect(view, &TableView::rowActivated, this,
            [this, page](int row) { showMarketOf(page, row); });
    m_views[static_cast<std::size_t>(page)] = view;
    m_stack->addWidget(view);
    return view;
}

void TablesPanel::buildHeader()
{
    m_header = new QWidget(this);
    m_header->setObjectName(QStringLiteral("tablesHeader"));
    m_tabs = new QTabBar;
    m_tabs->setObjectName(QStringLiteral("tableTabs"));
    m_tabs->setAccessibleName(tr("Tables"));
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    for (int page = 0; page < kPages; ++page)
        m_tabs->addTab(titleOf(static_cast<Page>(page)));
    connect(m_tabs, &QTabBar::currentChanged, this, [this](int index) {
        m_stack->setCurrentIndex(index);
        m_filter->setText(view(page()).proxy().filterText());
        refreshTitles();
    });

    m_filter = new QLineEdit;
    m_filter->setObjectName(QStringLiteral("tableFilter"));
    m_filter->setAccessibleName(tr("Filter this table"));
    m_filter->setPlaceholderText(tr("Filter"));
    m_filter->setClearButtonEnabled(true);
    m_filter->setFixedHeight(Theme::instance().panelHeaderHeight() - 8);
    m_filter->setFixedWidth(m_filter->fontMetrics().horizontalAdvance(QLatin1Char('0')) * 20);
    connect(m_filter, &QLineEdit::textChanged, this,
            [this](const QString &text) { view(page()).proxy().setFilterText(text); });

    m_kept = new QLabel;
    m_kept->setObjectName(QStringLiteral("stopsKept"));
    m_cancelEntries = new HoldButton(tr("Cancel entries · hold"), m_state.clock());
    m_cancelEntries->setObjectName(QStringLiteral("cancelEntries"));
    connect(m_cancelEntries, &HoldButton::held, this, &TablesPanel::cancelEntries);

    m_flattenAll = new HoldButton(tr("Flatten all · hold"), m_state.clock());
    m_flattenAll->setObjectName(QStringLiteral("flattenAll"));
    m_flattenAll->setToolTip(tr("Closes every position and cancels every entry; stops and targets "
                                "stay."));
    connect(m_flattenAll, &HoldButton::held, this,
            [this] { m_state.engine().flattenAll(m_state.nextRequest()); });
    connect(&m_state.signing(), &SignerState::flattenChanged, this, &TablesPanel::refreshTitles);
    const auto markEmulator = [this] {
        m_orders.setEmulator(m_state.signing().device().isEmulator);
    };
    connect(&m_state.signing(), &SignerState::deviceChanged, this, markEmulator);
    markEmulator();

    auto *more = new QToolButton;
    more->setObjectName(QStringLiteral("tableMenu"));
    more->setText(QStringLiteral("⋯"));
    more->setAccessibleName(tr("Columns and export"));
    more->setAutoRaise(true);
    connect(more, &QToolButton::clicked, this, [this, more] {
        showMenu(page(), view(page()).viewport()->mapFromGlobal(
                             more->mapToGlobal(QPoint(0, more->height()))));
    });

    auto *row = new QHBoxLayout(m_header);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(10);
    row->addWidget(m_tabs);
    row->addStretch(1);
    row->addWidget(m_flattenAll);
    row->addWidget(m_cancelEntries);
    row->addWidget(m_kept);
    row->addWidget(m_filter);
    row->addWidget(more);
    m_header->installEventFilter(this);
    setHeaderWidget(m_header);
    setHeaderFills(true);

    auto *find = new QShortcut(QKeySequence::Find, this);
    find->setContext(Qt::WidgetWithChildrenShortcut);
    connect(find, &QShortcut::activated, m_filter, [this] {
        m_filter->show(); // also where there was no room for it
        m_filter->setFocus(Qt::ShortcutFocusReason);
        m_filter->selectAll();
    });
    const auto paintKept = [this] {
        QPalette palette = m_kept->palette();
        palette.setColor(QPalette::WindowText, Theme::instance().color(Tone::Own));
        m_kept->setPalette(palette);
    };
    paintKept();
    connect(&Theme::instance(), &Theme::changed, m_kept, paintKept);
}

void TablesPanel::connectState()
{
    connect(&m_state, &WorkspaceState::instrumentsChanged, this, [this] {
        m_orders.setInstruments(m_state.instruments());
        m_positions.setInstruments(m_state.instruments());
        m_fills.setInstruments(m_state.instruments());
        m_twaps.setInstruments(m_state.instruments());
    });
    connect(&m_state, &WorkspaceState::ordersChanged, this, &TablesPanel::onOrders);
    connect(&m_state, &WorkspaceState::fillsAppended, this,
            [this](const std::vector<model::Fill> &fills) {
                m_fills.addFills(fills);
                refreshTitles();
            });
    connect(&m_state, &WorkspaceState::contextsChanged, &m_positions, &PositionsModel::setContexts);
    connect(&m_state, &WorkspaceState::accountChanged, this, &TablesPanel::onAccount);
    connect(&m_state, &WorkspaceState::commandFinished, this, &TablesPanel::onFinished);
    connect(&m_state, &WorkspaceState::noticeRaised, &m_log, &LogModel::add);

    m_orders.setInstruments(m_state.instruments());
    m_positions.setInstruments(m_state.instruments());
    m_fills.setInstruments(m_state.instruments());
    m_twaps.setInstruments(m_state.instruments());
    m_positions.setContexts(m_state.contexts());
    std::vector<model::Order> orders;
    for (const auto &[key, order] : m_state.orders())
        orders.push_back(order);
    onOrders(orders, true);
    m_fills.addFills({m_state.fills().begin(), m_state.fills().end()});
    if (m_state.hasAccount())
        onAccount();
}

void TablesPanel::onOrders(const std::vector<model::Order> &orders, bool isSnapshot)
{
    m_orders.setOrders(orders, isSnapshot);
    refreshTitles();
}

void TablesPanel::onAccount()
{
    const model::AccountState &account = m_state.account();
    if (account.user != m_account) {
        // Nothing of another account may stay on screen; what is known of this one comes back.
        if (!m_account.isZero()) {
            m_orders.clear();
            m_fills.clear();
            std::vector<model::Order> orders;
            for (const auto &[key, order] : m_state.orders())
                orders.push_back(order);
            m_orders.setOrders(orders, true);
            m_fills.addFills({m_state.fills().begin(), m_state.fills().end()});
        }
        m_account = account.user;
    }
    m_positions.setPositions(account.positions);
    m_balances.setAccount(account);
    m_twaps.setTwaps(account.twaps);
    refreshTitles();
}

void TablesPanel::refreshTitles()
{
    const auto setTitleOf = [this](Page page, int count) {
        const QString title =
            count > 0 ? QString(titleOf(page) + QLatin1Char(' ') + QString::number(count))
                      : titleOf(page);
        const int tab = static_cast<int>(page);
        if (m_tabs->tabText(tab) != title)
            m_tabs->setTabText(tab, title);
    };
    const int open = m_orders.openCount();
    setTitleOf(Page::Orders, open);
    setTitleOf(Page::Positions, m_positions.rowCount());
    setTitleOf(Page::Twaps, m_twaps.runningCount());

    int kept = 0;
    int entries = 0;
    for (const OrderRow &row : m_orders.rows()) {
        if (model::isTerminal(row.order.phase))
            continue;
        (isEntry(row.order) ? entries : kept) += 1;
    }
    entries += static_cast<int>(model::enteringTwaps(m_state.account().twaps).size());
    const bool isOrders = page() == Page::Orders;
    m_cancelEntries->setVisible(isOrders);
    m_cancelEntries->setEnabled(entries > 0);
    m_flattenAll->setVisible(page() == Page::Positions);
    m_flattenAll->setEnabled((entries > 0 || m_positions.rowCount() > 0) &&
                             !m_state.signing().flatten().isRunning);
    m_kept->setText(kept > 0 ? tr("stops kept: %1").arg(kept) : QString());
    fitHeader();
}

void TablesPanel::fitHeader()
{
    // In a narrow dock the filter goes first (Ctrl+F brings it back), then the note.
    const bool isOrders = page() == Page::Orders;
    const bool hasNote = isOrders && !m_kept->text().isEmpty();
    const int spacing = m_header->layout()->spacing();
    int free = m_header->width() - m_tabs->sizeHint().width() - 60;
    if (isOrders)
        free -= m_cancelEntries->sizeHint().width() + spacing;
    if (page() == Page::Positions)
        free -= m_flattenAll->sizeHint().width() + spacing;
    const int note = m_kept->sizeHint().width() + spacing;
    m_kept->setVisible(hasNote && free >= note);
    if (hasNote)
        free -= note;
    m_filter->setVisible(free >= m_filter->width() + spacing || !m_filter->text().isEmpty() ||
                         m_filter->hasFocus());
}

bool TablesPanel::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_header && event->type() == QEvent::Resize)
        fitHeader();
    return Panel::eventFilter(watched, event);
}

void TablesPanel::focusInEvent(QFocusEvent *)
{
    view(page()).setFocus(Qt::ShortcutFocusReason);
}

void TablesPanel::showPage(Page page)
{
    m_tabs->setCurrentIndex(static_cast<int>(page));
    m_stack->setCurrentIndex(static_cast<int>(page));
    refreshTitles();
}

TablesPanel::Page TablesPanel::page() const
{
    return static_cast<Page>(std::max(0, m_tabs->currentIndex()));
}

void TablesPanel::onFinished(const engine::CommandResult &result)
{
    if (m_requests.erase(result.request) != 0 && !result.ok)
        m_state.raiseNotice(engine::NoticeLevel::Error, errorText(result.error),
                            QStringLiteral("order"));
}

void TablesPanel::showMarketOf(Page page, int row)
{
    const TableProxy &proxy = view(page).proxy();
    const int column = page == Page::Positions ? 0 : 1;
    if (page == Page::Balances || page == Page::Log)
        return;
    // Market cells export the venue's own coin.
    m_state.selectCoin(
        proxy.index(row, column).data(TableModel::ExactRole).toString().toStdString());
}

void TablesPanel::showMenu(Page page, const QPoint &pos)
{
    TableView &table = view(page);
    auto *menu = new QMenu(this);
    menu->setObjectName(QStringLiteral("tableContextMenu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const QModelIndex index = table.indexAt(pos);
    if (index.isValid()) {
        if (page == Page::Orders) {
            const model::OrderKey key = index.data(TableModel::KeyRole).toULongLong();
            const model::Order &order = m_orders.orderAt(m_orders.rowOf(key));
            QAction *move = menu->addAction(tr("Move…"), this, [this, key] { moveOrder(key); });
            move->setEnabled(canMove(order));
            QAction *guarded =
                menu->addAction(tr("Protect the filled part"), this, [this, key] { protect(key); });
            const OrderRow &at = m_orders.rowAt(m_orders.rowOf(key));
            guarded->setEnabled(at.bare.lots > 0 && at.stop);
            guarded->setShortcut(QKeySequence(Qt::Key_P));
            QAction *stop =
                menu->addAction(tr("Cancel"), this, [this, key] { askedCancel({key}); });
            stop->setEnabled(canCancel(order));
            stop->setShortcut(QKeySequence(Qt::Key_Delete));
            menu->addSeparator();
        } else if (page == Page::Twaps) {
            const model::TwapId id = index.data(TableModel::KeyRole).toULongLong();
            QAction *stop = menu->addAction(tr("Stop"), this, [this, id] { stopTwap(id); });
            stop->setEnabled(!model::hasEnded(m_twaps.twapAt(m_twaps.rowOf(id)).phase));
            stop->setShortcut(QKeySequence(Qt::Key_Delete));
            menu->addSeparator();
        } else if (page == Page::Positions) {
            const std::string coin = index.data(TableModel::KeyRole).toString().toStdString();
            menu->addAction(tr("Close…"), this, [this, coin] { m_state.requestClose(coin); });
            menu->addAction(tr("Reverse…"), this, [this, coin] { m_state.requestReverse(coin); });
            const BreakEven even = breakEvenOf(m_state, coin);
            QAction *toEven = menu->addAction(
                even.px ? tr("Stop to break-even, %1")
                              .arg(fmt::pxText(*even.px, m_state.position(coin)->grid))
                        : tr("Stop to break-even"),
                this, [this, coin] { moveToBreakEven(coin); });
            toEven->setEnabled(even.px.has_value());
            toEven->setShortcut(QKeySequence(Qt::Key_B));
            if (!even.px) { // why, where a disabled entry can say it
                QAction *why = menu->addAction(even.whyNot);
                why->setEnabled(false);
            }
            menu->addSeparator();
        }
        if (page != Page::Balances && page != Page::Log) {
            const int row = index.row();
            menu->addAction(tr("Show this market"), this,
                            [this, page, row] { showMarketOf(page, row); });
        }
        QAction *copy = menu->addAction(tr("Copy"), &table, [&table] { table.copySelection(); });
        copy->setShortcut(QKeySequence::Copy);
    }
    table.fillColumnMenu(*menu->addMenu(tr("Columns")));
    menu->addAction(tr("Export as CSV…"), this, &TablesPanel::exportCsv);
    menu->popup(table.viewport()->mapToGlobal(pos));
}

void TablesPanel::exportCsv()
{
    const Page from = page();
    const QString name = titleOf(from).toLower().replace(QLatin1Char(' '), QLatin1Char('-'));
    m_dialogs->saveFile(
        this, tr("Export %1").arg(titleOf(from)), name + QLatin1String(".csv"),
        tr("Comma-separated values (*.csv)"), [this, from](const QString &path) {
            if (path.isEmpty())
                return;
            QSaveFile file(path);
            const QByteArray csv = view(from).csv();
            if (file.open(QIODevice::WriteOnly) && file.write(csv) == csv.size() && file.commit())
                m_state.raiseNotice(
                    engine::NoticeLevel::Success,
                    tr("%n row(s) written to %1.", nullptr, view(from).proxy().rowCount())
                        .arg(path),
                    QStringLiteral("export"));
            else
                m_state.raiseNotice(engine::NoticeLevel::Error,
                                    tr("%1 could not be written: %2").arg(path, file.errorString()),
                                    QStringLiteral("export"));
        });
}

void TablesPanel::saveSettings(QSettings &settings) const
{
    settings.beginGroup(objectName());
    for (int i = 0; i < kPages; ++i) {
        const TableView &table = view(static_cast<Page>(i));
        settings.setValue(table.objectName(), table.saveLayout());
    }
    settings.setValue(QStringLiteral("page"), m_tabs->currentIndex());
    settings.endGroup();
}

void TablesPanel::restoreSettings(QSettings &settings)
{
    settings.beginGroup(objectName());
    for (int i = 0; i < kPages; ++i) {
        TableView &table = view(static_cast<Page>(i));
        if (const QByteArray state = settings.value(table.objectName()).toByteArray();
            !state.isEmpty())
            table.restoreLayout(state);
    }
    const int page = settings.value(QStringLiteral("page"), 0).toInt();
    settings.endGroup();
    if (page >= 0 && page < kPages)
        showPage(static_cast<Page>(page));
}

} // namespace hl::ui
