// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "crypto/secp256k1.h"
#include "market/book_snapshot.h"
#include "net/qt_timer_service.h"
#include "trading/device_queue.h"
#include "trading/order_desk.h"

#include <functional>
#include <memory>
#include <string>
#include <utility>

namespace hl::bench {

/// The wrapped recovery (desk_rig.cpp) lets the dummy's signature pass while this is alive:
/// the whole path without any curve work. Of the benchmark program alone.
class WithoutEcdsa
{
public:
    explicit WithoutEcdsa(bool isOn);
    ~WithoutEcdsa();
    WithoutEcdsa(const WithoutEcdsa &) = delete;
    WithoutEcdsa &operator=(const WithoutEcdsa &) = delete;
};

/// Signs at once with the key of the workload, or gives one signature for everything.
class InlineSigner final : public trading::SignerPort
{
public:
    explicit InlineSigner(bool isDummy);
    Address address() const override { return m_key.address(); }
    bool wantsWords() const override { return false; } // as a local key's port
    void sign(const signing::SignRequest &request,
              std::function<void(Result<signing::Signature>)> done) override
    {
        digest = request.digest;
        done(m_isDummy ? Result<signing::Signature>(m_dummy) : m_key.sign(request.digest));
    }
    void cancel(std::uint64_t) override {}

    void setDummy(bool isDummy) { m_isDummy = isDummy; }

    Hash32 digest{}; ///< what was signed last

private:
    crypto::SecretKey m_key;
    signing::Signature m_dummy;
    bool m_isDummy;
};

/// Has always room; the answer comes when told.
class HeldTransport final : public trading::ActionTransport
{
public:
    Room room(bool) const override { return Room::Free; }
    void send(std::string sent, bool, std::size_t,
              std::function<void(const trading::WireAnswer &)> done) override
    {
        body = std::move(sent);
        m_done = std::move(done);
    }
    void answer(const std::string &text)
    {
        trading::WireAnswer answer;
        answer.written = answer.answered = true;
        answer.status = 200;
        answer.body = text;
        if (const auto done = std::exchange(m_done, {}))
            done(answer);
    }

    std::string body;

private:
    std::function<void(const trading::WireAnswer &)> m_done;
};

/// What an order is made of, from the desk to the dispatcher, on real timers; no journal.
class DeskRig
{
public:
    DeskRig(trading::ActionTransport &wire, bool isDummy);

    /// A limit order that rests away from the touch; each with a cloid of its own.
    void place();
    /// So many of them, at prices of their own, by one action.
    void placeGroup(int count);
    /// From now on the dummy signs and its signature passes, or neither.
    void setDummy(bool isDummy);
    /// The body that left is signed as it reads.
    bool isSigned(const std::string &body) const;
    /// As the engine does once a turn: whatever moved is told on.
    void flush() { desk.ordersMoved(store.takeChanged()); }

    net::QtTimerService timers;
    SystemClock clock;
    trading::VenueClock venueClock{clock};
    market::Instrument instrument;
    market::BookSnapshot book;
    trading::OrderStore store;
    trading::MemoryNonceStore nonces;
    InlineSigner signer;
    trading::Dispatcher dispatcher;
    trading::SenderRouter router{timers};
    trading::OrderDesk desk;
    trading::OrderStages stages; ///< of the last answer
    std::int64_t placed = 0;     ///< told as finished well
    std::string problem;         ///< of one that was not

private:
    trading::OrderDesk::Hooks hooks();

    model::OrderTicket m_ticket;
    std::uint64_t m_lastCloid = 0;
    RequestId m_lastRequest = 0;
};

} // namespace hl::bench
