// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "model/twap.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace hl::trading {

/// Starts of TWAPs that left and were not answered (interaction.md G13). Each holds a second entry
/// like it until the account's TWAPs show it, its nonce is spent, or its expiry has passed and for
/// kSilence of a working connection no list shows it. A value; venue time, ms.
class TwapStarts
{
public:
    static constexpr TimeMs kSilence = 10'000;
    static constexpr TimeMs kSpendAfter = 3'000;

    struct Start
    {
        model::TwapTicket ticket;
        Grid grid;
        Nonce nonce = 0;
        Address signer = {};
        TimeMs leftAt = 0;              ///< when it became unknown
        TimeMs expiresAfter = 0;        ///< after which it can take no effect
        std::set<model::TwapId> before; ///< those that were known when it left
        bool isSpending = false;
        std::optional<TimeMs> silentSince = {};
    };
    struct Settled
    {
        Start start;
        bool hasStarted = false;
        std::string words;
    };

    void add(Start start) { m_starts.push_back(std::move(start)); }
    bool isEmpty() const { return m_starts.empty(); }
    /// Why an entry there waits; empty: it need not.
    std::optional<std::string> hold(const std::string &coin, model::Side side) const;
    /// Those that are known now leave the list.
    std::vector<Settled> settle(const std::vector<model::Twap> &twaps, TimeMs now,
                                bool isConnected);
    /// The one whose nonce is to be spent now; null: none.
    Start *toSpend(TimeMs now);
    /// Its nonce is spent: it can no longer start.
    std::optional<Settled> spent(Nonce nonce, const Address &signer);

private:
    std::vector<Start> m_starts;
};

} // namespace hl::trading
