// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/clock.h"
#include "engine/api/history.h"
#include "history/history_pages.h"
#include "history/history_store.h"
#include "venue/session/info_client.h"

#include <QObject>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace hl::engine {

/// The history's file as the engine thread sees it: answers come later, on this thread.
class HistoryPort
{
public:
    virtual ~HistoryPort() = default;
    virtual void through(const Address &account, history::Kind kind,
                         std::function<void(Result<TimeMs>)> done) = 0;
    virtual void add(const Address &account, history::Kind kind, std::vector<history::Row> rows,
                     TimeMs through, std::function<void(Result<std::size_t>)> done) = 0;
    virtual void read(const Address &account, const history::Query &query,
                      std::function<void(Result<std::vector<history::Row>>)> done) = 0;
};

/// The same over a store on the storage thread. `storage` is any object living there, `engine` one
/// living on the engine thread. The file is opened with the first question.
class QueuedHistory final : public HistoryPort
{
public:
    QueuedHistory(std::string file, QObject *storage, QObject *engine);
    ~QueuedHistory() override;

    void through(const Address &account, history::Kind kind,
                 std::function<void(Result<TimeMs>)> done) override;
    void add(const Address &account, history::Kind kind, std::vector<history::Row> rows,
             TimeMs through, std::function<void(Result<std::size_t>)> done) override;
    void read(const Address &account, const history::Query &query,
              std::function<void(Result<std::vector<history::Row>>)> done) override;

private:
    struct State;
    template <class T, class Work>
    void ask(Work work, std::function<void(Result<T>)> done);

    std::shared_ptr<State> m_state; ///< used on the storage thread
    QObject *m_storage;
    QObject *m_engine;
    std::shared_ptr<bool> m_isAlive;
};

/// Fills the history back from the venue, a page at a time and last in the request budget, from
/// where the file ends; again now and then and after a fill. Only one request is under way. Engine
/// thread.
class HistoryFiller
{
public:
    struct Hooks
    {
        /// Rows of this kind were added.
        std::function<void(history::Kind, std::size_t added)> grown;
        /// One sentence; the filling goes on later.
        std::function<void(const std::string &)> trouble;
    };

    HistoryFiller(TimerService &timers, session::InfoClient &info, HistoryPort &port, Hooks hooks);
    ~HistoryFiller();
    HistoryFiller(const HistoryFiller &) = delete;
    HistoryFiller &operator=(const HistoryFiller &) = delete;

    void start(const Address &account);
    /// Something happened to the account: its newest rows are asked for in a moment.
    void hurry();

private:
    void round();
    void nextKind();
    void page(TimeMs from);
    void answered(TimeMs from, const Result<std::string> &body);
    void tellGaps(const std::vector<history::Row> &rows);
    void added(TimeMs from, TimeMs newest, std::size_t size, const Result<std::size_t> &rows);
    void failed(const std::string &why);

    session::InfoClient &m_info;
    HistoryPort &m_port;
    Hooks m_hooks;
    std::optional<Address> m_account;
    int m_kind = -1;        ///< being read; −1: none
    int m_pages = 0;        ///< of this kind in this round
    TimeMs m_known = 0;     ///< how far the file went when this kind's turn came
    std::size_t m_read = 0; ///< rows of this kind in this round
    bool m_hasFailed = false;
    bool m_isHurried = false; ///< while a round was under way
    Timer m_next;
    std::shared_ptr<bool> m_isAlive;
};

} // namespace hl::engine
