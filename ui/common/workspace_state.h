// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/clock.h"
#include "engine/api/engine_api.h"
#include "guard/entry_history.h"
#include "guard/guard.h"
#include "ui/common/paint_stats.h"

#include <QObject>
#include <QTimer>

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace hl::ui {

class SignerState;
class WorkspaceState;

/// A panel's interest in one market; the market is released with the last of them. While
/// `setPainting(true)`, the next book is asked for only after `painted()`: a hidden or stalled view
/// never pulls data. GUI thread; must not outlive the state.
class MarketLease
{
public:
    MarketLease() = default;
    MarketLease(WorkspaceState &state, std::string coin);
    ~MarketLease() { reset(); }
    MarketLease(MarketLease &&other) noexcept;
    MarketLease &operator=(MarketLease &&other) noexcept;
    MarketLease(const MarketLease &) = delete;
    MarketLease &operator=(const MarketLease &) = delete;

    void reset();
    explicit operator bool() const { return m_state != nullptr; }
    const std::string &coin() const { return m_coin; }

    void setPainting(bool painting);
    /// Call at the end of each paintEvent that drew this market's book.
    void painted();

private:
    WorkspaceState *m_state = nullptr;
    std::string m_coin;
    bool m_painting = false;
};

/// Recent trades of one market and what has traded at each price, kept while it is followed.
struct TradeTape
{
    static constexpr std::size_t kMax = 2000;
    static constexpr std::size_t kMaxTraded = 10'000;

    Grid grid;
    std::deque<market::Trade> trades; ///< oldest first, at most kMax
    std::uint64_t missed = 0;         ///< never shown, because the window was stalled
    std::uint64_t serial = 0;         ///< rises with each trade; the last one in `trades` has it

    struct Traded
    {
        Sz bought; ///< aggressor bought
        Sz sold;
    };
    /// Since the market was first followed, or reset. Over kMaxTraded prices, the one farthest from
    /// the last trade is let go.
    std::map<Px, Traded> traded;
};

/// The newest state of everything the panels show: one copy, on the GUI thread, fed by the engine's
/// events. Panels read here and connect to the signals below; commands go to engine() with
/// nextRequest(). Pointers returned are valid until the next event.
class WorkspaceState : public QObject
{
    Q_OBJECT

public:
    static constexpr std::size_t kMaxFills = 50'000;
    /// Ended orders kept, the latest; the journal keeps all of them.
    static constexpr std::size_t kMaxEndedOrders = 2'000;
    static constexpr int kHeartbeatMs = 200;

    /// `clock` and `timers` outlive this; without `timers` the heartbeat runs on a QTimer.
    WorkspaceState(engine::EngineApi &engine, const Clock &clock, TimerService *timers = nullptr,
                   QObject *parent = nullptr);
    ~WorkspaceState() override;

    engine::EngineApi &engine() const { return m_engine; }
    const Clock &clock() const { return m_clock; }
    /// Where timers of the window run; null: Qt's own. See OneShot.
    TimerService *timers() const { return m_timers; }
    RequestId nextRequest() { return ++m_lastRequest; }
    PaintStats &paintStats() { return m_paintStats; }

    // --- markets
    engine::InstrumentListPtr instruments() const { return m_instruments; } ///< never null
    const market::Instrument *instrument(std::string_view coin) const;
    const std::string &selectedCoin() const { return m_selected.coin(); }
    void selectCoin(const std::string &coin);
    /// Null until a book of a followed market has come. The selected market is always followed.
    market::BookSnapshotPtr book(const std::string &coin) const;
    const market::AssetCtx *context(const std::string &coin) const;
    std::vector<market::AssetCtx> contexts() const; ///< all that are known
    const TradeTape &tape(const std::string &coin) const;
    void resetTraded(const std::string &coin);

    // --- account
    const model::AccountState &account() const { return m_account; }
    bool hasAccount() const { return m_account.receivedMonoNs != 0; }
    const model::Position *position(std::string_view coin) const;
    const std::map<model::OrderKey, model::Order> &orders() const { return m_orders; }
    const model::Order *order(model::OrderKey key) const;
    /// Live and in-flight orders of one market (never the ended ones), in key order.
    std::vector<model::Order> ordersFor(std::string_view coin) const;
    const std::deque<model::Fill> &fills() const { return m_fills; } ///< oldest first
    const std::optional<model::FeeRates> &fees() const { return m_fees; }

    // --- connection
    const engine::ConnectionStatus &connection() const { return m_connection; }
    const engine::SignerStatus &signer() const { return m_signer; }
    const std::optional<engine::OrderLatency> &lastLatency() const { return m_latency; }
    const engine::JournalStatus &journal() const { return m_journal; }
    /// Movements that have not ended, by id.
    const std::map<std::uint64_t, engine::MoneyProgress> &moneyOnItsWay() const { return m_money; }
    /// Is a key there that may sign for the account shown? While it is locked, a device beside it
    /// signs exits (rule zero); the engine holds the entries.
    bool canTrade() const;
    /// Device, reviews and agents.
    SignerState &signing() const { return *m_signing; }

    /// What the ticket asks about and refuses; the engine holds the same.
    const guard::Limits &guardLimits() const { return m_guardLimits; }
    void setGuardLimits(const guard::Limits &limits) { m_guardLimits = limits; }
    /// What was entered before, by which an entry is judged too (G7, G10, G11).
    const guard::EntryHistory &entryHistory() const { return m_entries; }
    /// Who entered last, from an earlier session; lastTraderChanged tells when that changes.
    void setLastTrader(const std::string &trader) { m_entries.setLastTrader(trader); }

    // --- between panels
    /// Fills the ticket; sends nothing (L4, L9).
    void requestTicket(const std::string &coin, model::Side side, Px px);
    /// Fills the ticket with the order that closes this market's position; sends nothing.
    void requestClose(const std::string &coin);
    /// The ticket turns the position round: closes it and opens as much the other way (L32).
    void requestReverse(const std::string &coin) { Q_EMIT reverseRequested(coin); }
    /// A line for the message bar and the log, raised by the window itself.
    void raiseNotice(engine::NoticeLevel level, const QString &text, const QString &topic = {});
    /// The ticks on which ages, countdowns and delayed changes are judged; tests call it after
    /// moving the clock.
    void beat();

Q_SIGNALS:
    void instrumentsChanged();
    void selectedCoinChanged(const std::string &coin);
    void bookChanged(const hl::market::BookSnapshotPtr &book);
    void contextsChanged(const std::vector<hl::market::AssetCtx> &changed);
    /// The tape of `coin` has grown or was replaced.
    void tapeChanged(const std::string &coin);
    void ordersChanged(const std::vector<hl::model::Order> &orders, bool isSnapshot);
    void fillsAppended(const std::vector<hl::model::Fill> &fills, bool isSnapshot);
    void accountChanged();
    void feesChanged();
    void connectionChanged();
    void signerChanged();
    void latencyChanged();
    void noticeRaised(const hl::engine::Notice &notice);
    void commandFinished(const hl::engine::CommandResult &result);
    void lastTraderChanged(const std::string &trader);
    void ticketRequested(const std::string &coin, hl::model::Side side, hl::Px px);
    void closeRequested(const std::string &coin);
    void reverseRequested(const std::string &coin);
    /// Five times a second.
    void heartbeat();

private:
    friend class MarketLease;
    struct Market
    {
        int followers = 0;
        int painters = 0;
        bool owesBookCredit = false;
        market::BookSnapshotPtr book;
        TradeTape tape;
    };

    void follow(const std::string &coin);
    void release(const std::string &coin);
    void addPainter(const std::string &coin, int delta);
    void bookPainted(const std::string &coin);
    void returnBookCredit(const std::string &coin, Market &market);
    void connectEngine();
    void scheduleBeat();

    void onBook(const market::BookSnapshotPtr &book);
    void onTrades(const engine::TradeBatch &batch);
    void onOrders(const std::vector<model::Order> &orders, bool isSnapshot);
    void keepOrder(const model::Order &order);
    void nameTrader();
    void onFills(const std::vector<model::Fill> &fills, bool isSnapshot);
    void onInstruments(const engine::InstrumentListPtr &list);

    engine::EngineApi &m_engine;
    const Clock &m_clock;
    TimerService *m_timers;
    std::unique_ptr<Timer> m_beatTimer;
    QTimer m_qtBeat;
    RequestId m_lastRequest = 0;
    PaintStats m_paintStats;

    engine::InstrumentListPtr m_instruments;
    std::unordered_map<std::string, market::AssetCtx> m_contexts;
    std::unordered_map<std::string, Market> m_markets;
    MarketLease m_selected;

    model::AccountState m_account;
    std::map<model::OrderKey, model::Order> m_orders;
    std::map<std::string, std::set<model::OrderKey>, std::less<>> m_openByCoin;
    std::set<std::pair<TimeMs, model::OrderKey>> m_ended; ///< by the time of their last change
    std::deque<model::Fill> m_fills;
    std::optional<model::FeeRates> m_fees;
    guard::Limits m_guardLimits;
    guard::EntryHistory m_entries;
    engine::ConnectionStatus m_connection;
    engine::SignerStatus m_signer;
    SignerState *m_signing; ///< a child
    std::optional<engine::OrderLatency> m_latency;
    engine::JournalStatus m_journal;
    std::map<std::uint64_t, engine::MoneyProgress> m_money;
};

} // namespace hl::ui
