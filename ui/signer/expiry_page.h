// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/secret_bytes.h"
#include "ui/signer/wizard_page.h"

#include <array>
#include <memory>

class QLabel;
class QLineEdit;

namespace hl::ui {

/// How long the agent lives, and the passphrase that encrypts its new key here (D6). Names the
/// setting the device must have before the device is asked (D7).
class ExpiryPage final : public WizardPage
{
    Q_OBJECT

public:
    static constexpr std::array<int, 5> kDays{1, 7, 30, 90, 180};
    static constexpr int kShortest = 8; ///< bytes of a passphrase, as the key store wants it

    ExpiryPage(WorkspaceState &state, WizardChoice &choice);

    QString title() const override;
    bool isComplete() const override;
    void enter() override;
    /// Gives the passphrase away once; the fields are emptied.
    std::shared_ptr<const SecretBytes> takePassphrase();

private:
    void refresh();

    QLineEdit *m_first = nullptr;
    QLineEdit *m_second = nullptr;
    QLabel *m_status = nullptr;
    QLabel *m_setting = nullptr;
};

} // namespace hl::ui
