// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "guard/entry_pace.h"
#include "guard/order_math.h"
#include "market/asset_ctx.h"
#include "model/ticket_validator.h"

#include <optional>
#include <string>
#include <vector>

/// Limits a person sets against their own mistakes (interaction.md 3, G1 to G11). Pure, any thread;
/// the ticket and the engine ask the same functions, the engine's answer counts.
namespace hl::guard {

/// Past `ask` one extra deliberate act is wanted, past `block` the order is refused.
struct Limit
{
    std::optional<Decimal> ask;
    std::optional<Decimal> block;
};

/// Shares are of one (0.08 is 8 %); "× E" are multiples of the account's equity in that market's
/// collateral. The values here are the defaults.
struct Limits
{
    Limit orderValue{Decimal(1, 0), Decimal(3, 0)};             ///< G1, × E
    std::optional<Decimal> orderValueMost{Decimal(250'000, 0)}; ///< G1, until raised once
    Limit marketValue{Decimal(2, 0), Decimal(5, 0)};            ///< G2, × E
    Limit accountValue{Decimal(4, 0), Decimal(8, 0)};           ///< G2, × E
    Limit liquidationDistance{Decimal(8, 2), Decimal(2, 2)};    ///< G3, asked and blocked below
    Limit maintenanceUsed{Decimal(40, 2), Decimal(70, 2)};      ///< G3, share of E
    Limit throughDeep{Decimal(3, 3), Decimal(2, 2)};            ///< G4
    Limit throughThin{Decimal(1, 2), Decimal(5, 2)};            ///< G4
    Limit throughOutcome{Decimal(3, 2), Decimal(10, 2)};        ///< G4, price units
    Limit away{Decimal(10, 2), Decimal(50, 2)};                 ///< G5
    Limit leverage{Decimal(10, 0), Decimal(20, 0)};             ///< G6
    Limit perSecond{Decimal(5, 0), std::nullopt};               ///< G7
    Limit perTenSeconds{std::nullopt, Decimal(30, 0)};          ///< G7
    Limit perMinute{std::nullopt, Decimal(120, 0)};             ///< G7
    Limit restingInMarket{Decimal(50, 0), std::nullopt};        ///< G8
    Limit restingInAccount{Decimal(200, 0), Decimal(900, 0)};   ///< G8
    Limit dayLoss{Decimal(3, 2), Decimal(6, 2)};                ///< G9, share of E at 00:00 UTC
};

/// What an order is judged against. What is absent is not known and judges nothing.
struct Situation
{
    model::ValidationContext market;
    const market::AssetCtx *context = nullptr;
    std::optional<Decimal> equity; ///< equityFor() that market
    Decimal otherPositions;        ///< their value in the same collateral, this market left out
    const model::MarginSummary *margin = nullptr; ///< of that market's dex
    int leverage = 0;                             ///< set for that market; 0: not known
    bool isCross = true;
    int restingInMarket = 0; ///< entries
    int restingInAccount = 0;
    EntryPace::Count pace;
    bool isRepeat = false;
    std::optional<Decimal> dayStartEquity; ///< at 00:00 UTC
    std::optional<Decimal> dayResult;      ///< since then, fees, funding, unrealised included
    bool isFirstUse = false;               ///< G11: a dex, outcome or spot pair never traded before
    bool isAfterSwitch = false;            ///< G11: first entry after another account or network
    bool isSliced = false; ///< traded in slices over some time: not all of it meets this book
};

/// Empty: nothing to ask. `rule` is "G1" … "G11", `blocks` tells block from ask. Exits are told at
/// most (rule zero): nothing here blocks a reduce-only order.
std::vector<model::TicketProblem> judge(const model::OrderTicket &ticket,
                                        const Situation &situation, const Limits &limits);

/// The liquidation price once that order has filled; market and trigger orders at the mark.
Liquidation liquidationOf(const model::OrderTicket &ticket, const Situation &situation);

/// G6.
std::vector<model::TicketProblem> judgeLeverage(int leverage, const Limits &limits);

/// The first problem that refuses the order, or null.
const model::TicketProblem *blocking(const std::vector<model::TicketProblem> &problems);

} // namespace hl::guard
