// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "journal_files.h"

#include <QFileInfo>

#include <filesystem>

using namespace hl;
using namespace hl::journal;
using namespace hl::journal::test;

/// What a start goes on with, and what it refuses.
class TestJournalStart : public QObject
{
    Q_OBJECT

private Q_SLOTS:
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
        // Others come as far as the folder; behind a closed one its mode is mended instead.
        fs::permissions(dir.path().toStdString(), fs::perms::others_exec | fs::perms::others_read,
                        fs::perm_options::add);
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

    /// The program ended, or the disk was full, before the first head stood, or within its key.
    void aHeadThatWasOnlyBegunIsBegunAgain_data()
    {
        QTest::addColumn<int>("bytes");
        QTest::newRow("the whole key") << 32;
        QTest::newRow("half a key") << 16;
        QTest::newRow("an empty key") << 0;
    }
    void aHeadThatWasOnlyBegunIsBegunAgain()
    {
        QFETCH(int, bytes);
        Folder folder;
        QVERIFY(Journal::open(folder.place));
        namespace fs = std::filesystem;
        fs::remove(fs::path(folder.place.headFolder) / "journal.head");
        fs::resize_file(fs::path(folder.key().toStdString()), static_cast<std::uintmax_t>(bytes));
        {
            const auto journal = Journal::open(folder.place);
            QVERIFY2(journal, journal ? "" : journal.error().detail.c_str());
            QVERIFY((*journal)->append(sample(1)) && (*journal)->keepHead());
        }
        QVERIFY(Journal::open(folder.place));
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
};

QTEST_GUILESS_MAIN(TestJournalStart)
#include "tst_journal_start.moc"
