// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/common/workspace_state.h"

#include "ui/common/formatters.h"
#include "ui/signer/signer_state.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace hl::ui {

MarketLease::MarketLease(WorkspaceState &state, std::string coin)
    : m_state(&state)
    , m_coin(std::move(coin))
{
    if (m_coin.empty())
        m_state = nullptr;
    else
        m_state->follow(m_coin);
}

MarketLease::MarketLease(MarketLease &&other) noexcept
    : m_state(std::exchange(other.m_state, nullptr))
    , m_coin(std::move(other.m_coin))
    , m_painting(std::exchange(other.m_painting, false))
{
    other.m_coin.clear();
}

MarketLease &MarketLease::operator=(MarketLease &&other) noexcept
{
    if (this != &other) {
        reset();
        m_state = std::exchange(other.m_state, nullptr);
        m_coin = std::move(other.m_coin);
        m_painting = std::exchange(other.m_painting, false);
        other.m_coin.clear();
    }
    return *this;
}

void MarketLease::reset()
{
    if (m_state) {
        setPainting(false);
        m_state->release(m_coin);
    }
    m_state = nullptr;
    m_coin.clear();
}

void MarketLease::setPainting(bool painting)
{
    if (!m_state || painting == m_painting)
        return;
    m_painting = painting;
    m_state->addPainter(m_coin, painting ? 1 : -1);
}

void MarketLease::painted()
{
    if (m_state)
        m_state->bookPainted(m_coin);
}

WorkspaceState::WorkspaceState(engine::EngineApi &engine, const Clock &clock, TimerService *timers,
                               QObject *parent)
    : QObject(parent)
    , m_engine(engine)
    , m_clock(clock)
    , m_timers(timers)
    , m_instruments(std::make_shared<engine::InstrumentList>())
    , m_signing(new SignerState(engine, this))
{
    connectEngine();
    if (timers) {
        m_beatTimer = std::make_unique<Timer>(*timers);
        scheduleBeat();
    } else {
        m_qtBeat.setInterval(kHeartbeatMs);
        connect(&m_qtBeat, &QTimer::timeout, this, &WorkspaceState::beat);
        m_qtBeat.start();
    }
}

WorkspaceState::~WorkspaceState()
{
    m_selected.reset();
}

void WorkspaceState::connectEngine()
{
    using engine::EngineApi;
    connect(&m_engine, &EngineApi::bookChanged, this, &WorkspaceState::onBook);
    connect(&m_engine, &EngineApi::tradesAppended, this, &WorkspaceState::onTrades);
    connect(&m_engine, &EngineApi::replayJumped, this, [this] {
        for (auto &[coin, market] : m_markets) {
            market.tape = {};
            Q_EMIT tapeChanged(coin);
        }
    });
    connect(&m_engine, &EngineApi::ordersChanged, this, &WorkspaceState::onOrders);
    connect(&m_engine, &EngineApi::fillsAppended, this, &WorkspaceState::onFills);
    connect(&m_engine, &EngineApi::instrumentsChanged, this, &WorkspaceState::onInstruments);
    connect(&m_engine, &EngineApi::marketsChanged, this,
            [this](const std::vector<market::AssetCtx> &contexts) {
                for (const auto &context : contexts)
                    m_contexts.insert_or_assign(context.coin, context);
                Q_EMIT contextsChanged(contexts);
            });
    connect(&m_engine, &EngineApi::accountChanged, this, [this](const model::AccountState &a) {
        if (a.user != m_account.user)
            m_entries.forgetAccount();
        m_account = a;
        Q_EMIT accountChanged();
    });
    connect(&m_engine, &EngineApi::feesChanged, this, [this](const model::FeeRates &fees) {
        m_fees = fees;
        Q_EMIT feesChanged();
    });
    connect(&m_engine, &EngineApi::connectionChanged, this,
            [this](const engine::ConnectionStatus &status) {
                m_connection = status;
                nameTrader();
                Q_EMIT connectionChanged();
            });
    connect(&m_engine, &EngineApi::signerChanged, this, [this](const engine::SignerStatus &status) {
        m_signer = status;
        nameTrader();
        Q_EMIT signerChanged();
    });
    connect(&m_engine, &EngineApi::latencyMeasured, this, [this](const engine::OrderLatency &l) {
        m_latency = l;
        Q_EMIT latencyChanged();
    });
    connect(&m_engine, &EngineApi::journalChanged, this,
            [this](const engine::JournalStatus &status) { m_journal = status; });
    connect(&m_engine, &EngineApi::moneyChanged, this, [this](const engine::MoneyProgress &money) {
        if (engine::isEnded(money.state))
            m_money.erase(money.id);
        else
            m_money.insert_or_assign(money.id, money);
    });
    connect(&m_engine, &EngineApi::commandFinished, this, &WorkspaceState::commandFinished);
    connect(&m_engine, &EngineApi::noticeRaised, this, &WorkspaceState::noticeRaised);
}

