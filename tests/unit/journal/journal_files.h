// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "journal/journal.h"
#include "journal/journal_walk.h"

#include <QDir>
#include <QFile>
#include <QSqlDatabase>
#include <QSqlQuery>
#include <QTemporaryDir>
#include <QTest>

#include <string>
#include <utility>
#include <vector>

/// A journal in a folder of its own, and what somebody does to its files.
namespace hl::journal::test {

struct Folder
{
    QTemporaryDir dir;
    Journal::Place place;

    Folder()
    {
        QDir(dir.path()).mkdir("keys");
        QFile::setPermissions(dir.filePath("keys"),
                              QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        place.database = dir.filePath("journal.sqlite").toStdString();
        place.headFolder = dir.filePath("keys").toStdString();
    }

    QString database() const { return QString::fromStdString(place.database); }
    QString head() const { return dir.filePath("keys/journal.head"); }
    QString key() const { return dir.filePath("keys/journal.key"); }
};

inline Entry entry(std::uint64_t intent, std::string_view what,
                   std::string payload = "{\"px\":\"110143\"}")
{
    return {1'700'000'000'000 + static_cast<TimeMs>(intent), intent, std::string(what),
            std::move(payload)};
}

inline std::vector<Entry> sample(std::size_t n)
{
    std::vector<Entry> out;
    for (std::size_t i = 0; i < n; ++i)
        out.push_back(entry(i + 1, kind::kIntent, "{\"n\":" + std::to_string(i) + "}"));
    return out;
}

inline std::vector<Entry> entriesOf(const Journal &journal)
{
    std::vector<Entry> out;
    (void)journal.read(0, [&](const Row &row) {
        out.push_back(row.entry);
        return true;
    });
    return out;
}

inline void fill(const Folder &folder, std::size_t n)
{
    const auto journal = Journal::open(folder.place);
    QVERIFY(journal);
    QVERIFY((*journal)->append(sample(n)));
    QVERIFY((*journal)->keepHead());
}

inline Verdict verdictOf(const Folder &folder)
{
    const auto journal = Journal::openReadOnly(folder.place);
    return journal ? (*journal)->verify() : Verdict{false, 0, 0, journal.error().detail};
}

/// Changes the database behind the program's back.
inline void tamper(const Folder &folder, const QStringList &statements)
{
    {
        auto db = QSqlDatabase::addDatabase("QSQLITE", "tamper");
        db.setDatabaseName(folder.database());
        QVERIFY(db.open());
        QSqlQuery query(db);
        for (const QString &sql : statements)
            QVERIFY2(query.exec(sql), qPrintable(sql));
        QVERIFY(query.exec("PRAGMA wal_checkpoint(TRUNCATE)"));
    }
    QSqlDatabase::removeDatabase("tamper");
}

inline void tamper(const Folder &folder, const QString &sql)
{
    tamper(folder, QStringList{sql});
}

/// Two requests, one of them ended, one that may have left.
inline std::vector<Entry> twoRequests()
{
    return {entry(1, kind::kIntent),  entry(1, kind::kSigning), entry(1, kind::kSent),
            entry(1, kind::kOutcome), entry(2, kind::kIntent),  entry(2, kind::kSigning)};
}

inline QString hexOf(const std::string &text)
{
    return QString::fromLatin1(QByteArray::fromStdString(text).toHex());
}

/// As somebody writes rows who can write the database alone: the chain is right, the head is not
/// theirs to write.
inline QString insertOf(std::uint64_t seq, const Entry &entry, const Hash32 &hash)
{
    return QString("INSERT INTO rows VALUES (%1, %2, %3, X'%4', X'%5', X'%6')")
        .arg(seq)
        .arg(entry.time)
        .arg(entry.intent)
        .arg(hexOf(entry.kind), hexOf(entry.payload),
             hexOf(std::string(reinterpret_cast<const char *>(hash.data()), 32)));
}

inline QStringList chainOf(const std::vector<Entry> &entries)
{
    QStringList out{"DELETE FROM rows"};
    Hash32 hash{};
    for (std::size_t i = 0; i < entries.size(); ++i) {
        hash = chainHash(hash, i + 1, entries[i]);
        out += insertOf(i + 1, entries[i], hash);
    }
    return out;
}

inline std::vector<std::uint64_t> intentsOf(const std::vector<Row> &rows)
{
    std::vector<std::uint64_t> out;
    for (const Row &row : rows)
        out.push_back(row.entry.intent);
    return out;
}

} // namespace hl::journal::test
