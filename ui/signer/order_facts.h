// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "guard/order_math.h"
#include "ui/common/workspace_state.h"

namespace hl::ui {

/// What one order costs, from what is known now; what is not known is absent.
struct OrderFacts
{
    std::optional<Decimal> value;
    std::optional<Decimal> fee;
    bool isMakerFee = false;
    bool isPerp = false;
    guard::Liquidation liquidation; ///< after it has filled, an estimate
    QString quote;
};
OrderFacts orderFacts(const WorkspaceState &state, const model::OrderTicket &ticket, Grid grid);

} // namespace hl::ui
