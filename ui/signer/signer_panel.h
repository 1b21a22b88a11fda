// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/common/workspace_state.h"

#include <QDialog>

class QGridLayout;
class QLabel;
class QPushButton;
class QCheckBox;
class QSpinBox;

namespace hl::ui {

class DeviceNotice;
class FactList;
class Pill;
class ReviewChips;

/// Behind the signer pill: who signs what, the state of the device with what to do, what waits for
/// it, and the account's agents with renewal and revocation. Not modal.
class SignerPanel final : public QDialog
{
    Q_OBJECT

public:
    SignerPanel(WorkspaceState &state, QWidget *parent);

Q_SIGNALS:
    void wizardAsked();
    void renewAsked(const std::string &name);
    void revokeAsked(const std::string &name);

protected:
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    void refresh();
    void showAgents();
    void grow();
    QWidget *makeExpiries();
    void sendExpiries();

    WorkspaceState &m_state;
    Pill *m_badge = nullptr;
    QLabel *m_mode = nullptr;
    QLabel *m_modeWords = nullptr;
    FactList *m_facts = nullptr;
    DeviceNotice *m_notice = nullptr;
    QLabel *m_exit = nullptr;
    QSpinBox *m_takes = nullptr;
    QSpinBox *m_rests = nullptr;
    QWidget *m_expiries = nullptr;
    QCheckBox *m_form = nullptr;
    ReviewChips *m_chips = nullptr;
    QLabel *m_agentsTitle = nullptr;
    QLabel *m_agentsNote = nullptr;
    QWidget *m_agents = nullptr;
    QPushButton *m_wizard = nullptr;
    bool m_isQuiet = false;
};

} // namespace hl::ui
