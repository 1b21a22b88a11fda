// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/clock.h"
#include "trading/dispatcher.h"

#include <functional>
#include <memory>
#include <utility>

namespace hl::engine {

/// A signer that can be taken away and given back while everything that stands on it stays: its
/// nonces, its place in the queue, what is on the way. While it is away nothing is signed; when
/// nobody stands on it any more it goes for good. Engine thread.
class SignerLock
{
public:
    explicit SignerLock(TimerService &timers) : m_timers(timers) {}

    /// For the core; works as long as `inner` is there.
    std::unique_ptr<trading::SignerPort> cover(std::unique_ptr<trading::SignerPort> inner)
    {
        m_slot->inner = std::move(inner);
        m_slot->address = m_slot->inner->address();
        return std::make_unique<Port>(m_slot, m_timers);
    }
    /// The same for a key that nobody has opened yet: it begins locked.
    std::unique_ptr<trading::SignerPort> coverLocked(const Address &address)
    {
        m_slot->address = address;
        m_slot->isLocked = true;
        return std::make_unique<Port>(m_slot, m_timers);
    }
    bool isLocked() const { return m_slot->isLocked; }
    const Address &address() const { return m_slot->address; }
    /// Somebody still stands on it.
    bool isInUse() const { return m_slot.use_count() > 1; }
    /// False: there is no signer, or it is locked already.
    bool lock()
    {
        if (m_slot->isLocked || !m_slot->inner)
            return false;
        m_slot->isLocked = true;
        // Answers what it was asked; nothing may come back to a port that is half gone.
        const auto inner = std::exchange(m_slot->inner, {});
        return true;
    }
    /// The same account's signer again, where it was taken away and somebody waits for it. A key
    /// that is refused is gone at once.
    Status unlock(std::unique_ptr<trading::SignerPort> inner)
    {
        if (!m_slot->isLocked)
            return fail(ErrorKind::Validation, "nothing is locked", "passphrase");
        if (!isInUse())
            return fail(ErrorKind::Cancelled, "nothing signs with this key any more", "passphrase");
        if (!inner || inner->address() != m_slot->address)
            return fail(ErrorKind::Validation, "this key is not the one that was locked",
                        "passphrase");
        m_slot->inner = std::move(inner);
        m_slot->isLocked = false;
        return {};
    }

private:
    struct Slot
    {
        std::unique_ptr<trading::SignerPort> inner;
        Address address;
        bool isLocked = false;
    };

    class Port final : public trading::SignerPort
    {
    public:
        Port(std::shared_ptr<Slot> slot, TimerService &timers)
            : m_slot(std::move(slot))
            , m_timers(timers)
        {}
        /// Its key does not outlive its use (interaction.md D9).
        ~Port() override { const auto inner = std::exchange(m_slot->inner, {}); }
        Port(const Port &) = delete;
        Port &operator=(const Port &) = delete;
        Address address() const override { return m_slot->address; }
        trading::SignerDevice device() const override
        {
            return m_slot->inner ? m_slot->inner->device() : trading::SignerDevice{};
        }
        bool wantsWords() const override { return !m_slot->inner || m_slot->inner->wantsWords(); }
        void sign(const signing::SignRequest &request,
                  std::function<void(Result<signing::Signature>)> done) override
        {
            if (m_slot->inner) {
                m_slot->inner->sign(request, std::move(done));
                return;
            }
            m_timers.after(std::chrono::milliseconds{0}, [done = std::move(done)] {
                done(fail(ErrorKind::DeviceLocked, "Locked: unlock to sign."));
            });
        }
        void cancel(std::uint64_t id) override
        {
            if (m_slot->inner)
                m_slot->inner->cancel(id);
        }

    private:
        std::shared_ptr<Slot> m_slot;
        TimerService &m_timers;
    };

    TimerService &m_timers;
    std::shared_ptr<Slot> m_slot = std::make_shared<Slot>();
};

} // namespace hl::engine
