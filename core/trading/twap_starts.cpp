// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trading/twap_starts.h"

#include <algorithm>
#include <utility>

namespace hl::trading {

using model::Twap;

namespace {

std::string nameOf(const TwapStarts::Start &start)
{
    return "the TWAP that " +
           std::string(start.ticket.side == model::Side::Buy ? "buys " : "sells ") +
           szText(start.ticket.sz, start.grid) + ' ' + start.ticket.coin;
}

bool isIt(const TwapStarts::Start &start, const Twap &twap)
{
    const model::TwapTicket &t = start.ticket;
    return twap.coin == t.coin && twap.side == t.side && twap.sz == t.sz &&
           twap.minutes == t.minutes && twap.reduceOnly == t.reduceOnly &&
           !start.before.contains(twap.id);
}

} // namespace

std::optional<std::string> TwapStarts::hold(const std::string &coin, model::Side side) const
{
    const auto it = std::ranges::find_if(m_starts, [&](const Start &start) {
        return start.ticket.isEntry() && start.ticket.coin == coin && start.ticket.side == side;
    });
    if (it == m_starts.end())
        return {};
    return "Held: whether " + nameOf(*it) +
           " has started is not known yet, and a second copy might be bought twice.";
}

std::vector<TwapStarts::Settled> TwapStarts::settle(const std::vector<Twap> &twaps, TimeMs now,
                                                    bool isConnected)
{
    std::vector<Settled> out;
    std::set<model::TwapId> taken;
    std::erase_if(m_starts, [&](Start &start) {
        const auto seen = std::ranges::find_if(
            twaps, [&](const Twap &twap) { return isIt(start, twap) && !taken.contains(twap.id); });
        if (seen != twaps.end()) {
            taken.insert(seen->id); // one row is one start
            out.push_back(
                {start, true, "What was unknown is known: " + nameOf(start) + " has started."});
            return true;
        }
        if (!isConnected || now <= start.expiresAfter) {
            start.silentSince.reset();
            return false;
        }
        if (!start.silentSince)
            start.silentSince = now;
        if (now - *start.silentSince < kSilence)
            return false;
        out.push_back({start, false,
                       "Not started: the expiry of " + nameOf(start) +
                           " has passed and the venue does not list it."});
        return true;
    });
    return out;
}

TwapStarts::Start *TwapStarts::toSpend(TimeMs now)
{
    const auto it = std::ranges::find_if(m_starts, [&](const Start &start) {
        return !start.isSpending && now - start.leftAt >= kSpendAfter && now <= start.expiresAfter;
    });
    return it == m_starts.end() ? nullptr : &*it;
}

std::optional<TwapStarts::Settled> TwapStarts::spent(Nonce nonce, const Address &signer)
{
    const auto it = std::ranges::find_if(m_starts, [&](const Start &start) {
        return start.nonce == nonce && start.signer == signer;
    });
    if (it == m_starts.end())
        return {};
    Settled out{std::move(*it), false, {}};
    out.words = "Not started: the nonce of " + nameOf(out.start) +
                " was spent by a no-op and can no longer be used.";
    m_starts.erase(it);
    return out;
}

} // namespace hl::trading
