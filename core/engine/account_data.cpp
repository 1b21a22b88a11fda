// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine/account_data.h"

#include "trading/venue_reports.h"

#include <algorithm>
#include <utility>

namespace hl::engine {

using namespace std::chrono_literals;
using codec::Object;
using codec::Value;
using model::OrderKey;
using session::StreamType;
using session::Subscription;

namespace {

/// Positions and balances go to the window at most so often.
constexpr auto kAccountPeriod = 100ms;
constexpr auto kRetryAfter = 3s;
constexpr int kMostRetryDoublings = 3;
/// The result of the day is read anew so often (weight 20 of 1200 a minute); fills and positions
/// carry it on between.
constexpr auto kDayPeriod = 60s;
} // namespace

/// One reading of everything; a newer one makes it void.
struct AccountData::Pass
{
    int open = 0;
    bool hasFailed = false;
    std::string firstError;
};

AccountData::AccountData(const Clock &clock, TimerService &timers,
                         const market::InstrumentRegistry &registry, trading::OrderStore &orders,
                         session::InfoClient &info, EventSink &sink, Hooks hooks)
    : m_clock(clock)
    , m_registry(registry)
    , m_orders(orders)
    , m_info(info)
    , m_sink(sink)
    , m_hooks(std::move(hooks))
    , m_decoder(registry)
    , m_accountTimer(timers)
    , m_retryTimer(timers)
    , m_ageTimer(timers)
    , m_dayTimer(timers)
    , m_listTimer(timers)
    , m_isAlive(std::make_shared<bool>(true))
{}

AccountData::~AccountData()
{
    *m_isAlive = false;
}

void AccountData::notice(NoticeLevel level, std::string text, std::string key) const
{
    if (m_hooks.notice)
        m_hooks.notice({level, std::move(text), "account", std::move(key), m_clock.wallMs()});
}

void AccountData::start(const Address &account, Streams &streams)
{
    m_user = account;
    m_account.setUser(account);
    m_isStarted = true;
    m_streams = &streams;
    subscribe(Subscription::ofUser(StreamType::OrderUpdates, account));
    subscribe(Subscription::ofUser(StreamType::UserFills, account));
    followPart(StreamType::SpotState, {});
    subscribe(Subscription::ofUser(StreamType::UserTwapHistory, account));
    followDexes();
    for (auto &[coin, market] : m_followed)
        followSetting(coin, market);
    reload();
    readDay();
    watchAge();
}

/// Positions and orders of every dex (cases.md B51).
bool AccountData::followDexes()
{
    bool isNew = false;
    for (const std::string &dex : m_registry.dexNames()) {
        if (!m_dexes.insert(dex).second)
            continue;
        isNew = true;
        followPart(StreamType::OpenOrders, dex);
        followPart(StreamType::ClearinghouseState, dex);
    }
    return isNew;
}

void AccountData::registryChanged()
{
    if (!m_isStarted)
        return;
    if (followDexes() || !m_gaps.empty())
        reload();
    for (auto &[coin, market] : m_followed)
        followSetting(coin, market);
}

void AccountData::followMarket(const std::string &coin)
{
    Followed &market = m_followed[coin];
    ++market.followers;
    followSetting(coin, market);
}

void AccountData::releaseMarket(const std::string &coin)
{
    const auto it = m_followed.find(coin);
    if (it == m_followed.end() || --it->second.followers > 0)
        return;
    if (m_streams != nullptr && it->second.stream != 0)
        m_streams->unsubscribe(it->second.stream);
    m_followed.erase(it);
}

/// How far those that run have come: followed only where one runs.
void AccountData::followTwaps()
{
    const std::set<std::string> wanted = m_account.twaps().runningDexes();
    for (const std::string &dex : wanted)
        if (!m_twapStreams.contains(dex))
            m_twapStreams[dex] =
                subscribe(Subscription::ofUser(StreamType::TwapStates, m_user, dex));
    std::erase_if(m_twapStreams, [&](const auto &stream) {
        if (wanted.contains(stream.first))
            return false;
        if (stream.second != 0)
            m_streams->unsubscribe(stream.second);
        return true;
    });
}

/// Leverage and what may still be traded: the venue tells it of perps only.
void AccountData::followSetting(const std::string &coin, Followed &market)
{
    const market::Instrument *instrument = m_registry.find(coin);
    if (m_isStarted && market.stream == 0 && instrument != nullptr && instrument->isPerp() &&
        !instrument->isDelisted)
        market.stream = subscribe(Subscription::activeAssetData(m_user, coin));
}

/// Figures of G9. What cannot be read leaves the last ones, which fills and positions carry on.
void AccountData::readDay()
{
    m_dayTimer.start(kDayPeriod, [this] { readDay(); });
    ask(Object{{"type", "portfolio"}, {"user", m_user.toString()}}, net::Priority::Account,
        [this](const Result<std::string> &body) {
            const auto periods =
                body ? m_decoder.portfolio(*body)
                     : Result<std::vector<venue::PortfolioPeriod>>(fail(body.error()));
            if (!periods)
                return;
            const auto points = [](const std::vector<venue::PortfolioPeriod::Point> &from) {
                std::vector<guard::DayPoint> out;
                out.reserve(from.size());
                for (const auto &[time, value] : from)
                    out.push_back({time, value});
                return out;
            };
            for (const venue::PortfolioPeriod &period : *periods)
                if (period.name == "day")
                    m_day.read(points(period.accountValue), points(period.pnl),
                               guard::unrealisedOf(m_account.state()));
            scheduleAccount(true);
        });
}

model::AccountState AccountData::state() const
{
    model::AccountState state = m_account.state();
    if (const auto day = m_day.at(m_clock.wallMs(), guard::unrealisedOf(state))) {
        state.dayStartEquity = day->startEquity;
        state.dayResult = day->result;
    }
    return state;
}

Streams::Handle AccountData::subscribe(const Subscription &subscription)
{
    const std::string label = subscription.label();
    const auto handle = m_streams->subscribe(subscription, [this, label](const Error &error) {
        notice(NoticeLevel::Error, "The venue refused " + label + ": " + error.detail, label);
    });
    if (handle)
        return *handle;
    notice(NoticeLevel::Error,
           "The account's " + label + " cannot be followed: " + handle.error().detail, label);
    return 0;
}

void AccountData::ask(Value payload, net::Priority priority,
                      std::function<void(Result<std::string>)> done)
{
    session::InfoClient::Options options;
    options.priority = priority;
    m_info.request(payload, options,
                   [this, done = std::move(done), alive = m_isAlive](Result<std::string> body) {
                       if (!*alive)
                           return;
                       m_isHttpFailing = !body;
                       done(std::move(body));
                   });
}

void AccountData::part(const std::shared_ptr<Pass> &pass, Value payload,
                       std::function<Status(Body)> use)
{
    ++pass->open;
    ask(std::move(payload), net::Priority::Account,
        [this, pass, use = std::move(use)](const Result<std::string> &body) {
            --pass->open;
            if (pass != m_pass)
                return;
            const Status status = body ? use(*body) : Status(fail(body.error()));
            if (!status && !std::exchange(pass->hasFailed, true))
                pass->firstError = status.error().sentence();
            if (pass->open == 0)
                passEnded(pass);
        });
}

void AccountData::reload()
{
    if (!m_isStarted)
        return;
    m_retryTimer.stop();
    const auto pass = std::make_shared<Pass>();
    m_pass = pass;
    const std::string user = m_user.toString();
    // Held open until all parts are under way.
    ++pass->open;
    for (const std::string &dex : m_registry.dexNames()) {
        part(pass, Object{{"type", "frontendOpenOrders"}, {"user", user}, {"dex", dex}},
             [this, dex](Body body) -> Status {
                 HL_TRY(orders, m_decoder.frontendOpenOrders(body));
                 applyOpenOrders(orders.items, orders.skipped, dex);
                 return {};
             });
        part(pass, Object{{"type", "clearinghouseState"}, {"user", user}, {"dex", dex}},
             [this, dex](Body body) -> Status {
                 HL_TRY(account, m_decoder.clearinghouseState(body, dex));
                 return applyPerp(std::move(account), m_clock.monoNs());
             });
    }
    part(pass, Object{{"type", "spotClearinghouseState"}, {"user", user}},
         [this, before = m_parts[{StreamType::SpotState, {}}].frameNs](Body body) -> Status {
             HL_TRY(account, m_decoder.spotClearinghouseState(body));
             // It has no date: what the stream said meanwhile is newer.
             if (m_parts[{StreamType::SpotState, {}}].frameNs != before)
                 return {};
             m_account.applyBalances(std::move(account.balances), m_clock.monoNs());
             scheduleAccount();
             return {};
         });
    part(pass, Object{{"type", "userFills"}, {"user", user}}, [this](Body body) -> Status {
        HL_TRY(fills, m_decoder.userFills(body));
        tellSkipped("fill", fills.skipped);
        applyFills(std::move(fills.items));
        return {};
    });
    part(pass, Object{{"type", "userFees"}, {"user", user}}, [this](Body body) -> Status {
        HL_TRY(fees, m_decoder.userFees(body));
        m_fees = fees.rates;
        m_sink.feesChanged(fees.rates);
        return {};
    });
    part(pass, Object{{"type", "userAbstraction"}, {"user", user}}, [this](Body body) -> Status {
        HL_TRY(mode, m_decoder.userAbstraction(body));
        m_account.setMode(std::move(mode));
        scheduleAccount();
        return {};
    });
    if (--pass->open == 0)
        passEnded(pass);
}

void AccountData::passEnded(const std::shared_ptr<Pass> &pass)
{
    m_pass.reset();
    if (pass->hasFailed) {
        notice(NoticeLevel::Warning,
               "The account could not be read and is asked for again: " + pass->firstError,
               "reload");
        // Reading every dex costs a good part of a minute's weight.
        m_retryTimer.start(kRetryAfter * (1 << std::min(m_failures++, kMostRetryDoublings)),
                           [this] { reload(); });
        return;
    }
    m_failures = 0;
    m_isKnown = true;
    m_knownNs = m_clock.monoNs();
    m_hooks.known();
}

void AccountData::applyOpenOrders(const std::vector<venue::WireOrder> &orders,
                                  const std::vector<std::string> &skipped, const std::string &dex)
{
    Gap gap;
    if (const auto it = m_gaps.find(dex); it != m_gaps.end())
        gap = it->second;
    gap.orders = skipped;
    noteGap(dex, std::move(gap));
    if (!skipped.empty()) {
        // That it does not show an order says nothing: it may be one of those.
        for (const trading::OrderReport &report : trading::reportsOf(orders))
            m_orders.applyReport(report, m_clock.wallMs());
        return;
    }
    const auto missing = m_orders.applySnapshot(trading::reportsOf(orders), dex, m_clock.wallMs());
    if (!missing.empty())
        m_hooks.missing(missing);
}

void AccountData::applyFills(std::vector<model::Fill> fills)
{
    std::vector<model::Fill> fresh = m_fills.add(std::move(fills));
    for (const model::Fill &fill : fresh) {
        m_orders.applyFill(fill, m_clock.wallMs());
        // A fill from the future would leave the position in doubt until then.
        model::Fill dated = fill;
        if (m_hooks.dateProblem && m_hooks.venueNow &&
            !m_hooks.dateProblem(fill.time, m_clock.monoNs()).empty())
            dated.time = m_hooks.venueNow();
        m_account.noteFill(dated);
        m_day.noteFill(fill);
    }
    if (!fresh.empty() && m_hooks.filled)
        m_hooks.filled(fresh);
    // The first list is told also where it is empty: then it is known that nothing was traded.
    if (!fresh.empty() || !m_wereFillsSent)
        m_sink.fillsAppended(std::move(fresh), !std::exchange(m_wereFillsSent, true));
}

Status AccountData::applyPerp(venue::PerpAccount account, std::int64_t receivedNs)
{
    const std::string dex = account.margin.dex;
    const auto problemOf = [&](TimeMs time) {
        return m_hooks.dateProblem ? m_hooks.dateProblem(time, receivedNs) : std::string();
    };
    if (const std::string why = problemOf(account.margin.time); !why.empty())
        return fail(ErrorKind::Parse, "the positions" + (dex.empty() ? "" : " of " + dex) +
                                          " cannot be true: " + why);
    // Taken before the venue's clock was known: it must not keep out what is true.
    if (!problemOf(m_account.timeOf(dex)).empty())
        m_account.forgetTime(dex);
    if (account.margin.time >= m_account.timeOf(dex)) {
        Gap gap;
        if (const auto it = m_gaps.find(dex); it != m_gaps.end())
            gap.orders = it->second.orders;
        gap.positions = std::move(account.skipped);
        gap.coins = std::move(account.skippedCoins);
        noteGap(dex, std::move(gap));
    }
    account.margin.collateral = m_registry.collateralOf(account.margin.dex);
    for (model::Position &position : account.positions)
        position.collateral = account.margin.collateral;
    m_account.applyDex(std::move(account.margin), std::move(account.positions), receivedNs);
    scheduleAccount();
    return {};
}

void AccountData::applySetting(const venue::ActiveAsset &asset)
{
    model::MarketSetting setting;
    setting.coin = asset.coin;
    setting.leverage = asset.leverage;
    setting.isCross = asset.isCross;
    setting.availableToBuy = asset.availableToBuy;
    setting.availableToSell = asset.availableToSell;
    setting.maxBuySz = toDecimal(asset.maxBuySz, asset.grid);
    setting.maxSellSz = toDecimal(asset.maxSellSz, asset.grid);
    m_account.applySetting(std::move(setting));
    scheduleAccount();
}

void AccountData::askLeverage(const std::string &coin,
                              std::function<void(const Result<trading::LeverageSetting> &)> done)
{
    ask(Object{{"type", "activeAssetData"}, {"user", m_user.toString()}, {"coin", coin}},
        net::Priority::Account, [this, done = std::move(done)](const Result<std::string> &body) {
            const auto asset = body ? m_decoder.activeAssetData(*body)
                                    : Result<venue::ActiveAsset>(fail(body.error()));
            if (!asset)
                return done(fail(asset.error()));
            applySetting(*asset);
            done(trading::LeverageSetting{asset->leverage, asset->isCross});
        });
}

void AccountData::apply(const venue::Frame &frame, std::int64_t receivedNs)
{
    const auto isOurs = [this](const Address &user) { return user == m_user; };
    if (const auto *updates = std::get_if<venue::OrderUpdatesFrame>(&frame.payload)) {
        if (frame.channel != venue::Channel::OrderUpdates)
            return;
        for (const venue::OrderUpdate &update : updates->updates) {
            m_hooks.timeSeen(update.statusTimestamp, receivedNs);
            m_orders.applyReport(trading::reportOf(update), m_clock.wallMs());
        }
    } else if (const auto *fills = std::get_if<venue::FillsFrame>(&frame.payload)) {
        if (isOurs(fills->user)) {
            tellSkipped("fill", frame.skipped);
            applyFills(fills->fills);
        }
    } else if (const auto *orders = std::get_if<venue::OpenOrdersFrame>(&frame.payload)) {
        if (!isOurs(orders->user))
            return;
        applyOpenOrders(orders->orders, frame.skipped, orders->dex);
        proven(StreamType::OpenOrders, orders->dex, receivedNs);
    } else if (const auto *accounts = std::get_if<venue::PerpAccountsFrame>(&frame.payload)) {
        if (!isOurs(accounts->user))
            return;
        for (const venue::PerpAccount &account : accounts->accounts) {
            m_hooks.timeSeen(account.margin.time, receivedNs);
            if (const Status taken = applyPerp(account, receivedNs))
                proven(StreamType::ClearinghouseState, account.margin.dex, receivedNs);
            else
                notice(NoticeLevel::Warning,
                       "The venue sent something about the account that was dropped: " +
                           taken.error().detail + ".",
                       "dated " + account.margin.dex);
        }
    } else if (const auto *spot = std::get_if<venue::SpotStateFrame>(&frame.payload)) {
        if (!isOurs(spot->user))
            return;
        m_account.applyBalances(spot->account.balances, receivedNs);
        proven(StreamType::SpotState, {}, receivedNs);
        scheduleAccount();
    } else if (const auto *asset = std::get_if<venue::ActiveAsset>(&frame.payload)) {
        if (!isOurs(asset->user))
            return;
        applySetting(*asset);
    } else if (const auto *history = std::get_if<venue::TwapHistoryFrame>(&frame.payload)) {
        if (!isOurs(history->user))
            return;
        m_account.twaps().applyHistory(history->history);
        followTwaps();
        scheduleAccount();
    } else if (const auto *twaps = std::get_if<venue::TwapStatesFrame>(&frame.payload)) {
        if (!isOurs(twaps->user))
            return;
        tellSkipped("TWAP", frame.skipped);
        m_account.twaps().applyStates(twaps->dex, twaps->states, frame.skipped.empty());
        scheduleAccount();
    }
}

void AccountData::scheduleAccount(bool isDayNew)
{
    m_isDayNew = m_isDayNew || isDayNew;
    if (m_accountTimer.isActive())
        return;
    m_accountTimer.start(kAccountPeriod, [this] {
        const bool hasChanged = m_account.takeChanged();
        if (std::exchange(m_isDayNew, false) || hasChanged)
            m_sink.accountChanged(state());
    });
}

void AccountData::sendState()
{
    if (!m_isStarted)
        return;
    m_sink.ordersChanged(m_orders.all(), true);
    if (m_wereFillsSent)
        m_sink.fillsAppended(m_fills.all(), true);
    m_sink.accountChanged(state());
    if (m_fees)
        m_sink.feesChanged(*m_fees);
}

} // namespace hl::engine
