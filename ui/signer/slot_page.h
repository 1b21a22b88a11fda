// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/signer/wizard_page.h"

class QCheckBox;
class QLabel;
class QLineEdit;
class QTreeWidget;

namespace hl::ui {

/// The account's agents and the name of the new one (D5). Always a named agent: an unnamed one
/// would replace the web page's own.
class SlotPage final : public WizardPage
{
    Q_OBJECT

public:
    static constexpr int kLongestName = 16;

    SlotPage(WorkspaceState &state, WizardChoice &choice);

    QString title() const override;
    bool isComplete() const override;
    void enter() override;

private:
    const engine::AgentSlot *taken() const;
    const engine::AgentSlot *tradingHere() const;
    int namedSlots() const;
    void showAgents();
    void onName();

    QTreeWidget *m_list = nullptr;
    QCheckBox *m_keep = nullptr;
    QLineEdit *m_name = nullptr;
    QLabel *m_status = nullptr;
    QCheckBox *m_replace = nullptr;
};

/// This computer's name as an agent's: what the venue takes, at most 16 characters; never empty.
QString agentNameOf(const QString &hostName);

} // namespace hl::ui
