// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "journal/journal.h"
#include "journal/journal_walk.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSqlQuery>
#include <QTemporaryDir>
#include <QTest>

#include <cstdio>
#include <filesystem>

using namespace hl;
using namespace hl::journal;

namespace {

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

Entry entry(std::uint64_t intent, std::string_view what,
            std::string payload = "{\"px\":\"110143\"}")
{
    return {1'700'000'000'000 + static_cast<TimeMs>(intent), intent, std::string(what),
            std::move(payload)};
}

std::vector<Entry> sample(std::size_t n)
{
    std::vector<Entry> out;
    for (std::size_t i = 0; i < n; ++i)
        out.push_back(entry(i + 1, kind::kIntent, "{\"n\":" + std::to_string(i) + "}"));
    return out;
}

std::vector<Entry> entriesOf(const Journal &journal)
{
    std::vector<Entry> out;
    (void)journal.read(0, [&](const Row &row) {
        out.push_back(row.entry);
        return true;
    });
    return out;
}

void fill(const Folder &folder, std::size_t n)
{
    const auto journal = Journal::open(folder.place);
    QVERIFY(journal);
    QVERIFY((*journal)->append(sample(n)));
    QVERIFY((*journal)->keepHead());
}

Verdict verdictOf(const Folder &folder)
{
    const auto journal = Journal::openReadOnly(folder.place);
    return journal ? (*journal)->verify() : Verdict{false, 0, 0, journal.error().detail};
}

/// Changes the database behind the program's back.
void tamper(const Folder &folder, const QStringList &statements)
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

void tamper(const Folder &folder, const QString &sql)
{
    tamper(folder, QStringList{sql});
}

/// Two requests, one of them ended, one that may have left.
std::vector<Entry> twoRequests()
{
    return {entry(1, kind::kIntent),  entry(1, kind::kSigning), entry(1, kind::kSent),
            entry(1, kind::kOutcome), entry(2, kind::kIntent),  entry(2, kind::kSigning)};
}

QString hexOf(const std::string &text)
{
    return QString::fromLatin1(QByteArray::fromStdString(text).toHex());
}

/// As somebody writes rows who can write the database alone: the chain is right, the head is not
/// theirs to write.
QString insertOf(std::uint64_t seq, const Entry &entry, const Hash32 &hash)
{
    return QString("INSERT INTO rows VALUES (%1, %2, %3, X'%4', X'%5', X'%6')")
        .arg(seq)
        .arg(entry.time)
        .arg(entry.intent)
        .arg(hexOf(entry.kind), hexOf(entry.payload),
             hexOf(std::string(reinterpret_cast<const char *>(hash.data()), 32)));
}

QStringList chainOf(const std::vector<Entry> &entries)
{
    QStringList out{"DELETE FROM rows"};
    Hash32 hash{};
    for (std::size_t i = 0; i < entries.size(); ++i) {
        hash = chainHash(hash, i + 1, entries[i]);
        out += insertOf(i + 1, entries[i], hash);
    }
    return out;
}

std::vector<std::uint64_t> intentsOf(const std::vector<Row> &rows)
{
    std::vector<std::uint64_t> out;
    for (const Row &row : rows)
        out.push_back(row.entry.intent);
    return out;
}

} // namespace

