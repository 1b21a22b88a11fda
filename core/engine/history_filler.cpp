// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine/history_filler.h"

#include <algorithm>
#include <utility>

namespace hl::engine {

using namespace std::chrono_literals;

namespace {

constexpr auto kAgainEvery = 10min;
constexpr auto kAfterAFill = 5s;
constexpr auto kAfterTrouble = 60s;
/// A round reads so many pages of one kind; the venue gives the newest 10,000 fills only.
constexpr int kMostPages = 100;
constexpr std::size_t kMostFills = 10'000;

const char *nameOf(history::Kind kind)
{
    switch (kind) {
    case history::Kind::Fill:
        return "fills";
    case history::Kind::Order:
        return "order states";
    case history::Kind::Funding:
        return "funding payments";
    case history::Kind::Transfer:
        return "transfers";
    }
    return "entries";
}

} // namespace

/// The file, on the storage thread.
struct QueuedHistory::State
{
    std::string file;
    std::unique_ptr<history::HistoryStore> store;

    Result<history::HistoryStore *> open()
    {
        if (!store) {
            HL_TRY(opened, history::HistoryStore::open(file));
            store = std::move(opened);
        }
        return store.get();
    }
};

QueuedHistory::QueuedHistory(std::string file, QObject *storage, QObject *engine)
    : m_state(std::make_shared<State>())
    , m_storage(storage)
    , m_engine(engine)
    , m_isAlive(std::make_shared<bool>(true))
{
    m_state->file = std::move(file);
}

QueuedHistory::~QueuedHistory()
{
    *m_isAlive = false;
    QMetaObject::invokeMethod(
        m_storage, [state = std::move(m_state)] { state->store.reset(); }, Qt::QueuedConnection);
}

template <class T, class Work>
void QueuedHistory::ask(Work work, std::function<void(Result<T>)> done)
{
    QMetaObject::invokeMethod(
        m_storage,
        [state = m_state, engine = m_engine, alive = m_isAlive, work = std::move(work),
         done = std::move(done)] {
            const auto store = state->open();
            auto answer =
                std::make_shared<Result<T>>(store ? work(**store) : Result<T>(fail(store.error())));
            QMetaObject::invokeMethod(
                engine,
                [alive, done, answer] {
                    if (*alive)
                        done(std::move(*answer));
                },
                Qt::QueuedConnection);
        },
        Qt::QueuedConnection);
}

void QueuedHistory::through(const Address &account, history::Kind kind,
                            std::function<void(Result<TimeMs>)> done)
{
    ask<TimeMs>(
        [account, kind](history::HistoryStore &store) { return store.through(account, kind); },
        std::move(done));
}

void QueuedHistory::add(const Address &account, history::Kind kind, std::vector<history::Row> rows,
                        TimeMs through, std::function<void(Result<std::size_t>)> done)
{
    ask<std::size_t>(
        [account, kind, rows = std::move(rows), through](history::HistoryStore &store) {
            return store.add(account, kind, rows, through);
        },
        std::move(done));
}

void QueuedHistory::read(const Address &account, const history::Query &query,
                         std::function<void(Result<std::vector<history::Row>>)> done)
{
    ask<std::vector<history::Row>>(
        [account, query](history::HistoryStore &store) { return store.read(account, query); },
        std::move(done));
}

HistoryFiller::HistoryFiller(TimerService &timers, session::InfoClient &info, HistoryPort &port,
                             Hooks hooks)
    : m_info(info)
    , m_port(port)
    , m_hooks(std::move(hooks))
    , m_next(timers)
    , m_isAlive(std::make_shared<bool>(true))
{}

HistoryFiller::~HistoryFiller()
{
    *m_isAlive = false;
}

void HistoryFiller::start(const Address &account)
{
    m_account = account;
    if (m_kind < 0)
        round();
}

void HistoryFiller::hurry()
{
    // In the middle of a round its kind may have been read already.
    if (m_kind >= 0)
        m_isHurried = true;
    else if (m_account)
        m_next.start(kAfterAFill, [this] { round(); });
}

void HistoryFiller::round()
{
    m_next.stop();
    m_hasFailed = false;
    m_kind = -1;
    nextKind();
}

void HistoryFiller::nextKind()
{
    if (++m_kind >= history::kKinds) {
        m_kind = -1;
        const bool isHurried = std::exchange(m_isHurried, false);
        m_next.start(m_hasFailed ? std::chrono::milliseconds(kAfterTrouble)
                     : isHurried ? std::chrono::milliseconds(kAfterAFill)
                                 : std::chrono::milliseconds(kAgainEvery),
                     [this] { round(); });
        return;
    }
    m_pages = 0;
    m_read = 0;
    m_port.through(*m_account, static_cast<history::Kind>(m_kind),
                   [this, alive = m_isAlive](const Result<TimeMs> &through) {
                       if (!*alive)
                           return;
                       if (!through)
                           return failed(through.error().sentence());
                       m_known = *through;
                       page(*through);
                   });
}

void HistoryFiller::page(TimeMs from)
{
    session::InfoClient::Options options;
    options.priority = net::Priority::History;
    m_info.request(history::pageRequest(static_cast<history::Kind>(m_kind), *m_account, from),
                   options, [this, from, alive = m_isAlive](const Result<std::string> &body) {
                       if (*alive)
                           answered(from, body);
                   });
}

void HistoryFiller::answered(TimeMs from, const Result<std::string> &body)
{
    if (!body) {
        failed(body.error().sentence());
        return;
    }
    const auto kind = static_cast<history::Kind>(m_kind);
    auto rows = history::parsePage(kind, *body);
    if (!rows) {
        failed(rows.error().sentence());
        return;
    }
    tellGaps(*rows);
    const TimeMs newest = rows->empty() ? from : std::max(from, rows->back().time);
    const std::size_t size = rows->size();
    m_port.add(*m_account, kind, std::move(*rows), newest,
               [this, from, newest, size, alive = m_isAlive](const Result<std::size_t> &done) {
                   if (*alive)
                       added(from, newest, size, done);
               });
}

/// The venue forgets: it keeps so many fills and order states of an account. Where the file ended
/// there is a row, and it is asked for again; if it does not come, what came after it is gone too.
void HistoryFiller::tellGaps(const std::vector<history::Row> &rows)
{
    const auto kind = static_cast<history::Kind>(m_kind);
    const bool isFirst = m_read == 0;
    const bool wasAll = m_read < kMostFills;
    m_read += rows.size();
    if (!m_hooks.trouble || rows.empty())
        return;
    const bool isWhole = history::isPaged(kind) || rows.size() >= history::pageSize(kind);
    if (isFirst && m_known > 0 && isWhole && rows.front().time > m_known)
        m_hooks.trouble("The venue no longer has all " + std::string(nameOf(kind)) +
                        " since this program last asked; those in between are missing in the "
                        "history.");
    else if (isFirst && m_known == 0 && !history::isPaged(kind) && isWhole)
        m_hooks.trouble("The venue gives the newest " + std::to_string(rows.size()) + ' ' +
                        nameOf(kind) + " only; older ones are not in the history.");
    else if (kind == history::Kind::Fill && m_known == 0 && wasAll && m_read >= kMostFills)
        m_hooks.trouble("The venue gives the newest " + std::to_string(kMostFills) +
                        " fills only; older ones may be missing in the history.");
}

void HistoryFiller::added(TimeMs from, TimeMs newest, std::size_t size,
                          const Result<std::size_t> &rows)
{
    const auto kind = static_cast<history::Kind>(m_kind);
    if (!rows) {
        failed(rows.error().sentence());
        return;
    }
    if (*rows > 0 && m_hooks.grown)
        m_hooks.grown(kind, *rows);
    const bool isFull = history::isPaged(kind) && size >= history::pageSize(kind);
    if (isFull && ++m_pages < kMostPages) {
        if (newest <= from && m_hooks.trouble)
            m_hooks.trouble("The venue has more entries in one millisecond than it gives at once; "
                            "some of them are missing in the history.");
        // The newest millisecond once more: more of it may follow.
        page(newest > from ? newest : from + 1);
        return;
    }
    nextKind();
}

void HistoryFiller::failed(const std::string &why)
{
    if (!std::exchange(m_hasFailed, true) && m_hooks.trouble)
        m_hooks.trouble("The account's history is not complete and is asked for again: " + why);
    nextKind();
}

} // namespace hl::engine
