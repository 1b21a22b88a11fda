// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/common/workspace_state.h"

#include <QWidget>

namespace hl::ui {

/// What the pages of the wizard settle, one after the other.
struct WizardChoice
{
    engine::TradeMode mode = engine::TradeMode::AgentTrades;
    std::string path;      ///< of the account on the device
    std::string agentName; ///< 1 to 16 characters
    bool mayReplace = false;
    bool keepAgent = false; ///< only the mode changes
    bool isRenewal = false;
    int days = 30;
};

/// One page. It reads and writes the choice; the wizard turns pages and sends what they lead to.
class WizardPage : public QWidget
{
    Q_OBJECT

public:
    WizardPage(WorkspaceState &state, WizardChoice &choice, const QString &objectName)
        : m_state(state)
        , m_choice(choice)
    {
        setObjectName(objectName);
    }

    virtual QString title() const = 0;
    /// May the next page be turned to?
    virtual bool isComplete() const = 0;
    /// Shown now; asks for what it needs.
    virtual void enter() {}

Q_SIGNALS:
    void changed();

protected:
    WorkspaceState &m_state;
    WizardChoice &m_choice;
};

} // namespace hl::ui
