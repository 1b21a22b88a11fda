// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "journal/journal.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSqlError>
#include <QSqlQuery>
#include <QUuid>
#include <QVariant>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace hl::journal {
namespace {

constexpr int kSchema = 1;
constexpr auto kOwnerOnly = QFileDevice::ReadOwner | QFileDevice::WriteOwner;

std::string problem(const QSqlQuery &query)
{
    return query.lastError().text().simplified().toStdString();
}

tl::unexpected<Error> failed(const char *what, const std::string &why)
{
    return fail(ErrorKind::Internal, std::string("the journal could not be ") + what + ": " + why,
                "journal");
}

QByteArray bytesOf(const std::string &text)
{
    return {text.data(), static_cast<qsizetype>(text.size())};
}

QVariant number(std::uint64_t value)
{
    // SQLite's integers are signed; the bits are what is kept.
    return QVariant::fromValue(static_cast<qlonglong>(value));
}

Row rowOf(const QSqlQuery &query)
{
    Row row;
    row.seq = static_cast<std::uint64_t>(query.value(0).toLongLong());
    row.entry.time = query.value(1).toLongLong();
    row.entry.intent = static_cast<std::uint64_t>(query.value(2).toLongLong());
    row.entry.kind = query.value(3).toByteArray().toStdString();
    row.entry.payload = query.value(4).toByteArray().toStdString();
    const QByteArray hash = query.value(5).toByteArray();
    // A hash of another length can never equal the one worked out.
    for (qsizetype i = 0; i < std::min<qsizetype>(hash.size(), 32); ++i)
        row.hash[static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(hash[i]);
    return row;
}

constexpr const char *kColumns = "seq, time, intent, kind, payload, hash";

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
    if (m_lock >= 0)
        ::close(m_lock);
}

Journal::Place Journal::placeIn(const std::string &profileDir)
{
    return {profileDir + "/journal/journal.sqlite", profileDir + "/journal-head"};
}

Result<std::unique_ptr<Journal>> Journal::open(const Place &place)
{
    for (const QString &folder : {QFileInfo(QString::fromStdString(place.database)).path(),
                                  QString::fromStdString(place.headFolder)}) {
        if (QFileInfo::exists(folder))
            continue;
        if (!QDir().mkpath(folder))
            return failed("opened", folder.toStdString() + " cannot be made");
        QFile::setPermissions(folder, kOwnerOnly | QFileDevice::ExeOwner);
    }
    return openWith(place, false);
}

Result<std::unique_ptr<Journal>> Journal::openReadOnly(const Place &place)
{
    return openWith(place, true);
}

Result<std::unique_ptr<Journal>> Journal::openWith(const Place &place, bool readOnly)
{
    const QString file = QString::fromStdString(place.database);
    const QFileInfo info(file);
    for (const char *suffix : {"", "-wal", "-shm", ".lock"}) {
        const QFileInfo part(file + QLatin1String(suffix));
        if (part.isSymLink() || (part.exists() && !part.isFile()))
            return fail(ErrorKind::Validation, "the journal is a link or no plain file; refused",
                        "journal");
    }
    if (readOnly && !info.exists())
        return fail(ErrorKind::Validation, "there is no journal at this place", "journal");

    std::unique_ptr<Journal> journal(new Journal(
        QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"),
                                  QStringLiteral("journal-") + QUuid::createUuid().toString()),
        HeadFile(place.headFolder)));
    if (!readOnly) {
        HL_CHECK(journal->lock(place.database));
        // SQLite gives its side files the mode of the database: it must be right from the start.
        const int made = ::open(place.database.c_str(),
                                O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
        if (made >= 0)
            ::close(made);
    }
    QSqlDatabase &database = journal->m_database;
    database.setDatabaseName(file);
    if (readOnly)
        database.setConnectOptions(QStringLiteral("QSQLITE_OPEN_READONLY"));
    if (!database.open())
        return failed("opened", database.lastError().text().simplified().toStdString());
    HL_CHECK(journal->prepare(readOnly));
    if (!readOnly)
        QFile::setPermissions(file, kOwnerOnly);

    HL_TRY(head, journal->m_headFile.read());
    QSqlQuery last(database);
    if (!last.exec(QLatin1String("SELECT seq, hash FROM rows ORDER BY seq DESC LIMIT 1")))
        return failed("read", problem(last));
    if (last.next()) {
        journal->m_head.seq = static_cast<std::uint64_t>(last.value(0).toLongLong());
        const QByteArray hash = last.value(1).toByteArray();
        if (hash.size() != 32 && !readOnly)
            return failed("opened", "its last row is damaged");
        std::copy_n(hash.begin(), std::min<qsizetype>(hash.size(), 32),
                    journal->m_head.hash.begin());
    }
    if (!readOnly && !head) {
        if (journal->m_head.seq > 0)
            return failed("opened",
                          "its head is missing; move the journal away to begin a new one");
        HL_CHECK(journal->m_headFile.write(journal->m_head));
        head = journal->m_head;
    }
    if (!readOnly && head->seq > journal->m_head.seq)
        return failed("opened", "rows are missing at its end (it has " +
                                    std::to_string(journal->m_head.seq) + " of " +
                                    std::to_string(head->seq) + ")");
    journal->m_isHeadBehind = head && head->seq != journal->m_head.seq;
    return journal;
}

/// Two writers would each continue the chain from what they last saw.
Status Journal::lock(const std::string &file)
{
    const std::string path = file + ".lock";
    m_lock = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (m_lock < 0)
        return failed("opened", path + " cannot be made: " + std::strerror(errno));
    if (::flock(m_lock, LOCK_EX | LOCK_NB) != 0)
        return failed("opened", "another program writes it");
    return {};
}

Status Journal::prepare(bool readOnly)
{
    const auto run = [this](const char *sql) -> Status {
        QSqlQuery query(m_database);
        if (!query.exec(QLatin1String(sql)))
            return failed("opened", problem(query));
        return {};
    };
    QSqlQuery version(m_database);
    if (!version.exec(QStringLiteral("PRAGMA user_version")) || !version.next())
        return failed("opened", problem(version));
    const int schema = version.value(0).toInt();
    version.finish();
    if (schema > kSchema)
        return failed("opened", "it was written by a newer version of this program");
    if (readOnly)
        return schema == 0 ? Status(failed("opened", "it is no journal of this program"))
                           : Status{};
    HL_CHECK(run("PRAGMA journal_mode = WAL"));
    HL_CHECK(run("PRAGMA synchronous = FULL"));
    HL_CHECK(run("PRAGMA foreign_keys = OFF"));
    if (schema == 0) {
        QSqlQuery tables(m_database);
        if (!tables.exec(QStringLiteral("SELECT count(*) FROM sqlite_master")) || !tables.next())
            return failed("opened", problem(tables));
        if (tables.value(0).toInt() != 0)
            return failed("opened", "it is no journal of this program");
        tables.finish();
        HL_CHECK(run("CREATE TABLE rows (seq INTEGER PRIMARY KEY, time INTEGER NOT NULL, "
                     "intent INTEGER NOT NULL, kind BLOB NOT NULL, payload BLOB NOT NULL, "
                     "hash BLOB NOT NULL)"));
        HL_CHECK(run("CREATE INDEX rows_intent ON rows (intent)"));
        HL_CHECK(run("PRAGMA user_version = 1"));
    }
    return {};
}

Result<std::uint64_t> Journal::append(std::span<const Entry> entries)
{
    if (entries.empty())
        return m_head.seq;
    if (!m_database.transaction())
        return failed("written", m_database.lastError().text().simplified().toStdString());
    Head head = m_head;
    QSqlQuery insert(m_database);
    bool done =
        insert.prepare(QLatin1String("INSERT INTO rows (seq, time, intent, kind, payload, hash) "
                                     "VALUES (?, ?, ?, ?, ?, ?)"));
    for (const Entry &entry : entries) {
        if (!done)
            break;
        head.hash = chainHash(head.hash, ++head.seq, entry);
        insert.bindValue(0, number(head.seq));
        insert.bindValue(1, QVariant::fromValue(static_cast<qlonglong>(entry.time)));
        insert.bindValue(2, number(entry.intent));
        insert.bindValue(3, bytesOf(entry.kind));
        insert.bindValue(4, bytesOf(entry.payload));
        insert.bindValue(5, QByteArray(reinterpret_cast<const char *>(head.hash.data()), 32));
        done = insert.exec();
    }
    const std::string why = done ? std::string() : problem(insert);
    insert.finish();
    if (!done) {
        m_database.rollback();
        return failed("written", why);
    }
    if (!m_database.commit()) {
        const std::string reason = m_database.lastError().text().simplified().toStdString();
        m_database.rollback();
        return failed("written", reason);
    }
    m_head = head;
    m_isHeadBehind = true;
    return m_head.seq;
}

Status Journal::keepHead()
{
    if (!m_isHeadBehind)
        return {};
    HL_CHECK(m_headFile.write(m_head));
    m_isHeadBehind = false;
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
    while (query.next())
        if (!each(rowOf(query)))
            return {};
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
    QSqlQuery check(m_database);
    std::string damage;
    if (!check.exec(QStringLiteral("PRAGMA integrity_check")) || !check.next())
        damage = "the database is damaged: " + problem(check);
    else if (check.value(0).toString() != QLatin1String("ok"))
        damage = "the database is damaged: " + check.value(0).toString().simplified().toStdString();
    check.finish();

    Hash32 previous{};
    const auto head =
        withHead == WithHead::Yes ? m_headFile.read() : Result<std::optional<Head>>(std::nullopt);
    bool passedHead = head && *head && (*head)->seq == 0;
    const Status done = read(0, [&](const Row &row) {
        const std::uint64_t expected = verdict.rows + 1;
        if (row.seq != expected) {
            bad(expected, "row " + std::to_string(expected) + " is missing");
            return false;
        }
        const Hash32 hash = chainHash(previous, row.seq, row.entry);
        if (hash != row.hash) {
            bad(row.seq, "row " + std::to_string(row.seq) + " was changed");
            return false;
        }
        if (head && *head && (*head)->seq == row.seq) {
            passedHead = (*head)->hash == hash;
            if (!passedHead) {
                bad(row.seq, "row " + std::to_string(row.seq) + " is not the one that was written");
                return false;
            }
        }
        if (each) {
            if (const Status judged = each(row); !judged) {
                bad(row.seq, "row " + std::to_string(row.seq) + " (" + row.entry.kind +
                                 "): " + judged.error().sentence());
                return false;
            }
        }
        previous = hash;
        ++verdict.rows;
        return true;
    });
    if (!verdict.isIntact)
        return verdict;
    if (!done)
        bad(verdict.rows + 1, done.error().detail);
    else if (!damage.empty())
        bad(0, damage);
    else if (!head)
        bad(0, head.error().detail);
    else if (withHead == WithHead::Yes && verdict.rows > 0 && !*head)
        bad(0, "the journal's head is missing");
    else if (*head && !passedHead)
        bad(verdict.rows + 1,
            "rows are missing at the end: the head names row " + std::to_string((*head)->seq));
    return verdict;
}

Result<std::vector<Row>> Journal::select(QSqlQuery &query)
{
    query.setForwardOnly(true);
    if (!query.exec())
        return failed("read", problem(query));
    std::vector<Row> rows;
    while (query.next())
        rows.push_back(rowOf(query));
    if (query.lastError().isValid())
        return failed("read", problem(query));
    return rows;
}

Result<std::vector<Row>> Journal::unresolved() const
{
    QSqlQuery query(m_database);
    query.prepare(QLatin1String("SELECT ") + QLatin1String(kColumns) +
                  QLatin1String(" FROM rows AS r WHERE kind = ? AND NOT EXISTS (SELECT 1 FROM rows "
                                "AS e WHERE e.intent = r.intent AND e.kind IN (?, ?)) ORDER BY "
                                "seq"));
    query.bindValue(0, bytesOf(std::string(kind::kSigning)));
    query.bindValue(1, bytesOf(std::string(kind::kWiped)));
    query.bindValue(2, bytesOf(std::string(kind::kOutcome)));
    return select(query);
}

Result<std::vector<Row>> Journal::newest(std::size_t most,
                                         const std::vector<std::string_view> &kinds) const
{
    QString sql = QLatin1String("SELECT ") + QLatin1String(kColumns) + QLatin1String(" FROM rows");
    for (std::size_t i = 0; i < kinds.size(); ++i)
        sql += i == 0 ? QLatin1String(" WHERE kind IN (?") : QLatin1String(", ?");
    sql += kinds.empty() ? QLatin1String(" ORDER BY seq DESC LIMIT ?")
                         : QLatin1String(") ORDER BY seq DESC LIMIT ?");
    QSqlQuery query(m_database);
    query.prepare(sql);
    for (const std::string_view kind : kinds)
        query.addBindValue(bytesOf(std::string(kind)));
    query.addBindValue(number(most));
    HL_TRY(rows, select(query));
    std::ranges::reverse(rows);
    return rows;
}

Result<IntentId> Journal::lastIntent() const
{
    QSqlQuery query(m_database);
    if (!query.exec(QLatin1String("SELECT max(intent) FROM rows")) || !query.next())
        return failed("read", problem(query));
    return static_cast<IntentId>(query.value(0).toLongLong());
}

} // namespace hl::journal
