// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/secret_bytes.h"
#include "trading/dispatcher.h"
#include "trading/intent_rows.h"
#include "venue/hyperliquid/exchange_response.h"

#include <utility>

/// What the dispatcher writes down of a request. A signature is written only once bytes of it may
/// have left; one that stayed here is never on the disk (interaction.md D14).
namespace hl::trading {

using codec::Array;
using codec::Object;
using Fate = DispatchResult::Fate;

namespace {

/// An exit waits so long for a journal that neither writes nor fails.
constexpr std::chrono::milliseconds kExitPatience{500};

bool isNoop(const Object &record)
{
    for (const auto &[key, value] : record)
        if (key == "type")
            return value == codec::Value("noop");
    return false;
}

} // namespace

void Dispatcher::record(Ticket ticket)
{
    Job &job = m_jobs.at(ticket);
    const bool isExit = job.request.isExit;
    if (const auto trouble = m_log->trouble(); trouble && !isExit) {
        releaseSlot(ticket, job);
        finishLater(ticket, Fate::NotSent, {ErrorKind::Internal, *trouble, "journal"});
        return;
    }
    job.intent = m_log->open();
    Array words;
    for (const std::string &line : job.encoded.summary)
        words.emplace_back(line);
    Object intent{{"exit", isExit}, {"items", std::uint64_t{job.request.items}}, {"words", words}};
    for (codec::Object *about : {&job.request.about, &job.encoded.about})
        for (auto &member : *about)
            intent.push_back(std::move(member));
    Object signing{{"network", m_log->network()}};
    if (!m_log->account().empty())
        signing.emplace_back("account", m_log->account());
    signing.emplace_back("signer", m_signer.address().toString());
    for (auto &member : job.encoded.record)
        signing.push_back(member);
    std::vector<JournalEntry> rows;
    for (auto &[kind, object] : {std::pair{journal_kind::kIntent, std::move(intent)},
                                 std::pair{journal_kind::kSigning, std::move(signing)}})
        rows.push_back({m_log->now(), job.intent, std::string(kind), codec::toJson(object)});

    job.timer = m_timers.after(kExitPatience, [this, ticket, isExit] {
        if (isExit)
            return exitLostPatience(ticket);
        m_jobs.at(ticket).timer = 0;
        tellHeld(ticket, "the journal");
    });
    m_log->commit(std::move(rows), [this, ticket, alive = m_isAlive](const Status &status) {
        if (*alive)
            recorded(ticket, status);
    });
}

/// Rule zero: it leaves unrecorded for now, and no entry that waits for the same disk is in its
/// way.
void Dispatcher::exitLostPatience(Ticket ticket)
{
    std::vector<Ticket> waiting;
    for (const auto &[other, job] : m_jobs)
        if (other < ticket && job.intent != 0 && !job.isAsked && !job.request.isExit)
            waiting.push_back(other);
    for (const Ticket other : waiting) {
        releaseSlot(other, m_jobs.at(other));
        finishLater(other, Fate::NotSent,
                    {ErrorKind::Internal,
                     "The journal does not answer; its place was given to an exit.", "journal"});
    }
    m_jobs.at(ticket).isUnrecorded = true;
    recorded(ticket, {});
}

void Dispatcher::recorded(Ticket ticket, const Status &status)
{
    const auto it = m_jobs.find(ticket);
    if (it == m_jobs.end() || it->second.isAsked || !it->second.done)
        return;
    m_timers.cancel(std::exchange(it->second.timer, 0));
    if (!status && !it->second.request.isExit) {
        releaseSlot(ticket, it->second);
        finishLater(ticket, Fate::NotSent,
                    {ErrorKind::Internal,
                     "The journal could not be written, so nothing was signed: " +
                         status.error().sentence(),
                     "journal"});
        return;
    }
    askSigner(ticket);
}

void Dispatcher::noteSent(const Job &job, std::size_t bytes)
{
    if (job.intent == 0)
        return;
    // The body with an empty signature: what was posted, and nothing that could be posted again.
    Object row{{"posted", job.encoded.requestBody({})},
               {"bytes", std::uint64_t{bytes}},
               {"nonce", job.nonce}};
    // Its rows before this one may have become durable only after it had left.
    if (job.isUnrecorded)
        row.emplace_back("beforeItsRecord", true);
    if (const SignerDevice device = m_signer.device(); !device.app.empty())
        row.emplace_back("device", Object{{"app", device.app}, {"version", device.version}});
    m_log->note(job.intent, journal_kind::kSent, codec::toJson(row));
}

void Dispatcher::noteWiped(const Job &job, const Error &why)
{
    if (job.intent == 0)
        return;
    Object row{{"reason", why.sentence()}, {"nonce", job.nonce}, {"signed", job.isReady}};
    for (const auto &[key, value] : job.encoded.record)
        if (key == "connectionId" || key == "digest")
            row.emplace_back(key, value);
    m_log->note(job.intent, journal_kind::kWiped, codec::toJson(row));
}

void Dispatcher::wipeSignature(Job &job)
{
    if (!job.signature)
        return;
    wipe(job.signature->r);
    wipe(job.signature->s);
    job.signature.reset();
}

void Dispatcher::noteEnd(const Job &job, const DispatchResult &result)
{
    if (job.intent == 0)
        return;
    const WireAnswer &answer = result.answer;
    Object row{{"written", answer.written}, {"answered", answer.answered}, {"nonce", job.nonce}};
    if (answer.answered) {
        row.emplace_back("status", answer.status);
        row.emplace_back("body", answer.body);
    } else {
        row.emplace_back("error", answer.error.sentence());
    }
    if (answer.sentMonoNs != 0 && answer.receivedMonoNs >= answer.sentMonoNs)
        row.emplace_back("tookUs", (answer.receivedMonoNs - answer.sentMonoNs) / 1000);
    if (result.fate != Fate::NotSent && job.signature)
        row.emplace_back("signature", signatureObject(*job.signature));
    m_log->note(job.intent, journal_kind::kAnswer, codec::toJson(row));
    if (result.fate == Fate::NotSent) {
        noteWiped(job, answer.error);
        return;
    }

    const venue::ExchangeOutcome outcome =
        venue::decodeExchangeHttp(answer.status, answer.body, answer.written, job.request.items);
    Array items;
    std::size_t unknown = 0;
    for (const venue::ItemOutcome &item : outcome.items) {
        unknown += item.kind == venue::OutcomeKind::Unknown ? 1U : 0U;
        items.emplace_back(outcomeObject(item));
    }
    // Whether a no-op took place matters to the request whose nonce it had, not to itself.
    if (unknown > 0 && !isNoop(job.encoded.record)) {
        m_open.add(m_signer.address(), job.nonce, job.intent, unknown);
        return;
    }
    m_log->note(job.intent, journal_kind::kOutcome,
                codec::toJson(Object{{"nonce", job.nonce}, {"items", items}}));
}

void Dispatcher::foundOut(const Address &signer, Nonce nonce, const std::string &words)
{
    m_open.foundOut(signer, nonce, words);
}

OpenRequests::OpenRequests(IntentLog *log)
    : m_log(log)
    , m_logIsAlive(log == nullptr ? nullptr : log->isAlive())
{}

void OpenRequests::add(const Address &signer, Nonce nonce, IntentId intent, std::size_t orders)
{
    m_open[{signer, nonce}] = {intent, orders, {}};
}

void OpenRequests::foundOut(const Address &signer, Nonce nonce, const std::string &words)
{
    const auto it = m_open.find({signer, nonce});
    if (it == m_open.end() || m_log == nullptr || !*m_logIsAlive)
        return;
    Open &open = it->second;
    open.words += (open.words.empty() ? "" : " ") + words;
    if (--open.left > 0)
        return;
    m_log->note(open.intent, journal_kind::kOutcome,
                codec::toJson(Object{{"nonce", nonce}, {"foundOut", open.words}}));
    m_open.erase(it);
}

} // namespace hl::trading
