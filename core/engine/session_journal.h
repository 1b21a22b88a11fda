// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/clock.h"
#include "codec/value.h"
#include "engine/event_sink.h"
#include "engine/journal_store.h"
#include "model/account.h"
#include "model/order.h"
#include "trading/intent_log.h"
#include "trading/intent_rows.h"
#include "trading/open_intents.h"
#include "trading/order_store.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace hl::engine {

/// The journal of one session: opens it, follows the orders that were recorded to their fills and
/// their end, and tells the window. Engine thread.
class SessionJournal
{
public:
    using Open = std::function<void(std::function<void(Result<QueuedJournal::Opened>)>)>;
    /// Reads the file from the first row to the last on a thread of its own; `done` comes later.
    using Check = std::function<void(std::function<void(JournalStatus)> done)>;

    SessionJournal(const Clock &clock, TimerService &timers, EventSink &sink, std::string network,
                   Open open, Check check);
    ~SessionJournal();
    SessionJournal(const SessionJournal &) = delete;
    SessionJournal &operator=(const SessionJournal &) = delete;

    /// `settled` comes once, when the journal is open or the first try has failed; it is tried
    /// again then, and entries are held meanwhile (G12). `opened` comes once it is.
    void start(std::function<void()> settled, std::function<void()> opened);
    trading::IntentLog &log() { return m_log; }

    /// Under what is traded from here on: a row where it differs from the newest one.
    void setSettings(codec::Object settings);

    /// Movements of money among them: newest requests of earlier processes that have an end.
    const std::vector<trading::OpenIntent> &earlierMoney() const { return m_earlierMoney; }
    /// What an earlier process left open, once. While one of them cannot be read, entries are held.
    trading::OpenIntents takeUnresolved();
    /// `holding`: of them, those that may open something; entries wait for these.
    void setUnresolved(std::size_t count, std::size_t holding);
    /// The request is no longer open.
    void close(IntentId intent, Nonce nonce, const std::string &words);

    void fills(const std::vector<model::Fill> &fills, const trading::OrderStore &orders);
    void orders(const std::vector<model::Order> &changed);

    /// A sentence: no entries at the moment.
    std::optional<std::string> entryHold() const;
    void check();
    void sendState();

private:
    struct Followed
    {
        IntentId intent = 0;
        bool hasEnded = false;
    };

    void tryOpening();
    void use(QueuedJournal::Opened opened);
    void follow(const JournalEntry &row);
    void rowsWritten(const std::vector<JournalEntry> &rows, std::uint64_t lastSeq);
    void troubleChanged();
    void tellStatus();

    EventSink &m_sink;
    Open m_open;
    Check m_check;
    trading::IntentLog m_log;
    std::function<void()> m_settled;
    std::function<void()> m_opened;
    trading::OpenIntents m_unresolved;
    std::optional<std::string> m_unreadable; ///< one sentence
    std::vector<trading::OpenIntent> m_earlierMoney;
    std::unordered_map<Cloid, Followed> m_orders; ///< placed and recorded
    std::unordered_set<Tid> m_tids;
    std::optional<codec::Object> m_settings; ///< of the newest row
    std::optional<codec::Object> m_wanted;   ///< until the journal is open
    std::vector<JournalRow> m_tail;          ///< as the window has it
    JournalStatus m_status;
    std::size_t m_holding = 0;
    bool m_isOpen = false;
    bool m_toldTrouble = false;
    Timer m_retry;
    std::shared_ptr<bool> m_isAlive;
};

} // namespace hl::engine
