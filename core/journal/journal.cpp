// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "journal/journal.h"

#include "journal/journal_row.h"
#include "journal/journal_schema.h"
#include "journal/journal_walk.h"

#include <QSqlError>
#include <QSqlQuery>
#include <QUuid>
#include <QVariant>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

namespace hl::journal {
namespace {

QByteArray bytesOf(const std::string &text)
{
    return {text.data(), static_cast<qsizetype>(text.size())};
}

QVariant number(std::uint64_t value)
{
    // SQLite's integers are signed; the bits are what is kept.
    return QVariant::fromValue(static_cast<qlonglong>(value));
}

std::string problem(const QSqlDatabase &database)
{
    return database.lastError().text().simplified().toStdString();
}

/// The database and the files SQLite lays beside it: each a plain file of ours, or not there.
Status checkFiles(const std::string &file, bool readOnly)
{
    for (const char *suffix : {"", "-wal", "-shm", ".lock"}) {
        struct stat info = {};
        if (::lstat((file + suffix).c_str(), &info) != 0)
            continue;
        if (!S_ISREG(info.st_mode))
            return fail(ErrorKind::Validation, "the journal is a link or no plain file; refused",
                        "journal");
        if (!readOnly && info.st_uid != ::geteuid())
            return fail(ErrorKind::Validation, "the journal belongs to another user; refused",
                        "journal");
    }
    return {};
}

} // namespace

Journal::Journal(QSqlDatabase database, HeadFile head)
    : m_database(std::move(database))
    , m_headFile(std::move(head))
{}

Journal::~Journal()
{
    const QString name = m_database.connectionName();
    m_database.close();
    m_database = {};
    QSqlDatabase::removeDatabase(name);
}

Journal::Place Journal::placeIn(const std::string &profileDir)
{
    return {profileDir + "/journal/journal.sqlite", profileDir + "/journal-head"};
}

Result<std::unique_ptr<Journal>> Journal::open(const Place &place,
                                               const std::function<void(const Row &)> &each)
{
    for (const std::string &folder :
         {std::filesystem::path(place.database).parent_path().string(), place.headFolder})
        if (const Status made = openPrivateFolder(folder); !made)
            return failed("opened", made.error().detail);
    HL_TRY(journal, connect(place, false));
    HL_CHECK(journal->start(each));
    return journal;
}

Result<std::unique_ptr<Journal>> Journal::openReadOnly(const Place &place)
{
    return connect(place, true);
}

Result<std::unique_ptr<Journal>> Journal::connect(const Place &place, bool readOnly)
{
    HL_CHECK(checkFiles(place.database, readOnly));
    if (readOnly && !std::filesystem::exists(place.database))
        return fail(ErrorKind::Validation, "there is no journal at this place", "journal");

    std::unique_ptr<Journal> journal(new Journal(
        QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"),
                                  QStringLiteral("journal-") + QUuid::createUuid().toString()),
        HeadFile(place.headFolder)));
    if (!readOnly) {
        HL_CHECK(journal->lock(place.database));
        // SQLite gives its side files the mode of the database: it must be right from the start.
        // (A file that is there is not opened here: closing it would drop SQLite's own locks.)
        {
            const Descriptor made(::open(place.database.c_str(),
                                         O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600));
        }
        if (::chmod(place.database.c_str(), 0600) != 0)
            return failed("opened", place.database + ": " + std::strerror(errno));
    }
    QSqlDatabase &database = journal->m_database;
    database.setDatabaseName(QString::fromStdString(place.database));
    if (readOnly)
        database.setConnectOptions(QStringLiteral("QSQLITE_OPEN_READONLY"));
    if (!database.open())
        return failed("opened", problem(database));
    HL_CHECK(prepareSchema(database, readOnly));
    HL_TRY(version, schemaVersion(database));
    journal->m_schemaVersion = version;
    return journal;
}

