// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/ids.h"
#include "model/money.h"

#include <cstdint>
#include <optional>
#include <string>

/// Money that leaves or moves (interaction.md G19, G20). Values.
namespace hl::engine {

/// The answer to readMoneyFacts.
struct MoneyFactsRead
{
    RequestId request = 0;
    model::MoneyFacts facts;
    std::string problem; ///< one sentence where it could not be read; the facts are empty then
};

enum class MoneyState : std::uint8_t {
    Checking, ///< destination and account are looked up
    Signing,  ///< with the key, or waiting for the device
    Sent,     ///< bytes left
    Done,     ///< the venue took it
    Refused,  ///< by the venue, or here: nothing has moved
    NotSent,  ///< nothing left, for certain
    Unknown,  ///< bytes left, no answer; the account's ledger is watched, nothing is sent again
    Dead,     ///< was Unknown: it did not arrive and cannot any more
};

/// Nothing more will come.
constexpr bool isEnded(MoneyState state)
{
    return state == MoneyState::Done || state == MoneyState::Refused ||
           state == MoneyState::NotSent || state == MoneyState::Dead;
}

/// One movement, whole at each change, by id.
struct MoneyProgress
{
    std::uint64_t id = 0;
    RequestId request = 0;
    model::MoneyOrder order; ///< without the book
    MoneyState state = MoneyState::Checking;
    std::string title;    ///< "Withdraw 100 USDC to 0x1479…9325"
    std::string sentence; ///< what is the case
    Nonce nonce = 0;
    TimeMs time = 0; ///< of the command
    bool byDevice = false;
};

} // namespace hl::engine
