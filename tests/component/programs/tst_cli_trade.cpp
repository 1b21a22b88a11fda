// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "component/programs/program.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QNetworkAccessManager>
#include <QNetworkReply>
#include <QSignalSpy>
#include <QTest>

using namespace hl::test;

namespace {

// The published vectors' key; its address is always funded at the embedded venue.
constexpr auto kFundedSecret = "0123456789012345678901234567890123456789012345678901234567890123";
constexpr auto kFunded = "0x14791697260e4c9a71f18484c9f997b308e59325";
// A key nobody has funded.
constexpr auto kForeignSecret = "00000000000000000000000000000000000000000000000000000000000000aa";

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

    Run act(QStringList words, const QString &signer = QStringLiteral("main"))
    {
        words << "--network"
              << "testnet"
              << "--api-url" << m_apiUrl << "--profile-dir" << m_profile.path() << "--signer"
              << signer << "--passphrase-fd"
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
