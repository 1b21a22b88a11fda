// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "model/order.h"
#include "num/decimal.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hl::model {

struct TicketProblem;
struct ValidationContext;

using TwapId = std::uint64_t;

/// A size the venue trades in slices, one every 30 s or more, each at most 3 % from the market
/// (protocol/prices.md 6).
struct TwapTicket
{
    std::string coin;
    Side side = Side::Buy;
    Sz sz;
    int minutes = 30;
    bool reduceOnly = false;
    bool randomise = false;

    bool isEntry() const { return !reduceOnly; }
};

/// The venue takes 5 minutes to a day from other programs, and 100 quote units in all
/// (protocol/limits.md, protocol/exchange-actions.md 3).
inline constexpr int kLeastTwapMinutes = 5;
inline constexpr int kMostTwapMinutes = 1440;
inline constexpr int kMinTwapValue = 100;

enum class TwapPhase : std::uint8_t {
    Running,
    Finished,
    Stopped, ///< by a person
    Failed,  ///< `reason` says why
    Other,   ///< a word of the venue's that this program does not know: `reason`
    Gone,    ///< no longer among those that run; how it ended has not been told
};

/// What this program has no word for may still trade: it has not ended.
inline bool hasEnded(TwapPhase phase)
{
    return phase != TwapPhase::Running && phase != TwapPhase::Other;
}

/// One TWAP as the venue tells it.
struct Twap
{
    TwapId id = 0;
    std::string coin;
    Grid grid;
    Side side = Side::Buy;
    Sz sz;
    Sz executedSz;
    Decimal executedNtl;
    int minutes = 0;
    bool reduceOnly = false;
    bool randomise = false;
    TwapPhase phase = TwapPhase::Running;
    std::string reason;
    TimeMs startedAt = 0;
    TimeMs changedAt = 0; ///< to the second

    friend bool operator==(const Twap &, const Twap &) = default;
};

/// Those that go on entering, in one market or (empty) in all.
std::vector<Twap> enteringTwaps(const std::vector<Twap> &twaps, std::string_view coin = {});
/// "Buy 0.5 BTC by TWAP, 0.1 done".
std::string twapName(const Twap &twap);

/// Empty: may be sent. An exit is told, never blocked, by anything but the venue's own rules.
std::vector<TicketProblem> validateTwap(const TwapTicket &ticket, const ValidationContext &context);

/// As one market order at the mark, for limits that judge orders. None where no mark is known.
std::optional<OrderTicket> asOrder(const TwapTicket &ticket, const ValidationContext &context);

} // namespace hl::model
