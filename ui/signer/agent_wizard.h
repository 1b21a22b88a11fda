// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/common/workspace_state.h"
#include "ui/signer/wizard_page.h"

#include <QDialog>

#include <functional>
#include <vector>

class QLabel;
class QPushButton;
class QStackedWidget;

namespace hl::ui {

class AccountPage;
class ApprovalPage;
class ExpiryPage;
class Pill;

/// From the choice between the three ways to trade to a proven agent, in about two minutes and two
/// approvals on the device (D1 to D9). Back works until the second approval. Not modal.
class AgentWizard final : public QDialog
{
    Q_OBJECT

public:
    enum class Page : std::uint8_t { Mode, Account, Slots, Expiry, Approval, Limits };

    AgentWizard(WorkspaceState &state, QWidget *parent);

    /// The same name with a fresh key: one press (D9).
    void startRenewal(const std::string &name);
    /// Does the wizard show this request itself?
    bool takes(const engine::SigningReview &review) const;
    Page page() const { return m_page; }
    const WizardChoice &choice() const { return m_choice; }
    void reject() override;

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    void turnTo(Page page);
    void next();
    void back();
    void refresh();
    void approve();
    /// Sends a command; `then` runs where it succeeded, the sentence is shown where not.
    void send(const std::function<void(RequestId)> &command, std::function<void()> then);
    void onFinished(const engine::CommandResult &result);
    WizardPage *current() const;

    WorkspaceState &m_state;
    WizardChoice m_choice;
    Page m_page = Page::Mode;
    std::vector<WizardPage *> m_pages; ///< by Page
    AccountPage *m_account = nullptr;
    ExpiryPage *m_expiry = nullptr;
    ApprovalPage *m_approval = nullptr;
    RequestId m_pending = 0;
    std::function<void()> m_then;

    QLabel *m_title = nullptr;
    QLabel *m_problem = nullptr;
    Pill *m_badge = nullptr;
    QStackedWidget *m_stack = nullptr;
    QPushButton *m_close = nullptr;
    QPushButton *m_back = nullptr;
    QPushButton *m_next = nullptr;
};

} // namespace hl::ui
