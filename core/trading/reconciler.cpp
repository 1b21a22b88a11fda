// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trading/reconciler.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace hl::trading {

namespace {

/// After so long an entry's nonce is spent (G13).
constexpr std::int64_t kSpendAfterMs = 3'000;
/// Past its expiry by this much a request cannot be in a block any more: our measure of the
/// venue's clock may lag, never lead.
constexpr std::int64_t kExpiryMarginMs = 2'000;

/// What nothing has settled by then is asked for slowly, without an end: it may still be found out.
constexpr std::int64_t kSlowAfterMs = 60'000;
constexpr std::int64_t kSlowestAfterMs = 600'000;

std::chrono::milliseconds pause(int tries, std::int64_t ageMs)
{
    if (ageMs > kSlowAfterMs)
        return std::chrono::seconds{ageMs > kSlowestAfterMs ? 120 : 30};
    static constexpr int kSeconds[] = {1, 1, 2, 3, 5, 8};
    const int last = static_cast<int>(std::size(kSeconds)) - 1;
    return std::chrono::seconds{kSeconds[std::clamp(tries - 1, 0, last)]};
}

} // namespace

Reconciler::Reconciler(const Clock &clock, TimerService &timers, const VenueClock &venueClock,
                       Hooks hooks)
    : m_clock(clock)
    , m_timers(timers)
    , m_venueClock(venueClock)
    , m_hooks(std::move(hooks))
    , m_isAlive(std::make_shared<bool>(true))
{}

Reconciler::~Reconciler()
{
    *m_isAlive = false;
    for (auto &[id, entry] : m_entries)
        m_timers.cancel(entry.timer);
}

void Reconciler::watch(const Item &item)
{
    for (const auto &[id, entry] : m_entries)
        if (entry.item.key == item.key && entry.item.what == item.what)
            return;
    const Id id = ++m_lastId;
    Entry &entry = m_entries[id];
    entry.item = item;
    entry.sinceMs = m_clock.monoMs();
    ask(id);
}

void Reconciler::ask(Id id)
{
    const auto it = m_entries.find(id);
    if (it == m_entries.end() || it->second.isAsking)
        return;
    Entry &entry = it->second;
    m_timers.cancel(std::exchange(entry.timer, 0));
    if (m_hooks.isSettled(entry.item)) {
        const Item item = entry.item;
        remove(id);
        m_hooks.settled(item);
        return;
    }
    entry.isAsking = true;
    ++entry.tries;
    // Only what was asked after the last chance had passed proves anything.
    const auto proof = hopeless(entry);
    m_hooks.lookUp(entry.item.key, [this, id, proof, alive = m_isAlive](Lookup lookup) {
        if (*alive)
            asked(id, lookup, proof);
    });
}

void Reconciler::asked(Id id, Lookup lookup, std::optional<Proof> proof)
{
    const auto it = m_entries.find(id);
    if (it == m_entries.end())
        return;
    Entry &entry = it->second;
    entry.isAsking = false;
    const Item item = entry.item;
    if (m_hooks.isSettled(item)) {
        remove(id);
        m_hooks.settled(item);
        return;
    }
    const bool isAboutExisting = item.what == What::Cancel || item.what == What::Missing;
    if (lookup == Lookup::Found && isAboutExisting) {
        remove(id);
        m_hooks.found(item);
        return;
    }
    // A change that can no longer happen and did not, or an order nobody knows.
    if (proof && !isAboutExisting &&
        (lookup == Lookup::Silent || (lookup == Lookup::Found && item.what == What::Modify))) {
        remove(id);
        m_hooks.provenDead(item, *proof);
        return;
    }
    if (lookup == Lookup::Silent)
        m_hooks.silent(item);
    trySpending(id);
    // The last chance passed while this was being asked: the next answer decides.
    if (const auto found = m_entries.find(id);
        found != m_entries.end() && !proof && hopeless(found->second) && lookup != Lookup::Failed)
        ask(id);
    else
        schedule(id);
}

std::optional<Reconciler::Proof> Reconciler::hopeless(const Entry &entry) const
{
    if (entry.spent == Spent::Accepted)
        return Proof::NonceSpent;
    if (entry.item.expiresAfter &&
        m_venueClock.nowMs() > *entry.item.expiresAfter + kExpiryMarginMs)
        return Proof::Expired;
    return {};
}

void Reconciler::schedule(Id id)
{
    const auto it = m_entries.find(id);
    if (it == m_entries.end() || it->second.isAsking)
        return;
    Entry &entry = it->second;
    auto delay = pause(entry.tries, m_clock.monoMs() - entry.sinceMs);
    if (!entry.spent && !entry.isSpending && entry.item.isEntry && entry.item.maySpend) {
        const std::int64_t left = kSpendAfterMs - (m_clock.monoMs() - entry.sinceMs);
        if (left > 0)
            delay = std::min(delay, std::chrono::milliseconds{left});
    }
    m_timers.cancel(entry.timer);
    entry.timer = m_timers.after(delay, [this, id] {
        if (const auto found = m_entries.find(id); found != m_entries.end()) {
            found->second.timer = 0;
            trySpending(id);
            ask(id);
        }
    });
}

void Reconciler::trySpending(Id id)
{
    const auto it = m_entries.find(id);
    if (it == m_entries.end())
        return;
    Entry &entry = it->second;
    const bool isWanted = (entry.item.what == What::Place || entry.item.what == What::Modify) &&
                          entry.item.isEntry && entry.item.maySpend &&
                          (!entry.spent || *entry.spent == Spent::Failed) && !entry.isSpending &&
                          m_clock.monoMs() - entry.sinceMs >= kSpendAfterMs;
    if (!isWanted)
        return;
    entry.isSpending = true;
    m_hooks.spendNonce(Item(entry.item), [this, id, alive = m_isAlive](Spent spent) {
        if (!*alive)
            return;
        const auto found = m_entries.find(id);
        if (found == m_entries.end())
            return;
        found->second.isSpending = false;
        found->second.spent = spent;
        if (spent != Spent::Failed)
            ask(id);
    });
}

void Reconciler::recheck(model::OrderKey key)
{
    std::vector<Id> settled;
    for (const auto &[id, entry] : m_entries)
        if (entry.item.key == key && m_hooks.isSettled(entry.item))
            settled.push_back(id);
    for (const Id id : settled) {
        const Item item = m_entries.at(id).item;
        remove(id);
        m_hooks.settled(item);
    }
}

void Reconciler::hurry()
{
    std::vector<Id> ids;
    for (auto &[id, entry] : m_entries) {
        entry.tries = 0;
        entry.sinceMs = std::max(entry.sinceMs, m_clock.monoMs() - kSlowAfterMs);
        ids.push_back(id);
    }
    for (const Id id : ids)
        ask(id);
}

bool Reconciler::isWatching(model::OrderKey key) const
{
    return std::ranges::any_of(m_entries,
                               [&](const auto &entry) { return entry.second.item.key == key; });
}

void Reconciler::remove(Id id)
{
    const auto it = m_entries.find(id);
    if (it == m_entries.end())
        return;
    m_timers.cancel(it->second.timer);
    m_entries.erase(it);
}

} // namespace hl::trading
