// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/common/workspace_state.h"

#include <QObject>
#include <QPointer>

#include <memory>
#include <set>

class QWidget;

namespace hl::ui {

class AgentWizard;
class DeviceReviewDialog;
class FlattenDialog;
class Dialogs;
class SignerPanel;

/// Brings reviews, device states and agents to the person: opens the review when the device is
/// asked, says what became of bulk actions, reminds of a waiting device. One for each window; owns
/// nothing that outlives it.
class SigningDesk final : public QObject
{
    Q_OBJECT

public:
    static constexpr std::int64_t kWaitingNoticeMs = 20'000;

    /// `dialogs` null: real ones.
    SigningDesk(WorkspaceState &state, Dialogs *dialogs, QWidget *window);
    ~SigningDesk() override;

    void openPanel();
    void openWizard();
    void renewAgent(const std::string &name);
    /// Asked first; the key is wiped, orders stay and are listed (D9).
    void revokeAgent(const std::string &name);
    /// The choice between the three ways to trade (D1), once a profile, when a device is first
    /// there. Kept in `settingsFile`; empty: never offered by itself.
    void offerModesOnce(const QString &settingsFile);

    DeviceReviewDialog *dialog(engine::ReviewId id) const;
    SignerPanel *panel() const;
    AgentWizard *wizard() const;
    FlattenDialog *flattenDialog() const;

private:
    void onReview(const engine::SigningReview &review);
    void onDevice();
    void onProgress();
    void onFlatten();
    void onFinished(const engine::CommandResult &result);
    void onHeartbeat();
    void askAgain(const engine::SigningReview &review);
    AgentWizard *makeWizard();
    void offerModes();

    WorkspaceState &m_state;
    std::unique_ptr<Dialogs> m_ownDialogs;
    Dialogs *m_dialogs;
    QWidget *m_window;
    QString m_settingsFile;
    QPointer<SignerPanel> m_panel;
    QPointer<AgentWizard> m_wizard;
    QPointer<FlattenDialog> m_flatten;
    RequestId m_flattenShown = 0; ///< its dialog was opened, or its end said
    RequestId m_flattenSaid = 0;
    std::set<RequestId> m_requests; ///< sent from here
    engine::ReviewId m_reminded = 0;
    engine::DeviceState m_lastDevice = engine::DeviceState::None;
    std::string m_lastHint;
};

} // namespace hl::ui
