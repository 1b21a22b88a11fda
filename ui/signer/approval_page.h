// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/signer/wizard_page.h"

class QLabel;
class QPlainTextEdit;
class QPushButton;

namespace hl::ui {

class DeviceNotice;
class DevicePane;
class FactList;
class StepList;

/// The approval on the device and its proof (D7, D8): chain, the agent's address in large, its full
/// name with the date in words, nonce; beside it what the device shows. Under the address stand the
/// words decoded from the bytes that are signed; where they name another agent that is said. Below,
/// each step to the signed no-op that proves the key.
class ApprovalPage final : public WizardPage
{
    Q_OBJECT

public:
    ApprovalPage(WorkspaceState &state, WizardChoice &choice);

    QString title() const override;
    /// Only a proven key trades.
    bool isComplete() const override;
    /// Until the second approval is given: after it nothing can be taken back.
    bool canGoBack() const;

    /// Forgets the last approval; `request` names the next one.
    void begin(RequestId request);
    bool takes(const engine::SigningReview &review) const;
    /// Escape, or Back: the device is no longer waited for.
    void stop();
    bool isUnderWay() const;
    void fail(const QString &sentence);

private:
    void onProgress();
    void onReview(const engine::SigningReview &review);
    void refresh();
    /// The decoded words name the agent and the name that this page shows.
    bool saysAgent() const;

    RequestId m_request = 0;
    engine::AgentProgress m_progress;
    std::optional<engine::SigningReview> m_review;
    engine::AgentStep m_reached = engine::AgentStep::None; ///< the last step before a failure
    QString m_failure;

    FactList *m_facts = nullptr;
    QLabel *m_agent = nullptr;
    QLabel *m_name = nullptr;
    QPlainTextEdit *m_words = nullptr;
    QPushButton *m_check = nullptr;
    StepList *m_steps = nullptr;
    DevicePane *m_device = nullptr;
    QLabel *m_empty = nullptr;
    DeviceNotice *m_notice = nullptr;
};

} // namespace hl::ui
