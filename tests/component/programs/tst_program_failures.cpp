// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "component/programs/program.h"

#include <QDir>
#include <QFile>
#include <QStandardPaths>
#include <QTest>

#include <sys/stat.h>
#include <unistd.h>

using namespace hl::test;

namespace {

/// The terminal for a moment on its practice venue.
QStringList terminal(const QTemporaryDir &profile, const QStringList &more)
{
    return QStringList{QStringLiteral("--network"),     QStringLiteral("demo"),
                       QStringLiteral("--profile-dir"), profile.path(),
                       QStringLiteral("--for"),         QStringLiteral("2500")} +
           more;
}

/// With files of at most so many KiB, as on a disk that is full.
Run withFullDisk(int kiB, const QString &program, const QStringList &words)
{
    QProcess process;
    process.setProcessEnvironment(offscreen());
    process.start(
        QStringLiteral("/bin/bash"),
        QStringList{QStringLiteral("-c"),
                    QStringLiteral("trap '' XFSZ; ulimit -f %1; exec \"$0\" \"$@\"").arg(kiB),
                    programPath(program)} +
            words);
    Run run;
    if (process.waitForFinished(60'000) && process.exitStatus() == QProcess::NormalExit)
        run.status = process.exitCode();
    else
        process.kill();
    process.waitForFinished();
    run.out = process.readAllStandardOutput();
    run.err = process.readAllStandardError();
    return run;
}

} // namespace

/// Disks that are full or may not be written, links in the profile: a sentence and status 1, never
/// a crash and never a silent loss.
class TestProgramFailures : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_profile;

private Q_SLOTS:
    void init() { m_profile = std::make_unique<QTemporaryDir>(); }

    void aReportOnAFullDiskIsAFailure()
    {
        const Run run = runProgram(
            QStringLiteral("touchline"),
            terminal(*m_profile, {QStringLiteral("--perf-report"), QStringLiteral("/dev/full")}));
        QCOMPARE(run.status, 1);
        QVERIFY2(run.err.contains("report") && run.err.contains("/dev/full"), run.err.constData());
    }

    void aRecordingOnAFullDiskIsAFailure_data()
    {
        QTest::addColumn<QString>("option");
        QTest::newRow("frames") << QStringLiteral("--record");
        QTest::newRow("session") << QStringLiteral("--record-session");
    }

    void aRecordingOnAFullDiskIsAFailure()
    {
        QFETCH(QString, option);
        const QString file = m_profile->filePath(QStringLiteral("out.jsonl"));
        const Run run =
            withFullDisk(8, QStringLiteral("touchline"), terminal(*m_profile, {option, file}));
        QCOMPARE(run.status, 1);
        QVERIFY2(run.err.contains("recording") && run.err.contains(file.toLocal8Bit()),
                 run.err.constData());
    }

    void aRecordedSessionIsVerified()
    {
        const QString file = m_profile->filePath(QStringLiteral("session.jsonl.zst"));
        const QString copy = m_profile->filePath(QStringLiteral("copy.jsonl.zst"));
        // The second session of a profile: what the journal knows at its start is in the head.
        QCOMPARE(runProgram(QStringLiteral("touchline"), terminal(*m_profile, {})).status, 0);
        const Run run =
            runProgram(QStringLiteral("touchline"),
                       terminal(*m_profile, {QStringLiteral("--record-session"), file}));
        QVERIFY2(run.status == 0, run.err.constData());
        const Run verified = runCli({QStringLiteral("session"), QStringLiteral("verify"), file});
        QVERIFY2(verified.status == 0, verified.err.constData());
        QVERIFY(verified.out.contains("state  "));
        const Run again = runCli({QStringLiteral("session"), QStringLiteral("verify"), file});
        QCOMPARE(again.out, verified.out);
        const Run anonymised =
            runCli({QStringLiteral("session"), QStringLiteral("anonymise"), file, copy});
        QVERIFY2(anonymised.status == 0, anonymised.err.constData());
        const Run ofCopy = runCli({QStringLiteral("session"), QStringLiteral("verify"), copy});
        QVERIFY2(ofCopy.status == 0, ofCopy.err.constData());
        QVERIFY(ofCopy.out != verified.out);
        // And the window plays it.
        const Run played = runProgram(QStringLiteral("touchline"),
                                      {QStringLiteral("--replay"), file, QStringLiteral("--speed"),
                                       QStringLiteral("max"), QStringLiteral("--exit-after-replay"),
                                       QStringLiteral("--profile-dir"), m_profile->path()});
        QVERIFY2(played.status == 0, played.err.constData());
        const Run noSession = runCli(
            {QStringLiteral("session"), QStringLiteral("verify"), QStringLiteral("/dev/null")});
        QCOMPARE(noSession.status, 1);
        QCOMPARE(noSession.err.count('\n'), 1);
    }

    void aReadOnlyProfileIsASentence()
    {
        const QByteArray folder = m_profile->path().toLocal8Bit();
        QCOMPARE(::chmod(folder, 0555), 0);
        QProcess process;
        process.setProcessEnvironment(offscreen());
        // Nothing is read-only for root; the other user's profile is that user's own.
        const bool isRoot = ::geteuid() == 0;
        QVERIFY(!isRoot || ::chown(folder, 65534, 65534) == 0);
        if (isRoot)
            process.setChildProcessModifier([] {
                if (::setgid(65534) != 0 || ::setuid(65534) != 0)
                    ::_exit(77);
            });
        process.start(programPath(QStringLiteral("touchline")), terminal(*m_profile, {}));
        if (!process.waitForFinished(60'000) || process.exitCode() == 77 ||
            process.exitStatus() != QProcess::NormalExit || process.exitCode() == 255)
            QSKIP("the program cannot be run as another user here");
        const QByteArray err = process.readAllStandardError();
        QVERIFY(!isRoot || ::chown(folder, 0, 0) == 0);
        QCOMPARE(::chmod(folder, 0755), 0);
        QCOMPARE(process.exitCode(), 1);
        QVERIFY2(err.contains("cannot be written"), err.constData());
    }

    void linksInTheProfileAreNotFollowed()
    {
        QTemporaryDir elsewhere;
        QFile precious(elsewhere.filePath(QStringLiteral("precious")));
        QVERIFY(precious.open(QIODevice::WriteOnly) && precious.write("precious") == 8);
        precious.close();
        const QByteArray target = precious.fileName().toLocal8Bit();
        for (const char *folder : {"history", "nonces", "keys"})
            QVERIFY(QDir(m_profile->path()).mkdir(QString::fromLatin1(folder)));
        for (const char *link : {"history/demo.sqlite", "keys/main.json"})
            QCOMPARE(
                ::symlink(target, m_profile->filePath(QString::fromLatin1(link)).toLocal8Bit()), 0);
        const Run run = runProgram(QStringLiteral("touchline"), terminal(*m_profile, {}));
        QCOMPARE(run.status, 0); // a history that cannot be kept keeps nobody from trading
        const Run key = runCli({QStringLiteral("key"), QStringLiteral("list"),
                                QStringLiteral("--profile-dir"), m_profile->path()});
        QCOMPARE(key.status, 1);
        QVERIFY(precious.open(QIODevice::ReadOnly));
        QCOMPARE(precious.readAll(), QByteArray("precious"));
    }

    void noCoreIsWritten_data()
    {
        QTest::addColumn<QString>("program");
        QTest::addColumn<QStringList>("words");
        QTest::newRow("terminal") << QStringLiteral("touchline")
                                  << QStringList{QStringLiteral("--network"),
                                                 QStringLiteral("demo"), QStringLiteral("--for"),
                                                 QStringLiteral("20000")};
        // It waits for the passphrase.
        QTest::newRow("command line")
            << QStringLiteral("touchline-cli")
            << QStringList{QStringLiteral("key"), QStringLiteral("new"), QStringLiteral("x"),
                           QStringLiteral("--passphrase-fd"), QStringLiteral("0")};
    }

    /// Where a program crashes, nothing of its memory is left on a disk.
    void noCoreIsWritten()
    {
        QFETCH(QString, program);
        QFETCH(QStringList, words);
        const auto mostOf = [](const QString &process) {
            QFile limits(QStringLiteral("/proc/%1/limits").arg(process));
            if (limits.open(QIODevice::ReadOnly))
                for (const QByteArray &line : limits.readAll().split('\n'))
                    if (line.startsWith("Max core file size"))
                        return line.mid(18).simplified().split(' ');
            return QList<QByteArray>();
        };
        const auto own = mostOf(QStringLiteral("self"));
        if (own.size() < 2 || own.at(1) == "0")
            QSKIP("no program may write a core here anyway");
        QProcess process;
        process.setProcessEnvironment(offscreen());
        process.start(programPath(program),
                      words + QStringList{QStringLiteral("--profile-dir"), m_profile->path()});
        QVERIFY(process.waitForStarted());
        const QString id = QString::number(process.processId());
        QTRY_VERIFY_WITH_TIMEOUT(mostOf(id).value(1) == "0", 20'000);
        QCOMPARE(mostOf(id).value(0), QByteArray("0"));
        process.kill();
        process.waitForFinished();
    }

    void aSecondProcessIsRefused()
    {
        QProcess first;
        first.setProcessEnvironment(offscreen());
        first.start(programPath(QStringLiteral("touchline")),
                    {QStringLiteral("--network"), QStringLiteral("demo"),
                     QStringLiteral("--profile-dir"), m_profile->path(), QStringLiteral("--for"),
                     QStringLiteral("20000")});
        QVERIFY(first.waitForStarted());
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(m_profile->filePath(QStringLiteral("lock"))),
                                 20'000);
        const Run second = runProgram(QStringLiteral("touchline"), terminal(*m_profile, {}));
        QCOMPARE(second.status, 1);
        QVERIFY2(second.err.contains("is in use by"), second.err.constData());
        const Run key = runCli({QStringLiteral("key"), QStringLiteral("new"), QStringLiteral("x"),
                                QStringLiteral("--profile-dir"), m_profile->path(),
                                QStringLiteral("--passphrase-fd"), QStringLiteral("3")},
                               {}, "correct horse\n");
        QCOMPARE(key.status, 1);
        first.terminate();
        QVERIFY(first.waitForFinished(20'000));
    }
};

QTEST_GUILESS_MAIN(TestProgramFailures)
#include "tst_program_failures.moc"
