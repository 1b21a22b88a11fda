// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/ladder/ladder_desk.h"

#include <vector>

namespace hl::ui {

/// Everything an act is decided from, kept alive for as long as it is decided.
struct LadderDesk::Moment
{
    market::BookSnapshotPtr book;
    std::vector<model::Order> orders;
    ActFacts facts;
};

/// Runs `decide` on a moment that outlives it.
template <class M, class F>
LadderAct decided(M now, F decide)
{
    now.facts.orders = &now.orders;
    return decide(now.facts);
}

} // namespace hl::ui
