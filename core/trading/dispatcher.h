// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/clock.h"
#include "base/result.h"
#include "codec/value.h"
#include "model/order.h"
#include "signing/signer.h"
#include "trading/action_sender.h"
#include "trading/intent_log.h"
#include "trading/nonce_lane.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace hl::actions {
struct Action;
}

namespace hl::trading {

/// What signs, where that is a device; both empty for a local key.
struct SignerDevice
{
    std::string app;     ///< "Ethereum"
    std::string version; ///< "1.10.4"
};

/// A signer as the engine thread sees it: calls return at once, `done` comes later, on this thread,
/// exactly once. Signatures may come back in any order.
class SignerPort
{
public:
    virtual ~SignerPort() = default;
    virtual Address address() const = 0;
    /// As of the last signature; for the journal.
    virtual SignerDevice device() const { return {}; }
    /// False: it signs digests and shows nothing, so words and typed data need not be made for it.
    virtual bool wantsWords() const { return true; }
    virtual void sign(const signing::SignRequest &request,
                      std::function<void(Result<signing::Signature>)> done) = 0;
    virtual void cancel(std::uint64_t id) = 0;
    /// Whether this signer made it over that digest; asked before anything leaves. A replay answers
    /// what was found then.
    virtual Status check(const Hash32 &digest, const signing::Signature &signature) const;
    /// It has left, or may have: a recording keeps a signature from here on only (interaction.md
    /// D14), so a replay has it only from here on. What is returned is what left.
    virtual signing::Signature release(const signing::Signature &signature) { return signature; }
};

/// What became of one request on the wire.
struct WireAnswer
{
    bool written = false;  ///< bytes of it may have left
    bool answered = false; ///< the venue answered this very request
    int status = 0;        ///< HTTP status or its like; 0 without an answer
    std::string body;
    Error error = {}; ///< one sentence where not answered
    std::int64_t sentMonoNs = 0;
    std::int64_t receivedMonoNs = 0;
};

/// The way to the venue for signed requests, in the order of calling.
class ActionTransport
{
public:
    enum class Room : std::uint8_t {
        Free,
        Busy, ///< later; `roomChanged` is called then
        Down, ///< no connection: what is not sent now is not sent
    };

    virtual ~ActionTransport() = default;
    virtual Room room(bool isExit) const = 0;
    /// Something is unanswered that left by another way than `send` takes now: what is sent next
    /// may arrive first.
    virtual bool mayOvertake() const { return false; }
    /// `items`: orders, cancels or modifies in it. `done` is called once, later, never from inside.
    virtual void send(std::string body, bool isExit, std::size_t items,
                      std::function<void(const WireAnswer &)> done) = 0;
    void setRoomChanged(std::function<void()> fn) { m_roomChanged = std::move(fn); }

protected:
    void roomChanged() const
    {
        if (m_roomChanged)
            m_roomChanged();
    }

private:
    std::function<void()> m_roomChanged;
};

/// An action, printed once: what is hashed and what is posted come from the same bytes.
struct EncodedAction
{
    /// Fills in words, typed data, the journal's record and the packed bytes, which a local key
    /// without a journal never looks at. Empty: they are there, or were never owed.
    std::function<void(EncodedAction &)> explain;
    void makeExplained()
    {
        if (const auto fill = std::exchange(explain, {}))
            fill(*this);
    }

