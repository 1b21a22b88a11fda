// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "model/ticket_validator.h"

#include <cstddef>
#include <optional>
#include <vector>

/// Several orders of one market that go in one action and are one approval. Pure, any thread; the
/// ticket and the engine ask the same functions.
namespace hl::model {

enum class Grouping : std::uint8_t {
    None,    ///< orders of their own, as a scale's
    Bracket, ///< an entry, then its stop and its target (protocol/exchange-actions.md 6,
             ///< normalTpsl)
};

/// What is wrong with which of them.
struct GroupProblem
{
    std::size_t at = 0;
    TicketProblem problem;
};

/// Most orders of one scale; each costs a place in the venue's address budget.
inline constexpr std::size_t kMaxGroup = 50;

/// Where a bracket's entry is expected to fill: its own price, or the mark where that is better.
std::optional<Px> expectedEntry(const OrderTicket &entry, const ValidationContext &context);

/// Empty: may be sent. A bracket's children are judged as if the entry had filled completely, for
/// only then the venue places them (interaction.md L31).
std::vector<GroupProblem> validateGroup(const std::vector<OrderTicket> &tickets, Grouping grouping,
                                        const ValidationContext &context);

/// The orders as one of their whole size, for limits that ask about all of them: the entry of a
/// bracket, or a scale at its most aggressive price. `tickets` is not empty.
OrderTicket wholeOf(const std::vector<OrderTicket> &tickets, Grouping grouping);

/// A bracket's stop or target that the venue does not place before its entry has filled: until
/// then it protects nothing (interaction.md L31). `parent`: the entry, null where it is not known.
constexpr bool isDormant(const Order &leg, const Order *parent)
{
    return leg.parent != 0 && parent != nullptr && !isTerminal(parent->phase);
}

} // namespace hl::model
