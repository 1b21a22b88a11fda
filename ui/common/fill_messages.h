// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/common/workspace_state.h"

#include <map>

namespace hl::ui {

/// Says fills: those of one order within one second are one message (interaction.md L33), "BTC buy
/// 0.0312 of 0.0500 @ 110,143.2, maker". A complete fill is said at once. One for the window.
class FillMessages final : public QObject
{
    Q_OBJECT

public:
    static constexpr std::int64_t kGatherNs = 1'000'000'000;

    explicit FillMessages(WorkspaceState &state, QObject *parent = nullptr);

private:
    struct Gathering
    {
        model::Fill last;
        Sz sz;
        Ntl paid;
        bool hasMaker = false;
        bool hasTaker = false;
        std::int64_t sinceMonoNs = 0;
    };

    void add(const std::vector<model::Fill> &fills);
    void sayDue();
    void say(const Gathering &gathering);
    const model::Order *orderOf(const model::Fill &fill) const;

    WorkspaceState &m_state;
    std::map<Oid, Gathering> m_gathering;
};

} // namespace hl::ui
