// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/clock.h"
#include "engine/event_sink.h"
#include "engine/streams.h"
#include "guard/day_result.h"
#include "market/instrument_registry.h"
#include "trading/account_store.h"
#include "trading/fill_store.h"
#include "trading/order_store.h"
#include "trading/reconciler.h"
#include "trading/setting_watch.h"
#include "venue/hyperliquid/frame.h"
#include "venue/hyperliquid/info_decoder.h"
#include "venue/session/info_client.h"

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace hl::engine {

/// One account as the venue tells it: orders, fills, positions, balances, fees. Reads everything
/// over HTTP at the start and after each reconnect, follows the account's streams, answers what is
/// asked about single orders. Queries use the account's address, never the signer's (cases.md B46);
/// every dex is read (B51). Engine thread.
class AccountData
{
public:
    struct Hooks
    {
        /// The account was read completely since the last connectionLost: entries may go again.
        std::function<void()> known;
        /// Live orders that a list does not show.
        std::function<void(const std::vector<model::OrderKey> &)> missing;
        std::function<void(Notice)> notice;
        /// A venue time was seen in a frame.
        std::function<void(TimeMs venueTime, std::int64_t receivedNs)> timeSeen;
        /// Fills that were not known before.
        std::function<void(const std::vector<model::Fill> &)> filled = {};
        /// The same question as to POST /info over the open WebSocket; `done` later. May be empty.
        std::function<void(const std::string &payloadJson,
                           std::function<void(const Result<std::string> &)> done)>
            askBySocket = {};
        /// Why what the venue sent cannot be dated so; empty: it can. None: every date is taken.
        std::function<std::string(TimeMs time, std::int64_t receivedNs)> dateProblem = {};
        /// The venue's time.
        std::function<TimeMs()> venueNow = {};
        /// Something the account holds cannot be read: a newer list of markets may help. Called
        /// again and again while that is so.
        std::function<void()> unreadable = {};
    };

    AccountData(const Clock &clock, TimerService &timers,
                const market::InstrumentRegistry &registry, trading::OrderStore &orders,
                session::InfoClient &info, EventSink &sink, Hooks hooks);
    ~AccountData();
    AccountData(const AccountData &) = delete;
    AccountData &operator=(const AccountData &) = delete;

    /// Subscribes and reads. Once; the registry must be loaded.
    void start(const Address &account, Streams &streams);
    bool isStarted() const { return m_isStarted; }
    /// Reads everything again; `known` is called when all of it has come.
    void reload();
    void connectionLost();
    /// The list of markets is new: dexes that came are followed too.
    void registryChanged();
    /// A perp's leverage and what may still be traded come with it; counted.
    void followMarket(const std::string &coin);
    void releaseMarket(const std::string &coin);
    bool isKnown() const { return m_isKnown; }
    /// Why no entry may go although the account was read, in one sentence: the account holds
    /// something that cannot be read. Empty: nothing of that kind.
    std::string unreadable() const;
    /// A fill is newer than that position, or what the venue says of it cannot be read.
    bool isPositionLate(const std::string &coin) const;
    /// The coins of which that is so.
    std::vector<std::string> lateCoins() const;

    /// orderUpdates, userFills, openOrders, clearinghouse states, spotState; others are ignored.
    void apply(const venue::Frame &frame, std::int64_t receivedNs);

    /// See Reconciler::Hooks::lookUp.
    void lookUp(model::OrderKey key, std::function<void(trading::Lookup)> done);

    /// The positions of that dex as the venue has them now; `done` later, also where it does not
    /// say.
    void readPositions(const std::string &dex, std::function<void()> done);

    /// Leverage of one market as the venue has it now (activeAssetData); `done` later.
    void askLeverage(const std::string &coin,
                     std::function<void(const Result<trading::LeverageSetting> &)> done);

    void sendState();
    const trading::AccountStore &account() const { return m_account; }
    /// The account whole, the result of the day with it.
    model::AccountState state() const;
    /// When the oldest part of what is shown was last proven: positions and orders of each dex, and
    /// balances, by a frame of their own or by the reading that made the account known. 0: some
    /// part never was.
    std::int64_t provenNs() const;

private:
    struct Pass;     ///< one reading of everything
    struct ListPass; ///< one reading of open orders and fills, for all that wait for it
    struct Waiter
    {
        model::OrderKey key = 0;
        std::string dex;
        std::function<void(trading::Lookup)> done;
    };
    struct Followed
    {
        int followers = 0;
        Streams::Handle stream = 0;
    };
    /// A stream that sends the whole state each time.
    struct Part
    {
        Streams::Handle stream = 0;
        std::int64_t frameNs = 0;
        std::int64_t renewedNs = 0;
    };
    using PartKey = std::pair<session::StreamType, std::string>; ///< and dex
    /// What one dex holds and this program cannot read, in the venue's last words.
    struct Gap
    {
        std::vector<std::string> positions; ///< why, one sentence each
        std::vector<std::string> coins;     ///< of these positions
        std::vector<std::string> orders;
        bool operator==(const Gap &) const = default;
    };

    using Body = const std::string &;
    void ask(codec::Value payload, net::Priority priority,
             std::function<void(Result<std::string>)> done);
    void part(const std::shared_ptr<Pass> &pass, codec::Value payload,
              std::function<Status(Body)> use);
    void passEnded(const std::shared_ptr<Pass> &pass);
    Streams::Handle subscribe(const session::Subscription &subscription);
    bool followDexes();
    void followPart(session::StreamType type, const std::string &dex);
    void proven(session::StreamType type, const std::string &dex, std::int64_t receivedNs);
    std::int64_t provenNs(const Part &part) const { return std::max(part.frameNs, m_knownNs); }
    void watchAge();
    void readPart(session::StreamType type, const std::string &dex);
    void readDay();
    void applyOpenOrders(const std::vector<venue::WireOrder> &orders,
                         const std::vector<std::string> &skipped, const std::string &dex);
    void applyFills(std::vector<model::Fill> fills);
    Status applyPerp(venue::PerpAccount account, std::int64_t receivedNs);
    void noteGap(const std::string &dex, Gap gap);
    void tellSkipped(const std::string &what, const std::vector<std::string> &skipped);
    void followSetting(const std::string &coin, Followed &market);
    void applySetting(const venue::ActiveAsset &asset);
    void followTwaps();
    // account_lookup.cpp
    template <class T>
    void askBothWays(codec::Value payload, std::function<Result<T>(Body)> decode,
                     std::function<void(Result<T>)> done);
    void waitForLists(model::OrderKey key, std::function<void(trading::Lookup)> done);
    void scheduleLists();
    void askLists();
    void askFills(const std::shared_ptr<ListPass> &pass);
    void scheduleAccount(bool isDayNew = false);
    void notice(NoticeLevel level, std::string text, std::string key) const;

    const Clock &m_clock;
    const market::InstrumentRegistry &m_registry;
    trading::OrderStore &m_orders;
    session::InfoClient &m_info;
    EventSink &m_sink;
    Hooks m_hooks;
    venue::InfoDecoder m_decoder;
    Address m_user;
    trading::AccountStore m_account;
    trading::FillStore m_fills;
    std::optional<model::FeeRates> m_fees;
    guard::DayResult m_day;
    bool m_isStarted = false;
    bool m_isKnown = false;
    bool m_isDayNew = false;
    bool m_wereFillsSent = false;
    std::shared_ptr<Pass> m_pass;
    Streams *m_streams = nullptr;
    std::set<std::string> m_dexes; ///< that are followed
    std::map<std::string, Followed> m_followed;
    std::map<std::string, Streams::Handle> m_twapStreams; ///< by dex, where one runs
    std::map<PartKey, Part> m_parts;
    std::int64_t m_knownNs = 0;        ///< when everything had been read, the last time
    std::map<std::string, Gap> m_gaps; ///< by dex; only those that have one
    std::map<std::string, std::string> m_toldSkipped;
    int m_failures = 0;            ///< readings in a row
    std::vector<Waiter> m_waiters; ///< for the next reading of the lists
    bool m_isListing = false;
    bool m_isHttpFailing = false; ///< its last answer did not come, or cannot be read
    std::int64_t m_listedAtMs = 0;
    Timer m_accountTimer;
    Timer m_retryTimer;
    Timer m_ageTimer;
    Timer m_dayTimer;
    Timer m_listTimer;
    std::shared_ptr<bool> m_isAlive;
};

} // namespace hl::engine
