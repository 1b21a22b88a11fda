// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/signer/wizard_page.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QTreeWidget;

namespace hl::ui {

class DeviceNotice;

/// Device and account (D4): path scheme, addresses with their equity, then the address shown on the
/// device and compared. An account the venue does not know goes no further: deposit first.
class AccountPage final : public WizardPage
{
    Q_OBJECT

public:
    static constexpr int kAtOnce = 5;

    AccountPage(WorkspaceState &state, WizardChoice &choice);

    QString title() const override;
    bool isComplete() const override;
    void enter() override;
    /// An address that the device shows is not waited for any more.
    void stop();

private:
    void onFinished(const engine::CommandResult &result);
    engine::PathScheme scheme() const;
    const engine::DeviceAccount *chosen() const;
    void lookAt(int first);
    void showAccounts();
    void showChosen();

    QComboBox *m_scheme = nullptr;
    QLineEdit *m_path = nullptr;
    QPushButton *m_more = nullptr;
    QTreeWidget *m_list = nullptr;
    QLabel *m_address = nullptr;
    QLabel *m_status = nullptr;
    QPushButton *m_show = nullptr;
    DeviceNotice *m_notice = nullptr;
    RequestId m_showing = 0; ///< its address is on the device
    std::string m_shownPath; ///< of the account whose address was asked to be shown last
    QString m_notShown;      ///< why the last one was not confirmed
};

} // namespace hl::ui
