// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "journal_files.h"

#include <QFileInfo>

#include <cstdio>

using namespace hl;
using namespace hl::journal;
using namespace hl::journal::test;

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
