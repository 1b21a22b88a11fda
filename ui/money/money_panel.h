// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/common/dialogs.h"
#include "ui/common/panel.h"
#include "ui/common/workspace_state.h"
#include "ui/money/money_form.h"

#include <map>

class QLabel;
class QStackedWidget;
class QTabBar;
class QTreeWidget;
class QTreeWidgetItem;

namespace hl::ui {

class AddressBook;
class AgentsPage;

/// The dock for money that leaves or moves, one page each (interaction.md G19, G20), above what of
/// it has happened in this session.
class MoneyPanel final : public Panel
{
    Q_OBJECT

public:
    enum class Page { Withdraw, Send, Transfer, Deposit, Agents, Builders };

    /// `dialogs` null: real ones. The address book is a file of `bookDir`, one a network; empty: it
    /// is not kept.
    MoneyPanel(WorkspaceState &state, Dialogs *dialogs, const QString &bookDir,
               QWidget *parent = nullptr);

    void showPage(Page page);
    AddressBook &book() { return *m_book; }

Q_SIGNALS:
    void wizardAsked();

private:
    void buildHeader();
    QWidget *depositPage();
    void onMoney(const engine::MoneyProgress &progress);
    void openBook();
    void writeBook(const QString &file, const QByteArray &bytes);

    WorkspaceState &m_state;
    WindowDialogs m_ownDialogs;
    Dialogs &m_dialogs;
    AddressBook *m_book;
    RequestId m_bookRequest = 0; ///< the book is being written
    QString m_bookDir;
    std::optional<engine::Network> m_bookOf;
    QTabBar *m_tabs = nullptr;
    QStackedWidget *m_stack = nullptr;
    AgentsPage *m_agents = nullptr;
    QLabel *m_depositAddress = nullptr;
    QLabel *m_bookProblem = nullptr;
    QTreeWidget *m_done = nullptr;
    std::map<std::uint64_t, QTreeWidgetItem *> m_rows;
};

} // namespace hl::ui
