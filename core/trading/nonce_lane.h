// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/clock.h"
#include "base/ids.h"
#include "base/result.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <vector>

namespace hl::trading {

class VenueClock;

/// Keeps, for one signer on one network, the highest nonce that may ever have been used. A second
/// opener of the same store is refused by it.
class NonceStore
{
public:
    virtual ~NonceStore() = default;
    /// What the last process reserved; 0 where there is none.
    virtual Nonce reserved() const = 0;
    /// Makes `upTo` durable, then calls `done` on the caller's thread, possibly inside this call.
    virtual void reserve(Nonce upTo, std::function<void(Status)> done) = 0;
};

/// A store that lives as long as the process: tests, practice sessions without a profile.
class MemoryNonceStore final : public NonceStore
{
public:
    explicit MemoryNonceStore(Nonce reserved = 0) : m_reserved(reserved) {}
    Nonce reserved() const override { return m_reserved; }
    void reserve(Nonce upTo, std::function<void(Status)> done) override
    {
        m_reserved = upTo;
        done({});
    }

private:
    Nonce m_reserved;
};

/// Nonces of one signer address, and the order in which they reach the wire (protocol/signing.md 8,
/// cases.md B24, B25). A nonce is max(now, last + 1) and comes with its place in the chain; slot n
/// is handed over only after slot n−1 was handed over or burned. A burned slot leaves a gap, which
/// the venue tolerates, and stalls nobody. No nonce is handed over before the store has made it, or
/// a higher one, durable, so neither a restart nor a clock that steps back can repeat one.
class NonceLane
{
public:
    using Slot = std::uint64_t;
    struct Claim
    {
        Slot slot = 0;
        Nonce nonce = 0;
    };
    struct Hooks
    {
        /// May the next slot go to the wire now? False: call pump() when that changes.
        std::function<bool(Slot)> mayHand;
        /// Exactly once a slot that was made ready and not burned, in order.
        std::function<void(Slot)> hand;
        /// The store could not keep the high water: this slot will never be handed over.
        std::function<void(Slot, const Error &)> failed;
    };

    NonceLane(const Clock &clock, NonceStore &store, Hooks hooks);

    /// The venue's time from here on, not this computer's: a nonce must lie within two days before
    /// and one after it (protocol/signing.md 8), and one that a wrong clock made is spent for good.
    /// `clock` outlives the lane.
    void dateBy(const VenueClock &clock) { m_venueClock = &clock; }

    /// `isExit`: leaves also where the store has failed or does not answer (interaction.md, rule
    /// zero), with a nonce above the stored one. What is safe then: in this process every later
    /// nonce is above it; the next start is above it too unless the clock was set back meanwhile,
    /// or stood behind the nonces already and the start came at once. Even then nothing happens
    /// twice: the venue takes a nonce of a signer once and refuses the second request that has it.
    /// A block that is durable already is no way out: what has been claimed is beyond its end, or
    /// nobody would wait.
    Claim claim(bool isExit = false);
    /// Signed and checked: may leave when its turn comes. Unknown slots are ignored, as in burn.
    void ready(Slot slot);
    /// Will never be sent; its place passes on in turn.
    void burn(Slot slot);
    /// Its nonce or a higher one is durable, or it may leave without.
    bool isStored(Slot slot) const;
    /// The store does not answer: that exit and those ahead of it wait for it no longer, and the
    /// entries ahead of it that do give their places up (Hooks::failed).
    void leaveUnstored(Slot exit);
    void pump();

    /// Places claimed and not yet handed over or burned.
    std::size_t waiting() const;
    Nonce last() const { return m_last; }

private:
    enum class State : std::uint8_t { Claimed, Ready, Burned };
    struct Entry
    {
        Slot slot;
        Nonce nonce;
        bool isExit = false;
        bool mayLeave = false; ///< an exit whose reservation failed or did not come
        State state = State::Claimed;
    };

    void reserveAhead(Nonce nonce);
    Entry *find(Slot slot);
    void lose(const std::vector<Slot> &slots, const Error &error);

    const Clock &m_clock;
    const VenueClock *m_venueClock = nullptr;
    NonceStore &m_store;
    Hooks m_hooks;
    Nonce m_last = 0;
    Nonce m_durable = 0;
    Nonce m_asked = 0;
    Slot m_lastSlot = 0;
    std::deque<Entry> m_chain;
    bool m_isPumping = false;
};

} // namespace hl::trading
