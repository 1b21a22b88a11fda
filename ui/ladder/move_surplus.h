// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/common/workspace_state.h"

#include <QObject>

#include <optional>
#include <string>
#include <vector>

namespace hl::ui {

/// What rests too much because a fill raced a move (interaction.md L24): the change is sent with
/// what remained, and what the old order still filled before the venue had it comes on top. Counted
/// by the fills of the old order's own id, so that what fills in the new place is no surplus. GUI
/// thread.
class MoveSurplus final : public QObject
{
    Q_OBJECT

public:
    struct Surplus
    {
        model::OrderKey key = 0;
        Sz sz;
    };

    explicit MoveSurplus(WorkspaceState &state, QObject *parent = nullptr);

    /// This order is about to be moved; looked at for half a minute.
    void watch(const model::Order &order);
    const std::optional<Surplus> &surplus() const { return m_surplus; }
    /// Takes it off the order, or the order away where all of it is too much; only where that order
    /// is in this market.
    void trim(const std::string &coin);

Q_SIGNALS:
    void changed();
    void said(hl::engine::NoticeLevel level, const QString &text);

private:
    struct Watched
    {
        model::OrderKey key = 0;
        Oid oid = 0;
        Oid newOid = 0; ///< 0: not moved yet
        Sz origSz;
        Sz filled; ///< as the order itself said it; the list of fills may be behind it, or ahead
        std::int64_t untilNs = 0;
    };

    Sz filledAs(Oid oid) const;
    void judge();

    WorkspaceState &m_state;
    std::vector<Watched> m_watched;
    std::optional<Surplus> m_surplus;
    RequestId m_trimming = 0;
};

} // namespace hl::ui
