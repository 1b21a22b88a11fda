// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trading/order_desk.h"
#include "trading/order_desk_p.h"

#include <algorithm>
#include <map>
#include <utility>

/// Commands about several orders or positions at once: one action, one press (interaction.md D16,
/// D17).
namespace hl::trading {

using model::Order;
using model::OrderKey;
using model::OrderPhase;
using venue::ItemOutcome;
using venue::OutcomeKind;
using Fate = DispatchResult::Fate;
using namespace std::chrono_literals;

namespace {

/// One for each collateral: a sum of different ones says nothing.
using Sums = std::map<std::string, Decimal>;

void addTo(Sums &sums, const std::string &collateral, const Decimal &value)
{
    Decimal &sum = sums[collateral];
    sum = sum + value;
}

std::vector<std::pair<std::string, std::string>> inWords(const Sums &sums, std::size_t items)
{
    std::vector<std::pair<std::string, std::string>> lines;
    for (const auto &[collateral, sum] : sums)
        lines.emplace_back(items == 1 ? "Value" : "Value of all",
                           sum.toString() + (collateral.empty() ? "" : ' ' + collateral));
    return lines;
}

} // namespace

void addAbout(codec::Object &all, const codec::Object &one)
{
    for (const auto &[name, value] : one) {
        const std::string names = name + 's';
        auto it = std::ranges::find(all, names, [](const auto &member) { return member.first; });
        if (it == all.end())
            it = all.insert(all.end(), {names, codec::Value(codec::Array{})});
        it->second.asArray()->push_back(value);
    }
}

std::string orderName(const Order &order)
{
    return std::string(order.side == model::Side::Buy ? "Buy " : "Sell ") +
           szText(order.origSz, order.grid) + ' ' + order.coin + " at " +
           pxText(order.px, order.grid);
}

std::string OrderDesk::collateralOf(const std::string &coin) const
{
    const auto context = m_hooks.context(coin);
    return context.instrument == nullptr ? std::string() : context.instrument->quoteToken;
}

std::vector<std::pair<std::string, std::string>>
OrderDesk::valueOf(const std::vector<OrderKey> &keys) const
{
    Sums sums;
    for (const OrderKey key : keys)
        if (const Order *order = m_store.find(key))
            addTo(sums, collateralOf(order->coin),
                  toDecimal(order->px * order->remaining(), order->grid));
    return inWords(sums, keys.size());
}

Bulk OrderDesk::cancelAll(RequestId request, const std::vector<OrderKey> &keys, BulkDone done)
{
    auto job = std::make_shared<CancelJob>();
    job->request = request;
    job->ended = std::move(done);
    startCancel(job, keys);
    return job->bulk;
}

void OrderDesk::endCancel(const std::shared_ptr<CancelJob> &job)
{
    if (!job->ended)
        return finish(job->request, job->only, job->result.status);
    m_timers.after(0ms, [job, alive = m_isAlive] {
        if (*alive)
            job->ended(job->result);
    });
}

void OrderDesk::withdraw(const Bulk &bulk, const std::string &why)
{
    if (m_dispatcher == nullptr || !bulk)
        return;
    bulk->withdrawn = why;
    const auto tickets = bulk->tickets;
    for (const ActionSender::Ticket ticket : tickets)
        m_dispatcher->abandon(ticket, why);
}

std::optional<std::string> OrderDesk::voidReason(OrderKey key, Sz filledThen) const
{
    const Order *order = m_store.find(key);
    if (order == nullptr || !isLive(order->phase))
        return "The order ended before it was changed; nothing was sent.";
    if (order->filledSz != filledThen)
        return "The order was filled in part before it was changed; nothing was sent.";
    return {};
}

void OrderDesk::moveAll(const std::vector<RequestId> &requests, const std::vector<OrderKey> &keys,
                        Px to)
{
    ModifyJobs jobs;
    m_collected = &jobs;
    for (std::size_t i = 0; i < keys.size() && i < requests.size(); ++i)
        modify(requests[i], keys[i], to, std::nullopt);
    m_collected = nullptr;
    // Entries and exits are never mixed in one approval, nor is what the venue would read
    // differently.
    const auto isLike = [](const ModifyJob &a, const ModifyJob &b) {
        return a.isEntry == b.isEntry &&
               a.action.as<actions::BatchModify>()->a == b.action.as<actions::BatchModify>()->a;
    };
    while (!jobs.empty()) {
        const auto first = jobs.front();
        const auto rest = std::stable_partition(
            jobs.begin(), jobs.end(), [&](const auto &job) { return isLike(*job, *first); });
        ModifyJobs alike(jobs.begin(), rest);
        jobs.erase(jobs.begin(), rest);
        if (alike.size() == 1)
            submitModify(alike.front());
        else
            submitMoves(std::move(alike));
    }
}

void OrderDesk::submitMoves(ModifyJobs jobs)
{
    const auto &first = *jobs.front();
    auto plan = std::make_shared<Plan>();
    actions::BatchModify all;
    all.a = first.action.as<actions::BatchModify>()->a;
    plan->life = lifetime(first.ticket);
    Sums sums;
    codec::Object about;
    std::vector<std::pair<OrderKey, Sz>> filled;
    for (const auto &job : jobs) {
        all.modifies.push_back(job->action.as<actions::BatchModify>()->modifies.front());
        plan->life = std::min(*plan->life, lifetime(job->ticket));
        addAbout(about, job->about);
        filled.emplace_back(job->key, filledOf(job->key));
        if (const Order *order = m_store.find(job->key))
            addTo(sums, collateralOf(job->ticket.coin),
                  toDecimal(job->ticket.px * job->ticket.sz, order->grid));
    }
    plan->action = std::move(all);
    const bool isExit = !first.isEntry;
    ActionRequest change = request(plan, isExit, *plan->life);
    change.about = std::move(about);
    change.command = first.request;
    change.title = "Move " + std::to_string(jobs.size()) + " orders";
    change.totals = [lines = inWords(sums, jobs.size())] { return lines; };
    if (isDevice(isExit))
        change.dropReason = [this, jobs, filled = std::move(filled),
                             next = std::move(change.dropReason)]() -> std::optional<std::string> {
            for (const auto &[key, then] : filled)
                if (auto why = voidReason(key, then))
                    return why;
            if (auto late = next())
                return late;
            for (const auto &job : jobs)
                if (auto why = discardReason(job->ticket, std::nullopt))
                    return why;
            return {};
        };
    change.handed = [this, jobs] {
        for (const auto &job : jobs)
            m_onWire.insert(job->key);
    };
    m_dispatcher->submit(std::move(change), [this, jobs = std::move(jobs), plan,
                                             alive = m_isAlive](const DispatchResult &result) {
        if (!*alive)
            return;
        std::vector<ItemOutcome> items(jobs.size());
        for (const auto &job : jobs)
            job->isLate = plan->isLate;
        if (result.fate == Fate::Answered) {
            const venue::ExchangeOutcome answer = decode(result, jobs.size());
            // One by one from here on: each tries again by itself (G14).
            if (answer.isRateLimited && !jobs.front()->isEntry) {
                for (const auto &job : jobs)
                    modified(job, result);
                return;
            }
            std::copy_n(answer.items.begin(), std::min(answer.items.size(), items.size()),
                        items.begin());
        }
        const bool isHere = result.fate == Fate::NotSent || result.fate == Fate::SignatureFailed;
        for (std::size_t i = 0; i < jobs.size(); ++i) {
            jobs[i]->expiresAfter = plan->expiresAfter;
            if (isHere) {
                modified(jobs[i], result);
                continue;
            }
            const OnWireEnd end{*this, jobs[i]->key};
            modifiedTo(jobs[i], items[i], result);
        }
    });
}

Bulk OrderDesk::closeAll(RequestId request, std::vector<std::string> coins, BulkDone done)
{
    auto job = std::make_shared<CloseJob>();
    job->request = request;
    job->coins = std::move(coins);
    job->ended = std::move(done);
    job->result.all = job->coins.size();
    if (m_dispatcher == nullptr) {
        job->result.status = refusal("There is no signer: this session only watches.", "signer");
        endClose(job);
    } else {
        submitClose(job);
    }
    return job->bulk;
}

void OrderDesk::submitClose(const std::shared_ptr<CloseJob> &job)
{
    const auto life = isDevice(true) ? m_config.deviceTakes : std::chrono::milliseconds{5s};
    // Of an earlier try: a device's queue asks what has expired before it has new bytes.
    job->expiresAfter = 0;
    job->result.isDiscarded = false;
    ActionRequest closing;
    closing.isExit = true;
    closing.items = job->coins.size();
    closing.signWithin = life;
    closing.command = job->request;
    closing.title = job->coins.size() == 1
                        ? "Close the position in " + job->coins.front()
                        : "Close " + std::to_string(job->coins.size()) + " positions";
    // Sizes and caps are those of the moment in which the bytes are made: on a device that may be
    // minutes after the command.
    closing.encode = [this, job, life](Nonce nonce) -> Result<EncodedAction> {
        if (std::string problem = nonceProblem(nonce, m_venueClock.nowMs()); !problem.empty())
            return fail(ErrorKind::Validation, std::move(problem));
        HL_TRY(action, closingAction(*job));
        job->expiresAfter = m_venueClock.nowMs() + static_cast<TimeMs>(life.count());
        HL_TRY(encoded, encoderOf(actions::Action(std::move(action)), m_config.envelope,
                                  std::optional(job->expiresAfter))(nonce));
        encoded.items = job->keys.size();
        encoded.about = std::move(job->about);
        return encoded;
    };
    closing.totals = [this, job] { return valueOf(job->keys); };
    const TimeMs least = isDevice(true) ? kLeastLifeMs : 0;
    closing.dropReason = [this, job, least]() -> std::optional<std::string> {
        if (job->expiresAfter != 0 && m_venueClock.nowMs() + least >= job->expiresAfter) {
            job->result.isDiscarded = true;
            return "It was signed too late for its expiry and was not sent.";
        }
        // A position that may be out of date is no reason: reduce-only opens nothing.
        job->result.isMoot = std::ranges::none_of(job->coins, [this](const std::string &coin) {
            const auto context = m_hooks.context(coin);
            return context.isPositionLate ||
                   (context.position != nullptr && context.position->szi.lots != 0);
        });
        if (job->result.isMoot)
            return "There is no position left to close.";
        return {};
    };
    closing.isSigned = [this, job] {
        for (const OrderKey key : job->keys)
            m_store.apply(key, OrderEvent::Signed, now());
    };
    closing.handed = [this, job] {
        for (const OrderKey key : job->keys) {
            m_store.apply(key, OrderEvent::Written, now());
            m_onWire.insert(key);
        }
    };
    const auto submitted = m_dispatcher->submit(
        std::move(closing), [this, job, alive = m_isAlive](const DispatchResult &result) {
            if (*alive)
                closed(job, result);
        });
    job->bulk->tickets.push_back(submitted.ticket);
}

/// One reduce-only order for each position that is there now.
Result<actions::Order> OrderDesk::closingAction(CloseJob &job)
{
    actions::Order action;
    job.keys.clear();
    job.about.clear();
    job.result.notDone.clear();
    job.result.done = 0;
    for (const std::string &coin : job.coins) {
        const model::ValidationContext context = m_hooks.context(coin);
        if (context.position == nullptr || context.position->szi.lots == 0) {
            if (context.isPositionLate)
                job.result.notDone.push_back(coin + ": a fill is newer than what is known of its "
                                                    "position; whether it is closed is not known "
                                                    "yet.");
            else
                ++job.result.done; // closed meanwhile
            continue;
        }
        if (context.instrument == nullptr) {
            job.result.notDone.push_back(coin + ": its market is not known.");
            continue;
        }
        model::OrderTicket ticket;
        ticket.coin = coin;
        ticket.side = context.position->szi.lots > 0 ? model::Side::Sell : model::Side::Buy;
        ticket.kind = model::OrderKind::Market;
        ticket.tif = model::Tif::Ioc;
        ticket.sz = Sz{std::abs(context.position->szi.lots)};
        ticket.reduceOnly = true;
        const auto cap = m_hooks.closeCap ? m_hooks.closeCap(coin, ticket.side) : std::nullopt;
        if (!cap) {
            job.result.notDone.push_back(coin + ": no price is known to close it at.");
            continue;
        }
        ticket.px = *cap;
        ticket.cloid = m_hooks.newCloid();
        const OrderKey key = m_store.add(ticket, context.instrument->grid, now());
        m_store.apply(key, OrderEvent::Validated, now());
        job.keys.push_back(key);
        addAbout(job.about, aboutOf(ticket, context));
        action.orders.push_back(orderWire(ticket, *context.instrument));
    }
    job.result.isMoot = action.orders.empty() && job.result.notDone.empty();
    if (action.orders.empty())
        return fail(ErrorKind::Validation, job.result.notDone.empty()
                                               ? "There is no position left to close."
                                               : job.result.notDone.front());
    return action;
}

void OrderDesk::closed(const std::shared_ptr<CloseJob> &job, const DispatchResult &result)
{
    BulkResult &bulk = job->result;
    const std::vector<OrderKey> sent = job->keys;
    if (ranOut(bulk.isDiscarded, result) && job->lateTries < kLateTries && !isDevice(true)) {
        ++job->lateTries;
        for (const OrderKey key : std::exchange(job->keys, {}))
            m_store.apply(key, OrderEvent::NotWritten, now(),
                          "Its time ran out before it could leave; sent again as a new order.");
        return closeAgain(job);
    }
    bulk.hasLeft = result.fate == Fate::Answered || result.fate == Fate::Unknown;
    if (result.fate == Fate::Answered) {
        const venue::ExchangeOutcome answer = decode(result, job->keys.size());
        if (answer.isRateLimited && job->tries < kExitTries) {
            // An exit refused for its rate is tried again each second, with a new nonce (G14).
            ++job->tries;
            for (const OrderKey key : std::exchange(job->keys, {})) {
                m_store.apply(key, OrderEvent::NotWritten, now(),
                              "Refused for its rate; sent again as a new order.");
                leftWire(key);
            }
            again([this, job] { closeAgain(job); });
            return;
        }
        for (std::size_t i = 0; i < job->keys.size(); ++i) {
            const OrderKey key = job->keys[i];
            const ItemOutcome item = i < answer.items.size() ? answer.items[i] : ItemOutcome{};
            const Order *order = m_store.find(key);
            if (order == nullptr)
                continue;
            const std::string name = orderName(*order);
            const Sz wanted = order->origSz;
            if (item.kind == OutcomeKind::Unknown && item.message.empty())
                m_store.apply(key, OrderEvent::AnswerLost, now());
            else
                m_store.applyPlaced(key, outcomeOf(item, order->grid), now());
            order = m_store.find(key);
            if (isUnclear(item, order))
                watch(key, Reconciler::What::Place, result.nonce, false, job->expiresAfter,
                      result.signer);
            const Sz filled =
                item.kind == OutcomeKind::Filled ? outcomeOf(item, order->grid).totalSz : Sz{};
            if (filled >= wanted) {
                ++bulk.done;
                continue;
            }
            Status why = statusOf(item);
            if (why)
                why = fail(ErrorKind::VenueRejected,
                           szText(filled, order->grid) + " of " + szText(wanted, order->grid) +
                               " filled inside the cap; the rest is still open.");
            bulk.notDone.push_back(name + ": " + why.error().detail);
            if (bulk.status)
                bulk.status = std::move(why);
        }
    } else {
        bulk.status = result.fate == Fate::Unknown ? unknownOutcome() : Status(fail(result.error));
        for (const OrderKey key : job->keys) {
            if (result.fate == Fate::Unknown)
                m_store.apply(key, OrderEvent::AnswerLost, now(), result.error.detail);
            else
                notPlaced(key, result);
            if (result.fate == Fate::Unknown)
                watch(key, Reconciler::What::Place, result.nonce, false, job->expiresAfter,
                      result.signer);
            if (const Order *order = m_store.find(key))
                bulk.notDone.push_back(orderName(*order) + ": " + bulk.status.error().detail);
        }
    }
    if (bulk.status && !bulk.notDone.empty())
        bulk.status = fail(ErrorKind::Validation, bulk.notDone.front());
    for (const OrderKey key : sent)
        leftWire(key);
    endClose(job);
}

void OrderDesk::closeAgain(const std::shared_ptr<CloseJob> &job)
{
    if (!job->bulk->withdrawn)
        return submitClose(job);
    job->result.status = withdrawn(job->bulk);
    endClose(job);
}

void OrderDesk::endClose(const std::shared_ptr<CloseJob> &job)
{
    m_timers.after(0ms, [job, alive = m_isAlive] {
        if (*alive)
            job->ended(job->result);
    });
}

} // namespace hl::trading
