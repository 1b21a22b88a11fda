// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "model/order_group.h"
#include "model/twap.h"
#include "trading/action_encoding.h"
#include "trading/dispatcher.h"
#include "trading/order_store.h"
#include "trading/reconciler.h"
#include "trading/setting_watch.h"
#include "trading/twap_starts.h"
#include "trading/venue_clock.h"
#include "venue/hyperliquid/exchange_response.h"

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace hl::trading {

/// Monotonic ns at which one order passed each stage; 0 where it did not get there.
struct OrderStages
{
    std::int64_t command = 0;
    std::int64_t validated = 0;
    std::int64_t signedAt = 0;
    std::int64_t wire = 0;
    std::int64_t answered = 0;
    std::int64_t firstFill = 0;
};

/// What became of one bulk command (interaction.md D16, D17).
struct BulkResult
{
    std::size_t all = 0;
    std::size_t done = 0;
    std::vector<std::string> notDone; ///< each by name, with the reason
    Status status;                    ///< the first failure
    bool isMoot = false;              ///< nothing was left to do when its turn came
    bool isDiscarded = false;         ///< signed, then thrown away (D12)
    bool hasLeft = false;             ///< bytes of it were sent
};
using BulkDone = std::function<void(const BulkResult &)>;
/// What a bulk command put on its way.
struct BulkWay
{
    std::vector<ActionSender::Ticket> tickets;
    std::optional<std::string> withdrawn; ///< why; no further try is made
};
using Bulk = std::shared_ptr<BulkWay>;

/// Commands of a person become actions here, and answers become states of orders: validation at
/// the last moment, the cloid, the expiry, the chain, the answer item by item, and what to do where
/// there is none. Engine thread; no sockets, no Qt.
class OrderDesk
{
public:
    struct Config
    {
        Envelope envelope;
        /// The signer waits for a person (interaction.md D18: longer expiries, no automatic no-op).
        bool isDevice = false;
        /// How long a signature of the device is good, by D18; 15 to 600 s.
        std::chrono::milliseconds deviceTakes{60'000};
        std::chrono::milliseconds deviceRests{120'000};
    };

    enum class Tone : std::uint8_t { Info, Warning, Error };

    struct Hooks
    {
        /// Instrument, book, mark and position of that coin at this moment.
        std::function<model::ValidationContext(const std::string &coin)> context;
        /// A sentence: no entries at the moment (the account is not known again yet, …).
        std::function<std::optional<std::string>()> entryHold;
        /// A sentence: this entry passes a limit of the guard. May be empty. `isNew`: about to be
        /// placed; else a change, or a second look after the press on a device.
        std::function<std::optional<std::string>(const model::OrderTicket &, bool isNew)> guard;
        std::function<Cloid()> newCloid;
        /// The cap at which a position is closed whole, for closeAll(). May be empty: nothing is.
        std::function<std::optional<Px>(const std::string &coin, model::Side)> closeCap;
        std::function<void(RequestId, std::optional<model::OrderKey>, const Status &)> finished;
        std::function<void(Tone, const std::string &text, model::OrderKey)> notice;
        std::function<void(model::OrderKey, const OrderStages &)> stages;
        /// See Reconciler::Hooks::lookUp.
        std::function<void(model::OrderKey, std::function<void(Lookup)>)> lookUp;
        /// See SettingWatch::Hooks::ask. May be empty.
        std::function<void(const std::string &coin,
                           std::function<void(const Result<LeverageSetting> &)>)>
            askLeverage;
        /// Of the account, as far as the venue has told them. May be empty: none is ever known.
        std::function<std::vector<model::Twap>()> twaps = {};
    };

    /// `dispatcher` is null in a session that only watches.
    OrderDesk(Config config, const Clock &clock, TimerService &timers, OrderStore &store,
              ActionSender *dispatcher, const VenueClock &venueClock, Hooks hooks);
    ~OrderDesk();

    void place(RequestId request, model::OrderTicket ticket);
    void cancel(RequestId request, const std::vector<model::OrderKey> &keys);
    /// Of what a device signs from now on (interaction.md D18).
    void setDeviceExpiries(std::chrono::milliseconds takes, std::chrono::milliseconds rests)
    {
        m_config.deviceTakes = takes;
        m_config.deviceRests = rests;
    }
    /// The positions of these coins by one action, whole; sizes and caps are read when the bytes
    /// are made. `done` comes once, later; `finished` is not called.
    Bulk closeAll(RequestId request, std::vector<std::string> coins, BulkDone done);
    /// As cancel(), told to `done` in full.
    Bulk cancelAll(RequestId request, const std::vector<model::OrderKey> &keys, BulkDone done);
    /// Takes back what has not left; what was refused for its rate is not tried again.
    void withdraw(const Bulk &bulk, const std::string &why);
    /// Absent: as it is. `sz` is what shall rest afterwards.
    void modify(RequestId request, model::OrderKey key, std::optional<Px> px, std::optional<Sz> sz);
    /// Each to that price, all by one action (interaction.md L24, D16); `requests` name their
    /// answers, one for each order.
    void moveAll(const std::vector<RequestId> &requests, const std::vector<model::OrderKey> &keys,
                 Px to);
    /// Orders of one market by one action and one approval (interaction.md L31, D16): all are
    /// judged before any is added, and one answer comes, with the rest by name.
    void placeGroup(RequestId request, std::vector<model::OrderTicket> tickets,
                    model::Grouping grouping);
    /// Answered once the venue has taken it; how far it comes is the account's TwapStore.
    void startTwap(RequestId request, const model::TwapTicket &ticket);
    void cancelTwap(RequestId request, const std::string &coin, model::TwapId id);
    /// As cancelTwap(), told to `done`; `finished` is not called.
    Bulk stopTwap(RequestId request, const std::string &coin, model::TwapId id, BulkDone done);
    /// Those that wait for their turn on a device which is given up.
    void endWaitingStops(const std::string &why);
    void setLeverage(RequestId request, const std::string &coin, int leverage, bool isCross);

    /// Live orders that are missing from the venue's list.
    void lookUpMissing(const std::vector<model::OrderKey> &keys);
    /// After evidence moved orders (streams, lists).
    void ordersMoved(const std::vector<model::Order> &changed);
    /// The venue does not work as it should: what is in flight counts as unknown until it is proven
    /// (interaction.md G15).
    void outageBegan();
    /// Connected again: asks at once about all that is open.
    void reconnected() { m_reconciler.hurry(); }

    const Reconciler &reconciler() const { return m_reconciler; }

private:
    struct CancelJob;
    struct CancelPart;
    struct Plan;
    struct PlaceJob;
    struct ModifyJob;
    struct CloseJob;
    struct GroupJob;
    struct TwapStop;
    struct OnWireEnd;

    TimeMs now() const { return m_clock.wallMs(); }
    void finish(RequestId request, std::optional<model::OrderKey> key, const Status &status) const;
    void refuse(RequestId request, model::OrderKey key, const std::string &why,
                const std::string &field = {});
    std::optional<std::string> guardHold(const model::OrderTicket &ticket, bool isNew) const;
    std::optional<std::string> twinHold(const model::OrderTicket &ticket) const;
    std::chrono::milliseconds lifetime(const model::OrderTicket &ticket) const;
    bool isDevice(bool isExit) const;
    ActionRequest request(std::shared_ptr<Plan> plan, bool isExit,
                          std::chrono::milliseconds within) const;
    /// Without a `life` the signature is good for ever.
    ActionRequest request(actions::Action action, bool isExit,
                          std::optional<std::chrono::milliseconds> life,
                          std::chrono::milliseconds within) const;
    /// For the journal, where there is one.
    codec::Object aboutOf(const model::OrderTicket &ticket,
                          const model::ValidationContext &context) const;
    /// Asked after a person's press (D12); for a device only.
    void recheckAfterPress(ActionRequest &request, const model::OrderTicket &ticket) const;
    std::optional<std::string> discardReason(const model::OrderTicket &ticket,
                                             std::optional<Px> touchWhenFrozen) const;
    std::optional<Px> touchAgainst(const model::OrderTicket &ticket) const;

    /// Why the venue would not take this nonce; empty: it would.
    static std::string nonceProblem(Nonce nonce, TimeMs venueNow);
    void submitPlace(const std::shared_ptr<PlaceJob> &job);
    std::optional<std::string> groupHold(const std::vector<model::OrderTicket> &tickets,
                                         model::Grouping grouping, bool isNew) const;
    std::optional<std::string> twapDiscard(const model::TwapTicket &ticket) const;
    void submitStop(const std::shared_ptr<TwapStop> &job);
    void stopAnswered(const std::shared_ptr<TwapStop> &job, const DispatchResult &result);
    void endStop(const std::shared_ptr<TwapStop> &job, Status status);
    void startNextStop();
    bool hasTwapEnded(model::TwapId id) const;
    void lookAtTwapStarts();
    void tellTwapStart(const TwapStarts::Settled &settled);
    std::optional<std::string> groupDiscard(const GroupJob &job) const;
    void submitGroup(const std::shared_ptr<GroupJob> &job, const market::Instrument &instrument);
    void groupAnswered(const std::shared_ptr<GroupJob> &job, const DispatchResult &result);
    bool groupGoesAgain(const std::shared_ptr<GroupJob> &job, const DispatchResult &result);
    void groupAgain(const std::shared_ptr<GroupJob> &job);
    /// True: it is an order whose cancel is not on its way.
    bool isWanted(model::OrderKey key) const;
    /// Says in the order's row what keeps it waiting.
    std::function<void(const std::string &)> tellsWait(std::vector<model::OrderKey> keys) const;
    Sz filledOf(model::OrderKey key) const;
    void submitModify(const std::shared_ptr<ModifyJob> &job);
    using ModifyJobs = std::vector<std::shared_ptr<ModifyJob>>;
    void submitMoves(ModifyJobs jobs);
    void modifiedTo(const std::shared_ptr<ModifyJob> &job, const venue::ItemOutcome &item,
                    const DispatchResult &result);
    /// Why the request is void: its order was filled or is gone (interaction.md L26).
    std::optional<std::string> voidReason(model::OrderKey key, Sz filledThen) const;
    /// An exit refused for its rate goes again in a second, with a new nonce (G14).
    void again(std::function<void()> submit);
    /// An exit whose time ran out before anything of it left goes again at once, with a new nonce
    /// and expiry. Not on a device: that is another press, and a person's to decide.
    bool goesAgainLate(Plan &plan, bool isExit, const DispatchResult &result) const;
    bool ranOut(bool isLate, const DispatchResult &result) const;
    void notPlaced(model::OrderKey key, const DispatchResult &result);
    static bool isUnclear(const venue::ItemOutcome &item, const model::Order *order);
    void noteTry(model::OrderKey key, const std::string &why, int tries, int most);
    /// Why a cancel would overtake one of these orders on its way to the venue; empty: it would
    /// not.
    std::optional<std::string> overtaking(const std::vector<model::OrderKey> &keys) const;
    /// True: nothing of it is at the venue or on its way, and nothing will be.
    bool takeBack(model::OrderKey key);
    /// Until each of them is answered or unknown; the others go on.
    void waitBehind(const std::shared_ptr<CancelJob> &job,
                    const std::vector<model::OrderKey> &keys);
    void leftWire(model::OrderKey key);
    void modifyAgain(const std::shared_ptr<ModifyJob> &job);
    void clampToPosition(model::OrderTicket &ticket, const model::ValidationContext &context);
    void placed(const std::shared_ptr<PlaceJob> &job, const DispatchResult &result);
    std::vector<std::pair<std::string, std::string>>
    valueOf(const std::vector<model::OrderKey> &keys) const;
    std::string collateralOf(const std::string &coin) const;
    void submitClose(const std::shared_ptr<CloseJob> &job);
    Result<actions::Order> closingAction(CloseJob &job);
    void closed(const std::shared_ptr<CloseJob> &job, const DispatchResult &result);
    void closeAgain(const std::shared_ptr<CloseJob> &job);
    void endClose(const std::shared_ptr<CloseJob> &job);
    void startCancel(const std::shared_ptr<CancelJob> &job, const std::vector<model::OrderKey> &of);
    void endCancel(const std::shared_ptr<CancelJob> &job);
    void sendCancels(const std::shared_ptr<CancelJob> &job);
    void submitCancel(const std::shared_ptr<CancelJob> &job, std::vector<model::OrderKey> keys);
    /// True: it is over, and `job` knows it.
    bool noteEnded(CancelJob &job, model::OrderKey key) const;
    bool hasFirmOid(const model::Order &order) const;
    std::vector<std::vector<model::OrderKey>>
    cancelParts(const std::vector<model::OrderKey> &keys) const;
    actions::Action cancelAction(const std::vector<model::OrderKey> &keys) const;
    void cancelAgain(const std::shared_ptr<CancelJob> &job, const std::vector<model::OrderKey> &of);
    void cancelsAnswered(const std::shared_ptr<CancelJob> &job, CancelPart &part,
                         const DispatchResult &result);
    void modified(const std::shared_ptr<ModifyJob> &job, const DispatchResult &result);
    void leverageAnswered(RequestId request, const std::string &coin, const LeverageSetting &wanted,
                          const DispatchResult &result);
    void leverageFound(const SettingWatch::Item &item, const LeverageSetting &seen);
    void watch(model::OrderKey key, Reconciler::What what, Nonce nonce, bool isEntry,
               std::optional<TimeMs> expiresAfter, const Address &signer = {});
    Reconciler::Hooks reconcilerHooks();
    void spendNonce(const Reconciler::Item &item,
                    const std::function<void(Reconciler::Spent)> &done);
    PlaceOutcome outcomeOf(const venue::ItemOutcome &item, Grid grid) const;
    void provenDead(const Reconciler::Item &item, Reconciler::Proof proof);
    void found(const Reconciler::Item &item);
    void silent(const Reconciler::Item &item);
    void settled(const Reconciler::Item &item);
    void foundOut(const Reconciler::Item &item, const std::string &words);

    Config m_config;
    const Clock &m_clock;
    TimerService &m_timers;
    OrderStore &m_store;
    ActionSender *m_dispatcher;
    const VenueClock &m_venueClock;
    Hooks m_hooks;
    Reconciler m_reconciler;
    ModifyJobs *m_collected = nullptr; ///< set while moveAll() prepares them
    SettingWatch m_settings;
    TwapStarts m_twapStarts;
    std::shared_ptr<TwapStop> m_pacedStop; ///< the one that a device was asked for
    std::deque<std::shared_ptr<TwapStop>> m_waitingStops;
    std::unordered_map<model::OrderKey, Dispatcher::Ticket> m_unsent;
    std::unordered_map<model::OrderKey, OrderStages> m_stages;
    /// Exits between two tries; 0: one of a group, which answers for all of them.
    std::unordered_map<model::OrderKey, RequestId> m_retrying;
    std::unordered_set<model::OrderKey> m_onWire; ///< handed over, neither answered nor given up
    /// Cancels that wait for the order they cancel.
    std::unordered_map<model::OrderKey, std::vector<std::function<void()>>> m_behind;
    std::shared_ptr<bool> m_isAlive;
};

} // namespace hl::trading
