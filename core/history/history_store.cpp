// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "history/history_store.h"

#include "base/safe_file.h"

#include <QSqlError>
#include <QSqlQuery>
#include <QString>
#include <QUuid>
#include <QVariant>

#include <fcntl.h>
#include <sys/stat.h>

#include <filesystem>

namespace hl::history {

namespace {

constexpr int kVersion = 1;

QString text(const std::string &value)
{
    return QString::fromStdString(value);
}

tl::unexpected<Error> broken(const char *what, const QSqlError &error)
{
    return fail(ErrorKind::Internal,
                std::string("the history cannot be ") + what + ": " +
                    error.text().simplified().toStdString(),
                "history");
}

/// Whoever could put a link there could have the file written elsewhere.
Status makeFile(const std::string &file)
{
    HL_CHECK(openPrivateFolder(std::filesystem::path(file).parent_path().string()));
    const Descriptor made(
        ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0600));
    struct stat info = {};
    if (!made.isOpen() || ::fstat(made.get(), &info) != 0 || !S_ISREG(info.st_mode))
        return fail(ErrorKind::Validation, file + " is not a file that can be written", "history");
    return {};
}

} // namespace

HistoryStore::HistoryStore(QSqlDatabase database) : m_database(std::move(database)) {}

HistoryStore::~HistoryStore()
{
    const QString name = m_database.connectionName();
    m_database.close();
    m_database = {};
    QSqlDatabase::removeDatabase(name);
}

Result<std::unique_ptr<HistoryStore>> HistoryStore::open(const std::string &file)
{
    HL_CHECK(makeFile(file));
    std::unique_ptr<HistoryStore> store(new HistoryStore(QSqlDatabase::addDatabase(
        QStringLiteral("QSQLITE"), QStringLiteral("history-") + QUuid::createUuid().toString())));
    store->m_database.setDatabaseName(text(file));
    if (!store->m_database.open())
        return broken("opened", store->m_database.lastError());
    HL_CHECK(store->prepare());
    return store;
}

Status HistoryStore::prepare()
{
    QSqlQuery query(m_database);
    if (!query.exec(QStringLiteral("PRAGMA user_version")) || !query.next())
        return broken("opened", query.lastError());
    const int version = query.value(0).toInt();
    query.finish();
    if (version > kVersion)
        return fail(ErrorKind::Validation, "the history was written by a later version", "history");
    if (version == 0) {
        if (!query.exec(QStringLiteral("SELECT count(*) FROM sqlite_master")) || !query.next())
            return broken("opened", query.lastError());
        if (query.value(0).toInt() != 0)
            return fail(ErrorKind::Validation, "the file of the history holds something else",
                        "history");
        query.finish();
    }
    for (const char *statement :
         {"PRAGMA journal_mode=WAL", "PRAGMA synchronous=NORMAL", "PRAGMA trusted_schema=OFF",
          "CREATE TABLE IF NOT EXISTS rows(account TEXT NOT NULL, kind INTEGER NOT NULL, time "
          "INTEGER NOT NULL, key TEXT NOT NULL, copy INTEGER NOT NULL, body TEXT NOT NULL, "
          "PRIMARY KEY(account, kind, time, key, copy)) WITHOUT ROWID",
          "CREATE TABLE IF NOT EXISTS reach(account TEXT NOT NULL, kind INTEGER NOT NULL, through "
          "INTEGER NOT NULL, PRIMARY KEY(account, kind)) WITHOUT ROWID",
          "PRAGMA user_version=1"}) {
        if (!query.exec(QLatin1String(statement)))
            return broken("opened", query.lastError());
        query.finish();
    }
    return {};
}

Result<std::size_t> HistoryStore::add(const Address &account, Kind kind,
                                      const std::vector<Row> &rows, TimeMs through)
{
    if (!m_database.transaction())
        return broken("written", m_database.lastError());
    const auto undo = [this](const QSqlError &error) {
        m_database.rollback();
        return broken("written", error);
    };
    QSqlQuery insert(m_database);
    if (!insert.prepare(QStringLiteral("INSERT OR IGNORE INTO rows VALUES(?,?,?,?,?,?)")))
        return undo(insert.lastError());
    std::size_t added = 0;
    const QString owner = text(account.toString());
    for (const Row &row : rows) {
        insert.addBindValue(owner);
        insert.addBindValue(static_cast<int>(kind));
        insert.addBindValue(static_cast<qlonglong>(row.time));
        insert.addBindValue(text(row.key));
        insert.addBindValue(row.copy);
        insert.addBindValue(text(row.body));
        if (!insert.exec())
            return undo(insert.lastError());
        added += static_cast<std::size_t>(insert.numRowsAffected() > 0);
    }
    QSqlQuery reach(m_database);
    reach.prepare(QStringLiteral("INSERT INTO reach VALUES(?,?,?) ON CONFLICT(account, kind) DO "
                                 "UPDATE SET through=max(through, excluded.through)"));
    reach.addBindValue(owner);
    reach.addBindValue(static_cast<int>(kind));
    reach.addBindValue(static_cast<qlonglong>(through));
    if (!reach.exec())
        return undo(reach.lastError());
    if (!m_database.commit())
        return undo(m_database.lastError());
    return added;
}

Result<TimeMs> HistoryStore::through(const Address &account, Kind kind) const
{
    QSqlQuery query(m_database);
    query.prepare(QStringLiteral("SELECT through FROM reach WHERE account=? AND kind=?"));
    query.addBindValue(text(account.toString()));
    query.addBindValue(static_cast<int>(kind));
    if (!query.exec())
        return broken("read", query.lastError());
    return query.next() ? query.value(0).toLongLong() : TimeMs{0};
}

Result<std::vector<Row>> HistoryStore::read(const Address &account, const Query &asked) const
{
    QSqlQuery query(m_database);
    query.setForwardOnly(true);
    query.prepare(QStringLiteral("SELECT time, key, copy, body FROM rows WHERE account=? AND "
                                 "kind=? AND time BETWEEN ? AND ? ORDER BY time DESC, key DESC, "
                                 "copy DESC LIMIT ? OFFSET ?"));
    query.addBindValue(text(account.toString()));
    query.addBindValue(static_cast<int>(asked.kind));
    query.addBindValue(static_cast<qlonglong>(asked.from));
    query.addBindValue(static_cast<qlonglong>(asked.to));
    query.addBindValue(static_cast<qlonglong>(asked.most));
    query.addBindValue(static_cast<qlonglong>(asked.skip));
    if (!query.exec())
        return broken("read", query.lastError());
    std::vector<Row> rows;
    while (query.next())
        rows.push_back({asked.kind, query.value(0).toLongLong(),
                        query.value(1).toString().toStdString(), query.value(2).toInt(),
                        query.value(3).toString().toStdString()});
    return rows;
}

} // namespace hl::history