/// Two writers would each continue the chain from what they last saw.
Status Journal::lock(const std::string &file)
{
    const std::string path = file + ".lock";
    m_lock = Descriptor(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
    if (!m_lock.isOpen())
        return failed("opened", path + " cannot be made: " + std::strerror(errno));
    if (::flock(m_lock.get(), LOCK_EX | LOCK_NB) != 0)
        return failed("opened", "another program writes it");
    return {};
}

/// All that is continued from here on is believed because of this one walk.
Status Journal::start(const std::function<void(const Row &)> &each)
{
    HL_TRY(head, m_headFile.read());
    ChainWalk chain(head);
    if (!m_database.transaction())
        return failed("read", problem(m_database));
    Status walked = walk([&](const Row &row) -> Status {
        HL_CHECK(chain.add(row));
        m_lastTime = row.entry.time;
        if (each)
            each(row);
        return {};
    });
    if (walked)
        walked = chain.finish();
    if (walked) {
        auto open = rowsAt(chain.open());
        if (open)
            m_found.unresolved = std::move(*open);
        else
            walked = fail(std::move(open).error());
    }
    m_database.rollback(); // nothing was written
    if (!walked)
        return fail(walked.error().kind,
                    "the journal could not be opened: " + walked.error().detail, "journal");
    m_head = chain.last();
    m_found.lastIntent = chain.lastIntent();
    m_found.unproven = chain.behindHead();
    if (!head) {
        if (m_head.seq > 0)
            return fail(ErrorKind::Parse,
                        "the journal could not be opened: its head is missing; move the journal "
                        "away to begin a new one",
                        "journal");
        return m_headFile.make(m_head);
    }
    return m_found.unproven > 0 ? markUnproven(head->seq + 1, each) : Status{};
}

/// The head moves on over them; the mark stays.
Status Journal::markUnproven(std::uint64_t from, const std::function<void(const Row &)> &each)
{
    const Entry marker{m_lastTime, 0, std::string(kind::kUnproven),
                       unprovenPayload(from, m_head.seq)};
    HL_CHECK(append(std::span(&marker, 1)));
    if (each)
        each({m_head.seq, marker, m_head.hash});
    // Where it cannot be written it lags, as it did; whoever keeps it next is told.
    static_cast<void>(keepHead());
    return {};
}

Result<std::uint64_t> Journal::append(std::span<const Entry> entries)
{
    if (entries.empty())
        return m_head.seq;
    if (!m_database.transaction())
        return failed("written", problem(m_database));
    Head head = m_head;
    if (const Status done = insert(entries, head); !done) {
        m_database.rollback();
        return fail(done.error());
    }
    if (!m_database.commit()) {
        const std::string reason = problem(m_database);
        m_database.rollback();
        return failed("written", reason);
    }
    m_head = head;
    m_isHeadBehind = true;
    return m_head.seq;
}

Status Journal::insert(std::span<const Entry> entries, Head &head)
{
    HL_TRY(version, schemaVersion(m_database));
    if (version != m_schemaVersion)
        return failed("written", "another program has changed its tables");
    QSqlQuery insert(m_database);
    if (!insert.prepare(QLatin1String("INSERT INTO rows (seq, time, intent, kind, payload, hash) "
                                      "VALUES (?, ?, ?, ?, ?, ?)")))
        return failed("written", problem(insert));
    for (const Entry &entry : entries) {
        head.hash = chainHash(head.hash, ++head.seq, entry);
        insert.bindValue(0, number(head.seq));
        insert.bindValue(1, QVariant::fromValue(static_cast<qlonglong>(entry.time)));
        insert.bindValue(2, number(entry.intent));
        insert.bindValue(3, bytesOf(entry.kind));
        insert.bindValue(4, bytesOf(entry.payload));
        insert.bindValue(5, QByteArray(reinterpret_cast<const char *>(head.hash.data()), 32));
        if (!insert.exec())
            return failed("written", problem(insert));
        if (insert.numRowsAffected() != 1)
            return failed("written", "a row was not taken");
    }
    return {};
}

Status Journal::keepHead()
{
    if (!m_isHeadBehind)
        return {};
    HL_CHECK(m_headFile.write(m_head));
    m_isHeadBehind = false;
    return {};
}

Status Journal::walk(const std::function<Status(const Row &)> &each) const
{
    QSqlQuery query(m_database);
    query.setForwardOnly(true);
    if (!query.exec(QLatin1String("SELECT ") + QLatin1String(kColumns) +
                    QLatin1String(" FROM rows ORDER BY seq")))
        return failed("read", problem(query));
    while (query.next()) {
        HL_TRY(row, rowOf(query));
        HL_CHECK(each(row));
    }
    if (query.lastError().isValid())
        return failed("read", problem(query));
    return {};
}

Status Journal::read(std::uint64_t afterSeq, const std::function<bool(const Row &)> &each) const
{
    QSqlQuery query(m_database);
    query.setForwardOnly(true);
    query.prepare(QLatin1String("SELECT ") + QLatin1String(kColumns) +
                  QLatin1String(" FROM rows WHERE seq > ? ORDER BY seq"));
    query.bindValue(0, number(afterSeq));
    if (!query.exec())
        return failed("read", problem(query));
    while (query.next()) {
        HL_TRY(row, rowOf(query));
        if (!each(row))
            return {};
    }
    if (query.lastError().isValid())
        return failed("read", problem(query));
    return {};
}

Verdict Journal::verify(WithHead withHead, const Judge &each) const
{
    Verdict verdict;
    const auto bad = [&](std::uint64_t seq, std::string reason) {
        verdict.isIntact = false;
        verdict.firstBadSeq = seq;
        verdict.reason = std::move(reason);
    };
    const auto head =
        withHead == WithHead::Yes ? m_headFile.read() : Result<std::optional<Head>>(std::nullopt);
    ChainWalk chain(head ? *head : std::nullopt);
    Status done = walk([&](const Row &row) -> Status {
        HL_CHECK(chain.add(row));
        if (each) {
            if (const Status judged = each(row); !judged)
                return fail(judged.error().kind, "row " + std::to_string(row.seq) + " (" +
                                                     row.entry.kind +
                                                     "): " + judged.error().sentence());
        }
        ++verdict.rows;
        return {};
    });
    verdict.behindHead = chain.behindHead();
    verdict.unproven = chain.unproven();
    verdict.unresolved = chain.open().size();
    if (!done) {
        bad(verdict.rows + 1, done.error().detail);
        return verdict;
    }
    // Last, because nothing can interrupt it.
    QSqlQuery check(m_database);
    if (!check.exec(QStringLiteral("PRAGMA integrity_check")) || !check.next())
        bad(0, "the database is damaged: " + problem(check));
    else if (check.value(0).toString() != QLatin1String("ok"))
        bad(0, "the database is damaged: " + check.value(0).toString().simplified().toStdString());
    else if (!head)
        bad(0, head.error().detail);
    else if (withHead == WithHead::Yes && verdict.rows > 0 && !*head)
        bad(0, "the journal's head is missing");
    else if (done = chain.finish(); !done)
        bad(verdict.rows + 1, done.error().detail);
    return verdict;
}

Result<std::vector<Row>> Journal::rowsAt(const std::vector<std::uint64_t> &seqs) const
{
    QSqlQuery query(m_database);
    query.setForwardOnly(true);
    query.prepare(QLatin1String("SELECT ") + QLatin1String(kColumns) +
                  QLatin1String(" FROM rows WHERE seq = ?"));
    std::vector<Row> rows;
    for (const std::uint64_t seq : seqs) {
        query.bindValue(0, number(seq));
        if (!query.exec() || !query.next())
            return failed("read", problem(query));
        HL_TRY(row, rowOf(query));
        rows.push_back(std::move(row));
    }
    return rows;
}

Result<std::vector<Row>> Journal::unresolved() const
{
    HL_TRY(head, m_headFile.read());
    ChainWalk chain(head);
    HL_CHECK(walk([&](const Row &row) { return chain.add(row); }));
    HL_CHECK(chain.finish());
    return rowsAt(chain.open());
}

Result<std::vector<Row>> Journal::newest(std::size_t most) const
{
    QSqlQuery query(m_database);
    query.setForwardOnly(true);
    query.prepare(QLatin1String("SELECT ") + QLatin1String(kColumns) +
                  QLatin1String(" FROM rows ORDER BY seq DESC LIMIT ?"));
    query.bindValue(0, number(most));
    if (!query.exec())
        return failed("read", problem(query));
    std::vector<Row> rows;
    while (query.next()) {
        HL_TRY(row, rowOf(query));
        rows.push_back(std::move(row));
    }
    if (query.lastError().isValid())
        return failed("read", problem(query));
    std::ranges::reverse(rows);
    return rows;
}

} // namespace hl::journal
