// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/common/panel.h"
#include "ui/common/workspace_state.h"
#include "ui/models/markets_model.h"
#include "ui/models/table_proxy.h"

class QButtonGroup;
class QHBoxLayout;
class QLineEdit;

namespace hl::ui {

class TableView;

/// Every market in one searchable, sortable list. A click or Return selects the market for the
/// whole window; typing anywhere in the list searches; Down goes from the search into the list.
class MarketsPanel final : public Panel
{
    Q_OBJECT

public:
    explicit MarketsPanel(WorkspaceState &state, QWidget *parent = nullptr);

    MarketsModel &model() { return m_model; }
    TableView &view() { return *m_view; }
    /// Puts the cursor into the search field (Ctrl+K).
    void focusSearch();

    void saveSettings(QSettings &settings) const override;
    void restoreSettings(QSettings &settings) override;

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    struct Tab
    {
        MarketsProxy::Tab tab;
        std::string dex;
    };

    void rebuildTabs();
    void applyTab(int index);
    void onSearch(const QString &text);
    void chooseRow(int row);
    void selectCurrentMarket();
    void showMenu(const QPoint &pos);
    void toggleFavourite();

    WorkspaceState &m_state;
    MarketsModel m_model;
    MarketsProxy m_proxy;
    QLineEdit *m_search = nullptr;
    QWidget *m_tabRow = nullptr;
    QButtonGroup *m_tabs = nullptr;
    TableView *m_view = nullptr;
    EmptyHint *m_hint = nullptr;
    std::vector<Tab> m_tabList;
    bool m_isSelecting = false;
    bool m_starClicked = false;
};

} // namespace hl::ui
