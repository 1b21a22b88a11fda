// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "component/programs/program.h"

#include <QDateTime>
#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QNetworkAccessManager>
#include <QNetworkReply>
#include <QSignalSpy>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTest>
#include <QThread>

#include <atomic>

using namespace hl::test;

namespace {

// The published vectors' key; its address is always funded at the embedded venue.
constexpr auto kFundedSecret = "0123456789012345678901234567890123456789012345678901234567890123";
constexpr auto kFunded = "0x14791697260e4c9a71f18484c9f997b308e59325";
// A key nobody has funded.
constexpr auto kForeignSecret = "00000000000000000000000000000000000000000000000000000000000000aa";

/// Loses the answers of POST /exchange, and the requests too unless they shall be `delivered`.
/// Afterwards everything else passes, or (not `passesAfter`) nothing at all. On a thread of its
/// own, because the test waits for programs.
class LosingProxy
{
public:
    LosingProxy(quint16 upstream, bool isDelivered, bool passesAfter) : m_server(new QTcpServer)
    {
        if (!m_server->listen(QHostAddress::LocalHost))
            qFatal("the loopback port cannot be opened");
        m_url = QStringLiteral("http://127.0.0.1:%1").arg(m_server->serverPort());
        m_server->moveToThread(&m_thread);
        QObject::connect(&m_thread, &QThread::finished, m_server, &QObject::deleteLater);
        QObject::connect(m_server, &QTcpServer::newConnection, m_server, [=, this] {
            while (QTcpSocket *client = m_server->nextPendingConnection())
                serve(client, upstream, isDelivered, passesAfter);
        });
        m_thread.start();
    }
    ~LosingProxy()
    {
        m_thread.quit();
        m_thread.wait();
    }
    const QString &url() const { return m_url; }

    std::atomic<int> lost = 0;

private:
    void serve(QTcpSocket *client, quint16 upstream, bool isDelivered, bool passesAfter)
    {
        if (lost > 0 && !passesAfter) {
            client->abort();
            client->deleteLater();
            return;
        }
        auto *venue = new QTcpSocket(client);
        venue->connectToHost(QHostAddress::LocalHost, upstream);
        QObject::connect(client, &QTcpSocket::readyRead, client, [=, this] {
            const QByteArray bytes = client->readAll();
            if (bytes.contains("POST /exchange"))
                client->setProperty("isAction", true);
            const bool isAction = client->property("isAction").toBool();
            if (!isAction || isDelivered)
                venue->write(bytes);
            // The body has come: what follows is lost.
            if (isAction && bytes.contains("signature")) {
                ++lost;
                if (!isDelivered)
                    client->abort();
            }
        });
        QObject::connect(venue, &QTcpSocket::readyRead, client, [=] {
            const QByteArray bytes = venue->readAll();
            if (client->property("isAction").toBool())
                client->abort();
            else
                client->write(bytes);
        });
        QObject::connect(client, &QTcpSocket::disconnected, client, &QObject::deleteLater);
    }

    QThread m_thread;
    QTcpServer *m_server;
    QString m_url;
};

QJsonObject object(const QByteArray &line)
{
    return QJsonDocument::fromJson(line).object();
}

} // namespace

/// `touchline-cli venue` and the commands that act on it, as separate processes.
class TestCliTrade : public QObject
{
    Q_OBJECT

    QProcess m_venue;
    QString m_apiUrl;
    QTemporaryDir m_profile;

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

    QJsonArray openOrders() { return info({{"type", "openOrders"}, {"user", kFunded}}).array(); }

    /// A price that rests: 20 % under the market, on the grid.
    QString farBid(const QString &coin)
    {
        const double mid = info({{"type", "allMids"}}).object()[coin].toString().toDouble();
        return QString::number(static_cast<qint64>(mid * 0.8) / 100 * 100);
    }

    Run act(QStringList words, const QString &signer = QStringLiteral("main"),
            const QString &apiUrl = {})
    {
        words << "--network"
              << "testnet"
              << "--api-url" << (apiUrl.isEmpty() ? m_apiUrl : apiUrl) << "--profile-dir"
              << m_profile.path() << "--signer" << signer << "--passphrase-fd"
              << "3"
              << "--yes"
              << "--json";
        return runCli(words, {}, "correct horse\n");
    }

