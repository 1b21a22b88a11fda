// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/common/workspace_state.h"

#include <QWidget>

class QLabel;
class QPushButton;
class QTreeWidget;

namespace hl::ui {

class Dialogs;

/// The account's agents as the venue lists them: age, expiry, made here or elsewhere; revoked by
/// the account's own key or its device (interaction.md D5, D9).
class AgentsPage final : public QWidget
{
    Q_OBJECT

public:
    AgentsPage(WorkspaceState &state, Dialogs &dialogs, QWidget *parent = nullptr);

    void read();

Q_SIGNALS:
    void wizardAsked();

private:
    void showAgents();
    void showLine();
    void revoke();

    WorkspaceState &m_state;
    Dialogs &m_dialogs;
    QTreeWidget *m_list;
    QLabel *m_line;
    QPushButton *m_revoke;
};

} // namespace hl::ui