    Hash32 digest{};
    std::shared_ptr<const actions::Action> action; ///< of an L1 action, and its hash
    Hash32 connectionId{};
    std::shared_ptr<const signing::TypedData> typedData;
    std::vector<std::string> summary; ///< in words, for signers that show them
    std::function<std::string(const signing::Signature &)> requestBody;
    /// For the journal: action, canonical bytes, hashes, nonce, vault, expiry (signingObject).
    codec::Object record;
    /// For the journal, beside the request's own: what is known only with the bytes.
    codec::Object about;
    /// What a review is made of, by code that shares nothing with the encoder.
    Bytes msgpack;
    Nonce nonce = 0;
    std::optional<Address> vault;
    std::optional<std::uint64_t> expiresAfter;
    bool isMainnet = false;
    bool isUserSigned = false;
    /// Orders in it, where that is known only now; 0: as the request said.
    std::size_t items = 0;
};

struct ActionRequest
{
    std::function<Result<EncodedAction>(Nonce)> encode;
    bool isExit = false;
    std::size_t items = 1;
    /// For the journal: "ticket" and "market" as they stood.
    codec::Object about;
    /// For a review on a device: the command, and the order it is about.
    RequestId command = 0;
    std::string title; ///< one line; empty: the ticket says it
    std::optional<model::OrderKey> order;
    std::optional<model::OrderTicket> ticket;
    /// Of a bulk action, label and text; asked when the bytes are made. May be empty.
    std::function<std::vector<std::pair<std::string, std::string>>()> totals;
    std::optional<std::chrono::milliseconds> signWithin; ///< a signature that comes later is wiped
    /// Of spend(): whose nonce it is; any other signer answers NotSent.
    std::optional<Address> nonceOf;
    /// Asked at the moment of handing over; a sentence means: not any more (D12).
    std::function<std::optional<std::string>()> dropReason;

    /// Signed and recovered; `handed`: given to a transport that had room. Both may be empty.
    std::function<void()> isSigned;
    std::function<void()> handed;
    /// A disk keeps it waiting, and why; it goes on waiting. May be empty.
    std::function<void(const std::string &why)> held = {};
};

/// The end of one request, told exactly once.
struct DispatchResult
{
    enum class Fate : std::uint8_t {
        Answered,        ///< whatever the answer says
        Unknown,         ///< bytes left, no answer
        NotSent,         ///< nothing left, for certain
        SignatureFailed, ///< refused, late, or made by another key; nothing left
    };
    Fate fate = Fate::NotSent;
    Nonce nonce = 0;
    Address signer; ///< whose nonce it is
    WireAnswer answer;
    Error error; ///< where not Answered
};

/// Requests that left and whose outcome is open; each is closed in the journal with the last of its
/// orders. They outlive the signer: what became of an account's orders is found out without a key.
class OpenRequests
{
public:
    /// `log` may be null: nothing is written down.
    explicit OpenRequests(IntentLog *log);
    void add(const Address &signer, Nonce nonce, IntentId intent, std::size_t orders);
    /// One order of that request. Other nonces, and the same one of another signer, are ignored.
    void foundOut(const Address &signer, Nonce nonce, const std::string &words);
    bool isEmpty() const { return m_open.empty(); }

private:
    struct Open
    {
        IntentId intent = 0;
        std::size_t left = 0;
        std::string words;
    };

    IntentLog *m_log;
    std::shared_ptr<const bool> m_logIsAlive;
    std::map<std::pair<Address, Nonce>, Open> m_open;
};

/// One signer's actions on their way to the wire (design: steps 6 to 10). The nonce and the place
/// in the chain are claimed together when the request comes in; encoding follows, signing runs
/// outside and in parallel, each signature is recovered and compared before it may leave, and the
/// wire order is the order of the requests. With a journal, nothing is signed before its row is
/// durable; an exit is when the journal fails or dawdles, and it waits no longer for its nonce to
/// be stored (rule zero, G12). A request that fails
/// leaves a gap: it stalls nobody and nobody overtakes. What arrives in that order is the
/// transport's to say (mayOvertake); OrderDesk keeps a cancel behind the order it cancels.
class Dispatcher final : public ActionSender
{
public:
    /// All references outlive the dispatcher. `transport` is this dispatcher's alone. Without a
    /// `log` nothing is written down: tests, replays.
    Dispatcher(const Clock &clock, TimerService &timers, NonceStore &nonces, SignerPort &signer,
               ActionTransport &transport, IntentLog *log = nullptr);
    ~Dispatcher() override;
    Dispatcher(const Dispatcher &) = delete;
    Dispatcher &operator=(const Dispatcher &) = delete;

    /// Nonces follow this clock; it outlives the dispatcher. Without it this computer's.
    void dateBy(const VenueClock &clock) { m_lane.dateBy(clock); }

