// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "engine/api/events.h"
#include "guard/order_math.h"
#include "model/order.h"
#include "ui/common/workspace_state.h"

#include <QString>

namespace hl::ui {

/// The order as a person would say it: "Buy 0.0500 BTC at 110,143 or better, post only".
QString orderSentence(const model::OrderTicket &ticket, Grid grid, const QString &market);

/// "98,412", "none" or "flat"; a dash where it is not known.
QString liquidationText(const guard::Liquidation &liquidation, Grid grid);

/// "Practice", "Testnet", …
QString networkName(engine::Network network);
/// "local key desk-1", "agent desk-1", "watch-only".
QString signerName(const engine::SignerStatus &signer);

/// Of an order that turns a position round: both legs, what a partial fill does, and which stops
/// no longer protect (interaction.md L32). Empty where it does not.
QString reverseText(const WorkspaceState &state, const model::OrderTicket &ticket, Grid grid);

} // namespace hl::ui
