// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "trading/dispatcher.h"
#include "trading/intent_rows.h"
#include "trading/reconciler.h"
#include "trading/venue_clock.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace hl::trading {

/// What the answer to a no-op with a used nonce proves (G13).
Reconciler::Spent spentBy(const DispatchResult &result);

/// After a start: requests of an earlier process that were recorded and have no end, so they may
/// have left. One after the other, those first that may open something, it is found out what became
/// of them: the venue's sources, a no-op that spends the nonce, the expiry. Nothing is sent again.
/// Engine thread.
class IntentRecovery
{
public:
    enum class Fate : std::uint8_t {
        Landed, ///< the venue has it; what it did is the venue's record
        Dead,   ///< it did not reach the venue and cannot any more
        Over,   ///< no order of this account, nobody to ask, and too late to happen now
    };

    struct Hooks
    {
        /// The venue's sources about the orders it places; `done` later, with words where found.
        std::function<void(const OpenIntent &, std::function<void(Lookup, std::string)> done)>
            lookUp;
        /// A no-op with that nonce by the same signer. Empty: a person would have to sign it.
        std::function<void(const OpenIntent &, std::function<void(Reconciler::Spent)> done)> spend;
        /// Whether `spend` can, for this one; empty: for every one.
        std::function<bool(const OpenIntent &)> maySpend = {};
        std::function<void(const OpenIntent &, Fate, const std::string &words)> resolved;
        /// What is left opens nothing and has to wait: no entry needs to. May come again. May be
        /// empty.
        std::function<void()> nothingHolds = {};
        /// Every one is resolved.
        std::function<void()> finished;
    };

    IntentRecovery(const Clock &clock, TimerService &timers, const VenueClock &venueClock,
                   std::vector<OpenIntent> open, Hooks hooks);
    ~IntentRecovery();
    IntentRecovery(const IntentRecovery &) = delete;
    IntentRecovery &operator=(const IntentRecovery &) = delete;

    /// Once. `finished` comes later, also where nothing is open.
    void start();
    /// Asks again at once (connected again).
    void hurry();
    std::size_t left() const { return m_open.size(); }
    /// Of them, those that may open something: entries wait for these alone.
    std::size_t holding() const;

private:
    void next();
    void ask();
    void asked(Lookup lookup, const std::string &words, bool wasHopeless);
    void spend();
    void again();
    void end(Fate fate, const std::string &words);
    /// It can no longer be taken by the venue: expired, or its nonce is too old.
    bool isHopeless() const;
    bool isNonceOld() const;
    bool maySpend() const;

    const Clock &m_clock;
    TimerService &m_timers;
    const VenueClock &m_venueClock;
    std::deque<OpenIntent> m_open;
    Hooks m_hooks;
    bool m_isBusy = false;
    bool m_isSpent = false; ///< its nonce was spent by the no-op just now: it did not land
    bool m_isUsed = false;  ///< its nonce was used before the no-op came
    int m_silences = 0;     ///< of the sources, since that is known
    int m_tries = 0;
    Timer m_timer;
    std::shared_ptr<bool> m_isAlive;
};

} // namespace hl::trading
