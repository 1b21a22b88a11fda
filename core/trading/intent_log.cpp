// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trading/intent_log.h"

#include <algorithm>
#include <utility>

namespace hl::trading {

namespace {

using namespace std::chrono_literals;

constexpr auto kSoon = 20ms;
constexpr auto kRetry = 1s;
/// Of one write, so that what is urgent never waits behind a long list.
constexpr std::size_t kMostRows = 500;

/// The mark of a row that could not be written when it was made.
void markLate(JournalEntry &entry, TimeMs now)
{
    if (entry.payload.size() < 2 || entry.payload.front() != '{')
        return;
    const bool isEmpty = entry.payload[1] == '}';
    entry.payload.insert(1, "\"writtenLate\":" + std::to_string(now) + (isEmpty ? "" : ","));
}

} // namespace

IntentLog::IntentLog(const Clock &clock, TimerService &timers)
    : m_clock(clock)
    , m_timers(timers)
    , m_soon(timers)
    , m_retry(timers)
    , m_isAlive(std::make_shared<bool>(true))
{
    // Above what an earlier process used, also where its journal cannot be read.
    m_last = static_cast<IntentId>(std::max<TimeMs>(clock.wallMs(), 0));
}

IntentLog::~IntentLog()
{
    *m_isAlive = false;
    // What was noted last goes on its way; the store's thread writes it before it ends.
    std::vector<JournalEntry> rest;
    for (std::size_t i = m_inFlight; i < m_rows.size(); ++i) {
        rest.push_back(std::move(m_rows[i].entry));
        if (m_rows[i].isLate)
            markLate(rest.back(), now());
    }
    if (rest.empty())
        return;
    if (!m_store) {
        if (m_hooks.lost)
            m_hooks.lost(rest.size(),
                         m_trouble.value_or(Error{ErrorKind::Internal, "it was never opened"}));
        return;
    }
    const std::size_t count = rest.size();
    m_store->write(std::move(rest), [count, lost = m_hooks.lost](Result<std::uint64_t> result) {
        if (!result && lost)
            lost(count, result.error());
    });
}

void IntentLog::setStore(std::unique_ptr<IntentStore> store)
{
    m_store = std::move(store);
    m_retry.stop();
    m_isUrgent = true;
    if (m_trouble || !m_rows.empty())
        flush();
}

void IntentLog::storeFailed(const Error &error)
{
    failed(error);
}

IntentId IntentLog::open()
{
    return ++m_last;
}

void IntentLog::setLast(IntentId last)
{
    m_last = std::max(m_last, last);
}

void IntentLog::setSession(std::string network, std::string account)
{
    m_network = std::move(network);
    m_account = std::move(account);
}

void IntentLog::note(IntentId intent, std::string_view kind, std::string payload)
{
    m_rows.push_back({{now(), intent, std::string(kind), std::move(payload)}, false, {}});
    m_rows.back().isLate = m_trouble.has_value();
    if (m_trouble) {
        if (m_hooks.heldGrew)
            m_hooks.heldGrew();
        return;
    }
    if (!m_isWriting && !m_soon.isActive())
        m_soon.start(kSoon, [this] { flush(); });
}

void IntentLog::commit(std::vector<JournalEntry> rows, std::function<void(const Status &)> done)
{
    if (rows.empty()) {
        tellLater(std::move(done), {});
        return;
    }
    for (JournalEntry &entry : rows)
        m_rows.push_back({std::move(entry), m_trouble.has_value(), {}});
    if (m_trouble) {
        tellLater(std::move(done), fail(*m_trouble));
        if (m_hooks.heldGrew)
            m_hooks.heldGrew();
        return;
    }
    m_rows.back().done = std::move(done);
    m_isUrgent = true;
    flush();
}

void IntentLog::tellLater(std::function<void(const Status &)> done, const Status &status)
{
    if (!done)
        return;
    m_timers.after(0ms, [done = std::move(done), status, alive = m_isAlive] {
        if (*alive)
            done(status);
    });
}

void IntentLog::flush()
{
    m_soon.stop();
    if (m_isWriting || !m_store)
        return;
    m_isWriting = true;
    m_isUrgent = false;
    // Where the store was in trouble, one small write shows whether it is over.
    const std::size_t count = std::min(m_rows.size(), m_trouble ? std::size_t{1} : kMostRows);
    std::vector<JournalEntry> rows;
    rows.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        rows.push_back(m_rows[i].entry);
        if (m_rows[i].isLate)
            markLate(rows.back(), now());
    }
    m_inFlight = count;
    auto copy = rows;
    m_store->write(std::move(copy), [this, count, rows = std::move(rows), alive = m_isAlive,
                                     lost = m_hooks.lost](Result<std::uint64_t> result) mutable {
        if (*alive)
            written(count, std::move(rows), result);
        else if (!result && lost && count > 0)
            lost(count, result.error());
    });
}

void IntentLog::written(std::size_t count, std::vector<JournalEntry> rows,
                        const Result<std::uint64_t> &result)
{
    m_isWriting = false;
    m_inFlight = 0;
    if (!result) {
        failed(result.error());
        return;
    }
    std::vector<std::function<void(const Status &)>> told;
    for (std::size_t i = 0; i < count; ++i) {
        if (m_rows.front().done)
            told.push_back(std::move(m_rows.front().done));
        m_rows.pop_front();
    }
    const bool wasTrouble = std::exchange(m_trouble, std::nullopt).has_value();
    const auto alive = m_isAlive;
    // Orders wait for this; tables do not.
    for (const auto &done : told) {
        done({});
        if (!*alive)
            return;
    }
    if (m_hooks.written && !rows.empty())
        m_hooks.written(rows, *result);
    if (wasTrouble && m_hooks.troubleChanged)
        m_hooks.troubleChanged();
    if (m_rows.empty() || m_isWriting)
        return;
    const bool isWaitedFor =
        std::ranges::any_of(m_rows, [](const Held &h) { return static_cast<bool>(h.done); });
    if (isWaitedFor || m_isUrgent || wasTrouble)
        flush();
    else if (!m_soon.isActive())
        m_soon.start(kSoon, [this] { flush(); });
}

void IntentLog::failed(const Error &error)
{
    const bool isNew = !m_trouble || m_trouble->detail != error.detail;
    m_trouble = error;
    std::vector<std::function<void(const Status &)>> told;
    for (Held &row : m_rows) {
        row.isLate = true;
        if (row.done)
            told.push_back(std::exchange(row.done, {}));
    }
    if (m_store)
        m_retry.start(kRetry, [this] { flush(); });
    if (isNew && m_hooks.troubleChanged)
        m_hooks.troubleChanged();
    for (auto &done : told)
        tellLater(std::move(done), fail(error));
}

std::optional<std::string> IntentLog::trouble() const
{
    if (!m_trouble)
        return {};
    return "The journal cannot be written, so no entry is signed; exits go out and are written "
           "down later: " +
           m_trouble->sentence();
}

} // namespace hl::trading
