// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/common/dialogs.h"
#include "ui/common/panel.h"
#include "ui/common/workspace_state.h"
#include "ui/models/balances_model.h"
#include "ui/models/fills_model.h"
#include "ui/models/log_model.h"
#include "ui/models/orders_model.h"
#include "ui/models/positions_model.h"
#include "ui/models/table_proxy.h"
#include "ui/models/twaps_model.h"

#include <array>
#include <memory>
#include <unordered_set>

class QLabel;
class QLineEdit;
class QStackedWidget;
class QTabBar;

namespace hl::ui {

class ActionDelegate;
class HoldButton;
class OrderMover;
class TableView;

/// The tables at the bottom of the window: orders, positions, fills, order history, balances, log,
/// TWAPs. The tab bar is the panel's header.
class TablesPanel final : public Panel
{
    Q_OBJECT

public:
    enum class Page { Orders, Positions, Fills, History, Balances, Log, Twaps };
    static constexpr int kPages = 7;

    /// `dialogs` outlives the panel; null: the window's own.
    explicit TablesPanel(WorkspaceState &state, Dialogs *dialogs = nullptr,
                         QWidget *parent = nullptr);
    ~TablesPanel() override;

    TableView &view(Page page) const { return *m_views[static_cast<std::size_t>(page)]; }
    void showPage(Page page);
    Page page() const;

    /// Sends one cancel for what is selected in the orders table and can be cancelled.
    void cancelSelected();
    /// Every order of the account that can open or raise exposure; stops and targets stay (L16).
    void cancelEntries();
    void exportCsv();

    void saveSettings(QSettings &settings) const override;
    void restoreSettings(QSettings &settings) override;

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;

private:
    TableView *addPage(Page page, TableProxy *proxy, const QString &name, const QString &empty,
                       const QString &how);
    void buildHeader();
    void connectState();
    void refreshTitles();
    void fitHeader();
    void onAccount();
    void onOrders(const std::vector<model::Order> &orders, bool isSnapshot);
    void onOrderAction(const QVariant &key, int word);
    void moveOrder(model::OrderKey key);
    void cancel(std::vector<model::OrderKey> keys);
    void askedCancel(std::vector<model::OrderKey> keys);
    void protect(model::OrderKey key);
    void stopTwap(model::TwapId id);
    void moveToBreakEven(const std::string &coin);
    void onFinished(const engine::CommandResult &result);
    void showMenu(Page page, const QPoint &pos);
    void showMarketOf(Page page, int row);
    static QString titleOf(Page page);

    WorkspaceState &m_state;
    std::unique_ptr<Dialogs> m_ownDialogs;
    Dialogs *m_dialogs;

    OrdersModel m_orders;
    PositionsModel m_positions;
    FillsModel m_fills;
    BalancesModel m_balances;
    LogModel m_log;
    TwapsModel m_twaps;
    OrdersProxy m_openProxy;
    OrdersProxy m_historyProxy;
    TableProxy m_positionsProxy;
    TableProxy m_fillsProxy;
    TableProxy m_balancesProxy;
    TableProxy m_logProxy;
    TableProxy m_twapsProxy;

    QWidget *m_header = nullptr;
    QTabBar *m_tabs = nullptr;
    QLineEdit *m_filter = nullptr;
    OrderMover *m_mover = nullptr;
    HoldButton *m_flattenAll = nullptr;
    HoldButton *m_cancelEntries = nullptr;
    QLabel *m_kept = nullptr;
    QStackedWidget *m_stack = nullptr;
    std::array<TableView *, kPages> m_views{};
    Address m_account;
    std::unordered_set<RequestId> m_requests; ///< sent from here and not answered
};

} // namespace hl::ui
