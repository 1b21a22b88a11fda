// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/common/workspace_state.h"

#include <QDialog>

#include <cstdint>

namespace hl::ui {

/// What the venue keeps when this window goes (interaction.md L35).
struct WhatStays
{
    std::vector<model::OrderKey> entries;
    std::vector<model::OrderKey> stops; ///< stops, targets and other reduce-only orders
    QStringList unprotected;            ///< markets with a position and no stop

    bool isNothing() const { return entries.empty() && stops.empty() && unprotected.isEmpty(); }
};
WhatStays whatStays(const WorkspaceState &state);

/// Asked before leaving: leave everything, cancel entries, cancel all, or stay. Return and Escape
/// stay; nothing that sends is a default. After a cancel it leaves only when the venue has
/// answered.
class LeavingDialog final : public QDialog
{
    Q_OBJECT

public:
    enum class Purpose : std::uint8_t { Quit, Lock, Switch };

    LeavingDialog(WorkspaceState &state, QWidget *parent, Purpose purpose = Purpose::Quit);

Q_SIGNALS:
    void leave();

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void cancel(bool stopsToo);

    WorkspaceState &m_state;
    RequestId m_request = 0;
};

} // namespace hl::ui
