// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/common/panel.h"
#include "ui/common/workspace_state.h"
#include "ui/settings/session_wish.h"

#include <QStringList>

class QComboBox;
class QHBoxLayout;
class QLabel;
class QLineEdit;
class QPushButton;
class QVBoxLayout;

namespace hl::ui {

/// The four ways to begin, side by side, as a dock among others: practise, watch an address, an
/// agent from a Ledger, a key of this computer. Each does it or says how. It goes by itself when
/// the first order is there.
class FirstStepsPanel final : public Panel
{
    Q_OBJECT

public:
    /// `keys`: names of the keys stored in the profile.
    FirstStepsPanel(WorkspaceState &state, const QStringList &keys, QWidget *parent = nullptr);

Q_SIGNALS:
    void sessionAsked(const hl::ui::SessionWish &wish);
    /// The practice account is the one that is open: off to the ladder.
    void practiceAsked();
    /// The device of this session: its wizard.
    void wizardAsked();
    /// Not needed any more.
    void done();

private:
    QVBoxLayout *column(QHBoxLayout *columns, const char *name, const QString &title,
                        const QString &words);
    QPushButton *button(const char *name, const QString &text);
    void refresh();
    void watch();
    engine::Network chosenNetwork() const;

    WorkspaceState &m_state;
    QComboBox *m_network = nullptr;
    std::optional<engine::Network> m_seen; ///< of the session, as the choice was last set to it
    QPushButton *m_practise = nullptr;
    QLineEdit *m_address = nullptr;
    QLabel *m_addressSaid = nullptr;
    QPushButton *m_ledger = nullptr;
};

} // namespace hl::ui
