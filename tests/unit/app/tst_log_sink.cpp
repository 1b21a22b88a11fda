// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/log_sink.h"

#include <QDir>
#include <QLoggingCategory>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>
#include <unistd.h>

using hl::app::LogSink;

class TestLogSink : public QObject
{
    Q_OBJECT

    static QByteArray content(const QString &path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

private Q_SLOTS:
    void redacts_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("wanted");
        const QString hex64 = QString(64, QLatin1Char('a'));
        QTest::newRow("r and s as JSON")
            << QStringLiteral("{\"r\":\"0x%1\",\"s\":\"0x%1\",\"v\":27}").arg(hex64)
            << "{\"r\":\"…\",\"s\":\"…\",\"v\":27}";
        QTest::newRow("r=") << "r=0x" + hex64 + " ok"
                            << "r=… ok";
        QTest::newRow("private key") << "privateKey: " + hex64 << "privateKey: …";
        QTest::newRow("signature in one piece")
            << "sig 0x" + QString(130, QLatin1Char('b')) << "sig 0x…";
        QTest::newRow("authorization") << "Authorization: Bearer abc.def x"
                                       << "Authorization: … x";
        QTest::newRow("a hash stays") << "connectionId=0x" + hex64 << "connectionId=0x" + hex64;
        QTest::newRow("an address stays") << "user=0x" + QString(40, QLatin1Char('c'))
                                          << "user=0x" + QString(40, QLatin1Char('c'));
        QTest::newRow("words stay") << "order sent cloid=0x1234"
                                    << "order sent cloid=0x1234";
    }

    void redacts()
    {
        QFETCH(QString, text);
        QTEST(LogSink::redacted(text), "wanted");
    }

    void writesTheFileAndTheRing()
    {
        QTemporaryDir dir;
        {
            LogSink sink(dir.path());
            qInfo("a message of %d", 7);
            QTRY_VERIFY(!sink.lines().empty());
            QVERIFY(sink.lines().back().contains(QStringLiteral("a message of 7")));
        }
        QVERIFY(content(dir.filePath(QStringLiteral("touchline.log"))).contains("a message of 7"));
    }

    void theFileIsItsOwnersAlone()
    {
        QTemporaryDir dir;
        const QString file = dir.filePath(QStringLiteral("logs/touchline.log"));
        {
            LogSink sink(dir.filePath(QStringLiteral("logs")));
            qInfo("first");
        }
        const auto ours = QFile::ReadOwner | QFile::WriteOwner | QFile::ReadUser | QFile::WriteUser;
        QCOMPARE(QFile::permissions(file), ours);
        // One of an earlier version.
        QVERIFY(QFile::setPermissions(file, ours | QFile::ReadGroup | QFile::ReadOther));
        {
            LogSink sink(dir.filePath(QStringLiteral("logs")));
            qInfo("second");
        }
        QCOMPARE(QFile::permissions(file), ours);
        QVERIFY(content(file).contains("first") && content(file).contains("second"));
    }

    void nothingIsWrittenThroughAPlantedFile_data()
    {
        QTest::addColumn<QString>("what");
        for (const char *what : {"link", "hanging link", "second name", "pipe", "folder link"})
            QTest::newRow(what) << QString::fromLatin1(what);
    }

    /// And the program goes on without it.
    void nothingIsWrittenThroughAPlantedFile()
    {
        QFETCH(QString, what);
        QTemporaryDir dir;
        const QString other = dir.filePath(QStringLiteral("other"));
        const QString logs = dir.filePath(QStringLiteral("logs"));
        const QString file = logs + QStringLiteral("/touchline.log");
        QVERIFY(QDir().mkpath(logs));
        QFile target(other);
        QVERIFY(target.open(QIODevice::WriteOnly));
        target.close();
        if (what == QLatin1String("hanging link")) {
            QVERIFY(target.remove());
            QVERIFY(QFile::link(other, file));
        } else if (what == QLatin1String("link")) {
            QVERIFY(QFile::link(other, file));
        } else if (what == QLatin1String("second name")) {
            QCOMPARE(::link(other.toLocal8Bit().constData(), file.toLocal8Bit().constData()), 0);
        } else if (what == QLatin1String("pipe")) {
            QCOMPARE(::mkfifo(file.toLocal8Bit().constData(), 0600), 0);
        } else {
            QVERIFY(QDir(logs).removeRecursively());
            QVERIFY(QDir().mkpath(dir.filePath(QStringLiteral("away"))));
            QVERIFY(QFile::link(dir.filePath(QStringLiteral("away")), logs));
        }
        {
            LogSink sink(logs);
            qInfo("goes nowhere");
            QTRY_VERIFY(!sink.lines().empty());
        }
        QVERIFY(content(other).isEmpty());
        QVERIFY(QFile::exists(other) != (what == QLatin1String("hanging link")));
        QVERIFY(QDir(dir.filePath(QStringLiteral("away"))).entryList(QDir::Files).isEmpty());
    }

    void theLastLinesAreWritten()
    {
        QTemporaryDir dir;
        {
            LogSink sink(dir.path());
            qInfo("said on the way out");
        }
        QVERIFY(
            content(dir.filePath(QStringLiteral("touchline.log"))).contains("said on the way out"));
    }

    void secretsNeverReachTheFile()
    {
        QTemporaryDir dir;
        const QByteArray secret(64, 'd');
        {
            LogSink sink(dir.path());
            qInfo("privateKey=%s", secret.constData());
            QTRY_VERIFY(!sink.lines().empty());
        }
        QVERIFY(!content(dir.filePath(QStringLiteral("touchline.log"))).contains(secret));
    }

    void rotatesAndKeepsFive()
    {
        QTemporaryDir dir;
        LogSink sink(dir.path());
        const QString line(200'000, QLatin1Char('x'));
        // 200 kB a line: 27 of them fill one file.
        for (int i = 0; i < 27 * 7; ++i)
            Q_EMIT sink.lineAdded(line);
        const QStringList files = QDir(dir.path()).entryList(QDir::Files);
        QCOMPARE(files.size(), LogSink::kFiles);
        for (const QString &file : files)
            QVERIFY(QFileInfo(dir.filePath(file)).size() <= LogSink::kFileBytes + line.size() + 1);
    }

    void theRingIsBounded()
    {
        LogSink sink({});
        for (std::size_t i = 0; i < LogSink::kRingLines + 10; ++i)
            Q_EMIT sink.lineAdded(QString::number(i));
        QCOMPARE(sink.lines().size(), LogSink::kRingLines);
        QCOMPARE(sink.lines().front(), QStringLiteral("10"));
    }
};

QTEST_GUILESS_MAIN(TestLogSink)
#include "tst_log_sink.moc"
