// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trading/order_store.h"

#include "trading/order_store_p.h"

#include <algorithm>

namespace hl::trading {

using model::Order;
using model::OrderKey;
using model::OrderKind;
using model::OrderPhase;
using model::PendingChange;

namespace {

constexpr std::size_t kKeptEnded = 2000;

bool isUnsettled(OrderPhase phase)
{
    return isLive(phase) || phase == OrderPhase::Sent || phase == OrderPhase::Unknown;
}

/// Keeps a sorted list of those for which something holds.
void follow(std::vector<OrderKey> &keys, OrderKey key, bool was, bool is)
{
    if (was == is)
        return;
    const auto at = std::ranges::lower_bound(keys, key);
    if (is)
        keys.insert(at, key);
    else
        keys.erase(at);
}

Px averagePx(Int128 ntl, std::int64_t lots)
{
    return {static_cast<std::int64_t>((2 * ntl + lots) / (2 * static_cast<Int128>(lots)))};
}

} // namespace

std::string dexOf(std::string_view coin)
{
    const auto colon = coin.find(':');
    return colon == std::string_view::npos ? std::string() : std::string(coin.substr(0, colon));
}

OrderStore::Record *OrderStore::record(OrderKey key)
{
    const auto it = m_records.find(key);
    return it == m_records.end() ? nullptr : &it->second;
}

void OrderStore::setParent(OrderKey key, OrderKey parent)
{
    Record *child = record(key);
    if (child == nullptr || child->order.parent == parent)
        return;
    child->order.parent = parent;
    markChanged(*child);
}

OrderKey OrderStore::add(const model::OrderTicket &ticket, Grid grid, TimeMs now)
{
    const OrderKey key = ++m_lastKey;
    Record &added = m_records[key];
    Order &order = added.order;
    order.key = key;
    order.cloid = ticket.cloid;
    order.coin = ticket.coin;
    order.grid = grid;
    order.side = ticket.side;
    order.kind = ticket.kind;
    order.px = ticket.px;
    order.origSz = ticket.sz;
    order.tif = ticket.kind == OrderKind::Market ? model::Tif::Ioc : ticket.tif;
    order.reduceOnly = ticket.reduceOnly;
    order.trigger = ticket.trigger;
    order.placedAt = now;
    order.updatedAt = now;
    order.isOurs = true;
    if (order.cloid)
        m_byCloid[*order.cloid] = key;
    markChanged(added);
    prune();
    return key;
}

void OrderStore::setPhase(Order &order, OrderPhase phase)
{
    const OrderPhase before = std::exchange(order.phase, phase);
    follow(m_unsettled, order.key, isUnsettled(before), isUnsettled(phase));
    follow(m_unknown, order.key, before == OrderPhase::Unknown, phase == OrderPhase::Unknown);
}

void OrderStore::moved(Record &record, OrderPhase before, TimeMs now)
{
    Order &order = record.order;
    order.updatedAt = std::max(order.updatedAt, now);
    markChanged(record);
    if (!isTerminal(order.phase))
        return;
    order.pending = PendingChange::None;
    if (!isTerminal(before))
        m_ended.push_back(order.key);
}

bool OrderStore::step(Record &record, OrderEvent event)
{
    const Transition next = nextPhase(record.order.phase, event);
    setPhase(record.order, next.phase);
    if (next.verdict == Verdict::Illegal)
        ++m_counters.illegal;
    return next.verdict != Verdict::Illegal;
}

bool OrderStore::apply(OrderKey key, OrderEvent event, TimeMs now, const std::string &reason)
{
    Record *found = record(key);
    if (found == nullptr)
        return false;
    const OrderPhase before = found->order.phase;
    const bool isLegal = step(*found, event);
    if (found->order.phase != before) {
        found->answerText = reason;
        found->order.reason = reason;
        moved(*found, before, now);
    }
    return isLegal;
}

void OrderStore::learnOid(Record &record, Oid oid)
{
    Order &order = record.order;
    if (oid == 0 || oid == order.oid)
        return;
    m_byOid[oid] = order.key;
    if (const auto orphans = m_orphans.find(oid); orphans != m_orphans.end()) {
        for (const model::Fill &fill : orphans->second)
            addFill(record.facts[oid], fill);
        m_orphans.erase(orphans);
    }
    if (order.oid == 0) {
        // What was learned before the oid was known belongs to it.
        Facts &facts = record.facts[oid];
        if (const auto it = record.facts.find(0); it != record.facts.end()) {
            facts.isWaiting = facts.isWaiting || it->second.isWaiting;
            facts.isOpen = facts.isOpen || it->second.isOpen;
            facts.isCancelled = facts.isCancelled || it->second.isCancelled;
            facts.isRefused = facts.isRefused || it->second.isRefused;
            record.facts.erase(0);
        }
        order.oid = oid;
        if (record.modify && record.modify->replaced == 0)
            record.modify->replaced = oid;
        return;
    }
    if (oid < order.oid)
        return; // one it had before: known, and no longer what it is
    order.oid = oid;
    record.statusText.clear();
    record.statusTime = 0;
    order.venueStatus.clear();
    step(record, OrderEvent::Replaced);
    if (record.modify)
        adoptModify(record);
}

void OrderStore::adoptModify(Record &record)
{
    record.order.px = record.modify->px;
    record.order.origSz = record.modify->sz;
    record.modify.reset();
    if (record.order.pending == PendingChange::Modifying)
        record.order.pending = PendingChange::None;
}

void OrderStore::addFill(Facts &facts, const model::Fill &fill)
{
    if (!facts.tids.insert(fill.tid).second)
        return;
    facts.fillSum = facts.fillSum + fill.sz;
    facts.fillNtl += (fill.px * fill.sz).units;
}

void OrderStore::resolve(Record &record)
{
    Order &order = record.order;
    const Facts &facts = record.facts[order.oid];
    order.filledSz = std::max({facts.fillSum, facts.reportedFilled, facts.answeredFilled});
    if (facts.fillSum.lots > 0 && facts.fillSum >= facts.answeredFilled)
        order.avgFillPx = averagePx(facts.fillNtl, facts.fillSum.lots);
    else
        order.avgFillPx = facts.answeredAvg;
    order.reason = record.answerText.empty() ? record.statusText : record.answerText;

    const bool isBeingReplaced = record.modify && record.modify->replaced == order.oid;
    if (facts.isFilled || (order.origSz.lots > 0 && order.filledSz >= order.origSz))
        step(record, OrderEvent::SeenFilled);
    else if (facts.isCancelled && !isBeingReplaced)
        step(record, OrderEvent::SeenCancelled);
    else if (facts.isRefused)
        step(record, OrderEvent::VenueRefused);
    else if (order.filledSz.lots > 0)
        step(record, OrderEvent::SeenPartlyFilled);
    else if (facts.isOpen)
        step(record, order.kind == OrderKind::Trigger && !facts.hasFired ? OrderEvent::SeenWaiting
                                                                         : OrderEvent::SeenResting);
    else if (facts.isWaiting)
        step(record, OrderEvent::SeenWaiting);
    if (isTerminal(order.phase) && record.modify) {
        record.lateModify = record.modify;
        record.modify.reset();
    }
}

void OrderStore::applyOutcome(Record &record, const PlaceOutcome &outcome)
{
    learnOid(record, outcome.oid);
    const bool isCurrent = outcome.oid == 0 || outcome.oid == record.order.oid;
    Facts &facts = record.facts[outcome.oid == 0 ? record.order.oid : outcome.oid];
    switch (outcome.kind) {
    case PlaceOutcome::Kind::Resting:
        facts.isOpen = true;
        break;
    case PlaceOutcome::Kind::Filled:
        facts.answeredFilled = std::max(facts.answeredFilled, outcome.totalSz);
        facts.answeredAvg = outcome.avgPx;
        // Nothing of an Ioc stays: what did not match is gone.
        if (record.order.tif == model::Tif::Ioc && outcome.totalSz < record.order.origSz &&
            isCurrent) {
            facts.isCancelled = true;
            record.answerText = "The rest found no match.";
        }
        break;
    case PlaceOutcome::Kind::Waiting:
        facts.isWaiting = true;
        break;
    case PlaceOutcome::Kind::Refused:
        facts.isRefused = true;
        record.answerText = outcome.text;
        break;
    case PlaceOutcome::Kind::Raw:
        // An answer in words we do not know proves that the order exists and no more (B40).
        ++m_counters.unrecognisedStatuses;
        record.order.venueStatus = outcome.text;
        step(record, OrderEvent::AnswerLost);
        break;
    }
}

void OrderStore::applyPlaced(OrderKey key, const PlaceOutcome &outcome, TimeMs now)
{
    if (const auto foreign = m_byOid.find(outcome.oid);
        outcome.oid != 0 && foreign != m_byOid.end() && foreign->second != key)
        absorb(key, foreign->second);
    Record *found = record(key);
    if (found == nullptr)
        return;
    const Change change(*this, *found, now);
    applyOutcome(*found, outcome);
    resolve(*found);
}

void OrderStore::beginModify(OrderKey key, Px px, Sz sz, TimeMs now)
{
    Record *found = record(key);
    if (found == nullptr || isTerminal(found->order.phase))
        return;
    const Change change(*this, *found, now);
    found->modify = PendingModify{found->order.oid, px, sz};
    found->order.pending = PendingChange::Modifying;
}

void OrderStore::applyModified(OrderKey key, const PlaceOutcome &outcome, TimeMs now)
{
    if (outcome.kind == PlaceOutcome::Kind::Refused) {
        endModify(key, outcome.text, now);
        return;
    }
    if (outcome.oid != 0 && isSuccessor(key, outcome.oid, 0)) {
        // The order had filled before the change arrived: what it asked for is an order of its own.
        const OrderKey fresh = addSuccessor(key, outcome.oid, now);
        applyPlaced(fresh, outcome, now);
        return;
    }
    if (const auto foreign = m_byOid.find(outcome.oid);
        outcome.oid != 0 && foreign != m_byOid.end() && foreign->second != key)
        absorb(key, foreign->second);
    Record *found = record(key);
    if (found == nullptr)
        return;
    const Change change(*this, *found, now);
    learnOid(*found, outcome.oid);
    if (found->modify && outcome.oid != 0)
        adoptModify(*found);
    applyOutcome(*found, outcome);
    resolve(*found);
}

void OrderStore::endModify(OrderKey key, const std::string &reason, TimeMs now)
{
    Record *found = record(key);
    if (found == nullptr || !found->modify)
        return;
    const Change change(*this, *found, now);
    found->modify.reset();
    if (found->order.pending == PendingChange::Modifying)
        found->order.pending = PendingChange::None;
    if (!isTerminal(found->order.phase))
        found->answerText = reason;
    resolve(*found);
}

void OrderStore::beginCancel(OrderKey key, TimeMs now)
{
    Record *found = record(key);
    if (found == nullptr || isTerminal(found->order.phase))
        return;
    const Change change(*this, *found, now);
    found->wasCancelAsked = true;
    found->order.pending = PendingChange::Cancelling;
}

void OrderStore::applyCancelled(OrderKey key, TimeMs now)
{
    Record *found = record(key);
    if (found == nullptr)
        return;
    const Change change(*this, *found, now);
    found->order.pending = PendingChange::None;
    found->facts[found->order.oid].isCancelled = true;
    resolve(*found);
}

void OrderStore::endCancel(OrderKey key, const std::string &reason, TimeMs now)
{
    Record *found = record(key);
    if (found == nullptr || found->order.pending != PendingChange::Cancelling)
        return;
    const Change change(*this, *found, now);
    found->wasCancelAsked = false;
    found->order.pending = found->modify ? PendingChange::Modifying : PendingChange::None;
    if (!isTerminal(found->order.phase)) {
        found->answerText = reason;
        found->order.reason = reason;
    }
}

void OrderStore::note(OrderKey key, const std::string &words, TimeMs now)
{
    Record *found = record(key);
    if (found == nullptr || isTerminal(found->order.phase))
        return;
    const Change change(*this, *found, now);
    found->answerText = words;
    found->order.reason = words;
}

const Order *OrderStore::find(OrderKey key) const
{
    const auto it = m_records.find(key);
    return it == m_records.end() ? nullptr : &it->second.order;
}

const Order *OrderStore::findByCloid(const Cloid &cloid) const
{
    const auto it = m_byCloid.find(cloid);
    return it == m_byCloid.end() ? nullptr : find(it->second);
}

const Order *OrderStore::findByOid(Oid oid) const
{
    const auto it = m_byOid.find(oid);
    return it == m_byOid.end() ? nullptr : find(it->second);
}

bool OrderStore::isBeingReplaced(OrderKey key) const
{
    const auto it = m_records.find(key);
    return it != m_records.end() && it->second.modify.has_value();
}

std::vector<Order> OrderStore::all() const
{
    std::vector<Order> orders;
    orders.reserve(m_records.size());
    for (const auto &[key, entry] : m_records)
        orders.push_back(entry.order);
    std::ranges::sort(orders, {}, &Order::key);
    return orders;
}

std::vector<Order> OrderStore::takeChanged()
{
    std::ranges::sort(m_changed);
    std::vector<Order> orders;
    orders.reserve(m_changed.size());
    for (const OrderKey key : m_changed)
        if (Record *changed = record(key)) {
            changed->isMarkedChanged = false;
            orders.push_back(changed->order);
        }
    m_changed.clear();
    return orders;
}

bool OrderStore::takeMerged()
{
    return std::exchange(m_hasMerged, false);
}

void OrderStore::markChanged(Record &record)
{
    if (std::exchange(record.isMarkedChanged, true))
        return;
    m_changed.push_back(record.order.key);
    if (m_changed.size() == 1 && m_changedHook)
        m_changedHook();
}

void OrderStore::erase(OrderKey key)
{
    const auto it = m_records.find(key);
    if (it == m_records.end())
        return;
    const OrderPhase phase = it->second.order.phase;
    follow(m_unsettled, key, isUnsettled(phase), false);
    follow(m_unknown, key, phase == OrderPhase::Unknown, false);
    m_records.erase(it);
}

void OrderStore::prune()
{
    while (m_ended.size() > kKeptEnded) {
        const OrderKey key = m_ended.front();
        m_ended.pop_front();
        const Record *found = record(key);
        if (found == nullptr || !isTerminal(found->order.phase))
            continue;
        // A later order may have the same cloid: what leads to it stays.
        const auto drop = [key](auto &index, const auto &id) {
            if (const auto it = index.find(id); it != index.end() && it->second == key)
                index.erase(it);
        };
        for (const auto &[oid, facts] : found->facts)
            drop(m_byOid, oid);
        drop(m_byOid, found->order.oid);
        if (found->order.cloid)
            drop(m_byCloid, *found->order.cloid);
        erase(key);
    }
}

} // namespace hl::trading
