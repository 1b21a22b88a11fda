// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trading/order_desk.h"
#include "trading/order_desk_p.h"

#include <algorithm>
#include <utility>

namespace hl::trading {

using model::Order;
using model::OrderKey;
using model::OrderPhase;
using model::PendingChange;
using venue::ItemOutcome;
using venue::OutcomeKind;
using Fate = DispatchResult::Fate;
using What = Reconciler::What;
using namespace std::chrono_literals;

namespace {

constexpr auto kMissingGrace = 500ms;

} // namespace

PlaceOutcome OrderDesk::outcomeOf(const ItemOutcome &item, Grid grid) const
{
    PlaceOutcome outcome;
    outcome.oid = item.oid;
    outcome.text = item.message;
    switch (item.kind) {
    case OutcomeKind::Resting:
    case OutcomeKind::Ok:
        outcome.kind = PlaceOutcome::Kind::Resting;
        break;
    case OutcomeKind::Filled:
        outcome.kind = PlaceOutcome::Kind::Filled;
        if (const auto sz = toSz(item.totalSz, grid))
            outcome.totalSz = *sz;
        if (const auto px = toPx(item.avgPx.rounded(grid.pxDecimals(), Rounding::HalfEven), grid))
            outcome.avgPx = *px;
        break;
    case OutcomeKind::Waiting:
        outcome.kind = PlaceOutcome::Kind::Waiting;
        break;
    case OutcomeKind::Rejected:
        outcome.kind = PlaceOutcome::Kind::Refused;
        break;
    default:
        outcome.kind = PlaceOutcome::Kind::Raw;
        break;
    }
    return outcome;
}

void OrderDesk::watch(OrderKey key, What what, Nonce nonce, bool isEntry,
                      std::optional<TimeMs> expiresAfter, const Address &signer)
{
    m_reconciler.watch({key, what, nonce, isEntry, m_dispatcher != nullptr && !isDevice(!isEntry),
                        expiresAfter, signer == Address{} ? std::nullopt : std::optional(signer)});
}

/// For certain. At a second try the order is known as signed already, or as sent.
void OrderDesk::notPlaced(OrderKey key, const DispatchResult &result)
{
    const Order *order = m_store.find(key);
    const bool isUnsigned = result.fate == Fate::SignatureFailed && order != nullptr &&
                            order->phase == OrderPhase::AwaitingSignature;
    m_store.apply(key, isUnsigned ? OrderEvent::SignatureFailed : OrderEvent::NotWritten, now(),
                  result.error.detail);
}

/// An answer that says nothing is looked up even where a stream has told of the order meanwhile: it
/// settles at once, and with it the request in the journal.
bool OrderDesk::isUnclear(const ItemOutcome &item, const Order *order)
{
    return order != nullptr &&
           (order->phase == OrderPhase::Unknown || item.kind == OutcomeKind::Unknown);
}

void OrderDesk::placed(const std::shared_ptr<PlaceJob> &job, const DispatchResult &result)
{
    const OrderKey key = job->key;
    m_unsent.erase(key);
    // What a cancel is on its way to is not sent behind it.
    const bool isStillWanted = isWanted(key);
    if (isStillWanted && goesAgainLate(*job, !job->isEntry, result)) {
        noteTry(key, "Its time ran out before it could leave", job->lateTries, kLateTries);
        return submitPlace(job);
    }
    const OnWireEnd end{*this, key};
    switch (result.fate) {
    case Fate::SignatureFailed:
    case Fate::NotSent:
        notPlaced(key, result);
        finish(job->request, key, fail(result.error));
        return;
    case Fate::Unknown:
        m_store.apply(key, OrderEvent::AnswerLost, now());
        watch(key, What::Place, result.nonce, job->isEntry, job->expiresAfter, result.signer);
        finish(job->request, key, unknownOutcome());
        return;
    case Fate::Answered:
        break;
    }
    const venue::ExchangeOutcome answer = decode(result, 1);
    if (isStillWanted && answer.isRateLimited && !job->isEntry && job->tries < kExitTries) {
        ++job->tries;
        noteTry(key, "Refused for its rate", job->tries + 1, kExitTries + 1);
        m_retrying[key] = job->request;
        again([this, job] {
            if (m_retrying.erase(job->key) > 0)
                submitPlace(job);
        });
        return;
    }
    const ItemOutcome item = answer.items.empty() ? ItemOutcome{} : answer.items.front();
    const Order *order = m_store.find(key);
    if (item.kind == OutcomeKind::Unknown && item.message.empty()) {
        m_store.apply(key, OrderEvent::AnswerLost, now());
    } else if (order != nullptr) {
        m_store.applyPlaced(key, outcomeOf(item, order->grid), now());
    }
    order = m_store.find(key);
    if (isUnclear(item, order))
        watch(key, What::Place, result.nonce, job->isEntry, job->expiresAfter, result.signer);
    if (const auto it = m_stages.find(key); it != m_stages.end()) {
        it->second.answered =
            result.answer.receivedMonoNs != 0 ? result.answer.receivedMonoNs : m_clock.monoNs();
        if (m_hooks.stages)
            m_hooks.stages(key, it->second);
    }
    finish(job->request, key, statusOf(item));
}

void OrderDesk::sendCancels(const std::shared_ptr<CancelJob> &job)
{
    std::vector<OrderKey> keys;
    for (const OrderKey key : std::exchange(job->keys, {})) {
        if (noteEnded(*job, key)) // between two tries
            continue;
        if (takeBack(key)) {
            ++job->result.done;
            continue;
        }
        const Order *order = m_store.find(key);
        const auto context = m_hooks.context(order->coin);
        if (context.instrument == nullptr || (order->oid == 0 && !order->cloid)) {
            m_store.endCancel(key, "The order cannot be named to the venue.", now());
            job->note(fail(ErrorKind::Internal, "The order cannot be named to the venue."),
                      orderName(*order));
            continue;
        }
        keys.push_back(key);
    }
    if (isDevice(true) && !keys.empty())
        submitCancel(job, std::move(keys)); // what is in it is chosen when its turn comes
    else if (!keys.empty())
        for (auto &part : cancelParts(keys))
            submitCancel(job, std::move(part));
    if (job->open == 0)
        endCancel(job);
}

void OrderDesk::cancelsAnswered(const std::shared_ptr<CancelJob> &job, CancelPart &part,
                                const DispatchResult &result)
{
    --job->open;
    if (part.isMoot) {
        for (const OrderKey key : part.keys)
            noteEnded(*job, key);
        if (job->open == 0)
            endCancel(job);
        return;
    }
    const bool isHere = result.fate == Fate::NotSent || result.fate == Fate::SignatureFailed;
    // What did not leave takes with it what would have followed.
    if (isHere)
        part.keys.insert(part.keys.end(), part.later.begin(), part.later.end());
    std::vector<OrderKey> later = isHere ? std::vector<OrderKey>() : std::move(part.later);
    if (result.fate == Fate::NotSent && std::exchange(part.isBehind, false))
        return waitBehind(job, part.keys);
    job->result.hasLeft =
        job->result.hasLeft || result.fate == Fate::Answered || result.fate == Fate::Unknown;
    if (result.fate == Fate::Answered) {
        const venue::ExchangeOutcome answer = decode(result, part.keys.size());
        if (answer.isRateLimited && job->tries < kExitTries) {
            // An exit refused for its rate is tried again each second, with a new nonce (G14).
            ++job->tries;
            ++job->open;
            part.keys.insert(part.keys.end(), later.begin(), later.end());
            m_timers.after(1s, [this, job, keys = part.keys, alive = m_isAlive] {
                if (*alive)
                    cancelAgain(job, keys);
            });
            return;
        }
        for (std::size_t i = 0; i < part.keys.size(); ++i) {
            const OrderKey key = part.keys[i];
            const ItemOutcome item = i < answer.items.size() ? answer.items[i] : ItemOutcome{};
            const Order *order = m_store.find(key);
            const std::string name = order == nullptr ? std::string() : orderName(*order);
            if (item.kind == OutcomeKind::Ok) {
                m_store.applyCancelled(key, now());
                ++job->result.done;
            } else if (item.kind == OutcomeKind::Rejected) {
                // "never placed, already canceled, or filled": which of them is asked for.
                const bool wasOpen = order != nullptr && !isTerminal(order->phase);
                m_store.endCancel(key, item.message, now());
                if (wasOpen)
                    watch(key, What::Missing, result.nonce, false, {});
                job->note(fail(ErrorKind::VenueRejected, item.message), name);
            } else {
                watch(key, What::Cancel, result.nonce, false, {}, result.signer);
                job->note(unknownOutcome(), name);
            }
        }
    } else {
        const Status failure =
            result.fate == Fate::Unknown ? unknownOutcome() : Status(fail(result.error));
        for (const OrderKey key : part.keys) {
            if (result.fate == Fate::Unknown)
                watch(key, What::Cancel, result.nonce, false, {}, result.signer);
            else
                m_store.endCancel(key, result.error.detail, now());
            if (const Order *order = m_store.find(key))
                job->note(failure, orderName(*order));
        }
        job->note(failure);
    }
    if (!later.empty()) {
        job->keys = std::move(later);
        return sendCancels(job);
    }
    if (job->open == 0)
        endCancel(job);
}

void OrderDesk::cancelAgain(const std::shared_ptr<CancelJob> &job, const std::vector<OrderKey> &of)
{
    --job->open;
    if (!job->bulk->withdrawn) {
        job->keys = of;
        return sendCancels(job);
    }
    const Status why = withdrawn(job->bulk);
    for (const OrderKey key : of) {
        m_store.endCancel(key, why.error().detail, now());
        if (const Order *order = m_store.find(key))
            job->note(why, orderName(*order));
    }
    if (job->open == 0)
        endCancel(job);
}

void OrderDesk::modified(const std::shared_ptr<ModifyJob> &job, const DispatchResult &result)
{
    const OrderKey key = job->key;
    if (goesAgainLate(*job, !job->isEntry, result)) {
        noteTry(key, "The change's time ran out before it could leave", job->lateTries, kLateTries);
        return modifyAgain(job);
    }
    const OnWireEnd end{*this, key};
    if (result.fate == Fate::NotSent || result.fate == Fate::SignatureFailed) {
        m_store.endModify(key, result.error.detail, now());
        finish(job->request, key, fail(result.error));
        return;
    }
    ItemOutcome item;
    if (result.fate == Fate::Answered) {
        const venue::ExchangeOutcome answer = decode(result, 1);
        if (answer.isRateLimited && !job->isEntry && job->tries < kExitTries) {
            ++job->tries;
            noteTry(key, "The change was refused for its rate", job->tries + 1, kExitTries + 1);
            again([this, job] { modifyAgain(job); });
            return;
        }
        if (!answer.items.empty())
            item = answer.items.front();
    }
    modifiedTo(job, item, result);
}

void OrderDesk::modifiedTo(const std::shared_ptr<ModifyJob> &job, const ItemOutcome &item,
                           const DispatchResult &result)
{
    const Nonce nonce = result.nonce;
    const OrderKey key = job->key;
    const Order *order = m_store.find(key);
    if (order == nullptr) {
        finish(job->request, key, statusOf(item));
        return;
    }
    if (item.kind == OutcomeKind::Unknown) {
        m_store.apply(key, OrderEvent::AnswerLost, now());
        watch(key, What::Modify, nonce, job->isEntry, job->expiresAfter, result.signer);
        finish(job->request, key, unknownOutcome());
        return;
    }
    m_store.applyModified(key, outcomeOf(item, order->grid), now());
    if (item.kind == OutcomeKind::Rejected)
        watch(key, What::Missing, nonce, false, {});
    // A fill came first: what the change asked for rests beside it (interaction.md L24).
    if (const Order *fresh = item.oid == 0 ? nullptr : m_store.findByOid(item.oid);
        fresh != nullptr && fresh->key != key && m_hooks.notice)
        m_hooks.notice(Tone::Warning,
                       "The order had ended before the change arrived; the venue placed " +
                           szText(fresh->origSz, fresh->grid) + " " + fresh->coin + " at " +
                           pxText(fresh->px, fresh->grid) + " as a new order.",
                       fresh->key);
    finish(job->request, key, statusOf(item));
}

void OrderDesk::leverageAnswered(RequestId requestId, const std::string &coin,
                                 const LeverageSetting &wanted, const DispatchResult &result)
{
    if (result.fate == Fate::NotSent || result.fate == Fate::SignatureFailed)
        return finish(requestId, {}, fail(result.error));
    ItemOutcome item; // unknown where nothing was said
    if (result.fate == Fate::Answered) {
        const venue::ExchangeOutcome answer = decode(result, 1);
        if (const std::string failure = answer.failureText(); !failure.empty())
            return finish(requestId, {}, fail(ErrorKind::VenueRejected, failure));
        if (!answer.items.empty())
            item = answer.items.front();
    }
    if (item.kind == OutcomeKind::Unknown && m_hooks.askLeverage) {
        const auto life = isDevice(false) ? m_config.deviceRests : std::chrono::milliseconds{15s};
        // It was signed before now, so this is later than its own expiry.
        m_settings.watch({result.nonce, coin, wanted,
                          m_venueClock.nowMs() + static_cast<TimeMs>(life.count()), result.signer});
    }
    finish(requestId, {}, statusOf(item));
}

void OrderDesk::leverageFound(const SettingWatch::Item &item, const LeverageSetting &seen)
{
    const bool isSet = seen == item.wanted;
    const std::string words = "The leverage of " + item.coin +
                              (isSet ? " was changed: it is " : " was not changed: it is ") +
                              std::to_string(seen.leverage) + "x " +
                              (seen.isCross ? "cross." : "isolated.");
    if (m_dispatcher != nullptr)
        m_dispatcher->foundOut(item.signer, item.nonce, words);
    if (m_hooks.notice)
        m_hooks.notice(isSet ? Tone::Info : Tone::Warning, words, 0);
}

void OrderDesk::lookUpMissing(const std::vector<OrderKey> &keys)
{
    // A list often runs ahead of the answer or update that explains it.
    m_timers.after(kMissingGrace, [this, keys, alive = m_isAlive] {
        if (!*alive)
            return;
        for (const OrderKey key : keys)
            if (const Order *order = m_store.find(key);
                order != nullptr && isLive(order->phase) && order->pending == PendingChange::None)
                watch(key, What::Missing, 0, false, {});
    });
}

void OrderDesk::ordersMoved(const std::vector<Order> &changed)
{
    for (const Order &order : changed) {
        m_reconciler.recheck(order.key);
        const auto it = m_stages.find(order.key);
        if (it == m_stages.end())
            continue;
        if (order.filledSz.lots > 0 && it->second.firstFill == 0) {
            it->second.firstFill = m_clock.monoNs();
            if (m_hooks.stages)
                m_hooks.stages(order.key, it->second);
        }
        if (isTerminal(order.phase))
            m_stages.erase(it);
    }
}

Reconciler::Hooks OrderDesk::reconcilerHooks()
{
    Reconciler::Hooks hooks;
    hooks.lookUp = [this](OrderKey key, std::function<void(Lookup)> done) {
        m_hooks.lookUp(key, std::move(done));
    };
    hooks.spendNonce = [this](const Reconciler::Item &item,
                              const std::function<void(Reconciler::Spent)> &done) {
        spendNonce(item, done);
    };
    hooks.isSettled = [this](const Reconciler::Item &item) {
        const Order *order = m_store.find(item.key);
        if (order == nullptr || isTerminal(order->phase))
            return true;
        switch (item.what) {
        case What::Place:
            return isLive(order->phase);
        case What::Modify:
            // A cancel on top of it hides that it is open: `pending` says Cancelling then.
            return !m_store.isBeingReplaced(item.key) && isLive(order->phase);
        case What::Cancel:
        case What::Missing:
            return false;
        }
        return true;
    };
    hooks.found = [this](const Reconciler::Item &item) { found(item); };
    hooks.silent = [this](const Reconciler::Item &item) { silent(item); };
    hooks.provenDead = [this](const Reconciler::Item &item, Reconciler::Proof proof) {
        provenDead(item, proof);
    };
    hooks.settled = [this](const Reconciler::Item &item) { settled(item); };
    return hooks;
}

void OrderDesk::spendNonce(const Reconciler::Item &item,
                           const std::function<void(Reconciler::Spent)> &done)
{
    if (m_dispatcher == nullptr) {
        done(Reconciler::Spent::Failed);
        return;
    }
    ActionRequest noop = request(actions::Noop{}, true, {}, 5s);
    noop.nonceOf = item.signer;
    m_dispatcher->spend(
        item.nonce, std::move(noop), [this, done, alive = m_isAlive](const DispatchResult &result) {
            if (!*alive)
                return;
            if (result.fate != Fate::Answered) {
                done(Reconciler::Spent::Failed);
                return;
            }
            const venue::ExchangeOutcome answer = decode(result, 1);
            const bool isRefused =
                !answer.items.empty() && answer.items.front().kind == OutcomeKind::Rejected;
            if (answer.allOk())
                done(Reconciler::Spent::Accepted);
            else if (isRefused &&
                     answer.items.front().message.find("duplicate") != std::string::npos)
                done(Reconciler::Spent::AlreadyUsed);
            else
                done(Reconciler::Spent::Failed);
        });
}

void OrderDesk::provenDead(const Reconciler::Item &item, Reconciler::Proof proof)
{
    const std::string why = proof == Reconciler::Proof::NonceSpent
                                ? "Not placed: its nonce was spent by a no-op and can no longer be "
                                  "used."
                                : "Not placed: its expiry has passed and no source knows it.";
    if (item.what == What::Modify) {
        m_store.endModify(item.key, "The change did not reach the venue in time.", now());
        foundOut(item, why);
        watch(item.key, What::Missing, item.nonce, false, {});
        return;
    }
    m_store.apply(item.key, OrderEvent::ProvenDead, now(), why);
    foundOut(item, why);
    if (m_hooks.notice)
        m_hooks.notice(Tone::Warning, why, item.key);
}

void OrderDesk::found(const Reconciler::Item &item)
{
    // The cancel did not arrive, or not yet: it may be given again.
    if (item.what == What::Cancel)
        m_store.endCancel(item.key, "The cancel was not answered; the order still rests.", now());
    foundOut(item, "The order still rests.");
}

/// Closes a request with an open outcome in the journal.
void OrderDesk::foundOut(const Reconciler::Item &item, const std::string &words)
{
    if (m_dispatcher != nullptr && item.what != What::Missing && item.signer)
        m_dispatcher->foundOut(*item.signer, item.nonce, words);
}

void OrderDesk::silent(const Reconciler::Item &item)
{
    m_store.apply(item.key, OrderEvent::SourcesSilent, now(),
                  "The venue's answers do not mention this order.");
}

void OrderDesk::settled(const Reconciler::Item &item)
{
    const Order *order = m_store.find(item.key);
    foundOut(item, order == nullptr ? "The order is not kept any more."
                                    : "The order is " + std::string(phaseName(order->phase)) + ".");
    if (order == nullptr || !m_hooks.notice || item.what == What::Missing)
        return;
    m_hooks.notice(Tone::Info,
                   "What was unknown is known: the " + std::string(sideName(order->side)) + " of " +
                       szText(order->origSz, order->grid) + " " + order->coin + " is " +
                       std::string(phaseName(order->phase)) + ".",
                   item.key);
}

} // namespace hl::trading
