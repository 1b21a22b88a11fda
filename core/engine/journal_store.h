// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "engine/api/journal.h"
#include "journal/journal.h"
#include "trading/intent_log.h"

#include <QObject>

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace hl::engine {

/// What a journal knows when it is opened.
struct JournalStart
{
    std::uint64_t lastSeq = 0;
    IntentId lastIntent = 0;
    std::vector<JournalEntry> unresolved; ///< rows `signing` without an end
    std::vector<JournalEntry> recent;     ///< rows signing, ended and fill, oldest first
    std::vector<JournalEntry> settings;   ///< the newest row `setting`, if any
    std::vector<journal::Row> tail;       ///< the newest of all kinds
};

/// The journal as the engine thread's store: it works on the storage thread, answers come back
/// queued. `storage` is any object living there, `engine` one living on the engine thread.
class QueuedJournal final : public trading::IntentStore
{
public:
    struct Opened
    {
        std::unique_ptr<trading::IntentStore> store;
        JournalStart start;
    };
    /// What is no failure to write, for the person who trades: whether it is trouble, a sentence.
    using Told = std::function<void(bool isTrouble, const std::string &words)>;
    /// Opens on the storage thread and reads all of it there; `done` and `told` come on the engine
    /// thread, `told` also later.
    static void open(const journal::Journal::Place &place, QObject *storage, QObject *engine,
                     std::function<void(Result<Opened>)> done, Told told = {});
    ~QueuedJournal() override;

    void write(std::vector<JournalEntry> rows,
               std::function<void(Result<std::uint64_t>)> done) override;

private:
    struct File;
    QueuedJournal(std::shared_ptr<File> file, QObject *storage, QObject *engine);

    std::shared_ptr<File> m_file; ///< used and released on the storage thread only
    QObject *m_storage;
    QObject *m_engine;
};

/// Reads a journal from its first row to its last, beside its writer, and judges it; status and
/// words are set in the answer. The calling thread, which may take seconds.
JournalStatus checkJournal(const journal::Journal::Place &place);

} // namespace hl::engine
