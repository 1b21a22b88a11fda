// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "journal/journal_schema.h"

#include "journal/journal_row.h"

#include <QSqlDatabase>
#include <QSqlQuery>
#include <QVariant>

#include <iterator>

namespace hl::journal {
namespace {

constexpr int kSchema = 1;

/// As sqlite_master has it, to the byte.
struct Part
{
    const char *type;
    const char *name;
    const char *sql;
};
constexpr Part kParts[] = {
    {"table", "rows",
     "CREATE TABLE rows (seq INTEGER PRIMARY KEY, time INTEGER NOT NULL, "
     "intent INTEGER NOT NULL, kind BLOB NOT NULL, payload BLOB NOT NULL, "
     "hash BLOB NOT NULL)"},
    {"index", "rows_intent", "CREATE INDEX rows_intent ON rows (intent)"},
};

Status run(const QSqlDatabase &database, const char *sql)
{
    QSqlQuery query(database);
    if (!query.exec(QLatin1String(sql)))
        return failed("opened", problem(query));
    return {};
}

Result<int> figure(const QSqlDatabase &database, const char *sql)
{
    QSqlQuery query(database);
    if (!query.exec(QLatin1String(sql)) || !query.next())
        return failed("opened", problem(query));
    return query.value(0).toInt();
}

/// Exactly the table and its index.
Status checkParts(const QSqlDatabase &database)
{
    QSqlQuery query(database);
    if (!query.exec(QStringLiteral("SELECT type, name, tbl_name, sql FROM sqlite_master")))
        return failed("opened", problem(query));
    std::size_t found = 0;
    while (query.next()) {
        const auto text = [&](int column) { return query.value(column).toString(); };
        bool isOurs = false;
        for (const Part &part : kParts)
            isOurs = isOurs ||
                     (text(0) == QLatin1String(part.type) && text(1) == QLatin1String(part.name) &&
                      text(2) == QLatin1String("rows") && text(3) == QLatin1String(part.sql));
        if (!isOurs)
            return fail(ErrorKind::Parse,
                        "the journal's database holds something that is no part of a journal (" +
                            text(0).left(40).toStdString() + ' ' + text(1).left(80).toStdString() +
                            ")",
                        "journal");
        ++found;
    }
    if (found != std::size(kParts))
        return fail(ErrorKind::Parse, "the journal's table or its index is missing", "journal");
    return {};
}

} // namespace

Result<int> schemaVersion(const QSqlDatabase &database)
{
    return figure(database, "PRAGMA schema_version");
}

Status prepareSchema(const QSqlDatabase &database, bool readOnly)
{
    // Functions that a planted schema calls do nothing before it is refused.
    HL_CHECK(run(database, "PRAGMA trusted_schema = OFF"));
    HL_TRY(schema, figure(database, "PRAGMA user_version"));
    if (schema > kSchema)
        return failed("opened", "it was written by a newer version of this program");
    if (readOnly) {
        if (schema != kSchema)
            return failed("opened", "it is no journal of this program");
        return checkParts(database);
    }
    HL_CHECK(run(database, "PRAGMA journal_mode = WAL"));
    HL_CHECK(run(database, "PRAGMA synchronous = FULL"));
    HL_CHECK(run(database, "PRAGMA foreign_keys = OFF"));
    if (schema == 0) {
        HL_TRY(parts, figure(database, "SELECT count(*) FROM sqlite_master"));
        if (parts != 0)
            return failed("opened", "it is no journal of this program");
        HL_CHECK(run(database, "BEGIN"));
        for (const Part &part : kParts)
            HL_CHECK(run(database, part.sql));
        HL_CHECK(run(database, "PRAGMA user_version = 1"));
        HL_CHECK(run(database, "COMMIT"));
    }
    return checkParts(database);
}

} // namespace hl::journal
