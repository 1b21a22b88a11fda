// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/clock.h"
#include "base/journal_entry.h"
#include "base/result.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace hl::trading {

/// Where journal rows end up: a database on another thread, a test's double.
class IntentStore
{
public:
    virtual ~IntentStore() = default;
    /// All or none, in order, after everything written before. `done` comes on the caller's thread,
    /// later, once: the number of the last row when all of them are durable. An empty list asks
    /// whether writing is possible.
    virtual void write(std::vector<JournalEntry> rows,
                       std::function<void(Result<std::uint64_t>)> done) = 0;
};

/// The journal as the dispatcher sees it (interaction.md G12, D14): a row is either written at once
/// and reported durable, or soon. What cannot be written is held in memory, in order, and written
/// with a mark as soon as the store takes it. Engine thread; never waits.
class IntentLog
{
public:
    IntentLog(const Clock &clock, TimerService &timers);
    ~IntentLog();
    IntentLog(const IntentLog &) = delete;
    IntentLog &operator=(const IntentLog &) = delete;

    /// Until one of these is called, rows wait.
    void setStore(std::unique_ptr<IntentStore> store);
    /// There is none yet, for this reason; setStore may follow.
    void storeFailed(const Error &error);

    /// A number for a new request, above every one in `setLast`.
    IntentId open();
    void setLast(IntentId last);
    /// Network, account: told in every row that may be signed.
    void setSession(std::string network, std::string account);
    const std::string &network() const { return m_network; }
    const std::string &account() const { return m_account; }

    /// Written within a moment, together with what else comes.
    void note(IntentId intent, std::string_view kind, std::string payload);
    /// Written at once. `done` comes later, once: durable, or why not (the rows are held then).
    void commit(std::vector<JournalEntry> rows, std::function<void(const Status &)> done);

    /// One sentence where rows cannot be written at the moment.
    std::optional<std::string> trouble() const;
    /// Not durable yet.
    std::size_t held() const { return m_rows.size(); }
    TimeMs now() const { return m_clock.wallMs(); }
    /// False once this is gone.
    std::shared_ptr<const bool> isAlive() const { return m_isAlive; }

    struct Hooks
    {
        std::function<void()> troubleChanged;
        /// These are durable; the last one has this number.
        std::function<void(const std::vector<JournalEntry> &, std::uint64_t lastSeq)> written;
        /// While it cannot be written: one more waits in memory.
        std::function<void()> heldGrew;
        /// After the log is gone: so many rows are in no journal. It may only tell.
        std::function<void(std::size_t rows, const Error &)> lost;
    };
    void setHooks(Hooks hooks) { m_hooks = std::move(hooks); }

private:
    struct Held
    {
        JournalEntry entry;
        bool isLate = false;
        std::function<void(const Status &)> done; ///< of a commit's last row
    };

    void flush();
    void written(std::size_t count, std::vector<JournalEntry> rows,
                 const Result<std::uint64_t> &result);
    void failed(const Error &error);
    void tellLater(std::function<void(const Status &)> done, const Status &status);

    const Clock &m_clock;
    TimerService &m_timers;
    std::unique_ptr<IntentStore> m_store;
    Hooks m_hooks;
    std::string m_network;
    std::string m_account;
    IntentId m_last = 0;
    std::deque<Held> m_rows;
    std::optional<Error> m_trouble;
    std::size_t m_inFlight = 0; ///< rows at the front that are being written
    bool m_isWriting = false;
    bool m_isUrgent = false;
    Timer m_soon;
    Timer m_retry;
    std::shared_ptr<bool> m_isAlive;
};

} // namespace hl::trading
