// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/common/workspace_state.h"

#include <QDialog>

#include <cstdint>
#include <set>
#include <vector>

namespace hl::ui {

/// What the venue keeps when this window goes (interaction.md L35).
struct WhatStays
{
    std::vector<model::OrderKey> entries;
    std::vector<model::OrderKey> stops; ///< stops, targets and other reduce-only orders
    /// They trade on at the venue, window or none.
    std::vector<model::Twap> entryTwaps;
    std::vector<model::Twap> exitTwaps; ///< reduce-only
    QStringList unprotected;            ///< markets with a position and no stop
    /// Movements whose end is not known, by their titles; nobody watches them when this ends.
    QStringList money;
    std::uint64_t heldRows = 0; ///< of the journal, in this program's memory alone

    bool hasEntries() const { return !entries.empty() || !entryTwaps.empty(); }
    bool hasExits() const { return !stops.empty() || !exitTwaps.empty(); }
    /// At the venue: what a lock leaves without hands as well.
    bool restsNothing() const { return !hasEntries() && !hasExits() && unprotected.isEmpty(); }
    bool isNothing() const { return restsNothing() && money.isEmpty() && heldRows == 0; }
};
WhatStays whatStays(const WorkspaceState &state);
/// Why no other session may begin now, one sentence; empty: it may.
QString whyNoSwitch(const WorkspaceState &state);

/// Asked before leaving: leave everything, cancel entries, cancel all, or stay. Return and Escape
/// stay; nothing that sends is a default. After a cancel it leaves only when the venue has
/// taken all of it.
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
    std::set<RequestId> m_requests; ///< not answered yet
};

} // namespace hl::ui
