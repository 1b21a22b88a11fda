// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/common/one_shot.h"

#include <QObject>

#include <set>

namespace hl::ui {

/// Ctrl+Shift+X held for 600 ms cancels every entry of the account, from anywhere in the program
/// (interaction.md L15); let go earlier, nothing happens. Stops and targets stay, and it says how
/// many. Watches the application's keys while it lives.
class CancelAllHold final : public QObject
{
    Q_OBJECT

public:
    CancelAllHold(WorkspaceState &state, QObject *parent);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void cancelAll();

    WorkspaceState &m_state;
    OneShot m_hold;
    std::set<RequestId> m_requests; ///< not answered
};

} // namespace hl::ui