void WorkspaceState::scheduleBeat()
{
    m_beatTimer->start(std::chrono::milliseconds(kHeartbeatMs), [this] {
        scheduleBeat();
        beat();
    });
}

void WorkspaceState::beat()
{
    // A followed market that nobody paints (only the ticket reads it) moves on at this pace.
    for (auto &[coin, market] : m_markets) {
        if (market.painters == 0 && market.followers > 0)
            returnBookCredit(coin, market);
    }
    Q_EMIT heartbeat();
}

const market::Instrument *WorkspaceState::instrument(std::string_view coin) const
{
    return m_instruments->find(coin);
}

void WorkspaceState::selectCoin(const std::string &coin)
{
    if (coin.empty() || coin == m_selected.coin())
        return;
    m_selected = MarketLease(*this, coin);
    Q_EMIT selectedCoinChanged(coin);
}

market::BookSnapshotPtr WorkspaceState::book(const std::string &coin) const
{
    const auto it = m_markets.find(coin);
    return it == m_markets.end() ? nullptr : it->second.book;
}

const market::AssetCtx *WorkspaceState::context(const std::string &coin) const
{
    const auto it = m_contexts.find(coin);
    return it == m_contexts.end() ? nullptr : &it->second;
}

std::vector<market::AssetCtx> WorkspaceState::contexts() const
{
    std::vector<market::AssetCtx> all;
    all.reserve(m_contexts.size());
    for (const auto &[coin, context] : m_contexts)
        all.push_back(context);
    return all;
}

const TradeTape &WorkspaceState::tape(const std::string &coin) const
{
    static const TradeTape empty;
    const auto it = m_markets.find(coin);
    return it == m_markets.end() ? empty : it->second.tape;
}

void WorkspaceState::resetTraded(const std::string &coin)
{
    if (const auto it = m_markets.find(coin); it != m_markets.end()) {
        it->second.tape.traded.clear();
        Q_EMIT tapeChanged(coin);
    }
}

const model::Position *WorkspaceState::position(std::string_view coin) const
{
    for (const auto &position : m_account.positions) {
        if (position.coin == coin)
            return &position;
    }
    return nullptr;
}

const model::Order *WorkspaceState::order(model::OrderKey key) const
{
    const auto it = m_orders.find(key);
    return it == m_orders.end() ? nullptr : &it->second;
}

std::vector<model::Order> WorkspaceState::ordersFor(std::string_view coin) const
{
    std::vector<model::Order> found;
    if (const auto keys = m_openByCoin.find(coin); keys != m_openByCoin.end()) {
        found.reserve(keys->second.size());
        for (const model::OrderKey key : keys->second)
            found.push_back(m_orders.at(key));
    }
    return found;
}

void WorkspaceState::requestTicket(const std::string &coin, model::Side side, Px px)
{
    Q_EMIT ticketRequested(coin, side, px);
}

void WorkspaceState::requestClose(const std::string &coin)
{
    Q_EMIT closeRequested(coin);
}

void WorkspaceState::raiseNotice(engine::NoticeLevel level, const QString &text,
                                 const QString &topic)
{
    engine::Notice notice;
    notice.level = level;
    notice.text = text.toStdString();
    notice.topic = topic.toStdString();
    notice.time = m_clock.wallMs();
    Q_EMIT noticeRaised(notice);
}

void WorkspaceState::follow(const std::string &coin)
{
    if (m_markets[coin].followers++ == 0)
        m_engine.followMarket(coin);
}

void WorkspaceState::release(const std::string &coin)
{
    const auto it = m_markets.find(coin);
    if (it == m_markets.end() || --it->second.followers > 0)
        return;
    // The last book would only grow old unseen; what traded is kept, it counts since the start.
    it->second.book = nullptr;
    it->second.owesBookCredit = false;
    m_engine.releaseMarket(coin);
}

void WorkspaceState::addPainter(const std::string &coin, int delta)
{
    m_markets[coin].painters += delta;
}

void WorkspaceState::bookPainted(const std::string &coin)
{
    if (const auto it = m_markets.find(coin); it != m_markets.end())
        returnBookCredit(coin, it->second);
}

void WorkspaceState::returnBookCredit(const std::string &coin, Market &market)
{
    if (std::exchange(market.owesBookCredit, false))
        m_engine.returnBookCredit(coin);
}

