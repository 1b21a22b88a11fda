// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trading/order_desk.h"

#include "trading/intent_rows.h"
#include "trading/order_desk_p.h"

#include <algorithm>
#include <utility>

namespace hl::trading {

using model::Order;
using model::OrderKey;
using model::OrderKind;
using model::OrderPhase;
using model::OrderTicket;
using model::PendingChange;
using namespace std::chrono_literals;

namespace {

/// The venue takes nonces in (T − 2 days, T + 1 day) (protocol/signing.md 8); a minute less, for
/// what the way costs.
constexpr TimeMs kNonceAheadMs = 86'400'000 - 60'000;

/// The order as a ticket, for validation and for its wire form.
OrderTicket ticketOf(const Order &order)
{
    OrderTicket ticket;
    ticket.coin = order.coin;
    ticket.side = order.side;
    ticket.kind = order.kind;
    ticket.px = order.px;
    ticket.sz = order.remaining();
    ticket.tif = order.tif;
    ticket.reduceOnly = order.reduceOnly;
    ticket.trigger = order.trigger;
    ticket.cloid = order.cloid;
    return ticket;
}

/// A change moves an order that rests; it is no way to take (interaction.md L24).
std::optional<std::string> crossing(const OrderTicket &ticket,
                                    const model::ValidationContext &context)
{
    if (ticket.kind == OrderKind::Trigger || context.book == nullptr || !context.book->isTradable())
        return {};
    const bool isBuy = ticket.side == model::Side::Buy;
    const auto &opposite = isBuy ? context.book->asks : context.book->bids;
    if (opposite.empty() ||
        (isBuy ? ticket.px < opposite.front().px : ticket.px > opposite.front().px))
        return {};
    return "A change to " + pxText(ticket.px, context.instrument->grid) +
           " would trade at once: the best " + (isBuy ? "ask" : "bid") + " is " +
           pxText(opposite.front().px, context.instrument->grid) +
           ". Cancel the order and place a new one to take.";
}

const model::TicketProblem *blocking(const std::vector<model::TicketProblem> &problems)
{
    const auto it = std::ranges::find_if(problems, &model::TicketProblem::blocks);
    return it == problems.end() ? nullptr : &*it;
}

} // namespace

OrderDesk::OrderDesk(Config config, const Clock &clock, TimerService &timers, OrderStore &store,
                     ActionSender *dispatcher, const VenueClock &venueClock, Hooks hooks)
    : m_config(std::move(config))
    , m_clock(clock)
    , m_timers(timers)
    , m_store(store)
    , m_dispatcher(dispatcher)
    , m_venueClock(venueClock)
    , m_hooks(std::move(hooks))
    , m_reconciler(clock, timers, venueClock, reconcilerHooks())
    , m_settings(timers, venueClock,
                 {[this](const std::string &coin, auto done) {
                      m_hooks.askLeverage(coin, std::move(done));
                  },
                  [this](const SettingWatch::Item &item, const LeverageSetting &seen) {
                      leverageFound(item, seen);
                  }})
    , m_isAlive(std::make_shared<bool>(true))
{}

OrderDesk::~OrderDesk()
{
    *m_isAlive = false;
}

void OrderDesk::finish(RequestId request, std::optional<OrderKey> key, const Status &status) const
{
    if (m_hooks.finished)
        m_hooks.finished(request, key, status);
}

void OrderDesk::refuse(RequestId request, OrderKey key, const std::string &why,
                       const std::string &field)
{
    m_store.apply(key, OrderEvent::RefusedHere, now(), why);
    finish(request, key, refusal(why, field));
}

std::chrono::milliseconds OrderDesk::lifetime(const OrderTicket &ticket) const
{
    const bool isTaking = ticket.kind == OrderKind::Market ||
                          (ticket.kind == OrderKind::Limit && ticket.tif == model::Tif::Ioc);
    if (isDevice(!ticket.isEntry()))
        return isTaking ? m_config.deviceTakes : m_config.deviceRests; // interaction.md D18
    return isTaking ? 5s : 15s;
}

std::optional<std::string> OrderDesk::guardHold(const OrderTicket &ticket, bool isNew) const
{
    return m_hooks.guard ? m_hooks.guard(ticket, isNew) : std::nullopt;
}

std::optional<std::string> OrderDesk::twinHold(const OrderTicket &ticket) const
{
    if (!ticket.isEntry())
        return {};
    for (const OrderKey key : m_store.unknown()) {
        const Order *order = m_store.find(key);
        if (order == nullptr || !order->isOurs || order->reduceOnly || order->coin != ticket.coin ||
            order->side != ticket.side)
            continue;
        return "Held: what became of the " + std::string(sideName(order->side)) + " of " +
               szText(order->origSz, order->grid) + " " + order->coin + " at " +
               pxText(order->px, order->grid) +
               " is not known yet, and a second copy might be bought twice.";
    }
    return m_twapStarts.hold(ticket.coin, ticket.side);
}

bool OrderDesk::isDevice(bool isExit) const
{
    return m_config.isDevice || (m_dispatcher != nullptr && m_dispatcher->isDevice(isExit));
}

ActionRequest OrderDesk::request(actions::Action action, bool isExit,
                                 std::optional<std::chrono::milliseconds> life,
                                 std::chrono::milliseconds within) const
{
    auto plan = std::make_shared<Plan>();
    plan->action = std::move(action);
    plan->life = life;
    return request(std::move(plan), isExit, within);
}

ActionRequest OrderDesk::request(std::shared_ptr<Plan> plan, bool isExit,
                                 std::chrono::milliseconds within) const
{
    // Of an earlier try: a device's queue asks what has expired before it has new bytes.
    plan->expiresAfter.reset();
    plan->isLate = false;
    ActionRequest request;
    request.items = actions::itemCount(plan->action);
    request.isExit = isExit;
    request.signWithin = within;
    request.encode = [this, plan](Nonce nonce) -> Result<EncodedAction> {
        // Said before anybody signs: the venue would refuse it.
        const TimeMs venueNow = m_venueClock.nowMs();
        if (std::string problem = nonceProblem(nonce, venueNow); !problem.empty())
            return fail(ErrorKind::Validation, std::move(problem));
        plan->expiresAfter = plan->until;
        if (!plan->until && plan->life)
            plan->expiresAfter = venueNow + static_cast<TimeMs>(plan->life->count());
        return encodeL1({plan, &plan->action}, m_config.envelope, nonce, plan->expiresAfter);
    };
    const TimeMs least = isDevice(isExit) ? kLeastLifeMs : 0;
    request.dropReason = [this, plan = std::move(plan), least]() -> std::optional<std::string> {
        if (!plan->expiresAfter || m_venueClock.nowMs() + least < *plan->expiresAfter)
            return {};
        plan->isLate = true;
        return "It was signed too late for its expiry and was not sent.";
    };
    return request;
}

codec::Object OrderDesk::aboutOf(const OrderTicket &ticket,
                                 const model::ValidationContext &context) const
{
    if (!m_dispatcher->isRecorded(!ticket.isEntry()))
        return {};
    return {{"ticket", ticketObject(ticket, context.instrument->grid)},
            {"market", marketObject(ticket.coin, context)}};
}

std::string OrderDesk::nonceProblem(Nonce nonce, TimeMs venueNow)
{
    const auto ahead = static_cast<TimeMs>(nonce) - venueNow;
    if (ahead < kNonceAheadMs)
        return {};
    return "The next nonce of this signer is " + std::to_string(ahead / 3'600'000) +
           " hours ahead of the venue's clock, which takes one day: it was used while a clock was "
           "wrong, and signs again once the clock has caught up. Another signer can sign now.";
}

void OrderDesk::outageBegan()
{
    const std::vector<OrderKey> unsettled = m_store.unsettled();
    for (const OrderKey key : unsettled)
        if (const Order *order = m_store.find(key);
            order != nullptr && order->phase == OrderPhase::Sent)
            m_store.apply(key, OrderEvent::AnswerLost, now());
}

/// A close is never larger than the live position (cases.md B10); the person is told.
void OrderDesk::clampToPosition(OrderTicket &ticket, const model::ValidationContext &context)
{
    if (!ticket.reduceOnly || ticket.kind == OrderKind::Trigger || context.position == nullptr)
        return;
    const std::int64_t lots = std::abs(context.position->szi.lots);
    const bool reduces = (context.position->szi.lots > 0) == (ticket.side == model::Side::Sell);
    if (!reduces || lots == 0 || ticket.sz.lots <= lots)
        return;
    if (m_hooks.notice)
        m_hooks.notice(Tone::Warning,
                       "The position in " + ticket.coin + " is " +
                           szText(Sz{lots}, context.instrument->grid) + ", less than the " +
                           szText(ticket.sz, context.instrument->grid) +
                           " of the order: only the position is closed.",
                       0);
    ticket.sz = Sz{lots};
}

void OrderDesk::place(RequestId requestId, OrderTicket ticket)
{
    OrderStages stages;
    stages.command = m_clock.monoNs();
    const model::ValidationContext context = m_hooks.context(ticket.coin);
    if (context.instrument == nullptr) {
        finish(requestId, {},
               refusal("The venue lists no market called \"" + ticket.coin + "\".", "coin"));
        return;
    }
    if (!ticket.cloid)
        ticket.cloid = m_hooks.newCloid();
    else if (m_store.findByCloid(*ticket.cloid) != nullptr) {
        finish(requestId, {},
               refusal("An order with the cloid " + ticket.cloid->toString() + " exists already.",
                       "cloid"));
        return;
    }
    clampToPosition(ticket, context);
    const OrderKey key = m_store.add(ticket, context.instrument->grid, now());

    const auto problems = model::validateTicket(ticket, context);
    if (const auto *problem = blocking(problems)) {
        refuse(requestId, key, problem->detail, problem->field);
        return;
    }
    if (m_dispatcher == nullptr) {
        refuse(requestId, key, "There is no signer: this session only watches.", "signer");
        return;
    }
    // Selling what one holds of a token waits for nothing that entries wait for, and guards look at
    // it as the exit it is. Whoever signs entries signs it, and a second one is held.
    const bool isEntry = ticket.isEntry();
    if (isEntry) {
        auto hold = m_hooks.entryHold && model::isEntry(ticket, context) ? m_hooks.entryHold()
                                                                         : std::nullopt;
        if (!hold)
            hold = twinHold(ticket);
        if (!hold)
            hold = guardHold(ticket, true);
        if (hold) {
            refuse(requestId, key, *hold);
            return;
        }
    }
    stages.validated = m_clock.monoNs();
    m_stages[key] = stages;
    m_store.apply(key, OrderEvent::Validated, now());

    auto job = std::make_shared<PlaceJob>();
    job->request = requestId;
    job->key = key;
    job->isEntry = isEntry;
    job->action = orderAction(ticket, *context.instrument);
    job->until = ticket.expiresAfter;
    job->about = aboutOf(ticket, context);
    job->ticket = std::move(ticket);
    submitPlace(job);
}

void OrderDesk::submitPlace(const std::shared_ptr<PlaceJob> &job)
{
    const OrderKey key = job->key;
    job->life = lifetime(job->ticket); // the signer or its setting may be another by now
    ActionRequest action = request(job, !job->isEntry, *job->life);
    action.about = job->about;
    action.command = job->request;
    action.order = key;
    action.held = tellsWait({key});
    recheckAfterPress(action, job->ticket);
    // A second try of an exit is the same order on its way: the store may know it as signed, or as
    // sent.
    const auto isAt = [this, key](OrderPhase phase) {
        const Order *order = m_store.find(key);
        return order != nullptr && order->phase == phase;
    };
    if (isAt(OrderPhase::AwaitingSignature) || isAt(OrderPhase::Queued)) {
        action.isSigned = [this, key, isAt] {
            if (isAt(OrderPhase::AwaitingSignature))
                m_store.apply(key, OrderEvent::Signed, now());
            m_stages[key].signedAt = m_clock.monoNs();
        };
        m_unsent[key] = 0;
    }
    action.handed = [this, key] {
        if (m_unsent.erase(key) > 0)
            m_store.apply(key, OrderEvent::Written, now());
        m_onWire.insert(key);
        m_stages[key].wire = m_clock.monoNs();
    };
    const auto submitted = m_dispatcher->submit(
        std::move(action), [this, job, alive = m_isAlive](const DispatchResult &result) {
            if (*alive)
                placed(job, result);
        });
    if (const auto it = m_unsent.find(key); it != m_unsent.end())
        it->second = submitted.ticket;
}

void OrderDesk::cancel(RequestId requestId, const std::vector<OrderKey> &keys)
{
    auto job = std::make_shared<CancelJob>();
    job->request = requestId;
    if (keys.size() == 1)
        job->only = keys.front();
    startCancel(job, keys);
}

void OrderDesk::startCancel(const std::shared_ptr<CancelJob> &job,
                            const std::vector<OrderKey> &keys)
{
    job->result.all = keys.size();
    for (const OrderKey key : keys) {
        const Order *order = m_store.find(key);
        if (order == nullptr || isTerminal(order->phase)) {
            job->note(refusal("The order has ended already."),
                      order == nullptr ? std::string() : orderName(*order));
            continue;
        }
        if (takeBack(key))
            ++job->result.done;
        else
            job->keys.push_back(key);
    }
    if (job->keys.empty())
        return endCancel(job);
    if (m_dispatcher == nullptr) {
        job->note(refusal("There is no signer: this session only watches.", "signer"));
        return endCancel(job);
    }
    for (const OrderKey key : job->keys)
        m_store.beginCancel(key, now());
    sendCancels(job);
}

void OrderDesk::modify(RequestId requestId, OrderKey key, std::optional<Px> px,
                       std::optional<Sz> sz)
{
    const Order *order = m_store.find(key);
    if (order == nullptr || !isLive(order->phase)) {
        finish(requestId, key, refusal("Only an order that rests can be changed."));
        return;
    }
    if (order->pending != PendingChange::None) {
        finish(requestId, key, refusal("The order is being changed already."));
        return;
    }
    OrderTicket ticket = ticketOf(*order);
    if (px)
        ticket.px = *px;
    if (sz)
        ticket.sz = *sz;
    const model::ValidationContext context = m_hooks.context(order->coin);
    const auto problems = model::validateTicket(ticket, context);
    if (const auto *problem = blocking(problems)) {
        finish(requestId, key, refusal(problem->detail, problem->field));
        return;
    }
    if (m_dispatcher == nullptr) {
        finish(requestId, key, refusal("There is no signer: this session only watches.", "signer"));
        return;
    }
    const bool isEntry = ticket.isEntry();
    if (isEntry) {
        auto hold = m_hooks.entryHold ? m_hooks.entryHold() : std::nullopt;
        if (!hold)
            hold = guardHold(ticket, false);
        if (hold) {
            finish(requestId, key, refusal(*hold));
            return;
        }
    }
    if (const auto why = crossing(ticket, context)) {
        finish(requestId, key, refusal(*why, "px"));
        return;
    }
    actions::BatchModify action;
    // Without it the venue turns a Gtc into an Alo and refuses a trigger: what rests would not be
    // what was signed.
    action.a = ticket.kind == OrderKind::Trigger || ticket.tif != model::Tif::Alo;
    actions::ModifyWire wire;
    if (order->oid != 0)
        wire.oid = order->oid;
    else
        wire.oid = *order->cloid;
    wire.order = orderWire(ticket, *context.instrument);
    action.modifies.push_back(std::move(wire));

    m_store.beginModify(key, ticket.px, ticket.sz, now());
    auto job = std::make_shared<ModifyJob>();
    job->request = requestId;
    job->key = key;
    job->action = std::move(action);
    job->about = aboutOf(ticket, context);
    job->isEntry = isEntry;
    job->ticket = std::move(ticket);
    if (m_collected != nullptr)
        m_collected->push_back(job);
    else
        submitModify(job);
}

Sz OrderDesk::filledOf(OrderKey key) const
{
    const Order *order = m_store.find(key);
    return order == nullptr ? Sz{} : order->filledSz;
}

void OrderDesk::submitModify(const std::shared_ptr<ModifyJob> &job)
{
    job->life = lifetime(job->ticket);
    ActionRequest change = request(job, !job->isEntry, *job->life);
    change.about = job->about;
    change.command = job->request;
    change.order = job->key;
    change.held = tellsWait({job->key});
    change.title = "Change the order in " + job->ticket.coin;
    recheckAfterPress(change, job->ticket);
    // The venue places a change anew whose order is gone: a cancel stays behind it.
    change.handed = [this, key = job->key] { m_onWire.insert(key); };
    // A fill or an end while a person looked at it makes the request void (interaction.md L26).
    if (isDevice(!job->isEntry))
        change.dropReason = [this, key = job->key, filled = filledOf(job->key),
                             next = std::move(change.dropReason)]() -> std::optional<std::string> {
            if (auto why = voidReason(key, filled))
                return why;
            return next ? next() : std::nullopt;
        };
    m_dispatcher->submit(std::move(change),
                         [this, job, alive = m_isAlive](const DispatchResult &result) {
                             if (*alive)
                                 modified(job, result);
                         });
}

void OrderDesk::setLeverage(RequestId requestId, const std::string &coin, int leverage,
                            bool isCross)
{
    const model::ValidationContext context = m_hooks.context(coin);
    if (context.instrument == nullptr) {
        finish(requestId, {},
               refusal("The venue lists no market called \"" + coin + "\".", "coin"));
        return;
    }
    const market::Instrument &instrument = *context.instrument;
    if (leverage < 1 || leverage > instrument.maxLeverage) {
        finish(requestId, {},
               refusal("Leverage of " + coin + " is between 1 and " +
                           std::to_string(instrument.maxLeverage) + ".",
                       "leverage"));
        return;
    }
    if (isCross && instrument.marginMode != market::MarginMode::Normal) {
        finish(requestId, {}, refusal(coin + " takes isolated margin only.", "isCross"));
        return;
    }
    // Unchanged leverage is not sent: it would cost a request (cases.md B56).
    if (context.position != nullptr && context.position->leverage == leverage &&
        context.position->isCross == isCross) {
        finish(requestId, {}, {});
        return;
    }
    if (m_dispatcher == nullptr) {
        finish(requestId, {}, refusal("There is no signer: this session only watches.", "signer"));
        return;
    }
    actions::UpdateLeverage action;
    action.asset = instrument.asset;
    action.isCross = isCross;
    action.leverage = static_cast<std::uint64_t>(leverage);
    const auto life = isDevice(false) ? m_config.deviceRests : std::chrono::milliseconds{15s};
    ActionRequest change = request(std::move(action), false, life, life);
    change.command = requestId;
    change.title = "Set the leverage of " + coin + " to " + std::to_string(leverage);
    m_dispatcher->submit(std::move(change),
                         [this, requestId, coin, wanted = LeverageSetting{leverage, isCross},
                          alive = m_isAlive](const DispatchResult &result) {
                             if (*alive)
                                 leverageAnswered(requestId, coin, wanted, result);
                         });
}

} // namespace hl::trading
