// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/command_line.h"
#include "app/venue_options.h"

#include <QTest>

using namespace hl;
using app::Options;
using app::Printout;

class TestCommandLine : public QObject
{
    Q_OBJECT

    static Options parsed(const QStringList &words)
    {
        const auto result = app::parseCommandLine(words);
        if (!result || !std::holds_alternative<Options>(*result)) {
            QTest::qFail("the words were refused", __FILE__, __LINE__);
            return {};
        }
        return std::get<Options>(*result);
    }

private Q_SLOTS:
    void nothingSaid()
    {
        const Options options = parsed({});
        QVERIFY(!options.network);
        QVERIFY(!options.runForMs);
        QVERIFY(options.replayFile.isEmpty());
        QCOMPARE(options.screenshotAfterMs, 3000);
    }

    void readsWhatIsSaid()
    {
        const Options options =
            parsed({"--network", "testnet", "--api-url", "http://127.0.0.1:1/", "--coin", "ETH",
                    "--layout", "bench", "--for", "250", "--screenshot=a.png", "--after", "0",
                    "--perf-report", "p"});
        QVERIFY(options.network == engine::Network::Testnet);
        QCOMPARE(options.coin, QStringLiteral("ETH"));
        QCOMPARE(options.layout, QStringLiteral("bench"));
        QCOMPARE(options.runForMs.value_or(0), 250);
        QCOMPARE(options.screenshotFile, QStringLiteral("a.png"));
        QCOMPARE(options.screenshotAfterMs, 0);
        QCOMPARE(options.perfReportFile, QStringLiteral("p"));
    }

    void readsAReplay()
    {
        const Options options =
            parsed({"--replay", "x.lz4", "--speed", "max", "--exit-after-replay", "--meta", "m"});
        QCOMPARE(options.replaySpeed, 0.0);
        QVERIFY(options.exitAfterReplay);
        QCOMPARE(parsed({"--replay", "x", "--speed", "2.5"}).replaySpeed, 2.5);
        QCOMPARE(parsed({"--replay", "x"}).replaySpeed, 1.0);
    }

    void readsALedger_data()
    {
        QTest::addColumn<QString>("way");
        QTest::newRow("USB") << "hid";
        QTest::newRow("an emulator's port") << "tcp:127.0.0.1:9999";
        QTest::newRow("by name") << "tcp:localhost:40000";
    }

    void readsALedger()
    {
        QFETCH(QString, way);
        const Options options = parsed({"--network", "testnet", "--ledger", way});
        QCOMPARE(options.ledger, way);
        QVERIFY(options.signer.isEmpty());
        // With a key it is that key's device.
        QCOMPARE(parsed({"--network", "testnet", "--ledger", way, "--signer", "desk",
                         "--passphrase-fd", "3"})
                     .ledger,
                 way);
        QVERIFY(parsed({}).ledger.isEmpty());
    }

    void refuses_data()
    {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<QByteArray>("field");
        QTest::newRow("unknown option") << QStringList{"--nonsense"} << QByteArray();
        QTest::newRow("a stray word") << QStringList{"BTC"} << QByteArray();
        QTest::newRow("network") << QStringList{"--network", "moon"} << QByteArray("--network");
        QTest::newRow("endpoint of demo")
            << QStringList{"--api-url", "http://h"} << QByteArray("--api-url");
        QTest::newRow("endpoint of demo said")
            << QStringList{"--network", "demo", "--ws-url", "ws://h"} << QByteArray("--ws-url");
        QTest::newRow("endpoint without scheme")
            << QStringList{"--network", "testnet", "--api-url", "127.0.0.1:1"}
            << QByteArray("--api-url");
        QTest::newRow("endpoint of a file")
            << QStringList{"--network", "testnet", "--api-url", "file:///x"}
            << QByteArray("--api-url");
        QTest::newRow("speed alone") << QStringList{"--speed", "2"} << QByteArray("--speed");
        QTest::newRow("speed zero")
            << QStringList{"--replay", "x", "--speed", "0"} << QByteArray("--speed");
        QTest::newRow("speed word")
            << QStringList{"--replay", "x", "--speed", "fast"} << QByteArray("--speed");
        QTest::newRow("replay and network")
            << QStringList{"--replay", "x", "--network", "demo"} << QByteArray("--replay");
        QTest::newRow("exit alone")
            << QStringList{"--exit-after-replay"} << QByteArray("--exit-after-replay");
        QTest::newRow("for") << QStringList{"--for", "soon"} << QByteArray("--for");
        QTest::newRow("for nothing") << QStringList{"--for", "0"} << QByteArray("--for");
        QTest::newRow("after alone") << QStringList{"--after", "5"} << QByteArray("--after");
        QTest::newRow("load elsewhere")
            << QStringList{"--network", "testnet", "--load", "light"} << QByteArray("--load");
        QTest::newRow("theme") << QStringList{"--theme", "pink"} << QByteArray("--theme");
        QTest::newRow("account") << QStringList{"--account", "0x12"} << QByteArray("--account");
        QTest::newRow("ledger") << QStringList{"--ledger", "usb"} << QByteArray("--ledger");
        QTest::newRow("ledger without a port")
            << QStringList{"--ledger", "tcp:127.0.0.1"} << QByteArray("--ledger");
        QTest::newRow("ledger without a host")
            << QStringList{"--ledger", "tcp::9999"} << QByteArray("--ledger");
        QTest::newRow("ledger on port 0")
            << QStringList{"--ledger", "tcp:127.0.0.1:0"} << QByteArray("--ledger");
        QTest::newRow("descriptor") << QStringList{"--passphrase-fd", "-1"} << QByteArray();
    }

