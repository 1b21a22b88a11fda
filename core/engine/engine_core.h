// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/clock.h"
#include "engine/account_data.h"
#include "engine/device_desk.h"
#include "engine/engine_config.h"
#include "engine/entry_guard.h"
#include "engine/event_sink.h"
#include "engine/flatten_desk.h"
#include "engine/history_filler.h"
#include "engine/ip_memory.h"
#include "engine/lasting_streams.h"
#include "engine/market_data.h"
#include "engine/metadata_loader.h"
#include "engine/money_desk.h"
#include "engine/replay_source.h"
#include "engine/session_commands.h"
#include "engine/session_journal.h"
#include "engine/streams.h"
#include "engine/venue_watch.h"
#include "engine/wire_transport.h"
#include "market/instrument_registry.h"
#include "net/rate_budget.h"
#include "net/transport.h"
#include "trading/dispatcher.h"
#include "trading/intent_recovery.h"
#include "trading/order_desk.h"
#include "trading/order_store.h"
#include "trading/venue_clock.h"
#include "venue/hyperliquid/frame_decoder.h"
#include "venue/session/frame_router.h"
#include "venue/session/frame_sink.h"
#include "venue/session/http_exchange.h"
#include "venue/session/info_client.h"
#include "venue/session/ws_quota.h"
#include "venue/session/ws_session.h"

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>

namespace hl::engine {

class Recorder;

/// Shared with the GUI thread, which only reads.
struct AtomicCounters
{
    std::atomic<std::uint64_t> frames = 0;
    std::atomic<std::uint64_t> refusedFrames = 0;
    std::atomic<std::uint64_t> supersededBooks = 0;
    std::atomic<std::uint64_t> missedTrades = 0;
};

/// What the engine stands on; the composition or a test provides it. All outlive the core.
struct EngineParts
{
    const Clock &clock;
    TimerService &timers;
    EventSink &sink;
    net::WsFactory &ws;
    net::HttpTransport &http;
    /// Makes the signer; `done` later, once. Empty: watch-only.
    std::function<void(std::function<void(Result<std::unique_ptr<trading::SignerPort>>)> done)>
        makeSigner;
    /// The signer's high water; `done` later or at once.
    std::function<void(const Address &,
                       std::function<void(Result<std::unique_ptr<trading::NonceStore>>)> done)>
        openNonces;
    std::function<Cloid()> newCloid;
    std::unique_ptr<Recorder> recorder; ///< may be null
    std::shared_ptr<AtomicCounters> counters;
    std::unique_ptr<HistoryPort> history = {}; ///< the profile's; may be null
    CommandTap *tap = nullptr;                 ///< of a session that is recorded; may be null
    /// The profile's journal; empty: none is kept (tests, replays).
    SessionJournal::Open openJournal = {};
    SessionJournal::Check checkJournal = {};
    std::string journalNetwork = {}; ///< as its rows name it
    /// The device, once it is asked for; empty: there is none.
    std::function<void(std::function<void(Result<std::unique_ptr<DeviceLink>>)> done)> makeDevice =
        {};
    KeyServices keys = {};
    /// What an address made here becomes: a recording keeps it, a replay gives the recorded one.
    std::function<Address(const Address &)> chosen = {};
    /// What was spent of this IP's limits before, of this process; outlives the core. Null:
    /// nothing.
    IpMemory *ipMemory = nullptr;
};

/// One session with a venue or one replay: wires transports, decoders, stores and the order desk,
/// and tells the window. All calls on the engine thread; no threads of its own.
class EngineCore final : private session::FrameSink, private Streams
{
public:
    EngineCore(EngineConfig config, EngineParts parts);
    ~EngineCore() override;
    EngineCore(const EngineCore &) = delete;
    EngineCore &operator=(const EngineCore &) = delete;

    void start();

    void followMarket(const std::string &coin)
    {
        const CommandScope scope(m_parts.tap, "follow", coin);
        m_markets.follow(coin);
        m_account.followMarket(coin);
    }
    void releaseMarket(const std::string &coin)
    {
        const CommandScope scope(m_parts.tap, "release", coin);
        m_markets.release(coin);
        m_account.releaseMarket(coin);
    }
    void returnBookCredit(const std::string &coin)
    {
        const CommandScope scope(m_parts.tap, "bookCredit", coin);
        m_markets.returnBookCredit(coin);
    }
    void returnTradeCredit(const std::string &coin)
    {
        const CommandScope scope(m_parts.tap, "tradeCredit", coin);
        m_markets.returnTradeCredit(coin);
    }
    void followCandles(const std::string &coin, const std::string &interval);
    void releaseCandles(const std::string &coin, const std::string &interval);

