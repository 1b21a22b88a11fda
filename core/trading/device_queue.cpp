// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trading/device_queue.h"

#include <algorithm>
#include <utility>

namespace hl::trading {

using Fate = DispatchResult::Fate;
using namespace std::chrono_literals;

namespace {

constexpr auto kLookEvery = 2s;
/// A device that is not ready is waited for so long; then the request is not placed.
constexpr std::int64_t kHoldMs = 60'000;
/// Names of silent questions, apart from those of signatures.
constexpr std::uint64_t kSilent = std::uint64_t{1} << 62;
constexpr const char *kBlocked =
    "The device signed with another key or another message before; it is not asked again until "
    "that is acknowledged. Nothing was sent.";

/// Something a person can mend in front of the device. A locked one has been waited for already.
bool isMendable(const Error &error)
{
    switch (error.kind) {
    case ErrorKind::DeviceAbsent:
    case ErrorKind::DeviceDenied:
    case ErrorKind::DeviceWrongApp:
    case ErrorKind::Transport:
    case ErrorKind::Timeout:
        return true;
    case ErrorKind::DeviceRefused:
        return error.field == "setting";
    default:
        return false;
    }
}

bool isForeignSignature(const DispatchResult &result)
{
    return result.fate == Fate::SignatureFailed && result.error.kind == ErrorKind::Signature &&
           result.error.field != "account";
}

} // namespace

DeviceQueue::DeviceQueue(const Clock &clock, TimerService &timers, Dispatcher &dispatcher,
                         DevicePort &device, Hooks hooks)
    : m_clock(clock)
    , m_timers(timers)
    , m_dispatcher(dispatcher)
    , m_device(device)
    , m_hooks(std::move(hooks))
    , m_retry(timers)
    , m_isAlive(std::make_shared<bool>(true))
{}

DeviceQueue::~DeviceQueue()
{
    *m_isAlive = false;
}

DeviceQueue::Job *DeviceQueue::find(Ticket ticket)
{
    const auto it = std::ranges::find(m_jobs, ticket, &Job::ticket);
    return it == m_jobs.end() ? nullptr : &*it;
}

std::optional<DeviceQueue::Stage> DeviceQueue::stageOf(Ticket ticket) const
{
    const auto it = std::ranges::find(m_jobs, ticket, &Job::ticket);
    return it == m_jobs.end() ? std::nullopt : std::optional(it->stage);
}

std::size_t DeviceQueue::waiting() const
{
    return static_cast<std::size_t>(
        std::ranges::count(m_jobs, Stage::Queued, [](const Job &job) { return job.stage; }));
}

/// An exit never fails for want of a place: the newest entry that waits gives it up.
bool DeviceQueue::makeRoom(bool isExit)
{
    if (waiting() < kMostWaiting || (!m_active && !m_isDraining))
        return true;
    if (!isExit)
        return false;
    const auto entry = std::find_if(m_jobs.rbegin(), m_jobs.rend(), [](const Job &job) {
        return job.stage == Stage::Queued && !job.request.isExit && job.done;
    });
    if (entry == m_jobs.rend())
        return false;
    endLater(entry->ticket, Fate::NotSent,
             {ErrorKind::Cancelled, "Its place before the device was given to an exit; nothing "
                                    "was sent."});
    return true;
}

DeviceQueue::Submitted DeviceQueue::submit(ActionRequest request, Done done)
{
    const Ticket ticket = ++m_lastTicket;
    const bool hasRoom = makeRoom(request.isExit);
    Job job;
    job.ticket = ticket;
    job.request = std::move(request);
    job.done = std::move(done);
    m_jobs.push_back(std::move(job));
    if (m_hooks.queued)
        m_hooks.queued(ticket, m_jobs.back().request);
    if (m_isBlocked)
        endLater(ticket, Fate::NotSent, {ErrorKind::Signature, kBlocked, "device"});
    else if (!hasRoom)
        endLater(ticket, Fate::NotSent,
                 {ErrorKind::DeviceRefused,
                  "Three requests already wait for the device; nothing was sent.", "device"});
    else {
        if (m_jobs.back().request.isExit)
            putEntryBack();
        startNext();
    }
    return {ticket, 0};
}

/// The device shows nothing yet: a position is not kept open by an entry that waits for a PIN.
void DeviceQueue::putEntryBack()
{
    Job *job = m_active ? find(*m_active) : nullptr;
    if (job == nullptr || job->stage != Stage::Preparing || job->request.isExit || !job->done ||
        job->isEnding)
        return;
    const Ticket ticket = job->ticket;
    const std::uint64_t question = std::exchange(job->question, 0);
    job->stage = Stage::Queued;
    job->giveUpMonoMs = 0;
    m_active.reset();
    m_retry.stop();
    m_device.cancel(kSilent | question);
    if (m_hooks.putBack)
        m_hooks.putBack(ticket);
}

void DeviceQueue::startNext()
{
    if (m_active || m_isDraining || m_isBlocked)
        return;
    const auto isNext = [](const Job &job, bool isExit) {
        return job.stage == Stage::Queued && job.done && job.request.isExit == isExit;
    };
    auto it = std::ranges::find_if(m_jobs, [&](const Job &job) { return isNext(job, true); });
    if (it == m_jobs.end())
        it = std::ranges::find_if(m_jobs, [&](const Job &job) { return isNext(job, false); });
    if (it == m_jobs.end())
        return;
    m_active = it->ticket;
    it->stage = Stage::Preparing;
    prepare(it->ticket);
}

void DeviceQueue::prepare(Ticket ticket)
{
    if (m_hooks.preparing)
        m_hooks.preparing(ticket);
    const std::uint64_t question = ++m_lastQuestion;
    if (Job *job = find(ticket))
        job->question = question;
    m_device.prepare(kSilent | question,
                     [this, ticket, question, alive = m_isAlive](Result<bool> showsFields) {
                         if (*alive)
                             prepared(ticket, question, std::move(showsFields));
                     });
}

void DeviceQueue::prepared(Ticket ticket, std::uint64_t question, Result<bool> showsFields)
{
    Job *job = find(ticket);
    if (job == nullptr || job->stage != Stage::Preparing || job->question != question ||
        !job->done || job->isEnding)
        return;
    if (!showsFields) {
        const Error error = std::move(showsFields).error();
        if (isMendable(error)) {
            if (job->giveUpMonoMs == 0)
                job->giveUpMonoMs = m_clock.monoMs() + kHoldMs;
            if (m_clock.monoMs() < job->giveUpMonoMs) {
                m_retry.start(kLookEvery, [this] { retry(); });
                if (m_hooks.held)
                    m_hooks.held(ticket, error, job->giveUpMonoMs);
                return;
            }
        }
        endLater(ticket, Fate::NotSent, error);
        return;
    }
    // It may have waited for minutes: what could not leave any more is not shown to anybody.
    if (job->request.dropReason) {
        if (const auto reason = job->request.dropReason()) {
            endLater(ticket, Fate::NotSent, {ErrorKind::Cancelled, *reason});
            return;
        }
    }
    job->showsFields = *showsFields;
    freeze(*job);
}

void DeviceQueue::retry()
{
    if (!m_active)
        return;
    const Job *job = find(*m_active);
    if (job == nullptr || job->stage != Stage::Preparing || job->giveUpMonoMs == 0 || !job->done ||
        job->isEnding)
        return;
    m_retry.stop();
    prepare(*m_active);
}

void DeviceQueue::freeze(Job &job)
{
    const Ticket ticket = job.ticket;
    job.stage = Stage::Frozen;
    ActionRequest request = job.request;
    request.encode = [this, ticket, encode = std::move(job.request.encode),
                      alive = m_isAlive](Nonce nonce) -> Result<EncodedAction> {
        auto encoded = encode(nonce);
        if (encoded)
            encoded->makeExplained();
        const Job *found = *alive ? find(ticket) : nullptr;
        if (encoded && found != nullptr && m_hooks.frozen)
            HL_CHECK(m_hooks.frozen(ticket, *encoded, found->showsFields));
        return encoded;
    };
    request.isSigned = [this, ticket, next = std::move(job.request.isSigned), alive = m_isAlive] {
        if (next)
            next();
        if (*alive)
            freed(ticket);
    };
    request.handed = [this, ticket, next = std::move(job.request.handed), alive = m_isAlive] {
        if (next)
            next();
        if (!*alive)
            return;
        if (Job *found = find(ticket))
            found->stage = Stage::Handed;
        if (m_hooks.handed)
            m_hooks.handed(ticket);
    };
    const auto submitted = m_dispatcher.submit(
        std::move(request), [this, ticket, alive = m_isAlive](const DispatchResult &result) {
            if (*alive)
                end(ticket, result);
        });
    if (Job *found = find(ticket))
        found->sent = submitted.ticket;
}

/// The signature is here and right: the device is free for the next.
void DeviceQueue::freed(Ticket ticket)
{
    if (Job *job = find(ticket))
        job->stage = Stage::Signed;
    if (m_hooks.isSigned)
        m_hooks.isSigned(ticket);
    if (m_active != ticket)
        return;
    m_active.reset();
    // Not from inside the signature's own way.
    m_timers.after(0ms, [this, alive = m_isAlive] {
        if (*alive)
            startNext();
    });
}

void DeviceQueue::end(Ticket ticket, DispatchResult result)
{
    Job *job = find(ticket);
    if (job == nullptr)
        return;
    const Stage at = job->stage;
    const Done done = std::exchange(job->done, {});
    std::erase_if(m_jobs, [&](const Job &j) { return j.ticket == ticket; });
    if (m_active == ticket) {
        m_active.reset();
        m_retry.stop();
    }
    const bool isForeign = isForeignSignature(result);
    if (isForeign)
        m_isBlocked = true;
    if (m_hooks.ended)
        m_hooks.ended(ticket, result, at);
    if (isForeign) {
        if (m_hooks.blocked)
            m_hooks.blocked(result.error);
        std::vector<Ticket> open;
        for (const Job &waiting : m_jobs)
            if (waiting.stage == Stage::Queued)
                open.push_back(waiting.ticket);
        for (const Ticket waiting : open)
            endLater(waiting, Fate::NotSent, {ErrorKind::Signature, kBlocked, "device"});
    }
    if (done)
        done(result);
    startNext();
}

void DeviceQueue::endLater(Ticket ticket, Fate fate, Error error)
{
    Job *job = find(ticket);
    if (job == nullptr)
        return;
    DispatchResult result;
    result.fate = fate;
    result.error = std::move(error);
    // Out of the line at once; told in a moment. An answer that comes in between changes nothing.
    job->isEnding = true;
    if (job->stage == Stage::Queued)
        job->stage = Stage::Preparing;
    m_timers.after(0ms, [this, ticket, result = std::move(result), alive = m_isAlive] {
        if (*alive)
            end(ticket, result);
    });
}

bool DeviceQueue::abandon(Ticket ticket, const std::string &why)
{
    Job *job = find(ticket);
    if (job == nullptr || !job->done || job->isEnding)
        return false;
    switch (job->stage) {
    case Stage::Queued:
        break;
    case Stage::Preparing:
        m_device.cancel(kSilent | job->question);
        break;
    case Stage::Frozen:
    case Stage::Signed:
        return m_dispatcher.abandon(job->sent, why);
    case Stage::Handed:
        return false;
    }
    endLater(ticket, Fate::NotSent, {ErrorKind::Cancelled, why});
    return true;
}

std::size_t DeviceQueue::endAll(const std::string &why)
{
    std::vector<Ticket> open;
    for (const Job &job : m_jobs)
        open.push_back(job.ticket);
    return static_cast<std::size_t>(
        std::ranges::count_if(open, [&](Ticket ticket) { return abandon(ticket, why); }));
}

void DeviceQueue::spend(Nonce nonce, ActionRequest, Done done)
{
    DispatchResult result;
    result.nonce = nonce;
    result.error = {ErrorKind::Validation, "A no-op is not worth a press on the device."};
    m_timers.after(0ms, [done = std::move(done), result, alive = m_isAlive] {
        if (*alive)
            done(result);
    });
}

void DeviceQueue::foundOut(const Address &signer, Nonce nonce, const std::string &words)
{
    m_dispatcher.foundOut(signer, nonce, words);
}

void DeviceQueue::setDraining(bool isDraining)
{
    if (std::exchange(m_isDraining, isDraining) && !isDraining)
        startNext();
}

void DeviceQueue::acknowledge()
{
    m_isBlocked = false;
    startNext();
}

// --- SenderRouter

ActionSender::Submitted SenderRouter::submit(ActionRequest request, Done done)
{
    ActionSender *sender = request.isExit ? m_exits : m_entries;
    const Ticket ticket = ++m_lastTicket;
    if (sender == nullptr) {
        refuse(std::move(done));
        return {ticket, 0};
    }
    (*m_routes)[ticket] = {sender, 0};
    const Submitted submitted =
        sender->submit(std::move(request), [ticket, routes = m_routes,
                                            done = std::move(done)](const DispatchResult &result) {
            routes->erase(ticket);
            done(result);
        });
    if (const auto it = m_routes->find(ticket); it != m_routes->end())
        it->second.ticket = submitted.ticket;
    return {ticket, submitted.nonce};
}

void SenderRouter::refuse(Done done) const
{
    DispatchResult result;
    result.error = {ErrorKind::DeviceAbsent,
                    "Its signer is not there at the moment; nothing was sent.", "signer"};
    m_timers.after(0ms, [done = std::move(done), result] { done(result); });
}

bool SenderRouter::abandon(Ticket ticket, const std::string &why)
{
    const auto it = m_routes->find(ticket);
    if (it == m_routes->end())
        return false;
    const Route route = it->second;
    return route.sender->abandon(route.ticket, why);
}

void SenderRouter::spend(Nonce nonce, ActionRequest request, Done done)
{
    // By the signer whose number it is, whatever the mode gives it now.
    ActionSender *way = m_entries;
    if (request.nonceOf) {
        const auto isOwn = [&](const ActionSender *s) { return s->signer() == request.nonceOf; };
        const auto own = std::ranges::find_if(m_known, isOwn);
        way = own == m_known.end() ? nullptr : *own;
    }
    if (way != nullptr)
        way->spend(nonce, std::move(request), std::move(done));
    else
        refuse(std::move(done));
}

void SenderRouter::foundOut(const Address &signer, Nonce nonce, const std::string &words)
{
    for (ActionSender *sender : m_known)
        sender->foundOut(signer, nonce, words);
    for (OpenRequests &past : m_past)
        past.foundOut(signer, nonce, words);
    std::erase_if(m_past, [](const OpenRequests &past) { return past.isEmpty(); });
}

bool SenderRouter::mayOvertake() const
{
    return std::ranges::any_of(m_known, [](const ActionSender *s) { return s->mayOvertake(); });
}

void SenderRouter::forget(const ActionSender *sender)
{
    std::erase_if(m_known, [&](const ActionSender *known) { return known == sender; });
    std::erase_if(*m_routes, [&](const auto &entry) { return entry.second.sender == sender; });
    if (m_entries == sender)
        m_entries = nullptr;
    if (m_exits == sender)
        m_exits = nullptr;
}

bool SenderRouter::isDevice(bool isExit) const
{
    const ActionSender *sender = isExit ? m_exits : m_entries;
    return sender != nullptr && sender->isDevice(isExit);
}

bool SenderRouter::isRecorded(bool isExit) const
{
    const ActionSender *sender = isExit ? m_exits : m_entries;
    return sender != nullptr && sender->isRecorded(isExit);
}

} // namespace hl::trading
