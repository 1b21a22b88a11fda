// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trading/dispatcher.h"

#include "signing/recovery.h"

#include <utility>

namespace hl::trading {

using Fate = DispatchResult::Fate;
using Room = ActionTransport::Room;

namespace {

/// Tickets of spend() are beyond every slot of a chain.
constexpr Dispatcher::Ticket kOutside = Dispatcher::Ticket{1} << 63;
/// For a nonce to become durable; as long as for the journal.
constexpr std::chrono::milliseconds kDiskPatience{500};

} // namespace

Status SignerPort::check(const Hash32 &digest, const signing::Signature &signature) const
{
    return signing::checkRecovered(digest, signature, address());
}

Dispatcher::Dispatcher(const Clock &clock, TimerService &timers, NonceStore &nonces,
                       SignerPort &signer, ActionTransport &transport, IntentLog *log)
    : m_clock(clock)
    , m_timers(timers)
    , m_signer(signer)
    , m_transport(transport)
    , m_log(log)
    , m_logIsAlive(log == nullptr ? nullptr : log->isAlive())
    , m_open(log)
    , m_lastOutside(kOutside)
    , m_isAlive(std::make_shared<bool>(true))
    , m_lane(clock, nonces,
             {[this](NonceLane::Slot slot) { return mayHand(slot); },
              [this](NonceLane::Slot slot) { hand(slot); },
              [this](NonceLane::Slot slot, const Error &error) { storeFailed(slot, error); }})
{
    m_transport.setRoomChanged([this] { m_lane.pump(); });
}

Dispatcher::~Dispatcher()
{
    m_transport.setRoomChanged({});
    for (auto &[ticket, job] : m_jobs) {
        m_timers.cancel(job.timer);
        m_timers.cancel(job.storeTimer);
        if (!job.isHanded) {
            // A lane that was dropped at the very end may outlive the journal.
            if (m_logIsAlive && *m_logIsAlive)
                noteWiped(job, {ErrorKind::Cancelled, "The session ended before it was sent."});
            wipeSignature(job);
        }
    }
    *m_isAlive = false;
}

Dispatcher::Submitted Dispatcher::submit(ActionRequest request, Done done)
{
    const NonceLane::Claim claim = m_lane.claim(request.isExit);
    Job &job = m_jobs[claim.slot];
    job.request = std::move(request);
    job.done = std::move(done);
    job.nonce = claim.nonce;
    if (const auto failed = std::exchange(m_failedInClaim, std::nullopt);
        failed && failed->first == claim.slot)
        storeFailed(claim.slot, failed->second);
    else
        start(claim.slot);
    watchStore(claim.slot);
    return {claim.slot, claim.nonce};
}

/// Half a second for the nonce to become durable: then an exit leaves without, and an entry says
/// what it waits for.
void Dispatcher::watchStore(Ticket ticket)
{
    const auto it = m_jobs.find(ticket);
    if (it == m_jobs.end() || m_lane.isStored(ticket))
        return;
    it->second.storeTimer = m_timers.after(kDiskPatience, [this, ticket] {
        const auto job = m_jobs.find(ticket);
        if (job == m_jobs.end())
            return;
        job->second.storeTimer = 0;
        if (m_lane.isStored(ticket))
            return;
        if (job->second.request.isExit)
            m_lane.leaveUnstored(ticket);
        else
            tellHeld(ticket, "the file of its signer's nonces");
    });
}

void Dispatcher::tellHeld(Ticket ticket, const char *by) const
{
    const auto it = m_jobs.find(ticket);
    if (it != m_jobs.end() && it->second.done && it->second.request.held)
        it->second.request.held(std::string("It waits for ") + by +
                                ", which does not answer; nothing was sent.");
}

void Dispatcher::storeFailed(Ticket ticket, const Error &error)
{
    // The store failed inside claim(): its request is not known yet and is told in submit().
    if (!m_jobs.contains(ticket)) {
        m_failedInClaim = {ticket, error};
        return;
    }
    const Job &job = m_jobs.at(ticket);
    const bool isSigning = job.isAsked && !job.isReady;
    finishLater(ticket, Fate::NotSent,
                {ErrorKind::Internal,
                 "The nonce could not be stored, so nothing was sent: " + error.detail});
    if (isSigning)
        m_signer.cancel(ticket);
}

void Dispatcher::spend(Nonce nonce, ActionRequest request, Done done)
{
    const Ticket ticket = ++m_lastOutside;
    Job &job = m_jobs[ticket];
    job.request = std::move(request);
    job.done = std::move(done);
    job.nonce = nonce;
    job.isOutsideChain = true;
    // By any other key the same number proves nothing about what carried it first.
    if (job.request.nonceOf && *job.request.nonceOf != m_signer.address())
        return finishLater(ticket, Fate::NotSent,
                           {ErrorKind::Validation, "The nonce is another signer's.", "signer"});
    start(ticket);
}

void Dispatcher::start(Ticket ticket)
{
    Job &job = m_jobs.at(ticket);
    auto encoded = job.request.encode(job.nonce);
    if (!encoded) {
        releaseSlot(ticket, job);
        finishLater(ticket, Fate::NotSent, std::move(encoded).error());
        return;
    }
    job.encoded = std::move(*encoded);
    if (job.encoded.items != 0)
        job.request.items = job.encoded.items;
    if (m_log != nullptr || m_signer.wantsWords())
        job.encoded.makeExplained();
    if (m_log != nullptr)
        record(ticket);
    else
        askSigner(ticket);
}

void Dispatcher::askSigner(Ticket ticket)
{
    Job &job = m_jobs.at(ticket);
    job.isAsked = true;
    signing::SignRequest request;
    request.id = ticket;
    request.digest = job.encoded.digest;
    request.typedData = job.encoded.typedData;
    request.summary = job.encoded.summary;
    if (job.request.signWithin) {
        request.deadlineMonoMs = m_clock.monoMs() + job.request.signWithin->count();
        job.timer = m_timers.after(*job.request.signWithin, [this, ticket] {
            signatureArrived(
                ticket, fail(ErrorKind::Timeout, "No signature came in time; nothing was sent."));
            m_signer.cancel(ticket);
        });
    }
    m_signer.sign(request, [this, ticket, alive = m_isAlive](Result<signing::Signature> signature) {
        if (*alive)
            signatureArrived(ticket, std::move(signature));
    });
}

void Dispatcher::signatureArrived(Ticket ticket, Result<signing::Signature> signature)
{
    const auto it = m_jobs.find(ticket);
    // Given up, or late: the signature is dropped here and goes nowhere.
    if (it == m_jobs.end() || it->second.isReady || !it->second.done)
        return;
    Job &job = it->second;
    m_timers.cancel(std::exchange(job.timer, 0));

    std::optional<Error> problem;
    if (!signature) {
        problem = std::move(signature).error();
    } else if (auto checked = m_signer.check(job.encoded.digest, *signature); !checked) {
        problem = std::move(checked).error();
    }
    if (problem) {
        releaseSlot(ticket, job);
        finishLater(ticket, Fate::SignatureFailed, std::move(*problem));
        return;
    }
    job.signature = *signature;
    job.isReady = true;
    if (job.request.isSigned)
        job.request.isSigned();
    if (job.isOutsideChain) {
        // It takes no exit's place on the way.
        if (m_transport.room(true) == Room::Free && !m_transport.mayOvertake())
            send(ticket, job);
        else
            finishLater(ticket, Fate::NotSent,
                        {ErrorKind::Transport, "Not connected; nothing was sent."});
        return;
    }
    if (job.request.isExit)
        m_readyExits.insert(ticket);
    m_lane.ready(ticket);
}

bool Dispatcher::mayHand(Ticket ticket)
{
    const auto it = m_jobs.find(ticket);
    if (it == m_jobs.end())
        return true;
    if (m_transport.room(it->second.request.isExit) != Room::Busy)
        return true;
    // An entry that cannot go yet gives its place up to an exit behind it (rule zero).
    return !it->second.request.isExit && !m_readyExits.empty() &&
           m_transport.room(true) == Room::Free;
}

void Dispatcher::hand(Ticket ticket)
{
    const auto it = m_jobs.find(ticket);
    if (it == m_jobs.end() || !it->second.isReady)
        return;
    Job &job = it->second;
    m_readyExits.erase(ticket);
    if (job.request.dropReason) {
        if (const auto reason = job.request.dropReason()) {
            finishLater(ticket, Fate::NotSent, {ErrorKind::Cancelled, *reason});
            return;
        }
    }
    switch (m_transport.room(job.request.isExit)) {
    case Room::Free:
        send(ticket, job);
        return;
    case Room::Busy:
        finishLater(ticket, Fate::NotSent,
                    {ErrorKind::RateLimited,
                     "Too many requests are unanswered; its place was given to an exit."});
        return;
    case Room::Down:
        finishLater(ticket, Fate::NotSent,
                    {ErrorKind::Transport, "Not connected; nothing was sent."});
        return;
    }
}

void Dispatcher::send(Ticket ticket, Job &job)
{
    job.isHanded = true;
    ++m_inFlight;
    m_timers.cancel(std::exchange(job.storeTimer, 0));
    // The body is made where it leaves: of what stays here there never is one.
    std::string body = job.encoded.requestBody(*job.signature);
    noteSent(job, body.size());
    if (job.request.handed)
        job.request.handed();
    m_transport.send(std::move(body), job.request.isExit, job.request.items,
                     [this, ticket, alive = m_isAlive](const WireAnswer &answer) {
                         if (!*alive)
                             return;
                         --m_inFlight;
                         DispatchResult result;
                         result.fate = answer.answered  ? Fate::Answered
                                       : answer.written ? Fate::Unknown
                                                        : Fate::NotSent;
                         result.answer = answer;
                         result.error = answer.error;
                         finish(ticket, std::move(result));
                         m_lane.pump();
                     });
}

bool Dispatcher::abandon(Ticket ticket, const std::string &why)
{
    const auto it = m_jobs.find(ticket);
    if (it == m_jobs.end() || it->second.isHanded || !it->second.done)
        return false;
    const bool isSigning = it->second.isAsked && !it->second.isReady;
    releaseSlot(ticket, it->second);
    finishLater(ticket, Fate::NotSent, {ErrorKind::Cancelled, why});
    if (isSigning)
        m_signer.cancel(ticket);
    return true;
}

void Dispatcher::releaseSlot(Ticket ticket, const Job &job)
{
    m_readyExits.erase(ticket);
    if (!job.isOutsideChain)
        m_lane.burn(ticket);
}

void Dispatcher::finishLater(Ticket ticket, Fate fate, Error error)
{
    const auto it = m_jobs.find(ticket);
    if (it == m_jobs.end())
        return;
    DispatchResult result;
    result.fate = fate;
    result.error = std::move(error);
    result.nonce = it->second.nonce;
    result.signer = m_signer.address();
    noteWiped(it->second, result.error);
    wipeSignature(it->second);
    m_timers.cancel(it->second.timer);
    m_timers.cancel(it->second.storeTimer);
    m_readyExits.erase(ticket);
    m_ended[ticket] = {std::exchange(it->second.done, {}), std::move(result)};
    m_jobs.erase(it);
    m_timers.after(std::chrono::milliseconds{0}, [this, ticket, alive = m_isAlive] {
        if (!*alive)
            return;
        if (const auto ended = m_ended.extract(ticket); ended && ended.mapped().done)
            ended.mapped().done(ended.mapped().result);
    });
}

std::vector<Dispatcher::End> Dispatcher::endAll(const std::string &why)
{
    std::vector<Ticket> open;
    for (const auto &[ticket, job] : m_jobs)
        if (!job.isHanded)
            open.push_back(ticket);
    for (const Ticket ticket : open) {
        const bool isSigning = m_jobs.at(ticket).isAsked && !m_jobs.at(ticket).isReady;
        finishLater(ticket, Fate::NotSent, {ErrorKind::Cancelled, why});
        if (isSigning)
            m_signer.cancel(ticket);
    }
    for (auto &[ticket, job] : m_jobs) {
        End &end = m_ended[ticket];
        end.result.fate = Fate::Unknown;
        end.result.nonce = job.nonce;
        end.result.signer = m_signer.address();
        end.result.answer.written = true;
        end.result.error = {ErrorKind::Cancelled,
                            "Its signer went before the venue answered: " + why};
        end.result.answer.error = end.result.error;
        job.signature = m_signer.release(*job.signature);
        noteEnd(job, end.result);
        end.done = std::exchange(job.done, {});
    }
    m_jobs.clear();
    m_inFlight = 0;
    *std::exchange(m_isAlive, std::make_shared<bool>(true)) = false;
    std::vector<End> out;
    for (auto &[ticket, end] : std::exchange(m_ended, {}))
        if (end.done)
            out.push_back(std::move(end));
    return out;
}

void Dispatcher::finish(Ticket ticket, DispatchResult result)
{
    const auto it = m_jobs.find(ticket);
    if (it == m_jobs.end())
        return;
    result.nonce = it->second.nonce;
    result.signer = m_signer.address();
    // interaction.md D14: a transport may take it and still send nothing.
    if (result.fate == Fate::NotSent)
        wipeSignature(it->second);
    else
        it->second.signature = m_signer.release(*it->second.signature);
    noteEnd(it->second, result);
    const Done done = std::move(it->second.done);
    m_jobs.erase(it);
    if (done)
        done(result);
}

} // namespace hl::trading
