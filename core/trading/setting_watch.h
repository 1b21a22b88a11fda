// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/clock.h"
#include "base/ids.h"
#include "base/result.h"
#include "trading/venue_clock.h"

#include <functional>
#include <list>
#include <memory>
#include <string>

namespace hl::trading {

/// Leverage and margin mode of one market, as asked for or as the venue says they are.
struct LeverageSetting
{
    int leverage = 0;
    bool isCross = true;

    friend bool operator==(const LeverageSetting &, const LeverageSetting &) = default;
};

/// Finds out what became of changes of leverage that left and were not answered: the account's own
/// setting is what was asked for, or the change's expiry has passed in venue time and it still is
/// not. Nothing is sent again. Engine thread.
class SettingWatch
{
public:
    struct Item
    {
        Nonce nonce = 0;
        std::string coin;
        LeverageSetting wanted;
        TimeMs expiresAfter = 0; ///< venue time after which it can take no effect
        Address signer = {};     ///< whose nonce it is
    };
    struct Hooks
    {
        /// activeAssetData of that market; `done` later.
        std::function<void(const std::string &coin,
                           std::function<void(const Result<LeverageSetting> &)> done)>
            ask;
        /// Once an item: `seen` is what the venue says.
        std::function<void(const Item &, const LeverageSetting &seen)> found;
    };

    SettingWatch(TimerService &timers, const VenueClock &venueClock, Hooks hooks);
    ~SettingWatch();
    SettingWatch(const SettingWatch &) = delete;
    SettingWatch &operator=(const SettingWatch &) = delete;

    void watch(Item item);
    std::size_t size() const { return m_entries.size(); }

private:
    struct Entry
    {
        Item item;
        int tries = 0;
        TimerService::Handle timer = 0;
    };
    using Place = std::list<Entry>::iterator;

    void ask(Place place);
    void answered(Place place, const Result<LeverageSetting> &seen, bool wasHopeless);
    void schedule(Place place);

    TimerService &m_timers;
    const VenueClock &m_venueClock;
    Hooks m_hooks;
    std::list<Entry> m_entries;
    std::shared_ptr<bool> m_isAlive;
};

} // namespace hl::trading
