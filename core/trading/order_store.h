// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "model/account.h"
#include "model/order.h"
#include "trading/order_state.h"

#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace hl::trading {

/// What the venue says of one order in orderUpdates, orderStatus, frontendOpenOrders or an
/// openOrders frame. What a source does not carry is absent, never a default (cases.md B45).
struct OrderReport
{
    std::string coin;
    Grid grid;
    model::Side side = model::Side::Buy;
    Px px;
    Sz sz; ///< remaining; a cancelled order keeps what was left
    std::optional<Sz> origSz;
    Oid oid = 0;
    std::optional<Cloid> cloid;
    std::optional<model::Tif> tif;
    std::optional<bool> reduceOnly;
    std::optional<bool> isMarket; ///< orderType names a market order or a market trigger
    std::optional<model::TriggerSpec> trigger;
    std::optional<bool> isTrigger; ///< true: waits for its trigger; false: fired, or never had one
    Oid parentOid = 0;             ///< of a bracket's child that waits for its entry
    std::string status = "open";
    TimeMs statusTime = 0; ///< 0 where the source has none
    TimeMs placedAt = 0;
};

/// One element of an answer's statuses array, in grid units.
struct PlaceOutcome
{
    enum class Kind : std::uint8_t { Resting, Filled, Waiting, Refused, Raw };
    Kind kind = Kind::Raw;
    Oid oid = 0;
    Sz totalSz;
    std::optional<Px> avgPx;
    std::string text; ///< the venue's words; the bare string where Raw or Waiting
};

/// Every order this process knows of, ours and others', by key. Evidence may come in any order,
/// twice, or not at all: the result is the same. Engine thread; times are passed in.
class OrderStore
{
public:
    struct Counters
    {
        std::uint64_t illegal = 0;
        std::uint64_t unrecognisedStatuses = 0;
    };

    /// A new Draft of ours. `ticket.cloid` must be set.
    model::OrderKey add(const model::OrderTicket &ticket, Grid grid, TimeMs now);

    /// `key` is a stop or target that the venue places only after `parent` has filled.
    void setParent(model::OrderKey key, model::OrderKey parent);

    /// A step of our own side. False where the table calls it illegal.
    bool apply(model::OrderKey key, OrderEvent event, TimeMs now, const std::string &reason = {});

    void applyPlaced(model::OrderKey key, const PlaceOutcome &outcome, TimeMs now);

    /// From the moment a modify of `key` is handed over until its outcome: a cancel of the old oid
    /// is then part of the modify and not the end of the order (cases.md B38).
    void beginModify(model::OrderKey key, Px px, Sz sz, TimeMs now);
    void applyModified(model::OrderKey key, const PlaceOutcome &outcome, TimeMs now);
    /// The modify certainly did not happen.
    void endModify(model::OrderKey key, const std::string &reason, TimeMs now);

    void beginCancel(model::OrderKey key, TimeMs now);
    void applyCancelled(model::OrderKey key, TimeMs now);
    /// Refused, not sent, or resolved otherwise: the order is what it was.
    void endCancel(model::OrderKey key, const std::string &reason, TimeMs now);

    /// What is being done about it, for as long as nothing else is known. Ended orders keep theirs.
    void note(model::OrderKey key, const std::string &words, TimeMs now);

    /// The key it belongs to; orders not known yet are added as somebody else's.
    model::OrderKey applyReport(const OrderReport &report, TimeMs now);

    /// All open orders of one dex ("" also for spot). Answers the live orders of that dex that are
    /// missing from it: no verdict by itself, they have to be looked up.
    std::vector<model::OrderKey> applySnapshot(const std::vector<OrderReport> &open,
                                               const std::string &dex, TimeMs now);

    /// False where the tid is known or the order is not (kept until its oid is learned).
    bool applyFill(const model::Fill &fill, TimeMs now);

    const model::Order *find(model::OrderKey key) const;
    const model::Order *findByCloid(const Cloid &cloid) const;
    const model::Order *findByOid(Oid oid) const;
    /// A modify of it was sent and its outcome is not known: it may have another oid by now.
    bool isBeingReplaced(model::OrderKey key) const;
    /// Live, Sent or Unknown, by key. Good until the next change.
    const std::vector<model::OrderKey> &unsettled() const { return m_unsettled; }
    /// Those of them whose outcome is Unknown, by key. Good until the next change.
    const std::vector<model::OrderKey> &unknown() const { return m_unknown; }

