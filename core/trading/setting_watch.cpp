// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trading/setting_watch.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <utility>

namespace hl::trading {

namespace {

/// Our measure of the venue's clock may lag, never lead.
constexpr TimeMs kExpiryMarginMs = 2'000;

std::chrono::milliseconds pause(int tries)
{
    static constexpr int kSeconds[] = {1, 2, 3, 5, 8, 15, 30};
    const int last = static_cast<int>(std::size(kSeconds)) - 1;
    return std::chrono::seconds{kSeconds[std::clamp(tries - 1, 0, last)]};
}

} // namespace

SettingWatch::SettingWatch(TimerService &timers, const VenueClock &venueClock, Hooks hooks)
    : m_timers(timers)
    , m_venueClock(venueClock)
    , m_hooks(std::move(hooks))
    , m_isAlive(std::make_shared<bool>(true))
{}

SettingWatch::~SettingWatch()
{
    *m_isAlive = false;
    for (const Entry &entry : m_entries)
        m_timers.cancel(entry.timer);
}

void SettingWatch::watch(Item item)
{
    m_entries.push_back({std::move(item), 0, 0});
    ask(std::prev(m_entries.end()));
}

void SettingWatch::ask(Place place)
{
    place->timer = 0;
    ++place->tries;
    // Only what was asked after the last chance had passed proves anything.
    const bool wasHopeless = m_venueClock.nowMs() > place->item.expiresAfter + kExpiryMarginMs;
    m_hooks.ask(place->item.coin,
                [this, place, wasHopeless, alive = m_isAlive](const Result<LeverageSetting> &seen) {
                    if (*alive)
                        answered(place, seen, wasHopeless);
                });
}

void SettingWatch::answered(Place place, const Result<LeverageSetting> &seen, bool wasHopeless)
{
    if (!seen || (*seen != place->item.wanted && !wasHopeless))
        return schedule(place);
    const Item item = std::move(place->item);
    m_entries.erase(place);
    m_hooks.found(item, *seen);
}

void SettingWatch::schedule(Place place)
{
    place->timer = m_timers.after(pause(place->tries), [this, place] { ask(place); });
}

} // namespace hl::trading
