// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "journal/journal.h"

#include <QFile>
#include <QFileInfo>
#include <QSqlError>
#include <QSqlQuery>
#include <QUuid>
#include <QVariant>

#include <algorithm>
#include <set>

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
}

Result<std::unique_ptr<Journal>> Journal::open(const Place &place)
{
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
    if (info.isSymLink() || (info.exists() && !info.isFile()))
        return fail(ErrorKind::Validation, "the journal is a link or no plain file; refused",
                    "journal");
    if (readOnly && !info.exists())
        return fail(ErrorKind::Validation, "there is no journal at this place", "journal");

    std::unique_ptr<Journal> journal(new Journal(
        QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"),
                                  QStringLiteral("journal-") + QUuid::createUuid().toString()),
        HeadFile(place.headFolder)));
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
    if (!readOnly && head && head->seq > journal->m_head.seq)
        return failed("opened", "rows are missing at its end (it has " +
                                    std::to_string(journal->m_head.seq) + " of " +
                                    std::to_string(head->seq) + ")");
    return journal;
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
    // The rows are safe; a head that lags behind them is mended by the next one.
    HL_CHECK(m_headFile.write(m_head));
    return m_head.seq;
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

Verdict Journal::verify() const
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
    const auto head = m_headFile.read();
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
    else if (verdict.rows > 0 && !*head)
        bad(0, "the journal's head is missing");
    else if (*head && !passedHead)
        bad(verdict.rows + 1,
            "rows are missing at the end: the head names row " + std::to_string((*head)->seq));
    return verdict;
}

Result<std::vector<Row>> Journal::unresolved() const
{
    std::vector<Row> open;
    std::set<std::uint64_t> ended;
    HL_CHECK(read(0, [&](const Row &row) {
        if (row.entry.kind == kind::kWiped || row.entry.kind == kind::kOutcome)
            ended.insert(row.entry.intent);
        return true;
    }));
    std::set<std::uint64_t> seen;
    HL_CHECK(read(0, [&](const Row &row) {
        const bool mayHaveLeft = row.entry.kind == kind::kSigned || row.entry.kind == kind::kSent;
        if (mayHaveLeft && !ended.contains(row.entry.intent) &&
            seen.insert(row.entry.intent).second)
            open.push_back(row);
        return true;
    }));
    return open;
}

} // namespace hl::journal