    /// By key.
    std::vector<model::Order> all() const;
    /// Whole copies of what changed since the last call, by key.
    std::vector<model::Order> takeChanged();
    /// Called when takeChanged() has something again; must not call back.
    void setChangedHook(std::function<void()> hook) { m_changedHook = std::move(hook); }
    /// True once after an entry vanished because two turned out to be one order.
    bool takeMerged();

    const Counters &counters() const { return m_counters; }

private:
    /// What is known of one oid of an order. Each member only grows.
    struct Facts
    {
        Sz fillSum;
        Int128 fillNtl = 0;
        Sz reportedFilled;
        Sz answeredFilled;
        std::optional<Px> answeredAvg;
        bool isOpen = false;
        bool isWaiting = false;
        bool hasFired = false;
        bool isFilled = false;
        bool isCancelled = false;
        bool isRefused = false;
        std::unordered_set<Tid> tids;
    };

    struct PendingModify
    {
        Oid replaced = 0;
        Px px;
        Sz sz;
    };

    struct Record
    {
        model::Order order;
        std::map<Oid, Facts> facts;
        std::optional<PendingModify> modify;
        std::string answerText; ///< the venue's own sentence wins over a status word
        std::string statusText;
        TimeMs statusTime = 0;
        std::optional<PendingModify> lateModify; ///< the order ended while it was under way
        bool wasCancelAsked = false;             ///< by us
        bool isMarkedChanged = false;            ///< takeChanged() will tell
        TimeMs cancelledAt = 0;                  ///< venue time; 0: not told
    };

    class Change;

    Record *record(model::OrderKey key);
    /// That oid is of a later order than this one, which has ended.
    bool isSuccessor(model::OrderKey key, Oid oid, TimeMs placedAt) const;
    /// What a modify placed after its order had ended.
    model::OrderKey addSuccessor(model::OrderKey of, Oid oid, TimeMs now);
    /// `from` is what was learned of `into` before its oid was known.
    bool mayAbsorb(model::OrderKey into, model::OrderKey from, Oid oid, TimeMs placedAt) const;
    Record &addForeign(const OrderReport &report);
    void learnOid(Record &record, Oid oid);
    static void adoptModify(Record &record);
    void absorb(model::OrderKey into, model::OrderKey from);
    void applyIdentity(Record &record, const OrderReport &report);
    void applyStatus(Record &record, Facts &facts, const OrderReport &report);
    void applyOutcome(Record &record, const PlaceOutcome &outcome);
    static void addFill(Facts &facts, const model::Fill &fill);
    void resolve(Record &record);
    bool step(Record &record, OrderEvent event);
    /// The one place where a phase changes: the lists by phase follow it.
    void setPhase(model::Order &order, model::OrderPhase phase);
    /// After `record.order` has changed from that phase.
    void moved(Record &record, model::OrderPhase before, TimeMs now);
    void erase(model::OrderKey key);
    void prune();
    void markChanged(Record &record);

    std::unordered_map<model::OrderKey, Record> m_records;
    std::vector<model::OrderKey> m_unsettled; ///< sorted
    std::vector<model::OrderKey> m_unknown;   ///< sorted
    std::unordered_map<Cloid, model::OrderKey> m_byCloid;
    std::unordered_map<Oid, model::OrderKey> m_byOid;
    std::unordered_map<Oid, std::vector<model::Fill>> m_orphans;
    std::deque<Oid> m_orphanOrder;
    std::vector<model::OrderKey> m_changed; ///< each once; some may be gone by now
    std::deque<model::OrderKey> m_ended;    ///< oldest first; terminal orders are kept to a limit
    model::OrderKey m_lastKey = 0;
    bool m_hasMerged = false;
    Counters m_counters;
    std::function<void()> m_changedHook;
};

/// The dex of a coin: "xyz" of "xyz:AAPL", "" of everything else.
std::string dexOf(std::string_view coin);

} // namespace hl::trading