void WorkspaceState::onBook(const market::BookSnapshotPtr &book)
{
    if (!book)
        return;
    const auto it = m_markets.find(book->coin);
    if (it == m_markets.end() || it->second.followers == 0)
        return; // released while this one was on its way
    it->second.book = book;
    it->second.owesBookCredit = true;
    Q_EMIT bookChanged(book);
}

void WorkspaceState::onTrades(const engine::TradeBatch &batch)
{
    const auto it = m_markets.find(batch.coin);
    if (it == m_markets.end() || it->second.followers == 0)
        return;
    TradeTape &tape = it->second.tape;
    tape.grid = batch.grid;
    // History sent on subscribing fills an empty tape; after a reconnect only its newer part
    // counts.
    const TimeMs known = tape.trades.empty() ? 0 : tape.trades.back().time;
    for (const auto &trade : batch.trades) {
        if (batch.isSnapshot && known != 0 &&
            (trade.time < known ||
             std::any_of(tape.trades.rbegin(), tape.trades.rend(),
                         [&](const market::Trade &t) { return t.tid == trade.tid; })))
            continue;
        tape.trades.push_back(trade);
        ++tape.serial;
        if (!batch.isSnapshot) {
            auto &at = tape.traded[trade.px];
            (trade.isBuy ? at.bought : at.sold) = (trade.isBuy ? at.bought : at.sold) + trade.sz;
            if (tape.traded.size() > TradeTape::kMaxTraded) {
                const auto lowest = tape.traded.begin();
                const auto highest = std::prev(tape.traded.end());
                tape.traded.erase(highest->first - trade.px > trade.px - lowest->first ? highest
                                                                                       : lowest);
            }
        }
    }
    while (tape.trades.size() > TradeTape::kMax)
        tape.trades.pop_front();
    tape.missed += batch.missed;
    m_engine.returnTradeCredit(batch.coin);
    Q_EMIT tapeChanged(batch.coin);
}

void WorkspaceState::onOrders(const std::vector<model::Order> &orders, bool isSnapshot)
{
    if (isSnapshot) {
        m_orders.clear();
        m_openByCoin.clear();
        m_ended.clear();
    }
    const std::string lastTrader = m_entries.lastTrader();
    for (const auto &order : orders) {
        m_entries.noteOrder(this->order(order.key), order, isSnapshot, m_clock.monoNs());
        keepOrder(order);
    }
    if (m_entries.lastTrader() != lastTrader)
        Q_EMIT lastTraderChanged(m_entries.lastTrader());
    while (m_ended.size() > kMaxEndedOrders) {
        m_orders.erase(m_ended.begin()->second);
        m_ended.erase(m_ended.begin());
    }
    Q_EMIT ordersChanged(orders, isSnapshot);
}

void WorkspaceState::keepOrder(const model::Order &order)
{
    if (const auto old = m_orders.find(order.key); old != m_orders.end()) {
        m_ended.erase({old->second.updatedAt, order.key});
        if (const auto keys = m_openByCoin.find(old->second.coin); keys != m_openByCoin.end()) {
            keys->second.erase(order.key);
            if (keys->second.empty())
                m_openByCoin.erase(keys);
        }
    }
    m_orders.insert_or_assign(order.key, order);
    if (model::isTerminal(order.phase))
        m_ended.emplace(order.updatedAt, order.key);
    else
        m_openByCoin[order.coin].insert(order.key);
}

void WorkspaceState::onFills(const std::vector<model::Fill> &fills, bool isSnapshot)
{
    m_entries.noteFills(fills, isSnapshot);
    if (isSnapshot)
        m_fills.clear();
    m_fills.insert(m_fills.end(), fills.begin(), fills.end());
    while (m_fills.size() > kMaxFills)
        m_fills.pop_front();
    Q_EMIT fillsAppended(fills, isSnapshot);
}

void WorkspaceState::onInstruments(const engine::InstrumentListPtr &list)
{
    if (!list)
        return;
    m_instruments = list;
    Q_EMIT instrumentsChanged();
}

/// The account and its network, as G11 tells them apart.
void WorkspaceState::nameTrader()
{
    const bool isKnown = m_signer.kind != engine::SignerKind::None &&
                         m_connection.link != engine::LinkState::Offline;
    m_entries.setTrader(isKnown ? std::to_string(static_cast<int>(m_connection.network)) + ':' +
                                      m_signer.account.toString()
                                : std::string());
}

bool WorkspaceState::canTrade() const
{
    return m_signer.kind != engine::SignerKind::None &&
           (!m_signer.isLocked || m_signing->mode() == engine::TradeMode::DeviceOnly);
}

} // namespace hl::ui
