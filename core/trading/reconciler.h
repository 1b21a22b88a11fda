// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/clock.h"
#include "model/order.h"
#include "trading/venue_clock.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

namespace hl::trading {

/// What the venue's sources said of one order.
enum class Lookup : std::uint8_t {
    Failed, ///< not all of them answered
    Silent, ///< all did, and none knows it
    Found,  ///< described and applied to the store
};

/// Finds out what became of requests that left and were not answered, and of orders that vanished
/// from a list (interaction.md G13, cases.md B39, B42). Nothing is ever sent again: it asks, spends
/// nonces, and waits for expiries. Engine thread.
class Reconciler
{
public:
    enum class What : std::uint8_t {
        Place,
        Modify,
        Cancel,
        Missing, ///< live here, absent from the venue's list
    };
    enum class Spent : std::uint8_t {
        Accepted,    ///< nothing else with that nonce can land any more
        AlreadyUsed, ///< something with that nonce has landed: look it up
        Failed,      ///< not sent, or not answered either
    };
    enum class Proof : std::uint8_t { Expired, NonceSpent };

    struct Item
    {
        model::OrderKey key = 0;
        What what = What::Place;
        Nonce nonce = 0;
        bool isEntry = false;
        bool maySpend = false; ///< the signer signs without a person
        std::optional<TimeMs> expiresAfter;
        std::optional<Address> signer = {}; ///< whose nonce it is
    };

    struct Hooks
    {
        /// orderStatus by cloid or oid, then open orders and fills, all applied to the store;
        /// `done` is called later.
        std::function<void(model::OrderKey, std::function<void(Lookup)> done)> lookUp;
        /// A no-op with its nonce by the same signer.
        std::function<void(const Item &, std::function<void(Spent)> done)> spendNonce;
        /// Nothing is open about it any more, as the store says.
        std::function<bool(const Item &)> isSettled;
        /// Cancel and Missing: the venue still has it. Leaves the list.
        std::function<void(const Item &)> found;
        /// All sources were asked and are silent; it stays here.
        std::function<void(const Item &)> silent;
        /// It can no longer happen and no source knows it. Leaves the list.
        std::function<void(const Item &, Proof)> provenDead;
        /// Found out. Leaves the list.
        std::function<void(const Item &)> settled;
    };

    Reconciler(const Clock &clock, TimerService &timers, const VenueClock &venueClock, Hooks hooks);
    ~Reconciler();

    /// A second call for the same key and kind is the same item.
    void watch(const Item &item);
    /// Evidence came by another way; asks isSettled of that order's items.
    void recheck(model::OrderKey key);
    /// Asks again at once (reconnected).
    void hurry();
    bool isWatching(model::OrderKey key) const;
    std::size_t size() const { return m_entries.size(); }

private:
    using Id = std::uint64_t;
    struct Entry
    {
        Item item;
        std::int64_t sinceMs = 0;
        int tries = 0;
        bool isAsking = false;
        bool isSpending = false;
        std::optional<Spent> spent;
        TimerService::Handle timer = 0;
    };

    void ask(Id id);
    void asked(Id id, Lookup lookup, std::optional<Proof> proof);
    void schedule(Id id);
    void trySpending(Id id);
    std::optional<Proof> hopeless(const Entry &entry) const;
    void remove(Id id);

    const Clock &m_clock;
    TimerService &m_timers;
    const VenueClock &m_venueClock;
    Hooks m_hooks;
    std::map<Id, Entry> m_entries;
    Id m_lastId = 0;
    std::shared_ptr<bool> m_isAlive;
};

} // namespace hl::trading
