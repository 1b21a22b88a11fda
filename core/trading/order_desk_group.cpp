// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trading/order_desk.h"
#include "trading/order_desk_p.h"

#include <algorithm>
#include <utility>

/// Orders that are placed by one action: a bracket, a scale (interaction.md L31, D16).
namespace hl::trading {

using model::Grouping;
using model::Order;
using model::OrderKey;
using model::OrderPhase;
using model::OrderTicket;
using venue::ItemOutcome;
using venue::OutcomeKind;
using Fate = DispatchResult::Fate;
using namespace std::chrono_literals;

struct OrderDesk::GroupJob : Plan
{
    RequestId request = 0;
    Grouping grouping = Grouping::None;
    std::vector<OrderTicket> tickets;
    std::vector<OrderKey> keys; ///< one for each ticket
    codec::Object about;
    bool isEntry = false;
    int tries = 0;
    std::optional<Px> touch; ///< against the first; of a device, when its bytes were made

    bool isBracket() const { return grouping == Grouping::Bracket; }
};

namespace {

std::string inWords(const std::vector<OrderTicket> &tickets, const model::GroupProblem &problem)
{
    const std::string &detail = problem.problem.detail;
    if (tickets.size() < 2 || problem.problem.field == "signer")
        return detail;
    return "Order " + std::to_string(problem.at + 1) + " of " + std::to_string(tickets.size()) +
           ": " + detail;
}

/// The first that refuses; a bracket's sentences name their leg themselves.
std::optional<std::string> refusalOf(const std::vector<OrderTicket> &tickets, Grouping grouping,
                                     const model::ValidationContext &context, std::string &field)
{
    for (const model::GroupProblem &problem : model::validateGroup(tickets, grouping, context)) {
        if (!problem.problem.blocks)
            continue;
        field = problem.problem.field;
        return grouping == Grouping::Bracket ? problem.problem.detail : inWords(tickets, problem);
    }
    return {};
}

} // namespace

std::optional<std::string> OrderDesk::groupHold(const std::vector<OrderTicket> &tickets,
                                                Grouping grouping, bool isNew) const
{
    if (!tickets.front().isEntry())
        return {};
    auto hold = m_hooks.entryHold ? m_hooks.entryHold() : std::nullopt;
    if (!hold)
        hold = twinHold(tickets.front());
    // Each by its own price, and all of them as one order of their whole size.
    for (std::size_t i = 0; !hold && grouping == Grouping::None && i < tickets.size(); ++i)
        hold = guardHold(tickets[i], false);
    return hold ? hold : guardHold(model::wholeOf(tickets, grouping), isNew);
}

void OrderDesk::placeGroup(RequestId requestId, std::vector<OrderTicket> tickets, Grouping grouping)
{
    if (tickets.empty())
        return finish(requestId, {}, refusal("There is no order in it.", "orders"));
    const std::string coin = tickets.front().coin;
    const model::ValidationContext context = m_hooks.context(coin);
    if (context.instrument == nullptr)
        return finish(requestId, {},
                      refusal("The venue lists no market called \"" + coin + "\".", "coin"));
    for (OrderTicket &ticket : tickets) {
        if (!ticket.cloid)
            ticket.cloid = m_hooks.newCloid();
        else if (m_store.findByCloid(*ticket.cloid) != nullptr)
            return finish(
                requestId, {},
                refusal("An order with the cloid " + ticket.cloid->toString() + " exists already.",
                        "cloid"));
    }
    std::string field;
    if (auto why = refusalOf(tickets, grouping, context, field))
        return finish(requestId, {}, refusal(std::move(*why), field));
    if (m_dispatcher == nullptr)
        return finish(requestId, {},
                      refusal("There is no signer: this session only watches.", "signer"));
    if (auto hold = groupHold(tickets, grouping, true))
        return finish(requestId, {}, refusal(std::move(*hold)));

    auto job = std::make_shared<GroupJob>();
    job->request = requestId;
    job->grouping = grouping;
    job->isEntry = tickets.front().isEntry();
    for (const OrderTicket &ticket : tickets) {
        const OrderKey key = m_store.add(ticket, context.instrument->grid, now());
        if (job->isBracket() && !job->keys.empty())
            m_store.setParent(key, job->keys.front());
        m_store.apply(key, OrderEvent::Validated, now());
        job->keys.push_back(key);
        addAbout(job->about, aboutOf(ticket, context));
    }
    job->tickets = std::move(tickets);
    submitGroup(job, *context.instrument);
}

void OrderDesk::submitGroup(const std::shared_ptr<GroupJob> &job,
                            const market::Instrument &instrument)
{
    actions::Order all;
    for (const OrderTicket &ticket : job->tickets)
        all.orders.push_back(orderWire(ticket, instrument));
    if (job->isBracket())
        all.grouping = actions::Grouping::NormalTpsl;
    job->action = std::move(all);
    // A bracket is good as long as its legs would be (interaction.md D18), but an entry that takes
    // must not take late.
    job->life = lifetime(job->tickets.front());
    for (const OrderTicket &ticket : job->tickets)
        job->life = std::min(*job->life, lifetime(ticket));
    const bool isExit = !job->isEntry;
    ActionRequest action = request(job, isExit, *job->life);
    action.about = job->about;
    action.held = tellsWait(job->keys);
    action.command = job->request;
    action.title = job->isBracket() ? "Place a bracket in " + instrument.coin
                                    : "Place " + std::to_string(job->keys.size()) + " orders in " +
                                          instrument.coin;
    action.totals = [this, job] {
        return valueOf(job->isBracket() ? std::vector{job->keys.front()} : job->keys);
    };
    if (isDevice(isExit)) {
        job->touch = touchAgainst(job->tickets.front());
        action.encode = [this, job, encode = std::move(action.encode)](Nonce nonce) {
            if (const auto frozen = touchAgainst(job->tickets.front()))
                job->touch = frozen;
            return encode(nonce);
        };
        action.dropReason = [this, job, late = std::move(action.dropReason)] {
            auto why = late ? late() : std::nullopt;
            return why ? why : groupDiscard(*job);
        };
    }
    // As in submitPlace(): at a second try they may be known as signed, or as sent.
    const auto isAt = [this](OrderKey key, OrderPhase phase) {
        const Order *order = m_store.find(key);
        return order != nullptr && order->phase == phase;
    };
    action.isSigned = [this, job, isAt] {
        for (const OrderKey key : job->keys)
            if (isAt(key, OrderPhase::AwaitingSignature))
                m_store.apply(key, OrderEvent::Signed, now());
    };
    action.handed = [this, job] {
        for (const OrderKey key : job->keys) {
            m_onWire.insert(key);
            if (m_unsent.erase(key) > 0)
                m_store.apply(key, OrderEvent::Written, now());
        }
    };
    // Until it leaves it can be given up, all of it: it is one approval.
    for (const OrderKey key : job->keys)
        if (isAt(key, OrderPhase::AwaitingSignature) || isAt(key, OrderPhase::Queued))
            m_unsent[key] = 0;
    const auto submitted = m_dispatcher->submit(
        std::move(action), [this, job, alive = m_isAlive](const DispatchResult &result) {
            if (*alive)
                groupAnswered(job, result);
        });
    for (const OrderKey key : job->keys)
        if (const auto it = m_unsent.find(key); it != m_unsent.end())
            it->second = submitted.ticket;
}

/// Asked after a person's press (interaction.md D12): the whole again, and the entry by its touch.
std::optional<std::string> OrderDesk::groupDiscard(const GroupJob &job) const
{
    const model::ValidationContext context = m_hooks.context(job.tickets.front().coin);
    if (const auto hold = groupHold(job.tickets, job.grouping, false))
        return *hold + " Not sent.";
    for (const model::GroupProblem &problem :
         model::validateGroup(job.tickets, job.grouping, context)) {
        const OrderTicket &ticket = job.tickets[problem.at];
        const bool isTaking =
            ticket.kind == model::OrderKind::Market ||
            (ticket.kind == model::OrderKind::Limit && ticket.tif == model::Tif::Ioc);
        // A resting limit's price protects it, whatever the book does meanwhile (D13).
        if (!problem.problem.blocks || (problem.problem.rule == "bookNotLive" && !isTaking))
            continue;
        return problem.problem.detail + " It was not sent.";
    }
    return job.isBracket() ? discardReason(job.tickets.front(), job.touch) : std::nullopt;
}

/// As a single exit does (interaction.md G14, D18): all of it, unless one of it is being cancelled.
bool OrderDesk::groupGoesAgain(const std::shared_ptr<GroupJob> &job, const DispatchResult &result)
{
    if (job->isEntry ||
        !std::ranges::all_of(job->keys, [this](OrderKey key) { return isWanted(key); }))
        return false;
    if (goesAgainLate(*job, true, result)) {
        for (const OrderKey key : job->keys)
            noteTry(key, "Its time ran out before it could leave", job->lateTries, kLateTries);
        groupAgain(job);
        return true;
    }
    if (result.fate != Fate::Answered || job->tries >= kExitTries ||
        !decode(result, job->keys.size()).isRateLimited)
        return false;
    ++job->tries;
    for (const OrderKey key : job->keys) {
        noteTry(key, "Refused for its rate", job->tries + 1, kExitTries + 1);
        m_retrying[key] = 0;
        leftWire(key);
    }
    again([this, job] { groupAgain(job); });
    return true;
}

/// Those of it that nobody took back meanwhile.
void OrderDesk::groupAgain(const std::shared_ptr<GroupJob> &job)
{
    std::vector<OrderKey> keys;
    std::vector<OrderTicket> tickets;
    for (std::size_t i = 0; i < job->keys.size(); ++i) {
        const Order *order = m_store.find(job->keys[i]);
        m_retrying.erase(job->keys[i]);
        if (order == nullptr || isTerminal(order->phase))
            continue;
        keys.push_back(job->keys[i]);
        tickets.push_back(job->tickets[i]);
    }
    const auto context = m_hooks.context(job->tickets.front().coin);
    if (keys.empty() || context.instrument == nullptr) {
        const std::string why =
            keys.empty() ? "Cancelled before it was placed." : "Its market is not listed any more.";
        for (const OrderKey key : keys)
            m_store.apply(key, OrderEvent::NotWritten, now(), why);
        return finish(job->request, job->keys.front(), refusal(why));
    }
    if (keys.size() < job->keys.size()) {
        job->about.clear();
        for (const OrderTicket &ticket : tickets)
            addAbout(job->about, aboutOf(ticket, context));
    }
    job->keys = std::move(keys);
    job->tickets = std::move(tickets);
    submitGroup(job, *context.instrument);
}

void OrderDesk::groupAnswered(const std::shared_ptr<GroupJob> &job, const DispatchResult &result)
{
    const OrderKey first = job->keys.front();
    for (const OrderKey key : job->keys)
        m_unsent.erase(key);
    if (groupGoesAgain(job, result))
        return;
    const auto leave = [&] {
        for (const OrderKey key : job->keys)
            leftWire(key);
    };
    if (result.fate != Fate::Answered) {
        const bool isUnknown = result.fate == Fate::Unknown;
        for (std::size_t i = 0; i < job->keys.size(); ++i) {
            if (isUnknown)
                m_store.apply(job->keys[i], OrderEvent::AnswerLost, now(), result.error.detail);
            else
                notPlaced(job->keys[i], result);
            if (isUnknown)
                watch(job->keys[i], Reconciler::What::Place, result.nonce,
                      job->tickets[i].isEntry(), job->expiresAfter, result.signer);
        }
        leave();
        return finish(job->request, first,
                      isUnknown ? unknownOutcome() : Status(fail(result.error)));
    }
    const venue::ExchangeOutcome answer = decode(result, job->keys.size());
    std::size_t done = 0;
    std::string notDone;
    Status failure;
    for (std::size_t i = 0; i < job->keys.size(); ++i) {
        const OrderKey key = job->keys[i];
        const ItemOutcome item = i < answer.items.size() ? answer.items[i] : ItemOutcome{};
        const Order *order = m_store.find(key);
        if (item.kind == OutcomeKind::Unknown && item.message.empty())
            m_store.apply(key, OrderEvent::AnswerLost, now());
        else if (order != nullptr)
            m_store.applyPlaced(key, outcomeOf(item, order->grid), now());
        order = m_store.find(key);
        if (isUnclear(item, order))
            watch(key, Reconciler::What::Place, result.nonce, job->tickets[i].isEntry(),
                  job->expiresAfter, result.signer);
        Status status = statusOf(item);
        if (status) {
            ++done;
            continue;
        }
        if (order != nullptr)
            notDone +=
                (notDone.empty() ? "" : "; ") + orderName(*order) + ": " + status.error().detail;
        if (failure)
            failure = std::move(status);
    }
    leave();
    // One sentence where all shared one fate, else how many and the rest by name (D17).
    if (!failure && done > 0)
        failure = fail(failure.error().kind, std::to_string(done) + " of " +
                                                 std::to_string(job->keys.size()) + " placed. " +
                                                 notDone);
    finish(job->request, first, failure);
}

} // namespace hl::trading
