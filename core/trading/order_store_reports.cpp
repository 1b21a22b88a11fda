// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trading/order_store.h"
#include "trading/order_store_p.h"
#include "venue/hyperliquid/wire_types.h"

#include <algorithm>

/// What the venue tells unasked or when asked: updates, lists, fills.
namespace hl::trading {

using model::Order;
using model::OrderKey;
using model::OrderKind;
using model::OrderPhase;
using model::PendingChange;
using venue::StatusClass;

namespace {

constexpr std::size_t kKeptOrphans = 4096;
/// Both halves of a modify carry the time of one block; a cloid is given again later than this.
constexpr TimeMs kSameModifyMs = 1'000;

} // namespace

/// Where another program modified an order, its cancel and its new oid have one and the same time;
/// a cancel we asked for, or a later one, leaves the cloid free for a new order.
bool OrderStore::isSuccessor(OrderKey key, Oid oid, TimeMs placedAt) const
{
    const auto it = m_records.find(key);
    if (it == m_records.end())
        return false;
    const Record &record = it->second;
    const Order &order = record.order;
    if (!isTerminal(order.phase) || order.oid == 0 || oid <= order.oid)
        return false;
    if (order.phase != OrderPhase::Cancelled)
        return true;
    return record.wasCancelAsked || (placedAt > 0 && record.cancelledAt > 0 &&
                                     placedAt > record.cancelledAt + kSameModifyMs);
}

OrderKey OrderStore::addSuccessor(OrderKey of, Oid oid, TimeMs now)
{
    if (const auto known = m_byOid.find(oid); known != m_byOid.end()) {
        if (Record *found = record(known->second)) {
            const Change change(*this, *found, now);
            found->order.isOurs = true;
        }
        return known->second;
    }
    const Record &ended = m_records.at(of);
    const OrderKey key = ++m_lastKey;
    Record &added = m_records[key];
    Order &order = added.order;
    order = ended.order;
    order.key = key;
    order.oid = 0;
    order.phase = OrderPhase::Draft;
    setPhase(order, OrderPhase::Sent);
    order.pending = PendingChange::None;
    order.filledSz = {};
    order.avgFillPx.reset();
    order.reason.clear();
    order.venueStatus.clear();
    order.placedAt = now;
    if (ended.lateModify) {
        order.px = ended.lateModify->px;
        order.origSz = ended.lateModify->sz;
    }
    if (order.cloid)
        m_byCloid[*order.cloid] = key;
    markChanged(added);
    return key;
}

bool OrderStore::mayAbsorb(OrderKey into, OrderKey from, Oid oid, TimeMs placedAt) const
{
    const Order *other = find(from);
    return other != nullptr && !other->isOurs && !isSuccessor(into, oid, placedAt) &&
           !(other->cloid && isTerminal(other->phase));
}

OrderStore::Record &OrderStore::addForeign(const OrderReport &report)
{
    const OrderKey key = ++m_lastKey;
    Record &added = m_records[key];
    Order &order = added.order;
    order.key = key;
    order.coin = report.coin;
    order.grid = report.grid;
    order.side = report.side;
    order.px = report.px;
    order.origSz = report.origSz.value_or(report.sz);
    setPhase(order, OrderPhase::Unknown); // until the report's own evidence, applied next
    order.placedAt = report.placedAt;
    prune();
    return added;
}

void OrderStore::absorb(OrderKey into, OrderKey from)
{
    Record *ours = record(into);
    Record *other = record(from);
    if (ours == nullptr || other == nullptr || other->order.isOurs)
        return;
    for (auto &[oid, facts] : other->facts) {
        Facts &mine = ours->facts[oid];
        for (const Tid tid : facts.tids)
            if (!mine.tids.contains(tid)) {
                // Nothing of ours was counted under an oid we had not learned.
                mine.fillSum = facts.fillSum;
                mine.fillNtl = facts.fillNtl;
            }
        mine.tids.insert(facts.tids.begin(), facts.tids.end());
        mine.reportedFilled = std::max(mine.reportedFilled, facts.reportedFilled);
        mine.isOpen = mine.isOpen || facts.isOpen;
        mine.isWaiting = mine.isWaiting || facts.isWaiting;
        mine.hasFired = mine.hasFired || facts.hasFired;
        mine.isFilled = mine.isFilled || facts.isFilled;
        mine.isCancelled = mine.isCancelled || facts.isCancelled;
        mine.isRefused = mine.isRefused || facts.isRefused;
        m_byOid[oid] = into;
    }
    if (ours->statusText.empty())
        ours->statusText = other->statusText;
    if (ours->statusTime <= other->statusTime) {
        ours->statusTime = other->statusTime;
        ours->order.venueStatus = other->order.venueStatus;
    }
    erase(from);
    m_hasMerged = true;
    markChanged(*ours);
}

void OrderStore::applyIdentity(Record &record, const OrderReport &report)
{
    Order &order = record.order;
    if (report.cloid && !order.cloid) {
        order.cloid = report.cloid;
        m_byCloid[*report.cloid] = order.key;
    }
    order.px = report.px;
    if (report.origSz)
        order.origSz = *report.origSz;
    if (report.tif)
        order.tif = *report.tif;
    if (report.reduceOnly)
        order.reduceOnly = *report.reduceOnly;
    if (report.trigger) {
        order.trigger = report.trigger;
        order.kind = OrderKind::Trigger;
    } else if (!order.isOurs && report.isMarket.value_or(false)) {
        order.kind = OrderKind::Market;
    }
    if (report.placedAt > 0)
        order.placedAt = report.placedAt;
    if (const auto parent = m_byOid.find(report.parentOid);
        report.parentOid != 0 && parent != m_byOid.end())
        order.parent = parent->second;
}

void OrderStore::applyStatus(Record &record, Facts &facts, const OrderReport &report)
{
    if (report.origSz)
        facts.reportedFilled = std::max(facts.reportedFilled, *report.origSz - report.sz);
    const StatusClass status = venue::classifyStatus(report.status);
    switch (status) {
    case StatusClass::Open:
        facts.isOpen = true;
        if (report.isTrigger && !*report.isTrigger)
            facts.hasFired = true;
        break;
    case StatusClass::Triggered:
        facts.isOpen = true;
        facts.hasFired = true;
        break;
    case StatusClass::Filled:
        facts.isFilled = true;
        break;
    case StatusClass::Cancelled:
        facts.isCancelled = true;
        if (report.oid == record.order.oid)
            record.cancelledAt = std::max(record.cancelledAt, report.statusTime);
        break;
    case StatusClass::Rejected:
        facts.isRefused = true;
        break;
    case StatusClass::Other:
        ++m_counters.unrecognisedStatuses;
        break;
    }
    if (report.oid < record.order.oid)
        return;
    if ((status == StatusClass::Cancelled && report.status != "canceled") ||
        status == StatusClass::Rejected)
        record.statusText = report.status;
    if (status == StatusClass::Other) {
        step(record, OrderEvent::AnswerLost);
        record.order.venueStatus = report.status;
        record.statusTime = std::max(record.statusTime, report.statusTime);
    } else if (report.statusTime > record.statusTime ||
               (report.statusTime == record.statusTime && status != StatusClass::Open)) {
        record.statusTime = report.statusTime;
        record.order.venueStatus = report.status;
    }
}

OrderKey OrderStore::applyReport(const OrderReport &report, TimeMs now)
{
    const TimeMs placedAt = report.placedAt > 0 ? report.placedAt : report.statusTime;
    OrderKey key = 0;
    if (report.cloid)
        if (const auto it = m_byCloid.find(*report.cloid); it != m_byCloid.end())
            key = it->second;
    if (const auto it = m_byOid.find(report.oid); it != m_byOid.end()) {
        if (key == 0)
            key = it->second;
        else if (it->second != key && mayAbsorb(key, it->second, report.oid, placedAt))
            absorb(key, it->second);
        else
            key = it->second;
    } else if (isSuccessor(key, report.oid, placedAt)) {
        key = 0; // the cloid of an order that has ended, given again to a new one
    }
    Record *found = record(key);
    const bool isNew = found == nullptr;
    if (isNew)
        found = &addForeign(report);
    const Change change(*this, *found, now);
    if (isNew) {
        if (report.cloid)
            m_byCloid[*report.cloid] = found->order.key;
        markChanged(*found);
    }
    learnOid(*found, report.oid);
    if (report.oid == found->order.oid)
        applyIdentity(*found, report);
    applyStatus(*found, found->facts[report.oid], report);
    resolve(*found);
    return found->order.key;
}

std::vector<OrderKey> OrderStore::applySnapshot(const std::vector<OrderReport> &open,
                                                const std::string &dex, TimeMs now)
{
    std::unordered_set<OrderKey> seen;
    for (const OrderReport &report : open)
        seen.insert(applyReport(report, now));
    std::vector<OrderKey> missing;
    for (const OrderKey key : m_unsettled) {
        const Order &order = m_records.at(key).order;
        if (isLive(order.phase) && dexOf(order.coin) == dex && !seen.contains(key))
            missing.push_back(key);
    }
    return missing;
}

bool OrderStore::applyFill(const model::Fill &fill, TimeMs now)
{
    OrderKey key = 0;
    if (fill.cloid)
        if (const auto it = m_byCloid.find(*fill.cloid);
            it != m_byCloid.end() && !isSuccessor(it->second, fill.oid, 0))
            key = it->second;
    if (const auto it = m_byOid.find(fill.oid); key == 0 && it != m_byOid.end())
        key = it->second;
    Record *found = record(key);
    if (found == nullptr) {
        auto &orphans = m_orphans[fill.oid];
        if (orphans.empty())
            m_orphanOrder.push_back(fill.oid);
        if (std::ranges::find(orphans, fill.tid, &model::Fill::tid) == orphans.end())
            orphans.push_back(fill);
        while (m_orphanOrder.size() > kKeptOrphans) {
            m_orphans.erase(m_orphanOrder.front());
            m_orphanOrder.pop_front();
        }
        return false;
    }
    const Change change(*this, *found, now);
    learnOid(*found, fill.oid);
    Facts &facts = found->facts[fill.oid];
    const bool isNew = !facts.tids.contains(fill.tid);
    addFill(facts, fill);
    resolve(*found);
    return isNew;
}

} // namespace hl::trading
