// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine/journal_store.h"

#include "trading/intent_check.h"

#include <QThread>
#include <QTimer>
#include <QtGlobal>

#include <deque>
#include <utility>

namespace hl::engine {

namespace {

/// Orders that may still fill are looked for in so many rows.
constexpr std::size_t kRecent = 5'000;
constexpr std::size_t kTail = 500;
constexpr std::chrono::milliseconds kHeadAfter{100};

} // namespace

namespace {

/// What a session starts from, out of the one walk over all rows.
class StartReader
{
public:
    void add(const journal::Row &row)
    {
        const std::string &kind = row.entry.kind;
        if (kind == journal_kind::kSigning || kind == journal_kind::kEnded ||
            kind == journal_kind::kFill)
            keep(m_recent, row.entry, kRecent);
        if (kind == journal_kind::kSetting)
            keep(m_settings, row.entry, 1);
        keep(m_tail, row, kTail);
    }
    JournalStart taken(const journal::Journal &journal)
    {
        JournalStart start;
        start.lastSeq = journal.lastSeq();
        start.lastIntent = journal.found().lastIntent;
        for (const journal::Row &row : journal.found().unresolved)
            start.unresolved.push_back(row.entry);
        start.recent = {m_recent.begin(), m_recent.end()};
        start.settings = {m_settings.begin(), m_settings.end()};
        start.tail = {m_tail.begin(), m_tail.end()};
        return start;
    }

private:
    template <class T>
    static void keep(std::deque<T> &rows, const T &row, std::size_t most)
    {
        if (rows.size() == most)
            rows.pop_front();
        rows.push_back(row);
    }

    std::deque<JournalEntry> m_recent;
    std::deque<JournalEntry> m_settings;
    std::deque<journal::Row> m_tail;
};

std::string unprovenWords(std::uint64_t rows)
{
    return "The program ended in the middle of its work: the last " + std::to_string(rows) +
           " row(s) of the journal were not under its head. They are kept and marked; a request "
           "that they call ended is looked up again before anything new is entered.";
}

} // namespace

struct QueuedJournal::File
{
    std::unique_ptr<journal::Journal> journal;
    std::function<void(bool, std::string)> tell; ///< on the engine thread
    bool isHeadDue = false;
    bool isHeadTrouble = false;

    /// A moment later, once for all rows until then: no order waits for the head's own two writes.
    void keepHeadSoon(const std::shared_ptr<File> &self, QObject *storage)
    {
        if (std::exchange(isHeadDue, true))
            return;
        QTimer::singleShot(kHeadAfter, storage, [self] {
            self->isHeadDue = false;
            self->keepHead();
        });
    }
    /// One that fails is mended by the next.
    void keepHead()
    {
        const Status kept = journal->keepHead();
        if (std::exchange(isHeadTrouble, !kept) == !kept || !tell)
            return;
        tell(!kept, kept
                        ? std::string("The journal's head is written again.")
                        : "The journal's head cannot be written; until it can, rows that are cut "
                          "off the journal's end are not noticed, and after a crash their requests "
                          "are looked up again: " +
                              kept.error().sentence());
    }
    ~File()
    {
        if (!journal)
            return;
        tell = {};
        if (const Status kept = journal->keepHead(); !kept)
            qCritical("the journal's head could not be written at the end: %s",
                      kept.error().sentence().c_str());
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
                         std::function<void(Result<Opened>)> done, Told told)
{
    QMetaObject::invokeMethod(
        storage,
        [place, storage, engine, done = std::move(done), told = std::move(told)] {
            auto file = std::make_shared<File>();
            if (told)
                file->tell = [engine, told](bool isTrouble, std::string words) {
                    QMetaObject::invokeMethod(
                        engine, [told, isTrouble, words] { told(isTrouble, words); },
                        Qt::QueuedConnection);
                };
            StartReader reader;
            auto opened = journal::Journal::open(
                place, [&reader](const journal::Row &row) { reader.add(row); });
            Result<JournalStart> start =
                opened ? reader.taken(**opened) : Result<JournalStart>(fail(opened.error()));
            if (opened) {
                file->journal = std::move(*opened);
                const std::uint64_t unproven = file->journal->found().unproven;
                if (unproven > 0 && file->tell)
                    file->tell(true, unprovenWords(unproven));
                file->keepHead();
            }
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
    status.checkWords = verdict.reason;
    if (!verdict.isIntact)
        return status;
    status.checkWords = std::to_string(verdict.rows) + " rows, " +
                        std::to_string(figures.requests) + " requests, " +
                        std::to_string(figures.signers) + " signers recovered";
    if (verdict.behindHead > 0)
        status.checkWords += "; the last " + std::to_string(verdict.behindHead) +
                             " row(s) are not under the head yet";
    if (verdict.unproven > 0)
        status.checkWords += "; " + std::to_string(verdict.unproven) +
                             " row(s) were not under it when the program ended, and are marked";
    return status;
}

} // namespace hl::engine
