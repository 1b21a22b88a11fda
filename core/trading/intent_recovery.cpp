// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trading/intent_recovery.h"

#include "venue/hyperliquid/exchange_response.h"

#include <algorithm>
#include <utility>

namespace hl::trading {

namespace {

using namespace std::chrono_literals;
using Spent = Reconciler::Spent;

/// Past its expiry by this much a request cannot be in a block any more: our measure of the
/// venue's clock may lag, never lead.
constexpr TimeMs kMarginMs = 2'000;
/// The venue takes a nonce until it is two days old (protocol/signing.md 8).
constexpr TimeMs kNonceLifeMs = 2 * 86'400'000;
/// An order whose nonce is used is looked for so often; the venue's lists lag behind its blocks.
constexpr int kUsedTries = 5;

/// The venue's record of its orders says what became of it.
bool isSought(const OpenIntent &intent)
{
    return intent.mayLookUp && !placedCloids(intent.action).empty();
}

std::chrono::milliseconds pause(int tries)
{
    static constexpr int kSeconds[] = {1, 1, 2, 3, 5, 8};
    const int last = static_cast<int>(std::size(kSeconds)) - 1;
    return std::chrono::seconds{kSeconds[std::clamp(tries - 1, 0, last)]};
}

} // namespace

Spent spentBy(const DispatchResult &result)
{
    if (result.fate != DispatchResult::Fate::Answered)
        return Spent::Failed;
    const venue::ExchangeOutcome answer =
        venue::decodeExchangeHttp(result.answer.status, result.answer.body, result.answer.written);
    if (answer.allOk())
        return Spent::Accepted;
    const bool isDuplicate = !answer.items.empty() &&
                             answer.items.front().kind == venue::OutcomeKind::Rejected &&
                             answer.items.front().message.find("duplicate") != std::string::npos;
    return isDuplicate ? Spent::AlreadyUsed : Spent::Failed;
}

IntentRecovery::IntentRecovery(const Clock &clock, TimerService &timers,
                               const VenueClock &venueClock, std::vector<OpenIntent> open,
                               Hooks hooks)
    : m_clock(clock)
    , m_timers(timers)
    , m_venueClock(venueClock)
    , m_open(std::make_move_iterator(open.begin()), std::make_move_iterator(open.end()))
    , m_hooks(std::move(hooks))
    , m_timer(timers)
    , m_isAlive(std::make_shared<bool>(true))
{
    std::ranges::stable_partition(m_open,
                                  [](const OpenIntent &intent) { return mayOpen(intent.action); });
}

IntentRecovery::~IntentRecovery()
{
    *m_isAlive = false;
}

void IntentRecovery::start()
{
    m_timer.start(0ms, [this] { next(); });
}

void IntentRecovery::hurry()
{
    m_tries = 0;
    if (!m_isBusy && !m_open.empty())
        m_timer.start(0ms, [this] { ask(); });
}

void IntentRecovery::next()
{
    m_isSpent = false;
    m_isUsed = false;
    m_silences = 0;
    m_tries = 0;
    if (m_open.empty()) {
        m_hooks.finished();
        return;
    }
    // A no-op changes nothing, whether it was taken or not.
    if (m_open.front().action.is<actions::Noop>())
        end(Fate::Dead, "A no-op: nothing depends on it.");
    else
        ask();
}

/// By the venue's time alone: this computer's clock may be hours ahead.
bool IntentRecovery::isNonceOld() const
{
    return m_venueClock.offsetMs() &&
           m_venueClock.nowMs() >
               static_cast<TimeMs>(m_open.front().nonce) + kNonceLifeMs + kMarginMs;
}

bool IntentRecovery::maySpend() const
{
    return m_hooks.spend && !isNonceOld() &&
           (!m_hooks.maySpend || m_hooks.maySpend(m_open.front()));
}

std::size_t IntentRecovery::holding() const
{
    return static_cast<std::size_t>(std::ranges::count_if(
        m_open, [](const OpenIntent &intent) { return mayOpen(intent.action); }));
}

bool IntentRecovery::isHopeless() const
{
    const auto &expiry = m_open.front().expiresAfter;
    return isNonceOld() || (expiry && m_venueClock.offsetMs() &&
                            m_venueClock.nowMs() > static_cast<TimeMs>(*expiry) + kMarginMs);
}

void IntentRecovery::ask()
{
    if (m_isBusy || m_open.empty())
        return;
    m_timer.stop();
    ++m_tries;
    // Only what is asked after the last chance has passed proves anything.
    const bool wasHopeless = isHopeless() || m_isSpent;
    if (!isSought(m_open.front())) {
        asked(Lookup::Silent, {}, wasHopeless);
        return;
    }
    m_isBusy = true;
    m_hooks.lookUp(m_open.front(),
                   [this, wasHopeless, alive = m_isAlive](Lookup lookup, const std::string &words) {
                       if (!*alive)
                           return;
                       m_isBusy = false;
                       asked(lookup, words, wasHopeless);
                   });
}

void IntentRecovery::asked(Lookup lookup, const std::string &words, bool wasHopeless)
{
    if (lookup == Lookup::Found)
        return end(Fate::Landed, words);
    const bool sought = isSought(m_open.front());
    if (lookup == Lookup::Failed)
        return again();
    // Used by itself, or by a no-op of a start that did not live to write it down.
    if (m_isUsed) {
        if (!sought)
            return end(Fate::Over,
                       "Its nonce is used: it has taken effect or a no-op has spent it; "
                       "the account's own record says which.");
        if (++m_silences < kUsedTries)
            return again();
        return end(Fate::Dead,
                   "It did not reach the venue and no longer can: its nonce is used and no source "
                   "knows it.");
    }
    if (m_isSpent)
        return end(Fate::Dead, "It did not reach the venue: a no-op has spent its nonce.");
    if (sought && wasHopeless)
        return end(Fate::Dead,
                   "It did not reach the venue: its time has passed and no source knows it.");
    if (maySpend())
        return spend();
    if (!sought && wasHopeless)
        return end(Fate::Over, "It can take no effect any more; whether it did before, the "
                               "account's own record says.");
    again();
}

void IntentRecovery::spend()
{
    m_isBusy = true;
    m_hooks.spend(m_open.front(), [this, alive = m_isAlive](Spent spent) {
        if (!*alive)
            return;
        m_isBusy = false;
        m_isSpent = spent == Spent::Accepted;
        m_isUsed = spent == Spent::AlreadyUsed;
        if (spent == Spent::Failed)
            return again();
        m_tries = 0;
        ask();
    });
}

void IntentRecovery::again()
{
    m_timer.start(pause(m_tries), [this] { ask(); });
    if (m_hooks.nothingHolds && holding() == 0)
        m_hooks.nothingHolds();
}

void IntentRecovery::end(Fate fate, const std::string &words)
{
    const OpenIntent intent = std::move(m_open.front());
    m_open.pop_front();
    const auto alive = m_isAlive;
    m_hooks.resolved(intent, fate, words);
    if (*alive)
        m_timer.start(0ms, [this] { next(); });
}

} // namespace hl::trading
