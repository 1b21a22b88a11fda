// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/common/panel.h"
#include "ui/common/workspace_state.h"
#include "ui/history/history_model.h"
#include "ui/models/table_proxy.h"

class QLabel;
class QLineEdit;
class QPushButton;
class QTabBar;

namespace hl::ui {

class TableView;

/// The account's past from the profile's own file: fills, orders, funding, transfers. It is there
/// without a connection too; older rows come a page at a time.
class HistoryPanel final : public Panel
{
    Q_OBJECT

public:
    static constexpr std::uint32_t kPage = 500;

    explicit HistoryPanel(WorkspaceState &state, QWidget *parent = nullptr);

    TableView &view() const { return *m_view; }
    HistoryModel &model() { return m_model; }
    void showKind(engine::HistoryKind kind);
    void loadOlder();

protected:
    void showEvent(QShowEvent *event) override;

private:
    void buildHeader();
    void reload();
    void ask(std::uint32_t skip, std::uint32_t most);
    void take(const engine::HistoryBatch &batch);

    WorkspaceState &m_state;
    HistoryModel m_model;
    TableProxy m_proxy;
    TableView *m_view = nullptr;
    QTabBar *m_tabs = nullptr;
    QLineEdit *m_filter = nullptr;
    QPushButton *m_older = nullptr;
    QLabel *m_line = nullptr;
    engine::HistoryKind m_kind = engine::HistoryKind::Fill;
    RequestId m_request = 0;
    std::uint32_t m_skip = 0; ///< of the question that is open
    std::uint32_t m_most = kPage;
    bool m_isStale = true; ///< rows were added since it was read
};

} // namespace hl::ui
