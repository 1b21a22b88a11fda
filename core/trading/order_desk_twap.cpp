// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trading/order_desk.h"
#include "trading/order_desk_p.h"

#include <algorithm>
#include <utility>

/// TWAPs: the venue trades them, this side starts and stops them.
namespace hl::trading {

using venue::ItemOutcome;
using venue::OutcomeKind;
using Fate = DispatchResult::Fate;
using namespace std::chrono_literals;

namespace {

Status twapStatus(const DispatchResult &result)
{
    if (result.fate == Fate::Unknown)
        return unknownOutcome();
    if (result.fate != Fate::Answered)
        return fail(result.error);
    const venue::ExchangeOutcome answer = decode(result, 1);
    return statusOf(answer.items.empty() ? ItemOutcome{} : answer.items.front());
}

} // namespace

void OrderDesk::startTwap(RequestId requestId, const model::TwapTicket &ticket)
{
    const model::ValidationContext context = m_hooks.context(ticket.coin);
    for (const model::TicketProblem &problem : model::validateTwap(ticket, context))
        if (problem.blocks)
            return finish(requestId, {}, refusal(problem.detail, problem.field));
    if (m_dispatcher == nullptr)
        return finish(requestId, {},
                      refusal("There is no signer: this session only watches.", "signer"));
    const auto order = model::asOrder(ticket, context);
    if (ticket.isEntry()) {
        auto hold = m_hooks.entryHold ? m_hooks.entryHold() : std::nullopt;
        if (!hold && !order)
            hold = "The mark price of " + ticket.coin + " is not known yet.";
        if (!hold)
            hold = twinHold(*order);
        if (!hold)
            hold = guardHold(*order, true);
        if (hold)
            return finish(requestId, {}, refusal(*hold));
    }
    actions::TwapOrder action;
    action.twap.a = context.instrument->asset;
    action.twap.b = ticket.side == model::Side::Buy;
    action.twap.s.text = szText(ticket.sz, context.instrument->grid);
    action.twap.r = ticket.reduceOnly;
    action.twap.m = static_cast<std::uint64_t>(ticket.minutes);
    action.twap.t = ticket.randomise;
    const bool isExit = !ticket.isEntry();
    // It works as long as it runs: good as what rests (interaction.md D18).
    const auto life = isDevice(isExit) ? m_config.deviceRests : std::chrono::milliseconds{15s};
    auto plan = std::make_shared<Plan>();
    plan->action = std::move(action);
    plan->life = life;
    ActionRequest start = request(plan, isExit, life);
    start.command = requestId;
    start.title = "Start a TWAP in " + ticket.coin;
    if (isDevice(isExit)) // a person has pressed: looked at again (interaction.md D12)
        start.dropReason = [this, ticket, late = std::move(start.dropReason)] {
            auto why = late ? late() : std::nullopt;
            return why ? why : twapDiscard(ticket);
        };
    TwapStarts::Start made;
    made.ticket = ticket;
    made.grid = context.instrument->grid;
    if (m_hooks.twaps)
        for (const model::Twap &twap : m_hooks.twaps())
            made.before.insert(twap.id);
    m_dispatcher->submit(std::move(start), [this, requestId, plan, made = std::move(made),
                                            alive = m_isAlive](const DispatchResult &result) {
        if (!*alive)
            return;
        const Status status = twapStatus(result);
        if (!status && status.error().kind == ErrorKind::UnknownOutcome) {
            TwapStarts::Start open = made;
            open.nonce = result.nonce;
            open.signer = result.signer;
            open.leftAt = m_venueClock.nowMs();
            open.expiresAfter = plan->expiresAfter.value_or(open.leftAt);
            const bool isFirst = m_twapStarts.isEmpty();
            m_twapStarts.add(std::move(open));
            if (isFirst)
                again([this] { lookAtTwapStarts(); });
        }
        finish(requestId, {}, status);
    });
}

void OrderDesk::tellTwapStart(const TwapStarts::Settled &settled)
{
    m_dispatcher->foundOut(settled.start.signer, settled.start.nonce, settled.words);
    if (m_hooks.notice)
        m_hooks.notice(settled.hasStarted ? Tone::Info : Tone::Warning, settled.words, 0);
}

/// Each second while one is open (interaction.md G13): asks nothing, for the venue tells it anew
/// with each connection.
void OrderDesk::lookAtTwapStarts()
{
    const TimeMs venueNow = m_venueClock.nowMs();
    const bool isConnected = !m_hooks.entryHold || !m_hooks.entryHold();
    for (const TwapStarts::Settled &settled : m_twapStarts.settle(
             m_hooks.twaps ? m_hooks.twaps() : std::vector<model::Twap>(), venueNow, isConnected))
        tellTwapStart(settled);
    if (m_twapStarts.isEmpty())
        return;
    if (TwapStarts::Start *start = isDevice(false) ? nullptr : m_twapStarts.toSpend(venueNow)) {
        start->isSpending = true;
        Reconciler::Item item;
        item.nonce = start->nonce;
        item.signer = start->signer;
        spendNonce(item, [this, nonce = start->nonce, signer = start->signer,
                          alive = m_isAlive](Reconciler::Spent spent) {
            if (!*alive || spent != Reconciler::Spent::Accepted)
                return; // used up: the account's list says by what
            if (const auto settled = m_twapStarts.spent(nonce, signer))
                tellTwapStart(*settled);
        });
    }
    again([this] { lookAtTwapStarts(); });
}

std::optional<std::string> OrderDesk::twapDiscard(const model::TwapTicket &ticket) const
{
    const model::ValidationContext context = m_hooks.context(ticket.coin);
    for (const model::TicketProblem &problem : model::validateTwap(ticket, context))
        if (problem.blocks)
            return problem.detail + " It was not sent.";
    if (!ticket.isEntry())
        return {};
    auto hold = m_hooks.entryHold ? m_hooks.entryHold() : std::nullopt;
    const auto order = model::asOrder(ticket, context);
    if (!hold && order)
        hold = guardHold(*order, false);
    return hold ? std::optional(*hold + " Not sent.") : std::nullopt;
}

/// One TWAP on its way to its end; an exit, so it is tried again.
struct OrderDesk::TwapStop : Plan
{
    RequestId request = 0;
    std::string coin;
    model::TwapId id = 0;
    int tries = 0;
    Bulk bulk = std::make_shared<BulkWay>();
    BulkDone ended; ///< empty: told as a command of its own
    BulkResult result;
};

bool OrderDesk::hasTwapEnded(model::TwapId id) const
{
    if (!m_hooks.twaps)
        return false;
    const auto twaps = m_hooks.twaps();
    const auto it = std::ranges::find(twaps, id, &model::Twap::id);
    return it != twaps.end() && model::hasEnded(it->phase);
}

void OrderDesk::cancelTwap(RequestId requestId, const std::string &coin, model::TwapId id)
{
    stopTwap(requestId, coin, id, {});
}

Bulk OrderDesk::stopTwap(RequestId requestId, const std::string &coin, model::TwapId id,
                         BulkDone done)
{
    auto job = std::make_shared<TwapStop>();
    job->request = requestId;
    job->coin = coin;
    job->id = id;
    job->ended = std::move(done);
    job->result.all = 1;
    const model::ValidationContext context = m_hooks.context(coin);
    if (context.instrument == nullptr) {
        endStop(job, refusal("The venue lists no market called \"" + coin + "\".", "coin"));
    } else if (m_dispatcher == nullptr) {
        endStop(job, refusal("There is no signer: this session only watches.", "signer"));
    } else {
        actions::TwapCancel action;
        action.a = context.instrument->asset;
        action.t = id;
        job->action = action;
        submitStop(job);
    }
    return job->bulk;
}

/// The venue stops one TWAP by one action. A device is asked for one after the other, so that a
/// close or a cancel never fails for want of a place behind them (D15).
void OrderDesk::submitStop(const std::shared_ptr<TwapStop> &job)
{
    // Tried again by another way than it first went, it waits like the others.
    if (isDevice(true) && m_pacedStop && m_pacedStop != job)
        return m_waitingStops.push_back(job);
    // No expiry: a late cancel is still wanted (interaction.md D18).
    ActionRequest stop = request(job, true, 15s);
    if (isDevice(true)) {
        stop.signWithin.reset();
        m_pacedStop = job;
    }
    stop.command = job->request;
    stop.title = "Stop the TWAP in " + job->coin;
    stop.dropReason = [this, job]() -> std::optional<std::string> {
        // Nobody presses for what is gone already.
        job->result.isMoot = hasTwapEnded(job->id);
        return job->result.isMoot ? std::optional<std::string>("The TWAP has ended already.")
                                  : std::nullopt;
    };
    const auto submitted = m_dispatcher->submit(
        std::move(stop), [this, job, alive = m_isAlive](const DispatchResult &result) {
            if (*alive)
                stopAnswered(job, result);
        });
    job->bulk->tickets.push_back(submitted.ticket);
}

void OrderDesk::stopAnswered(const std::shared_ptr<TwapStop> &job, const DispatchResult &result)
{
    job->result.hasLeft =
        job->result.hasLeft || result.fate == Fate::Answered || result.fate == Fate::Unknown;
    const auto goOn = [this, job] {
        if (job->bulk->withdrawn)
            return endStop(job, withdrawn(job->bulk));
        submitStop(job);
    };
    // An exit refused for its rate is tried again each second, with a new nonce (G14).
    if (result.fate == Fate::Answered && job->tries < kExitTries &&
        decode(result, 1).isRateLimited) {
        ++job->tries;
        return again(goOn);
    }
    if (!job->bulk->withdrawn && goesAgainLate(*job, true, result))
        return goOn();
    endStop(job, twapStatus(result));
}

void OrderDesk::endWaitingStops(const std::string &why)
{
    for (const auto &waiting : std::exchange(m_waitingStops, {}))
        endStop(waiting, fail(ErrorKind::Cancelled, why));
}

void OrderDesk::startNextStop()
{
    while (!m_pacedStop && !m_waitingStops.empty()) {
        const std::shared_ptr<TwapStop> next = std::move(m_waitingStops.front());
        m_waitingStops.pop_front();
        if (next->bulk->withdrawn)
            endStop(next, withdrawn(next->bulk));
        else if (m_dispatcher == nullptr)
            endStop(next, refusal("There is no signer: this session only watches.", "signer"));
        else
            submitStop(next);
    }
}

void OrderDesk::endStop(const std::shared_ptr<TwapStop> &job, Status status)
{
    if (m_pacedStop == job) {
        m_pacedStop.reset();
        // What came meanwhile to close or cancel has its place first.
        m_timers.after(0ms, [this, alive = m_isAlive] {
            if (*alive)
                startNextStop();
        });
    }
    if (!job->ended)
        return finish(job->request, {}, status);
    job->result.done = status ? 1 : 0;
    if (!status && !job->result.isMoot)
        job->result.notDone.push_back("The TWAP in " + job->coin + ": " + status.error().detail);
    job->result.status = std::move(status);
    m_timers.after(0ms, [job, alive = m_isAlive] {
        if (*alive)
            job->ended(job->result);
    });
}

} // namespace hl::trading
