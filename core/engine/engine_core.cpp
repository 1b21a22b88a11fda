// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine/engine_core.h"

#include "engine/recorder.h"
#include "market/bundled_instruments.h"

#include <algorithm>
#include <utility>

namespace hl::engine {

using namespace std::chrono_literals;
using session::Subscription;
using session::WsState;

namespace {

constexpr auto kTick = 500ms;
/// Frames that cannot be read are told at most so often.
constexpr std::int64_t kTellRefusedEveryMs = 10'000;
constexpr int kCandleHistory = 500;
/// The list of markets is read again so often, and after a reconnect when it is that old.
constexpr std::int64_t kMetadataEveryMs = 3'600'000;
constexpr std::int64_t kMetadataAfterMs = 600'000;
/// The same where the account holds something of a market that is not in it.
constexpr std::int64_t kMetadataForUnreadableMs = 120'000;

session::WsSession::Config sessionConfig(const EngineConfig &config, const Clock &clock)
{
    session::WsSession::Config out;
    out.url = config.endpoints.wsUrl;
    out.exitReserve = config.exitReservePosts;
    out.seed = static_cast<std::uint64_t>(clock.monoNs());
    return out;
}

} // namespace

EngineCore::EngineCore(EngineConfig config, EngineParts parts)
    : m_config(std::move(config))
    , m_parts(std::move(parts))
    , m_clock(m_parts.clock)
    , m_sink(m_parts.sink)
    , m_isAlive(std::make_shared<bool>(true))
    , m_frameDecoder(m_registry)
    , m_infoDecoder(m_registry)
    , m_ipWeight(m_clock, m_parts.timers, net::kIpWeightLimits,
                 m_parts.ipMemory == nullptr ? nullptr : &m_parts.ipMemory->weight)
    , m_quota(m_clock, m_parts.timers, {10, 1000, m_config.maxUsers},
              m_parts.ipMemory == nullptr ? nullptr : &m_parts.ipMemory->sockets)
    , m_info(m_config.endpoints.apiUrl, m_parts.http, m_clock, m_ipWeight)
    , m_exchange(m_config.endpoints.apiUrl, m_parts.http, m_clock, m_parts.timers, m_ipWeight)
    , m_venueClock(m_clock)
    , m_watch(m_clock, m_info, m_venueClock, m_registry, m_config.endpoints.isMainnet, watchHooks())
    , m_guard(m_config.guard, m_clock)
    , m_streams(m_clock, m_parts.timers, *this)
    , m_markets(m_clock, m_parts.timers, m_registry, m_sink, isReplay() ? nullptr : &m_streams,
                {[this](const std::string &coin, const std::string &interval, auto done) {
                     return loadCandles(coin, interval, std::move(done));
                 },
                 [this](Notice n) { m_sink.noticeRaised(n); },
                 [this](TimeMs time, std::int64_t receivedNs, bool mayBeOld) {
                     return m_venueClock.problemOf(time, receivedNs, mayBeOld);
                 },
                 [this](std::uint64_t request) { m_info.cancel(request); }})
    , m_account(
          m_clock, m_parts.timers, m_registry, m_orders, m_info, m_sink,
          {[this] {
               startHistory();
               if (m_desk)
                   m_desk->reconnected();
               if (m_money)
                   m_money->reconnected();
           },
           [this](const std::vector<model::OrderKey> &keys) {
               if (m_desk)
                   m_desk->lookUpMissing(keys);
           },
           [this](Notice n) { m_sink.noticeRaised(n); },
           [this](TimeMs time, std::int64_t receivedNs) { m_venueClock.note(time, receivedNs); },
           [this](const std::vector<model::Fill> &fills) {
               if (m_journal)
                   m_journal->fills(fills, m_orders);
           },
           [this](const std::string &payload, auto done) {
               if (!m_session)
                   return done(fail(ErrorKind::Transport, "Not connected."));
               session::WsSession::PostOptions options;
               options.isExit = true;
               m_session->postInfo(payload, options, [done](const session::PostOutcome &outcome) {
                   done(session::bodyOf(outcome));
               });
           },
           [this](TimeMs time, std::int64_t receivedNs) {
               return m_venueClock.problemOf(time, receivedNs, true);
           },
           [this] { return m_venueClock.nowMs(); }, [this] { loadMetadataForTheUnreadable(); }})
    , m_metadata(m_parts.timers, m_registry, m_info,
                 {[this](market::MetaSet set) { return metadataLoaded(std::move(set)); },
                  [this](const Error &error) {
                      notice(NoticeLevel::Error,
                             "The venue's list of markets could not be read and is asked for "
                             "again: " +
                                 error.sentence(),
                             "connection", "metadata");
                  },
                  [this](std::string request, std::string answer) {
                      if (m_parts.recorder)
                          m_parts.recorder->info(std::move(request), std::move(answer));
                  },
                  [this](const std::string &what, const Error &error) {
                      notice(NoticeLevel::Warning,
                             "The venue's list of markets is not whole: it lacks, or has as they "
                             "were, " +
                                 what + ". They are asked for again: " + error.sentence(),
                             "connection", "metadata");
                  }})
    , m_sender(m_parts.timers)
    , m_tick(m_parts.timers)
{
    m_markets.useDeltaBooks(m_config.useDeltaBooks);
    m_orders.setChangedHook([this] { scheduleFlush(); });
    m_info.setObserver([this](bool isAnswered) { m_watch.requestEnded(isAnswered); });
    m_device = makeDeviceDesk();
    m_flatten = makeFlattenDesk();
    m_money = makeMoneyDesk();
    makeDesk();
}

EngineCore::~EngineCore()
{
    *m_isAlive = false;
    m_tick.stop();
    m_replay.reset();
    // Answers what is open before the stores go.
    if (m_session)
        m_session->stop();
    m_exchange.stop();
    m_orders.setChangedHook({});
}

void EngineCore::start()
{
    const CommandScope scope(m_parts.tap, "start");
    m_tick.start(kTick, [this] { tick(); });
    if (isReplay()) {
        startReplay();
        return;
    }
    m_session = std::make_unique<session::WsSession>(
        sessionConfig(m_config, m_clock), m_parts.ws, m_clock, m_parts.timers, m_quota,
        static_cast<session::FrameSink &>(*this),
        session::WsSession::Hooks{
            [this](WsState state, const std::string &why) { linkChanged(state, why); },
            [this](const std::string &text) {
                notice(NoticeLevel::Warning, "The venue says: " + text, "connection", "venue");
            }});
    if (const Status started = m_session->start(); !started)
        notice(NoticeLevel::Error, started.error().sentence(), "connection");
    m_metadata.load();
    startJournal();
    m_sink.connectionChanged(connectionStatus());
}

void EngineCore::notice(NoticeLevel level, std::string text, std::string topic, std::string key)
{
    m_sink.noticeRaised(
        {level, std::move(text), std::move(topic), std::move(key), m_clock.wallMs()});
}

// --- streams

Result<Streams::Handle> EngineCore::subscribe(const Subscription &subscription,
                                              std::function<void(const Error &)> refused)
{
    if (!m_session)
        return fail(ErrorKind::Transport, "The session has not started.");
    session::StreamListener listener;
    listener.stateChanged = [refused = std::move(refused)](session::StreamState state,
                                                           const Error &error) {
        if (state == session::StreamState::Refused && refused)
            refused(error);
    };
    return m_session->subscribe(subscription, std::move(listener));
}

void EngineCore::unsubscribe(Handle handle)
{
    if (m_session && handle != 0)
        m_session->unsubscribe(handle);
}

void EngineCore::renew(Handle handle)
{
    if (m_session && handle != 0)
        m_session->renew(handle);
}

session::FrameRoute EngineCore::frameReceived(const session::InboundFrame &frame)
{
    if (m_parts.recorder)
        m_parts.recorder->frame(frame.text, frame.receivedMonoNs);
    m_frameDecoder.decode(frame.text, m_frame);
    m_parts.counters->frames.fetch_add(1, std::memory_order_relaxed);
    m_watch.frame(m_frame, frame.text, frame.receivedMonoNs);
    if (!m_frame.skipped.empty())
        noteSkipped(m_frame);
    if (m_frame.kind == venue::FrameKind::Refused)
        noteRefused(m_frame);
    else if (m_frame.kind == venue::FrameKind::Data || m_frame.kind == venue::FrameKind::Snapshot)
        noteFrame(m_frame, frame.receivedMonoNs);
    return m_router.route(m_frame);
}

void EngineCore::noteFrame(const venue::Frame &frame, std::int64_t receivedNs)
{
    switch (frame.channel) {
    case venue::Channel::L2Book:
        (frame.book.isFast ? m_ages.bookFastMonoNs : m_ages.bookDeepMonoNs) = receivedNs;
        m_venueClock.note(frame.book.time, receivedNs);
        break;
    case venue::Channel::Bbo:
        m_ages.bboMonoNs = receivedNs;
        m_venueClock.note(frame.bbo.time, receivedNs);
        break;
    case venue::Channel::Trades:
        m_ages.tradesMonoNs = receivedNs;
        break;
    default:
        if (m_history && frame.channel == venue::Channel::UserFills)
            m_history->hurry();
        m_account.apply(frame, receivedNs);
        break;
    }
    m_markets.apply(frame, receivedNs);
}

void EngineCore::noteRefused(const venue::Frame &frame)
{
    m_parts.counters->refusedFrames.fetch_add(1, std::memory_order_relaxed);
    m_markets.refused(frame);
    ++m_refusedUntold;
    const std::int64_t now = m_clock.monoMs();
    if (m_refusedToldMs != 0 && now - m_refusedToldMs < kTellRefusedEveryMs)
        return;
    m_refusedToldMs = now;
    std::string text = m_refusedUntold == 1
                           ? std::string("A frame could not be read and was dropped: ")
                           : std::to_string(m_refusedUntold) +
                                 " frames could not be read and were dropped, the last one: ";
    m_refusedUntold = 0;
    notice(NoticeLevel::Warning, text + frame.reason, "feed", frame.channelText);
}

/// What the account holds and did is told by AccountData, which also holds entries for it.
void EngineCore::noteSkipped(const venue::Frame &frame)
{
    if (frame.channel == venue::Channel::ClearinghouseState ||
        frame.channel == venue::Channel::OpenOrders || frame.channel == venue::Channel::UserFills ||
        std::exchange(m_skippedTold[frame.channelText], frame.skipped.front()) ==
            frame.skipped.front())
        return;
    notice(NoticeLevel::Warning,
           "A part of a frame could not be read and was dropped: " + frame.channelText + ": " +
               frame.skipped.front() + ".",
           "feed", "skipped " + frame.channelText);
}

void EngineCore::loadMetadataForTheUnreadable()
{
    const std::int64_t now = m_clock.monoMs();
    if (m_link != WsState::Open ||
        (m_unreadableAskedMs != 0 && now - m_unreadableAskedMs < kMetadataForUnreadableMs))
        return;
    m_unreadableAskedMs = std::max<std::int64_t>(now, 1);
    m_metadata.load();
}

void EngineCore::linkChanged(WsState state, const std::string &why)
{
    const bool wasOpen = m_link == WsState::Open;
    m_link = state;
    m_linkDetail = why;
    m_watch.linkChanged(state == WsState::Open);
    if (state == WsState::Open) {
        m_streams.connectionOpened();
        m_markets.connectionOpened();
        m_metadata.hurry();
        if (m_wasOpen || m_toldUnreachable)
            notice(NoticeLevel::Success, "Connected again.", "connection", "link");
        // What happened meanwhile is read before an entry may leave again.
        if (m_account.isStarted() && m_wasOpen) {
            m_account.connectionLost();
            m_account.reload();
        }
        if (m_instruments && m_clock.monoMs() - m_metadataMs > kMetadataAfterMs)
            m_metadata.load();
        m_wasOpen = true;
        m_toldUnreachable = false;
    } else if (wasOpen) {
        m_markets.connectionLost(why.empty() ? "the connection was lost" : why);
        m_account.connectionLost();
        notice(NoticeLevel::Warning, "The connection was lost: " + why, "connection", "link");
    } else if (state == WsState::Waiting && !std::exchange(m_toldUnreachable, true)) {
        notice(NoticeLevel::Error, "The venue cannot be reached: " + why, "connection", "link");
    }
    if (m_transport)
        m_transport->connectionChanged();
    m_device->connectionChanged();
    m_sink.connectionChanged(connectionStatus());
}

// --- metadata, candles

Status EngineCore::metadataLoaded(market::MetaSet meta)
{
    if (const Status loaded = m_registry.reload(meta); !loaded)
        return fail(ErrorKind::Parse, "it is not usable: " + loaded.error().sentence());
    m_metadataMs = m_clock.monoMs();
    const bool isFirst = !m_instruments;
    publishInstruments();
    m_markets.registryChanged();
    m_account.registryChanged();
    m_watch.dexes(m_registry.dexNames());
    if (!isFirst)
        return {};
    m_markets.followContexts();
    startAccount();
    return {};
}

void EngineCore::publishInstruments()
{
    auto list = std::make_shared<InstrumentList>();
    list->instruments = m_registry.instruments();
    list->notes = m_registry.notes();
    m_instruments = std::move(list);
    m_sink.instrumentsChanged(m_instruments);
}

std::uint64_t
EngineCore::loadCandles(const std::string &coin, const std::string &interval,
                        std::function<void(std::optional<std::vector<market::Candle>>)> done)
{
    const auto length = market::intervalMs(interval);
    if (!length)
        return 0;
    const TimeMs end = m_venueClock.nowMs();
    codec::Object span{{"coin", coin},
                       {"interval", interval},
                       {"startTime", end - *length * kCandleHistory},
                       {"endTime", end}};
    codec::Object payload{{"type", "candleSnapshot"}, {"req", std::move(span)}};
    session::InfoClient::Options options;
    options.priority = net::Priority::Candles;
    return m_info.request(
        payload, options,
        [this, coin, done = std::move(done), alive = m_isAlive](const Result<std::string> &body) {
            if (!*alive)
                return;
            auto candles = body ? m_infoDecoder.candleSnapshot(*body)
                                : Result<std::vector<market::Candle>>(fail(body.error()));
            if (!candles) {
                notice(NoticeLevel::Warning,
                       "The candles of " + coin +
                           " could not be read: " + candles.error().sentence(),
                       "market", coin);
                done(std::nullopt);
                return;
            }
            done(std::move(*candles));
        });
}

void EngineCore::followCandles(const std::string &coin, const std::string &interval)
{
    const CommandScope scope(m_parts.tap, "followCandles", coin, interval);
    m_markets.followCandles(coin, interval);
}

void EngineCore::releaseCandles(const std::string &coin, const std::string &interval)
{
    const CommandScope scope(m_parts.tap, "releaseCandles", coin, interval);
    m_markets.releaseCandles(coin, interval);
}

// --- replay

void EngineCore::startReplay()
{
    auto opened = ReplaySource::open(
        *m_config.replay, m_clock, m_parts.timers,
        {[this](std::string_view text, std::int64_t receivedNs) {
             frameReceived({text, receivedNs, 1});
         },
         [this] { return !m_markets.isBackedUp(); }, [this] { return m_markets.isIdle(); },
         [this](double share, TimeMs time) { m_sink.replayProgressed(share, time); },
         [this](const Status &status) { replayEnded(status); }});
    if (!opened) {
        m_link = WsState::Ended;
        m_linkDetail = opened.error().sentence();
        notice(NoticeLevel::Error, opened.error().sentence(), "replay");
        m_sink.connectionChanged(connectionStatus());
        return;
    }
    m_replay = std::move(*opened);
    const auto &metadata = m_replay->metadata();
    const Status loaded =
        metadata ? m_registry.reload(*metadata) : m_registry.reload(market::bundledInstruments());
    if (!loaded)
        notice(NoticeLevel::Error,
               "The recording's metadata is not usable: " + loaded.error().sentence(), "replay");
    m_link = WsState::Open;
    publishInstruments();
    m_markets.registryChanged();
    m_sink.connectionChanged(connectionStatus());
    m_replay->start();
}

void EngineCore::replayEnded(const Status &status)
{
    m_link = WsState::Ended;
    m_linkDetail = status ? "the recording has ended" : status.error().sentence();
    notice(status ? NoticeLevel::Info : NoticeLevel::Error,
           status ? "The recording has ended." : status.error().sentence(), "replay");
    updateCounters();
    m_sink.connectionChanged(connectionStatus());
}

void EngineCore::pauseReplay(bool paused)
{
    if (m_replay)
        m_replay->pause(paused);
}

void EngineCore::setReplaySpeed(double speed)
{
    if (m_replay)
        m_replay->setSpeed(speed);
}

// --- state

ConnectionStatus EngineCore::connectionStatus() const
{
    ConnectionStatus status = m_ages;
    status.network = m_config.network;
    switch (m_link) {
    case WsState::Open:
        status.link = m_instruments ? LinkState::Live : LinkState::Connecting;
        break;
    case WsState::Connecting:
    case WsState::Waiting:
        status.link = m_wasOpen || !m_toldUnreachable ? LinkState::Connecting : LinkState::Offline;
        break;
    case WsState::Idle:
        status.link = LinkState::Offline;
        break;
    case WsState::Ended:
        status.link = LinkState::Ended;
        break;
    }
    if (status.link != LinkState::Live)
        status.detail = m_linkDetail;
    status.accountMonoNs = m_account.provenNs();
    if (m_session) {
        status.pingMs = m_session->pingMs();
        const std::uint32_t connections = m_session->connections();
        status.reconnects = connections > 0 ? connections - 1 : 0;
        status.requestsInFlight = m_session->inFlight();
    }
    status.ipWeightUsed = m_ipWeight.used();
    status.clockOffsetMs = m_venueClock.offsetMs();
    status.health = m_watch.health();
    return status;
}

void EngineCore::tick()
{
    m_tick.start(kTick, [this] { tick(); });
    updateCounters();
    if (!isReplay()) {
        std::optional<std::int64_t> accountAgeNs;
        if (m_account.isKnown())
            accountAgeNs = m_clock.monoNs() - m_account.provenNs();
        m_watch.tick(accountAgeNs, m_frameDecoder.counters());
    }
    m_sink.connectionChanged(connectionStatus());
    if (m_transport)
        m_transport->connectionChanged();
    if (m_link == WsState::Open && m_session && m_instruments &&
        m_clock.monoMs() - m_metadataMs > kMetadataEveryMs) {
        m_metadataMs = m_clock.monoMs();
        m_metadata.load();
    }
    m_device->tick();
    const int waiting = signerStatus().waiting;
    if (std::exchange(m_shownWaiting, waiting) != waiting)
        m_sink.signerChanged(signerStatus());
}

void EngineCore::updateCounters()
{
    m_parts.counters->supersededBooks.store(m_markets.throttle().superseded(),
                                            std::memory_order_relaxed);
    m_parts.counters->missedTrades.store(m_markets.throttle().missed(), std::memory_order_relaxed);
}

void EngineCore::requestState()
{
    const CommandScope scope(m_parts.tap, "state");
    if (m_instruments)
        m_sink.instrumentsChanged(m_instruments);
    m_sink.connectionChanged(connectionStatus());
    m_sink.signerChanged(signerStatus());
    m_device->sendState();
    m_flatten->sendState();
    m_money->sendState();
    m_markets.sendState();
    m_account.sendState();
    if (m_journal)
        m_journal->sendState();
}

} // namespace hl::engine
