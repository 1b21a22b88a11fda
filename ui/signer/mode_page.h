// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/signer/wizard_page.h"

class QRadioButton;

namespace hl::ui {

/// The three ways to trade with a device (D1), and what an agent can do (D2).
class ModePage final : public WizardPage
{
    Q_OBJECT

public:
    ModePage(WorkspaceState &state, WizardChoice &choice);

    QString title() const override;
    bool isComplete() const override { return true; }
    void enter() override;

private:
    std::vector<std::pair<engine::TradeMode, QRadioButton *>> m_modes;
    bool m_isChosen = false;
};

} // namespace hl::ui
