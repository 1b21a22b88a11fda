// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "guard/entry_history.h"

namespace hl::guard {

namespace {

using model::OrderPhase;

/// What a first use is asked about (protocol/prices.md 6): a dex as a whole, a spot pair and an
/// outcome each; the venue's own perps never.
std::string useOf(const std::string &coin)
{
    if (const auto colon = coin.find(':'); colon != std::string::npos)
        return coin.substr(0, colon + 1);
    return coin.find_first_of("@#/") != std::string::npos ? coin : std::string();
}

/// Was it entered: accepted here, and on its way or farther?
bool isEntered(OrderPhase phase)
{
    switch (phase) {
    case OrderPhase::Draft:
    case OrderPhase::RejectedLocal:
    case OrderPhase::SignatureRefused:
    case OrderPhase::NotSent:
        return false;
    default:
        return true;
    }
}

} // namespace

void EntryHistory::noteUse(const std::string &coin)
{
    if (std::string use = useOf(coin); !use.empty())
        m_used.insert(std::move(use));
}

void EntryHistory::noteOrder(const model::Order *before, const model::Order &now, bool isOld,
                             std::int64_t monoNs)
{
    if (!isEntered(now.phase) || (before != nullptr && isEntered(before->phase)))
        return;
    noteUse(now.coin);
    if (isOld || !now.isOurs || now.reduceOnly)
        return;
    m_lastTrader = m_trader;
    // The orders of one action are one entry, as the engine counts them.
    const Act act{now.coin, now.side, now.placedAt};
    if (now.placedAt != 0 && m_lastAct && *m_lastAct == act)
        return;
    m_lastAct = act;
    model::OrderTicket ticket;
    ticket.coin = now.coin;
    ticket.side = now.side;
    ticket.kind = now.kind;
    ticket.px = now.px;
    ticket.sz = now.origSz;
    ticket.tif = now.tif;
    ticket.trigger = now.trigger;
    m_pace.note(ticket, monoNs);
}

void EntryHistory::noteFills(const std::vector<model::Fill> &fills, bool isWhole)
{
    m_isWhole = m_isWhole || isWhole;
    for (const model::Fill &fill : fills)
        noteUse(fill.coin);
}

void EntryHistory::forgetAccount()
{
    m_used.clear();
    m_isWhole = false;
}

void EntryHistory::judgeBy(const model::OrderTicket &ticket, std::int64_t monoNs,
                           Situation &situation) const
{
    situation.pace = m_pace.count(monoNs);
    situation.isRepeat = m_pace.isRepeat(ticket, monoNs);
    const std::string use = useOf(ticket.coin);
    situation.isFirstUse = m_isWhole && !use.empty() && !m_used.contains(use);
    situation.isAfterSwitch =
        !m_trader.empty() && !m_lastTrader.empty() && m_trader != m_lastTrader;
}

} // namespace hl::guard