    void placeOrder(RequestId request, const model::OrderTicket &ticket);
    void cancelOrders(RequestId request, const std::vector<model::OrderKey> &orders);
    void modifyOrder(RequestId request, model::OrderKey order, std::optional<Px> px,
                     std::optional<Sz> sz);
    void moveOrders(const std::vector<RequestId> &requests,
                    const std::vector<model::OrderKey> &orders, Px to)
    {
        const CommandScope scope(m_parts.tap, "moveMany", requests, orders, std::optional(to));
        m_desk->moveAll(requests, orders, to);
    }
    void placeOrders(RequestId request, const std::vector<model::OrderTicket> &tickets,
                     model::Grouping grouping)
    {
        const CommandScope scope(m_parts.tap, "placeMany", request, grouping, tickets);
        m_desk->placeGroup(request, tickets, grouping);
    }
    void startTwap(RequestId request, const model::TwapTicket &ticket)
    {
        const CommandScope scope(m_parts.tap, "twap", request, ticket);
        m_desk->startTwap(request, ticket);
    }
    void cancelTwap(RequestId request, const std::string &coin, model::TwapId id)
    {
        const CommandScope scope(m_parts.tap, "cancelTwap", request, coin, id);
        m_desk->cancelTwap(request, coin, id);
    }
    void setLeverage(RequestId request, const std::string &coin, int leverage, bool isCross);
    void flattenAll(RequestId request)
    {
        const CommandScope scope(m_parts.tap, "flattenAll", request);
        m_flatten->start(request);
    }
    /// Kept in 15 to 600 s (interaction.md D18).
    void setDeviceExpiries(int takesSeconds, int restsSeconds);
    void stopFlatten()
    {
        const CommandScope scope(m_parts.tap, "stopFlatten");
        m_flatten->stop();
    }

    DeviceDesk &device() { return *m_device; }
    void pauseReplay(bool paused);
    void setReplaySpeed(double speed);
    void requestState();
    void requestVenueReport()
    {
        const CommandScope scope(m_parts.tap, "report");
        m_sink.venueReported(m_watch.report(m_frameDecoder.counters()));
    }
    void readMoneyFacts(RequestId request, const std::optional<Address> &destination);
    void moveMoney(RequestId request, const model::MoneyOrder &order);
    /// Answered by historyRead, from the file alone.
    void queryHistory(RequestId request, const HistoryQuery &query);
    /// The signer holds no key at the moment: nothing can be signed until it has one again.
    void setLocked(bool isLocked);
    /// Whose key signs without a device; none: nobody's.
    std::optional<Address> localSigner() const
    {
        return m_signer ? std::optional(m_signer->address()) : std::nullopt;
    }
    /// Reads the whole journal again on a thread of its own; journalChanged tells what was found.
    void verifyJournal();

private:
    // Streams
    Result<Handle> subscribe(const session::Subscription &subscription,
                             std::function<void(const Error &)> refused) override;
    void unsubscribe(Handle handle) override;
    void renew(Handle handle) override;
    // FrameSink
    session::FrameRoute frameReceived(const session::InboundFrame &frame) override;

