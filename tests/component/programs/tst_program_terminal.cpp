// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "component/programs/program.h"

#include <QDir>
#include <QFileInfo>
#include <QImage>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <algorithm>
#include <csignal>

using namespace hl::test;

namespace {

Run terminal(const QStringList &words)
{
    return runProgram(QStringLiteral("touchline"), words);
}

QJsonObject jsonOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object()
                                          : QJsonObject();
}

QString streams(const QString &file)
{
    return QStringLiteral(HL_SHARED_DATA "/data/streams/") + file;
}

/// Pixels of `rect` that stand out from the dark theme's ground.
int ink(const QImage &picture, const QRect &rect)
{
    int n = 0;
    for (int y = rect.top(); y <= rect.bottom(); ++y) {
        for (int x = rect.left(); x <= rect.right(); ++x) {
            const QColor color = picture.pixelColor(x, y);
            n += std::max({color.red(), color.green(), color.blue()}) > 140 ? 1 : 0;
        }
    }
    return n;
}

} // namespace

/// The terminal as a process, offscreen.
class TestProgram : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_dir;

    QString path(const QString &name) { return m_dir->filePath(name); }
    QStringList profile() { return {"--profile-dir", path(QStringLiteral("profile"))}; }

private Q_SLOTS:
    void init() { m_dir = std::make_unique<QTemporaryDir>(); }

    void versionAndHelpNeedNoDisplay()
    {
        const Run version = terminal({"--version"});
        QCOMPARE(version.status, 0);
        QVERIFY(version.out.startsWith("Touchline "));
        QVERIFY(version.out.contains("\nQt 6."));
        QVERIFY(version.out.contains("\nTLS openssl"));
        QCOMPARE(terminal({"--help"}).status, 0);
    }

    void badWordsAreStatusTwo()
    {
        const Run run = terminal({"--network", "moon"});
        QCOMPARE(run.status, 2);
        QCOMPARE(run.err, QByteArray("touchline: --network: must be mainnet, testnet or demo\n"));
    }

    /// The whole main thread without a network: embedded venue, engine, window, picture, report.
    void demoLeavesAPictureAndAReport()
    {
        const Run run =
            terminal(profile() + QStringList{"--network", "demo", "--load", "light", "--theme",
                                             "dark", "--screenshot", path("a.png"), "--after",
                                             "5000", "--perf-report", path("p.json")});
        QVERIFY2(run.status == 0, run.err.constData());

        // Each part has something to read; empty tables have one line of words, not five rows.
        const QImage picture(path("a.png"));
        QCOMPARE(picture.size(), QSize(1680, 1010));
        for (int row = 0; row < 5; ++row)
            QVERIFY2(ink(picture, {12, 798 + 26 * row, 1600, 26}) > 500,
                     qPrintable(QStringLiteral("row %1 of the table is empty").arg(row)));
        QVERIFY2(ink(picture, {860, 150, 360, 500}) > 1000, "the book is empty");
        QVERIFY2(ink(picture, {1240, 100, 185, 620}) > 1000, "the tape is empty");
        QVERIFY2(ink(picture, {1440, 95, 225, 620}) > 1000, "the ticket is empty");

        const QJsonObject report = jsonOf(path("p.json"));
        for (const char *key :
             {"startupMs", "frames", "paints", "paintMs", "frameToPaintMs", "stalls", "cpuSeconds",
              "wallSeconds", "peakRssKiB", "rssKiB", "dropped"})
            QVERIFY2(report.contains(QLatin1String(key)), key);
        for (const char *series : {"paintMs", "frameToPaintMs"}) {
            for (const char *key : {"p50", "p95", "p99", "max"})
                QVERIFY2(
                    report[QLatin1String(series)].toObject()[QLatin1String(key)].toDouble(-1) >= 0,
                    key);
        }
        QVERIFY(report["startupMs"].toDouble(-1) > 0);
        QVERIFY(report["frames"].toInteger() > 10);
        QVERIFY(report["paints"].toInteger() > 3);
        QVERIFY(report["rssKiB"].toArray().size() >= 3);
        // The watch ends just before the picture is taken at 5 s.
        QVERIFY(report["wallSeconds"].toDouble() >= 4);
        QCOMPARE(report["dropped"].toInteger(-1), 0);
    }

    void profileInUseIsRefused()
    {
        QProcess first;
        first.setProcessEnvironment(offscreen());
        first.start(programPath(QStringLiteral("touchline")),
                    profile() + QStringList{"--network", "demo"});
        QVERIFY(first.waitForStarted());
        QTRY_VERIFY_WITH_TIMEOUT(QFileInfo::exists(path("profile/logs/touchline.log")), 20'000);

        const Run second = terminal(profile() + QStringList{"--network", "demo", "--for", "500"});
        QCOMPARE(second.status, 1);
        QVERIFY2(second.err.contains("in use"), second.err.constData());
        QCOMPARE(second.err.count('\n'), 1);

        // SIGTERM is a clean end.
        first.terminate();
        QVERIFY(first.waitForFinished(20'000));
        QCOMPARE(first.exitStatus(), QProcess::NormalExit);
        QCOMPARE(first.exitCode(), 0);
        const Run third = terminal(profile() + QStringList{"--network", "demo", "--for", "300"});
        QVERIFY2(third.status == 0, third.err.constData());
    }

    void unusableReplay_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QString>("name");
        QTest::newRow("missing") << QByteArray() << "none.jsonl";
        QTest::newRow("not a recording") << QByteArray("hello\nworld\n") << "bad.jsonl";
        QTest::newRow("not LZ4") << QByteArray("hello") << "bad.lz4";
        QTest::newRow("not zstd") << QByteArray("hello") << "bad.jsonl.zst";
    }

    /// One sentence that names the file; status 1 where the replay was all that was asked for.
    void unusableReplay()
    {
        QFETCH(QByteArray, content);
        QFETCH(QString, name);
        if (!content.isEmpty()) {
            QFile file(path(name));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(content);
        }
        const Run run = terminal(profile() + QStringList{"--replay", path(name),
                                                         "--exit-after-replay", "--for", "20000"});
        QCOMPARE(run.status, 1);
        QVERIFY2(run.err.contains(name.toLatin1()), run.err.constData());
    }

    void replayOfFourCoins()
    {
        const QString file = streams(QStringLiteral("multi_20250904_1946.lz4"));
        if (!QFileInfo::exists(file))
            QSKIP("the recorded data is not beside the project");
        const Run run = terminal(profile() + QStringList{"--replay", file, "--speed", "max",
                                                         "--exit-after-replay", "--perf-report",
                                                         path("p.json")});
        QVERIFY2(run.status == 0, run.err.constData());
        const QJsonObject report = jsonOf(path("p.json"));
        QCOMPARE(report["frames"].toInteger(), 73'969);
        QCOMPARE(report["dropped"].toInteger(-1), 0);
        QVERIFY(report["paints"].toInteger() > 0);
        // Every event counts, before the replay and in it; the longest is the longest of both.
        const double longest = report["longestEventMs"].toDouble(-1);
        const auto stalls = report["stalls"].toInteger(-1);
        const auto atStart = report["stallsAtStart"].toInteger(-1);
        qInfo("stalls %lld, at the start %lld, longest event %.1f ms",
              static_cast<long long>(stalls), static_cast<long long>(atStart), longest);
        QVERIFY(stalls >= 0 && atStart >= 0);
        QVERIFY(longest > 0);
        QCOMPARE(stalls + atStart > 0, longest > 50);
    }

    void unknownLayoutIsRefused()
    {
        const Run run = terminal(
            profile() + QStringList{"--network", "demo", "--layout", "nonsense", "--for", "500"});
        QCOMPARE(run.status, 1);
        QVERIFY2(run.err.contains("no workspace called \"nonsense\""), run.err.constData());
        QCOMPARE(run.err.count("touchline: "), 1);
    }

    void loadNeedsTheDemoVenue()
    {
        QVERIFY(QDir().mkpath(path("profile")));
        QFile settings(path("profile/settings.ini"));
        QVERIFY(settings.open(QIODevice::WriteOnly));
        settings.write("[venue]\nnetwork=testnet\n");
        settings.close();
        const Run run = terminal(profile() + QStringList{"--load", "light", "--for", "500"});
        QCOMPARE(run.status, 1);
        QVERIFY2(run.err.contains("--load"), run.err.constData());
        QCOMPARE(run.err.count("touchline: "), 1);
    }

    void unwritableRecordingIsAFailure()
    {
        const Run run = terminal(profile() + QStringList{"--network", "testnet", "--api-url",
                                                         "http://127.0.0.1:9", "--record",
                                                         "/dev/null/a.jsonl", "--for", "4000"});
        QCOMPARE(run.status, 1);
        QVERIFY2(run.err.contains("/dev/null/a.jsonl cannot be written"), run.err.constData());
    }

    void unreachableVenueIsASentenceAndTheWindowStays()
    {
        const Run run = terminal(profile() + QStringList{"--network", "testnet", "--api-url",
                                                         "http://127.0.0.1:9", "--screenshot",
                                                         path("a.png"), "--after", "2000"});
        QVERIFY2(run.status == 0, run.err.constData());
        QVERIFY(QFileInfo(path("a.png")).size() > 0);
        QVERIFY2(run.err.contains("The venue cannot be reached"), run.err.constData());
    }

    void unwritableScreenshotIsASentence()
    {
        const Run run = terminal(profile() + QStringList{"--network", "demo", "--screenshot",
                                                         "/dev/null/a.png", "--after", "500"});
        QCOMPARE(run.status, 1);
        QVERIFY2(run.err.contains("/dev/null/a.png"), run.err.constData());
    }
};

QTEST_GUILESS_MAIN(TestProgram)
#include "tst_program_terminal.moc"