    void refuses()
    {
        QFETCH(QStringList, words);
        QFETCH(QByteArray, field);
        const auto result = app::parseCommandLine(words);
        QVERIFY(!result);
        QCOMPARE(result.error().kind, ErrorKind::Validation);
        QVERIFY(!result.error().detail.empty());
        if (!field.isEmpty())
            QCOMPARE(QByteArray::fromStdString(result.error().field), field);
    }

    void helpNamesEveryOption()
    {
        const auto result = app::parseCommandLine({"--help", "--nonsense"});
        QVERIFY(result && std::holds_alternative<Printout>(*result));
        const QString text = std::get<Printout>(*result).text;
        for (const char *option : {"network", "api-url", "ws-url", "profile-dir", "replay", "speed",
                                   "exit-after-replay", "meta", "for", "record", "layout", "coin",
                                   "screenshot", "after", "perf-report", "ledger", "version"})
            QVERIFY2(text.contains(QStringLiteral("--") + QString::fromLatin1(option)), option);
        QVERIFY(text.startsWith(QStringLiteral("Usage: touchline [options]\n")));
    }

    void versionNamesQtAndTls()
    {
        const QString text = app::versionText();
        QVERIFY(text.contains(QStringLiteral("Touchline " HL_VERSION)));
        QVERIFY(text.contains(QString::fromLatin1(qVersion())));
        QVERIFY(text.contains(QStringLiteral("TLS openssl, OpenSSL 3")));
    }

    void endpoints_data()
    {
        QTest::addColumn<QString>("api");
        QTest::addColumn<QString>("ws");
        QTest::addColumn<QString>("wantedApi");
        QTest::addColumn<QString>("wantedWs");
        QTest::newRow("both") << "http://a:1/"
                              << "ws://b:2/ws"
                              << "http://a:1"
                              << "ws://b:2/ws";
        QTest::newRow("ws from http") << "http://a:1"
                                      << ""
                                      << "http://a:1"
                                      << "ws://a:1/ws";
        QTest::newRow("wss from https") << "https://a"
                                        << ""
                                        << "https://a"
                                        << "wss://a/ws";
        QTest::newRow("http from ws") << ""
                                      << "ws://a:1/ws"
                                      << "http://a:1"
                                      << "ws://a:1/ws";
    }

    void endpoints()
    {
        QFETCH(QString, api);
        QFETCH(QString, ws);
        const auto result = app::endpointsOf(engine::Network::Testnet, api, ws);
        QVERIFY(result);
        QTEST(QString::fromStdString(result->apiUrl), "wantedApi");
        QTEST(QString::fromStdString(result->wsUrl), "wantedWs");
        QVERIFY(!result->isMainnet);
    }

    void networkDecidesWhatIsSigned()
    {
        QVERIFY(
            app::endpointsOf(engine::Network::Mainnet, QStringLiteral("http://a"), {})->isMainnet);
        QVERIFY(app::endpointsOf(engine::Network::Mainnet, {}, {})->isMainnet);
        QVERIFY(!app::endpointsOf(engine::Network::Testnet, {}, {})->isMainnet);
    }
};

QTEST_GUILESS_MAIN(TestCommandLine)
#include "tst_command_line.moc"
