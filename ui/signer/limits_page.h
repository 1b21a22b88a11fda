// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "guard/guard.h"
#include "ui/signer/wizard_page.h"

class QCheckBox;

namespace hl::ui {

/// The guard's limits, read and confirmed before the first order by the new signer (D8).
class LimitsPage final : public WizardPage
{
    Q_OBJECT

public:
    LimitsPage(WorkspaceState &state, WizardChoice &choice, const guard::Limits &limits);

    QString title() const override;
    bool isComplete() const override;
    void enter() override;

    /// The same table for the settings.
    static QWidget *makeTable(const guard::Limits &limits);
    static QString exitsWords();

private:
    QCheckBox *m_read = nullptr;
};

} // namespace hl::ui