    bool isReplay() const { return m_config.replay.has_value(); }
    void startReplay();
    void replayEnded(const Status &status);
    void startSigner();
    void startJournal();
    void noteSettings();
    void recoverIntents();
    void tellUnresolved();
    void showRecovered(trading::OpenIntent &intent);
    trading::IntentRecovery::Hooks recoveryHooks();
    void lookUpRecovered(std::vector<model::OrderKey> keys, trading::Lookup found,
                         std::function<void(trading::Lookup, std::string)> done);
    void signerMade(Result<std::unique_ptr<trading::SignerPort>> port);
    void askRole(const Address &of, std::function<void(const venue::UserRole &)> then);
    void settleAccount(const Address &signer, std::function<void(Status)> done);
    std::unique_ptr<DeviceDesk> makeDeviceDesk();
    std::unique_ptr<FlattenDesk> makeFlattenDesk();
    std::unique_ptr<MoneyDesk> makeMoneyDesk();
    Result<MoneyDesk::Sender> moneySender();
    void readAfresh(const std::vector<std::string> &coins, std::function<void()> done);
    std::optional<Px> flattenCap(const std::string &coin, model::Side side);
    SignerLane makeLane(trading::SignerPort &signer, std::unique_ptr<trading::NonceStore> nonces);
    void openLane(trading::SignerPort &signer, std::function<void(Result<SignerLane>)> done);
    void adoptLane(std::unique_ptr<trading::SignerPort> signer, SignerLane lane);
    void dropLocalSigner();
    void endLane(trading::Dispatcher *lane, const std::string &why);
    void routesChanged();
    bool mayTrade() const;
    /// A device has a lock of its own.
    bool isLockedOut() const { return m_isLocked && !m_sender.isDevice(false); }
    void settleSigner();
    void letAgentGo();
    void accountSettled();
    void watchOnly(const std::string &why);
    void noncesOpened(Result<std::unique_ptr<trading::NonceStore>> store);
    void makeDesk();
    trading::OrderDesk::Hooks deskHooks();
    void startAccount();
    void startHistory();
    VenueWatch::Hooks watchHooks();
    Status metadataLoaded(market::MetaSet meta);
    void publishInstruments();
    void linkChanged(session::WsState state, const std::string &why);
    void noteFrame(const venue::Frame &frame, std::int64_t receivedNs);
    void noteRefused(const venue::Frame &frame);
    void noteSkipped(const venue::Frame &frame);
    /// At most every two minutes.
    void loadMetadataForTheUnreadable();
    std::uint64_t loadCandles(const std::string &coin, const std::string &interval,
                              std::function<void(std::optional<std::vector<market::Candle>>)> done);
    model::ValidationContext validationContext(const std::string &coin);
    std::optional<std::string> entryHold() const;
    std::optional<std::string> guardRefusal(const model::OrderTicket &ticket, bool isNew);
    void scheduleFlush();
    void flushOrders();
    void tick();
    ConnectionStatus connectionStatus() const;
    SignerStatus signerStatus() const;
    void notice(NoticeLevel level, std::string text, std::string topic, std::string key = {});
    void updateCounters();

    EngineConfig m_config;
    EngineParts m_parts;
    const Clock &m_clock;
    EventSink &m_sink;
    std::shared_ptr<bool> m_isAlive;

    market::InstrumentRegistry m_registry;
    InstrumentListPtr m_instruments;
    venue::FrameDecoder m_frameDecoder;
    venue::InfoDecoder m_infoDecoder;
    venue::Frame m_frame;
    session::FrameRouter m_router;

    net::RateBudget m_ipWeight;
    session::WsQuota m_quota;
    session::InfoClient m_info;
    session::HttpExchange m_exchange;
    std::unique_ptr<session::WsSession> m_session;
    std::unique_ptr<ReplaySource> m_replay;

    trading::VenueClock m_venueClock;
    VenueWatch m_watch;
    EntryGuard m_guard;
    trading::OrderStore m_orders;
    LastingStreams m_streams; ///< before those who use it
    MarketData m_markets;
    AccountData m_account;
    MetadataLoader m_metadata;
    std::unique_ptr<HistoryFiller> m_history;

    /// Before the dispatchers, which write to it.
    std::unique_ptr<SessionJournal> m_journal;
    std::unique_ptr<trading::IntentRecovery> m_recovery;
    std::unordered_map<IntentId, std::vector<model::OrderKey>> m_recovered;
    bool m_hasNoSigner = false; ///< it was asked for and will not come

    std::unique_ptr<trading::SignerPort> m_signer;
    std::unique_ptr<trading::NonceStore> m_nonces;
    std::unique_ptr<WireTransport> m_transport;
    std::unique_ptr<trading::Dispatcher> m_dispatcher;
    trading::SenderRouter m_sender;
    std::unique_ptr<trading::OrderDesk> m_desk;
    bool m_deskMaySend = false;
    std::unique_ptr<DeviceDesk> m_device;
    std::unique_ptr<FlattenDesk> m_flatten;
    std::unique_ptr<MoneyDesk> m_money;
    market::BookSnapshotPtr m_judgedBook; ///< keeps what a ValidationContext points to

    session::WsState m_link = session::WsState::Idle;
    std::string m_linkDetail;
    bool m_wasOpen = false;
    bool m_toldUnreachable = false;
    ConnectionStatus m_ages; ///< only its …MonoNs members
    std::int64_t m_metadataMs = 0;
    std::int64_t m_unreadableAskedMs = 0;                       ///< 0: never
    std::unordered_map<std::string, std::string> m_skippedTold; ///< by channel
    std::int64_t m_refusedToldMs = 0;
    std::uint64_t m_refusedUntold = 0;
    int m_shownWaiting = 0;
    bool m_isFlushDue = false;
    bool m_isLocked = false;
    bool m_isNewKeyLocked = false; ///< a lock came since an agent's key was made
    Timer m_tick;
};

} // namespace hl::engine
