// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine/market_data.h"

#include "engine/market_data_p.h"

#include <algorithm>
#include <utility>

namespace hl::engine {

using namespace std::chrono_literals;
using market::BookState;
using session::Subscription;

namespace {

constexpr auto kAgePeriod = 250ms;
/// A feed that is silent is asked for anew, but not more often than this.
constexpr std::int64_t kRenewEveryMs = 10'000;
/// So long without a frame, and a book that is not live anyway is asked for anew too.
constexpr std::int64_t kBookSilentNs = 10'000'000'000;

} // namespace

MarketData::MarketData(const Clock &clock, TimerService &timers,
                       const market::InstrumentRegistry &registry, EventSink &sink,
                       Streams *streams, Hooks hooks)
    : m_clock(clock)
    , m_registry(registry)
    , m_sink(sink)
    , m_streams(streams)
    , m_hooks(std::move(hooks))
    , m_throttle(timers, {[this](const std::string &coin, std::int64_t oldestNs) {
                              sendBook(coin, oldestNs);
                          },
                          [this](TradeBatch batch) { m_sink.tradesAppended(std::move(batch)); }})
    , m_isConnected(streams == nullptr)
    , m_contextTimer(timers)
    , m_candleTimer(timers)
    , m_ageTimer(timers)
    , m_isAlive(std::make_shared<bool>(true))
{
    m_ageTimer.start(kAgePeriod, [this] { watchAges(); });
}

MarketData::~MarketData()
{
    *m_isAlive = false;
}

void MarketData::notice(NoticeLevel level, std::string text, std::string key) const
{
    if (m_hooks.notice)
        m_hooks.notice({level, std::move(text), "market", std::move(key), m_clock.wallMs()});
}

Streams::Handle MarketData::subscribe(const Subscription &subscription)
{
    if (m_streams == nullptr)
        return 0;
    const std::string label = subscription.label();
    auto handle = m_streams->subscribe(subscription, [this, label](const Error &error) {
        notice(NoticeLevel::Error, "The venue refused " + label + ": " + error.detail, label);
    });
    if (handle)
        return *handle;
    notice(NoticeLevel::Error, label + " cannot be followed: " + handle.error().detail, label);
    return 0;
}

void MarketData::follow(const std::string &coin)
{
    auto &market = m_markets[coin];
    if (!market)
        market = std::make_unique<Market>();
    ++market->followers;
    if (!market->composer)
        start(coin, *market);
    else
        m_throttle.bookDirty(coin, m_clock.monoNs());
}

void MarketData::start(const std::string &coin, Market &market)
{
    const market::Instrument *instrument = m_registry.find(coin);
    if (instrument == nullptr) {
        // Without a list nobody can say; with one, it is not a market.
        if (m_registry.generation() > 0)
            notice(NoticeLevel::Error, "The venue lists no market called \"" + coin + "\".", coin);
        return;
    }
    market.composer.emplace(coin, instrument->grid);
    // Asked for now: what has not come yet is not late.
    market.renewedAtMs = m_clock.monoMs();
    market.bookNs = m_clock.monoNs();
    if (m_streams != nullptr)
        market.composer->expectFast();
    if (m_usesDeltas)
        market.delta.emplace(coin, instrument->grid);
    if (!m_isConnected)
        market.composer->markStale("not connected yet");
    m_throttle.add(coin, instrument->grid);
    m_throttle.bookDirty(coin, m_clock.monoNs());
    if (market.streams.empty() && m_streams != nullptr)
        market.streams = {{Feed::Fast, subscribe(Subscription::l2Book(coin, true))},
                          {Feed::Deep, subscribe(m_usesDeltas ? Subscription::l2Delta(coin)
                                                              : Subscription::l2Book(coin))},
                          {Feed::Bbo, subscribe(Subscription::bbo(coin))},
                          {Feed::Trades, subscribe(Subscription::trades(coin))}};
}

void MarketData::stop(Market &market)
{
    for (const auto &[feed, handle] : market.streams)
        if (handle != 0)
            m_streams->unsubscribe(handle);
    market.streams.clear();
}

void MarketData::release(const std::string &coin)
{
    const auto it = m_markets.find(coin);
    if (it == m_markets.end() || --it->second->followers > 0)
        return;
    // Book and tape go together, so that a late frame finds nothing to move (cases.md B37).
    stop(*it->second);
    m_throttle.remove(coin);
    m_markets.erase(it);
}

void MarketData::registryChanged()
{
    for (auto &[coin, market] : m_markets) {
        const market::Instrument *instrument = m_registry.find(coin);
        if (market->composer && instrument != nullptr &&
            market->composer->grid() == instrument->grid)
            continue;
        if (market->composer) {
            // Nobody may click on what it last was: told now, the throttle forgets it.
            auto gone = std::make_shared<market::BookSnapshot>();
            gone->coin = coin;
            gone->grid = market->composer->grid();
            gone->state = BookState::Stale;
            gone->reason = "The venue does not list this market as it was any more.";
            stop(*market);
            market->composer.reset();
            market->delta.reset();
            market->tape.clear();
            market->isHistoryDue = true;
            m_throttle.remove(coin);
            m_sink.bookChanged(std::move(gone));
        }
        start(coin, *market);
    }
    for (auto &[key, candles] : m_candles)
        if (!candles->isStarted)
            startCandles(key, *candles);
    std::erase_if(m_contexts,
                  [this](const auto &entry) { return m_registry.find(entry.first) == nullptr; });
    std::erase_if(m_changedContexts,
                  [this](const std::string &coin) { return !m_contexts.contains(coin); });
}

void MarketData::connectionLost(const std::string &why)
{
    m_isConnected = false;
    for (auto &[coin, market] : m_markets)
        if (market->composer) {
            // What changes while nobody listens is not in it.
            if (market->delta)
                market->delta->invalidate("the connection was lost");
            market->composer->markStale(why);
            m_throttle.bookDirty(coin, m_clock.monoNs());
        }
}

void MarketData::connectionOpened()
{
    m_isConnected = true;
    for (auto &[coin, market] : m_markets) {
        market->isHistoryDue = true;
        market->renewedAtMs = m_clock.monoMs();
    }
    for (ContextFeed &feed : m_contextFeeds)
        feed.frameNs = m_clock.monoNs();
    // The stream has no memory: what was missed is read again.
    if (std::exchange(m_wasConnected, true))
        for (auto &[key, candles] : m_candles)
            if (candles->isStarted && !candles->isFromTrades)
                loadHistory(key, *candles);
}

void MarketData::apply(const venue::Frame &frame, std::int64_t receivedNs)
{
    switch (frame.channel) {
    case venue::Channel::L2Book:
    case venue::Channel::Bbo: {
        const bool isBook = frame.channel == venue::Channel::L2Book;
        const auto it = m_markets.find(isBook ? frame.book.coin : frame.bbo.coin);
        if (it == m_markets.end() || !it->second->composer)
            return;
        market::BookComposer &composer = *it->second->composer;
        if (isBook)
            it->second->bookNs = receivedNs;
        const std::uint64_t before = composer.revision();
        // Best prices come when they change, so an old date of theirs says nothing.
        const std::string why = m_hooks.dateProblem && m_streams != nullptr
                                    ? m_hooks.dateProblem(isBook ? frame.book.time : frame.bbo.time,
                                                          receivedNs, !isBook)
                                    : std::string();
        if (!why.empty())
            composer.markInvalid(why);
        else if (isBook)
            composer.apply(frame.book, receivedNs);
        else
            composer.apply(frame.bbo, receivedNs);
        if (composer.revision() != before)
            m_throttle.bookDirty(it->first, receivedNs);
        return;
    }
    case venue::Channel::L2Delta:
        if (const auto *update = std::get_if<market::DeltaUpdate>(&frame.payload))
            applyDelta(*update, receivedNs);
        return;
    case venue::Channel::Trades:
        applyTrades(frame.trades, receivedNs);
        return;
    default:
        break;
    }
    if (const auto *candles = std::get_if<venue::CandleFrame>(&frame.payload)) {
        applyCandles(*candles);
    } else if (const auto *mids = std::get_if<venue::AllMidsFrame>(&frame.payload)) {
        if (mids->dex.empty())
            contextsCame(session::StreamType::AllMids, receivedNs);
        setMids(mids->mids);
    } else if (const auto *contexts = std::get_if<venue::ContextsFrame>(&frame.payload)) {
        if (frame.channel == venue::Channel::SpotAssetCtxs)
            contextsCame(session::StreamType::SpotAssetCtxs, receivedNs);
        setContexts(contexts->contexts);
    } else if (const auto *dexes = std::get_if<venue::DexContextsFrame>(&frame.payload)) {
        if (frame.channel == venue::Channel::AllDexsAssetCtxs)
            contextsCame(session::StreamType::AllDexsAssetCtxs, receivedNs);
        for (const auto &[dex, list] : dexes->dexes)
            setContexts(list);
    } else if (const auto *fast = std::get_if<venue::FastContextsFrame>(&frame.payload)) {
        for (const venue::FastContext &update : fast->contexts) {
            market::AssetCtx *context = contextOf(update.coin);
            if (context == nullptr)
                continue;
            if (update.mark) {
                context->mark = update.mark;
                m_contexts.at(update.coin).markNs = m_clock.monoNs();
            }
            if (update.mid)
                context->mid = *update.mid;
            contextChanged(update.coin);
        }
    }
}

void MarketData::applyDelta(const market::DeltaUpdate &update, std::int64_t receivedNs)
{
    const auto it = m_markets.find(update.coin);
    if (it == m_markets.end() || !it->second->composer || !it->second->delta)
        return;
    Market &market = *it->second;
    market.bookNs = receivedNs;
    if (m_hooks.dateProblem && m_streams != nullptr)
        if (const std::string why =
                m_hooks.dateProblem(update.time, receivedNs, !update.isSnapshot);
            !why.empty()) {
            if (market.delta->isValid())
                deltaLost(update.coin, market, why);
            return;
        }
    const std::uint64_t before = market.composer->revision();
    switch (market.delta->apply(update)) {
    case market::DeltaBook::Applied::Accepted:
        market.composer->apply(market.delta->book(), receivedNs);
        break;
    case market::DeltaBook::Applied::Invalid:
        return deltaLost(update.coin, market, market.delta->problem(), market.delta->isCrossed());
    default:
        break;
    }
    if (market.composer->revision() != before)
        m_throttle.bookDirty(it->first, receivedNs);
}

void MarketData::deltaLost(const std::string &coin, Market &market, const std::string &why,
                           bool isCrossed)
{
    market.delta->invalidate(why);
    market.composer->markInvalid(why, isCrossed);
    m_throttle.bookDirty(coin, m_clock.monoNs());
    for (const auto &[feed, handle] : market.streams)
        if (handle != 0 && feed == Feed::Deep && m_streams != nullptr)
            m_streams->renew(handle);
}

void MarketData::refused(const venue::Frame &frame)
{
    const bool isBook =
        frame.channel == venue::Channel::L2Book || frame.channel == venue::Channel::Bbo;
    const bool isChange = frame.channel == venue::Channel::L2Delta;
    // Of what cannot be read at all nobody knows whether it was a change, nor of which book.
    const bool mayBeAnyChange =
        frame.channel == venue::Channel::Unknown || (isChange && frame.refusedCoin.empty());
    for (auto &[coin, market] : m_markets) {
        if (!market->composer)
            continue;
        const bool isIts = frame.refusedCoin == coin;
        if (market->delta && market->delta->isValid() && (mayBeAnyChange || (isChange && isIts))) {
            deltaLost(coin, *market, "a change of it could not be read");
        } else if (isBook && isIts) {
            market->composer->markInvalid("it could not be read (" + frame.reason + ")");
            m_throttle.bookDirty(coin, m_clock.monoNs());
        }
    }
}

void MarketData::applyTrades(const venue::TradesFrame &frame, std::int64_t receivedNs)
{
    const auto it = m_markets.find(frame.coin);
    if (it == m_markets.end() || !it->second->composer)
        return;
    Market &market = *it->second;
    // The first batch after subscribing replays the last trades: history, not news.
    const bool isHistory = m_streams != nullptr && std::exchange(market.isHistoryDue, false);
    const std::vector<market::Trade> fresh = market.tape.append(frame.trades);
    if (fresh.empty())
        return;
    const bool isSnapshot = isHistory && !std::exchange(market.hasHistory, true);
    if (!isHistory && market.composer->noteTrades(fresh))
        m_throttle.bookDirty(frame.coin, receivedNs);
    m_throttle.trades(frame.coin, fresh, isSnapshot, receivedNs);
    candlesFromTrades(frame.coin, fresh);
}

std::shared_ptr<const market::BookSnapshot> MarketData::book(const std::string &coin) const
{
    const auto it = m_markets.find(coin);
    if (it == m_markets.end() || !it->second->composer)
        return nullptr;
    return std::make_shared<const market::BookSnapshot>(
        it->second->composer->snapshot(m_clock.monoNs()));
}

void MarketData::sendBook(const std::string &coin, std::int64_t oldestNs)
{
    const auto it = m_markets.find(coin);
    if (it == m_markets.end() || !it->second->composer)
        return;
    auto picture = std::make_shared<const market::BookSnapshot>(
        it->second->composer->snapshot(m_clock.monoNs(), oldestNs));
    it->second->sentState = picture->state;
    m_sink.bookChanged(picture);
}

/// A book grows old without a frame: its state goes out, and its feed is asked for anew.
void MarketData::watchAges()
{
    m_ageTimer.start(kAgePeriod, [this] { watchAges(); });
    const std::int64_t now = m_clock.monoNs();
    for (auto &[coin, market] : m_markets) {
        if (!market->composer)
            continue;
        const BookState state = market->composer->state(now);
        if (state != market->sentState)
            m_throttle.bookDirty(coin, now);
        // A book that never came, or was bad and then silent, needs it as much as an old one; one
        // that says again and again that it is empty does not.
        if (m_isConnected && (state == BookState::Stale ||
                              (state != BookState::Live && now - market->bookNs > kBookSilentNs)))
            renew(*market);
    }
    watchContextAges(now);
}

void MarketData::renew(Market &market)
{
    if (m_streams == nullptr || m_clock.monoMs() - market.renewedAtMs < kRenewEveryMs)
        return;
    market.renewedAtMs = m_clock.monoMs();
    for (const auto &[feed, handle] : market.streams)
        if (handle != 0 && (feed == Feed::Fast || feed == Feed::Deep))
            m_streams->renew(handle);
}

void MarketData::sendState()
{
    m_throttle.resetCredits();
    for (const auto &[coin, market] : m_markets) {
        if (!market->composer)
            continue;
        m_throttle.bookDirty(coin, m_clock.monoNs());
        // What waits is in the tape.
        m_throttle.dropTrades(coin);
        TradeBatch batch;
        batch.coin = coin;
        batch.grid = market->composer->grid();
        batch.isSnapshot = true;
        batch.receivedMonoNs = m_clock.monoNs();
        for (std::size_t i = 0; i < market->tape.size(); ++i)
            batch.trades.push_back(market->tape.at(i));
        if (!batch.trades.empty())
            m_sink.tradesAppended(std::move(batch));
    }
    for (auto &[key, candles] : m_candles)
        if (candles->isStarted)
            m_sink.candlesChanged(
                {key.first, candles->grid, key.second, candles->series.candles(), true});
    for (const auto &[coin, context] : m_contexts)
        m_changedContexts.insert(coin);
    flushContexts();
}

} // namespace hl::engine
