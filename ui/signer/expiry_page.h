// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/secret_bytes.h"
#include "ui/signer/wizard_page.h"

#include <array>
#include <cstddef>
#include <memory>

class QLabel;

namespace hl::ui {

class SecretField;

/// How long the agent lives, and the passphrase that encrypts its new key here (D6). Names the
/// setting the device must have before the device is asked (D7).
class ExpiryPage final : public WizardPage
{
    Q_OBJECT

public:
    static constexpr std::array<int, 5> kDays{1, 7, 30, 90, 180};
    static constexpr std::size_t kShortest =
        8; ///< bytes of a passphrase, as the key store wants it

    ExpiryPage(WorkspaceState &state, WizardChoice &choice);

    QString title() const override;
    bool isComplete() const override;
    void enter() override;
    /// Gives the passphrase away once; the fields are emptied.
    std::shared_ptr<const SecretBytes> takePassphrase();

private:
    void refresh();

    SecretField *m_first = nullptr;
    SecretField *m_second = nullptr;
    QLabel *m_status = nullptr;
    QLabel *m_setting = nullptr;
};

} // namespace hl::ui
