// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trading/twap_store.h"

#include "trading/order_store.h"

#include <algorithm>
#include <utility>

namespace hl::trading {

using model::Twap;
using model::TwapPhase;

namespace {

Twap twapOf(const venue::Twap &wire)
{
    Twap out;
    out.id = wire.twapId;
    out.coin = wire.coin;
    out.grid = wire.grid;
    out.side = wire.side;
    out.sz = wire.sz;
    if (const auto executed =
            toSz(wire.executedSz.rounded(wire.grid.szDecimals, Rounding::Down), wire.grid))
        out.executedSz = *executed;
    out.executedNtl = wire.executedNtl;
    out.minutes = static_cast<int>(std::clamp<std::int64_t>(wire.minutes, 0, 1'000'000));
    out.reduceOnly = wire.reduceOnly;
    out.randomise = wire.randomize;
    out.startedAt = wire.timestamp;
    return out;
}

TwapPhase phaseOf(const std::string &status)
{
    if (status == "activated")
        return TwapPhase::Running;
    if (status == "finished")
        return TwapPhase::Finished;
    if (status == "terminated" || status == "stopped")
        return TwapPhase::Stopped;
    return status == "error" ? TwapPhase::Failed : TwapPhase::Other;
}

} // namespace

/// What was executed only grows: frames may be older.
void TwapStore::put(Twap &known, Twap fresh)
{
    if (fresh.executedSz < known.executedSz) {
        fresh.executedSz = known.executedSz;
        fresh.executedNtl = known.executedNtl;
    }
    m_isChanged = m_isChanged || !(fresh == known);
    known = std::move(fresh);
}

/// One entry of the history. They come in any order: the later one counts, in the same second the
/// one that is farther; and an ended one does not run again.
void TwapStore::apply(Twap fresh)
{
    const auto it = m_twaps.find(fresh.id);
    if (it == m_twaps.end()) {
        m_twaps.emplace(fresh.id, std::move(fresh));
        m_isChanged = true;
        return;
    }
    Twap &known = it->second;
    const bool isFinal = hasEnded(known.phase) && known.phase != TwapPhase::Gone;
    const bool isOlder = fresh.changedAt < known.changedAt ||
                         (fresh.changedAt == known.changedAt && fresh.phase == TwapPhase::Other);
    // That it is gone is newer than whatever it did before it ended.
    if (!hasEnded(fresh.phase) && (isFinal || isOlder || known.phase == TwapPhase::Gone))
        return;
    if (hasEnded(fresh.phase) && isFinal && isOlder)
        return;
    fresh.changedAt = std::max(fresh.changedAt, known.changedAt);
    put(known, std::move(fresh));
}

void TwapStore::applyHistory(const std::vector<venue::TwapHistoryEntry> &entries)
{
    for (const venue::TwapHistoryEntry &entry : entries) {
        if (entry.twap.twapId == 0)
            continue; // of before the venue named them
        Twap twap = twapOf(entry.twap);
        twap.phase = phaseOf(entry.status);
        twap.reason = twap.phase == TwapPhase::Other ? entry.status : entry.description;
        twap.changedAt = entry.timeSeconds * 1'000;
        apply(std::move(twap));
    }
    std::size_t ended = 0;
    for (auto it = m_twaps.rbegin(); it != m_twaps.rend();) {
        if (!hasEnded(it->second.phase) || ++ended <= kMaxEnded) {
            ++it;
            continue;
        }
        it = std::make_reverse_iterator(m_twaps.erase(std::next(it).base()));
    }
}

void TwapStore::applyStates(const std::string &dex, const std::vector<venue::Twap> &running,
                            bool isWhole)
{
    std::set<model::TwapId> listed;
    for (const venue::Twap &wire : running) {
        if (wire.twapId == 0)
            continue;
        listed.insert(wire.twapId);
        Twap fresh = twapOf(wire);
        const auto it = m_twaps.find(fresh.id);
        if (it == m_twaps.end()) {
            m_twaps.emplace(fresh.id, std::move(fresh));
            m_isChanged = true;
            continue;
        }
        Twap &known = it->second;
        if (hasEnded(known.phase) && known.phase != TwapPhase::Gone)
            continue;
        // How far it has come, not what it is called: one that waits for its trigger is listed too.
        if (known.phase == TwapPhase::Other && fresh.executedSz.lots == 0) {
            fresh.phase = known.phase;
            fresh.reason = known.reason;
        }
        fresh.changedAt = known.changedAt;
        put(known, std::move(fresh));
    }
    for (auto &[id, twap] : m_twaps) {
        if (!isWhole)
            break; // what is not listed may be what could not be read
        if (dexOf(twap.coin) != dex || listed.contains(id) || m_listed.erase(id) == 0 ||
            hasEnded(twap.phase))
            continue;
        twap.phase = TwapPhase::Gone;
        m_isChanged = true;
    }
    m_listed.insert(listed.begin(), listed.end());
}

std::vector<Twap> TwapStore::all() const
{
    std::vector<Twap> out;
    out.reserve(m_twaps.size());
    for (auto it = m_twaps.rbegin(); it != m_twaps.rend(); ++it)
        out.push_back(it->second);
    return out;
}

std::set<std::string> TwapStore::runningDexes() const
{
    std::set<std::string> out;
    for (const auto &[id, twap] : m_twaps)
        if (!hasEnded(twap.phase))
            out.insert(dexOf(twap.coin));
    return out;
}

bool TwapStore::takeChanged()
{
    return std::exchange(m_isChanged, false);
}

} // namespace hl::trading
