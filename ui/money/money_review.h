// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "guard/money.h"
#include "ui/common/workspace_state.h"

#include <QDialog>

#include <vector>

class QCheckBox;
class QLabel;
class QPushButton;

namespace hl::ui {

class Dialogs;
class FactList;

/// What is about to be signed, frozen: in words, the whole address in groups, what leaves and what
/// arrives. Each thing that is asked has a box of its own; "more than 20 %" is asked once more when
/// it is sent (interaction.md G20). Escape rejects; with a device Return approves nothing (D10).
class MoneyReview final : public QDialog
{
    Q_OBJECT

public:
    MoneyReview(WorkspaceState &state, Dialogs &dialogs, const model::MoneyOrder &order,
                const model::MoneyFacts &facts, QWidget *parent);

Q_SIGNALS:
    void approved(const hl::model::MoneyOrder &order);

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    void watch();
    void send();
    void approve();

    WorkspaceState &m_state;
    Dialogs &m_dialogs;
    model::MoneyOrder m_order;
    model::MoneyFacts m_facts;
    Address m_account;
    engine::Network m_network;
    std::vector<std::pair<std::string, QCheckBox *>> m_asked; ///< by rule
    bool m_isAskedTwice = false;
    bool m_isDone = false;
    FactList *m_list = nullptr;
    QLabel *m_problem = nullptr;
    QPushButton *m_send = nullptr;
    QPushButton *m_reject = nullptr;
};

} // namespace hl::ui
