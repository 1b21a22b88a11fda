// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "component/programs/program.h"
#include "journal/journal.h"
#include "trading/intent_rows.h"
#include "venue/hyperliquid/actions/request.h"

#include <QDateTime>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QNetworkAccessManager>
#include <QNetworkReply>
#include <QSignalSpy>
#include <QTest>

#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <random>

using namespace hl;
using namespace hl::test;

namespace {

// The published vectors' key; its address is always funded at the embedded venue.
constexpr auto kFundedSecret = "0123456789012345678901234567890123456789012345678901234567890123";
constexpr auto kFunded = "0x14791697260e4c9a71f18484c9f997b308e59325";

QJsonObject object(const QByteArray &line)
{
    return QJsonDocument::fromJson(line).object();
}

} // namespace

/// Every request of the command line in the journal, and the journal read again.
class TestCliJournal : public QObject
{
    Q_OBJECT

    QProcess m_venue;
    QString m_apiUrl;
    std::unique_ptr<QTemporaryDir> m_profile;

    QJsonDocument info(const QJsonObject &request)
    {
        QNetworkAccessManager manager;
        QNetworkRequest post{QUrl(m_apiUrl + QStringLiteral("/info"))};
        post.setHeader(QNetworkRequest::ContentTypeHeader, QByteArray("application/json"));
        QNetworkReply *reply = manager.post(post, QJsonDocument(request).toJson());
        QSignalSpy finished(reply, &QNetworkReply::finished);
        if (!reply->isFinished())
            finished.wait(10'000);
        return QJsonDocument::fromJson(reply->readAll());
    }

    QString farBid()
    {
        const double mid = info({{"type", "allMids"}}).object()["BTC"].toString().toDouble();
        return QString::number(static_cast<qint64>(mid * 0.8) / 100 * 100);
    }

    bool isAtVenue(const QString &cloid)
    {
        return info({{"type", "orderStatus"}, {"user", kFunded}, {"oid", cloid}})
                   .object()["status"]
                   .toString() == QLatin1String("order");
    }

    QStringList withSession(QStringList words) const
    {
        return words << "--network"
                     << "testnet"
                     << "--api-url" << m_apiUrl << "--profile-dir" << m_profile->path()
                     << "--signer"
                     << "main"
                     << "--passphrase-fd"
                     << "3"
                     << "--yes"
                     << "--json";
    }
    Run act(const QStringList &words) { return runCli(withSession(words), {}, "correct horse\n"); }
    Run journal(QStringList words)
    {
        return runCli(QStringList{"journal"} + words +
                      QStringList{"--profile-dir", m_profile->path()});
    }
    QJsonObject verdict()
    {
        const Run run = journal({"verify", "--json"});
        return run.lines().isEmpty() ? QJsonObject() : object(run.lines().first());
    }
    /// As a process leaves it that was killed before its answer; its time has passed.
    void appendOpenRequest(const char *signer, std::uint8_t number, const char *account = nullptr)
    {
        actions::Order order;
        actions::OrderWire wire;
        wire.b = true;
        wire.p.text = "50000";
        wire.s.text = "0.001";
        wire.t.kind = actions::Limit{actions::Tif::Gtc};
        Cloid cloid;
        cloid.bytes[15] = number;
        wire.c = cloid;
        order.orders.push_back(wire);
        const Nonce nonce = 1'764'500'000'000ULL + number;
        appendSigning(order, signer, nonce, nonce + 15'000, account);
    }
    void appendSigning(const actions::Action &action, const char *signer, Nonce nonce,
                       std::optional<std::uint64_t> expires, const char *account = nullptr)
    {
        Bytes scratch;
        const Hash32 id = actions::connectionId(action, nonce, {}, expires, scratch);
        codec::Object signing{{"network", "testnet"}, {"signer", signer}};
        if (account != nullptr)
            signing.emplace_back("account", account);
        for (auto &member : trading::signingObject(action, nonce, {}, expires, false, id,
                                                   actions::agentDigest(id, false)))
            signing.push_back(std::move(member));
        auto journal =
            journal::Journal::open(journal::Journal::placeIn(m_profile->path().toStdString()));
        QVERIFY(journal);
        const IntentId intent = (*journal)->found().lastIntent + 1;
        const std::vector<JournalEntry> rows{
            {1'764'500'000'000, intent, std::string(journal_kind::kIntent),
             R"({"exit":false,"items":1,"words":[]})"},
            {1'764'500'000'000, intent, std::string(journal_kind::kSigning),
             codec::toJson(signing)}};
        QVERIFY((*journal)->append(rows));
        QVERIFY((*journal)->keepHead());
    }
    QString file() const { return m_profile->filePath(QStringLiteral("journal/journal.sqlite")); }

private Q_SLOTS:
    void initTestCase()
    {
        m_venue.start(programPath(QStringLiteral("touchline-cli")),
                      {"venue", "--port", "0", "--seed", "7"});
        QVERIFY(m_venue.waitForStarted());
        QTRY_VERIFY_WITH_TIMEOUT(m_venue.canReadLine(), 20'000);
        const QByteArray line = m_venue.readLine().trimmed();
        QVERIFY2(line.startsWith("listening on 127.0.0.1:"), line.constData());
        m_apiUrl = QStringLiteral("http://127.0.0.1:") + QString::fromLatin1(line.mid(23));
    }

    void init()
    {
        m_profile = std::make_unique<QTemporaryDir>();
        const Run run = runCli(
            {"key", "import", "main", "--profile-dir", m_profile->path(), "--passphrase-fd", "3"},
            kFundedSecret, "correct horse\n");
        QVERIFY2(run.status == 0, run.err.constData());
    }

    void cleanupTestCase()
    {
        m_venue.terminate();
        QVERIFY(m_venue.waitForFinished(20'000));
    }

    void listVerifyExport()
    {
        const QString cloid = QStringLiteral("0x000000000000000000000000000000a1");
        const Run placed = act({"order", "BTC", "buy", "0.001", farBid(), "--cloid", cloid});
        QVERIFY2(placed.status == 0, placed.err.constData());
        const Run cancelled = act({"cancel", "BTC", cloid});
        QVERIFY2(cancelled.status == 0, cancelled.err.constData());
        const Run refused = act({"cancel", "BTC", cloid});
        QCOMPARE(refused.status, 1);

        const QJsonObject found = verdict();
        QVERIFY(found["intact"].toBool());
        QCOMPARE(found["requests"].toInt(), 3);
        QCOMPARE(found["signers"].toInt(), 3);
        QCOMPARE(found["unresolved"].toInt(), 0);
        QCOMPARE(found["rows"].toInt(), 15);

        const Run list = journal({"list", "--last", "5"});
        QCOMPARE(list.lines().size(), 5);
        QVERIFY2(list.out.contains("rejected"), list.out.constData());
        QVERIFY(journal({"list"}).out.contains("resting"));

        const Run json = journal({"export"});
        QCOMPARE(json.lines().size(), 15);
        QVERIFY(!json.out.contains("\"r\":\"0x") && json.out.contains("left out"));
        QVERIFY(json.out.contains(cloid.toLatin1()));
        const Run whole = journal({"export", "--with-signatures"});
        QCOMPARE(whole.out.count("\"r\":\"0x"), 3);
        const Run csv = journal({"export", "--format", "csv"});
        QVERIFY(csv.out.startsWith("seq,time,intent,kind,nonce,state,words,payload,hash\r\n"));
        QCOMPARE(csv.out.count("\r\n"), 16);
        QVERIFY(!csv.out.contains("\"\"r\"\":\"\"0x"));
        // 64-bit figures stay what they are (cases.md B26).
        const QJsonObject answer = object(json.lines().at(4));
        const QString oid = QString::number(
            object(placed.lines().last())["outcomes"].toArray()[0].toObject()["oid"].toInteger());
        QVERIFY2(json.out.contains("\"oid\":" + oid.toLatin1()), qPrintable(oid));
        QVERIFY(!answer.isEmpty());
    }

    void badWords_data()
    {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<int>("status");
        QTest::newRow("nothing") << QStringList{"journal"} << 2;
        QTest::newRow("unknown") << QStringList{"journal", "mend"} << 2;
        QTest::newRow("format") << QStringList{"journal", "export", "--format", "xml"} << 2;
        QTest::newRow("head alone") << QStringList{"journal", "verify", "--head-dir", "/tmp"} << 2;
        QTest::newRow("no file") << QStringList{"journal", "verify", "--file", "/nowhere"} << 1;
    }

    void badWords()
    {
        QFETCH(QStringList, words);
        QFETCH(int, status);
        const Run run = runCli(words);
        QCOMPARE(run.status, status);
        QCOMPARE(run.err.count('\n'), 1);
    }

    /// Nothing of the original changes, not even a side file, and a copy alone says what it cannot.
    void worksOnACopy()
    {
        QVERIFY(act({"order", "BTC", "buy", "0.001", farBid()}).status == 0);
        const QStringList before =
            QDir(m_profile->filePath("journal")).entryList(QDir::Files, QDir::Name);
        QTemporaryDir elsewhere;
        for (const QString &name : before)
            QVERIFY(QFile::copy(m_profile->filePath("journal/" + name), elsewhere.filePath(name)));
        const Run run =
            runCli({"journal", "verify", "--file", elsewhere.filePath("journal.sqlite")});
        QVERIFY2(run.status == 0, run.err.constData());
        QVERIFY2(run.out.contains("head was not given"), run.out.constData());
        const Run with =
            runCli({"journal", "verify", "--file", elsewhere.filePath("journal.sqlite"),
                    "--head-dir", m_profile->filePath("journal-head")});
        QVERIFY2(with.status == 0, with.err.constData());
        QVERIFY(!with.out.contains("head was not given"));
        QCOMPARE(QDir(elsewhere.path()).entryList(QDir::Files, QDir::Name), before);
        // The last row cut off: only the head knows.
        QVERIFY(journal({"verify"}).status == 0);
    }

    void aFlippedByteNamesItsRow()
    {
        const QString cloid = QStringLiteral("0x000000000000000000000000000000a2");
        QVERIFY(act({"order", "BTC", "buy", "0.001", farBid(), "--cloid", cloid}).status == 0);
        QFile database(file());
        // The command's end folded the log in; else the text is in the log.
        QFile log(file() + QStringLiteral("-wal"));
        QFile &target = log.size() > 0 ? log : database;
        QVERIFY(target.open(QIODevice::ReadWrite));
        const qsizetype at = target.readAll().indexOf("\"connectionId\":\"0x");
        QVERIFY(at > 0);
        target.seek(at + 20);
        char digit = 0;
        target.getChar(&digit);
        target.seek(at + 20);
        target.putChar(digit == '0' ? '1' : '0');
        target.close();
        const Run run = journal({"verify"});
        QCOMPARE(run.status, 1);
        QVERIFY2(run.err.contains("row ") || run.err.contains("damaged"), run.err.constData());
    }

    /// What an agent of the same account left open is found out before the account's own key enters
    /// anything; another account's is left alone, and told.
    void anotherSignersRequestsAreFoundOut()
    {
        constexpr auto kAgent = "0x00000000000000000000000000000000000000a9";
        QFile approval(m_profile->filePath(QStringLiteral("approve.json")));
        QVERIFY(approval.open(QIODevice::WriteOnly));
        approval.write("{\"type\":\"approveAgent\",\"agentName\":\"other\",\"agentAddress\":\"");
        approval.write(kAgent);
        approval.write("\"}");
        approval.close();
        const Run approved = act({"action", approval.fileName()});
        QVERIFY2(approved.status == 0, (approved.out + approved.err).constData());

        appendOpenRequest(kAgent, 0xB1);
        appendOpenRequest("0x00000000000000000000000000000000000000aa", 0xB2);
        QCOMPARE(verdict()["unresolved"].toInt(), 2);
        const Run placed = act({"order", "BTC", "buy", "0.001", farBid()});
        QVERIFY2(placed.status == 0, placed.err.constData());
        QVERIFY2(placed.err.contains("did not reach the venue"), placed.err.constData());
        QVERIFY2(placed.err.contains("1 request(s) of another account"), placed.err.constData());
        QCOMPARE(verdict()["unresolved"].toInt(), 1);
        QVERIFY(verdict()["intact"].toBool());
    }

    /// An agent that has been replaced has no role any more: the row says whose order it was.
    void aReplacedAgentsRequestIsKnownByItsRow()
    {
        appendOpenRequest("0x00000000000000000000000000000000000000ab", 0xB3, kFunded);
        const Run placed = act({"order", "BTC", "buy", "0.001", farBid()});
        QVERIFY2(placed.status == 0, placed.err.constData());
        QVERIFY2(placed.err.contains("did not reach the venue"), placed.err.constData());
        QCOMPARE(verdict()["unresolved"].toInt(), 0);
    }

    /// A cancel opens nothing: nobody but its signer could find it out, and no entry waits for it.
    void anotherSignersCancelHoldsNoEntry()
    {
        const auto now = static_cast<Nonce>(QDateTime::currentMSecsSinceEpoch());
        appendSigning(actions::Cancel{{{0, 7}}}, "0x00000000000000000000000000000000000000ac",
                      now - 60'000, {}, kFunded);
        QElapsedTimer taken;
        taken.start();
        const Run placed = act({"order", "BTC", "buy", "0.001", farBid()});
        QVERIFY2(placed.status == 0, placed.err.constData());
        QVERIFY2(taken.elapsed() < 10'000, std::to_string(taken.elapsed()).c_str());
        QCOMPARE(verdict()["unresolved"].toInt(), 1);
    }

    /// Somebody who can write the database calls an open request finished, behind the head: it is
    /// looked up all the same, and the rows are told.
    void anOutcomeBehindTheHeadEndsNothing()
    {
        appendOpenRequest(kFunded, 0xB4);
        {
            const auto journal =
                journal::Journal::open(journal::Journal::placeIn(m_profile->path().toStdString()));
            QVERIFY(journal);
            const JournalEntry forged{1'764'500'000'001, (*journal)->found().lastIntent,
                                      std::string(journal_kind::kOutcome),
                                      R"({"foundOut":"The venue has it."})"};
            QVERIFY((*journal)->append(std::span(&forged, 1)));
        }
        QCOMPARE(verdict()["unresolved"].toInt(), 1);
        QCOMPARE(verdict()["behindHead"].toInt(), 1);
        QVERIFY(journal({"verify"}).out.contains("not under the head"));
        const Run placed = act({"order", "BTC", "buy", "0.001", farBid()});
        QVERIFY2(placed.status == 0, placed.err.constData());
        QVERIFY2(placed.err.contains("were not under its head"), placed.err.constData());
        QVERIFY2(placed.err.contains("did not reach the venue"), placed.err.constData());
        const QJsonObject found = verdict();
        QVERIFY2(found["intact"].toBool(), qPrintable(found["reason"].toString()));
        QCOMPARE(found["unresolved"].toInt(), 0);
        QCOMPARE(found["behindHead"].toInt(), 0);
        QCOMPARE(found["unproven"].toInt(), 1);
        QVERIFY(journal({"list"}).out.contains("not proven"));
    }

    /// Nobody can say what it was: no entry leaves, an exit does.
    void anOpenRequestThatCannotBeReadHoldsEntries()
    {
        {
            const auto journal =
                journal::Journal::open(journal::Journal::placeIn(m_profile->path().toStdString()));
            QVERIFY(journal);
            const std::vector<JournalEntry> rows{
                {1, 7, std::string(journal_kind::kIntent),
                 R"({"exit":false,"items":1,"words":[]})"},
                {1, 7, std::string(journal_kind::kSigning), R"({"network":"testnet"})"}};
            QVERIFY((*journal)->append(rows) && (*journal)->keepHead());
        }
        const Run placed = act({"order", "BTC", "buy", "0.001", farBid()});
        QCOMPARE(placed.status, 1);
        QVERIFY2(placed.err.contains("Request 7 of the journal may have left and cannot be read"),
                 placed.err.constData());
        const Run cancelled = act({"cancel", "BTC", "1"});
        QVERIFY2(!cancelled.err.contains("cannot be read"), cancelled.err.constData());
        QVERIFY2(journal({"list"}).out.contains("Handed over"), cancelled.err.constData());
    }

    void aSecondProcessIsRefused()
    {
        QVERIFY(act({"order", "BTC", "buy", "0.001", farBid()}).status == 0);
        QProcess terminal;
        terminal.setProcessEnvironment(offscreen());
        terminal.start(programPath("touchline"),
                       {"--network", "demo", "--profile-dir", m_profile->path(), "--for", "20000"});
        QVERIFY(terminal.waitForStarted());
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(m_profile->filePath("lock")), 20'000);
        const Run run = act({"order", "BTC", "buy", "0.001", farBid()});
        QCOMPARE(run.status, 1);
        QVERIFY2(run.err.contains("in use by"), run.err.constData());
        // Reading is welcome meanwhile.
        QVERIFY(journal({"verify"}).status == 0);
        terminal.terminate();
        QVERIFY(terminal.waitForFinished(20'000));
    }

    /// Every write fails: an entry is refused unsigned, a cancel leaves and says it is unrecorded.
    void fullDisk()
    {
        const QString cloid = QStringLiteral("0x000000000000000000000000000000a3");
        QVERIFY(act({"order", "BTC", "buy", "0.001", farBid(), "--cloid", cloid}).status == 0);
        const auto onFullDisk = [this](const QStringList &words) {
            QProcess process;
            process.setProcessEnvironment(offscreen());
            int ends[2];
            if (::pipe(ends) != 0)
                return Run{};
            [[maybe_unused]] const auto n = ::write(ends[1], "correct horse\n", 14);
            ::close(ends[1]);
            process.setChildProcessModifier([in = ends[0]] {
                ::dup2(in, 3);
                std::signal(SIGXFSZ, SIG_IGN);
                const rlimit none{0, 0};
                ::setrlimit(RLIMIT_FSIZE, &none);
            });
            process.start(programPath("touchline-cli"), withSession(words));
            Run run;
            if (process.waitForFinished(60'000) && process.exitStatus() == QProcess::NormalExit)
                run.status = process.exitCode();
            run.out = process.readAllStandardOutput();
            run.err = process.readAllStandardError();
            ::close(ends[0]);
            return run;
        };
        const QString entry = QStringLiteral("0x000000000000000000000000000000a4");
        const Run refused =
            onFullDisk({"order", "BTC", "buy", "0.001", farBid(), "--cloid", entry});
        QCOMPARE(refused.status, 1);
        QVERIFY(!refused.err.isEmpty());
        QVERIFY(!isAtVenue(entry));
        const Run cancelled = onFullDisk({"cancel", "BTC", cloid});
        QVERIFY2(cancelled.status == 0, (cancelled.out + cancelled.err).constData());
        QVERIFY2(cancelled.err.contains("not in the journal"), cancelled.err.constData());
        QVERIFY(verdict()["intact"].toBool());
    }

    void readOnlyProfile()
    {
        const QString cloid = QStringLiteral("0x000000000000000000000000000000a5");
        QVERIFY(act({"order", "BTC", "buy", "0.001", farBid(), "--cloid", cloid}).status == 0);
        // Permissions do not bind the administrator; a mount does.
        const QString place = m_profile->path();
        const bool isRoot = ::geteuid() == 0;
        if (isRoot) {
            if (QProcess::execute("mount", {"--bind", place, place}) != 0 ||
                QProcess::execute("mount", {"-o", "remount,ro,bind", place}) != 0)
                QSKIP("a folder cannot be mounted read-only here, and permissions do not bind the "
                      "administrator");
        } else {
            QProcess::execute("chmod", {"-R", "a-w", place});
        }
        const Run refused = act({"order", "BTC", "buy", "0.001", farBid()});
        const Run cancelled = act({"cancel", "BTC", cloid});
        const QJsonObject found = verdict();
        if (isRoot)
            QProcess::execute("umount", {place});
        else
            QProcess::execute("chmod", {"-R", "u+w", place});
        QCOMPARE(refused.status, 1);
        QVERIFY2(refused.err.contains("cannot be written"), refused.err.constData());
        QVERIFY2(cancelled.status == 0, (cancelled.out + cancelled.err).constData());
        QVERIFY(found["intact"].toBool());
    }

    /// The command, killed at seeded moments after its preview; the next one finds out what became
    /// of it before it sends anything.
    void killedCommands()
    {
        const int points = qEnvironmentVariableIntValue("HL_KILL_POINTS") > 0
                               ? qEnvironmentVariableIntValue("HL_KILL_POINTS")
                               : 12;
        std::mt19937 random(42);
        QStringList cloids;
        int killed = 0;
        int verified = 0;
        const QString px = farBid();
        std::int64_t usualNs = 0;
        for (int i = 0; killed < points && i < 3 * points; ++i) {
            const QString cloid =
                QStringLiteral("0x%1").arg(0xDEAD0000LL + i, 32, 16, QLatin1Char('0'));
            cloids << cloid;
            QProcess process;
            process.setProcessEnvironment(offscreen());
            int ends[2];
            QVERIFY(::pipe(ends) == 0);
            [[maybe_unused]] const auto n = ::write(ends[1], "correct horse\n", 14);
            ::close(ends[1]);
            process.setChildProcessModifier([in = ends[0]] { ::dup2(in, 3); });
            process.start(programPath("touchline-cli"),
                          withSession({"order", "BTC", "buy", "0.001", px, "--cloid", cloid}));
            while (!process.canReadLine())
                QVERIFY2(process.waitForReadyRead(60'000),
                         process.readAllStandardError().constData());
            QElapsedTimer watch;
            watch.start();
            ::close(ends[0]);
            if (i < 2) {
                QVERIFY(process.waitForFinished(30'000));
                QVERIFY2(process.exitCode() == 0, process.readAllStandardError().constData());
                usualNs = watch.nsecsElapsed();
                continue;
            }
            const auto moment = std::uniform_int_distribution<std::int64_t>(0, usualNs)(random);
            while (watch.nsecsElapsed() < moment) {
            }
            process.kill();
            process.waitForFinished();
            killed += process.exitStatus() == QProcess::CrashExit ? 1 : 0;
            verified +=
                verdict()["intact"].toBool() && process.exitStatus() == QProcess::CrashExit ? 1 : 0;
        }
        const Run last = act({"order", "BTC", "buy", "0.001", px});
        QVERIFY2(last.status == 0, last.err.constData());
        QCOMPARE(verdict()["unresolved"].toInt(), 0);
        const Run exported = journal({"export"});
        int lost = 0;
        int doubled = 0;
        const QJsonArray open = info({{"type", "openOrders"}, {"user", kFunded}}).array();
        for (const QString &cloid : cloids) {
            QString intent;
            bool isDead = false;
            for (const QByteArray &line : exported.lines()) {
                const QJsonObject row = object(line);
                const QString id = QString::number(row["intent"].toInteger());
                if (row["kind"].toString() == QLatin1String("signing") &&
                    line.contains(cloid.toLatin1()))
                    intent = id;
                else if (!intent.isEmpty() && id == intent &&
                         row["kind"].toString() == QLatin1String("outcome"))
                    isDead = line.contains("did not reach");
            }
            const bool isThere = isAtVenue(cloid);
            lost += isThere && (intent.isEmpty() || isDead) ? 1 : 0;
            lost += !isThere && !intent.isEmpty() && !isDead ? 1 : 0;
            int copies = 0;
            for (const auto &entry : open)
                copies += entry.toObject()["cloid"].toString() == cloid ? 1 : 0;
            doubled += copies > 1 ? 1 : 0;
        }
        std::printf("command line: points %d lost %d doubled %d verified %d\n", killed, lost,
                    doubled, verified);
        std::fflush(stdout);
        QCOMPARE(lost, 0);
        QCOMPARE(doubled, 0);
        QCOMPARE(verified, killed);
        QVERIFY(killed >= points);
    }
};

QTEST_GUILESS_MAIN(TestCliJournal)
#include "tst_cli_journal.moc"
