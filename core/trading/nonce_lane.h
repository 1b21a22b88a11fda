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

    /// `isExit`: leaves also where the store has failed (interaction.md, rule zero). Its nonce is
    /// then above the stored one; the next start is above both, as long as the clock has not been
    /// set back meanwhile.
    Claim claim(bool isExit = false);
    /// Signed and checked: may leave when its turn comes. Unknown slots are ignored, as in burn.
    void ready(Slot slot);
    /// Will never be sent; its place passes on in turn.
    void burn(Slot slot);
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
        bool mayLeave = false; ///< an exit whose reservation failed
        State state = State::Claimed;
    };

    void reserveAhead(Nonce nonce);
    Entry *find(Slot slot);

    const Clock &m_clock;
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
