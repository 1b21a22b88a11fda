// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "guard/guard.h"
#include "market/instrument.h"

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace hl::guard {

/// What was entered before, as far as an entry is judged by it: the pace (G7), the same one twice
/// (G10), what was never traded and who traded last (G11). Fed by what the account's orders and
/// fills say, whoever sent them. One thread; monotonic ns.
class EntryHistory
{
public:
    /// `before`: the same order as it was; null where it is new. `isOld`: it is from a list of
    /// what there is, not news.
    void noteOrder(const model::Order *before, const model::Order &now, bool isOld,
                   std::int64_t monoNs);
    /// `isWhole`: all fills the venue gives of this account; before, nothing is a first use.
    void noteFills(const std::vector<model::Fill> &fills, bool isWhole);
    /// Another account: what it has traded is not known.
    void forgetAccount();

    /// Who enters from here: one text for an account on a network; empty: not known yet.
    void setTrader(const std::string &trader) { m_trader = trader; }
    /// Who entered last, kept from start to start; empty: nobody ever did.
    const std::string &lastTrader() const { return m_lastTrader; }
    void setLastTrader(const std::string &trader) { m_lastTrader = trader; }

    void judgeBy(const model::OrderTicket &ticket, std::int64_t monoNs, Situation &situation) const;

private:
    void noteUse(const std::string &coin);

    struct Act
    {
        std::string coin;
        model::Side side = model::Side::Buy;
        TimeMs placedAt = 0;
        friend bool operator==(const Act &, const Act &) = default;
    };

    EntryPace m_pace;
    std::optional<Act> m_lastAct;
    std::set<std::string> m_used; ///< dexes as "dex:", spot pairs and outcomes by name
    bool m_isWhole = false;
    std::string m_trader;
    std::string m_lastTrader;
};

} // namespace hl::guard
