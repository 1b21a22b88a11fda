// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trading/nonce_lane.h"

#include "trading/venue_clock.h"

#include <algorithm>
#include <utility>

namespace hl::trading {

namespace {

/// Reserved at once, in ms of nonces: one write to disk in six seconds while trading, and a restart
/// starts at most so far ahead of the clock.
constexpr Nonce kAhead = 10'000;
/// Asked for again when so little is left, so that no order waits for the disk.
constexpr Nonce kLeast = 4'000;

} // namespace

NonceLane::NonceLane(const Clock &clock, NonceStore &store, Hooks hooks)
    : m_clock(clock)
    , m_store(store)
    , m_hooks(std::move(hooks))
    , m_last(store.reserved())
    , m_durable(m_last)
    , m_asked(m_last)
{}

NonceLane::Claim NonceLane::claim(bool isExit)
{
    const TimeMs dated = m_venueClock != nullptr ? m_venueClock->nowMs() : m_clock.wallMs();
    const auto now = static_cast<Nonce>(std::max<TimeMs>(dated, 0));
    m_last = std::max(now, m_last + 1);
    const Claim claim{++m_lastSlot, m_last};
    m_chain.push_back({claim.slot, claim.nonce, isExit, false, State::Claimed});
    reserveAhead(claim.nonce);
    return claim;
}

void NonceLane::reserveAhead(Nonce nonce)
{
    if (nonce + kLeast <= m_asked)
        return;
    const Nonce upTo = nonce + kAhead;
    m_asked = upTo;
    m_store.reserve(upTo, [this, upTo](const Status &status) {
        if (status) {
            m_durable = std::max(m_durable, upTo);
            pump();
            return;
        }
        // Asked for again by the next claim; what needed this reservation is not sent.
        m_asked = m_durable;
        std::vector<Slot> lost;
        for (Entry &entry : m_chain) {
            if (entry.state == State::Burned || entry.nonce <= m_durable || entry.nonce > upTo)
                continue;
            if (entry.isExit) {
                entry.mayLeave = true;
                continue;
            }
            entry.state = State::Burned;
            lost.push_back(entry.slot);
        }
        lose(lost, status.error());
    });
}

void NonceLane::lose(const std::vector<Slot> &slots, const Error &error)
{
    for (const Slot slot : slots)
        m_hooks.failed(slot, error);
    pump();
}

bool NonceLane::isStored(Slot slot) const
{
    const auto it = std::ranges::lower_bound(m_chain, slot, {}, &Entry::slot);
    return it == m_chain.end() || it->slot != slot || it->nonce <= m_durable || it->mayLeave;
}

void NonceLane::leaveUnstored(Slot exit)
{
    std::vector<Slot> lost;
    for (Entry &entry : m_chain) {
        if (entry.slot > exit)
            break;
        if (entry.state == State::Burned || entry.nonce <= m_durable)
            continue;
        if (entry.isExit) {
            entry.mayLeave = true;
            continue;
        }
        entry.state = State::Burned;
        lost.push_back(entry.slot);
    }
    lose(lost, {ErrorKind::Timeout,
                "the file they are kept in does not answer; its place was given to an exit."});
}

NonceLane::Entry *NonceLane::find(Slot slot)
{
    const auto it = std::ranges::lower_bound(m_chain, slot, {}, &Entry::slot);
    return it != m_chain.end() && it->slot == slot ? &*it : nullptr;
}

void NonceLane::ready(Slot slot)
{
    if (Entry *entry = find(slot); entry != nullptr && entry->state == State::Claimed)
        entry->state = State::Ready;
    pump();
}

void NonceLane::burn(Slot slot)
{
    if (Entry *entry = find(slot))
        entry->state = State::Burned;
    pump();
}

void NonceLane::pump()
{
    if (m_isPumping)
        return;
    m_isPumping = true;
    while (!m_chain.empty()) {
        const Entry front = m_chain.front();
        if (front.state == State::Burned) {
            m_chain.pop_front();
            continue;
        }
        const bool isStored = front.nonce <= m_durable || front.mayLeave;
        if (front.state != State::Ready || !isStored || !m_hooks.mayHand(front.slot))
            break;
        m_chain.pop_front();
        m_hooks.hand(front.slot);
    }
    m_isPumping = false;
}

std::size_t NonceLane::waiting() const
{
    return static_cast<std::size_t>(
        std::ranges::count_if(m_chain, [](const Entry &e) { return e.state != State::Burned; }));
}

} // namespace hl::trading
