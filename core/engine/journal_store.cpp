// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine/journal_store.h"

#include "trading/intent_check.h"

#include <QThread>
#include <QTimer>

#include <utility>

namespace hl::engine {

namespace {

/// Orders that may still fill are looked for in so many rows.
constexpr std::size_t kRecent = 5'000;
constexpr std::size_t kTail = 500;
constexpr std::chrono::milliseconds kHeadAfter{100};

} // namespace

Result<JournalStart> readStart(const journal::Journal &journal)
{
    JournalStart start;
    start.lastSeq = journal.lastSeq();
    HL_TRY(last, journal.lastIntent());
    start.lastIntent = last;
    HL_TRY(unresolved, journal.unresolved());
    for (journal::Row &row : unresolved)
        start.unresolved.push_back(std::move(row.entry));
    HL_TRY(recent, journal.newest(kRecent, {journal_kind::kSigning, journal_kind::kEnded,
                                            journal_kind::kFill}));
    for (journal::Row &row : recent)
        start.recent.push_back(std::move(row.entry));
    HL_TRY(settings, journal.newest(1, {journal_kind::kSetting}));
    for (journal::Row &row : settings)
        start.settings.push_back(std::move(row.entry));
    HL_TRY(tail, journal.newest(kTail));
    start.tail = std::move(tail);
    return start;
}

struct QueuedJournal::File
{
    std::unique_ptr<journal::Journal> journal;
    bool isHeadDue = false;

    /// A moment later, once for all rows until then: no order waits for the head's own two writes.
    void keepHeadSoon(const std::shared_ptr<File> &self, QObject *storage)
    {
        if (std::exchange(isHeadDue, true))
            return;
        QTimer::singleShot(kHeadAfter, storage, [self] {
            self->isHeadDue = false;
            // One that fails is mended by the next.
            static_cast<void>(self->journal->keepHead());
        });
    }
    ~File()
    {
        if (journal)
            static_cast<void>(journal->keepHead());
    }
};

QueuedJournal::QueuedJournal(std::shared_ptr<File> file, QObject *storage, QObject *engine)
    : m_file(std::move(file))
    , m_storage(storage)
    , m_engine(engine)
{}

QueuedJournal::~QueuedJournal()
{
    QMetaObject::invokeMethod(
        m_storage, [file = std::move(m_file)]() mutable { file.reset(); }, Qt::QueuedConnection);
}

void QueuedJournal::open(const journal::Journal::Place &place, QObject *storage, QObject *engine,
                         std::function<void(Result<Opened>)> done)
{
    QMetaObject::invokeMethod(
        storage,
        [place, storage, engine, done = std::move(done)] {
            auto file = std::make_shared<File>();
            auto opened = journal::Journal::open(place);
            Result<JournalStart> start =
                opened ? readStart(**opened) : Result<JournalStart>(fail(opened.error()));
            if (start)
                file->journal = std::move(*opened);
            QMetaObject::invokeMethod(
                engine,
                [file, start = std::move(start), storage, engine, done]() mutable {
                    if (!start)
                        return done(fail(std::move(start).error()));
                    done(Opened{std::unique_ptr<trading::IntentStore>(
                                    new QueuedJournal(std::move(file), storage, engine)),
                                std::move(*start)});
                },
                Qt::QueuedConnection);
        },
        Qt::QueuedConnection);
}

void QueuedJournal::write(std::vector<JournalEntry> rows,
                          std::function<void(Result<std::uint64_t>)> done)
{
    QMetaObject::invokeMethod(
        m_storage,
        [file = m_file, rows = std::move(rows), storage = m_storage, engine = m_engine,
         done = std::move(done)] {
            const Result<std::uint64_t> last = file->journal->append(rows);
            QMetaObject::invokeMethod(
                engine, [done, last] { done(last); }, Qt::QueuedConnection);
            file->keepHeadSoon(file, storage);
        },
        Qt::QueuedConnection);
}

JournalStatus checkJournal(const journal::Journal::Place &place)
{
    JournalStatus status;
    const auto journal = journal::Journal::openReadOnly(place);
    if (!journal) {
        status.check = JournalStatus::Check::Broken;
        status.checkWords = journal.error().sentence();
        return status;
    }
    trading::IntentCheck check;
    const journal::Verdict verdict = (*journal)->verify(
        journal::Journal::WithHead::Yes, [&check](const journal::Row &row) -> Status {
            if (QThread::currentThread()->isInterruptionRequested())
                return fail(ErrorKind::Cancelled, "the check was ended");
            return check.check(row.entry);
        });
    const auto &figures = check.figures();
    status.rows = verdict.rows;
    status.check = verdict.isIntact ? JournalStatus::Check::Intact : JournalStatus::Check::Broken;
    status.checkWords = verdict.isIntact
                            ? std::to_string(verdict.rows) + " rows, " +
                                  std::to_string(figures.requests) + " requests, " +
                                  std::to_string(figures.signers) + " signers recovered"
                            : verdict.reason;
    return status;
}

} // namespace hl::engine
