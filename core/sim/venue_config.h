// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/ids.h"
#include "base/result.h"
#include "base/secret_bytes.h"
#include "num/decimal.h"

#include <string>
#include <string_view>
#include <vector>

namespace hl::sim {

/// An account that exists from the start, with this much USDC on its perps side.
struct SimFund
{
    Address address;
    Decimal usdc = Decimal::fromInt(100'000);

    /// "0x…" or "0x…=USDC" as `--fund` takes it; at most six decimals.
    static Result<SimFund> parse(std::string_view text);
};

/// What `--load` makes of the practice account (and of every --fund): past fills, resting orders,
/// and how many orders a second it keeps placing and cancelling.
struct SimLoadProfile
{
    int fills = 0;
    int orders = 0;
    int positions = 0;
    int actionsPerSecond = 0;

    /// "light", "busy", "heavy", or "fills=N,orders=N,positions=N,rate=N".
    static Result<SimLoadProfile> parse(std::string_view text);
    bool isIdle() const { return fills + orders + positions + actionsPerSecond == 0; }
};

struct SimVenueConfig
{
    std::uint64_t seed = 1;
    std::vector<std::string> coins; ///< empty: all
    std::vector<SimFund> funds;
    SimLoadProfile load;
    /// False: empty books that move only by what clients send.
    bool participants = true;
};

/// The demo's own account: keccak256 of "touchline practice account". It is public and worth
/// nothing; the venue that knows it exists only on loopback.
SecretBytes practiceKey();
Address practiceAddress();

/// 0x14791697260e4c9a71f18484c9f997b308e59325, the address of the published signing vectors; always
/// funded with 100,000 USDC.
Address vectorsAddress();

} // namespace hl::sim