    static QJsonObject firstOutcome(const Run &run)
    {
        return object(run.lines().last())["outcomes"].toArray().first().toObject();
    }

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

        for (const auto &[name, secret] :
             {std::pair{"main", kFundedSecret}, std::pair{"foreign", kForeignSecret}}) {
            const Run run = runCli(
                {"key", "import", name, "--profile-dir", m_profile.path(), "--passphrase-fd", "3"},
                secret, "correct horse\n");
            QVERIFY2(run.status == 0, run.err.constData());
        }
    }

    void cleanupTestCase()
    {
        m_venue.terminate();
        QVERIFY(m_venue.waitForFinished(20'000));
        QCOMPARE(m_venue.exitStatus(), QProcess::NormalExit);
        QCOMPARE(m_venue.exitCode(), 0);
    }

    /// Rests, is seen by the venue, keeps its cloid and takes a new oid when modified, and is gone
    /// when cancelled.
    void orderModifyCancel()
    {
        const QString px = farBid(QStringLiteral("BTC"));
        const QString cloid = QStringLiteral("0x000000000000000000000000000000ab");
        const Run placed =
            act({"order", "BTC", "buy", "0.001", px, "--tif", "gtc", "--cloid", cloid});
        QVERIFY2(placed.status == 0, placed.err.constData());
        const QJsonObject resting = firstOutcome(placed);
        QCOMPARE(resting["outcome"].toString(), QStringLiteral("resting"));
        QCOMPARE(openOrders().size(), 1);
        const QJsonObject before = openOrders().first().toObject();
        QCOMPARE(before["oid"].toInteger(), resting["oid"].toInteger());
        QCOMPARE(before["cloid"].toString(), cloid);
        QCOMPARE(before["sz"].toString().toDouble(), 0.001);

        const Run modified = act({"modify", "BTC", cloid, "--sz", "0.002"});
        QVERIFY2(modified.status == 0, modified.err.constData());
        QCOMPARE(openOrders().size(), 1);
        const QJsonObject after = openOrders().first().toObject();
        QCOMPARE(after["cloid"].toString(), cloid);
        QVERIFY(after["oid"].toInteger() != before["oid"].toInteger());
        QCOMPARE(after["sz"].toString().toDouble(), 0.002);
        QCOMPARE(after["limitPx"].toString(), before["limitPx"].toString());
        // A change of size is no change of kind.
        const QJsonArray rows = info({{"type", "frontendOpenOrders"}, {"user", kFunded}}).array();
        QCOMPARE(rows.first().toObject()["tif"].toString(), QStringLiteral("Gtc"));

        const Run cancelled = act({"cancel", "BTC", QString::number(after["oid"].toInteger())});
        QVERIFY2(cancelled.status == 0, cancelled.err.constData());
        QCOMPARE(firstOutcome(cancelled)["outcome"].toString(), QStringLiteral("ok"));
        QVERIFY(openOrders().isEmpty());

        const Run again = act({"cancel", "BTC", cloid});
        QCOMPARE(again.status, 1);
        QVERIFY2(again.err.contains("already canceled"), again.err.constData());
    }

    /// A market order fills, and the position is right to the last digit.
    void marketOrderFills()
    {
        const Run run = act({"order", "ETH", "sell", "0.05", "market"});
        QVERIFY2(run.status == 0, run.err.constData());
        QCOMPARE(firstOutcome(run)["outcome"].toString(), QStringLiteral("filled"));
        const QJsonObject state =
            info({{"type", "clearinghouseState"}, {"user", kFunded}}).object();
        QString szi;
        for (const QJsonValue &entry : state["assetPositions"].toArray()) {
            const QJsonObject position = entry.toObject()["position"].toObject();
            if (position["coin"].toString() == QLatin1String("ETH"))
                szi = position["szi"].toString();
        }
        QCOMPARE(szi, QStringLiteral("-0.05"));
    }

    void foreignKeyGetsTheVenuesSentence()
    {
        const Run run = act({"order", "BTC", "buy", "0.001", farBid(QStringLiteral("BTC"))},
                            QStringLiteral("foreign"));
        QCOMPARE(run.status, 1);
        QVERIFY2(run.err.contains("User or API Wallet 0x"), run.err.constData());
        QVERIFY(run.err.contains("does not exist."));
        QCOMPARE(run.err.count('\n'), 1);
    }

    void anyActionAsJson()
    {
        const QByteArray file = "{\"type\":\"updateLeverage\",\"asset\":0,\"isCross\":true,"
                                "\"leverage\":5}";
        QFile out(m_profile.filePath(QStringLiteral("action.json")));
        QVERIFY(out.open(QIODevice::WriteOnly));
        out.write(file);
        out.close();
        const Run run = act({"action", out.fileName()});
        QVERIFY2(run.status == 0, run.err.constData());
        QCOMPARE(firstOutcome(run)["outcome"].toString(), QStringLiteral("ok"));
    }

    void dryRunShowsEverythingAndSendsNothing()
    {
        const QJsonArray before = openOrders();
        const Run run =
            act({"order", "BTC", "buy", "0.001", farBid(QStringLiteral("BTC")), "--dry-run"});
        QVERIFY2(run.status == 0, run.err.constData());
        const QJsonObject preview = object(run.lines().last());
        QCOMPARE(preview["stage"].toString(), QStringLiteral("preview"));
        for (const char *key :
             {"headline", "actionJson", "connectionId", "digest", "nonce", "signer", "requestBody"})
            QVERIFY2(preview.contains(QLatin1String(key)), key);
        QCOMPARE(openOrders(), before);
    }

    void refusedBeforeSending_data()
    {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<int>("status");
        QTest::addColumn<QByteArray>("says");
        QTest::newRow("off the tick")
            << QStringList{"order", "BTC", "buy", "0.001", "50000.37"} << 1 << QByteArray("px: ");
        QTest::newRow("off the lot")
            << QStringList{"order", "BTC", "buy", "0.0000001", "50000"} << 1 << QByteArray("sz: ");
        QTest::newRow("under the minimum value")
            << QStringList{"order", "BTC", "buy", "0.0001", "50000"} << 1 << QByteArray("minimum");
        QTest::newRow("unknown market")
            << QStringList{"order", "NOPE", "buy", "1", "1"} << 1 << QByteArray("NOPE");
        QTest::newRow("no number")
            << QStringList{"order", "BTC", "buy", "much", "1"} << 1 << QByteArray("sz: ");
        QTest::newRow("side") << QStringList{"order", "BTC", "hold", "1", "1"} << 2
                              << QByteArray("side");
        QTest::newRow("an empty price is no market order")
            << QStringList{"order", "BTC", "buy", "0.001", ""} << 2 << QByteArray("empty");
        QTest::newRow("an empty trigger is not left out")
            << QStringList{"order", "BTC", "sell", "0.001", "50000", "--trigger", "", "--tpsl", ""}
            << 2 << QByteArray("--trigger is empty");
        QTest::newRow("an empty time in force")
            << QStringList{"order", "BTC", "buy", "0.001", "50000", "--tif", ""} << 2
            << QByteArray("--tif is empty");
        QTest::newRow("time in force")
            << QStringList{"order", "BTC", "buy", "1", "1", "--tif", "day"} << 2
            << QByteArray("--tif");
        QTest::newRow("too few words")
            << QStringList{"order", "BTC", "buy"} << 2 << QByteArray("few");
        QTest::newRow("oid") << QStringList{"cancel", "BTC", "x1"} << 2 << QByteArray("oid");
        QTest::newRow("nothing to modify")
            << QStringList{"modify", "BTC", "5"} << 2 << QByteArray("--px");
        QTest::newRow("no such order") << QStringList{"modify", "BTC", "5", "--px", "50000"} << 1
                                       << QByteArray("no such order");
        QTest::newRow("no such file")
            << QStringList{"action", "/nowhere.json"} << 1 << QByteArray("/nowhere.json");
    }

    void refusedBeforeSending()
    {
        QFETCH(QStringList, words);
        QFETCH(int, status);
        QFETCH(QByteArray, says);
        const QJsonArray before = openOrders();
        const Run run = act(words);
        QVERIFY2(run.status == status, run.err.constData());
        QVERIFY2(run.err.contains(says), run.err.constData());
        QCOMPARE(openOrders(), before);
    }

    void wrongPassphraseSendsNothing()
    {
        const Run run = runCli({"cancel", "BTC", "5", "--network", "testnet", "--api-url", m_apiUrl,
                                "--profile-dir", m_profile.path(), "--signer", "main",
                                "--passphrase-fd", "3", "--yes"},
                               {}, "wrong horse\n");
        QCOMPARE(run.status, 1);
        QVERIFY2(run.err.contains("passphrase"), run.err.constData());
    }

    /// Nobody listens: not sent, and said so.
    void unreachableVenue()
    {
        const Run run = runCli({"cancel", "BTC", "5", "--network", "testnet", "--api-url",
                                "http://127.0.0.1:9", "--profile-dir", m_profile.path(), "--signer",
                                "main", "--passphrase-fd", "3", "--yes"},
                               {}, "correct horse\n");
        QCOMPARE(run.status, 1);
        QCOMPARE(run.err.count('\n'), 1);
    }

    /// The venue acts and its answer is lost: found out by the cloid.
    void lostAnswerIsLookedUp_B42()
    {
        LosingProxy proxy(m_apiUrl.section(QLatin1Char(':'), -1).toUShort(), true, true);
        const QString cloid = QStringLiteral("0x000000000000000000000000000000b1");
        const Run run =
            act({"order", "BTC", "buy", "0.001", farBid(QStringLiteral("BTC")), "--cloid", cloid},
                QStringLiteral("main"), proxy.url());
        QVERIFY2(run.status == 0, run.err.constData());
        QCOMPARE(firstOutcome(run)["outcome"].toString(), QStringLiteral("resting"));
        QVERIFY(proxy.lost > 0);
        QCOMPARE(act({"cancel", "BTC", cloid}).status, 0);
    }

    /// Nothing arrived: once the expiry has passed and no source knows the order, it is dead.
    void lostOrderIsDeadAfterItsExpiry_B42()
    {
        LosingProxy proxy(m_apiUrl.section(QLatin1Char(':'), -1).toUShort(), false, true);
        const Run run =
            act({"order", "BTC", "buy", "0.001", farBid(QStringLiteral("BTC")), "--tif", "ioc"},
                QStringLiteral("main"), proxy.url());
        QCOMPARE(run.status, 1);
        QVERIFY2(run.err.contains("not placed: its expiry has passed"), run.err.constData());
        QVERIFY(proxy.lost > 0);
    }

    /// Nobody can say: the line says UNKNOWN, which order, and how to ask; the asking works.
    void unknownIsSaidWithTheWayToAsk_B42()
    {
        LosingProxy proxy(m_apiUrl.section(QLatin1Char(':'), -1).toUShort(), true, false);
        const QString cloid = QStringLiteral("0x000000000000000000000000000000b2");
        const Run run =
            act({"order", "BTC", "buy", "0.001", farBid(QStringLiteral("BTC")), "--cloid", cloid},
                QStringLiteral("main"), proxy.url());
        QCOMPARE(run.status, 1);
        QCOMPARE(run.err.count('\n'), 1);
        QVERIFY2(run.err.contains("UNKNOWN") && run.err.contains(cloid.toLatin1()),
                 run.err.constData());
        const QByteArray command =
            run.err.mid(run.err.indexOf("touchline-cli status") + 14).trimmed();
        QStringList words = QString::fromLatin1(command).split(QLatin1Char(' '));
        words[words.indexOf(QStringLiteral("--api-url")) + 1] = m_apiUrl;
        const Run asked = runCli(words);
        QVERIFY2(asked.status == 0, asked.err.constData());
        QVERIFY2(asked.out.startsWith("open, buy BTC at"), asked.out.constData());
        QCOMPARE(act({"cancel", "BTC", cloid}).status, 0);
    }

    /// interaction.md D18: without --expires-after an entry expires by itself, a cancel never does.
    void entriesExpireByThemselves_D18_data()
    {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<int>("seconds");
        QTest::newRow("resting") << QStringList{"order", "BTC", "buy", "0.001"} << 15;
        QTest::newRow("taking") << QStringList{"order", "BTC", "buy", "0.001", "--tif", "ioc"} << 5;
        QTest::newRow("cancel") << QStringList{"cancel", "BTC", "5"} << 0;
    }

    void entriesExpireByThemselves_D18()
    {
        QFETCH(QStringList, words);
        QFETCH(int, seconds);
        if (words.first() == QLatin1String("order"))
            words.insert(4, farBid(QStringLiteral("BTC")));
        const qint64 before = QDateTime::currentMSecsSinceEpoch();
        const Run run = act(words + QStringList{"--dry-run"});
        QVERIFY2(run.status == 0, run.err.constData());
        const QJsonObject preview = object(run.lines().last());
        QCOMPARE(preview.contains("expiresAfter"), seconds != 0);
        if (seconds == 0)
            return;
        const qint64 life = preview["expiresAfter"].toInteger() - before;
        QVERIFY2(life > seconds * 1'000 - 1'000 && life < seconds * 1'000 + 10'000,
                 QByteArray::number(life).constData());
    }

    /// A nonce file that is ahead of the clock: said before anything is signed.
    void nonceAheadOfTheClock()
    {
        QTemporaryDir profile;
        const Run imported = runCli(
            {"key", "import", "main", "--profile-dir", profile.path(), "--passphrase-fd", "3"},
            kFundedSecret, "correct horse\n");
        QVERIFY2(imported.status == 0, imported.err.constData());
        QVERIFY(QDir(profile.path()).mkpath(QStringLiteral("nonces")));
        QFile file(profile.filePath(QStringLiteral("nonces/testnet-") + QLatin1String(kFunded)));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray::number(QDateTime::currentMSecsSinceEpoch() + 3LL * 86'400'000) +
                   '\n');
        file.close();
        const QJsonArray before = openOrders();
        const Run run =
            runCli({"order", "BTC", "buy", "0.001", farBid(QStringLiteral("BTC")), "--network",
                    "testnet", "--api-url", m_apiUrl, "--profile-dir", profile.path(), "--signer",
                    "main", "--passphrase-fd", "3", "--yes"},
                   {}, "correct horse\n");
        QCOMPARE(run.status, 1);
        QVERIFY2(run.err.contains("ahead of this computer's clock"), run.err.constData());
        QCOMPARE(openOrders(), before);
    }

    /// What people call a market is found in the venue's list.
    void watchByDisplayName()
    {
        const Run run = runCli({"watch", "HYPE/USDC", "--network", "testnet", "--api-url", m_apiUrl,
                                "--profile-dir", m_profile.path(), "--json", "--for", "4000"});
        QVERIFY2(run.status == 0, run.err.constData());
        QVERIFY(!run.lines().isEmpty());
        QCOMPARE(object(run.lines().last())["coin"].toString(), QStringLiteral("@107"));
        const Run unknown = runCli({"watch", "ZZZ", "--network", "testnet", "--api-url", m_apiUrl,
                                    "--profile-dir", m_profile.path(), "--for", "4000"});
        QCOMPARE(unknown.status, 1);
        QVERIFY2(unknown.err.contains("ZZZ"), unknown.err.constData());
    }

    /// The venue beside what was recorded: at the end, and when a line is typed.
    void watchDoctor()
    {
        const QStringList words{"watch",     "BTC",    "--network",     "testnet",
                                "--api-url", m_apiUrl, "--profile-dir", m_profile.path(),
                                "--account", kFunded,  "--doctor",      "--for",
                                "9000"};
        const Run run = runCli(words, "\n");
        QVERIFY2(run.status == 0, run.err.constData());
        QCOMPARE(run.out.count("l2Book fast:"), 2);
        for (const char *says :
             {"as expected", "Order statuses that are new: none", "Fields that are new: none",
              "Builder dexes: xyz", "Clock:", "State: as it should be"})
            QVERIFY2(run.out.contains(says), run.out.constData());
        QVERIFY2(!run.out.contains("! "), run.out.constData());
    }

    /// The same over a recording: nothing is news, then a field and an order status are.
    void watchDoctorOverARecording()
    {
        const auto record = [&](const QString &name, const char *extra, const char *status) {
            QFile file(m_profile.filePath(name));
            if (!file.open(QIODevice::WriteOnly))
                qFatal("the recording cannot be written");
            for (int i = 0; i < 40; ++i) {
                const QByteArray ms = QByteArray::number(1'700'000'000'000 + i * 500);
                const QByteArray time = QByteArray("2023-11-14T22:13:") +
                                        QByteArray::number(20 + i / 2) +
                                        (i % 2 == 0 ? ".000000000" : ".500000000");
                file.write(R"({"time":")" + time + R"(","ver_num":1,"raw":{"channel":"l2Book",)" +
                           R"("data":{"coin":"BTC","time":)" + ms + R"(,"levels":[[{"px":"100",)" +
                           R"("sz":"1","n":1}],[{"px":"101","sz":"1","n":1}]],"fast":true)" +
                           extra + "}}}\n");
            }
            file.write(R"({"time":"2023-11-14T22:13:50.000000000","ver_num":1,"raw":{"channel":)"
                       R"("orderUpdates","data":[{"order":{"coin":"BTC","side":"B","limitPx":"1",)"
                       R"("sz":"1","oid":7,"timestamp":1700000020000,"origSz":"1"},"status":")" +
                       QByteArray(status) + R"(","statusTimestamp":1700000020000}]}})" + "\n");
            return file.fileName();
        };
        const auto examine = [&](const QString &file, bool asJson) {
            QStringList words{"watch",    "BTC",           "--replay",      file,
                              "--doctor", "--profile-dir", m_profile.path()};
            if (asJson)
                words += "--json";
            return runCli(words);
        };
        const Run known = examine(record("known.jsonl", "", "open"), false);
        QVERIFY2(known.status == 0, known.err.constData());
        for (const char *says : {"l2Book fast: median gap", "39 gaps; as expected",
                                 "Order statuses that are new: none", "Fields that are new: none"})
            QVERIFY2(known.out.contains(says), known.out.constData());
        QVERIFY2(!known.out.contains("! "), known.out.constData());

        const QString news = record("news.jsonl", R"(,"sequence":7)", "somethingNew2027");
        const Run told = examine(news, false);
        QVERIFY2(told.status == 0, told.err.constData());
        QVERIFY2(told.out.contains("! Order statuses that are new: somethingNew2027."),
                 told.out.constData());
        QVERIFY2(told.out.contains("! Fields that are new: l2Book.sequence"), told.out.constData());
        const Run json = examine(news, true);
        int isNews = 0;
        for (const QJsonValue &line : object(json.lines().last())["report"].toArray())
            isNews += line.toObject()["isNews"].toBool() ? 1 : 0;
        QCOMPARE(isNews, 2);
        const Run gone = examine(m_profile.filePath("gone.jsonl"), false);
        QCOMPARE(gone.status, 1);
        QCOMPARE(gone.err.count('\n'), 1);
    }

    void portInUse()
    {
        const QString port = m_apiUrl.section(QLatin1Char(':'), -1);
        const Run run = runCli({"venue", "--port", port});
        QCOMPARE(run.status, 1);
        QVERIFY2(run.err.contains(port.toLatin1()), run.err.constData());
    }

    void badVenueWords_data()
    {
        QTest::addColumn<QStringList>("words");
        QTest::newRow("no port") << QStringList{};
        QTest::newRow("port") << QStringList{"--port", "x"};
        QTest::newRow("port too high") << QStringList{"--port", "70000"};
        QTest::newRow("fund") << QStringList{"--port", "0", "--fund", "0x12"};
        QTest::newRow("seed") << QStringList{"--port", "0", "--seed", "-1"};
        QTest::newRow("unknown market") << QStringList{"--port", "0", "--coins", "BTC,ZZZ"};
        QTest::newRow("load") << QStringList{"--port", "0", "--load", "maximal"};
    }

    void badVenueWords()
    {
        QFETCH(QStringList, words);
        const Run run = runCli(QStringList{"venue"} + words);
        QCOMPARE(run.status, 2);
        QCOMPARE(run.err.count('\n'), 1);
    }
};

QTEST_GUILESS_MAIN(TestCliTrade)
#include "tst_cli_trade.moc"
