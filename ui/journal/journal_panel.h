// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/common/panel.h"
#include "ui/common/workspace_state.h"
#include "ui/journal/journal_model.h"
#include "ui/models/table_proxy.h"

class QLabel;
class QLineEdit;
class QPushButton;

namespace hl::ui {

class TableView;

/// The audit journal: its newest rows, whether it can be written, and the check of the whole file.
class JournalPanel final : public Panel
{
    Q_OBJECT

public:
    explicit JournalPanel(WorkspaceState &state, QWidget *parent = nullptr);

    TableView &view() const { return *m_view; }

    void saveSettings(QSettings &settings) const override;
    void restoreSettings(QSettings &settings) override;

private:
    void buildHeader();
    void showStatus(const engine::JournalStatus &status);
    void paintStatus();

    WorkspaceState &m_state;
    JournalModel m_model;
    TableProxy m_proxy;
    TableView *m_view = nullptr;
    QLineEdit *m_filter = nullptr;
    QPushButton *m_verify = nullptr;
    QLabel *m_line = nullptr; ///< trouble, or what the check found
    engine::JournalStatus m_status;
};

} // namespace hl::ui