    /// `done` is never called from inside.
    Submitted submit(ActionRequest request, Done done) override;
    /// Gives a request up that has not been handed over: its slot is burned, a late signature is
    /// thrown away. False: too late.
    bool abandon(Ticket ticket, const std::string &why) override;

    /// Signs and sends `request` with a nonce that was used before, outside the chain (G13). The
    /// venue takes a nonce once: if this is accepted, whatever else carried it can no longer land.
    void spend(Nonce nonce, ActionRequest request, Done done) override;

    /// What became of one order of a request whose answer was lost or unclear, once it is known:
    /// closes the request in the journal with its last order. Others are ignored.
    void foundOut(const Address &signer, Nonce nonce, const std::string &words) override;
    std::optional<Address> signer() const override { return m_signer.address(); }
    bool isDevice(bool) const override { return false; }
    bool mayOvertake() const override { return m_transport.mayOvertake(); }
    bool isRecorded(bool) const override { return m_log != nullptr; }

    /// An end that is still to be told.
    struct End
    {
        Done done;
        DispatchResult result;
    };
    /// Before it goes with work in it: every request ends here, and the ends are the caller's to
    /// tell. What was handed over is Unknown, what was not is NotSent; nothing is sent afterwards.
    std::vector<End> endAll(const std::string &why);
    /// After endAll(): what foundOut() would close, for whoever hears of it from now on.
    OpenRequests takeOpen() { return std::exchange(m_open, OpenRequests(m_log)); }

    std::size_t waiting() const { return m_lane.waiting(); }
    std::size_t inFlight() const { return m_inFlight; }

private:
    struct Job
    {
        ActionRequest request;
        Done done;
        Nonce nonce = 0;
        EncodedAction encoded;
        std::optional<signing::Signature> signature; ///< until it is known whether it left
        IntentId intent = 0;
        TimerService::Handle timer = 0;
        TimerService::Handle storeTimer = 0; ///< while its nonce is not durable
        bool isOutsideChain = false;
        bool isAsked = false; ///< the signer was
        bool isReady = false;
        bool isUnrecorded = false; ///< an exit that did not wait for its row to be durable
        bool isHanded = false;
    };
    void start(Ticket ticket);
    void record(Ticket ticket);
    void recorded(Ticket ticket, const Status &status);
    void exitLostPatience(Ticket ticket);
    void watchStore(Ticket ticket);
    void tellHeld(Ticket ticket, const char *by) const;
    void askSigner(Ticket ticket);
    void noteSent(const Job &job, std::size_t bytes);
    void noteEnd(const Job &job, const DispatchResult &result);
    void noteWiped(const Job &job, const Error &why);
    /// Of a request that stays here: memory that is given back holds no signature.
    static void wipeSignature(Job &job);
    void storeFailed(Ticket ticket, const Error &error);
    void signatureArrived(Ticket ticket, Result<signing::Signature> signature);
    bool mayHand(Ticket ticket);
    void hand(Ticket ticket);
    void send(Ticket ticket, Job &job);
    void finish(Ticket ticket, DispatchResult result);
    void finishLater(Ticket ticket, DispatchResult::Fate fate, Error error);
    void releaseSlot(Ticket ticket, const Job &job);

    const Clock &m_clock;
    TimerService &m_timers;
    SignerPort &m_signer;
    ActionTransport &m_transport;
    IntentLog *m_log;
    std::shared_ptr<const bool> m_logIsAlive;
    OpenRequests m_open;
    std::map<Ticket, Job> m_jobs;  ///< a slot of the lane, or above kOutside
    std::map<Ticket, End> m_ended; ///< told in a moment
    std::set<Ticket> m_readyExits;
    std::size_t m_inFlight = 0;
    Ticket m_lastOutside;
    std::shared_ptr<bool> m_isAlive;
    /// Between a claim whose store failed at once and the request it was for.
    std::optional<std::pair<Ticket, Error>> m_failedInClaim;
    NonceLane m_lane; ///< last: its hooks use the rest
};

} // namespace hl::trading