class TestJournal : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void keepsWhatItWasGivenToTheByte()
    {
        Folder folder;
        std::vector<Entry> entries = sample(3);
        entries.push_back(entry(~std::uint64_t{0}, "söme kind", std::string("a\0b\xff", 4)));
        entries.push_back({-1, 0, "", ""});
        {
            const auto journal = Journal::open(folder.place);
            QVERIFY2(journal, journal ? "" : journal.error().detail.c_str());
            QCOMPARE(*(*journal)->append(entries), std::uint64_t{5});
            QVERIFY((*journal)->keepHead());
        }
        const auto again = Journal::open(folder.place);
        QVERIFY(again);
        QCOMPARE((*again)->lastSeq(), std::uint64_t{5});
        QVERIFY(entriesOf(**again) == entries);
        QVERIFY((*again)->verify().isIntact);
        QVERIFY((*again)->append(sample(2)));
        QVERIFY((*again)->keepHead());
        QCOMPARE((*again)->verify().rows, std::uint64_t{7});
    }

    void hashesDependOnEveryColumn()
    {
        const Entry base = entry(7, "intent");
        const Hash32 zero{};
        const Hash32 hash = chainHash(zero, 1, base);
        Hash32 other{};
        other[31] = 1;
        QVERIFY(hash != chainHash(other, 1, base));
        QVERIFY(hash != chainHash(zero, 2, base));
        const auto changed = [&](auto change) {
            Entry e = base;
            change(e);
            return hash != chainHash(zero, 1, e);
        };
        QVERIFY(changed([](Entry &e) { ++e.time; }));
        QVERIFY(changed([](Entry &e) { ++e.intent; }));
        QVERIFY(changed([](Entry &e) { e.kind += "x"; }));
        QVERIFY(changed([](Entry &e) { e.payload += " "; }));
        // Text may not wander from one column to the next.
        QVERIFY(changed([](Entry &e) {
            e.payload = e.kind.back() + e.payload;
            e.kind.pop_back();
        }));
    }

    void anEmptyOneIsIntact()
    {
        Folder folder;
        QVERIFY(Journal::open(folder.place));
        QVERIFY(verdictOf(folder).isIntact);
    }

    void filesAreTheOwnersAlone()
    {
        Folder folder;
        const auto journal = Journal::open(folder.place);
        QVERIFY(journal && (*journal)->append(sample(1)) && (*journal)->keepHead());
        for (const QString &file :
             {folder.database(), folder.database() + "-wal", folder.database() + "-shm",
              folder.database() + ".lock", folder.head(), folder.key()}) {
            QVERIFY2(QFile::exists(file), qPrintable(file));
            QCOMPARE(int(QFileInfo(file).permissions() & (QFile::ReadGroup | QFile::ReadOther |
                                                          QFile::WriteGroup | QFile::WriteOther)),
                     0);
        }
    }

    void everyChangeOfAColumnIsNamed_data()
    {
        QTest::addColumn<QString>("sql");
        QTest::addColumn<quint64>("bad");
        QTest::newRow("time") << "UPDATE rows SET time = time + 1 WHERE seq = 3" << quint64(3);
        QTest::newRow("intent") << "UPDATE rows SET intent = 9 WHERE seq = 3" << quint64(3);
        QTest::newRow("kind") << "UPDATE rows SET kind = X'41' WHERE seq = 3" << quint64(3);
        QTest::newRow("payload") << "UPDATE rows SET payload = X'7B7D' WHERE seq = 3" << quint64(3);
        QTest::newRow("payload as text, other bytes")
            << "UPDATE rows SET payload = '{}' WHERE seq = 3" << quint64(3);
        QTest::newRow("hash") << "UPDATE rows SET hash = zeroblob(32) WHERE seq = 3" << quint64(3);
        QTest::newRow("hash cut") << "UPDATE rows SET hash = X'00' WHERE seq = 3" << quint64(3);
        QTest::newRow("hash lengthened")
            << "UPDATE rows SET hash = CAST(hash || X'00' AS BLOB) WHERE seq = 3" << quint64(3);
        QTest::newRow("hash as text")
            << "UPDATE rows SET hash = CAST(hash AS TEXT) WHERE seq = 3" << quint64(3);
        QTest::newRow("kind as text, the same bytes")
            << "UPDATE rows SET kind = CAST(kind AS TEXT) WHERE seq = 3" << quint64(3);
        QTest::newRow("payload as text, the same bytes")
            << "UPDATE rows SET payload = CAST(payload AS TEXT) WHERE seq = 3" << quint64(3);
        QTest::newRow("a row before the first")
            << "INSERT INTO rows SELECT -1, time, intent, kind, payload, hash FROM rows "
               "WHERE seq = 1"
            << quint64(1);
        QTest::newRow("seq") << "UPDATE rows SET seq = 77 WHERE seq = 3" << quint64(3);
        QTest::newRow("row removed") << "DELETE FROM rows WHERE seq = 3" << quint64(3);
        QTest::newRow("first row removed") << "DELETE FROM rows WHERE seq = 1" << quint64(1);
        QTest::newRow("last row removed") << "DELETE FROM rows WHERE seq = 5" << quint64(5);
        QTest::newRow("last two removed") << "DELETE FROM rows WHERE seq > 3" << quint64(4);
        QTest::newRow("all removed") << "DELETE FROM rows" << quint64(1);
    }

    void everyChangeOfAColumnIsNamed()
    {
        QFETCH(QString, sql);
        QFETCH(quint64, bad);
        Folder folder;
        fill(folder, 5);
        QVERIFY(verdictOf(folder).isIntact);
        tamper(folder, sql);
        const Verdict verdict = verdictOf(folder);
        QVERIFY(!verdict.isIntact);
        QCOMPARE(quint64(verdict.firstBadSeq), bad);
        QVERIFY(!verdict.reason.empty());
    }

    // Each byte of each stored column of a journal, in turn.
    void everyByteOfEveryColumnCounts()
    {
        Folder folder;
        fill(folder, 2);
        int flips = 0;
        const auto isNoticed = [&](const QString &flip) {
            QFile::remove(folder.database() + ".copy");
            QVERIFY(QFile::copy(folder.database(), folder.database() + ".copy"));
            tamper(folder, flip);
            QVERIFY2(!verdictOf(folder).isIntact, qPrintable(flip));
            QFile::remove(folder.database());
            QVERIFY(QFile::rename(folder.database() + ".copy", folder.database()));
            ++flips;
        };
        for (const auto &[column, size] : {std::pair{"kind", 6}, {"payload", 7}, {"hash", 32}})
            for (int row = 1; row <= 2; ++row)
                for (int at = 1; at <= size; ++at)
                    isNoticed(QString("UPDATE rows SET %1 = CAST(substr(%1, 1, %2 - 1) || "
                                      "CASE WHEN substr(%1, %2, 1) = X'58' THEN X'59' ELSE X'58' "
                                      "END || substr(%1, %2 + 1) AS BLOB) WHERE seq = %3")
                                  .arg(QLatin1String(column))
                                  .arg(at)
                                  .arg(row));
        // (a | b) - (a & b) is the exclusive or that SQLite does not have.
        for (const char *column : {"seq", "time", "intent"})
            for (int row = 1; row <= 2; ++row)
                for (int byte = 0; byte < 8; ++byte)
                    isNoticed(QString("UPDATE rows SET %1 = (%1 | (1 << %2)) - (%1 & (1 << %2)) "
                                      "WHERE seq = %3")
                                  .arg(QLatin1String(column))
                                  .arg(8 * byte + (byte == 7 ? 6 : 5))
                                  .arg(row));
        std::printf("column flips %d detected %d\n", flips, flips);
        std::fflush(stdout);
        QCOMPARE(flips, 2 * (6 + 7 + 32) + 2 * 3 * 8);
        QVERIFY(verdictOf(folder).isIntact);
    }

    // Any flip in the file is either detected or leaves every row, and what is still open, as it
    // was. HL_ALL_FLIPS=1: each of the eight bits of every byte; else two bits of those in use.
    void anyFlipInTheFileIsDetectedOrHarmless()
    {
        Folder folder;
        const std::vector<Entry> entries = twoRequests();
        {
            const auto journal = Journal::open(folder.place);
            QVERIFY(journal && (*journal)->append(entries) && (*journal)->keepHead());
        }
        tamper(folder, "PRAGMA user_version"); // folds the log into the file
        QFile file(folder.database());
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray good = file.readAll();
        file.close();
        const bool isWhole = qEnvironmentVariableIsSet("HL_ALL_FLIPS");
        int detected = 0;
        int harmless = 0;
        for (qsizetype i = 0; i < 8 * good.size(); ++i) {
            const qsizetype at = i / 8;
            const int bit = int(i % 8);
            if (!isWhole && ((bit != 0 && bit != 5) || (good[at] == 0 && at % 16 != 0)))
                continue;
            QByteArray bad = good;
            bad[at] = static_cast<char>(bad[at] ^ (1 << bit));
            QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
            file.write(bad);
            file.close();
            QFile::remove(folder.database() + "-wal");
            QFile::remove(folder.database() + "-shm");
            const auto journal = Journal::openReadOnly(folder.place);
            if (!journal || !(*journal)->verify().isIntact) {
                ++detected;
                continue;
            }
            const QByteArray where = QByteArray::number(at) + " bit " + QByteArray::number(bit);
            QVERIFY2(entriesOf(**journal) == entries, where.constData());
            const auto open = (*journal)->unresolved();
            QVERIFY2(open && intentsOf(*open) == std::vector<std::uint64_t>{2}, where.constData());
            const auto newest = (*journal)->newest(2);
            QVERIFY2(newest && newest->size() == 2 && (*newest)[1].entry == entries[5],
                     where.constData());
            ++harmless;
        }
        std::printf("flips in the file %d: detected %d, rows and open requests identical %d\n",
                    detected + harmless, detected, harmless);
        std::fflush(stdout);
        QVERIFY(detected > 300);
    }

    // The header byte that says how a column is stored: one flip of it leaves the same bytes and
    // takes the row out of what SQL finds.
    void aKindStoredAsTextIsNoOpenRequestForgotten()
    {
        Folder folder;
        {
            const auto journal = Journal::open(folder.place);
            QVERIFY(journal && (*journal)->append(twoRequests()) && (*journal)->keepHead());
        }
        tamper(folder, "UPDATE rows SET kind = CAST(kind AS TEXT) WHERE seq = 6");
        const auto journal = Journal::openReadOnly(folder.place);
        QVERIFY(journal);
        QVERIFY(!(*journal)->verify().isIntact);
        QVERIFY(!(*journal)->unresolved());
        QVERIFY(!(*journal)->newest(1));
        QVERIFY(!Journal::open(folder.place));
    }

    void headIsForgedDamagedOrMissing_data()
    {
        QTest::addColumn<QString>("what");
        for (const char *what :
             {"removed", "emptied", "one digit", "older", "key removed", "key changed"})
            QTest::newRow(what) << QString::fromLatin1(what);
    }

    void headIsForgedDamagedOrMissing()
    {
        QFETCH(QString, what);
        Folder folder;
        fill(folder, 2);
        QFile::remove(folder.dir.filePath("older"));
        QVERIFY(QFile::copy(folder.head(), folder.dir.filePath("older")));
        {
            const auto journal = Journal::open(folder.place);
            QVERIFY((*journal)->append(sample(1)));
            QVERIFY((*journal)->keepHead());
        }
        if (what == "removed") {
            QFile::remove(folder.head());
        } else if (what == "older") {
            // An older head is what a crash between the two writes leaves: no alarm.
            QFile::remove(folder.head());
            QVERIFY(QFile::rename(folder.dir.filePath("older"), folder.head()));
            QVERIFY(verdictOf(folder).isIntact);
            QCOMPARE(verdictOf(folder).behindHead, std::uint64_t{1});
            return;
        } else if (what == "key removed") {
            QFile::remove(folder.key());
        } else {
            QFile file(what == "key changed" ? folder.key() : folder.head());
            QVERIFY(file.open(QIODevice::ReadWrite));
            QByteArray bytes = file.readAll();
            bytes[3] = static_cast<char>(bytes[3] ^ 1);
            file.resize(0);
            file.seek(0);
            if (what != "emptied")
                file.write(bytes);
        }
        const Verdict verdict = verdictOf(folder);
        QVERIFY(!verdict.isIntact);
        QVERIFY(QString::fromStdString(verdict.reason).contains("head") ||
                QString::fromStdString(verdict.reason).contains("key"));
    }

    void refusesToGoOnWhereTheChainIsNotRight_data()
    {
        QTest::addColumn<QStringList>("sql");
        QTest::addColumn<QString>("words");
        QTest::newRow("rows are missing at its end")
            << QStringList{"DELETE FROM rows WHERE seq > 4"} << "4 of 6";
        std::vector<Entry> forged = twoRequests();
        forged[0].payload = "{\"px\":\"1\"}";
        QTest::newRow("made anew, as long") << chainOf(forged) << "row 6 is not the one";
        forged.push_back(entry(2, kind::kOutcome));
        QTest::newRow("made anew, longer") << chainOf(forged) << "row 6 is not the one";
        forged.resize(3);
        QTest::newRow("made anew, shorter") << chainOf(forged) << "3 of 6";
        QTest::newRow("a row in the middle")
            << QStringList{"UPDATE rows SET payload = X'7B7D' WHERE seq = 2"}
            << "row 2 was changed";
        QTest::newRow("all gone") << QStringList{"DELETE FROM rows"} << "0 of 6";
    }

    /// What stands there is never signed by the next start.
    void refusesToGoOnWhereTheChainIsNotRight()
    {
        QFETCH(QStringList, sql);
        QFETCH(QString, words);
        Folder folder;
        {
            const auto journal = Journal::open(folder.place);
            QVERIFY(journal && (*journal)->append(twoRequests()) && (*journal)->keepHead());
        }
        tamper(folder, sql);
        for (int start = 0; start < 2; ++start) {
            const auto journal = Journal::open(folder.place);
            QVERIFY(!journal);
            QCOMPARE(journal.error().kind, ErrorKind::Parse);
            QVERIFY2(journal.error().detail.find(words.toStdString()) != std::string::npos,
                     journal.error().detail.c_str());
            QVERIFY(!verdictOf(folder).isIntact);
        }
    }

    /// What a crash leaves: rows that the head does not name yet. They are kept, marked, and end no
    /// request; the mark holds through later starts.
    void rowsBehindTheHeadEndNoRequest_data()
    {
        QTest::addColumn<bool>("forged");
        QTest::newRow("left by a crash") << false;
        QTest::newRow("written by somebody") << true;
    }

    void rowsBehindTheHeadEndNoRequest()
    {
        QFETCH(bool, forged);
        Folder folder;
        std::vector<Entry> rows = twoRequests();
        {
            const auto journal = Journal::open(folder.place);
            QVERIFY(journal && (*journal)->append(rows) && (*journal)->keepHead());
            if (!forged)
                QVERIFY((*journal)->append(std::vector{entry(2, kind::kOutcome)}));
        }
        rows.push_back(entry(2, kind::kOutcome));
        if (forged)
            tamper(folder, chainOf(rows).last());
        Verdict verdict = verdictOf(folder);
        QVERIFY(verdict.isIntact);
        QCOMPARE(verdict.behindHead, std::uint64_t{1});
        QCOMPARE(verdict.unresolved, std::uint64_t{1});

        const std::vector<std::uint64_t> second{2};
        for (int start = 0; start < 3; ++start) {
            std::vector<Entry> seen;
            const auto journal =
                Journal::open(folder.place, [&](const Row &row) { seen.push_back(row.entry); });
            QVERIFY2(journal, journal ? "" : journal.error().detail.c_str());
            QCOMPARE((*journal)->found().unproven, std::uint64_t(start == 0 ? 1 : 0));
            QVERIFY(intentsOf((*journal)->found().unresolved) == second);
            QCOMPARE(seen.size(), std::size_t{8});
            QCOMPARE(seen.back().payload, unprovenPayload(7, 7));
            verdict = (*journal)->verify();
            QVERIFY2(verdict.isIntact, verdict.reason.c_str());
            QCOMPARE(verdict.behindHead, std::uint64_t{0});
            QCOMPARE(verdict.unproven, std::uint64_t{1});
            QCOMPARE(verdict.unresolved, std::uint64_t{1});
            QVERIFY(intentsOf(*(*journal)->unresolved()) == second);
        }
        // What is found out later ends it.
        {
            const auto journal = Journal::open(folder.place);
            QVERIFY((*journal)->append(std::vector{entry(2, kind::kOutcome)}));
            QVERIFY((*journal)->keepHead());
        }
        const auto journal = Journal::open(folder.place);
        QVERIFY(journal && (*journal)->found().unresolved.empty());
    }

    /// A request behind the head may have left as any other.
    void aRequestBehindTheHeadIsOpen()
    {
        Folder folder;
        fill(folder, 2);
        {
            const auto journal = Journal::open(folder.place);
            QVERIFY((*journal)->append(std::vector{
                entry(9, kind::kIntent), entry(9, kind::kSigning), entry(9, kind::kWiped)}));
        }
        const auto journal = Journal::open(folder.place);
        QCOMPARE((*journal)->found().unproven, std::uint64_t{3});
        QCOMPARE((*journal)->found().lastIntent, std::uint64_t{9});
        QVERIFY(intentsOf((*journal)->found().unresolved) == std::vector<std::uint64_t>{9});
    }

    void aMarkThatDoesNotFollowIsBad_data()
    {
        QTest::addColumn<QString>("payload");
        for (const char *payload : {"{\"from\":1,\"to\":3}", "{\"from\":3,\"to\":2}",
                                    "{\"from\":0,\"to\":2}", "{\"from\": 1,\"to\":2}", "{}", "x"})
            QTest::newRow(payload) << payload;
    }

    void aMarkThatDoesNotFollowIsBad()
    {
        QFETCH(QString, payload);
        Folder folder;
        fill(folder, 2);
        {
            const auto journal = Journal::open(folder.place);
            QVERIFY(
                (*journal)->append(std::vector{entry(0, kind::kUnproven, payload.toStdString())}));
            QVERIFY((*journal)->keepHead());
        }
        QVERIFY(!Journal::open(folder.place));
        QCOMPARE(verdictOf(folder).firstBadSeq, std::uint64_t{3});
    }

    void anythingBesideTheTableIsRefused_data()
    {
        QTest::addColumn<QStringList>("sql");
        QTest::newRow("rows that are not taken") << QStringList{
            "CREATE TRIGGER t BEFORE INSERT ON rows BEGIN SELECT RAISE(IGNORE); END"};
        QTest::newRow("rows that vanish")
            << QStringList{"CREATE TRIGGER t AFTER INSERT ON rows BEGIN DELETE FROM rows WHERE seq "
                           "= NEW.seq; END"};
        QTest::newRow("a view") << QStringList{"CREATE VIEW v AS SELECT * FROM rows"};
        QTest::newRow("a table") << QStringList{"CREATE TABLE more (x)"};
        QTest::newRow("an index") << QStringList{"CREATE INDEX more ON rows (kind)"};
        QTest::newRow("the index gone") << QStringList{"DROP INDEX rows_intent"};
        QTest::newRow("a view in the table's place") << QStringList{
            "ALTER TABLE rows RENAME TO hidden", "CREATE VIEW rows AS SELECT * FROM hidden"};
        QTest::newRow("a column") << QStringList{
            "ALTER TABLE rows ADD COLUMN more INTEGER DEFAULT 1"};
        QTest::newRow("text columns") << QStringList{
            "CREATE TABLE r (seq INTEGER PRIMARY KEY, time INTEGER NOT NULL, intent "
            "INTEGER NOT NULL, kind TEXT NOT NULL, payload TEXT NOT NULL, hash BLOB "
            "NOT NULL)",
            "INSERT INTO r SELECT * FROM rows", "DROP TABLE rows", "ALTER TABLE r RENAME TO rows",
            "CREATE INDEX rows_intent ON rows (intent)"};
    }

    void anythingBesideTheTableIsRefused()
    {
        QFETCH(QStringList, sql);
        Folder folder;
        fill(folder, 2);
        tamper(folder, sql);
        QVERIFY(!Journal::open(folder.place));
        QVERIFY(!Journal::openReadOnly(folder.place));
    }

    /// The same, done while the program runs.
    void tablesChangedMeanwhileTakeNoRow_data() { anythingBesideTheTableIsRefused_data(); }

    void tablesChangedMeanwhileTakeNoRow()
    {
        QFETCH(QStringList, sql);
        Folder folder;
        const auto journal = Journal::open(folder.place);
        QVERIFY(journal && (*journal)->append(sample(2)));
        tamper(folder, sql);
        QVERIFY(!(*journal)->append(sample(1)));
        QCOMPARE((*journal)->lastSeq(), std::uint64_t{2});
    }

    /// Links, other modes and lost keys, at a start and while the program runs.
    void placesOfSomebodyElse_data()
    {
        QTest::addColumn<QString>("what");
        for (const char *what :
             {"journal folder is a link", "head folder is a link", "folder for everybody",
              "head folder for everybody", "head is a link", "key is a link",
              "key may be read by others", "head may be read by others", "lock is a link"})
            QTest::newRow(what) << QString::fromLatin1(what);
    }

    void placesOfSomebodyElse()
    {
        QFETCH(QString, what);
        namespace fs = std::filesystem;
        QTemporaryDir dir;
        const Journal::Place place = Journal::placeIn(dir.path().toStdString());
        {
            const auto journal = Journal::open(place);
            QVERIFY(journal && (*journal)->append(sample(1)) && (*journal)->keepHead());
        }
        const fs::path database = place.database;
        const fs::path head = fs::path(place.headFolder) / "journal.head";
        const fs::path key = fs::path(place.headFolder) / "journal.key";
        const auto linked = [&](const fs::path &path) {
            const fs::path away = dir.path().toStdString() + "/away";
            fs::rename(path, away);
            fs::create_symlink(away, path);
        };
        const fs::perms all = fs::perms::all;
        if (what == "journal folder is a link")
            linked(database.parent_path());
        else if (what == "head folder is a link")
            linked(place.headFolder);
        else if (what == "folder for everybody")
            fs::permissions(database.parent_path(), all);
        else if (what == "head folder for everybody")
            fs::permissions(place.headFolder, all);
        else if (what == "head is a link")
            linked(head);
        else if (what == "key is a link")
            linked(key);
        else if (what == "key may be read by others")
            fs::permissions(key, fs::perms::others_read, fs::perm_options::add);
        else if (what == "head may be read by others")
            fs::permissions(head, fs::perms::group_read, fs::perm_options::add);
        else
            linked(place.database + ".lock");
        const auto journal = Journal::open(place);
        QVERIFY(!journal);
        QVERIFY(!journal.error().detail.empty());
    }

    void aKeyThatVanishesIsNotMadeAgain()
    {
        Folder folder;
        const auto journal = Journal::open(folder.place);
        QVERIFY(journal && (*journal)->append(sample(1)) && (*journal)->keepHead());
        QVERIFY(QFile::remove(folder.key()));
        QVERIFY((*journal)->append(sample(1)));
        QVERIFY(!(*journal)->keepHead());
        QVERIFY(!QFile::exists(folder.key()));
    }

    /// The head's own failure loses nothing: the rows are there, marked at the next start.
    void aHeadThatCannotBeWrittenIsTold()
    {
        Folder folder;
        fill(folder, 1);
        {
            const auto journal = Journal::open(folder.place);
            QVERIFY(journal);
            QVERIFY(QFile::remove(folder.head()));
            QVERIFY(QFile::link("/dev/null", folder.head()));
            QVERIFY((*journal)->append(sample(1)));
            QVERIFY(!(*journal)->keepHead());
            QVERIFY(QFile::remove(folder.head()));
            QVERIFY((*journal)->keepHead());
        }
        QVERIFY(verdictOf(folder).isIntact);
    }

    void foreignAndHostilePlaces()
    {
        {
            Folder folder;
            QFile file(folder.database());
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write("not a database at all, but long enough to be read as one ........");
            file.close();
            const auto journal = Journal::open(folder.place);
            QVERIFY(!journal);
            QVERIFY(file.open(QIODevice::ReadOnly));
            QVERIFY(file.readAll().startsWith("not a database"));
        }
        {
            Folder folder;
            tamper(folder, "CREATE TABLE somebody_elses (x)");
            QVERIFY(!Journal::open(folder.place));
            QVERIFY(!Journal::openReadOnly(folder.place));
        }
        {
            Folder folder;
            QVERIFY(QFile::link("/etc/hostname", folder.database()));
            QVERIFY(!Journal::open(folder.place));
        }
        {
            Folder folder;
            QVERIFY(!Journal::openReadOnly(folder.place));
            QVERIFY(!QFile::exists(folder.database()));
        }
        {
            Folder folder;
            fill(folder, 1);
            tamper(folder, "PRAGMA user_version = 99");
            const auto journal = Journal::open(folder.place);
            QVERIFY(!journal && journal.error().detail.find("newer") != std::string::npos);
        }
    }

    void unresolvedAreThoseThatMayHaveLeft()
    {
        Folder folder;
        const auto journal = Journal::open(folder.place);
        const std::vector<Entry> entries{
            entry(1, kind::kIntent),  entry(1, kind::kSigning), entry(1, kind::kSent),
            entry(2, kind::kIntent),  entry(2, kind::kSigning), entry(2, kind::kWiped),
            entry(3, kind::kIntent),  entry(3, kind::kSigning), entry(3, kind::kSent),
            entry(3, kind::kOutcome), entry(4, kind::kIntent),  entry(5, kind::kSigning),
        };
        QVERIFY((*journal)->append(entries));
        QVERIFY((*journal)->keepHead());
        const auto open = (*journal)->unresolved();
        QVERIFY(open);
        QCOMPARE(open->size(), std::size_t{2});
        QCOMPARE((*open)[0].entry.intent, std::uint64_t{1});
        QCOMPARE((*open)[1].entry.intent, std::uint64_t{5});
    }
};

QTEST_GUILESS_MAIN(TestJournal)
#include "tst_journal.moc"
